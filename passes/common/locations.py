"""Locations of merged ops: profiles and errors name every merged layer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, FusedLoc, LocationAttr, NameLoc, NoneAttr, UnknownLoc
from xdsl.ir import BlockArgument, Operation

MOST_PARTS = 64
"""Largest number of layers named in one op: merging more would take quadratic time."""


def fuse_locations(*ops: Operation) -> LocationAttr:
    """Unite the ops' known locations, flat, without repetition, up to `MOST_PARTS`."""
    parts: dict[LocationAttr, None] = {}
    for op in ops:
        parts.update(dict.fromkeys(_parts(op.location)))
    if not parts:
        return UnknownLoc()
    if len(parts) == 1:
        return next(iter(parts))
    return FusedLoc(ArrayAttr(list(parts)[:MOST_PARTS]), NoneAttr())


def set_unknown_locations(ops: Iterable[Operation], location: LocationAttr) -> None:
    """Set the locations of ops without one."""
    for op in ops:
        if isinstance(op.location, UnknownLoc):
            op.location = location


def layers_of(op: Operation | BlockArgument) -> tuple[str, ...]:
    """Return the names of all layers in a location, without duplicates."""
    names = [part.desc.data for part in _parts(op.location) if isinstance(part, NameLoc)]
    return tuple(dict.fromkeys(names))


def _parts(location: LocationAttr) -> list[LocationAttr]:
    if isinstance(location, UnknownLoc):
        return []
    if isinstance(location, FusedLoc):
        locations = cast(ArrayAttr[LocationAttr], location.locations)  # of a fused location
        return [part for inner in locations for part in _parts(inner)]
    return [location]
