"""The memory of the states of one session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from ..errors import ArgumentError
from ..model.program import Program
from ..model.symbols import ExtentExpression
from ..model.tensors import TensorSpec, aligned_zeros

CUT_HINT = "hint: truncate it, or compile for more, {name}=0..{needed}"


class GrowingState:
    """A state that rows are appended to, where they are; the memory of others is never touched."""

    def __init__(self, spec: TensorSpec, index: int):
        self.spec = spec
        self.index = index
        """Among the inputs of the program."""
        pairs = zip(spec.symbolic, spec.extents_after, strict=True)
        (self.axis,) = (d for d, (before, after) in enumerate(pairs) if before != after)
        self.array = aligned_zeros(spec.planned, spec.dtype)

    @property
    def symbol(self) -> str:
        """The name of the extent that the session tells."""
        return self.spec.symbolic[self.axis]

    @property
    def after(self) -> str:
        """The expression of its value in the next run."""
        return self.spec.extents_after[self.axis]

    def rows(self, count: int) -> list[np.ndarray]:
        """The memory of the first rows, as views."""
        if self.spec.panels:
            return list(panels_of_rows(self.spec, self.array, count))
        return [self.array[(*[slice(None)] * self.axis, slice(count))]]


def panels_of_rows(spec: TensorSpec, array: np.ndarray, count: int) -> Iterator[np.ndarray]:
    """
    Yield the memory of the first rows of a state in panels `[other axis][vectors][lanes]`: of rows,
    all panels up to the last that has some; of columns the beginning of each.
    """
    lanes, vectors, axis = spec.panels
    heads, rows, columns = array.shape
    width = lanes * vectors
    for head in array.reshape(heads, -1):
        if axis == 1:
            yield head[: min(-(-count // width) * width, -(-rows // lanes) * lanes) * columns]
            continue
        padded = -(-columns // lanes) * lanes
        for first in range(0, padded, width):
            yield head[first * rows :][: min(width, padded - first) * count]


class FixedState:
    """
    A state that each run replaces: it is read in one array and written to another, so that a run
    that ends early leaves it as it was.
    """

    def __init__(self, spec: TensorSpec, index: int, output: int):
        self.spec = spec
        self.index, self.output = index, output
        """Among the inputs, and the outputs, of the program."""
        self.array, self.next = (aligned_zeros(spec.shape, spec.dtype) for _ in range(2))


class StateMemory:
    """States between two runs; in use by one run at a time."""

    def __init__(self, program: Program, max_length: int | None):
        """Raises: ArgumentError for a program without states; as `check_length`."""
        if not program.states:
            raise ArgumentError("the model has no states; hint: compile it with states='auto'")
        outputs = {spec.name: i for i, spec in enumerate(program.outputs)}
        self.program = program
        self.growing: list[GrowingState] = []
        self.fixed: list[FixedState] = []
        for i, spec in enumerate(program.inputs):
            if spec.extents_after:
                self.growing.append(GrowingState(spec, i))
            elif spec.state:
                self.fixed.append(FixedState(spec, i, outputs[spec.state]))
        self.length = 0
        """Rows of the growing states."""
        self._following = 0
        self.max_length = self._most if max_length is None else max_length
        if not 0 <= self.max_length <= self._most:
            raise ArgumentError(f"a session holds from 0 to {self._most} rows, not {max_length}")

    @cached_property
    def symbol(self) -> str:
        """The name of the extent that is the length; empty if no state grows."""
        return self.growing[0].symbol if self.growing else ""

    @cached_property
    def _after(self) -> ExtentExpression:
        return ExtentExpression(self.growing[0].after)

    @property
    def _most(self) -> int:
        return max((s.most for s in self.program.symbols if s.name == self.symbol), default=0)

    @property
    def numbers(self) -> Mapping[str, int]:
        """The extents that the session tells."""
        return {self.symbol: self.length} if self.growing else {}

    def prepare(self, numbers: Mapping[str, int]) -> None:
        """Check that what a run with these extents appends has room. Raises: ArgumentError."""
        if not self.growing:
            return
        self._following = self._after.value(numbers)
        if self._following > self.max_length:
            hint = CUT_HINT.format(name=self.symbol, needed=self._following)
            raise ArgumentError(
                f"the session is full: {self._following} rows are more than its {self.max_length}; "
                f"{hint}"
            )

    def input_addresses(self) -> Iterator[tuple[int, int]]:
        """Yield what a run reads: indices of the program's inputs with addresses."""
        for state in (*self.growing, *self.fixed):
            yield state.index, state.array.ctypes.data

    def output_addresses(self) -> Iterator[tuple[int, int]]:
        """Yield where a run writes: indices of the program's outputs with addresses."""
        for state in self.fixed:
            yield state.output, state.next.ctypes.data

    def advance(self) -> None:
        """Take what a run has written for the states of the next one."""
        self.length = self._following
        for state in self.fixed:
            state.array, state.next = state.next, state.array

    def reset(self) -> None:
        """Begin anew."""
        self.length = 0
        for state in self.fixed:
            state.array[...] = 0

    def copy(self) -> StateMemory:
        """Return states with the same values, in memory of their own: of the rows in use."""
        copy = StateMemory(self.program, self.max_length)
        copy.length = self.length
        for array, other in zip(copy.contents(), self.contents(), strict=True):
            array[...] = other
        return copy

    def contents(self, length: int | None = None) -> Sequence[np.ndarray]:
        """The values, as views: of so many rows, or of those in use."""
        count = self.length if length is None else length
        growing = (rows for state in self.growing for rows in state.rows(count))
        return [*growing, *(state.array for state in self.fixed)]
