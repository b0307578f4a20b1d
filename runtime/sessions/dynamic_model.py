"""Run a model on inputs of any shape, with a program compiled on demand for each set of shapes."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

import numpy as np

from ...dialects.custom_layers import keeping_layers, registered_layers
from .. import artifact
from ..code.cpu import require_features
from ..errors import ArgumentError, ArrayShapeError
from ..model.array_hints import image_hint
from ..model.foreign_arrays import ArrayLike
from ..model.named_arrays import arrays_in_order
from ..model.program import Program, ProgramStep
from ..model.program_set import ProgramSet, Shapes
from ..model.specialisation import Specialisation, bytes_of, described_programs, shapes_of
from ..model.tensors import DynamicInput
from ..system import here
from .arguments import AUTO_THREADS, path_text, threads_of_runs, whole_number
from .compiled_model import CompiledModel, Outputs
from .profiling import StepTime
from .shape_advice import ShapeAdvice

CompileShapes: TypeAlias = Callable[[Shapes], Program]
"""
Compiles the program for some shapes of the inputs. Raises: ArrayShapeError for shapes that the
graph does not allow.
"""

KEEP = 16
KEEP_BYTES = 1 << 30
MOST_REFUSED = 256
"""Number of remembered sets of shapes that the graph rejects."""

_compiling = threading.RLock()
"""
Held by the thread that compiles or loads a specialisation of any model.

Python runs one thread at a time: two concurrent compilations would not end sooner. A fork waits for
a running compilation, so that the child sees a consistent state.
"""
here.on_fork(_compiling.release, before=_compiling.acquire, in_parent=_compiling.release)


@dataclass
class _Loaded:
    """A loaded specialisation, and the time of its last use."""

    model: CompiledModel
    used: int


class DynamicModel:
    """
    A model that takes any shapes that its graph allows; call it with arrays.

    Each set of shapes has a specialisation: a `CompiledModel`, compiled when arrays of these shapes
    are first given, or ahead of time by `prepare`. The most recently used ones are kept, at most
    `keep` and at most `keep_bytes` in all (code, memory of runs, and unshared weights); the last
    one is kept whatever its size. Specialisations share weights of the same form. One that is
    running lives until its run ends. All are compiled with the layers that were registered when the
    model was compiled.

    Many Python threads may call it concurrently: shapes requested by several threads are compiled
    once, while compiled shapes run. A copy has the same specialisations, and compiles its own
    further ones. A pickle has the specialisations but cannot compile, like a model loaded from a
    file; both keep all their specialisations.
    """

    def __init__(
        self,
        programs: ProgramSet,
        compile_shapes: CompileShapes | None = None,
        *,
        threads: int | Literal["auto"] = 0,
        keep: int = KEEP,
        keep_bytes: int = KEEP_BYTES,
        source: str = "model",
        suggest_dims: bool = False,
    ):
        """
        Create a model from programs, and from those that `compile_shapes` compiles later. 0 threads
        stand for the programs' default; with "auto" the first runs of each program choose.

        Raises: ArtifactError if this machine cannot run a program, ArgumentError and
        ArgumentTypeError for invalid numbers.
        """
        self.source = source
        """The file of the model, for messages."""
        self.keep = whole_number(keep, "keep", 1)
        self.keep_bytes = whole_number(keep_bytes, "keep_bytes", 0)
        self.suggest_dims = suggest_dims
        """
        Warn when a call compiles for a third set of shapes, and propose dynamic extents. Warn also
        when a call first recompiles for shapes that were dropped.
        """
        self._interface = programs.interface
        self._advice = ShapeAdvice(source, self._interface)
        self._compile_shapes = compile_shapes
        self._layers = None if compile_shapes is None else registered_layers()
        """
        The layers registered when the model was compiled; None: those registered at the time of
        use.
        """
        self._threads = threads_of_runs(threads, self._interface.threads)
        self._input_names = [blob.name for blob in self._interface.inputs]
        self._programs = {shapes_of(program): program for program in programs.programs}
        """All programs by shapes, in the order of their creation."""
        self._loaded: dict[Shapes, _Loaded] = {}
        """The specialisations that have been used, by shapes."""
        self._refused: dict[Shapes, str] = {}
        """Reasons why shapes were rejected."""
        self._clock = itertools.count()
        for program in programs.programs:
            require_features(program.features, file=source)

    def __reduce__(self) -> tuple[Callable[..., DynamicModel], tuple[object, ...]]:
        options = (self._requested_threads, self.keep, self.keep_bytes, self.source)
        return _unpickled, (self._program_set(), *options)

    def __copy__(self) -> DynamicModel:
        with keeping_layers(self._layers):
            return DynamicModel(
                self._program_set(),
                self._compile_shapes,
                threads=self._requested_threads,
                keep=self.keep,
                keep_bytes=self.keep_bytes,
                source=self.source,
                suggest_dims=self.suggest_dims,
            )

    def __deepcopy__(self, memo: object) -> DynamicModel:
        return self.__copy__()

    def __repr__(self) -> str:
        blobs = (", ".join(names) for names in (self.inputs, self.outputs))
        shapes = described_programs(self._program_set().programs) or "nothing yet"
        return f"<DynamicModel {self.source!r}: {' -> '.join(blobs)}; for {shapes}>"

    @property
    def inputs(self) -> tuple[str, ...]:
        """Return the names of the inputs, in order."""
        return tuple(self._input_names)

    @property
    def input_specs(self) -> tuple[DynamicInput, ...]:
        """Return names, element types, pixel formats and default shapes of the inputs, in order."""
        return self._interface.inputs

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the outputs, in order."""
        return self._interface.outputs

    @property
    def compile_shapes(self) -> CompileShapes | None:
        """Return the compiler of specialisations; None for a model that cannot compile."""
        return self._compile_shapes

    @property
    def specialisations(self) -> tuple[Specialisation, ...]:
        """Return the specialisations in the order of their creation."""
        return tuple(map(Specialisation.of, self._program_set().programs))

    @property
    def threads(self) -> int:
        """
        Return the number of threads of a run; of the latest run if runs choose. Setting 0 restores
        the programs' default; "auto" lets the next runs choose.
        """
        if self._threads:
            return self._threads
        latest = max(self._loaded.values(), key=lambda loaded: loaded.used, default=None)
        return 1 if latest is None else latest.model.threads

    @threads.setter
    def threads(self, count: int | Literal["auto"]) -> None:
        self._threads = threads_of_runs(count, self._interface.threads)
        for loaded in tuple(self._loaded.values()):
            loaded.model.threads = self._requested_threads

    @property
    def _requested_threads(self) -> int | Literal["auto"]:
        return self._threads or AUTO_THREADS

    def __call__(
        self, *arrays: ArrayLike, out: Outputs | None = None
    ) -> np.ndarray | tuple[np.ndarray, ...]:
        """
        Run on arrays in the order of `inputs`. Return an array, a tuple for several outputs, or
        `out` with the results.

        Raises: ArrayShapeError (a ValueError) for a wrong number of arrays, or shapes that the
        graph does not allow; ArrayTypeError (a TypeError) for a wrong type.
        """
        try:
            loaded = self._loaded[tuple([array.shape for array in arrays])]
        except (KeyError, TypeError, AttributeError):
            loaded = self._loaded_for(arrays)
        loaded.used = next(self._clock)
        return loaded.model(*arrays, out=out)

    def run(
        self, arrays: Mapping[str, ArrayLike], out: Mapping[str, ArrayLike] | None = None
    ) -> dict[str, np.ndarray]:
        """
        Run on arrays by blob name, and return outputs by blob name. The caches of a first run may
        be left out.

        Raises: as `__call__`, and ArrayShapeError for a missing or unknown name.
        """
        return self._model_for(arrays).run(arrays, out)

    def profile(
        self, arrays: Mapping[str, np.ndarray], repeats: int = 20
    ) -> list[tuple[ProgramStep, float]]:
        """
        Return the smallest time of every step over some runs on such arrays. Units: seconds.

        Raises: as `run`, and for fewer than one run.
        """
        return self._model_for(arrays).profile(arrays, repeats)

    def profile_threads(
        self, arrays: Mapping[str, np.ndarray], threads: int = 0, repeats: int = 20
    ) -> list[StepTime]:
        """
        Return, for every step, the work and the waits of each thread in the fastest of some runs on
        such arrays.

        Raises: as `run`, for fewer than one run, and for an invalid number of threads.
        """
        return self._model_for(arrays).profile_threads(arrays, threads, repeats)

    def profile_shares(
        self, arrays: Mapping[str, np.ndarray], threads: int, repeats: int = 20
    ) -> list[StepTime]:
        """
        Return the work of each thread on every step on such arrays, measured one after the other.

        Raises: as `profile_threads`.
        """
        return self._model_for(arrays).profile_shares(arrays, threads, repeats)

    def prepare(self, *shapes: Mapping[str, Sequence[int]]) -> None:
        """
        Compile ahead of time for sets of shapes, each given by input names: `prepare({"data": (3,
        224, 224)}, {"data": (3, 320, 320)})`. An omitted input has the shape in the file.

        Raises: ArrayShapeError for a missing shape, or shapes that the graph does not allow;
        ArgumentError for more sets than `keep`.
        """
        wanted = [self._interface.complete(one) for one in shapes]
        count = len({*wanted})
        if count > self.keep and self._compile_shapes is not None:
            raise ArgumentError(
                f"{count} sets of shapes are more than the {self.keep} that are kept; "
                f"hint: compile with keep={count}"
            )
        for one in wanted:
            loaded = self._loaded.get(one) or self._load(one)
            loaded.used = next(self._clock)

    def trim(self) -> None:
        """Release the memory kept for later runs; they will allocate it again."""
        for loaded in tuple(self._loaded.values()):
            loaded.model.trim()

    def save(self, path: str | os.PathLike[str]) -> None:
        """
        Write the present specialisations into a `.ncnnc` file, which `ncnnc.load` opens.

        Raises: OSError if it cannot be written; ArgumentError if there are none, or for an invalid
        file name; ArgumentTypeError if the name is no path.
        """
        name, programs = path_text(path), self._program_set().programs
        if not programs:
            raise ArgumentError(
                "a model that has not run yet has nothing to save; hint: model.prepare(shapes)"
            )
        artifact.write_contents(name, artifact.Contents(programs, dynamic=True))

    def _program_set(self) -> ProgramSet:
        """Return all programs; copying the values of a dictionary is atomic for other threads."""
        return ProgramSet(self._interface, tuple(self._programs.values()))

    def _model_for(self, arrays: object) -> CompiledModel:
        """Return the specialisation for arrays by name."""
        given = cast("Mapping[str, np.ndarray]", arrays)  # checked next
        try:
            loaded = self._loaded[tuple([given[name].shape for name in self._input_names])]
        except (LookupError, TypeError, AttributeError):
            absent = self._interface.absent()
            loaded = self._loaded_for(arrays_in_order(arrays, self._input_names, absent))
        loaded.used = next(self._clock)
        return loaded.model

    def _loaded_for(self, arrays: Sequence[object]) -> _Loaded:
        """Return the specialisation for arrays in order, compiling it if necessary."""
        blobs = self._interface.inputs
        if len(arrays) != len(blobs):
            raise ArrayShapeError(f"the model takes {len(blobs)} inputs, not {len(arrays)}")
        # Check types before anything is compiled.
        shapes = tuple(blob.shape_for(array) for blob, array in zip(blobs, arrays, strict=True))
        try:
            is_new = shapes not in self._programs
            loaded = self._loaded.get(shapes) or self._load(shapes)
            if is_new:
                limits = f"keep={self.keep} and keep_bytes={self.keep_bytes}"
                self._advice.note_call(shapes, limits, warns=self.suggest_dims)
            return loaded
        except ArrayShapeError as error:
            hints = (image_hint(b.name, b.dtype, a) for b, a in zip(blobs, arrays, strict=True))
            hint = next(filter(None, hints), "")
            raise ArrayShapeError(f"{error}{hint}") from error

    def _load(self, shapes: Shapes) -> _Loaded:
        """Compile for these shapes, unless done before, and load the code."""
        self._refuse_again(shapes)
        with _compiling, keeping_layers(self._layers):
            if shapes in self._loaded:
                return self._loaded[shapes]
            self._refuse_again(shapes)
            program = self._programs.get(shapes) or self._compiled(shapes)
            model = CompiledModel(program, self._requested_threads, self.source)
            self._programs[shapes] = program
            loaded = self._loaded[shapes] = _Loaded(model, next(self._clock))
            model.threads = self._requested_threads  # Another thread may have changed it meanwhile.
            self._drop_others(shapes)
            return loaded

    def _compiled(self, shapes: Shapes) -> Program:
        """Compile the program for new shapes. Raises: ArrayShapeError."""
        if self._compile_shapes is None:
            known = described_programs(self._program_set().programs) or "nothing yet"
            wanted = self._interface.described(shapes)
            raise ArrayShapeError(
                f"{self.source} is compiled for {known}, not for {wanted}; "
                "hint: ncnnc compile takes several shapes"
            )
        try:
            return self._compile_shapes(shapes)
        except ArrayShapeError as error:
            if len(self._refused) >= MOST_REFUSED:
                del self._refused[next(iter(self._refused))]
            self._refused[shapes] = str(error)
            raise

    def _refuse_again(self, shapes: Shapes) -> None:
        """
        Check for rejected shapes. Raises: ArrayShapeError for shapes that were rejected before.
        """
        reason = self._refused.get(shapes)
        if reason is not None:
            raise ArrayShapeError(reason)

    def _drop_others(self, newest: Shapes) -> None:
        """Drop the least recently used specialisations until the rest is within the limits."""
        if self._compile_shapes is None:
            return
        others = [shapes for shapes in self._programs if shapes != newest]
        others.sort(key=self._last_use)
        sizes = {shapes: bytes_of(program) for shapes, program in self._programs.items()}
        for shapes in others:
            if len(sizes) <= self.keep and sum(sizes.values()) <= self.keep_bytes:
                return
            del sizes[shapes], self._programs[shapes]
            self._loaded.pop(shapes, None)

    def _last_use(self, shapes: Shapes) -> int:
        """Return the time of a specialisation's last use; the smallest number if never used."""
        loaded = self._loaded.get(shapes)
        return -1 if loaded is None else loaded.used


def _unpickled(
    programs: ProgramSet, threads: int | Literal["auto"], keep: int, keep_bytes: int, source: str
) -> DynamicModel:
    """Return a model of pickled programs."""
    return DynamicModel(programs, threads=threads, keep=keep, keep_bytes=keep_bytes, source=source)
