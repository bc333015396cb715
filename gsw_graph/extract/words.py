"""Word lists as the rules write them."""


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """Return the phrases of a text, parted by bars, as a set."""
    return frozenset(part.strip() for part in text.split("|"))
