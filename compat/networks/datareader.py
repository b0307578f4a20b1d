"""Readers of a network's files from sources other than paths."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

PIECE = 1 << 20
"""Bytes requested at once."""


class DataReader:
    """
    A stream of bytes: subclasses override `read`, which fills a buffer.

    ncnn reads the text of a `.param` by `scan`; here it is read by `read`.
    """

    def read(self, buf: memoryview, size: int) -> int:
        """Put at most `size` bytes into `buf`, and return their number, 0 at the end."""
        return 0

    def scan(self, format: str, p: object) -> int:
        """Scan nothing, and return 0, the number of values."""
        return 0


class DataReaderFromEmpty(DataReader):
    """A reader for networks without a weights file: all weights are 0."""

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
    """A reader of an open binary file, from its current position."""

    def __init__(self, fp: BinaryIO):
        self._file = fp

    def read(self, buf: memoryview, size: int) -> int:
        piece = self._file.read(size)
        buf[: len(piece)] = piece
        return len(piece)


def read_exactly(reader: DataReader, size: int) -> bytes | None:
    """Return the next bytes of a reader; None if there are fewer."""
    buffer = bytearray(size)
    view, at = memoryview(buffer), 0
    while at < size:
        count = reader.read(view[at:], size - at)
        if not 0 < count <= size - at:
            return None
        at += count
    return bytes(buffer)


def all_of(reader: DataReader) -> bytes:
    """Return all bytes of a reader; `DataReaderFromEmpty` has none."""
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
    """Return the bytes of a reader or a file. Raises: OSError, ValueError."""
    return all_of(source) if isinstance(source, DataReader) else Path(source).read_bytes()
