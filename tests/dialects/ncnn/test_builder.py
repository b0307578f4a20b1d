"""Graphs that a program builds layer by layer, as an importer of another format does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.program.compile_module import compile_module
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.ncnn.builder import LayerBuilder
from ncnnc.dialects.ncnn.shapes import shape_of, tensor_type
from ncnnc.dialects.target.records import Target
from ncnnc.dialects.weight_store import WeightStore
from xdsl.builder import Builder
from xdsl.dialects.builtin import ModuleOp, NameLoc, StringAttr, UnknownLoc
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

X = np.random.default_rng(0).standard_normal((4, 6, 5), dtype=np.float32)
WEIGHT = np.random.default_rng(1).standard_normal((8, 4, 3, 3), dtype=np.float32)

Build = Callable[[LayerBuilder, SSAValue, WeightStore], SSAValue]


def graph_of(build: Build, weights: WeightStore) -> ModuleOp:
    """Return a module whose `main` is what `build` appends, from one input of X's shape."""
    block = Block(arg_types=[tensor_type(X.shape)])
    location = NameLoc(StringAttr("built"), UnknownLoc())
    builder = LayerBuilder(Builder(InsertPoint.at_end(block)), location, "built")
    result = build(builder, block.args[0], weights)
    block.add_op(ReturnOp(result))
    main = FuncOp("main", (list(block.arg_types), [result.type]), Region(block))
    return ModuleOp([main])


def network(builder: LayerBuilder, x: SSAValue, weights: WeightStore) -> SSAValue:
    """Build a convolution, a difference from its mean, and a softmax over channels."""
    params = {0: 8, 1: 3, 4: 1, 6: WEIGHT.size}
    weight = builder.constant(weights, "weight", WEIGHT)
    y = builder.layer("Convolution", [x], params, {"weight": weight})
    centered = builder.binary("sub", y, builder.reduce("mean", y, [1, 2]))
    return builder.softmax(builder.reshape(centered, (8, 30)), 0)


def test_a_graph_is_valid_and_knows_its_names():
    ctx = make_context()
    module = graph_of(network, ctx.weights)
    module.verify()
    assert "built.weight" in ctx.weights
    (main,) = module.body.block.ops
    layers = [op for op in main.regions[0].block.ops if not isinstance(op, ReturnOp)]
    assert all(isinstance(op.location, NameLoc) for op in layers)


def test_the_reference_computes_it():
    ctx = make_context()
    found = run_reference(graph_of(network, ctx.weights), ctx.weights, {"arg0": X})["result0"]
    windows = np.lib.stride_tricks.sliding_window_view(
        np.pad(X, [(0, 0), (1, 1), (1, 1)]), (3, 3), (1, 2)
    )
    y = np.einsum("oikl,ihwkl->ohw", WEIGHT, windows).reshape(8, 30)
    y = np.exp(y - y.mean(1, keepdims=True))
    assert found == pytest.approx(y / y.sum(0), abs=1e-5)


@pytest.mark.isa
def test_it_compiles():
    ctx = make_context()
    module = graph_of(network, ctx.weights)
    expected = run_reference(module, ctx.weights, {"arg0": X})["result0"]
    assert compile_module(module, ctx, Target.parse("x86-64"))(X) == pytest.approx(
        expected, abs=1e-5
    )


def test_shapes_follow_from_operands():
    def build(builder: LayerBuilder, x: SSAValue, weights: WeightStore) -> SSAValue:
        rows = builder.reshape(builder.slice(x, 0, 0, 2), (12, 5))
        product = builder.matmul(rows, rows, transpose_b=True)
        assert shape_of(product) == (12, 12)
        assert shape_of(builder.permute(x, (2, 0, 1))) == (5, 4, 6)
        assert shape_of(builder.pad(x, "reflect", (0, 1, 1), (0, 0, 2))) == (4, 7, 8)
        assert shape_of(builder.concat([x, x], 2)) == (4, 6, 10)
        return product

    graph_of(build, WeightStore()).verify()


@pytest.mark.parametrize(
    ("build", "reason"),
    [
        (lambda b, x, w: b.layer("Nonsense", [x]), "unknown layer type 'Nonsense' to build with"),
        (lambda b, x, w: b.layer("ReLU", [x], {7: 1}), "ReLU has no parameter 7"),
        (lambda b, x, w: b.layer("Convolution", [x], {0: 8, 1: 3, 6: 288}), "stores"),
        (lambda b, x, w: b.layer("Concat", [x, b.slice(x, 1, 0, 2)]), "concat|shape"),
        (lambda b, x, w: b.unary("nonsense", x), "nonsense"),
    ],
)
def test_what_does_not_fit_is_refused(build: Build, reason: str):
    with pytest.raises(ValueError, match=reason):
        graph_of(build, WeightStore())
