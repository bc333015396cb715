"""Runs of capitalised words: the places in a chunk where something may be named."""

from collections.abc import Iterator
from dataclasses import dataclass

from gsw_graph.extract.gender import is_first_name
from gsw_graph.extract.nouns import PLACE_NOUNS, TIME_NOUNS, is_person_noun
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words
from gsw_graph.names import HONORIFICS

TITLES = HONORIFICS | {
    "doctor",
    "king", "queen", "prince", "princess", "duke", "duchess", "count", "countess", "baron", "baroness", "pope",
    "emperor", "empress", "sheikh", "sheriff", "brother", "sister", "aunt", "uncle", "deputy", "agent", "governor",
    "chancellor", "premier", "bishop", "private", "marshal", "grandma", "grandpa", "rabbi", "imam", "councillor",
    "mother", "congressman", "congresswoman", "coach", "pastor", "attorney", "marquis", "marquess", "viscount",
}  # fmt: skip
_JOINERS = words("of de la le du des del della di da do dos van von der den ter bin ibn al el y")
_NOT_NAMES = words(
    """in at on near from to by with for of under over between among during behind beside beyond i i'm i'd i'll
    i've he she it they we you his her their its my your our the a an this that these those but and or nor
    so yet if when while as after before since until because although though where who what why how which
    there here then now once yes no not oh ah well okay ok please thanks hello hi hey goodbye god chapter
    part everyone everybody someone somebody nobody nothing something everything all both each every some
    any many most few several another other one two three four five six seven eight nine ten perhaps maybe
    never always suddenly later meanwhile soon only even just still also however"""
)
_EPITHETS = words("old young poor little dear big late former ex-president")
_NOBLE = words(
    """king queen prince princess duke bishop lord lady president governor general st market chief private"""
)
"""Titles that also stand in names of places ("Queen Square")."""
_MONTHS = words("january april may june august")
_WHEN = words("in since until by")
_NUMBERS = words("one two three four five six seven eight nine ten")
_CLOSED = frozenset({"DET", "PRON", "ADP", "CCONJ", "SCONJ", "PART", "INTJ", "AUX", "PUNCT", "SYM", "NUM", "ADV"})


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A run of capitalised words in one chunk."""

    chunk: int
    first: int
    """First token of the run without titles."""
    last: int
    """Last token of the run."""
    titles: tuple[str, ...]
    """Titles in front of it, lower-case without full stops."""
    outer: int
    """First token with the titles."""
    opens: bool
    """Whether its first word opens a sentence, so that its capital says little."""


def find_spans(chunk: int, parse: Parse) -> list[NameSpan]:
    """Return the runs of capitalised words in a chunk, titles set apart."""
    return [span for run in _runs(parse) for span in _cut(chunk, parse, *run)]


def opens_sentence(parse: Parse, token: int) -> bool:
    """Say whether a token is the first word of a sentence, a quotation or a line."""
    while token and parse.pos[token - 1] in {"PUNCT", "SPACE"}:
        if parse.words[token - 1] in {":", "—", "“", '"', "(", "‘", "'"} or parse.pos[token - 1] == "SPACE":
            return True
        if parse.sent_of[token - 1] != parse.sent_of[token]:
            return True
        if parse.words[token - 1] in {",", ";", "-", "–"}:
            return False
        token -= 1
    return token == 0 or parse.sent_of[token - 1] != parse.sent_of[token]


def _named(parse: Parse, token: int) -> bool:
    word = parse.words[token]
    first = word[0]
    if not first.isalpha():
        return False
    if first.upper() == first.lower():
        return True  # a script without capitals: all of its words may be names
    lower = parse.lowers[token]
    if not first.isupper():
        return False
    if lower in _NOT_NAMES:
        # "Three Rivers Bank": a number opens a name, but not a sentence.
        return (
            lower in _NUMBERS
            and token + 1 < len(parse)
            and parse.words[token + 1][0].isupper()
            and not opens_sentence(parse, token)
        )
    if (lower.rstrip(".s") in TIME_NOUNS or lower in TIME_NOUNS) and not _month_as_name(parse, token):
        return False
    if not opens_sentence(parse, token):
        return parse.pos[token] not in {"DET", "PRON"} or parse.ents[token] != ""
    if parse.pos[token] == "PROPN":
        return True
    if parse.pos[token] in _CLOSED:
        return False
    given = len(word) > 2 and is_first_name(word) and parse.pos[token] != "VERB"
    if parse.ents[token] or given or lower.rstrip(".") in TITLES:
        return True
    following = token + 1
    if is_person_noun(lower) and following < len(parse) and parse.words[following][0].isupper():
        return True
    if following >= len(parse) or parse.heads[token] < following or not parse.words[following][0].isupper():
        return False
    given = is_first_name(parse.words[following]) and parse.lowers[following] not in PLACE_NOUNS
    return parse.pos[following] == "PROPN" and not given


def _month_as_name(parse: Parse, token: int) -> bool:
    """Say whether a word for a time is part of a name all the same ("April Lindqvist", "Father August Mbeki")."""
    after = token + 1
    if token in parse.commas:
        return False  # "In May Krol left"
    if token and parse.lowers[token - 1] in _WHEN and after < len(parse) and is_first_name(parse.words[after]):
        return False  # "In June Irene left"
    if parse.ents[token] not in {"DATE", "TIME"} and parse.pos[token] != "NOUN":
        return True
    follows = after < len(parse) and parse.words[after][0].isupper() and parse.words[after][-1].isalpha()
    return follows and parse.lowers[token] in _MONTHS and parse.lowers[after] not in TIME_NOUNS


def _runs(parse: Parse) -> Iterator[tuple[int, int]]:
    token, count = 0, len(parse)
    while token < count:
        if not _named(parse, token):
            token += 1
            continue
        last = token
        while (step := _next(parse, token, last)) is not None:
            last = step
        yield token, last
        token = last + 1


def _next(parse: Parse, first: int, last: int) -> int | None:
    """Return the token up to which a run can grow, None if it ends at `last`."""
    count, after = len(parse), last + 1
    if after >= count or "\n" in parse.text[parse.ends[last] : parse.starts[after]]:
        return None
    word = parse.lowers[after]
    if parse.sent_of[after] != parse.sent_of[last] and parse.lowers[last].rstrip(".") not in TITLES | {"st"}:
        return None
    if _named(parse, after):
        return after
    if after + 1 >= count:
        return after if parse.words[after].isdigit() and parse.pos[last] == "PROPN" else None
    joined = parse.starts[after] == parse.ends[last] and parse.starts[after + 1] == parse.ends[after]
    if word in {"-", "–", "/", "’", "'"} and joined and parse.words[after + 1][0].isalnum():
        return after + 1
    if word in {"'s", "&"} and _named(parse, after + 1) and _possessive_name(parse, first, last, after, word):
        return after + 1
    if word == "at" and first and parse.lowers[first - 1] == "the" and _named(parse, after + 1):
        return after + 1 if not opens_sentence(parse, after + 1) and parse.pos[after + 1] == "PROPN" else None
    if word in _JOINERS and not _person_run(parse, first, last):
        target = after + 1
        if word == "of" and parse.lowers[target] == "the" and target + 1 < count:
            target += 1
        if _named(parse, target) and (word != "of" or _heads_of(parse, first, last)):
            return target
    if word in {"al", "el"} and parse.words[after + 1] == "-" and after + 2 < count and _named(parse, after + 2):
        return after + 2
    if word in _JOINERS - {"of", "al", "do", "y"} and _named(parse, after + 1):
        return after + 1
    if word in {"de", "van", "von"} and after + 2 < count and parse.lowers[after + 1] in {"la", "der", "den", "los"}:
        return after + 2 if _named(parse, after + 2) else None
    if parse.words[after].isdigit() and len(word) <= 3 and parse.ents[after] not in {"DATE", "TIME"}:
        return after if parse.pos[last] == "PROPN" and parse.deps[after] != "pobj" else None
    return None


def _person_run(parse: Parse, first: int, last: int) -> bool:
    return parse.ents[last] == "PERSON" or is_first_name(parse.words[first])


def _heads_of(parse: Parse, first: int, last: int) -> bool:
    """Say whether a run can go on with "of": not after a person's title ("Mayor of Tolland" is a role)."""
    return parse.lowers[last].rstrip(".") not in TITLES or parse.ents[last] in {"FAC", "ORG", "GPE", "LOC"}


def _possessive_name(parse: Parse, first: int, last: int, after: int, word: str) -> bool:
    if word == "&":
        return True
    end = after + 1
    while end + 1 < len(parse) and _named(parse, end + 1):
        end += 1
    if parse.lowers[first] in {"st.", "st", "saint"}:
        return True
    same = parse.ents[first] == parse.ents[after + 1] and parse.ents[after + 1] in {"FAC", "ORG", "LOC"}
    return same or (first == last and parse.lowers[end] in PLACE_NOUNS and not is_first_name(parse.words[first]))


def _is_title(parse: Parse, token: int, last: int) -> bool:
    """Say whether a word in front of a name is a title: a known one, or a capitalised person noun ("Chairwoman")."""
    lower = parse.lowers[token].rstrip(".")
    if lower in TITLES:
        return True
    named = token + 1 <= last and parse.words[token + 1][0].isupper()
    return named and is_person_noun(lower) and not is_first_name(lower)


def _cut(chunk: int, parse: Parse, first: int, last: int) -> Iterator[NameSpan]:
    """Set titles apart and drop what only opens a sentence."""
    opens = opens_sentence(parse, first)
    while first < last and parse.lowers[first] in _EPITHETS and parse.deps[first] in {"amod", "compound"}:
        first, opens = first + 1, False
    if opens and first < last and parse.pos[first] not in {"PROPN", "NOUN", "ADJ", "X"}:
        lower = parse.lowers[first].rstrip(".")
        if lower not in TITLES and not is_first_name(parse.words[first]) and not parse.ents[first]:
            first, opens = first + 1, False
    outer = first
    titles = []
    if parse.lowers[last] not in PLACE_NOUNS or parse.lowers[first].rstrip(".") not in _NOBLE:
        while first < last and _is_title(parse, first, last):
            titles.append(parse.lowers[first].rstrip("."))
            first += 1
            if parse.words[first] in {".", "-"} and first < last:
                first += 1
    yield NameSpan(chunk, first, last, tuple(titles), outer, opens and not titles)
