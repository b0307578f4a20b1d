"""Numerical tests of graph passes: a network computes the same before and after."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.compiler.reference import evaluate, run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn.weight import WeightOp
from ncnnc.passes import get_all_passes
from xdsl.dialects.builtin import Builtin, ModuleOp, TensorType
from xdsl.dialects.func import Func, FuncOp
from xdsl.parser import Parser
from xdsl.passes import PassPipeline

CLEAN_UP = "fold-constants,eliminate-orphaned-memorydata"


def random_array(name: str, shape: tuple[int, ...]) -> np.ndarray:
    """A smooth array that depends on its name alone; positive for variances."""
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    array = generator.uniform(-1.0, 1.0, shape).astype(np.float32)
    return np.abs(array) + np.float32(0.25) if "variance" in name else array


@dataclass
class GraphRun:
    """A module after a pipeline, and the outputs before and after it."""

    module: ModuleOp
    before: list[np.ndarray]
    after: list[np.ndarray]

    @property
    def layers(self) -> list[str]:
        """The names of the ops left in the function, without constants and the return."""
        return [
            op.name.removeprefix("ncnn.")
            for op in self.module.walk()
            if op.name.startswith("ncnn.") and not isinstance(op, WeightOp)
        ]

    def assert_close(self, rtol: float = 1e-5) -> None:
        """Outputs differ by at most `rtol` of the largest magnitude of each."""
        for before, after in zip(self.before, self.after, strict=True):
            assert before.shape == after.shape
            np.testing.assert_allclose(after, before, rtol=0, atol=rtol * np.abs(before).max())

    def assert_identical(self) -> None:
        """Outputs have the same bits."""
        for before, after in zip(self.before, self.after, strict=True):
            assert before.shape == after.shape
            assert before.tobytes() == after.tobytes()


def run_graph_passes(
    text: str, passes: str, inputs: Mapping[str, np.ndarray] | None = None
) -> GraphRun:
    """
    Run `@main` of some IR, on inputs by name or random ones, before and after passes.

    Weights without a value are random. The passes are followed by constant folding and the removal of
    unread constants.
    """
    context = NcnncContext(evaluate=evaluate)
    for dialect in (Builtin, Func):
        context.load_dialect(dialect)
    from ncnnc.dialects.ncnn import Ncnn

    context.load_dialect(Ncnn)
    module = Parser(context, text).parse_module()
    module.verify()
    (main,) = (op for op in module.walk() if isinstance(op, FuncOp))
    for op in module.walk():
        if isinstance(op, WeightOp) and op.value is None:
            context.weights.add(op.key.data, random_array(op.key.data, op.output.type.get_shape()))
    inputs = inputs or {
        f"arg{i}": random_array(f"arg{i}", type.get_shape())
        for i, type in enumerate(main.function_type.inputs)
        if isinstance(type, TensorType)
    }
    before = list(run_reference(module, context.weights, inputs).values())
    pipeline = PassPipeline.parse_spec(get_all_passes(), f"{passes},{CLEAN_UP}")
    pipeline.apply(context, module)
    module.verify()
    after = list(run_reference(module, context.weights, inputs).values())
    return GraphRun(module, before, after)


@pytest.fixture
def run_passes() -> Callable[..., GraphRun]:
    """The function that runs IR before and after passes."""
    return run_graph_passes
