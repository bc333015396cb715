"""What verbs bring about and end, and which questions they leave open."""

from gsw_graph.extract.words import phrases, words

RESULT_STATES: dict[str, str] = {
    "arrest": "arrested", "charge": "charged", "sentence": "sentenced", "convict": "convicted", "acquit": "acquitted",
    "detain": "detained", "imprison": "imprisoned", "jail": "jailed", "capture": "captured", "kidnap": "kidnapped",
    "abduct": "abducted", "release": "released", "free": "freed", "injure": "injured", "wound": "wounded",
    "hurt": "hurt", "kill": "dead", "murder": "dead", "evacuate": "evacuated", "rescue": "rescued",
    "suspend": "suspended", "dismiss": "dismissed", "hospitalise": "hospitalised", "hospitalize": "hospitalized",
    "infect": "infected", "diagnose": "diagnosed", "trap": "trapped", "poison": "poisoned", "accuse": "accused",
    "indict": "indicted", "exile": "exiled", "evict": "evicted", "strand": "stranded", "suspect": "under suspicion",
    "destroy": "destroyed", "damage": "damaged", "close": "closed", "ban": "banned", "disqualify": "disqualified",
    "handcuff": "handcuffed", "vaccinate": "vaccinated", "quarantine": "quarantined", "admit": "admitted",
    "discharge": "discharged", "retire": "retired", "steal": "stolen", "drown": "drowned", "expel": "expelled",
    "deport": "deported", "pardon": "pardoned", "sack": "dismissed", "fire": "dismissed", "lay off": "laid off",
    "sedate": "sedated", "treat": "treated", "award": "awarded", "ground": "grounded", "cancel": "cancelled",
    "bury": "buried", "flood": "flooded", "burn": "burnt", "break": "broken", "lose": "lost", "paralyse": "paralysed",
    "withdraw": "withdrawn", "isolate": "isolated", "promote": "promoted", "board up": "boarded up",
    "seal": "sealed", "recall": "recalled", "impound": "impounded", "confiscate": "confiscated",
    "intubate": "intubated", "ventilate": "ventilated", "ordain": "ordained",
}  # fmt: skip
"""State of the one acted upon, said as a state when the verb is passive."""
ACTIVE_RESULTS = words(
    """arrest charge sentence convict acquit detain imprison jail capture kidnap abduct release free injure wound
    kill murder rescue suspend dismiss handcuff evict expel hospitalise hospitalize accuse"""
)
"""Verbs that bring about their state in the active voice too, strongly enough to say so."""
SUBJECT_RESULTS: dict[str, str] = {
    "die": "dead", "vanish": "missing", "disappear": "missing", "faint": "unconscious", "collapse": "collapsed",
    "recover": "recovered", "drown": "drowned", "retire": "retired", "escape": "at large", "marry": "married",
    "divorce": "divorced", "survive": "alive", "expire": "expired", "awake": "awake",
}  # fmt: skip
"""State of the one who does it."""
PASSIVE_STATES = words(
    """arrested charged sentenced convicted acquitted detained imprisoned jailed captured kidnapped abducted
    released freed injured wounded hurt evacuated rescued suspended dismissed hospitalised hospitalized
    infected diagnosed trapped poisoned accused indicted exiled evicted stranded banned disqualified
    quarantined admitted discharged isolated intubated handcuffed expelled deported pardoned sedated grounded
    retired"""
)
"""Result states that a passive says of a person; of things only those that last are kept."""
THING_STATES = words(
    """destroyed damaged closed stolen cancelled flooded burnt buried suspended grounded withdrawn sealed recalled
    impounded confiscated"""
)
ENDS: dict[str, frozenset[str]] = {
    "release": phrases(
        """arrested | detained | imprisoned | jailed | captured | kidnapped | in custody | under arrest"""
    ),
    "free": phrases("""arrested | detained | imprisoned | jailed | captured | kidnapped | trapped | in custody"""),
    "find": phrases("missing | lost | at large"),
    "rescue": words("missing trapped stranded kidnapped"),
    "recover": words("injured wounded ill sick hurt stolen missing infected unconscious"),
    "return": phrases("missing | evacuated | exiled | suspended | on leave | on strike | on holiday | on sabbatical"),
    "acquit": phrases("charged | accused | under suspicion | indicted"),
    "clear": phrases("charged | accused | under suspicion"),
    "wake": phrases("asleep | unconscious | in a coma"),
    "wake up": phrases("asleep | unconscious | in a coma"),
    "discharge": phrases("hospitalised | hospitalized | admitted | in hospital"),
    "reopen": words("closed"),
    "escape": phrases("arrested | detained | imprisoned | captured | in custody | trapped"),
    "die": words("alive injured ill unconscious missing"),
}
ROLE_BEGINS = words(
    """appoint elect name hire promote crown ordain make nominate choose select engage recruit swear join become
    install proclaim reinstate reappoint reelect restore designate"""
)
NAMED_AS = (ROLE_BEGINS - words("join become swear")) | words("know employ identify describe")
"""Verbs that say of whom they act upon what he, she or it is."""
ROLE_BEGINS_OF_SUBJECT = phrases(
    "take over | step in | come in | start | start out | begin | return | debut | sign on | sign up"
)
ROLE_ENDS = phrases(
    """resign | retire | quit | dismiss | fire | sack | remove | depose | oust | unseat | leave | depart | abdicate |
    step down | step aside | step back | stand down | stand aside | bow out"""
)
ROLE_ENDS_OF_OBJECT = words("dismiss fire sack remove depose oust unseat")
ROLE_PASSES = words("replace succeed supplant")
"""Verbs by which one takes a role that another had."""
POSTS = words("post position job role office seat title duty term tenure")
LEAVES_POST = phrases(
    """leave | resign | retire | quit | give up | relinquish | vacate | end | complete | finish | lose | strip |
    step down | stand down | surrender | lay down"""
)
TAKES_POST = phrases("take | take up | take on | assume | start | begin | get | enter")
HOLDS_POST = words("hold have keep occupy retain fill")
NO_OFFICE = words(
    """man woman boy girl child baby person friend neighbour neighbor witness suspect victim resident native citizen
    guest passenger patient stranger lady gentleman widow widower twin owner survivor visitor thief killer"""
)
"""Roles of persons that nobody resigns from."""
ROLE_WORK = words("""serve work act begin start continue remain train qualify employ know perform double""")
AGENT_ROLES: dict[str, str] = {"found": "founder", "co-found": "co-founder"}
"""Roles that a verb gives its agent towards what it acts upon."""
LEADING: dict[str, str] = {"lead": "leader", "head": "head", "chair": "chair", "captain": "captain", "coach": "coach"}
"""Roles that one has towards a named organisation or group while one does it."""
LEAVES_STATE = phrases(
    """leave | release | discharge | free | get out | come out | walk out | let out | emerge | awake | wake | escape"""
)
"""Verbs that end the state of being where they lead from ("was discharged from hospital", "came out of a coma")."""
KEPT_IN = words("hospital prison jail custody detention quarantine isolation hiding exile coma captivity rehab")
"""Where one is, and is in a state by being there."""
BE_STATES = words(
    """poor rich lucky unlucky gone over valid invalid present absent missing dead alive ill sick injured wounded
    hurt unconscious conscious asleep awake pregnant married single divorced engaged widowed retired
    unemployed homeless bankrupt drunk sober free safe guilty innocent afraid scared frightened terrified
    angry furious sad happy unhappy lonely tired exhausted weak nervous anxious worried jealous ashamed proud
    calm confused desperate hungry thirsty blind deaf lame paralysed stable critical trapped lost stranded
    stuck armed unarmed available unavailable liable ready busy alone unharmed unhurt feverish dizzy stunned
    shocked speechless relieved surprised amused determined suspicious convinced certain unaware aware open
    closed broken empty intact operational famous pale bleeding breathing unwell barefoot insolvent solvent
    vacant offline online contagious infected immune allergic healthy sore grateful hopeful loyal bored
    disappointed embarrassed excited restless silent upset curious reluctant unable hoarse immobile frail
    delirious wet cold soaked frozen heartbroken devastated delighted shaken poor rich lucky unlucky gone over"""
)
THING_ADJECTIVES = words(
    """gone over closed open broken empty vacant operational offline online intact missing lost ready available
    full suspended stable safe locked unlocked damaged expired valid invalid wet frozen shut"""
)
"""Adjectives that are states of things too."""
SYMPTOMS = words(
    """fever cough pain headache pneumonia flu influenza infection rash cancer asthma diabetes bronchitis malaria
    measles cholera migraine nausea seizure stroke concussion sepsis amnesia tumour tumor wound fracture burn
    allergy depression anxiety insomnia hypothermia dehydration"""
)
STATE_PREPOSITIONS: dict[str, frozenset[str]] = {
    "under": words(
    """suspicion arrest investigation guard control observation pressure supervision attack siege oath
    surveillance review treatment construction repair anaesthesia sedation quarantine threat"""
),
    "in": words(
    """custody hospital prison jail danger love debt pain shock coma condition detention quarantine hiding exile
    tears mourning trouble labour labor intensive care isolation control office remission command despair
    meeting surgery service"""
),
    "on": words(
    """bail trial leave duty strike parole probation sick-leave fire remand sabbatical board call holiday
    vacation"""
),
    "at": words("large risk sea rest peace war"),
    "out": words("work danger"),
    "behind": words("bars"),
    "off": words("duty"),
}  # fmt: skip
