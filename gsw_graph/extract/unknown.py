"""Clauses that a text says to be unknown: "nobody knew who had opened the gate", "it is unclear where he went"."""

from collections.abc import Iterator, Mapping

from gsw_graph.extract.clauses import VERBAL
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.polarity import polarity
from gsw_graph.extract.words import words

WH = words("who whom whose what where when why which how")
_WONDERING = words("wonder speculate debate puzzle guess investigate ask")
"""Verbs whose clause is open when they are asserted."""
KNOWING = words(
    """know say tell explain remember recall understand agree learn discover determine establish identify find figure
    see prove confirm reveal disclose decide"""
)
"""Verbs whose clause is open when they are denied, sought ("wanted to know") or asked for ("Do you know …?")."""
_SEEKING = words("want like wish need try hope seek attempt love long begin")
_UNKNOWN = words("unclear unknown uncertain unsure mystery puzzle riddle mysterious unexplained unresolved undecided")
_KNOWN = words("clear known certain sure obvious evident plain established")
_IDEA = words("idea clue notion explanation knowledge inkling")
LASTING = words("be remain stay seem appear become")
_CLAUSES = words("ccomp csubj csubjpass pcomp acl relcl nsubj nsubjpass attr dobj")
_RIDDLES = words("question mystery puzzle riddle")


class OpenClauses:
    """Finds the clauses of a chunk that open with a question word and that it says to be unknown.

    Args:
        parse: The chunk's parse.
        frames: Its frames, by verb.
    """

    def __init__(self, parse: Parse, frames: Mapping[int, Frame]) -> None:
        self.parse = parse
        self.frames = frames

    def find(self) -> Iterator[tuple[int, int]]:
        """Yield the question word and the verb of each of them ("whether" is a question word here)."""
        return ((wh, head) for wh, head in self._clauses() if self._is_open(head))

    def _clauses(self) -> Iterator[tuple[int, int]]:
        """Yield the question word and the verb of each clause that a question word opens ("whether" among them)."""
        parse = self.parse
        for token, word in enumerate(parse.lowers):
            if word not in WH and word not in {"whether", "if"}:
                continue
            head = clause_of(self.parse, token)
            if head is None or not parse.left[head] <= token <= head + 1:
                continue
            if parse.deps[head] not in _CLAUSES and not self._read_aside(token, head):
                continue
            if any(parse.lowers[one] == "to" for one in parse.kids(head, "aux")):
                continue  # "unsure what to make of it"
            if any(parse.lowers[one] in WH for one in range(parse.left[head], token)):
                continue  # "who knew what": the first one asks
            yield token, head

    def _read_aside(self, wh: int, head: int) -> bool:
        """Say whether the parse takes what is not known for an adverbial ("no one could say when he left")."""
        parse = self.parse
        above = parse.heads[head]
        if parse.deps[head] != "advcl" or parse.lowers[wh] in {"whether", "if"}:
            return False
        if parse.lowers[wh] in {"when", "where"}:
            return parse.lemmas[above] in KNOWING | {"be"} and above == parse.left[head] - 1
        return True

    def _is_open(self, head: int) -> bool:
        """Say whether what governs a clause leaves it open."""
        parse = self.parse
        above = parse.heads[head]
        if parse.deps[head] == "pcomp":
            above = parse.heads[above]
        if above == head or (above in parse.quoted) != (head in parse.quoted):
            return False
        if parse.pos[above] == "NOUN" and parse.lemmas[above] in _IDEA:
            return self._without(above)
        if parse.deps[head] in {"acl", "relcl"}:
            return False
        if parse.lemmas[above] in _UNKNOWN | _KNOWN and parse.pos[above] in {"ADJ", "NOUN", "VERB"}:
            predicate, above = above, parse.heads[above] if parse.kid(above, "auxpass") is None else above
            return self.predicate_open(predicate, above)
        if parse.lemmas[above] in LASTING:
            predicates = [*parse.kids(above, "acomp", "attr", "oprd")]
            if any(self.predicate_open(one, above) for one in predicates if one != head):
                return True
            return self._is_riddle(above)
        return above in self.frames and self._governor_open(self.frames[above])

    def _is_riddle(self, copula: int) -> bool:
        """Say whether a clause is named as a question ("I have two questions. The first is who paid.")."""
        parse = self.parse
        subject = parse.kid(copula, "nsubj")
        if subject is None or parse.lemmas[subject] in _RIDDLES:
            return subject is not None
        near = {parse.sent_of[copula], parse.sent_of[copula] - 1}
        before = [one for one in range(copula) if parse.sent_of[one] in near]
        sought = any(
            parse.lemmas[one] in _RIDDLES or (parse.lemmas[one] == "know" and polarity(parse, one) != "asserted")
            for one in before
        )
        return sought and parse.lowers[subject] in {"one", "other", "first", "second", "third", "next"}

    def _without(self, noun: int) -> bool:
        """Say whether somebody has no idea, or nobody has any."""
        parse = self.parse
        verb = parse.heads[noun]
        return parse.lowers[parse.left[noun]] in {"no", "little"} or (
            parse.pos[verb] in VERBAL and polarity(parse, verb) == "negated"
        )

    def predicate_open(self, predicate: int, copula: int) -> bool:
        """Say whether a predicate says that its subject is unknown ("remained unclear", "is not known").

        Args:
            predicate: Its adjective, noun or participle.
            copula: The verb that it belongs to.
        """
        parse = self.parse
        said = polarity(parse, copula) if parse.pos[copula] in VERBAL else "asserted"
        if parse.lemmas[predicate] in _UNKNOWN or parse.lowers[predicate] in _UNKNOWN:
            return said == "asserted"
        return said == "negated" and (parse.lemmas[predicate] in _KNOWN or parse.lowers[predicate] in _KNOWN)

    def _governor_open(self, frame: Frame) -> bool:
        parse = self.parse
        lemma = parse.lemmas[frame.verb]
        if lemma in _WONDERING:
            if parse.deps[frame.verb] in {"relcl", "acl", "advcl"} or parse.words[frame.verb - 1] == ",":
                return False  # "the only one that ever asked her how she was", "Ana, asked whether she saw it, …"
            return frame.polarity != "negated" or lemma == "guess"
        if lemma not in KNOWING:
            return False
        if frame.polarity == "negated":
            return True
        above = parse.heads[frame.verb]
        if parse.deps[frame.verb] == "xcomp" and parse.lemmas[above] in _SEEKING:
            return parse.deps[above] not in {"acl", "advcl"}  # "a voice, wanting to know who was there"
        # "Do you know who did it?" asks who did.
        _, end = parse.sents[parse.sent_of[frame.verb]]
        asks = any(parse.words[token] == "?" for token in range(frame.verb, end))
        return asks and frame.polarity == "possible" and lemma == "know"

    def bare(self) -> Iterator[tuple[int, int]]:
        """Yield the question words that stand for a whole clause ("no one could say when"), and what governs them."""
        parse = self.parse
        for token, word in enumerate(parse.lowers):
            if word not in {"who", "where", "when", "why", "how"} or token + 1 >= len(parse):
                continue
            governor = parse.heads[token]
            if governor < token and parse.pos[token + 1] == "PUNCT" and governor in self.frames:
                yield token, governor


def clause_of(parse: Parse, token: int) -> int | None:
    """Return the verb whose clause a word stands in.

    Args:
        parse: The chunk's parse.
        token: The word.
    """
    for _ in range(8):
        token = parse.heads[token]
        if parse.pos[token] in VERBAL and parse.deps[token] not in {"aux", "auxpass"}:
            return token
    return None
