"""The memory of the states of one session."""

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
"""Of fewer rows a copy takes less time. Units: bytes."""
LEAST_AS_SHARED = 7 / 8
"""If less of the rows in use are those of shared pages, all of them are put in new ones."""


class GrowingState:
    """A state that rows are appended to, where they are; the memory of others is never touched."""

    def __init__(self, spec: TensorSpec, index: int):
        self.spec = spec
        self.index = index
        """Among the inputs of the program."""
        pairs = zip(spec.symbolic, spec.extents_after, strict=True)
        (self.axis,) = (d for d, (before, after) in enumerate(pairs) if before != after)
        self._layout = RowLayout.of(spec)
        self.lie_in(aligned_zeros(spec.planned, spec.dtype))

    def lie_in(self, array: np.ndarray) -> None:
        """Take an array as memory from now on."""
        self.array, self.address = array, array.ctypes.data

    @property
    def symbol(self) -> str:
        """The name of the extent that the session tells."""
        return self.spec.symbolic[self.axis]

    @property
    def after(self) -> ExtentExpression:
        """The expression of its value in the next run."""
        return ExtentExpression(self.spec.extents_after[self.axis])

    @property
    def row_bytes(self) -> int:
        """Bytes that one more row takes."""
        return self.array.nbytes // self.array.shape[self.axis]

    def rows(self, array: np.ndarray, end: int, begin: int = 0) -> list[np.ndarray]:
        """The bytes of some rows in an array of this state, as views."""
        memory = array.reshape(-1).view(np.uint8)
        return [memory[piece] for piece in self._layout.pieces(begin, end)]


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
        self.lengths = {state.symbol: 0 for state in self.growing}
        """
        Rows of the growing states by the extents that tell them: first those of the session, then
        those of states that one run fills.
        """
        self._following = dict(self.lengths)
        self._shared: SharedRows | None = None
        self._as_shared = 0
        """The first rows, which are those of `_shared`."""
        most = self._most.get(self.symbol, 0)
        self.max_length = most if max_length is None else max_length
        if not 0 <= self.max_length <= most:
            raise ArgumentError(f"a session holds from 0 to {most} rows, not {max_length}")

    @cached_property
    def symbol(self) -> str:
        """The name of the extent that is the length; empty if no state grows."""
        return next(iter(self.lengths), "")

    @property
    def length(self) -> int:
        """Rows of the growing states."""
        return self.lengths.get(self.symbol, 0)

    @cached_property
    def _after(self) -> Mapping[str, ExtentExpression]:
        return {state.symbol: state.after for state in self.growing}

    @cached_property
    def _most(self) -> Mapping[str, int]:
        return {symbol.name: symbol.most for symbol in self.program.symbols}

    @property
    def most_lengths(self) -> Mapping[str, int]:
        """The most rows of the growing states, by the extents that tell them."""
        return {name: self._most[name] for name in self.lengths} | (
            {self.symbol: self.max_length} if self.growing else {}
        )

    @property
    def numbers(self) -> Mapping[str, int]:
        """The extents that the session tells."""
        return self.lengths

    def prepare(self, numbers: Mapping[str, int]) -> None:
        """Check that what a run with these extents appends has room. Raises: ArgumentError."""
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
        """Raises: ArgumentError unless this run alone fills states, or none of their rows."""
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
        """Yield what a run reads: indices of the program's inputs with addresses."""
        for state in self.growing:
            yield state.index, state.address
        for state in self.fixed:
            yield state.index, state.array.ctypes.data

    def output_addresses(self) -> Iterator[tuple[int, int]]:
        """Yield where a run writes: indices of the program's outputs with addresses."""
        for state in self.fixed:
            yield state.output, state.next.ctypes.data

    def advance(self) -> None:
        """Take what a run has written for the states of the next one."""
        self.lengths = self._following
        for state in self.fixed:
            state.array, state.next = state.next, state.array

    def cut(self, length: int) -> None:
        """Forget all rows from this one on, but for states that one run fills."""
        if self.growing:
            self.lengths = {**self.lengths, self.symbol: length}
        self._as_shared = min(self._as_shared, length)

    def reset(self) -> None:
        """Begin anew."""
        self.cut(0)
        self.lengths = dict.fromkeys(self.lengths, 0)
        for state in self.fixed:
            state.array[...] = 0

    def copy(self) -> StateMemory:
        """
        Return states with the same values. Pages of rows in use are shared until either writes to
        them; where there are few, or the system has no such memory, they are copied.
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
        """States with the rows of the session."""
        return [state for state in self.growing if state.symbol == self.symbol]

    def _share_with(self, copy: StateMemory) -> None:
        """Let a copy have the pages of the first rows. Raises: OSError, AttributeError."""
        if sum(state.row_bytes for state in self._shareable) * self.length < LEAST_SHARED:
            return
        if self._shared is None or self._as_shared < self.length * LEAST_AS_SHARED:
            shared = SharedRows(self._shareable, self.length)
            self._map(shared, shared.length)
        assert self._shared is not None  # from here on
        copy._map(self._shared, self._as_shared)

    def _map(self, shared: SharedRows, count: int) -> None:
        """Take the first rows from shared pages. Raises: OSError."""
        for state, array in zip(self._shareable, shared.mapped(), strict=True):
            state.lie_in(array)
        self._shared, self._as_shared = shared, count

    def contents(self, lengths: Mapping[str, int] | None = None) -> Sequence[np.ndarray]:
        """The values as views, of a number of rows or of those in use."""
        counts = self.lengths if lengths is None else lengths
        growing = (
            rows for state in self.growing for rows in state.rows(state.array, counts[state.symbol])
        )
        return [*growing, *(state.array for state in self.fixed)]
