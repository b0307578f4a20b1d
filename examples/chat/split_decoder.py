"""A decoder's graph in two: layers, which take rows of all users, and attention of each user."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

ATTENTION = "ChatAttention"
"""Type of the layers that stand for attention with caches."""
REPEATING = ("Reshape", "Tile", "ExpandDims")
"""The layers, from the last one back, that repeat keys and values for each head of queries."""
MAGIC = "7767517"


@dataclass(frozen=True)
class SplitDecoder:
    """The two graphs, and blobs of the first attention."""

    layers: str
    attention: str
    count: int
    """Layers with attention."""
    given: tuple[str, ...]
    """Query, keys and values."""
    repeated: tuple[str, ...]
    """Keys and values as they are cached."""
    mask: str
    caches: tuple[str, ...]


def split_decoder(path: Path) -> SplitDecoder:
    """Split the graph of a `.param`. Raises: ValueError if it has no attention with caches."""
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()[2:] if line]
    made_by = {blob: line for line in lines for blob in outputs(line)}
    attending = [line for line in lines if line[0] == "SDPA" and "7=1" in line]
    if not attending:
        raise ValueError(f"{path}: no attention with caches")
    first: SplitDecoder | None = None
    for number, line in enumerate(attending):
        query, keys, values, mask, *caches = inputs(line)
        repeats = [repeats_of(made_by, blob) for blob in (keys, values)]
        moved = [*repeats[0], *repeats[1]]
        given = (query, *(inputs(r[0])[0] if r else b for r, b in zip(repeats, (keys, values))))
        result, *_ = outputs(line)
        if first is None:
            entries = [["Input", blob, "0", "1", blob] for blob in (*given, mask, *caches)]
            text = param([*entries, *moved, line])
            first = SplitDecoder("", text, len(attending), given, (keys, values), mask, (*caches,))
        line[:] = [ATTENTION, line[1], "3", "1", *given, result, f"0={number}"]
        lines = [other for other in lines if not any(other is one for one in moved)]
    assert first is not None
    return replace(first, layers=param(without_unread(lines)))


def inputs(line: list[str]) -> list[str]:
    return line[4 : 4 + int(line[2])]


def outputs(line: list[str]) -> list[str]:
    first = 4 + int(line[2])
    return line[first : first + int(line[3])]


def repeats_of(made_by: dict[str, list[str]], blob: str) -> list[list[str]]:
    """Return the layers that repeat heads before a blob, if there are some."""
    found: list[list[str]] = []
    for kind in REPEATING:
        line = made_by[blob]
        if line[0] != kind:
            return []
        found.insert(0, line)
        (blob,) = inputs(line)
    return found


def without_unread(lines: list[list[str]]) -> list[list[str]]:
    """Return the graph without inputs that no layer reads, masks and caches, and their copies."""
    while True:
        read = {blob for line in lines for blob in inputs(line)}
        kept = [
            line
            for line in lines
            if line[0] not in ("Input", "Split") or not read.isdisjoint(outputs(line))
        ]
        if len(kept) == len(lines):
            return kept
        lines = kept


def param(lines: list[list[str]]) -> str:
    """Return the text of a graph."""
    blobs = sum(len(outputs(line)) for line in lines)
    return "\n".join([MAGIC, f"{len(lines)} {blobs}", *map(" ".join, lines), ""])
