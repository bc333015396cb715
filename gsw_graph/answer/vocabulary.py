"""Words by which one asks, as against words of what is asked about: in English."""

from typing import Literal

from gsw_graph.extract.words import phrases, words

Want = Literal["actor", "place", "date", "event", "identity", "yes_no", "reason"]

WANTED: dict[Want, frozenset[str]] = {
    "actor": words(
        """person people protagonist character individual participant actor name figure man woman human
        others everybody everyone anybody anyone somebody someone attendee guest visitor cast hero heroine folk folks
        roster line-up lineup attendance star lead face companion principal whoever"""
    ),
    "place": words(
        """place location venue site spot setting whereabouts locale address destination backdrop ground grounds stop
        itinerary"""
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
    like wish help compile trace track outline summarise summarize recall remember consider think reflect recount
    detail collect gather check look remind ask wonder describe make draw write map note let see find explain
    imagine picture focus include answer please kindly fetch retrieve pull dig hand get bring set look up"""
)
"""Verbs by which one asks somebody to answer."""
MAIN = words("protagonist hero heroine lead star")
"""Nouns for the main person of a passage."""
ASKING = words("know need want like wish ask wonder require seek look tell say learn hope")
"""Verbs that say that somebody asks."""
AT_HEART = phrases(
    """at the heart of | centre of attention | center of attention | revolve around | revolves around | starred
    | principal role | leading role | lead role | main role | principal actor | all about"""
)
"""Other words for it."""
LEADING = words("main principal central leading key major primary chief foremost")
"""Adjectives that, with a noun for a person, say the same."""
META_VERBS = words(
    """be do have happen occur involve mention describe relate attend visit appear gather participate stay
    unfold transpire feature figure exist turn crop spend experience undergo observe spot sight record
    document witness"""
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
PRESENT_PARTS = words("part place")
"""What is taken by who is there, and by what happens."""
SIGHTINGS = words("see observe find notice hear spot sight witness record document")
"""Verbs that do so in the passive: who "was seen" somewhere was there."""
GENERIC = words(
    """event thing something anything nothing date day time place location venue site spot person people character
    protagonist individual participant figure list story text document chapter book narrative plot moment occasion
    detail account description order timeline chronology chronological sequence information memory happen occur take
    involve relate mention describe provide consider recall think reflect tell give be have do include concern regard
    experience know find see observe visit last first latest earliest newest oldest recent most final part role state
    else other one ones all any unique distinct different various key main whole entire full everything everybody
    everyone anybody anyone somebody someone name kind sort type activity action occurrence setting whereabouts
    case record trip stay visit appearance presence attendance overview summary answer question please kindly
    active present around together fact use spot participant attendee present going certain specific such own
    relevant pertinent comprehensive complete exact way go come lot number whose map page cast end beginning start
    affair affairs gathering gatherings undertaking undertakings episode episodes happening happenings goings-on
    doings proceedings business programme category categories nature sort roster line-up lineup attendance itinerary
    calendar entry entries backdrop ground grounds stop stops scene stage locale locales address addresses folk folks
    face faces lead star heart companion hand diary record column columns heading headings detail details description
    descriptions foot path paths trouble nuisance idea centre center attention stomping when-abouts closing ascending
    guest guests presence plot narrative name names csv pls plz rest stuff role subject topic history visit visits sighting
    timing man woman men women job position post rank title occupation profession
    member"""
) | words("yes no not only just even ever")
"""Words by which one talks about a memory and not about what is in it."""
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
