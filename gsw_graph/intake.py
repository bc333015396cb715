"""Files → the documents that are taken in, or why they are not."""

from collections.abc import Iterable, Iterator

from gsw_graph import text
from gsw_graph.dates import edtf_of
from gsw_graph.errors import InputError
from gsw_graph.planning import DocumentReport
from gsw_graph.records import Document


def read_documents(
    sources: Iterable[text.SourceFile], *, key: str | None = None, dated: str = "", text_column: str = ""
) -> Iterator[Document | DocumentReport]:
    """Yield each file's documents, or a report that says why there are none.

    Args:
        sources: Files, as listed.
        key: Key of the document, for a single file.
        dated: Date of those documents, as EDTF, whose file doesn't give one.
        text_column: Name of a table's column of texts.
    """
    for source in sources:
        if source.skipped:
            yield DocumentReport(source.key, "skipped", source.skipped)
            continue
        found = False
        try:
            for document, date in text.read_all(source, key=key, text_column=text_column):
                found = True
                yield _with_date(document, date, dated)
        except InputError as error:
            yield DocumentReport(key or source.key, "failed", str(error))
            continue
        if not found:
            yield DocumentReport(key or source.key, "skipped", "a table without rows")


def _with_date(document: Document, words: str, dated: str) -> Document:
    """Return a document with the date that its file gives it, or else the one that the caller does."""
    try:
        return document.model_copy(update={"dated": edtf_of(words) or dated})
    except InputError:
        note = f"Its date was not understood: {words!r}."
        return document.model_copy(update={"dated": dated, "notes": (*document.notes, note)})
