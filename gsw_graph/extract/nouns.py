"""What common nouns name: persons, places, organisations, groups, animals, times."""

from gsw_graph.extract.words import words

MALE_NOUNS = words(
    """man boy gentleman guy lad father dad son brother grandfather grandson uncle nephew husband widower groom
    fiancé boyfriend king prince duke lord emperor monk priest waiter actor policeman fireman businessman
    salesman chairman spokesman fisherman cameraman congressman cowboy stepfather stepson godfather
    bridegroom landlord nobleman postman craftsman sportsman bachelor father-in-law son-in-law
    brother-in-law schoolboy wizard"""
)
FEMALE_NOUNS = words(
    """woman girl lady mother mum mom daughter sister grandmother granddaughter aunt niece wife widow bride
    fiancée girlfriend queen princess duchess empress nun waitress actress policewoman businesswoman
    saleswoman chairwoman spokeswoman congresswoman hostess heiress goddess stepmother stepdaughter
    godmother landlady ballerina mistress mother-in-law daughter-in-law sister-in-law schoolgirl witch
    midwife maid seamstress"""
)
KIN_NOUNS = words(
    """father mother dad mum mom son daughter brother sister grandfather grandmother grandson granddaughter
    uncle aunt nephew niece husband wife widow widower fiancé fiancée boyfriend girlfriend cousin parent
    child spouse sibling partner twin stepfather stepmother stepson stepdaughter godfather godmother
    father-in-law mother-in-law son-in-law daughter-in-law brother-in-law sister-in-law friend neighbour
    neighbor colleague boss rival roommate classmate teammate ally enemy mentor"""
)
PERSON_NOUNS = (
    MALE_NOUNS
    | FEMALE_NOUNS
    | KIN_NOUNS
    | words(
        """person child baby kid teenager adult stranger victim suspect witness detective inspector officer
    sergeant lieutenant captain colonel general major commander soldier guard sailor pilot driver conductor
    cop constable sheriff marshal agent spy thief burglar robber killer murderer criminal prisoner inmate
    hostage kidnapper smuggler fugitive attacker gunman arsonist accomplice lawyer attorney prosecutor judge
    juror magistrate clerk notary plaintiff defendant mayor governor president minister senator deputy
    ambassador diplomat councillor secretary chancellor premier delegate candidate politician activist
    leader chief head director manager boss executive ceo founder co-founder owner chair chairperson
    treasurer trustee supervisor foreman employee worker colleague intern apprentice assistant aide adviser
    advisor consultant analyst accountant banker cashier auditor broker trader merchant shopkeeper vendor
    seller buyer customer client guest host visitor tourist traveller traveler passenger pedestrian
    neighbour neighbor resident tenant citizen immigrant refugee villager farmer gardener shepherd hunter
    miner baker butcher cook chef brewer barista bartender tailor carpenter plumber electrician mechanic
    engineer technician programmer developer designer architect builder mason surveyor scientist researcher
    physicist chemist biologist botanist zoologist geologist astronomer mathematician historian
    archaeologist archivist curator librarian professor lecturer teacher tutor instructor coach trainer
    student pupil scholar graduate doctor physician surgeon nurse paramedic medic dentist pharmacist
    therapist psychologist psychiatrist veterinarian patient survivor artist painter sculptor photographer
    musician composer singer pianist violinist cellist guitarist drummer dancer choreographer actor
    performer comedian magician poet writer author novelist playwright journalist reporter editor publisher
    critic translator interpreter presenter host moderator announcer narrator producer filmmaker
    cinematographer athlete player runner swimmer cyclist climber boxer wrestler goalkeeper striker referee
    umpire champion winner loser finalist contestant participant competitor opponent rival volunteer member
    organiser organizer coordinator speaker spokesperson panelist attendee spectator fan supporter follower
    believer bishop pastor imam rabbi pilgrim saint hermit king queen prince heir knight servant butler
    housekeeper caretaker janitor porter courier messenger postmaster hero villain genius expert specialist
    master mentor novice beginner veteran rookie amateur professional inventor explorer adventurer pioneer
    entrepreneur investor donor sponsor patron collector dealer auctioneer locksmith watchmaker jeweller
    jeweler goldsmith blacksmith potter weaver keeper ranger lifeguard firefighter operator navigator
    helmsman boatswain mate steward stewardess commissioner superintendent coroner investigator informant
    informer whistleblower hacker blogger influencer model stylist makeup-artist barber hairdresser
    receptionist bookkeeper orphan twin survivor castaway deserter rebel traitor hitchhiker beekeeper
    ferryman lighthouse-keeper stationmaster harbourmaster harbormaster headmaster headmistress principal
    dean rector provost fellow caller astronaut cosmonaut creditor debtor shareholder stakeholder tester
    reviewer foreigner lodger employer successor predecessor newcomer bystander intruder trespasser impostor
    widower commuter motorist biker skater surfer diver skier hiker camper mountaineer facilitator
    demonstrator protester marcher complainant applicant claimant beneficiary recipient laureate nominee
    appointee contractor subcontractor squatter auditor drover trapper peasant noble courtier jester warrior
    archer mercenary assassin outlaw bandit pirate friar abbot deacon organist soloist maestro
    epidemiologist cardiologist retailer insurer regulator examiner watchman night-watchman vice-chair
    vice-president sub-editor hostage-taker technician gravedigger gamekeeper treasurer percussionist
    trumpeter harpist oboist rower sprinter thatcher roofer welder glazier plasterer stoker signalman
    brakeman pointsman deckhand purser skipper bosun midshipman admiral quartermaster corporal cadet recruit
    conscript sniper gunner sapper scout medium healer shaman druid herbalist alchemist sorcerer mage"""
    )
)
PLACE_NOUNS = words(
    """park museum bridge building tower hall library church cathedral chapel temple mosque synagogue monastery
    abbey castle palace fort fortress prison jail hospital clinic school university college campus station
    airport harbour harbor port pier dock wharf quay market square plaza street avenue road lane boulevard
    highway alley garden gardens arboretum zoo aquarium theatre theater opera cinema stadium arena court
    courthouse course field fields beach bay island isle peninsula coast shore cape cliff river lake sea
    ocean creek pond canal waterfall mountain mount hill hills valley canyon desert forest woods jungle
    meadow village town city district county province state region country quarter neighbourhood
    neighborhood suburb borough centre center gallery hotel inn motel hostel restaurant café cafe bar pub
    tavern bakery shop store mall warehouse factory mill plant workshop studio laboratory lab office
    headquarters embassy bank house home cottage cabin villa mansion manor apartment flat farm barn stable
    ranch vineyard orchard greenhouse cellar basement attic kitchen bedroom bathroom corridor hallway lobby
    foyer lounge room ballroom dining-room courtyard balcony terrace roof rooftop stairs staircase tunnel
    cave mine quarry lighthouse observatory cemetery graveyard crypt camp tent playground pool gym
    auditorium amphitheater amphitheatre stage backstage runway platform terminal garage archive vault depot
    yard shipyard boathouse marina walkway promenade boardwalk memorial monument statue line garden-centre
    greenhouse wing ward room shed hut shelter inlet fjord glacier summit ridge pass reservoir dam swamp
    marsh moor heath pharmacy floor block infirmary landing doorway alleyway table desk bridge riverbank
    border frontier seashore parliament pavilion conservatory planetarium square crossroads roundabout
    clubhouse club"""
)
PLACE_PARTS = words(
    """ground confine boundary row green outskirt rooftop perimeter threshold unit middle heart edge end top
    bottom front back side entrance entry exit gate gates door doors step steps floor deck wall walls window
    windows shadow shadows outskirts depth depths arch arches grounds interior section level base foot spire
    spires audience crowd booth booths greens rows confines boundaries corner enormity"""
)
"""Nouns that, with "of", say that something is a place."""
PLACE_NAME_NOUNS = PLACE_NOUNS | words(
    """point heights view green cross row lane wharf landing falls springs grove gardens acres rise head rock
    pools weir parade mews gate end hollow dale glen vale"""
)
"""Place nouns inside names, where more words are."""
ORGANISATION_NOUNS = words(
    """company corporation firm agency committee council board bank police ministry department government
    parliament senate congress party union association society foundation institute institution organisation
    organization university college academy newspaper magazine press publisher orchestra band team club
    league federation army navy brigade regiment force court tribunal commission bureau authority trust
    charity startup brewery airline hospital museum gallery theatre theater studio network times herald
    gazette tribune group ensemble choir crew squad gang cartel church cooperative co-operative consortium
    inc ltd llc corp gmbh plc fc laboratories industries holdings partners records airlines railways motors
    systems technologies"""
)
GROUP_NOUNS = words(
    """people men women children crowd crew team family audience group gang jury staff police public couple
    participants guests visitors band parents"""
)
ANIMAL_NOUNS = words(
    """dog cat horse cow sheep goat pig bird parrot owl eagle hawk crow raven pigeon duck goose chicken hen
    rooster fox wolf bear lion tiger elephant monkey donkey mule camel rabbit hare mouse rat snake lizard
    turtle tortoise fish shark whale dolphin seal bee spider kitten puppy foal pony hound terrier"""
)
TIME_NOUNS = words(
    """second minute hour day night morning afternoon evening noon midnight dawn dusk week weekend month year
    decade century season spring summer autumn fall winter time moment today tomorrow yesterday tonight
    while past future monday tuesday wednesday thursday friday saturday sunday january february march april
    may june july august september october november december christmas easter"""
)
ABSTRACT_NOUNS = words(
    """way thing idea thought sense feeling fear hope love hate anger joy sorrow silence noise sound voice
    smell scent light darkness shadow air weight tension atmosphere energy pulse heart breath mind memory
    memories moment fact truth question answer word words reason case part side point end beginning chance
    need kind sort lot bit matter number amount rest presence absence sight look smile glance gaze eye eyes
    hand hands face head finger fingers foot feet arm arms leg legs shoulder shoulders body hair lip lips
    mouth skin chest stomach tear tears step steps attention anticipation excitement adrenaline nothing
    something everything anything none life death world wind sun moon rain sky applause laughter whisper
    murmur echo hum it this that there what which who realization determination suspicion doubt guilt pride
    courage patience confidence success failure grace beauty power expression frown nod sigh sweat blood
    attempt effort role job work place"""
)
MASS_NOUNS = words(
    """water ice snow rain hail fog mist smoke steam dust sand mud soil earth clay stone wood timber metal iron steel
    copper silver gold lead tin glass concrete cement plastic rubber leather cotton wool silk linen paper oil petrol
    gas fuel coal salt sugar flour bread butter cheese milk tea coffee wine beer food meat fish rice fruit grass moss
    ivy blood sweat fire heat cold warmth weather thunder frost sunlight daylight moonlight sunshine wind electricity
    traffic transport trade commerce business industry money cash credit debt rent tax interest demand supply growth
    inflation progress research science nature history tradition legend rumour rumor gossip news information data
    software hardware evidence proof advice help support work labour labor music art poetry prose drama opera ballet
    dance theatre cinema literature philosophy mathematics medicine law justice crime violence war peace freedom faith
    religion prayer school church court prison hospital college university town home bed breakfast lunch dinner supper
    admission entry access membership parking luggage baggage furniture clothing equipment machinery mail post email
    correspondence staff management health disease cancer pain hunger sleep rest luck fate destiny chaos panic order
    everybody everyone nobody man mankind humanity society culture language grammar english time space matter production
    page figure table chapter section clause article paragraph appendix part step item note line column row version
    sunset sunrise sunday noise loyalty dew pollen seaweed wheat barley corn maize hay straw garlic pepper cider
    alcohol tobacco chocolate soap ink paint wax tar asphalt gravel marble granite"""
)
"""Nouns that stand without an article though they name nothing."""
_ABSTRACT_ENDINGS = (
    "ness",
    "tion",
    "sion",
    "ity",
    "ism",
    "ance",
    "ence",
    "ship",
    "hood",
    "ment",
    "dom",
)
_CONCRETE = words(
    """painting drawing building document instrument monument statement position station invention collection
    petition edition ring string king wing pudding clothing lightning ship airship ceiling starship apartment
    shipment equipment ornament medicament carving etching engraving earring fence ambulance evidence city
    university constitution injection ammunition potion portion"""
)
_PERSON_ENDINGS = ("ologist", "ician", "woman", "maker", "keeper", "smith", "master", "monger", "wright")


def is_person_noun(lemma: str) -> bool:
    """Say whether a common noun names a person."""
    return lemma in PERSON_NOUNS or (len(lemma) > 7 and lemma.endswith(_PERSON_ENDINGS))


def is_abstract(lemma: str) -> bool:
    """Say whether a noun names nothing that could act or be acted upon as a thing."""
    if lemma in ABSTRACT_NOUNS or lemma in TIME_NOUNS:
        return True
    return len(lemma) > 6 and lemma.endswith(_ABSTRACT_ENDINGS) and lemma not in _CONCRETE
