"""Files → documents, chapters, chunks."""

from gsw_graph.text.chunks import chunks
from gsw_graph.text.files import Found, SourceFile, from_text, list_files, read, read_all, read_stream
from gsw_graph.text.headings import chapters

__all__ = ["Found", "SourceFile", "chapters", "chunks", "from_text", "list_files", "read", "read_all", "read_stream"]
