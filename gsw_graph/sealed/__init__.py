"""The log as a sealed file: what was read and paid for, moved, kept and checked (chat-memory.md B3).

A sealed log is three files: lines of one JSON object each, a manifest of what they are and were made with, and the
hashes of both. The same log makes the same lines. Nothing is loaded that isn't what was sealed.
"""

from gsw_graph.sealed.check import Verified, verify_log
from gsw_graph.sealed.export import export_log
from gsw_graph.sealed.files import Manifest, SealedFiles
from gsw_graph.sealed.load import Imported, compare_log, import_log

__all__ = [
    "Imported",
    "Manifest",
    "SealedFiles",
    "Verified",
    "compare_log",
    "export_log",
    "import_log",
    "verify_log",
]
