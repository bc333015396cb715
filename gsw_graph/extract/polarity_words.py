"""The words that deny or leave open what a clause says."""

from gsw_graph.extract.words import words

MODALS = words("will would shall should might may can could must 'll 'd ca wo")
PERCEPTION = words("see hear feel sense smell taste tell imagine")
REALISED = words(
    """begin start continue manage proceed come go help keep stop cease finish dare get make cause force let see hear
    watch feel find turn hasten set lead leave prompt compel remember succeed admit confess regret enjoy recall"""
)
"""Verbs whose complement happens if they do."""
UNREALISED = words("refuse fail decline forget neglect avoid deny")
"""Verbs whose complement does not happen if they do."""
DENYING = words("deny refute disprove rebut disclaim disbelieve")
UNSURE = words(
    """doubt dispute question want wish hope fear worry pray dread expect ask inquire enquire wonder dream imagine
    fantasise fantasize pretend suppose suspect assume presume guess speculate conjecture theorise theorize
    hypothesise hypothesize allege believe demand request beg order command propose recommend suggest urge advise
    require prefer intend plan threaten consider contemplate bet desire long yearn think hop"""
)
"""Verbs that leave open whether the clause they govern is true; the lemmatizer makes "hoped" a "hop"."""
ACCUSING = words(
    """accuse suspect charge think dream talk speak arrest try investigate indict prosecute sue warn acquit clear
    absolve exonerate"""
)
"""Verbs that, with a preposition and a gerund, leave open whether it happened."""
FACTIVE = words(
    """know realise realize remember forget regret discover notice learn see reveal understand recognise recognize
    resent mention mind care explain admit recall matter"""
)
"""Verbs whose clause is true even when they are denied."""
PREVENTING = words("prevent stop keep deter dissuade discourage refrain abstain save ban bar prohibit")
UNSURE_NOUNS = words(
    """idea plan dream hope fear accusation charge suspicion attempt threat intention chance possibility risk wish
    rumour rumor allegation claim thought prospect doubt belief theory assumption hypothesis speculation worry
    question request order demand proposal suggestion desire danger likelihood fantasy"""
)
DENYING_NOUNS = words("denial lie myth")
TRUE = words("true correct so right accurate case fact truth")
SURE = words("certain sure clear obvious evident convinced proven confident established")
FALSE = words("false untrue wrong incorrect impossible lie myth unfounded baseless unthinkable")
UNSURE_ADJECTIVES = words(
    """doubtful unlikely possible probable likely conceivable plausible unclear uncertain unproven unsure afraid
    sceptical skeptical dubious hopeful fearful scared suspicious capable incapable ready eager reluctant willing
    unwilling keen anxious prepared due supposed about"""
)
UNSURE_ADVERBS = words(
    """perhaps maybe possibly allegedly reportedly supposedly purportedly probably presumably conceivably apparently
    seemingly ostensibly potentially likely"""
)
SHORT_OF = words("almost nearly hardly scarcely never")
CONDITIONS = words("if unless whether lest")
NOBODY = words("nobody none nothing neither no not nor")
NO_MORE = words("only just fewer less more doubt matter longer sooner later ordinary mere common normal")
"""Words before which "no" or "not" does not deny what is named ("not only Ana", "no ordinary thief")."""
ALL_THERE_IS = words("only just merely simply solely")
UNREAL_NOUNS = words("dream nightmare daydream imagination fantasy hallucination vision theory")
"""What does not happen if it happens "in" them."""
