"""Warn of a model that is compiled for many shapes, or again for shapes that it has dropped."""

from __future__ import annotations

from ..model.dims_hint import dims_hint
from ..model.program_set import Interface, Shapes
from ..warning import warn

SUGGESTED_AT = 3
"""Number of sets of shapes compiled by calls before extents known at run time are proposed."""


class ShapeAdvice:
    """The first sets of shapes that calls have compiled for, and what to do about them."""

    def __init__(self, source: str, interface: Interface):
        self._source = source
        self._interface = interface
        self._called: list[Shapes] = []
        self._has_named_limits = False

    def note_call(self, shapes: Shapes, limits: str, *, warns: bool) -> None:
        """
        Record the shapes of a call that has compiled. Warn at the third set, and once if the limits
        had dropped the program for these shapes.
        """
        if shapes in self._called:
            if warns and not self._has_named_limits:
                self._has_named_limits = True
                again = f"{self._source} needed {self._interface.described(shapes)} again"
                warn(f"{again}, which it had dropped for {limits}; hint: raise them")
            return
        if len(self._called) == SUGGESTED_AT:
            return
        self._called.append(shapes)
        if warns and len(self._called) == SUGGESTED_AT:
            hint = dims_hint(self._interface.inputs, self._called)
            if hint:
                count = f"{SUGGESTED_AT} sets of shapes"
                warn(f"{self._source} was compiled for {count}; {hint}")
