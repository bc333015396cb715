"""Whether what a sealed document says of itself fits, and can be stored."""

import json

from gsw_graph.source import Source
from gsw_graph.storable import is_storable

LARGEST = 2**53
"""No count is larger: every JSON reader has it exact."""


def check_numbers(payload: str) -> None:
    """Check that the database can store each number of a payload.

    Args:
        payload: As JSON; it was parsed already and so isn't nested deep.

    Raises:
        ValueError: It cannot.
    """

    def check(digits: str) -> int:
        if abs(number := int(digits)) > LARGEST:
            raise ValueError("it has a number that cannot be stored")
        return number

    json.loads(payload, parse_int=check)


def check_parts(source: Source) -> None:
    """Check that the parts of a document are parts of its text.

    Args:
        source: The document with its parts.

    Raises:
        ValueError: They are not.
    """
    document, size = source.document, len(source.document.text)
    texts = (document.text, document.title, document.origin, document.dated, *document.notes)
    if not all(map(is_storable, (*texts, source.operator, source.pattern, source.reason))):
        raise ValueError("it has characters that cannot be stored")
    spans = [(part.start, part.end) for part in source.chapters]
    spans += [(part.start, part.end) for part in source.chunks]
    if any(not 0 <= start <= end <= size for start, end in spans):
        raise ValueError(f"a part of it stands outside of its {size} characters")
    numbers = [number for part in source.chapters for number in (part.index, part.body)]
    numbers += [number for part in source.chunks for number in (part.index, part.scene)]
    if any(not 0 <= number <= size for number in numbers):
        raise ValueError("a part of it has a number larger than its text")
    chapters = {chapter.index for chapter in source.chapters}
    if not {chunk.chapter for chunk in source.chunks} <= chapters or len(chapters) < len(source.chapters):
        raise ValueError("its chapters and chunks do not fit")
