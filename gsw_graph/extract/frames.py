"""Verb frames: what is done, by whom, to whom, with what, as the parse has it."""

from dataclasses import dataclass, field

from gsw_graph.extract.parse import Parse
from gsw_graph.extract.polarity import polarity
from gsw_graph.extract.words import words
from gsw_graph.records import Polarity

_NO_EVENT = words("be have seem do can will may must shall might could would should")
_LEMMAS = {"fin": "fine"}
"""What the lemmatizer gets wrong."""
_GIVEN = words("give offer award hand send show pay teach tell grant lend promise allot serve")
_OBJECTS = frozenset({"him", "her", "them", "it", "me", "us"})
_NO_CLAUSE = words("aux auxpass amod compound nmod prep punct case mark prt")
_OBJECT_GERUND = words(
    """accuse suspect charge convict acquit clear absolve exonerate blame arrest jail fine punish sentence prosecute
    sue thank praise forgive congratulate prevent stop keep deter dissuade discourage ban bar prohibit"""
)
"""Verbs whose object does what a preposition and a gerund say."""
_OBJECT_CONTROL = words(
    """ask tell order force make let help urge invite persuade convince allow permit cause command beg encourage
    see hear watch feel find want expect lead compel prompt teach send hire appoint choose enable warn advise"""
)


@dataclass(slots=True)
class Frame:
    """One verb with its arguments, as tokens."""

    verb: int
    label: str
    passive: bool = False
    polarity: Polarity = "asserted"
    agents: list[int] = field(default_factory=list)
    patients: list[int] = field(default_factory=list)
    recipients: list[int] = field(default_factory=list)
    prepositions: list[tuple[str, int]] = field(default_factory=list)
    """Preposition and its object."""
    parent: int = -1
    """The verb of speech or thought that it is reported by."""


def frames(parse: Parse) -> list[Frame]:
    """Return the verb frames of a chunk in text order, copulas included."""
    found = {token: _frame(parse, token) for token in range(len(parse)) if _is_verb(parse, token)}
    for token in sorted(found, key=lambda one: (_depth(parse, one), one)):
        _complete(parse, found[token], found)
    return [found[token] for token in sorted(found)]


def is_event(frame: Frame, parse: Parse) -> bool:
    """Say whether a frame is something done or happening, as against a copula or a light verb."""
    lemma = parse.lemmas[frame.verb]
    return lemma not in _NO_EVENT and parse.words[frame.verb][:1].isalpha()


def _is_verb(parse: Parse, token: int) -> bool:
    pos, dep = parse.pos[token], parse.deps[token]
    if pos == "AUX":
        return dep not in {"aux", "auxpass"}
    if pos != "VERB" or dep in _NO_CLAUSE:
        return False
    return parse.tags[token].startswith("VB")


def _depth(parse: Parse, token: int) -> int:
    depth = 0
    while parse.heads[token] != token and depth < 60:
        token = parse.heads[token]
        depth += 1
    return depth


def _frame(parse: Parse, verb: int) -> Frame:
    frame = Frame(verb, _LEMMAS.get(parse.lemmas[verb], parse.lemmas[verb]))
    for child in parse.children[verb]:
        dep = parse.deps[child]
        if dep == "prt":
            frame.label = f"{frame.label} {parse.lowers[child]}"
        elif dep == "nsubj" and _is_speaker_label(parse, child):
            continue
        elif dep == "nsubj":
            frame.agents += parse.conjuncts(child)
        elif dep == "nsubjpass":
            frame.passive = True
            frame.patients += parse.conjuncts(child)
        elif dep == "auxpass":
            frame.passive = True
        elif dep == "dobj":
            frame.patients += parse.conjuncts(child)
        elif dep in {"dative", "iobj"} and parse.pos[child] != "ADP":
            frame.recipients += parse.conjuncts(child)
        elif dep == "agent" or (dep == "prep" and parse.lowers[child] == "by" and frame.passive):
            for target in parse.kids(child, "pobj"):
                if dep == "agent":
                    frame.agents += parse.conjuncts(target)
        elif dep in {"prep", "dative"}:
            _preposition(parse, frame, child)
        elif dep == "advmod":
            for prep in parse.kids(child, "prep"):
                _preposition(parse, frame, prep)
    _adjust(parse, frame)
    frame.polarity = polarity(parse, verb)
    return frame


def _is_speaker_label(parse: Parse, subject: int) -> bool:
    """Say whether a name only says whose turn it is ("Nadia: he bakes bread")."""
    after = subject + 1
    return after < len(parse) and parse.words[after] == ":" and parse.left[subject] == parse.sents[0][0]


def _adjust(parse: Parse, frame: Frame) -> None:
    """Set right what stands in another slot than it fills."""
    verb = frame.verb
    if frame.passive and not frame.patients and (subject := parse.kid(verb, "nsubj")) is not None:
        # "Was she arrested?": the parse takes the subject of a turned passive for an active one.
        frame.patients = parse.conjuncts(subject)
        frame.agents = [one for one in frame.agents if one not in frame.patients]
    objects = [one for child in parse.kids(verb, "dobj") for one in parse.conjuncts(child)]
    if frame.passive and objects and frame.label in _GIVEN:
        # "Reviewers were given forty units": the subject receives.
        frame.recipients += [one for one in frame.patients if one not in objects]
        frame.patients = objects
    after = verb + 1
    if (
        not frame.patients
        and after < len(parse)
        and parse.lowers[after] in _OBJECTS
        and frame.label in {"find", "leave"}
    ):
        frame.patients = [after]


def _preposition(parse: Parse, frame: Frame, prep: int) -> None:
    word = parse.lowers[prep]
    for target in parse.kids(prep, "pobj"):
        frame.prepositions += [(word, one) for one in parse.conjuncts(target)]
    for inner in parse.kids(prep, "prep"):
        for target in parse.kids(inner, "pobj"):
            frame.prepositions += [(parse.lowers[inner], one) for one in parse.conjuncts(target)]


def _complete(parse: Parse, frame: Frame, found: dict[int, Frame]) -> None:
    """Fill what stands elsewhere: shared subjects, control, relative clauses, reduced clauses."""
    dep, above = parse.deps[frame.verb], parse.heads[frame.verb]
    upper = found.get(above)
    own = bool(frame.agents or (frame.passive and frame.patients))
    if dep == "conj" and upper is not None:
        if not own:
            _share(frame, [*upper.patients] if upper.passive and not upper.agents else _subject(upper))
        frame.parent = frame.parent if frame.parent >= 0 else upper.parent
    elif dep == "xcomp" and upper is not None:
        if not own:
            lemma = parse.lemmas[above]
            controlled = upper.patients or upper.recipients
            objects = controlled if not upper.passive and lemma in _OBJECT_CONTROL else []
            _share(frame, [one for one in objects if one < frame.verb] or _subject(upper))
    elif dep in {"advcl", "pcomp"} and not own:
        governor = found.get(above) or _above_frame(parse, above, found)
        if governor is not None:
            _share(frame, _gerund_subject(parse, frame, governor))
    elif dep == "relcl":
        _relative(parse, frame, above)
    elif dep == "acl" and not frame.patients and parse.tags[frame.verb] == "VBN":
        frame.passive = True
        frame.patients = [above]
    elif dep == "acl" and not own and parse.tags[frame.verb] == "VBG":
        frame.agents = [above]
    elif dep == "ccomp" and upper is not None:
        _clausal(parse, frame, upper, own)


def _clausal(parse: Parse, frame: Frame, upper: Frame, own: bool) -> None:
    """Fill what a clause takes from the verb that it is the object of."""
    # A semicolon parts two sentences, whatever the parse makes of them.
    parted = any(parse.words[token] == ";" for token in range(*sorted((frame.verb, upper.verb))))
    frame.parent = -1 if parted else upper.verb
    if not own and parse.tags[frame.verb] in {"VB", "VBG"}:
        objects = [one for one in upper.patients if one < frame.verb]
        _share(frame, objects or _subject(upper))


def _subject(frame: Frame) -> list[int]:
    """Return who a shared subject means: the one acted upon in a passive."""
    return list(frame.patients[:]) if frame.passive and frame.patients else list(frame.agents)


def _gerund_subject(parse: Parse, frame: Frame, governor: Frame) -> list[int]:
    """Return who does what a gerund says: the accused in "accused Ana of stealing", else the verb's subject."""
    objects = [one for one in governor.patients if one < frame.verb]
    blamed = parse.lemmas[governor.verb] in _OBJECT_GERUND and not governor.passive
    return objects if blamed and objects and parse.deps[frame.verb] == "pcomp" else _subject(governor)


def _share(frame: Frame, subjects: list[int]) -> None:
    if frame.passive:
        frame.patients = [*subjects, *frame.patients]
    else:
        frame.agents = subjects


def _above_frame(parse: Parse, token: int, found: dict[int, Frame]) -> Frame | None:
    for _ in range(20):
        if token in found:
            return found[token]
        if parse.heads[token] == token:
            return None
        token = parse.heads[token]
    return None


def _relative(parse: Parse, frame: Frame, above: int) -> None:
    """Put the noun that a relative clause describes in the place of its pronoun."""
    words = {"who", "that", "which", "whom"}
    antecedents = parse.conjuncts(above) if parse.tags[frame.verb] in {"VBP"} else [above]
    if any(parse.tags[child] == "WRB" for child in parse.children[frame.verb]):
        return  # "where he died": the noun is a place or time of the clause
    replaced = False
    for column in (frame.agents, frame.patients, frame.recipients):
        for number, token in enumerate(column):
            if parse.lowers[token] in words and parse.pos[token] in {"PRON", "DET", "SCONJ"}:
                column[number : number + 1] = antecedents
                replaced = True
                break
    for number, (word, token) in enumerate(frame.prepositions):
        if parse.lowers[token] in words:
            frame.prepositions[number] = (word, above)
            replaced = True
    if not replaced and frame.agents and not frame.patients and not frame.passive:
        frame.patients = [above]
    elif not replaced and not frame.agents and not frame.passive:
        frame.agents = [above]
