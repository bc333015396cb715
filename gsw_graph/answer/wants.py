"""The slot that a question asks for: who, where, when, what, what somebody is, why, or whether."""

from typing import TYPE_CHECKING, NamedTuple

from gsw_graph.answer.asking import asked, is_request, parts
from gsw_graph.answer.vocabulary import AT_HEART, LEADING, MAIN, OCCASIONS, TELLERS, WANTED, Want, names_occasion
from gsw_graph.extract.nouns import is_person_noun
from gsw_graph.extract.words import phrases, words

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_WHO = words("who whom whose")
_ASKING = words("what which how")
_WORDS: dict[str, Want] = {"where": "place", "when": "date", "why": "reason"}
_MEANT = words("they these those them it")
_ONLY = words("only alone just")
_COUNTED = words("many often")
_HOW: dict[str, Want] = {"recently": "date", "come": "reason"}
_WHETHER = words("is are was were do does did has have had 's")
_ABOUT = words("about describe account details happened")
_COUNTING = phrases("how many | number of | count of | how often")
_THROUGH = words("of the a an all any his her their its kind kinds sort sorts type types only")


class Asked(NamedTuple):
    """What a question asks for."""

    want: Want
    main_only: bool
    """Whether only the main person of each passage is asked for."""
    counted: bool
    """Whether it asks how many there are."""
    sentence: "Span"
    """The sentence that asks."""


def read_want(doc: "Doc") -> Asked:
    """Return what a question asks for.

    Args:
        doc: The question, parsed.
    """
    want, sentence = _want(doc)
    if want in {"event", "identity"}:
        want = _as_rider(doc) or want
    lowered = f" {' '.join(token.lower_ for token in doc if not token.is_punct)} "
    main = any(_is_main(token) for token in doc) or any(f" {phrase} " in lowered for phrase in AT_HEART)
    counted = any(f" {phrase} " in lowered for phrase in _COUNTING)
    if counted and not _is_countable(doc):
        want = "manner"
    return Asked(want, want == "actor" and main, counted, sentence)


def _is_countable(doc: "Doc") -> bool:
    """Say whether what "how many" asks after can be counted off the graph: people, places, days, kinds of event."""
    for token in doc:
        if token.lower_ not in {"many", "number", "count"}:
            continue
        nouns: list[Token] = []
        for one in doc[token.i + 1 :]:
            if one.pos_ in {"NOUN", "PROPN"}:
                nouns.append(one)
            elif nouns or one.pos_ not in {"ADP", "DET", "ADJ"}:
                break
        lemma = nouns[-1].lemma_.lower() if nouns else ""
        kinds = (nouns_ for kind, nouns_ in WANTED.items() if kind != "identity")
        return bool(nouns) and (names_occasion(nouns[-1].text) or any(lemma in known for known in kinds))
    return True  # "how often"


def _as_rider(doc: "Doc") -> Want | None:
    """Return what a rider asks for: "dates only", "just the venues"."""
    for token in doc:
        before = token.nbor(-1).lower_ if token.i else ""
        after = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
        found = _kind(token)
        if found in {"date", "place"} and (after in _ONLY or before in _ONLY or before == "by"):
            return found
    return None


def _is_main(token: "Token") -> bool:
    """Say whether a word asks for the main person: "protagonists", "the central figures"."""
    lemma = token.lemma_.lower()
    if lemma in MAIN and token.pos_ != "VERB":
        return True
    leading = any(child.lower_ in LEADING for child in token.children if child.i < token.i)
    return leading and lemma in WANTED["actor"]


def _want(doc: "Doc") -> tuple[Want, "Span"]:
    """Return what kind of thing is asked for, and the last sentence that says so."""
    sentences = parts(doc)
    for relative in (False, True):
        for sentence in reversed(sentences):
            found = _of_sentence(sentence, relative)
            if found:
                return found, sentence
    named = all(token.pos_ not in {"VERB", "AUX"} for token in doc)
    return "identity" if named else "event", sentences[-1]  # a name alone asks who it is


def _of_sentence(sentence: "Span", relative: bool) -> Want | None:
    """Return what a sentence asks for.

    Args:
        sentence: The sentence.
        relative: Whether words that may open a relative clause count as well.
    """
    tokens = list(asked(sentence))
    first = next((token for token in tokens if not token.is_punct), None)
    if first is not None and _opens_whether(first, tokens):
        return "yes_no"
    requested = _requested(tokens)
    for index, token in enumerate(tokens):
        if requested and token.i > requested.i:
            return _kind(requested)
        if (relative or not _is_relative(token)) and not _opens_clause(token, tokens[index + 1 :]):
            found = _of_word(token, tokens[:index], tokens[index + 1 :])
            if found:
                return found
    told = [token for token in tokens if not is_request(token)]
    return _wanted_noun(told) or _described(tokens, told)


def _requested(tokens: "list[Token]") -> "Token | None":
    """Return the noun that a request names right away, before any question word: "list every place where …"."""
    start = next((at for at, token in enumerate(tokens) if is_request(token)), None)
    if start is None:
        return None
    for token in tokens[start + 1 :]:
        if token.lower_ in _WHO | _ASKING | _WORDS.keys() or token.text in {",", ":"}:
            return None
        noun = token.pos_ in {"NOUN", "PROPN", "PRON"} or token.nbor(-1).pos_ == "DET"
        if noun and _kind(token) is not None and token.dep_ != "compound" and not is_request(token):
            return token
    return None


def _of_word(token: "Token", before: "list[Token]", rest: "list[Token]") -> Want | None:
    """Return what a question word asks for."""
    if token.lower_ in _WHO:
        return "identity" if _asks_identity(token) else "actor"
    if token.lower_ in _WORDS and token.tag_ != "NN":
        return _WORDS[token.lower_]
    if token.lower_ == "how" and rest and rest[0].lower_ not in _COUNTED:
        return _how(rest[0])
    if token.lower_ in _ASKING:
        if len(rest) > 1 and rest[0].lemma_ == "be" and rest[1].lower_ in _MEANT:
            return None  # "what are they?"
        one = bool(rest) and (rest[0].lemma_ == "be" or rest[0].lower_ in {"one", "ones"})
        among = _wanted_noun(before) if token.lower_ == "which" and one else None
        return _noun_after(rest) or among or "event"
    return None


def _how(token: "Token") -> Want:
    """Return what "how" asks for with the word after it: a manner or measure, if it is not a reason or a date."""
    return _HOW.get(
        token.lower_, "manner" if token.pos_ in {"ADJ", "ADV", "ADP"} or token.lower_ == "much" else "event"
    )


def _noun_after(rest: "list[Token]") -> Want | None:
    """Return the kind that the noun right after "what", "which" or "how many" names, or that it is said to be."""
    for index, token in enumerate(rest):
        lemma = token.lemma_.lower()
        if token.lower_ in {"this", "that", "these", "those"}:
            return None  # "what was this person up to"
        if index == 0 or token.pos_ in {"NOUN", "PROPN", "PRON"} or lemma in WANTED["date"]:
            found = _kind(token)
            if found:
                return found
            if is_person_noun(lemma):
                return "actor"
            if lemma in OCCASIONS:
                return "event"
        passing = token.lower_ in _THROUGH or token.pos_ in {"DET", "ADJ", "ADV", "NUM"} or token.lemma_ == "be"
        if not (passing or token.dep_ in {"compound", "amod", "poss", "case"} or token.lower_ == "many"):
            return None
    return None


def _wanted_noun(tokens: "list[Token]") -> Want | None:
    """Return the kind that the first fitting noun names."""
    for token in tokens:
        named = token.text[:1].isupper() and not token.is_sent_start and token.dep_ == "compound"
        noun = token.pos_ in {"NOUN", "PROPN", "PRON"} or (token.i and token.nbor(-1).pos_ == "DET")
        leading = token.i > 0 and token.nbor(-1).lower_ in LEADING
        bare = token.is_sent_start or leading  # "places: …", "dates of …", which may be taken for verbs
        found = _kind(token)
        if found and (noun or bare) and not named and not _in_name(token):
            return found
    return None


def _described(tokens: "list[Token]", told: "list[Token]") -> Want | None:
    """Return what is asked for by a description: "name the skipper", "all about the fair"."""
    if any(token.lower_ in _ABOUT for token in tokens):
        return "event"
    requested = len(told) < len(tokens)
    noun = next((token for token in told if token.pos_ in {"NOUN", "PROPN"}), None)
    return "actor" if requested and noun is not None and is_person_noun(noun.lemma_.lower()) else None


def _in_name(token: "Token") -> bool:
    """Say whether a capitalised word stands in a name: "Quiz Night"."""
    if not token.text[:1].isupper() or token.is_sent_start or token.i == 0:
        return False
    before = token.nbor(-1)
    return before.text[:1].isupper() and not before.is_sent_start


def _kind(token: "Token") -> Want | None:
    """Return the kind that a noun names."""
    for want, nouns in WANTED.items():
        if token.lemma_.lower() in nouns or token.lower_ in nouns:
            return want
    return None


def _opens_whether(token: "Token", tokens: "list[Token]") -> bool:
    """Say whether a word opens a question for yes or no: "was", "did", "has", and no other question is in it."""
    if token.lower_ not in _WHETHER or (token.i + 1 < len(token.doc) and token.nbor().lower_ in {"you", "we", "i"}):
        return False
    if any(one.lower_ in TELLERS for one in tokens[1:4]):
        return False  # "does the book say when …"
    return not any(
        one.lower_ in _WHO | _ASKING | _WORDS.keys() and one.nbor(-1).text in {",", ":"} for one in tokens if one.i
    )


def _is_relative(token: "Token") -> bool:
    """Say whether a question word opens a relative clause ("all dates when …")."""
    previous = token.nbor(-1) if token.i else None
    if previous is not None and (previous.pos_ == "ADP" or previous.dep_ == "prep"):
        before = previous.nbor(-1) if previous.i else None
        earlier = token.doc[token.sent.start : token.i]
        comma = before is not None and before.text == "," and any(map(is_request, earlier)) and any(map(_kind, earlier))
        return before is not None and (_is_noun(before) or comma)  # "the dates on which", "the last fair, in which"
    spoken = previous is not None and previous.lower_ in {"me", "us", "those", "all"}
    return previous is not None and _is_noun(previous) and not spoken and not token.is_sent_start


def _opens_clause(token: "Token", rest: "list[Token]") -> bool:
    """Say whether "when" or "where" only opens a clause before the question: "when she was seen, who was there?"."""
    if token.lower_ not in _WORDS or not token.is_sent_start or not rest or rest[0].pos_ == "AUX":
        return False
    return any(one.lower_ in _WHO | _ASKING | _WORDS.keys() and one.nbor(-1).text == "," for one in rest)


def _is_noun(token: "Token") -> bool:
    """Say whether a word is a noun, or one for what may be asked for that is taken for a verb ("list all dates")."""
    return (token.pos_ in {"NOUN", "PROPN", "PRON"} or _kind(token) is not None) and not is_request(token)


def _asks_identity(token: "Token") -> bool:
    """Say whether "who is X" asks what X is, and not for somebody's name ("who was at X", "who is the mayor")."""
    head = token.head
    if head.lemma_ != "be":
        return False
    rest = [child for child in head.children if child.i != token.i and not child.is_punct]
    return len(rest) == 1 and rest[0].pos_ == "PROPN"
