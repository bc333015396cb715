"""Questions in words: "who had opened the gate" and "Who had opened it?" both become "Who opened the gate?"."""

from collections.abc import Collection, Iterable, Sequence

from gsw_graph.extract.books import Mentions
from gsw_graph.extract.clauses import SUBJECTS
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words
from gsw_graph.inflection import past_of
from gsw_graph.names import is_proper

_HAVE = words("have has had 'd 've")
_PLURAL = frozenset({"NNS", "NNPS"})
_LONGEST = 24
"""Most tokens of a clause that is put into words."""
_LOOSE = frozenset({"PUNCT", "CCONJ", "SPACE"})


class Wording:
    """Puts clauses of a chunk into words as questions, with pronouns and short names resolved.

    Args:
        parse: The chunk's parse.
        mentions: Its mentions.
    """

    def __init__(self, parse: Parse, mentions: Mentions) -> None:
        self._parse = parse
        self._names: dict[int, str] = {}
        self._spans: dict[int, int] = {}
        for one in mentions.records:
            first, last = mentions.spans[one.id]
            if first >= 0 and one.kind != "date" and one.name != one.quote.text and first not in self._names:
                described = one.form == "nominal" and parse.tags[first] == "PRP$" and is_proper(one.name)
                if one.form in {"pronoun", "alias"} or described:
                    self._names[first], self._spans[first] = one.name, last

    def ask(self, wh: Sequence[int], head: int, subject: Sequence[int] = ()) -> str:
        """Return a clause as a question.

        Args:
            wh: Tokens of the phrase that asks ("how much"); none for "whether".
            head: The clause's verb or copula.
            subject: Its subjects, where they stand outside of the clause.
        """
        parse = self._parse
        last = self.end(head)
        own = [one for one in parse.kids(head, *SUBJECTS, "expl") if one not in wh]
        asked = any(one in wh for one in parse.kids(head, *SUBJECTS))
        subjects = list(subject) or ([] if asked else own[:1])
        taken = {*wh, *(token for one in subjects for token in range(parse.left[one], parse.right[one] + 1))}
        auxiliaries = [one for one in parse.kids(head, "aux", "auxpass") if parse.lowers[one] != "to"]
        denied = ["not" for _ in parse.kids(head, "neg")]
        first = min([head, *auxiliaries])
        middle = [one for one in range(first, head) if one not in taken and one not in auxiliaries]
        middle = [one for one in middle if parse.deps[one] not in {"neg", "cc", "mark"} and parse.pos[one] != "PUNCT"]
        rest = [one for one in range(head + 1, last + 1) if one not in taken]
        place = bool(wh) and parse.lowers[wh[0]] == "where" and last <= max(wh[0], head, *subjects)
        before, after = self._group(head, auxiliaries, subjects, inverted=not asked, place=place)
        parts = [self.render(wh), *before, *([] if asked else [self._subject(subjects)])]
        # "Whose coat was it?": the pronoun stands for what the question itself names.
        plain = own if asked and parse.lemmas[head] == "be" else ()
        parts += [*denied, self.render(middle), *after, self.render(rest, plain)]
        text = " ".join(part for part in parts if part)
        return f"{text[:1].upper()}{text[1:]}?"

    def _group(
        self, head: int, auxiliaries: Sequence[int], subjects: Sequence[int], *, inverted: bool, place: bool
    ) -> tuple[list[str], list[str]]:
        """Return the verb group in two parts, with the subject between them; a perfect becomes a past."""
        parse = self._parse
        helpers = [parse.words[one].lower() for one in auxiliaries]
        verb, lemma = parse.words[head].lower(), parse.lemmas[head]
        was = "were" if any(self._plural(one) for one in subjects) or len(subjects) > 1 else "was"
        if helpers and helpers[0] in _HAVE:
            if "been" in helpers:
                return [was], [verb]
            if verb == "been":
                return [was], []
            return (["did"], [lemma]) if inverted else ([], [past_of(verb)])
        if helpers:
            return [helpers[0]], [*helpers[1:], verb]
        if lemma == "be" and inverted and place and verb in {"was", "were"}:
            return ["are" if was == "were" else "is"], []  # where somebody is stays open until it is told
        if lemma == "be" or not inverted:
            return [verb], []
        tense = {"VBZ": "does", "VBP": "do"}.get(parse.tags[head], "did")
        return [tense], [lemma]

    def _plural(self, token: int) -> bool:
        parse = self._parse
        return (
            parse.tags[token] in _PLURAL
            or parse.kid(token, "conj") is not None
            or parse.lowers[token] in {"they", "we", "you", "these", "those"}
        )

    def _subject(self, subjects: Sequence[int]) -> str:
        return " and ".join(self.phrase(one) for one in subjects)

    def phrase(self, head: int) -> str:
        """Return a noun phrase as it stands inside a sentence.

        Args:
            head: Its noun.
        """
        parse = self._parse
        text = self.render(range(parse.left[head], parse.right[head] + 1))
        article = parse.pos[parse.left[head]] in {"DET", "PRON"} and parse.left[head] not in self._names
        return f"{text[:1].lower()}{text[1:]}" if article else text

    def end(self, head: int) -> int:
        """Return the last token of a clause without what is coordinated with it or set off behind it.

        Args:
            head: The clause's verb.
        """
        parse = self._parse
        end = min(parse.right[head], parse.sents[parse.sent_of[head]][1] - 1, head + _LONGEST)
        for child in parse.children[head]:
            parted = parse.deps[child] in {"conj", "cc", "parataxis", "npadvmod", "intj"} or (
                parse.deps[child] in {"advcl", "ccomp", "advmod", "dep"} and parse.words[parse.left[child] - 1] == ","
            )
            if child > head and parted:
                end = min(end, parse.left[child] - 1)
        for token in range(head + 1, end + 1):
            if parse.words[token] in {"?", ";", "”", '"', "—", "!"}:
                end = token - 1
                break
            if parse.words[token] == "," and parse.words[min(token + 3, len(parse) - 1)] == "?":
                end = token - 1  # "…, then?", "…, Mr. Lind?"
                break
        while end > head and parse.pos[end] in _LOOSE:
            end -= 1
        return max(end, head)

    def render(self, tokens: Iterable[int], plain: Collection[int] = ()) -> str:
        """Return tokens as text, with names for pronouns and for short names.

        Args:
            tokens: The tokens, in order.
            plain: Those of them that stay as they are.
        """
        parse = self._parse
        text, skip = "", -1
        for token in tokens:
            if token <= skip:
                continue
            here = parse.words[token]
            if parse.words[token] in {"“", "”", '"', "*"}:
                continue
            last = token
            if token in self._names and token not in plain:
                last = skip = self._spans[token]
                possessive = parse.tags[token] == "PRP$" and last == token
                here = self._names[token] + ("'s" if possessive else "")
            joined = token > 0 and parse.starts[token] == parse.ends[token - 1]
            text += here if joined or not text else f" {here}"
        return " ".join(text.split())


def wh_phrase(parse: Parse, wh: int, head: int) -> list[int]:
    """Return the tokens of the phrase that asks: "who", "how much", "whose coat", "to whom".

    Args:
        parse: The chunk's parse.
        wh: Its question word.
        head: The verb of its clause.
    """
    top = wh
    for _ in range(6):
        above = parse.heads[top]
        behind = parse.pos[above] == "ADP" and above != wh - 1  # "What did she put it in?"
        if above in {head, top} or parse.pos[above] in {"VERB", "AUX"} or behind:
            break
        top = above
    last = max(top, wh)
    after = wh + 1
    if last == wh and parse.lowers[wh] in {"what", "which"} and after < head and parse.pos[after] in {"NOUN", "ADJ"}:
        subject = parse.kid(head, "nsubj", "nsubjpass")
        if subject is not None and parse.left[subject] == after:
            last = subject  # "what secrets lay there", where the parse parts the two
    of = next((one for one in parse.kids(wh, "prep") if parse.lowers[one] == "of"), None)
    if of is not None and parse.right[of] < head:
        last = max(last, parse.right[of])  # "which of the guards"
    return list(range(min(top, wh), last + 1))
