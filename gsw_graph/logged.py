"""Readings as the log keeps them: their keys, which hold all that they depend on, and their payloads."""

import hashlib
import json

from gsw_graph.errors import OperatorError
from gsw_graph.records import SCHEMA_VERSION, Chunk, Extraction, content_uid


def reading_key(chunk: Chunk, operator: str) -> str:
    """Return the log key of reading a chunk: the same input is never read twice.

    Args:
        chunk: The chunk with its annotations.
        operator: Exact name of the Operator, which holds its version or model.
    """
    annotations = [annotation.model_dump(mode="json") for annotation in chunk.annotations]
    payload = json.dumps([SCHEMA_VERSION, operator, chunk.text, annotations], ensure_ascii=True, sort_keys=True)
    return "reading:" + hashlib.sha256(payload.encode()).hexdigest()


def document_key(key: str) -> str:
    """Return the log key of a document."""
    return "document:" + content_uid("document", key)


def dump_reading(extraction: Extraction) -> str:
    """Return an extraction as the payload of a log entry.

    Raises:
        OperatorError: It holds characters that cannot be stored.
    """
    try:
        return extraction.model_dump_json(exclude_defaults=True)
    except ValueError as error:
        raise OperatorError(f"The reply cannot be stored: {error}") from None


def load_reading(payload: str) -> Extraction:
    """Return the extraction in the payload of a log entry."""
    return Extraction.model_validate_json(payload)
