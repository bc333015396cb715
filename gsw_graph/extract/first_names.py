"""First names in Latin script that Faker's locales write in another one, or lack."""

from gsw_graph.extract.words import words

MALE = words(
    """akihiko akio akira atsushi daichi daiki daisuke eiji goro haruki haruto hayato hideki hideo hiroki hiroshi
    hiroto hisashi isamu jiro kaito katsuo kazuki kazuo keisuke ken kenichi kenji kenta kiyoshi koichi koji
    kota kosuke makoto manabu masahiro masao masaru masato minato minoru mitsuo naoki nobuo noboru osamu ren
    riku ryo ryota ryuichi ryuji satoru satoshi shigeru shin shinji shinya shiro shota shuji sota susumu
    tadashi taiga takahiro takashi takeo takeshi takumi taro tatsuya tetsuo tetsuya tomohiro toru toshiro
    toshio tsutomu tsuyoshi wataru yasuo yoichi yoshio yuji yuma yusuke yuta yuto yutaka bo bowen chao cheng
    dong feng gang guang guo hai hao haoran jian jianguo jianhua jiang jun junjie kai kang lei liang ming
    minghao peng qiang qiu shan sheng shuai tao tian weiming xiang xiaoming yichen yong zedong zhi zhiming
    zhong zihan byung-ho chang-min dae-jung do-yoon dong-hyun gun-woo hae-jin ho-jin hyun-woo in-ho jae-hyun
    jae-min jae-won ji-ho ji-hoon jin-ho jin-woo jong-su joon-ho ju-won jun-ho jun-seo kwang-su kyung-soo
    min-ho min-jae min-jun min-soo sang-hoon sang-woo seo-jun seok-jin seong-min seung-hyun sung-ho tae-hyung
    tae-min woo-jin yong-ho young-ho yun-ho aarav abhishek ajay akash akhil amit amitabh anand anil arun ashok
    ashwin atul bharat chandan deepak dev dhruv dinesh ganesh gaurav girish gopal govind harish hemant imran
    ishaan jagdish karan kartik kiran krishna kunal lalit mahesh manish manoj mohan mukesh naresh naveen
    nikhil nitin pankaj prakash pramod pranav prasad rahul raj raja rajan rajat rajeev rajesh rajiv rakesh
    ramesh ranjit rohan rohit sachin sandeep sanjay sanjeev satish shankar shiv shyam siddharth srinivas
    subhash sudhir suresh tarun tushar uday umesh varun vijay vikas vikram vinay vinod vishal vivek yash abdou
    abebe abiodun adebayo adewale ayodele babajide babatunde bakari bongani chibuzo chidi chike chinedu
    chukwuma dawit demba ebrima efosa ekow emeka faraji femi folarin getachew girma gbenga haile idrissa
    ikechukwu jabari jabulani juma kagiso kamau kelechi kipchoge kofi kojo kwabena kwadwo kwaku kwame kwasi
    lamine lwazi mamadou mandla mbongeni modou moussa mpho mthunzi mwangi nana-kwame njoroge nkosana nnamdi
    obinna ochieng odhiambo okechukwu olumide oluwaseun otieno ousmane segun seydou sibusiso sipho solomon
    souleymane tadesse tendai tesfaye thabo themba tunde uche vusi wanjala yaw yohannes zola zweli agung ahmad
    aditya bagus bambang budi chairul dedi dwi eko fajar gede hadi hendra iwan joko komang rizal slamet
    sutrisno wayan yanto duc dung hieu hoang huy khanh nam phong quan quang tien trung tuan viet somchai
    somsak prasert anan chaiwat kittisak narong sombat surasak wichai abdullah adel adnan bashir bilal fadi
    faisal fares ghassan habib hakim hamid hamza haytham husayn ismail jaber jalal kamal khaled khalid mahmoud
    majid mansour marwan mounir munir nabil nader naguib nasser omar qasim rami ramzi saeed salah saleh salim
    sami tarek usama walid wael yasin youssef zaki ziad bartosz björn brandur eirik fionn hallgrim imre
    kjartan mihail pádraig radoslav ragnar sigurd snorri stellan tarkan torvald ulrik wojciech zbigniew"""
)
FEMALE = words(
    """ai aiko akane akemi akiko asuka atsuko ayaka ayako ayame ayumi chie chieko chika chiyo emi emiko eriko
    etsuko fumiko hana hanako haruka harumi hatsue hikari hina hinata hiroko hitomi honoka ikuko junko kanako
    kaori kasumi kazue kazuko keiko kiyoko kotone kumiko kyoko machiko mai maki makiko mami mariko masako mayu
    mayumi megumi michiko midori mika miki mio misaki misato miyuki mizuki momoka nanami naoko natsuki natsumi
    noriko reiko rie rika riko rin sachiko sadako sakura satomi sayaka sayuri setsuko shizuka shizuko sumiko
    tamiko tomoko tomomi toshiko yasuko yoko yoshiko yui yuka yukari yukiko yumi yumiko yuna yuriko fen
    huifang jia jiahui jiaying jiayi jing jingyi lan lanying lihua lili ling liling mei mei-ling meili meiling
    na qing rui shu shufen shuying ting tingting xia xiaoli xiaomei xinyi xiu xiulan xiuying xue yan yanling
    yaqi ying yingying yue yulan yun yuqing zhen zhenzhen bo-young bora chae-won da-eun eun-ji eun-jung
    eun-young ga-eun ha-eun ha-neul hae-won hee-jin hye-in hye-jin hye-kyo hyo-jin hyun-jung in-young ji-a
    ji-eun ji-hye ji-min ji-woo ji-won ji-young jin-ah joo-hyun min-ah min-ji min-kyung min-seo mi-rae mi-sook
    na-young sae-ron seo-hyun seo-yeon seo-yun seul-gi so-hee so-yeon soo-ah soo-jin soo-min soo-young su-bin
    sun-hee sung-mi yae-jin ye-jin yoo-jin yoon-ah young-ae young-hee yu-na aarti aditi alka amrita ananya
    anita anjali anju anuradha aparna archana asha bhavna chitra deepa deepika devi divya durga gayatri geeta
    gita hema indira isha jaya jyoti kajal kalpana kamala kanchan kavita kavya lakshmi lalita lata leela madhu
    madhuri malini manisha meena meera mina mira nalini namrata nandini neelam neeta neha nisha nita pallavi
    parvati pooja poonam pragya pratibha preeti priya priyanka purnima radha radhika rani rashmi rekha renu
    ritu riya rupa sadhana sakshi sandhya sangeeta sarita saroj savita seema shabnam shalini shanti sharmila
    sheela shilpa shobha shreya shruti sita smita sneha sonali suchitra sudha sujata suman sumitra sunita
    sushma swati tara trisha uma urmila usha vandana vasudha vidya vimala yamini abebech abena achieng adaeze
    adaobi adwoa afua akinyi akosua ama amahle aminata amoke anyango asantewaa awa ayana ayanda bintou buhle
    busisiwe chiamaka chidinma chinwe chioma dineo ebele efua esi fanta fatou folake fatoumata funmilayo gugu
    hiwot ife ifeoma imani kemi khady lerato lindiwe lulu makena makeda mariama mbali mekdes mumbi naledi
    nandi ngozi njeri nkechi nneka nomsa nomvula nosipho ntombi nyambura nyokabi obiageli oluchi oumou palesa
    penda rokia sade selam sibongile simisola siphokazi tariro temitope thandeka thandi thandiwe tigist tsehay
    wairimu wambui wangari wanjiku yaa yewande zanele zawadi zodwa ayu citra dewi dian fitri indah intan
    kartika lestari ni-luh nur putri ratih ratna rini sari siti sri wati wulan yuli bich chau diep giang hoa
    huong lien linh loan ngoc nhung oanh phuong quynh thao thi thu thuy tram trang tuyet xuan yen anong busaba
    chanida kanya malee nittaya pimchanok ratana siriporn somjai sunisa supatra abeer aliyah amal amira asma
    aya azza bushra dalia dina farah fatima fatma ghada hala hanan hind iman jamila karima khadija lamia
    latifa leila lubna maha manal maram maryam mona nadia najwa nawal nour rania rasha reem rima ruqayya
    safiya salma samar samira sana sawsan shadia shaima suad sumaya thuraya wafa yasmin zahra zaynab zeinab
    aoife astrid bronagh caoimhe dagny eithne fionnuala gudrun guðrún ingeborg katalin leilani ragnhild
    rhiannon saoirse siân sigrid solveig svanhild tove yelena yevgenia"""
)
EITHER = words(
    """akira hikaru kaoru kazumi makoto masumi mitsuki nao rei sora tomo yuki jie jun lin wei wen xiang yi yu
    zhen zhu hyun-ju ji-su jung-min seung-min yong-mi young-min arya kiran harpreet gurpreet jaspreet manpreet
    shashi chidubem ebere ifeanyi onyeka temi tola tumelo thuli ekundayo nyasha tatenda farai amani baraka anh
    minh phuc thanh nguyen selassie tran le ketut nyoman noor nour nima"""
)
