"""What a model said of a chunk, as our records."""

from gsw_graph.extract.model.claims import Claims
from gsw_graph.extract.model.coupled import Coupled
from gsw_graph.extract.model.said import Said
from gsw_graph.extract.model.sharing import add_couplings
from gsw_graph.records import Chunk, Extraction


def compiled(chunk: Chunk, said: Said, coupled: Coupled) -> Extraction:
    """Return the extraction that two replies amount to, with the reason for each note that is refused.

    A note is refused if its words are not in the chunk, if it names somebody whom neither the chunk nor its annotations
    hold, or if it is empty; the others stay. The same chunk and replies give the same extraction.

    Args:
        chunk: An annotated chunk.
        said: What it says.
        coupled: What in it shares a place or a time; may be empty.
    """
    claims = Claims(chunk, said)
    add_couplings(chunk, claims, coupled)
    refused = tuple(dict.fromkeys(claims.refused))
    return Extraction(mentions=tuple(claims.mentions.records), claims=tuple(claims.records), refused=refused)
