"""Propose extents known at run time after a model was compiled for several sets of shapes."""

from __future__ import annotations

from collections.abc import Sequence

from .program_set import DynamicInput, Shape

NAMES = "ABCDEFGHIJKLMNOP"


def dims_hint(inputs: Sequence[DynamicInput], sets: Sequence[Sequence[Shape]]) -> str:
    """
    Say how to compile once for some sets of shapes, given in the order of the inputs. Return
    nothing where that is impossible: ranks differ, or the code prepares images.

    Extents that are equal in all sets get one name.
    """
    if any(blob.pixels for blob in inputs):
        return ""
    names: dict[tuple[int, ...], str] = {}
    shapes: list[str] = []
    for blob, given in zip(inputs, zip(*sets, strict=True), strict=True):
        if len({len(shape) for shape in given}) > 1:
            return ""
        axes = [dim_text(extents, names) for extents in zip(*given, strict=True)]
        shapes.append(f"{blob.name!r}: ({', '.join(axes)}{',' * (len(axes) == 1)})")
    if not names or len(names) > len(NAMES):
        return ""
    return f"hint: one compilation does for all with inputs={{{', '.join(shapes)}}}"


def dim_text(extents: tuple[int, ...], names: dict[tuple[int, ...], str]) -> str:
    """Return a constant extent, or a name for a variable one with its range."""
    if len({*extents}) == 1:
        return str(extents[0])
    name = names.setdefault(extents, NAMES[len(names) % len(NAMES)])
    return f"ncnnc.Dim({name!r}, {min(extents)}, {max(extents)})"
