"""
Steps of models that keep states, in our engine and in ncnn's: some rows behind some of the past.

As `engines.py`, this is imported in the processes of engines, without the compiler.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...runtime import artifact
from ...runtime.errors import NcnncError
from ...runtime.model.program import Program
from ...runtime.model.symbols import ExtentExpression
from ...runtime.model.tensors import TensorSpec, given_inputs
from ...runtime.sessions.compiled_model import CompiledModel
from ...runtime.sessions.profiling import StepTime
from ...runtime.sessions.session import Session
from ..diagnostics import UsageError
from .model_inputs import lengths_of_states, seeded_inputs
from .ncnn_wheel import import_ncnn, load_net
from .timing import RunOnce


@dataclass(frozen=True)
class SequenceStep:
    """A run of some rows after rows of earlier runs."""

    rows: int
    past: int

    def __str__(self) -> str:
        return f"{self.rows} behind {self.past}"


@dataclass(frozen=True)
class SequenceProgram:
    """A program whose states grow by rows."""

    program: Program
    length: str
    """The extent that counts the rows of the past."""
    rows: str
    """The extent that counts the rows of a run."""
    most: int
    """The most rows of a run."""

    @classmethod
    def of(cls, program: Program) -> SequenceProgram:
        """Raises: UsageError for a program without such states."""
        lengths = sorted(set(lengths_of_states(program)))
        others = [symbol for symbol in program.symbols if symbol.name not in lengths]
        if len(lengths) != 1 or len(others) != 1:
            raise UsageError(
                "the model has no states that grow by the rows of a run; hint: --state auto "
                "--input in0=T,1024 --dim T=1..512 ..."
            )
        return cls(program, lengths[0], others[0].name, others[0].most)

    def inputs(self, step: SequenceStep, seed: int = 0) -> dict[str, np.ndarray]:
        """The inputs of a step, without states."""
        specs = [self.at(spec, step) for spec in given_inputs(self.program.inputs)]
        shift = np.float32(1 / (1 + seed))
        return {name: array * shift for name, array in seeded_inputs(specs).items()}

    def at(self, spec: TensorSpec, step: SequenceStep) -> TensorSpec:
        """The spec of a blob in a step, with its shape then."""
        numbers = {self.length: step.past, self.rows: step.rows}
        shape = tuple(ExtentExpression(text).value(numbers) for text in spec.symbolic)
        return replace(spec, shape=shape or spec.shape, symbolic=(), planned=())

    def steps_of_past(self, past: int) -> Iterator[SequenceStep]:
        """Runs that make the past."""
        for begin in range(0, past, self.most):
            yield SequenceStep(min(self.most, past - begin), begin)


def step_of(request: Mapping[str, Any]) -> SequenceStep:
    """The step that a request asks for."""
    return SequenceStep(request["rows"], request["past"])


def session_behind(model: CompiledModel, past: int) -> Session:
    """Open a session of a model, with so many rows of the past."""
    session, sequence = model.session(), SequenceProgram.of(model.program)
    for number, before in enumerate(sequence.steps_of_past(past)):
        session.run(sequence.inputs(before, number))
    return session


def open_session(request: Mapping[str, Any]) -> RunOnce:
    """Open a session of the artifact of a request, with the past."""
    program, step = artifact.read(request["artifact"]), step_of(request)
    session = session_behind(CompiledModel(program, request["threads"]), step.past)
    inputs = SequenceProgram.of(program).inputs(step)

    def run_once() -> dict[str, np.ndarray]:
        session.truncate(step.past)
        return session.run(inputs)

    return run_once


def profile_step(model: CompiledModel, step: SequenceStep, rounds: int) -> list[StepTime]:
    """Profile so many runs of a step of a model."""
    session = session_behind(model, step.past)
    inputs = SequenceProgram.of(model.program).inputs(step)
    return session.profile_threads(inputs, model.threads, rounds)


def open_caches(request: Mapping[str, Any]) -> RunOnce:
    """Open the ncnn wheel on a request, with caches that it has made. Raises: UsageError."""
    ncnn, program, step = import_ncnn(), artifact.read(request["artifact"]), step_of(request)
    net, sequence = load_net(request), SequenceProgram.of(program)
    named = [spec for spec in program.states if not spec.scales_of]
    caches: dict[str, Any] = {spec.name: ncnn.Mat() for spec in named}

    def run(mats: Mapping[str, Any], outputs: Iterable[str]) -> dict[str, Any]:
        extractor = net.create_extractor()
        for name, mat in {**mats, **caches}.items():
            extractor.input(name, mat)
        return {name: extracted(extractor, name) for name in outputs}

    for number, before in enumerate(sequence.steps_of_past(step.past)):
        found = run(mats_of(ncnn, sequence.inputs(before, number)), next_values(program))
        caches = {spec.name: ncnn.Mat(np.array(found[spec.state])).clone() for spec in named}
    mats = mats_of(ncnn, sequence.inputs(step))
    names = [spec.name for spec in program.outputs]
    return lambda: {name: np.array(mat) for name, mat in run(mats, names).items()}


def next_values(program: Program) -> list[str]:
    """The blobs that are states of the next run."""
    return [spec.state for spec in program.states if not spec.scales_of]


def mats_of(ncnn: Any, arrays: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """Arrays as ncnn takes them, which keeps none of ours."""
    return {name: ncnn.Mat(array).clone() for name, array in arrays.items()}


def extracted(extractor: Any, name: str) -> Any:
    """A blob. Raises: NcnncError if ncnn does not compute it."""
    code, mat = extractor.extract(name)
    if code != 0:
        raise NcnncError(f"error: ncnn computes no blob '{name}' (code {code})")
    return mat
