"""Manage the memory of a run: inputs, outputs, arena and workspaces."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence

import numpy as np

from ...dialects.entry_points import (
    ARENA,
    FAILURE_WORDS,
    INPUTS,
    OUTPUTS,
    PROGRESS,
    RUN,
    STAMPS,
    STOP,
    TEAM_SIZE,
    THREAD_NUMBER,
    WEIGHTS,
    WORKSPACE,
    Failure,
)
from ..errors import ArgumentError
from ..model.program import Program
from ..model.symbol_numbers import SymbolNumbers
from ..model.tensors import TensorSpec, aligned_empty, given_inputs
from .own_pool import Call
from .states import StateMemory
from .stopping import Control
from .threads import OpenMP

STAGED_BYTES = 64 << 10
"""
Blobs up to this size are copied through the run's memory, which costs less than passing an address.
"""


class Memory:
    """Arena, workspace and arguments of a run, for one run at a time."""

    def __init__(self, program: Program, weights: np.ndarray, threads: int):
        self.threads = threads
        """Number of threads of the next run."""
        self.most_threads = threads
        self._arrays = {
            WEIGHTS: weights,
            ARENA: aligned_empty((program.arena_bytes,), "uint8"),
            WORKSPACE: aligned_empty((program.workspace_bytes * threads,), "uint8"),
        }
        self.failure: np.ndarray | None = None
        """Words of `Failure`, in which bounds checks record a failure."""
        if program.bounds_checks is not None:
            at, size = program.bounds_checks.failure_at, FAILURE_WORDS * 8
            self.failure = self._arrays[ARENA][at : at + size].view(np.int64)
        self._numbers = SymbolNumbers(program)
        self._has_states = bool(program.states)
        places = [_Place(spec, i) for i, spec in enumerate(program.inputs)]
        extents = (spec.extents for spec in program.inputs if spec.extents)
        self._extents = {name: aligned_empty((3,), "int32") for name in extents}
        """The inputs with the size of images, by name."""
        given = set(given_inputs(program.inputs))
        self._inputs = [place for place in places if place.spec in given]
        outputs = [_Place(spec, i) for i, spec in enumerate(program.outputs)]
        returned = set(program.given_outputs)
        self._outputs = [place for place in outputs if place.spec in returned]
        self._input_pointers = pointers(places, self._numbers.array)
        for place in places:
            if place.spec.name in self._extents:
                self._input_pointers[place.index] = self._extents[place.spec.name].ctypes.data
        self._output_pointers = pointers(outputs)
        addresses = {parameter: array.ctypes.data for parameter, array in self._arrays.items()}
        addresses[INPUTS] = ctypes.addressof(self._input_pointers)
        addresses[OUTPUTS] = ctypes.addressof(self._output_pointers)
        self.arguments = tuple(
            ctypes.byref(ctypes.c_char.from_address(addresses[parameter]))
            for parameter in RUN.parameters
            if parameter not in (STOP, PROGRESS)
        )
        """Arguments of `ncnnc_run`, except the control block."""
        self._call = Call(**{p.name: address for p, address in addresses.items()})

    @property
    def extents(self) -> Mapping[str, int]:
        """Return the extents of the current run, by name."""
        return self._numbers.by_name

    def forget_failure(self) -> None:
        """Clear the recorded bounds failure before a run."""
        if self.failure is not None:
            self.failure[Failure.HAPPENED] = 0

    def call(self, team: OpenMP, control: Control) -> int:
        """Return the address of the argument of `ncnnc_worker`, for the threads of this team."""
        setattr(self._call, STOP.name, control.stop)
        setattr(self._call, PROGRESS.name, control.progress)
        setattr(self._call, THREAD_NUMBER.name, team.thread_number)
        setattr(self._call, TEAM_SIZE.name, team.team_size)
        return ctypes.addressof(self._call)

    def profiled_call(self, team: OpenMP, control: Control, stamps: np.ndarray) -> int:
        """Return the address of the argument of `ncnnc_profile`, which writes to `stamps`."""
        setattr(self._call, STAMPS.name, stamps.ctypes.data)
        return self.call(team, control)

    def take_inputs(
        self, arrays: Sequence[object], states: StateMemory | None = None
    ) -> list[np.ndarray]:
        """
        Pass inputs to the code, and return the arrays to keep alive. Raises: as `TensorSpec.check`,
        and as `StateMemory.prepare`.
        """
        if states is None and self._has_states:
            hint = "hint: session = model.session(); session.run(...)"
            raise ArgumentError(f"the model has states, which a session keeps; {hint}")
        kept: list[np.ndarray] = []
        known: Mapping[str, int] = {} if states is None else states.numbers
        if self._numbers.symbols:
            arrays = self._numbers.take([place.spec for place in self._inputs], arrays, known)
        if states is not None:
            states.prepare(self._numbers.by_name)
            for i, address in states.input_addresses():
                self._input_pointers[i] = address
            for i, address in states.output_addresses():
                self._output_pointers[i] = address
        for place, array in zip(self._inputs, arrays, strict=True):
            if type(array) is not np.ndarray or array.dtype != place.dtype:
                array = place.spec.check(array)
            elif array.shape != place.shape and not place.spec.symbolic:
                array = place.spec.check(array)
            if place.staged is not None:
                staged = place.staged
                if place.spec.symbolic:
                    staged = self._numbers.part(place.spec, staged)
                staged[...] = array
                continue
            if place.spec.extents:
                array = self._take_image(place, array)
            else:
                array = np.ascontiguousarray(array)
            self._input_pointers[place.index] = array.ctypes.data
            kept.append(array)
        return kept

    def _take_image(self, place: _Place, array: np.ndarray) -> np.ndarray:
        """Return an image with dense rows, contiguous in a batch, and record its size."""
        height, width, channels = array.shape[-3:]
        *items, row, column, byte = array.strides
        is_dense = (column, byte) == (channels, 1) and row >= width * channels
        if not is_dense or items not in ([], [height * row]):
            array = np.ascontiguousarray(array)
            row = width * channels
        self._extents[place.spec.extents][:] = height, width, row
        return array

    def new_outputs(self) -> list[np.ndarray]:
        """Allocate arrays for the outputs of the next run; `results` returns them."""
        outputs: list[np.ndarray] = []
        for place in self._outputs:
            array = place.staged
            if array is None:
                array = aligned_empty(place.shape, place.spec.dtype)
                self._output_pointers[place.index] = array.ctypes.data
            outputs.append(array)
        return outputs

    def take_outputs(self, given: Sequence[np.ndarray | None], outputs: list[np.ndarray]) -> None:
        """Let the next run write into the given arrays that have the layout of the code."""
        for i, (place, array) in enumerate(zip(self._outputs, given, strict=True)):
            if array is None or place.staged is not None or place.spec.has_found_rows:
                continue
            if array.flags.carray:
                self._output_pointers[place.index] = array.ctypes.data
                outputs[i] = array

    def results(self, outputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Return the results of the run in new arrays."""
        results: list[np.ndarray] = []
        for place, array in zip(self._outputs, outputs, strict=True):
            if place.spec.symbolic:
                array = self._numbers.part(place.spec, array)
            if place.spec.has_found_rows:
                array = place.spec.found(array)
            results.append(array if place.staged is None else array.copy())
        return results


class _Place:
    """Place of an input or output, in the run's memory if it is small."""

    def __init__(self, spec: TensorSpec, index: int):
        self.spec = spec
        self.index = index
        self.shape = spec.shape
        self.dtype = np.dtype(spec.dtype)
        # Blobs with dynamic extents have the strides of the planned extents.
        is_staged = (spec.nbytes <= STAGED_BYTES and not spec.extents) or bool(spec.symbolic)
        is_staged = is_staged and not spec.state  # The memory of states belongs to a session.
        self.staged = aligned_empty(spec.planned or spec.shape, spec.dtype) if is_staged else None


def pointers(places: Sequence[_Place], *more: np.ndarray) -> ctypes.Array[ctypes.c_void_p]:
    """
    Return the addresses of small blobs and of `more` arrays; other addresses are set for each run.
    """
    arrays = [*(place.staged for place in places), *more]
    addresses = (0 if array is None else array.ctypes.data for array in arrays)
    return (ctypes.c_void_p * len(arrays))(*addresses)
