"""Finding copied words in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.extract.model.passage import Passage, plain_form
from gsw_graph.records import Quote

TEXT = "She returned to the *Petrel* [sic] and  said:\n“I’ll turn the key – not  today.” The key turned; the Key broke."


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("turn the key", "turn the key"),
        ("Turn The Key", "turn the key"),
        ("turn", "turn"),
        ("eturn", None),
        ("the Petrel (sic) and said", "the *Petrel* [sic] and  said"),
        ("and said: \"I'll turn", "and  said:\n“I’ll turn"),
        ("the key - not today", "the key – not  today"),
        ('"the key broke."', "the Key broke"),
        ("She [= Ana Ruiz] returned", "She returned"),
        ("She … the *Petrel*", "She returned to the *Petrel*"),
        ("I’ll … broke", "I’ll turn the key – not  today.” The key turned; the Key broke"),
        ("broke ... I’ll", None),
        ("the Key", "the Key"),
        ("the lock", None),
        ("", None),
        ("  ", None),
        ("*", None),
        ("…", None),
    ],
)
def test_where_words_stand(words: str, found: str | None) -> None:
    quote = Passage(TEXT).find(words)
    assert (quote.text if quote else None) == found


def test_the_nearest_of_several_places() -> None:
    passage = Passage("The key. A lock. The key. A door.")
    assert passage.spans("The key") == [(0, 7), (17, 24)]
    near = Quote(start=26, end=32, text="A door")
    assert passage.find("the key", near) == Quote(start=17, end=24, text="The key")


def test_scripts_without_spaces() -> None:
    assert Passage("公司由三人组成。").find("由三人组成") == Quote(start=2, end=7, text="由三人组成")


@given(
    st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(" \n“”*[]İßﬁ–'"), max_size=60),
    st.integers(0, 60),
    st.integers(1, 30),
)
def test_words_copied_in_another_dress_are_found(text: str, start: int, length: int) -> None:
    words = text[start : start + length].strip()
    dressed = words.replace("“", '"').replace(" ", "  ")
    quote = Passage(text).find(f"  {dressed} ")
    if quote is not None:
        assert text[quote.start : quote.end] == quote.text
        assert quote.text
    whole = Passage(text).find(text)
    assert whole is not None or not any(map(str.isalnum, plain_form(text)))
