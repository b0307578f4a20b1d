"""Collect the errors of all layers that do not support extents known at run time."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import OperationError, layer_name, layer_type_of

EACH_SHAPE = (
    "compile for each shape apart, with dynamic=True or fallback='dynamic'; `ncnnc inspect --dim` "
    "lists the layers"
)
MOST_NAMED = 8
"""Number of layers that an error names after the first; further ones are counted."""


class RefusedExtentsError(OperationError):
    """Raised with an error for each layer that does not support extents known at run time."""

    def __init__(self, errors: Sequence[OperationError], hint: str):
        self.errors = tuple(errors)
        first, *others = errors
        names = [f"'{layer_name(e.op)}' ({layer_type_of(e.op)})" for e in others]
        names = list(dict.fromkeys(names))
        listed = ", ".join(names[:MOST_NAMED])
        if len(names) > MOST_NAMED:
            listed += f" and {len(names) - MOST_NAMED} more"
        so_too = f"; nor can be computed so: {listed}" if names else ""
        super().__init__(first.op, f"{first.reason}{so_too}; hint: {hint}")
