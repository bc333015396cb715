"""Verbs that mean the same act: "who handed over the key" finds "gave the key"; in English.

Two verbs stand in one group only if in a sentence one can stand for the other with everybody in the same slot: "buy"
and "purchase", not "buy" and "sell". A verb of several senses is in several groups, and groups are not joined over it.
A member is a verb ("give"), or a set phrase that begins with its verb ("hand over", "take into custody").
"""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from gsw_graph.extract.words import phrases, words

_ACTS = """
give | hand | hand over ; hand over | turn over ; give back | hand back ; buy | purchase | acquire ;
auction | auction off ; steal | filch | pilfer | purloin | make off with ;
burgle | burglarize | burglarise | break into ; loot | plunder | pillage ; embezzle | misappropriate ;
swindle | defraud ; lend | loan ; own | possess ; obtain | procure | get hold of ; collect | pick up ;
deliver | drop off ; send | dispatch | despatch ; mail | post ; repay | pay back ; bribe | buy off ;
throw away | throw out | discard | get rid of | dispose of ; keep | retain ;
choose | select | pick | pick out | opt for ; lose | mislay | misplace ; swap | exchange ; squander | fritter away ;
distribute | hand out | give out ; share out | divide up ; fund | finance | bankroll ; bet | wager ;
omit | leave out ; find | discover | come across | come upon | stumble upon | stumble on | stumble across ;
find | locate | track down | trace ; discover | find out | learn of ; hide | conceal ; bury | inter | lay to rest ;
unearth | dig up ; exhume | disinter | dig up ; search | scour | comb ; look for | search for | hunt for | seek ;
investigate | look into | probe ; examine | inspect | look over ; confirm | verify ; remove | take away ;
kill | murder | slay | do away with ; murder | assassinate ; execute | put to death ; gun down | shoot dead ;
shoot at | fire at | fire on | open fire on ; strangle | throttle ; suffocate | smother ; stab | knife ;
behead | decapitate ; die | pass away | perish | lose life | lose lives ; injure | wound | hurt ;
commit suicide | take own life | kill himself | kill herself | kill themselves ; attack | assault | set upon ;
ambush | waylay ; beat up | rough up ; defeat | beat | vanquish ; hit | strike ; slap | smack ; slaughter | butcher ;
collide with | crash into | smash into | plough into | plow into ; kidnap | abduct ; threaten | menace ;
harass | pester ; bully | pick on ; mock | ridicule | make fun of | poke fun at ; hold back | restrain ;
scold | tell off | rebuke | reprimand | berate ; destroy | wreck ; break | smash | shatter ; tear | rip ;
tear up | rip up ; demolish | knock down | pull down | tear down | raze ; burn down | burn to ground ;
torch | set fire to | set on fire | set alight | set ablaze ; extinguish | put out | blow out | snuff out ;
light | kindle ; explode | go off | detonate ; bombard | shell ; besiege | lay siege to ; conquer | subdue ;
surrender | capitulate ; retreat | withdraw | fall back | pull back ; overthrow | topple | depose | oust ;
rebel | revolt | rise up ; go on strike | down tools ; govern | rule ; arrest | apprehend | take into custody | nab ;
detain | take into custody ; capture | catch ; confiscate | seize | impound ; grab | snatch | seize ;
jail | imprison | incarcerate | lock up | put behind bars ; release | free | set free | let go ; 
sue | take to court ; prosecute | put on trial ; convict | find guilty ; acquit | find not guilty ;
testify | give evidence | bear witness ; confess | own up | come clean ; forgive | pardon ; escape | get away ;
escape from | break out of ; flee | run away | run off | take flight ; chase | pursue | run after ;
tail | shadow | follow ; spy on | snoop on ; eavesdrop on | listen in on ; guard | watch over ;
interrogate | question ; forge | counterfeit | fake ; ban | prohibit | forbid | outlaw ; allow | permit ;
repeal | revoke | rescind ; violate | infringe | contravene | flout ; obey | comply with ; disobey | defy ;
commit | perpetrate ; banish | exile ; deport | expel ; expel | throw out | kick out | chuck out ; evict | throw out ;
cover up | hush up ; resign | quit | step down | stand down | hand in notice ; dismiss | fire | sack ;
lay off | make redundant ; hire | employ | take on | recruit ; appoint | designate ;
succeed | replace | take over from ; take over | take charge of | take control of ; lead | head | head up ;
found | set up | establish ; elect | vote in ; organise | organize | arrange ; cancel | call off | scrap ;
postpone | put off | defer | push back ; begin | start | commence ; finish | complete ; end | finish | come to end ;
stop | cease | halt ; continue | carry on ; attempt | try ; participate | take part ; carry out | conduct ;
go bankrupt | go bust ; happen | occur | take place | come about ; fix | repair | mend ;
renovate | refurbish | do up ; rebuild | reconstruct ; build | construct | erect | put up ;
invent | devise | come up with ; make up | fabricate | concoct ; dismantle | take apart ; decorate | adorn ;
tie up | bind ; attach | fasten ; shut | close ; shut down | close down ; turn on | switch on ;
turn off | switch off ; prepare | get ready ; merge | amalgamate ; connect | link ; mix | blend ;
change | alter | modify ; enlarge | expand ; reduce | lower ; worsen | deteriorate | get worse ; cause | bring about ;
use | utilise | utilize | make use of ; need | require ; copy | duplicate ; erase | delete | rub out ;
refuse | reject | decline | turn down ; agree | consent | assent ; demand | call for ; retract | take back ;
tidy | tidy up | clean up | clear up ; eat | consume | devour | eat up ; devour | gobble up | wolf down ;
don | put on ; remove | take off ; dress | get dressed ; wake | wake up | awake | awaken | waken ;
fall asleep | doze off | nod off ; stand up | get to feet | rise to feet ; sit down | take seat ; kneel | kneel down ;
stoop | bend down ; crouch | squat ; faint | pass out | black out | lose consciousness ;
recover | get better | get well ; fall ill | fall sick ; contract | come down with ; cure | heal ;
look after | care for | take care of | tend ; vaccinate | inoculate ; bring up | rear ;
christen | baptise | baptize ; marry | wed | get married | tie knot ; divorce | get divorced ;
break up with | split up with | split with ; hug | embrace ; stroke | caress ; hate | detest | loathe | abhor ;
admire | look up to ; despise | scorn | look down on ; fear | dread ; enjoy | relish | take pleasure in ;
tolerate | endure | put up with ; disappoint | let down ; praise | commend ; denounce | condemn ;
apologise | apologize | say sorry ; blame | hold responsible ; persuade | convince | talk into ;
dissuade | talk out of ; force | compel | coerce ; order | command ; ask | inquire | enquire ; ask for | request ;
beg | implore | beseech | entreat ; greet | welcome ; answer | reply | respond ; announce | declare | proclaim ;
inform | notify | tell | let know ; mention | refer to ; reveal | disclose | divulge | let slip ; claim | allege ;
admit | acknowledge | concede ; promise | vow | pledge ; complain | grumble ; shout | yell ; scream | shriek ;
mutter | mumble ; talk | speak ; talk to | speak to ; talk with | speak with ; discuss | talk about | talk over ;
argue with | quarrel with ; quarrel | squabble | bicker | fall out ; fight | brawl | scuffle ; bargain | haggle ;
deceive | fool | trick | dupe ; betray | double-cross ; fib | tell lie ; weep | sob | shed tears ; conspire | plot ;
decide | make decision | take decision | reach decision | make up mind ; remember | recall | recollect ;
understand | comprehend | grasp ; notice | spot | catch sight of ; watch | observe ; stare at | gaze at ;
write | pen ; write down | jot down | note down ;  publish | bring out ;
calculate | work out | compute ; photograph | take photo of | take photograph of | take picture of ;
solve | crack | work out ; train | coach ; enrol | enroll | sign up ; enlist | join up ;
rehearse | practise | practice ; applaud | clap ; boo | jeer ; give speech | make speech | deliver speech ;
give lecture | deliver lecture ; give talk | deliver talk ; throw party | give party | hold party ;
display | exhibit | put on display | put on show ; broadcast | air ;
call | call up | phone | phone up | ring | ring up | telephone ; hang up | ring off ; email | e-mail ;
visit | call on | drop in on | pay visit to ; arrive | turn up | show up ; reach | arrive at | arrive in ;
depart | set off | set out ; leave for | depart for | set off for | set out for ; enter | go into | walk into ;
exit | leave | walk out of ; return | come back | go back ; travel | journey ; stroll | saunter | amble ;
hurry | rush ; climb | scale ; jump | leap ; trip over | stumble over ; land | touch down ; take off | lift off ;
board | get on | get onto | climb aboard ; get off | alight from ; get lost | lose way ;
disappear | vanish | go missing ; run into | bump into | encounter | come across ; assemble | congregate | gather ;
accompany | escort ; wait for | await ; drag | haul ; pull | tug ; push | shove ; throw | hurl | fling | toss ;
drop | let fall ; put | place ; put down | set down | lay down ; fell | cut down | chop down ; stash | stow ;
help | assist | aid | lend hand ;  support | back ; tremble | shiver | quiver ;
blush | redden | turn red | go red ; sweat | perspire ; rot | decay | decompose ; recognise | recognize ;
realise | realize ; criticise | criticize ; summarise | summarize ; hypnotise | hypnotize ; terrorise | terrorize ;
vandalise | vandalize ; sympathise | sympathize ; hospitalise | hospitalize
"""
"""The groups, parted by semicolons."""
_PARTED = """
give up in out away off over | hand down in out round | take up in out off over on down | make up out over off |
put up out off on down away back in over aside across | break down up out off in away through |
call off out in back by | ring off out back | get up in out off on away | throw up out away in off | pick up off on |
tell off on apart | shut down up off in out | close down in off up | finish off up with | end up |
stop by over off up | hit on back out | strike down off out up | beat up down off back | kill off | shoot up |
catch up on out | talk back down | speak up out | answer back | ask out after | carry out off over through |
pull up over out off down in through back | push off over | drop out off in by | leave out off behind |
write down off up | draw up out back on | rear up | back down out up off away | fight back off |
send off for in down | head for off out up back towards to | lead to on up | fire up off | die out down off |
eat out into | show off around round | light up | rule out | fix up on | dress up | charge up |
order around | follow up through | crack down up | try out | hire out | chase up away off down |
save up | free up | use up | enter into | reach out | scale back down up | climb down | change into over | mix up |
buy into out | search out | watch out | own up | keep up on out off away from | tear up down apart off away |
rip up off | smash up | drag on out | shove off | shell out | train up | board up | land up | lose out | deliver up |
start over
"""
"""Verbs with the particles, besides those of the set phrases, that make another verb of them ("give up")."""
_SURE = words("up out off down away back aside apart")
"""Particles that hardly ever open the place or date of a question's own, as "on Monday" and "over the bridge" do."""
_PARTICLES = _SURE | words("over in on through along round around by behind across under")
"""Words that may stand behind the object as well as before it: "put the fire out"."""
_VERB_PREPOSITIONS = words("for into at to upon after with from of about against onto aboard towards")
"""Words that stand right behind their verb."""
_ADJECTIVES = words(
    """guilty dead free alight ablaze ill sick better well worse married divorced dressed red clean missing bankrupt
    bust redundant responsible sorry lost go know fall slip"""
)
"""Words that, with a verb, are hardly ever there without making a set phrase of it."""
_PRONOUNS = words("him her it them me us you himself herself itself themselves")
_AFTER_PARTICLE = words(
    """to for at in on by from with before after as because and or when while into under until till during near behind
    since upon inside outside without yesterday today tonight again once then there here"""
)
"""Words before which a particle behind an object is one, and no preposition ("took the box over the bridge")."""
_DATE_WORD = re.compile(
    r"\d|(mon|tues|wednes|thurs|fri|satur|sun)day|(january|february|march|april|may|june|july|august|september|october"
    r"|november|december|spring|summer|autumn|winter)$"
)
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_FAR, _NEAR = 9, 3
"""Within how many words a set phrase goes on: behind its verb, where the object may stand, and further on."""

GROUPS = tuple(
    dict.fromkeys(tuple(sorted(phrases(group))) for group in " ".join(_ACTS.split()).replace(";", "\n").split("\n"))
)
"""The groups, each with its members in the order of the alphabet."""
_GROUPS_OF: dict[str, list[tuple[str, ...]]] = defaultdict(list)
for _group in GROUPS:
    for _member in _group:
        _GROUPS_OF[_member].append(_group)
_SETS_OF: dict[str, list[str]] = defaultdict(list)
"""The set phrases that begin with a verb."""
for _member in sorted(_GROUPS_OF):
    if " " in _member:
        _SETS_OF[_member.split()[0]].append(_member)
_OTHERS: dict[str, set[str]] = defaultdict(set)
"""The words right behind a verb that make another one of it."""
for _entry in sorted(phrases(" ".join(_PARTED.split()))):
    _OTHERS[_entry.split()[0]].update(_entry.split()[1:])
for _verb, _sets in _SETS_OF.items():
    _OTHERS[_verb].update(one.split()[1] for one in _sets if len(one.split()) == 2)
    _OTHERS[_verb] &= _PARTICLES | _VERB_PREPOSITIONS


def same_act(lemma: str, rest: Collection[str]) -> tuple[str, ...]:
    """Return the verbs and set phrases that may stand for a verb, itself first.

    Where the words said with it make another act of it for sure, the first is all of that: "call off" for "call" and
    "off", "find guilty" for "find" and "guilty". A noun, and "on" or "over", may also be of something else; so the verb
    alone is then among them as well.

    Args:
        lemma: The verb.
        rest: Words said with it, in any order: its particles and prepositions, its nouns and adjectives.
    """
    verb, *more = lemma.casefold().split() or [""]
    said = {_singular(word.casefold()) for word in (*more, *rest)}
    sets = [one for one in _SETS_OF.get(verb, ()) if {_singular(word) for word in one.split()[1:]} <= said]
    sets = [one for one in sets if not any(set(one.split()) < set(other.split()) for other in sets)]
    parting = sorted(said & _SURE & (_OTHERS.get(verb, set()) - _harmless(verb)))
    apart = [one for one in sets if _is_apart(one)]
    if more:
        own = [" ".join((verb, *more)), *sets]
    elif apart:
        own = [*apart, *(one for one in sets if one not in apart)]
    elif parting:
        own = [f"{verb} {particle}" for particle in parting] + sets
    else:
        own = [verb, *sets, *(f"{verb} {particle}" for particle in sorted(said & _SURE))]
    others = [member for one in own for group in _GROUPS_OF.get(one, ()) for member in group]
    return tuple(dict.fromkeys([*own, *others]))


def said_by(phrase: str, lemma: str, member: str) -> bool:
    """Say whether an event is one of the acts that `same_act` returns.

    Args:
        phrase: The event in words, its verb first ("take him into custody", "be taken into custody").
        lemma: Its verb, with a particle if it was read as part of it ("take", "hand over").
        member: The verb or set phrase.
    """
    head, *read = lemma.casefold().split() or [""]
    verb, *wanted = member.casefold().split() or [""]
    if head != verb:
        return False
    said = _WORD.findall(phrase.casefold())
    said = said[2:] if said[:1] == ["be"] and verb != "be" else said[1:]
    if not wanted:
        harmless = _harmless(verb)
        others = [one.split()[1:] for one in _SETS_OF.get(verb, ()) if _is_apart(one)]
        return (
            all(word in harmless for word in read)
            and not any(_belongs(word, said) for word in _OTHERS.get(verb, set()) - harmless)
            and not any(_in_order(said, other, _FAR) for other in others if not _stands_alone(other))
        )
    if wanted == read:
        return True
    if _stands_alone(wanted):
        return not read and _belongs(wanted[0], said)
    if read and read[0] != wanted[0]:
        return False
    return _in_order([*read, *said] if read and read[0] not in said else said, wanted, _FAR)


def _harmless(verb: str) -> set[str]:
    """Return the particles that leave a verb the act it is ("ring up")."""
    return {
        member.split()[1]
        for group in _GROUPS_OF.get(verb, ())
        for member in group
        if member.startswith(f"{verb} ") and len(member.split()) == 2
    }


def _stands_alone(further: Sequence[str]) -> bool:
    """Say whether all that makes a set phrase of a verb is a particle or preposition."""
    return len(further) == 1 and further[0] in _PARTICLES | _VERB_PREPOSITIONS


def _is_apart(member: str) -> bool:
    """Say whether a set phrase is another act than its verb alone, and its words hardly stand together otherwise."""
    verb, *further = member.split()
    surely = len(further) > 1 or further[0] in _SURE | _ADJECTIVES
    return surely and not any(verb in group for group in _GROUPS_OF[member])


def _belongs(word: str, said: Sequence[str]) -> bool:
    """Say whether a particle or preposition belongs to the verb that some words follow."""
    if len(said) > 1 and said[0].endswith("ly") and said[1] == word:
        said = said[1:]
    following = dict(enumerate(said[1:]))
    if said[:1] == [word]:
        return not (word in {"in", "on", "by", "at"} and 0 in following and _DATE_WORD.match(following[0]))
    if word not in _PARTICLES:
        return False
    if said[1:2] == [word] and said[0] in _PRONOUNS and word in _SURE:
        return True
    ends = [at for at, one in enumerate(said[:_FAR]) if one == word]
    return any(_ends_phrase(following.get(at, "")) for at in ends)


def _ends_phrase(word: str) -> bool:
    """Say whether what stands before a word may be a particle behind the object; "" is the end of the phrase."""
    return not word or word in _AFTER_PARTICLE or word.endswith("ly")


def _in_order(said: Sequence[str], wanted: Sequence[str], reach: int) -> bool:
    """Say whether some words hold others in order, the first of them within reach and none denied in between."""
    if not wanted:
        return True
    for at, word in enumerate(said[:reach]):
        if _singular(word) == _singular(wanted[0]) and _in_order(said[at + 1 :], wanted[1:], _NEAR):
            return True
        if word == "not":
            return False
    return False


def _singular(word: str) -> str:
    """Return a noun without the "s" of its plural; both sides of a comparison are so cut."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
