"""Zip files, opened without trusting what they say of themselves."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from gsw_graph.errors import InputError

MOST_UNPACKED = 64 * 2**20
"""Bytes that the texts of a packed file may have together; pictures are not unpacked."""
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)
"""What unpacking raises: RuntimeError where a part is encrypted."""


class Pack:
    """A zip file that is being read.

    Args:
        archive: Opened.
        origin: Where it is from, for errors.
    """

    def __init__(self, archive: zipfile.ZipFile, origin: str) -> None:
        self._archive = archive
        self._origin = origin
        self._unpacked = 0
        self.names = frozenset(archive.namelist())
        """The names of its parts."""

    def read(self, name: str) -> bytes:
        """Return a part.

        Args:
            name: One of `names`.

        Raises:
            InputError: It is not there, broken or encrypted, or the file's parts are too large together.
        """
        try:
            # Zip files say how large their parts are, and no more is unpacked than they say.
            self._unpacked += self._archive.getinfo(name).file_size
            if self._unpacked > MOST_UNPACKED:
                raise too_large(self._origin)
            return self._archive.read(name)
        except KeyError:
            raise InputError(f"{self._origin} is broken: it lacks {name}.", hint="get the file again") from None
        except _BROKEN as error:
            raise _broken(self._origin, error) from error


@contextmanager
def unpacked(data: bytes, origin: str) -> Iterator[Pack]:
    """Open a zip file.

    Args:
        data: The file.
        origin: Where it is from, for errors.

    Raises:
        InputError: It is broken.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        raise _broken(origin, error) from error
    with archive:
        yield Pack(archive, origin)


def too_large(origin: str) -> InputError:
    """Return the error of a file whose texts are too large.

    Args:
        origin: Where it is from.
    """
    return InputError(
        f"{origin} unpacks to more than {MOST_UNPACKED // 2**20} MiB of text.",
        hint="divide it, or save it as plain text",
    )


def _broken(origin: str, error: BaseException) -> InputError:
    return InputError(f"{origin} is broken: {error or type(error).__name__}.", hint="get the file again")
