"""A compiled model, ready to run."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from . import artifact
from .errors import ArrayShapeError, NcnncError
from .jit import LoadedCode
from .program import Program, Step
from .tensors import TensorSpec, aligned_empty, blobs_only
from .threads import team
from .weights import aligned_weights

_POINTERS = ctypes.POINTER(ctypes.c_void_p)
_RUN = ctypes.CFUNCTYPE(None, _POINTERS, _POINTERS, *[ctypes.c_void_p] * 3)
_PROFILE = ctypes.CFUNCTYPE(None, _POINTERS, _POINTERS, *[ctypes.c_void_p] * 4)


@dataclass
class Memory:
    """What one run writes to: the activations' arena and the workspace."""

    arena: np.ndarray
    workspace: np.ndarray


@dataclass
class CompiledModel:
    """
    Machine code and weights of a model; call it with arrays.

    May be called from many Python threads at once: each run has memory of its own, the weights are
    shared and never written.
    """

    program: Program
    threads: int = 0
    """Threads of a run; 0 stands for what the program says."""
    source: str = "model"
    _idle: list[Memory] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.threads = self.threads or self.program.threads
        self._code = LoadedCode(self.program.object_code, self.program.features, self.source)
        self._run = _RUN(self._code.address("ncnnc_run"))
        self._profile = _PROFILE(self._code.address("ncnnc_profile"))
        self._worker = self._code.address("ncnnc_worker")
        self._barrier = ctypes.c_void_p.from_address(self._code.variable("ncnnc_barrier"))
        self._weights = np.frombuffer(aligned_weights(self.program.weights), np.uint8)

    @property
    def inputs(self) -> tuple[TensorSpec, ...]:
        """Names and shapes of the inputs, in order."""
        return self.program.inputs

    @property
    def outputs(self) -> tuple[TensorSpec, ...]:
        """Names and shapes of the outputs, in order; of detections, the most there can be."""
        return self.program.outputs

    def __call__(self, *arrays: np.ndarray) -> np.ndarray | tuple[np.ndarray, ...]:
        """
        Run on arrays in the order of `inputs`; an array, or a tuple if there are several outputs.

        Detections come with as many rows as there are, down to none: `(0, 6)`.

        Raises: ValueError for a wrong number or shape of arrays, TypeError for a wrong element
        type.
        """
        if len(arrays) != len(self.inputs):
            raise ArrayShapeError(f"the model takes {len(self.inputs)} inputs, not {len(arrays)}")
        results = self._execute(list(arrays))
        return results[0] if len(results) == 1 else tuple(results)

    def run(self, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """
        Run on arrays by blob name; outputs by blob name.

        Raises: ValueError for a missing or unknown name or a wrong shape, TypeError for a wrong
        type.
        """
        results = self._execute(self._ordered(arrays))
        return {spec.name: array for spec, array in zip(self.outputs, results, strict=True)}

    def profile(
        self, arrays: Mapping[str, np.ndarray], repeats: int = 20
    ) -> list[tuple[Step, float]]:
        """The smallest time of every step over some runs. Units: seconds."""
        inputs = [s.conform(a) for s, a in zip(self.inputs, self._ordered(arrays), strict=True)]
        outputs = [aligned_empty(s.shape) for s in self.outputs]
        steps = self.program.steps
        best = np.full(len(steps), np.inf)
        stamps = np.zeros(len(steps) + 1, np.uint64)
        memory = self._take()
        for _ in range(repeats):
            start = time.perf_counter()
            self._profile(*self._arguments(inputs, outputs, memory), stamps.ctypes.data)
            elapsed = time.perf_counter() - start
            ticks = np.diff(stamps).astype(np.float64)
            best = np.minimum(best, ticks * (elapsed / max(float(ticks.sum()), 1.0)))
        self._idle.append(memory)
        return [(step, float(t)) for step, t in zip(steps, best, strict=True)]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a `.ncnnc` file, which `ncnnc.load` opens. Raises: OSError."""
        artifact.write(path, self.program)

    def _ordered(self, arrays: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        names = [spec.name for spec in self.inputs]
        blobs = blobs_only(arrays)
        if set(names) != set(blobs):
            given = ", ".join(sorted(blobs)) or "none"
            raise ArrayShapeError(f"the model's inputs are {', '.join(names)}; given: {given}")
        return [blobs[name] for name in names]

    def _execute(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        inputs = [s.conform(a) for s, a in zip(self.inputs, arrays, strict=True)]
        outputs = [aligned_empty(s.shape) for s in self.outputs]
        memory = self._take()
        arguments = self._arguments(inputs, outputs, memory)
        runtime = team(self.threads)
        if runtime is None:
            self._run(*arguments)
        else:
            self._barrier.value = runtime.barrier
            pointers = [ctypes.cast(a, ctypes.c_void_p).value for a in arguments]
            call = (ctypes.c_void_p * 7)(*pointers, runtime.thread_number, runtime.team_size)
            runtime.parallel(self._worker, ctypes.addressof(call), self.threads, 0)
        self._idle.append(memory)
        return [s.found(a) for s, a in zip(self.outputs, outputs, strict=True)]

    def _take(self) -> Memory:
        """Memory that no other run uses now. List operations are atomic in Python."""
        try:
            return self._idle.pop()
        except IndexError:
            return Memory(
                aligned_empty((self.program.arena_bytes,), "uint8"),
                aligned_empty((self.program.workspace_bytes * self.threads,), "uint8"),
            )

    def _arguments(
        self, inputs: list[np.ndarray], outputs: list[np.ndarray], memory: Memory
    ) -> tuple:
        def pointers(arrays: list[np.ndarray]):
            return (ctypes.c_void_p * len(arrays))(*(a.ctypes.data for a in arrays))

        return (
            pointers(inputs),
            pointers(outputs),
            self._weights.ctypes.data,
            memory.arena.ctypes.data,
            memory.workspace.ctypes.data,
        )


def load(path: str | os.PathLike[str], threads: int = 0) -> CompiledModel:
    """
    Open a `.ncnnc` file; neither xDSL nor the compiler is imported.

    It runs on as many threads as it was compiled for, or on `threads` if that is not 0.

    Raises: ArtifactError if it is damaged or needs another CPU, NcnncError if it cannot be read.
    """
    try:
        return CompiledModel(artifact.read(path), threads, os.fspath(path))
    except OSError as e:
        raise NcnncError(f"{os.fspath(path)}: error: {e.strerror}") from e
