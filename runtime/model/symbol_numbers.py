"""Store the extents known at run time as native code reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..errors import ArrayShapeError
from .program import Program
from .symbols import ExtentExpression, solve_extents
from .tensors import TensorSpec, aligned_empty


class SymbolNumbers:
    """The values of a program's symbols, for one run at a time."""

    def __init__(self, program: Program):
        self.symbols = program.symbols
        self.array = aligned_empty((len(self.symbols),), "int64")
        self.by_name: dict[str, int] = {}
        """By name, for the run under way."""
        specs = (*program.inputs, *program.outputs) if self.symbols else ()
        self._taken: tuple[object, ...] = ()
        """The shapes and known extents of the inputs that gave these values."""
        self._parts: dict[str, tuple[slice, ...]] = {}
        """By blob, for the run under way."""
        self._shapes = {
            spec.name: tuple(map(ExtentExpression, spec.symbolic))
            for spec in specs
            if spec.symbolic
        }

    def take(
        self, specs: Sequence[TensorSpec], arrays: Sequence[object], known: Mapping[str, int] = {}
    ) -> Sequence[object]:
        """
        Compute the values from the shapes of a run's inputs, and return the inputs. Arrays are
        checked unless all shapes are those of the previous run.

        Raises: as `TensorSpec.check`; ArrayShapeError for shapes that do not fit together.
        """
        taken = (*(getattr(array, "shape", None) for array in arrays), dict(known))
        if taken == self._taken:
            return arrays
        checked = [spec.check(value) for spec, value in zip(specs, arrays, strict=True)]
        shapes = [
            (spec.name, self._shapes[spec.name], array.shape)
            for spec, array in zip(specs, checked, strict=True)
            if spec.symbolic
        ]
        self.tell(solve_extents(self.symbols, shapes, known))
        self._taken = taken
        return checked

    def tell(self, numbers: Mapping[str, int]) -> None:
        """Set the values for a run. Raises: ArrayShapeError if one is missing."""
        self._taken, self._parts = (), {}
        for i, symbol in enumerate(self.symbols):
            if symbol.name not in numbers:
                raise ArrayShapeError(f"no input tells the extent {symbol.name}")
            self.array[i] = numbers[symbol.name]
        self.by_name = dict(numbers)

    def part(self, spec: TensorSpec, array: np.ndarray) -> np.ndarray:
        """Return the part of an array with planned extents that a run uses."""
        part = self._parts.get(spec.name)
        if part is None:
            extents = self._shapes[spec.name]
            part = tuple(slice(extent.value(self.by_name)) for extent in extents)
            self._parts[spec.name] = part
        return array[part]
