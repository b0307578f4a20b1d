"""Run a model, keeping its states between runs."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..errors import ArgumentError
from .arguments import path_text, whole_number
from .state_files import read_states, write_states
from .states import StateMemory

if TYPE_CHECKING:
    from ..model.program import Program
    from ..model.tensors import TensorSpec
    from .profiling import StepTime


class SessionModel(Protocol):
    """Interface of a compiled model for its sessions."""

    source: str

    @property
    def program(self) -> Program: ...
    @property
    def inputs(self) -> tuple[TensorSpec, ...]: ...
    @property
    def outputs(self) -> tuple[TensorSpec, ...]: ...
    def called(
        self, arrays: Sequence[np.ndarray], states: StateMemory
    ) -> np.ndarray | tuple[np.ndarray, ...]: ...
    def run_named(
        self, arrays: Mapping[str, np.ndarray], states: StateMemory
    ) -> dict[str, np.ndarray]: ...
    def profile_threads(
        self, arrays: Mapping[str, np.ndarray], threads: int, repeats: int, states: StateMemory
    ) -> list[StepTime]: ...


class Session:
    """
    The states of a model, and runs that continue from them: `model.session()` creates one.

    A session allows one run at a time; any number of a model's sessions may run concurrently in
    different threads. A run that fails or is interrupted does not change the states.
    """

    def __init__(self, model: SessionModel, max_length: int | None = None):
        """
        Create empty states. Raises: ArgumentError for a model without states, or a length out of
        range.
        """
        if max_length is not None:
            max_length = whole_number(max_length, "max_length", 0)
        self._model = model
        self._states = StateMemory(model.program, max_length)
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"<Session of {self._model.source!r}, {self.length} of {self.max_length} rows>"

    @property
    def inputs(self) -> tuple[TensorSpec, ...]:
        """Return names and shapes of the inputs of a run, without the states."""
        return self._model.inputs

    @property
    def outputs(self) -> tuple[TensorSpec, ...]:
        """Return names and shapes of the outputs of a run, without the states."""
        return self._model.outputs

    @property
    def length(self) -> int:
        """Return the number of rows of growing states (tokens, in a decoder); 0 if none grows."""
        return self._states.length

    @property
    def max_length(self) -> int:
        """Return the largest number of rows."""
        return self._states.max_length

    def __call__(self, *arrays: np.ndarray) -> np.ndarray | tuple[np.ndarray, ...]:
        """
        Run on arrays in the order of `inputs`. Return an array, or a tuple for several outputs.

        Raises: as `CompiledModel.__call__`; ArgumentError if the session is full or running.
        """
        with self._used():
            return self._model.called(arrays, self._states)

    def run(self, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """
        Run on arrays by blob name, and return outputs by blob name.

        Raises: as `CompiledModel.run`; ArgumentError if the session is full or running.
        """
        with self._used():
            return self._model.run_named(arrays, self._states)

    def profile_threads(
        self, arrays: Mapping[str, np.ndarray], threads: int = 0, repeats: int = 20
    ) -> list[StepTime]:
        """
        Measure every step as `CompiledModel.profile_threads`, without changing the states.

        Raises: as `run`, for fewer than one run, and for an invalid number of threads.
        """
        with self._used():
            return self._model.profile_threads(arrays, threads, repeats, self._states)

    def truncate(self, length: int) -> None:
        """
        Drop all rows from index `length` on.

        Raises: ArgumentError for more rows than there are, and for states of a fixed size, which
        have no rows.
        """
        length = whole_number(length, "length", 0)
        with self._used():
            if length > self.length:
                raise ArgumentError(f"the session has {self.length} rows, fewer than {length}")
            if self._states.fixed and length != self.length:
                name = self._states.fixed[0].spec.name
                hint = "hint: fork the session before, or reset it"
                raise ArgumentError(f"state '{name}' has a fixed size and no rows to cut; {hint}")
            self._states.cut(length)

    def reset(self) -> None:
        """Drop all rows, and zero states of a fixed size. Raises: ArgumentError."""
        with self._used():
            self._states.reset()

    def fork(self) -> Session:
        """Return an independent session with the same states. Raises: ArgumentError."""
        fork = Session.__new__(Session)
        with self._used():
            fork._model, fork._states, fork._lock = self._model, self._states.copy(), Lock()
        return fork

    def save(self, path: str | os.PathLike[str]) -> None:
        """
        Write the states to a file, atomically.

        Raises: OSError if it cannot be written; ArgumentError, ArgumentTypeError.
        """
        with self._used():
            write_states(path_text(path), self._states)

    def load(self, path: str | os.PathLike[str], any_weights: bool = False) -> None:
        """
        Load states from a file written by a session of this model; with `any_weights` also from a
        model with the same states that was compiled from other files.

        Raises: OSError if it cannot be read; ArtifactError for another file, even of another
        model's states; ArgumentError for more rows than fit.
        """
        with self._used():
            read_states(path_text(path), self._states, any_weights)

    @contextmanager
    def _used(self) -> Generator[None]:
        """Lock the states. Raises: ArgumentError if a thread is using them."""
        if not self._lock.acquire(blocking=False):
            raise ArgumentError("the session is in use by another run; hint: fork it")
        try:
            yield
        finally:
            self._lock.release()
