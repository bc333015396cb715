"""The words by which a question asks: its question word, and what it says that somebody is."""

from typing import TYPE_CHECKING

from gsw_graph.answer.asking import asked, parts
from gsw_graph.answer.question import Question, is_generic
from gsw_graph.answer.vocabulary import META_VERBS, SOFT_VERBS
from gsw_graph.extract.nouns import is_person_noun

if TYPE_CHECKING:
    from spacy.tokens import Token


def predicates(word: "Token") -> "list[Token]":
    """Return what "who is …" asks for the bearer of: the nouns and adjectives beside the question word.

    Args:
        word: The question word, whose head is a form of "be".
    """
    said = [child for child in word.head.children if child.i != word.i and child.pos_ in {"NOUN", "ADJ", "PROPN"}]
    return [child for child in said if not is_generic(child)]


def described(question: Question) -> "Token | None":
    """Return the noun by which a question without a question word says whom it asks for: "name the skipper".

    Args:
        question: The question.
    """
    nouns = (token for token in question.doc if token.pos_ == "NOUN" and not token.is_sent_start)
    return next((noun for noun in nouns if is_person_noun(noun.lemma_.lower()) and not is_generic(noun)), None)


def question_word(question: Question) -> "Token | None":
    """Return the word that asks: who, whom, what, where, when, why; the noun of "which man" and "how many people"."""
    for part in reversed(parts(question.doc)):
        for token in asked(part):
            if token.lower_ in {"who", "whom", "where", "when", "why"}:
                return token
            if token.lower_ in {"what", "which", "how"}:
                noun = _noun_of(token)
                if noun is not None or token.lower_ == "what":
                    return noun if noun is not None and question.want == "actor" else token
    return None


def _noun_of(token: "Token") -> "Token | None":
    """Return the noun that "which", "what" or "how many" asks after."""
    if token.lower_ == "how":
        many = token.nbor() if token.i + 1 < len(token.doc) else token
        return many.head if many.lower_ == "many" and many.head.pos_ == "NOUN" else None
    return token.head if token.dep_ == "det" and token.head.pos_ in {"NOUN", "PROPN"} else None


def is_helped(token: "Token") -> bool:
    """Say whether a word is the verb of a question with "did", whatever it is taken for.

    Args:
        token: A word of a question.
    """
    if any(child.dep_ == "aux" and child.lemma_ == "do" for child in token.children):
        return True
    before = [other for other in token.doc[: token.i] if other.lemma_ == "do" and other.pos_ in {"AUX", "VERB"}]
    if token.pos_ not in {"NOUN", "VERB"} or not before:
        return False
    bare = token.lower_ in META_VERBS | SOFT_VERBS and token.nbor(-1).pos_ not in {"DET", "ADJ"}
    return bare or any(other.dep_ == "aux" and other.head.i in {token.i, token.head.i} for other in before)
