"""Locations of merged ops: profiles and errors speak of every layer that went into an op."""

from __future__ import annotations

from xdsl.dialects.builtin import ArrayAttr, FusedLoc, LocationAttr, NoneAttr, UnknownLoc
from xdsl.ir import Operation


def fuse_locations(*ops: Operation) -> LocationAttr:
    """
    The union of the ops' locations in order, flat and without repetition; unknown ones are left
    out.
    """
    parts: dict[LocationAttr, None] = {}
    for op in ops:
        parts.update(dict.fromkeys(_parts(op.location)))
    if not parts:
        return UnknownLoc()
    if len(parts) == 1:
        return next(iter(parts))
    return FusedLoc(ArrayAttr(parts), NoneAttr())


def _parts(location: LocationAttr) -> list[LocationAttr]:
    if isinstance(location, UnknownLoc):
        return []
    if isinstance(location, FusedLoc) and isinstance(location.locations, ArrayAttr):
        return [part for inner in location.locations for part in _parts(inner)]
    return [location]
