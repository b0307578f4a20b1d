"""Readers of a network's files that are not paths."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

PIECE = 1 << 20
"""Bytes that are asked for at once."""


class DataReader:
    """
    A stream of bytes: subclasses override `read`, which fills a buffer.

    ncnn calls `scan` of a reader for the text of a `.param`; here all that `read` gives is the
    text.
    """

    def read(self, buf: memoryview, size: int) -> int:
        """Put at most `size` bytes into `buf`; how many, 0 at the end."""
        return 0

    def scan(self, format: str, p: object) -> int:
        """Nothing is scanned: the number of values, 0."""
        return 0


class DataReaderFromEmpty(DataReader):
    """A reader for networks without weights' file: all weights are 0."""

    def read(self, buf: memoryview, size: int) -> int:
        buf[:size] = bytes(size)
        return size


class DataReaderFromMemory(DataReader):
    """A reader of bytes."""

    def __init__(self, mem: bytes | bytearray | memoryview):
        self._rest = memoryview(bytes(mem))

    def read(self, buf: memoryview, size: int) -> int:
        piece, self._rest = self._rest[:size], self._rest[size:]
        buf[: len(piece)] = piece
        return len(piece)


class DataReaderFromStdio(DataReader):
    """A reader of a binary file that is open, from where it stands."""

    def __init__(self, fp: BinaryIO):
        self._file = fp

    def read(self, buf: memoryview, size: int) -> int:
        piece = self._file.read(size)
        buf[: len(piece)] = piece
        return len(piece)


def read_exactly(reader: DataReader, size: int) -> bytes | None:
    """The next bytes of a reader; None if there are less."""
    buffer = bytearray(size)
    view, at = memoryview(buffer), 0
    while at < size:
        count = reader.read(view[at:], size - at)
        if not 0 < count <= size - at:
            return None
        at += count
    return bytes(buffer)


def all_of(reader: DataReader) -> bytes:
    """Return all bytes that a reader has; `DataReaderFromEmpty` has none."""
    pieces: list[bytes] = []
    if isinstance(reader, DataReaderFromEmpty):
        return b""
    while True:
        buffer = bytearray(PIECE)
        count = reader.read(memoryview(buffer), PIECE)
        if not 0 < count <= PIECE:
            return b"".join(pieces)
        pieces.append(bytes(buffer[:count]))


def content_of(source: DataReader | str) -> bytes:
    """The bytes of a reader or of a file. Raises: OSError, ValueError."""
    return all_of(source) if isinstance(source, DataReader) else Path(source).read_bytes()
