"""Numerical tests of graph passes: a network computes the same before and after."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.compiler.reference import evaluate, run_reference
from ncnnc.dialects.context import NcnncContext, Remark
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.dialects.weight_store import WeightStore
from xdsl.dialects.builtin import Builtin, ModuleOp, TensorType
from xdsl.dialects.func import Func, FuncOp
from xdsl.parser import Parser

from tests.helpers.linear_consumers import LINEAR_LAYERS
from tests.helpers.pipelines import pipeline

CLEAN_UP = "fold-constants,eliminate-orphaned-memorydata"


def random_array(name: str, shape: tuple[int, ...]) -> np.ndarray:
    """A smooth array that depends on its name alone; positive for variances."""
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    array = generator.uniform(-1.0, 1.0, shape).astype(np.float32)
    return np.abs(array) + np.float32(0.25) if "variance" in name else array


@dataclass
class GraphRun:
    """A module and its weights after a pipeline, what that said, the outputs before and after."""

    module: ModuleOp
    weights: WeightStore
    before: list[np.ndarray]
    after: list[np.ndarray]
    remarks: list[Remark]

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


def parse_network(text: str) -> tuple[ModuleOp, NcnncContext]:
    """The module of some IR, and a context whose store has random arrays for its weights."""
    context = NcnncContext(evaluate=evaluate)
    for dialect in (Builtin, Func):
        context.load_dialect(dialect)
    from ncnnc.dialects.ncnn import Ncnn

    context.load_dialect(Ncnn)
    module = Parser(context, text).parse_module()
    module.verify()
    for op in module.walk():
        if isinstance(op, WeightOp) and op.value is None:
            context.weights.add(op.key.data, random_array(op.key.data, op.output.type.get_shape()))
    return module, context


def run_graph_passes(
    text: str,
    passes: str,
    inputs: Mapping[str, np.ndarray] | None = None,
    clean_up: bool = True,
) -> GraphRun:
    """
    Run `@main` of some IR, on inputs by name or random ones, before and after passes.

    Weights without a value are random. The passes are followed by constant folding and the removal
    of unread constants, unless `clean_up` is off. Shapes that are unknown to the passes are
    inferred to run the module.
    """
    module, context = parse_network(text)
    (main,) = (op for op in module.walk() if isinstance(op, FuncOp))
    inputs = inputs or {
        f"arg{i}": random_array(f"arg{i}", type.get_shape())
        for i, type in enumerate(main.function_type.inputs)
        if isinstance(type, TensorType)
    }
    before = run_inferred(module.clone(), context, inputs)
    pipeline(passes).apply(context, module)
    remarks = list(context.remarks)
    if clean_up:
        pipeline(CLEAN_UP).apply(context, module)
    module.verify()
    after = run_inferred(module, context, inputs)
    return GraphRun(module, context.weights, before, after, remarks)


def run_inferred(
    module: ModuleOp, context: NcnncContext, inputs: Mapping[str, np.ndarray]
) -> list[np.ndarray]:
    """The outputs of a module for whose ops shapes are inferred first."""
    pipeline("infer-shapes").apply(context, module)
    return list(run_reference(module, context.weights, inputs).values())


def linear_network(layer: str, with_bias: bool, rest: str) -> str:
    """
    IR of a linear layer `%a`, of type `OUT`, and the ops after it, of which the last is `%y`.

    There are vectors `%k0` to `%k3` and `%variance` with an element for each channel.
    """
    source, weight, result, properties = LINEAR_LAYERS[layer]
    vectors = [*(f"k{i}" for i in range(4)), "variance"]
    constants = "".join(f'%{v} = ncnn.weight <"{v}"> : tensor<4xf32>\n' for v in vectors)
    bias = "bias %k0 : tensor<4xf32>" if with_bias else ""
    body = rest.replace("OUT", f"tensor<{result}xf32>")
    return f"""
        func.func @main(%x: tensor<{source}xf32>) -> tensor<{result}xf32> {{
          %w = ncnn.weight <"w"> : tensor<{weight}xf32>
          {constants}
          %a = ncnn.{layer} %x, %w {bias} {properties}
            : tensor<{source}xf32>, tensor<{weight}xf32> -> tensor<{result}xf32>
          {body}
          func.return %y : tensor<{result}xf32>
        }}"""


@pytest.fixture(params=[False, True], ids=["no_bias", "bias"])
def linear(request: pytest.FixtureRequest, layer: str) -> Callable[[str], str]:
    """
    A function from the ops after a linear layer to IR, with and without bias.

    Tests that use it say the layer: they have an argument `layer`.
    """
    return lambda rest: linear_network(layer, request.param, rest)


@pytest.fixture
def run_passes() -> Callable[..., GraphRun]:
    """The function that runs IR before and after passes."""
    return run_graph_passes


@pytest.fixture
def parse_graph() -> Callable[[str], tuple[ModuleOp, NcnncContext]]:
    """The function that makes a module and a context of IR."""
    return parse_network
