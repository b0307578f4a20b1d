"""Compute a case in several ways, and compare with the wheel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import ncnnc
import numpy as np
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.frontend.ncnn.data_layers import INPUT, MEMORY_DATA
from ncnnc.compiler.frontend.shapes import expand_batches, infer_shapes
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.code.cpu import missing_features
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.str_enum import StrEnum

from tests.helpers.importing import load_model_files

from ..checks import optimized_files
from ..network import param_text
from ..wheel import PLAIN, WheelError, model_files, run_wheel
from . import families  # noqa: F401 - its modules register the generators
from .case import GENERATORS, LayerCase
from .defects import known_defect
from .sensitivity import DECIDING, is_sensitive
from .tolerance import Arrays, Tolerance, difference, identical
from .worker import DiedError, Worker

TARGETS = tuple(name for name, isa in ISAS.items() if not missing_features(isa.features))
"""Those that this machine runs."""
SWITCHED_OFF = (
    *PLAIN,
    "use_bf16_packed",
    "use_int8_packed",
    "use_int8_storage",
    "use_int8_arithmetic",
)
FRESH_MEMORY = (0x40, 0xA5)
"""Contents of unwritten memory in two wheels: their results differ if they read it."""
WITHOUT_OP = {INPUT.type, MEMORY_DATA.type, "Split"}
"""Layers that are known to the importer alone."""


DECLINED = (
    "are computed while the network runs",
    "int8 is not supported yet",
    "not part of the reference",
)
"""Texts of errors for cases that are refused on purpose."""


class Way(StrEnum):
    """Ways to run a case."""

    COMPILED = "compiled"
    REFERENCE = "reference"
    EXPORTED = "exported"


class Kind(StrEnum):
    """Outcome of a case."""

    SAME = "same"
    WRONG = "wrong"
    NO_OP = "no op"
    UNDEFINED = "undefined"
    SENSITIVE = "sensitive"
    DEFECT = "defect"
    DECLINED = "declined"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a case, with details."""

    kind: Kind
    detail: str = ""
    way: Way | None = None


class UndefinedError(Exception):
    """The wheel gives no result that means anything."""


Files = tuple[bytes, bytes]
Run = tuple[bytes, bytes, dict[str, np.ndarray], Sequence[str]]


def answer_of_wheel(run: Run) -> Arrays | str:
    """The outputs of a model, or why there are none."""
    param, weights, inputs, outputs = run
    try:
        return run_wheel(param, weights, inputs, outputs, SWITCHED_OFF)
    except WheelError as error:
        return str(error)


class Oracle:
    """The wheel, run where it may crash."""

    def __init__(self):
        self._wheels = tuple(Worker(answer_of_wheel, byte) for byte in FRESH_MEMORY)

    def results(self, case: LayerCase, files: Files | None = None) -> Arrays:
        """
        Return the results of ncnn for a case, or for other files of it. Raises: UndefinedError.
        """
        param, weights = files or (case.param_text().encode(), case.weight_bytes())
        return self.run((param, weights, case.input_arrays, case.outputs))

    def run(self, run: Run) -> Arrays:
        """Return the results of ncnn for a model. Raises: UndefinedError."""
        try:
            one, other = (wheel(run) for wheel in self._wheels)
        except DiedError as death:
            raise UndefinedError(f"the wheel {death}") from None
        if isinstance(one, str) or isinstance(other, str):
            raise UndefinedError(f"the wheel says: {one if isinstance(one, str) else other}")
        if not identical(one, other):
            raise UndefinedError("the wheel looks at memory that nobody has written")
        return one

    def close(self) -> None:
        """End the children."""
        for wheel in self._wheels:
            wheel.close()


# Ours ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """One way to run a case."""

    case: LayerCase
    way: Way
    target: str


@dataclass(frozen=True)
class Group:
    """Cases that stand side by side in one network."""

    cases: tuple[LayerCase, ...]
    way: Way
    target: str

    @property
    def named(self) -> dict[str, LayerCase]:
        """The cases by the prefix of their names."""
        return {f"c{i}_": case for i, case in enumerate(self.cases)}

    @property
    def files(self) -> Files:
        """The model."""
        layers = [layer for prefix, case in self.named.items() for layer in case.layers(prefix)]
        return param_text(layers).encode(), b"".join(case.weight_bytes() for case in self.cases)

    def inputs(self, arrays_of: Callable[[LayerCase], Arrays]) -> dict[str, np.ndarray]:
        """Return the inputs of the model, which a function gives for each case."""
        return {
            prefix + name: array
            for prefix, case in self.named.items()
            for name, array in arrays_of(case).items()
        }

    @property
    def outputs(self) -> tuple[str, ...]:
        """The outputs of the model."""
        return tuple(prefix + name for prefix, case in self.named.items() for name in case.outputs)

    def split(self, results: Arrays) -> list[Arrays]:
        """Return the results of each case."""
        return [{n: results[p + n] for n in case.outputs} for p, case in self.named.items()]


def run_task(task: Task | Group) -> Arrays | list[Arrays] | Files | str:
    """Outputs, or files that have to be run, or why there are none."""
    try:
        if isinstance(task, Group):
            return run_group(task)
        return RUNNERS[task.way](task.case, task.target)
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        return f"{type(error).__name__}: {lines[-1]}"


def as_we_take_them(case: LayerCase) -> dict[str, np.ndarray]:
    """The inputs: a blob of int8 is one of float32 to us, which holds the same numbers."""
    arrays = case.input_arrays
    return {n: a.astype(np.float32) if a.dtype == np.int8 else a for n, a in arrays.items()}


def run_compiled(case: LayerCase, target: str) -> Arrays:
    """Compile and run."""
    return compiled(case.param_text().encode(), case.weight_bytes(), target).run(
        as_we_take_them(case)
    )


def run_group(group: Group) -> list[Arrays] | Files:
    """Compile the cases side by side, and run them; or optimize them."""
    if group.way is Way.EXPORTED:
        return optimized_files(*group.files, ())[:2]
    return group.split(compiled(*group.files, group.target).run(group.inputs(as_we_take_them)))


@lru_cache(maxsize=1)
def compiled(param: bytes, weights: bytes, target: str) -> CompiledModel:
    """The model, which the next case may share."""
    with model_files(param, weights) as (param_path, weights_path):
        return ncnnc.compile(param_path, weights_path, target=target, cache=False)


def run_in_reference(case: LayerCase, _target: str) -> Arrays:
    """Import, and compute with numpy."""
    module, ctx = imported(case.param_text().encode(), case.weight_bytes())
    return run_reference(module, ctx.weights, as_we_take_them(case))


@lru_cache(maxsize=1)
def imported(param: bytes, weights: bytes) -> tuple[ModuleOp, NcnncContext]:
    """The graph, which the next case may share."""
    ctx = make_context()
    module = load_model_files(ctx, param, weights)
    infer_shapes(module, ctx)
    expand_batches(module, ctx)
    module.verify()
    return module, ctx


def export(case: LayerCase, _target: str) -> Files:
    """The files that the optimizer writes."""
    return optimized_files(case.param_text().encode(), case.weight_bytes(), ())[:2]


RUNNERS = {
    Way.COMPILED: run_compiled,
    Way.REFERENCE: run_in_reference,
    Way.EXPORTED: export,
}


class Checker:
    """Compares with the wheel; crashes of ours, and of the wheel, are outcomes."""

    def __init__(self, ways: Sequence[Way] = tuple(Way)):
        self.ways = ways
        self.oracle = Oracle()
        self._ours = Worker(run_task)

    def close(self) -> None:
        """End the children."""
        self.oracle.close()
        self._ours.close()

    def computed_together(
        self, cases: Sequence[LayerCase], way: Way, target: str
    ) -> Sequence[Arrays | None]:
        """Return the results of cases that stand in one network; None if that fails."""
        group = Group(tuple(cases), way, target)
        try:
            answer = self._ours(group)
            if isinstance(answer, tuple):
                inputs = group.inputs(lambda case: case.input_arrays)
                answer = group.split(self.oracle.run((*answer, inputs, group.outputs)))
        except (DiedError, UndefinedError):
            answer = None
        return answer if isinstance(answer, list) else [None] * len(cases)

    def outcome(
        self, case: LayerCase, target: str, known: Mapping[Way, Arrays] = MappingProxyType({})
    ) -> Outcome:
        """
        Run a case in all ways, until one is wrong.

        It is run by itself unless its results that way are known and right.
        """
        defect = known_defect(case)
        if defect is not None:
            return Outcome(Kind.DEFECT, f"{defect.symptom}: {defect.text}")
        try:
            expected = self.oracle.results(case)
        except UndefinedError as reason:
            return Outcome(Kind.UNDEFINED, str(reason))
        if not has_op(case):
            return Outcome(Kind.NO_OP)
        declined = ""
        for way in self.ways:
            if way in known and difference(expected, known[way], tolerance_of(case)) is None:
                continue
            detail = self._what_is_wrong(Task(case, way, target), expected)
            if detail is None:
                continue
            if any(reason in detail for reason in DECLINED):
                declined = detail
                continue
            if GENERATORS[case.layer].make in DECIDING and is_sensitive(case, self._wheel_result):
                return Outcome(Kind.SENSITIVE, detail, way)
            on = f" for {target}" if way is Way.COMPILED else ""
            return Outcome(Kind.WRONG, f"{way}{on}: {detail}", way)
        return Outcome(Kind.DECLINED, declined) if declined else Outcome(Kind.SAME)

    def _wheel_result(self, case: LayerCase) -> Arrays | None:
        try:
            return self.oracle.results(case)
        except UndefinedError:
            return None

    def _what_is_wrong(self, task: Task, expected: Arrays) -> str | None:
        try:
            answer = self._ours(task)
        except DiedError as death:
            return f"crash: {death}"
        if isinstance(answer, str):
            return answer
        assert not isinstance(answer, list)
        if isinstance(answer, tuple):
            try:
                answer = self.oracle.results(task.case, answer)
            except UndefinedError as reason:
                return f"{reason}:\n{answer[0].decode()}"
        return difference(expected, answer, tolerance_of(task.case))


def has_op(case: LayerCase) -> bool:
    """Return whether the importer takes the layer."""
    return case.layer in LAYER_OPS.keys() | WITHOUT_OP


def tolerance_of(case: LayerCase) -> Tolerance:
    """That of the case, else that of its layer."""
    return case.tolerance or GENERATORS[case.layer].tolerance
