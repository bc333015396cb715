"""Forms of English verbs, by rules and a list of the irregular ones: no parse is needed to compare two of them."""

_IRREGULAR = """
arise arose arisen|awake awoke awoken|be was been|bear bore borne|beat beat beaten|become became become|
begin began begun|bend bent bent|bind bound bound|bite bit bitten|bleed bled bled|blow blew blown|break broke broken|
breed bred bred|bring brought brought|build built built|burn burnt burnt|buy bought bought|catch caught caught|
choose chose chosen|cling clung clung|come came come|creep crept crept|deal dealt dealt|dig dug dug|do did done|
draw drew drawn|dream dreamt dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|
feel felt felt|fight fought fought|find found found|flee fled fled|fling flung flung|fly flew flown|
forbid forbade forbidden|foresee foresaw foreseen|forget forgot forgotten|forgive forgave forgiven|
freeze froze frozen|get got got|give gave given|go went gone|grind ground ground|grow grew grown|hang hung hung|
have had had|hear heard heard|hide hid hidden|hold held held|keep kept kept|kneel knelt knelt|know knew known|
lay laid laid|lead led led|lean leant leant|leap leapt leapt|learn learnt learnt|leave left left|lend lent lent|
lie lay lain|light lit lit|lose lost lost|make made made|mean meant meant|meet met met|mistake mistook mistaken|
overhear overheard overheard|pay paid paid|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|
see saw seen|seek sought sought|sell sold sold|send sent sent|sew sewed sewn|shake shook shaken|shine shone shone|
shoot shot shot|show showed shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat sat|sleep slept slept|
slide slid slid|smell smelt smelt|speak spoke spoken|spend spent spent|spill spilt spilt|spin spun spun|
spring sprang sprung|stand stood stood|steal stole stolen|stick stuck stuck|sting stung stung|strike struck struck|
swear swore sworn|sweep swept swept|swim swam swum|swing swung swung|take took taken|teach taught taught|
tear tore torn|tell told told|think thought thought|throw threw thrown|undergo underwent undergone|
understand understood understood|undertake undertook undertaken|undo undid undone|wake woke woken|wear wore worn|
weave wove woven|weep wept wept|win won won|wind wound wound|withdraw withdrew withdrawn|write wrote written
"""
"""Lemma, past and participle; verbs whose three forms are one ("set") need no entry."""
_FORMS = [entry.split() for entry in "".join(_IRREGULAR.split("\n")).split("|")]
_LEMMA = {form: lemma for lemma, *forms in reversed(_FORMS) for form in forms}
_LEMMA.update({"were": "be", "is": "be", "are": "be", "am": "be", "being": "be", "has": "have", "does": "do"})
_LEMMA.update({"dying": "die", "lying": "lie", "tying": "tie", "vying": "vie"})
_LEMMA.update({lemma: lemma for lemma, *_ in _FORMS})
_LEMMA.update({lemma: lemma for lemma in ("need", "heed", "exceed", "proceed", "succeed", "speed", "seed", "singe")})
_PAST = {participle: past for _, past, participle in _FORMS}
_VOWELS = frozenset("aeiou")


def stem(word: str) -> str:
    """Return what all forms of a verb have in common, which need not be a word ("taken", "taking" and "take": "tak").

    Args:
        word: A form of a verb.
    """
    word = word.casefold()
    if word in _LEMMA:
        return _bare(_LEMMA[word])
    for ending in ("ing", "ed", "es", "s"):
        core = word.removesuffix(ending)
        if core == word or not _VOWELS.intersection(core[:-1] + core[-1:].replace("y", "i")) or len(core) < 2:
            continue
        if ending in {"es", "s"} and core.endswith(("s", "u")):
            continue  # "discuss"
        return _bare(_LEMMA.get(core, _LEMMA.get(f"{core}e", core)))
    return _bare(word)


def past_of(participle: str) -> str:
    """Return the past of a verb whose past participle is given ("taken": "took"); regular ones are alike.

    Args:
        participle: The participle.
    """
    return _PAST.get(participle.casefold(), participle)


def is_participle(word: str) -> bool:
    """Say whether a word may be the participle of a verb ("taken", "opened", "waiting").

    Args:
        word: A word.
    """
    word = word.casefold()
    return word in _PAST or (len(word) > 4 and word.endswith(("ed", "ing")))


def _bare(word: str) -> str:
    """Return a form without what its endings change: a last "e", a doubled consonant, "y" for "i"."""
    while len(word) > 2 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in _VOWELS:
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 2 and word.endswith("y") else word
