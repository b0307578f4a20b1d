"""Run a compiled model."""

from __future__ import annotations

import ctypes
import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from ...dialects.entry_points import (
    BARRIER,
    CALL_BACK,
    CALL_BACK_STEP,
    PROFILE,
    RUN,
    WORKER,
    Failure,
)
from .. import artifact
from ..code.jit import LoadedCode
from ..errors import ArgumentError, ArgumentTypeError, ArrayShapeError
from ..model.foreign_arrays import ArrayLike, apart, check_output, from_foreign, is_foreign
from ..model.named_arrays import arrays_in_order
from ..model.program import Program, ProgramStep
from ..model.tensors import TensorSpec, given_inputs
from ..system import here
from ..weights.base import aligned_weights
from .arguments import AUTO_THREADS, path_text, run_count, thread_count, threads_of_runs
from .memory import Memory
from .stopping import NEVER, Control, run_stoppably
from .thread_choice import ThreadChoice
from .threads import OpenMP, team

if TYPE_CHECKING:
    from .profiling import Rounds, StepTime
    from .session import Session
    from .states import StateMemory

Outputs = ArrayLike | tuple[ArrayLike, ...]
"""Arrays for results: one, or one for each output."""
_FUNCTION = ctypes.CFUNCTYPE(None)
"""Passes arguments unconverted: all are pointers that `Memory` has prepared."""
LONG_WORK = 100_000_000
"""
Least operations and bytes of a run that signals can stop. Such a run takes at least a millisecond,
some tens of them on slow machines; in shorter runs the 3 us of overhead are not worth it.
"""


class CompiledModel:
    """
    Machine code and weights of a model; call it with arrays.

    Many Python threads may call it concurrently: each run has its own memory, the weights are
    shared and never written. Memory is kept for later runs, for at most one run per CPU; `trim`
    releases it. Copies share program and weights; a pickle holds both, even for a model loaded from
    a file.
    """

    def __init__(self, program: Program, threads: int | Literal["auto"] = 0, source: str = "model"):
        """
        Load the code of a program. 0 threads stand for the program's default; with "auto" the first
        runs choose.

        Raises: ArtifactError if this machine cannot run it, or a layer type is not registered;
        ArgumentError and ArgumentTypeError for an invalid number of threads.
        """
        self.program = program_to_run(program)
        self.source = source
        """The file of the model, for messages."""
        self._idle: deque[Memory] = deque(maxlen=os.cpu_count() or 1)
        self.threads = threads
        self._code = LoadedCode(program.object_code, program.features, source, program.target)
        self._run = _FUNCTION(self._code.address(RUN.name))
        self._profile = self._code.address(PROFILE.name)
        self._worker = self._code.address(WORKER.name)
        self._barrier = ctypes.c_void_p.from_address(self._code.variable(BARRIER.name))
        self._call_backs = None
        if program.call_backs:
            from .call_backs import CallBacks

            self._call_backs = CallBacks(program.call_backs, source)
            variable = self._code.variable(CALL_BACK.name)
            ctypes.c_void_p.from_address(variable).value = self._call_backs.address
        work = sum(step.flops + step.bytes for step in program.steps)
        self._is_long = work >= LONG_WORK or self._call_backs is not None
        self._weights = np.frombuffer(aligned_weights(program.weights), np.uint8)
        self._inputs = given_inputs(program.inputs)
        self._outputs = program.given_outputs
        self._input_names = [spec.name for spec in self._inputs]
        self._output_names = [spec.name for spec in self._outputs]

    def __reduce__(self) -> tuple[type[CompiledModel], tuple[Program, int | str, str]]:
        return CompiledModel, (self.program, self._threads or AUTO_THREADS, self.source)

    def __repr__(self) -> str:
        blobs = (", ".join(map(str, specs)) for specs in (self.inputs, self.outputs))
        return f"<CompiledModel {self.source!r}, {self.program.target}: {' -> '.join(blobs)}>"

    @property
    def threads(self) -> int:
        """
        Return the number of threads of a run; of the latest run if runs choose. Setting 0 restores
        the program's default; "auto" lets the next runs choose.
        """
        choice = self._choice
        return self._threads if choice is None else choice.latest

    @threads.setter
    def threads(self, count: int | Literal["auto"]) -> None:
        self._threads = threads_of_runs(count, thread_count(self.program.threads))
        chosen = bool(self._threads)
        self._choice = None if chosen else ThreadChoice(self.program, here.available_cpus())

    @property
    def has_chosen_threads(self) -> bool:
        """Return whether the number of threads is fixed, or chosen for runs like the latest one."""
        choice = self._choice
        return choice is None or choice.is_made

    @property
    def inputs(self) -> tuple[TensorSpec, ...]:
        """
        Return names and shapes of the inputs, in order; for an image of any size, the largest.
        """
        return self._inputs

    @property
    def outputs(self) -> tuple[TensorSpec, ...]:
        """Return names and shapes of the outputs, in order; for detections, with the most rows."""
        return self._outputs

    def session(self, max_length: int | None = None) -> Session:
        """
        Return a session, which keeps the states of the model between runs. It holds at most
        `max_length` rows; by default the number that the model was compiled for.

        Raises: ArgumentError for a model without states, and for a length out of range.
        """
        from .session import Session

        return Session(self, max_length)

    def __call__(
        self, *arrays: ArrayLike, out: Outputs | None = None
    ) -> np.ndarray | tuple[np.ndarray, ...]:
        """
        Run on arrays in the order of `inputs`. Return an array, or a tuple for several outputs.

        Arrays are numpy arrays, or arrays of packages that support DLPack, such as PyTorch tensors.
        If `out`, an array or a tuple, is given, results are written into it, and it is returned.
        Detections have one row each, perhaps none: `(0, 6)`; they accept no `out`.

        Raises: ValueError for a wrong number or shape of arrays, TypeError for a wrong element
        type.
        """
        if out is None:
            return self.called(arrays)
        several = cast("tuple[ArrayLike, ...]", out if isinstance(out, tuple) else (out,))
        if len(several) != len(self._output_names):
            raise ArrayShapeError(f"the model has {len(self.outputs)} outputs, not {len(several)}")
        self._execute_into(arrays, several)
        return cast("np.ndarray | tuple[np.ndarray, ...]", out)

    def called(
        self, arrays: Sequence[ArrayLike], states: StateMemory | None = None
    ) -> np.ndarray | tuple[np.ndarray, ...]:
        """Run as `__call__`, with the states of a session. Raises: as `__call__`."""
        if len(arrays) != len(self._input_names):
            raise self._wrong_count(arrays)
        results = self._execute(arrays, states)
        return results[0] if len(results) == 1 else tuple(results)

    def run(
        self, arrays: Mapping[str, ArrayLike], out: Mapping[str, ArrayLike] | None = None
    ) -> dict[str, np.ndarray]:
        """
        Run on arrays by blob name, and return outputs by blob name. Empty inputs, such as the
        caches of a first run, may be left out. Results with an array in `out` are written into it.

        Raises: ValueError for a missing or unknown name or a wrong shape, TypeError for a wrong
        type.
        """
        if out is not None:
            for name in out:
                if name not in self._output_names:
                    known = ", ".join(self._output_names)
                    raise ArrayShapeError(f"the model's outputs are {known}; given: {name}")
            wanted = [out.get(name) for name in self._output_names]
            results = self._execute_into(self._ordered(arrays), wanted)
            return dict(zip(self._output_names, results, strict=True))
        # Inlines `run_named`: a run of a small model takes microseconds.
        return dict(zip(self._output_names, self._execute(self._ordered(arrays)), strict=True))

    def run_named(
        self, arrays: Mapping[str, np.ndarray], states: StateMemory | None = None
    ) -> dict[str, np.ndarray]:
        """Run as `run`, with the states of a session. Raises: as `run`."""
        results = self._execute(self._ordered(arrays), states)
        return dict(zip(self._output_names, results, strict=True))

    def profile(
        self, arrays: Mapping[str, np.ndarray], repeats: int = 20
    ) -> list[tuple[ProgramStep, float]]:
        """
        Return the smallest time of every step over some runs on one thread. Units: seconds.

        Raises: ValueError and TypeError as `run`, and for fewer than one run.
        """
        return [(time.step, time.seconds) for time in self.profile_threads(arrays, 1, repeats)]

    def profile_threads(
        self,
        arrays: Mapping[str, np.ndarray],
        threads: int = 0,
        repeats: int = 20,
        states: StateMemory | None = None,
    ) -> list[StepTime]:
        """
        Return, for every step, the work and the waits of each thread in the fastest of some runs.

        0 threads stand for the model's number. The times of a step's threads come from the same
        run. States of a session are not changed.

        Raises: ValueError and TypeError as `run`, for fewer than one run, and for an invalid number
        of threads.
        """
        times = run_count(repeats)
        count = thread_count(threads) or self.threads
        if count == 1:
            return self._profiled_rounds(arrays, times, 1, states)
        # A second copy of the code, since its barrier is replaced; other runs keep theirs.
        alike = CompiledModel(self.program, count, self.source)
        return alike._profiled_rounds(arrays, times, count, states)

    def _profiled_rounds(
        self,
        arrays: Mapping[str, np.ndarray],
        repeats: int,
        threads: int,
        states: StateMemory | None,
    ) -> list[StepTime]:
        from .profiling import Rounds

        rounds = Rounds(self.program.steps, threads)
        memory = self._take(threads)
        try:
            kept = memory.take_inputs(self._ordered(arrays), states)
            kept += memory.new_outputs()
            if threads > 1:
                self._profiled_round(memory, rounds)
                rounds.log.make_room()
            for _ in range(repeats):
                self._profiled_round(memory, rounds)
                rounds.add()
            del kept  # It must be alive until here.
        finally:
            self._idle.append(memory)
        return rounds.result()

    def profile_shares(
        self, arrays: Mapping[str, np.ndarray], threads: int, repeats: int = 20
    ) -> list[StepTime]:
        """
        Return the work of each thread of a team on every step, measured one thread after the other
        on one core. It shows how evenly work is shared even if the machine has fewer cores. No
        thread waits.

        A share reads the results of a run of the whole network, not of the other threads. This does
        not change its time, except for steps such as the selection of detections: one thread
        computes them, and their time is that in the whole network. Raises: as `profile_threads`.
        """
        from .profiling import Rounds

        times = run_count(repeats)
        alike = CompiledModel(self.program, thread_count(threads) or self.threads, self.source)
        rounds = Rounds(self.program.steps, alike._threads)
        memory = alike._take(alike._threads)
        kept = memory.take_inputs(self._ordered(arrays))
        kept += memory.new_outputs()
        for done in range(1 + times):
            rounds.log.start_round()
            # The first thread comes last, since runs of the whole network overwrite its stamps.
            for number in reversed(range(alike._threads)):
                alike._profiled_run(memory, rounds, rounds.log.whole())
                rounds.add_whole()
                alike._profiled_run(memory, rounds, rounds.log.be_thread(number))
            if done:
                rounds.add_shares()
            else:
                rounds.log.make_room()
        return rounds.result()

    def _profiled_round(self, memory: Memory, rounds: Rounds) -> None:
        """Run once, with time stamps."""
        rounds.log.start_round()
        self._profiled_run(memory, rounds, rounds.log.team)

    def _profiled_run(self, memory: Memory, rounds: Rounds, team: OpenMP) -> None:
        """Run on a team, with time stamps."""
        if rounds.log.threads > 1:
            self._barrier.value = team.barrier
        memory.forget_failure()

        def run(control: Control) -> None:
            call = memory.profiled_call(team, control, rounds.stamps)
            team.parallel(self._profile, call, rounds.log.threads, 0)

        self._run_stoppably(memory, run)
        self._check_failure(memory)

    def trim(self) -> None:
        """Release the memory kept for later runs; they will allocate it again."""
        self._idle.clear()

    def save(self, path: str | os.PathLike[str]) -> None:
        """
        Write a `.ncnnc` file, which `ncnnc.load` opens.

        Raises: OSError if it cannot be written; ArgumentError and ArgumentTypeError for an invalid
        file name.
        """
        artifact.write(path_text(path), self.program)

    def _ordered(self, arrays: object) -> list[ArrayLike]:
        """Return inputs given by name, in order."""
        names, given = self._input_names, arrays
        if type(given) is dict:
            named = cast("dict[str, np.ndarray]", given)  # checked next
            try:
                if len(named) == len(names):
                    return [named[name] for name in names]
            except KeyError:
                pass  # The error is raised below.
        absent = {spec.name: spec.empty() for spec in self.inputs if spec.is_empty}
        return arrays_in_order(arrays, names, absent)

    def _execute(
        self,
        arrays: Sequence[ArrayLike],
        states: StateMemory | None = None,
        out: Sequence[np.ndarray | None] = (),
        threads: int = 0,
    ) -> list[np.ndarray]:
        """
        Run the program; most of a call's Python overhead is here. 0 threads stand for the model's
        number, which runs may choose.
        """
        choice = self._choice
        if choice is not None and not (threads := threads or choice.settled):
            with choice.run(arrays) as chosen:
                return self._execute(arrays, states, out, chosen)
        memory = self._take(threads or self._threads)
        try:
            kept = memory.take_inputs(arrays, states)
            outputs = memory.new_outputs()
            if out:
                memory.take_outputs(out, outputs)
            checked = memory.failure is not None
            if checked:
                memory.forget_failure()
            if self._is_long:
                self._run_stoppably(memory, partial(self._run_native, memory))
            else:
                self._run_native(memory, NEVER)
            del kept  # It must be alive until here.
            if checked:
                self._check_failure(memory)
            if states is not None:
                states.advance()
            return memory.results(outputs)
        finally:
            self._idle.append(memory)

    def _execute_into(
        self, arrays: Sequence[ArrayLike], out: Sequence[ArrayLike | None]
    ) -> list[Any]:
        """Run, write results into the given arrays, and return these in their place."""
        if len(arrays) != len(self._input_names):
            raise self._wrong_count(arrays)
        views: list[np.ndarray | None] = []
        for spec, each in zip(self._outputs, out, strict=True):
            if each is not None and spec.has_found_rows:
                raise ArgumentError(f"output '{spec.name}' has as many rows as are found; no out")
            like = None if spec.symbolic else (spec.shape, spec.dtype)
            views.append(None if each is None else check_output(each, spec.name, like))
        read = [from_foreign(a, "the model needs") if is_foreign(a) else a for a in arrays]
        # Code may write an output before it has read all of the inputs.
        results = self._execute(read, None, apart(views, read))
        for i, (spec, view) in enumerate(zip(self._outputs, views, strict=True)):
            if view is None:
                continue
            check_output(view, spec.name, (results[i].shape, spec.dtype))
            if view is not results[i]:
                view[...] = results[i]
            results[i] = cast("np.ndarray", out[i])  # the caller's array, which has the result now
        return results

    def _wrong_count(self, arrays: Sequence[ArrayLike]) -> ArrayShapeError:
        return ArrayShapeError(f"the model takes {len(self.inputs)} inputs, not {len(arrays)}")

    def _check_failure(self, memory: Memory) -> None:
        """
        Check the record of bounds checks. Raises: OutOfBoundsError if an access was out of bounds.
        """
        checks = self.program.bounds_checks
        if checks is None or memory.failure is None or not memory.failure[Failure.HAPPENED]:
            return
        noted = cast("list[int]", memory.failure.tolist())  # of integers
        step = self.program.steps[noted[Failure.STEP]]
        raise checks.error(noted, f"layer '{step.name}' ({step.function})", self.source)

    def _run_native(self, memory: Memory, control: Control) -> None:
        """Run on the prepared memory; continue where a run was stopped."""
        runtime = team(memory.threads)
        if runtime is None:
            self._run(*memory.arguments, *control.arguments)
        else:
            self._barrier.value = runtime.barrier
            runtime.parallel(self._worker, memory.call(runtime, control), memory.threads, 0)

    def _run_stoppably(self, memory: Memory, run: Callable[[Control], None]) -> None:
        """Run, and handle signals between steps. Raises: what signal handlers raise."""
        calls, steps = self._call_backs, self.program.steps
        if calls is None:
            run_stoppably(run)
            return

        def may_go_on(done: int) -> bool:
            return calls.are_well(sum(step.kernel == CALL_BACK_STEP for step in steps[done:]))

        outer = calls.begin(memory.extents)
        run_stoppably(run, may_go_on)
        calls.finish(outer)

    def _take(self, threads: int) -> Memory:
        """Take memory that no other run uses. Operations of a deque are atomic."""
        try:
            memory = self._idle.pop()
        except IndexError:
            return Memory(self.program, self._weights, threads)
        if memory.most_threads < threads:
            return Memory(self.program, self._weights, threads)
        memory.threads = threads
        return memory


def program_to_run(value: object) -> Program:
    """Return the program of a model. Raises: ArgumentTypeError for another type."""
    if not isinstance(value, Program):
        kind = type(value).__name__
        raise ArgumentTypeError(f"a model is made of a Program, not {kind}; hint: ncnnc.load")
    return value
