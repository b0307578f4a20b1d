"""One error for all layers that cannot be computed for extents known at run time."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import OperationError, layer_name, layer_type_of

EACH_SHAPE = "compile for each shape apart, with dynamic=True or `ncnnc run --dynamic`"
MOST_NAMED = 8
"""Layers that an error names besides the first; of more it says how many."""


def all_refused(errors: Sequence[OperationError], hint: str) -> OperationError:
    """Return the first of some errors, which names the layers of the others, too."""
    first, *others = errors
    names = [f"'{layer_name(e.op)}' ({layer_type_of(e.op)})" for e in others]
    names = list(dict.fromkeys(names))
    listed = ", ".join(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        listed += f" and {len(names) - MOST_NAMED} more"
    so_too = f"; nor can be computed so: {listed}" if names else ""
    return OperationError(first.op, f"{first.reason}{so_too}; hint: {hint}")
