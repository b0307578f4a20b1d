"""Known extents of blobs, which ops extend by `imply_shapes`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from xdsl.ir import Operation, SSAValue

PartialShape = tuple[int | None, ...]
"""The extents of a blob of known rank, outermost first; None for one that is unknown."""


def any_extents(rank: int) -> PartialShape:
    """Return the unknown extents."""
    return (None,) * rank


def cell_count(known: PartialShape | None) -> int | None:
    """Return the number of cells of a blob; None unless all its extents are known."""
    extents = [extent for extent in known or () if extent is not None]
    return prod(extents) if known and len(extents) == len(known) else None


def rows_and_columns(known: PartialShape | None) -> PartialShape:
    """Return the two extents of a matrix, None for unknown ones."""
    return known if known is not None and len(known) == 2 else any_extents(2)


class ImpliedShapes:
    """The known extents of each blob; the first of contradicting facts is kept."""

    def __init__(self, given: Mapping[SSAValue, PartialShape]):
        self.extents: dict[SSAValue, PartialShape] = dict(given)
        self.changed: list[SSAValue] = []
        """The blobs with new facts; the reader empties the list."""
        self.takes_proposals = False
        """Count likely extents as facts where nothing is known."""

    def of(self, value: SSAValue) -> PartialShape | None:
        """Return the extents of a blob; None if not even its rank is known."""
        return self.extents.get(value)

    def say(self, value: SSAValue, extents: PartialShape) -> None:
        known = self.extents.get(value)
        if known is None:
            self.extents[value] = extents
            self.changed.append(value)
            return
        if len(known) != len(extents):
            return
        pairs = zip(known, extents, strict=True)
        merged = tuple(new if old is None else old for old, new in pairs)
        if known != merged:
            self.extents[value] = merged
            self.changed.append(value)

    def propose(self, value: SSAValue, extents: PartialShape) -> None:
        """Add extents of a blob if its rank agrees; if it is unknown, only as likely ones."""
        if value in self.extents or self.takes_proposals:
            self.say(value, extents)

    # Facts of several ops ------------------------------------------------------------------------

    def say_cells(self, value: SSAValue, cells: int) -> None:
        """Add the number of a blob's cells: a single unknown extent follows from the others."""
        known = self.of(value)
        if known is None or known.count(None) != 1:
            return
        others = prod(extent for extent in known if extent is not None)
        if others and cells % others == 0:
            filled = tuple(cells // others if extent is None else extent for extent in known)
            self.say(value, filled)

    def say_same(self, blobs: Iterable[SSAValue]) -> None:
        blobs = list(blobs)
        merged: PartialShape | None = None
        for known in filter(None, map(self.of, blobs)):
            if merged is None:
                merged = known
            elif len(known) == len(merged):
                pairs = zip(merged, known, strict=True)
                merged = tuple(new if old is None else old for old, new in pairs)
        if merged is not None:
            for blob in blobs:
                self.say(blob, merged)

    def say_channels(self, op: Operation) -> None:
        """Add that results have the first operand's shape, and others are channel vectors."""
        self.say_same((op.operands[0], *op.results))
        parameter = self.of(op.operands[1]) if len(op.operands) > 1 else None
        known = self.of(op.operands[0])
        if known is not None and parameter is not None and len(parameter) == 1 != parameter[0]:
            self.say(op.operands[0], (parameter[0], *known[1:]))

    def say_parts(self, parts: Sequence[SSAValue], whole: SSAValue, axis: int) -> None:
        """Add that blobs have equal extents except along one axis, where parts add up."""
        blobs = (*parts, whole)
        rank = self._say_common_extents(blobs, axis)
        if rank is None:
            return
        axis %= rank
        known = [self.of(part) or () for part in parts]
        lengths = [extents[axis] if len(extents) == rank else None for extents in known]
        sums = sum(length for length in lengths if length is not None)
        before, after = any_extents(axis), any_extents(rank - axis - 1)
        if None not in lengths:
            self.say(whole, (*before, sums, *after))
        total = (self.of(whole) or any_extents(rank))[axis]
        if lengths.count(None) == 1 and total is not None and total > sums:
            self.say(parts[lengths.index(None)], (*before, total - sums, *after))

    def _say_common_extents(self, blobs: Sequence[SSAValue], axis: int) -> int | None:
        """Add that blobs have equal extents except along an axis; return the rank, if known."""
        common: dict[int, list[int | None]] = {}
        for blob in blobs:
            known = self.of(blob)
            if known is None or not -len(known) <= axis < len(known):
                continue
            merged = common.setdefault(len(known), list(any_extents(len(known))))
            for i, extent in enumerate(known):
                if merged[i] is None and i != axis % len(known):
                    merged[i] = extent
        if not common:
            return None
        rank = next(iter(common))
        for blob in blobs:
            self.say(blob, tuple(common.get(len(self.of(blob) or ()), common[rank])))
        return rank
