"""Files → documents, chapters, chunks."""

from gsw_graph.text.chunks import chunks
from gsw_graph.text.files import SourceFile, list_files, read, read_stream
from gsw_graph.text.headings import chapters

__all__ = ["SourceFile", "chapters", "chunks", "list_files", "read", "read_stream"]
