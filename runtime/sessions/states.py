"""Manage the memory of one session's states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

import numpy as np

from ..errors import ArgumentError
from ..model.program import Program
from ..model.symbols import ExtentExpression
from ..model.tensors import TensorSpec, aligned_zeros
from .shared_rows import SharedRows, copy_rows
from .state_layout import RowLayout

LEAST_SHARED = 1 << 20
"""Size of rows from which sharing is faster than a copy. Units: bytes."""
LEAST_AS_SHARED = 7 / 8
"""Fraction of rows in shared pages below which all rows in use move to new shared pages."""


class GrowingState:
    """A state to which rows are appended in place; memory of unused rows is never touched."""

    def __init__(self, spec: TensorSpec, index: int):
        self.spec = spec
        self.index = index
        """Index among the inputs of the program."""
        pairs = zip(spec.symbolic, spec.extents_after, strict=True)
        (self.axis,) = (d for d, (before, after) in enumerate(pairs) if before != after)
        self._layout = RowLayout.of(spec)
        self.lie_in(aligned_zeros(spec.planned, spec.dtype))

    def lie_in(self, array: np.ndarray) -> None:
        """Use an array as memory from now on."""
        self.array, self.address = array, array.ctypes.data

    @property
    def symbol(self) -> str:
        """Return the name of the extent that the session provides."""
        return self.spec.symbolic[self.axis]

    @property
    def after(self) -> ExtentExpression:
        """Return the expression of this extent in the next run."""
        return ExtentExpression(self.spec.extents_after[self.axis])

    @property
    def row_bytes(self) -> int:
        """Return the bytes of one more row."""
        return self.array.nbytes // self.array.shape[self.axis]

    def rows(self, array: np.ndarray, end: int, begin: int = 0) -> list[np.ndarray]:
        """Return views of the bytes of some rows in an array of this state."""
        memory = array.reshape(-1).view(np.uint8)
        return [memory[piece] for piece in self._layout.pieces(begin, end)]


class FixedState:
    """
    A state replaced by each run: a run reads one array and writes another, so that a run that ends
    early does not change it.
    """

    def __init__(self, spec: TensorSpec, index: int, output: int):
        self.spec = spec
        self.index, self.output = index, output
        """Indices among the inputs and the outputs of the program."""
        self.array, self.next = (aligned_zeros(spec.shape, spec.dtype) for _ in range(2))


class StateMemory:
    """States between runs; one run uses them at a time."""

    def __init__(self, program: Program, max_length: int | None):
        """
        Allocate states. Raises: ArgumentError for a program without states, or a length out of
        range.
        """
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
        self.lengths = {state.symbol: 0 for state in self.growing}
        """
        Rows of the growing states by the names of extents: first the session's, then those of
        states filled by one run.
        """
        self._following = dict(self.lengths)
        self._shared: SharedRows | None = None
        self._as_shared = 0
        """Number of first rows that are equal to those of `_shared`."""
        most = self._most.get(self.symbol, 0)
        self.max_length = most if max_length is None else max_length
        if not 0 <= self.max_length <= most:
            raise ArgumentError(f"a session holds from 0 to {most} rows, not {max_length}")

    @cached_property
    def symbol(self) -> str:
        """Return the name of the extent that is the length; empty if no state grows."""
        return next(iter(self.lengths), "")

    @property
    def length(self) -> int:
        """Return the number of rows of the growing states."""
        return self.lengths.get(self.symbol, 0)

    @cached_property
    def _after(self) -> Mapping[str, ExtentExpression]:
        return {state.symbol: state.after for state in self.growing}

    @cached_property
    def _most(self) -> Mapping[str, int]:
        return {symbol.name: symbol.most for symbol in self.program.symbols}

    @property
    def most_lengths(self) -> Mapping[str, int]:
        """Return the largest numbers of rows of growing states, by the names of extents."""
        return {name: self._most[name] for name in self.lengths} | (
            {self.symbol: self.max_length} if self.growing else {}
        )

    @property
    def numbers(self) -> Mapping[str, int]:
        """Return the extents that the session provides."""
        return self.lengths

    def prepare(self, numbers: Mapping[str, int]) -> None:
        """Check that a run with these extents has room for its new rows. Raises: ArgumentError."""
        self._following = {name: after.value(numbers) for name, after in self._after.items()}
        for name, following in self._following.items():
            if name != self.symbol:
                self._check_filled(name, following)
            elif following > self.max_length:
                is_compiled = following <= self._most[name]
                more = f"max_length={following}" if is_compiled else f"{name}=0..{following}"
                how = "make one of" if is_compiled else "compile for more,"
                raise ArgumentError(
                    f"the session is full: {following} rows are more than its {self.max_length}; "
                    f"hint: truncate it, or {how} {more}"
                )

    def _check_filled(self, symbol: str, following: int) -> None:
        """
        Check a state filled by one run. Raises: ArgumentError if it has rows and would get more, or
        for too many rows.
        """
        rows = self.lengths[symbol]
        state = next(state for state in self.growing if state.symbol == symbol).spec.name
        if rows and following != rows:
            raise ArgumentError(
                f"state '{state}' has its {rows} rows of an earlier run; hint: give it no more, or "
                "reset the session"
            )
        if following > self._most[symbol]:
            raise ArgumentError(
                f"state '{state}' holds up to {self._most[symbol]} rows, not {following}; "
                f"hint: compile for more, {symbol}=0..{following}"
            )

    def input_addresses(self) -> Iterator[tuple[int, int]]:
        """Yield indices of the program's inputs with the addresses that a run reads."""
        for state in self.growing:
            yield state.index, state.address
        for state in self.fixed:
            yield state.index, state.array.ctypes.data

    def output_addresses(self) -> Iterator[tuple[int, int]]:
        """Yield indices of the program's outputs with the addresses that a run writes."""
        for state in self.fixed:
            yield state.output, state.next.ctypes.data

    def advance(self) -> None:
        """Use the values written by a run as the states of the next one."""
        self.lengths = self._following
        for state in self.fixed:
            state.array, state.next = state.next, state.array

    def cut(self, length: int) -> None:
        """Drop all rows from index `length` on, except in states filled by one run."""
        if self.growing:
            self.lengths = {**self.lengths, self.symbol: length}
        self._as_shared = min(self._as_shared, length)

    def reset(self) -> None:
        """Drop all rows, and zero fixed states."""
        self.cut(0)
        self.lengths = dict.fromkeys(self.lengths, 0)
        for state in self.fixed:
            state.array[...] = 0

    def copy(self) -> StateMemory:
        """
        Return states with the same values. Pages of rows in use are shared until either side writes
        to them; if there are few, or the system has no such memory, rows are copied.
        """
        copy = StateMemory(self.program, self.max_length)
        copy.lengths = self.lengths
        with suppress(OSError, AttributeError):
            self._share_with(copy)
        for mine, other in zip(copy.growing, self.growing, strict=True):
            begin = copy._as_shared if mine.symbol == self.symbol else 0
            copy_rows(mine, other.array, mine.array, begin, self.lengths[mine.symbol])
        for mine, other in zip(copy.fixed, self.fixed, strict=True):
            mine.array[...] = other.array
        return copy

    @cached_property
    def _shareable(self) -> Sequence[GrowingState]:
        """Return the states whose length is the session's."""
        return [state for state in self.growing if state.symbol == self.symbol]

    def _share_with(self, copy: StateMemory) -> None:
        """Share the pages of the first rows with a copy. Raises: OSError, AttributeError."""
        if sum(state.row_bytes for state in self._shareable) * self.length < LEAST_SHARED:
            return
        if self._shared is None or self._as_shared < self.length * LEAST_AS_SHARED:
            shared = SharedRows(self._shareable, self.length)
            self._map(shared, shared.length)
        assert self._shared is not None  # from here on
        copy._map(self._shared, self._as_shared)

    def _map(self, shared: SharedRows, count: int) -> None:
        """Map the first rows from shared pages. Raises: OSError."""
        for state, array in zip(self._shareable, shared.mapped(), strict=True):
            state.lie_in(array)
        self._shared, self._as_shared = shared, count

    def contents(self, lengths: Mapping[str, int] | None = None) -> Sequence[np.ndarray]:
        """Return views of the values, for given numbers of rows or for those in use."""
        counts = self.lengths if lengths is None else lengths
        growing = (
            rows for state in self.growing for rows in state.rows(state.array, counts[state.symbol])
        )
        return [*growing, *(state.array for state in self.fixed)]
