"""Words by which one asks, as against words of what is asked about: in English."""

import re
from typing import Literal

from gsw_graph.extract.words import phrases, words

Want = Literal["actor", "place", "date", "event", "identity", "yes_no", "reason", "manner"]

WANTED: dict[Want, frozenset[str]] = {
    "actor": words(
        """person people protagonist character individual participant actor name figure man woman human
        others everybody everyone anybody anyone somebody someone attendee guest visitor cast hero heroine folk folks
        roster line-up lineup attendance star lead face companion principal whoever"""
    ),
    "place": words(
        """place location venue site spot setting whereabouts locale address destination backdrop ground grounds stop
        itinerary premises area movements"""
    ),
    "date": words("date day time year month moment week timing calendar when-abouts"),
    "event": words(
        """event activity action thing happening occasion deed experience occurrence incident goings-on doings affair
        gathering undertaking episode proceeding proceedings business programme stuff"""
    ),
    "identity": words("role state job post rank position title occupation condition profession"),
}
"""Nouns for what is asked for."""
REQUESTS = words(
    """list provide give name enumerate tell identify state mention show report specify return say know need want
    like wish help compile trace track outline summarise summarize recall remember consider think reflect
    recount detail collect gather check look remind ask wonder describe make draw write map note let see find
    explain suppose retrace imagine picture focus include answer please kindly fetch output supply furnish
    recite certify cite indicate arrange fill filter query search account retrieve pull dig hand get bring set
    look up"""
)
"""Verbs by which one asks somebody to answer."""
MAIN = words("protagonist hero heroine lead star")
"""Nouns for the main person of a passage."""
ASKING = words("know need want like wish ask wonder require seek look tell say learn hope")
"""Verbs that say that somebody asks."""
AT_HEART = phrases(
    """at the heart of | at the centre of | at the center of | the focus of | the focal | the leading part
    | the principal one | starring part | starring role | biggest part | biggest role | principally concerned
    | primarily follow | primarily follows | lead figure | lead character | lead person | centre of attention
    | center of attention | revolve around | revolves around | starred | principal role | leading role
    | lead role | main role | principal actor | all about"""
)
"""Other words for it."""
LEADING = words("main principal central leading key major primary chief foremost")
"""Adjectives that, with a noun for a person, say the same."""
META_VERBS = words(
    """be do have happen occur involve mention describe relate attend visit appear gather participate stay frequent
    star linger boast belong unfold transpire feature figure exist turn crop spend experience undergo observe
    spot sight record document witness"""
)
"""Verbs by which a question names no event of its own, only that somebody was there."""
MOVING = words("go come travel return head drop")
"""Verbs that say with a place only that somebody was there then."""
SOFT_VERBS = MOVING | words(
    """arrive join reach enter meet act perform host hold stage organise organize run put show exhibit present
    start begin open take set locate situate celebrate throw arrange"""
)
"""Verbs that may say no more than that something was on, or that somebody was there, if nothing better is told."""
GIVING = words("give hand offer award send show tell pay lend grant bring teach promise ask serve owe deny")
"""Verbs whose subject in the passive may be who gets something."""
BECOMING = words("be become remain")
"""Verbs that say what somebody is."""
REPORTING = words(
    """give list mention record report name state show depict describe present narrate link associate connect class
    count date set place situate locate feature tell say quote cite note"""
)
"""Verbs that say in the passive, or of a book or a reader, only that something is in the text."""
TELLERS = words(
    "book text story narrative chapter novel reader narrator author document source answer catalogue we one you i"
)
"""Who does so."""
PRESENCE = phrases(
    """take part | take place | play part | play role | make appearance | set foot | cross path | hang out | pop up
    | pop in | roll in | roll up | drop by | drop in | stop by | swing by | turn up | show up | crop up | come by
    | get under | get going | kick off | come off | go down | go on | be on | take shape"""
)
"""Verbs with a particle or a noun that say so as well."""
SIGHTINGS = words("see observe find notice hear spot sight witness record document")
"""Verbs that do so in the passive: who "was seen" somewhere was there."""
GENERIC = words(
    """account action active activity actor address addresses affair affairs all answer any anybody anyone anything
    appearance around ascending attendance attendee attention author backdrop be beginning bottom call capacity
    case cast categories category center central centre certain chapter character chronological chronology
    classed closing come complete comprehensive concern concerned connection consider context course csv date
    day describe description descriptions detail details different distinct do document doings earliest else end
    entire entries episode episodes even event ever everybody everyone everything exact experience fact figure
    final find first focus folk folks full gathering gatherings give go going goings-on happen happening
    happenings have heading headings history idea identity include individual information interest involve
    involved itinerary job just kind kindly know last latest lead leading line-up lineup list locale locales
    location lot main man matches memory men mention moment month most name names narrative narrator nature
    necessary need newest no not nothing nuisance number observe occasion occupation occur occurrence oldest one
    ones only order other overview own page part participant passage passages people person pertinent place
    please plot pls plz point position post presence present principal proceedings profession protagonist
    provide purpose question rank reader recall recent reference reflect regard relate relevant rest role roster
    scene schedule search see sense separate sequence set setting sighting site somebody someone something sort
    specific spot start state stay stomping story stuff subject such summary take tell text thing think time
    timeline timing together top topic trace trip trouble type undertaking undertakings unique use value variety
    various venue visit visits volume way when-abouts whereabouts whole whose woman women year yes"""
)
"""Words by which one talks about a memory and not about what is in it."""
THINGS = words(
    """key book map hand heart ground stage diary record star face foot path
    guest companion member business title column stop programme calendar entry"""
)
"""Words of which the same is true unless something is said or asked of them: "where is the key"."""
OCCASIONS = words(
    """festival show hackathon workshop concert exhibition party performance night class course lesson tournament
    match game race contest competition fair market auction ceremony wedding funeral trial hearing meeting conference
    convention session event gala dinner supper lunch banquet reception rally march parade procession demonstration
    protest tour walk hike run ride swim dance ball recital play opera screening premiere launch opening reading
    lecture talk seminar webinar training drill rehearsal practice election raid robbery burglary heist fire
    explosion accident crash attack battle siege expedition voyage journey trip cruise visit sale drive fundraiser
    celebration anniversary birthday christening baptism mass service picnic barbecue camp retreat slam circle jam
    challenge quiz bootcamp marathon regatta derby championship reenactment re-enactment tasting networking open-mic
    karaoke carnival fete fête bazaar exhibit signing interview inspection audit inquiry inquest operation surgery
    examination exam test experiment trial flight launch landing strike riot storm flood earthquake eclipse"""
)
"""Nouns for what takes place."""
EVERYDAY = words(
    """night practice session drive run walk talk service mass sale trial test ride swim dance ball play opening
    reading sign visit trip journey flight strike riot storm camp circle jam challenge attack raid fire crash class
    course lesson show event match game race market landing launch exam dinner supper lunch meeting interview tour"""
)
"""Those of them that say something only with another noun before them: "a quiz night"."""
REFERENCE_KINDS = (
    "wedding",
    "funeral",
    "court trial",
    "football match",
    "board meeting",
    "press conference",
    "election rally",
    "fire drill",
    "burglary",
    "house party",
    "job interview",
    "birthday party",
    "medical examination",
    "school exam",
    "religious service",
    "road accident",
    "police raid",
    "charity run",
    "training course",
    "guided tour",
    "street market",
    "theatre rehearsal",
    "science lecture",
    "dance evening",
    "art opening",
    "film screening",
    "protest march",
    "award ceremony",
    "family reunion",
    "hiking trip",
)
"""Kinds of event of many sorts, whose middle is what all of them have in common."""


def is_occasion(word: str) -> bool:
    """Say whether a word is one for what takes place, in the singular or plural.

    Args:
        word: A word; a capitalised month is none ("March").
    """
    folded = word.casefold()
    if word == "March":
        return False
    return folded in OCCASIONS or folded.removesuffix("s") in OCCASIONS or folded.endswith(("athon", "athons"))


def names_occasion(phrase: str) -> bool:
    """Say whether a phrase's last word is one for what takes place: "the photography show", "a spring regatta".

    Args:
        phrase: A noun phrase.
    """
    last = re.findall(r"[\w-]+", phrase)[-1:]
    return any(is_occasion(word) or word.casefold() in {"event", "events"} for word in last)
