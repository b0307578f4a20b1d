"""The scalar formulas of the lowering against the reference, for every element-wise op."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference import evaluate, make_interpreter
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.ncnn.base import NcnnOp
from ncnnc.dialects.ncnn.layers.binaryop import BinaryOperator
from ncnnc.dialects.ncnn.layers.elementwise import ElementwiseOp
from ncnnc.dialects.ncnn.layers.normalization import BiasOp
from ncnnc.dialects.ncnn.layers.quantize import DequantizeOp, QuantizeOp, RequantizeOp
from ncnnc.dialects.ncnn.layers.unaryop import UnaryOperator
from ncnnc.dialects.weight_store import WeightStore
from ncnnc.passes.common.scalar import scalar_body
from xdsl.dialects.builtin import Builtin, f32
from xdsl.dialects.func import Func
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Region
from xdsl.parser import Parser

COUNT = 500
TOLERANCE = 2e-6
"""Relative to the result or 0.1, whichever is larger."""
LOOSER = {"ncnn.gelu %a": 1e-5}
"""GELU may be off by 6 * 2^-24 of x, also far below 0, where the result is much less."""

ONE_INPUT = [
    *(f"ncnn.{name} %a" for name in ("absval", "bnll", "celu", "clip", "deepcopy", "dropout")),
    *(f"ncnn.{name} %a" for name in ("elu", "erf", "exp", "gelu", "hardsigmoid", "hardswish")),
    *(f"ncnn.{name} %a" for name in ("log", "mish", "power", "relu", "selu", "shrink")),
    *(f"ncnn.{name} %a" for name in ("sigmoid", "softplus", "swish", "tanh", "threshold")),
    "ncnn.cast %a from float16 to float32",
    "ncnn.cast %a from float32 to bfloat16",
    "ncnn.cast %a from float32 to float16",
    "ncnn.celu %a alpha 0.5",
    "ncnn.clip %a min -0.5 max 0.5",
    "ncnn.dropout %a scale 0.5",
    "ncnn.elu %a alpha 1.0",
    "ncnn.exp %a base 10.0 scale 0.1 shift 0.5",
    "ncnn.gelu %a fast",
    "ncnn.hardswish %a alpha 0.125 beta 0.25",
    "ncnn.log %a base 2.0 scale 2.0 shift 3.0",
    *(f"ncnn.power %a power {p} scale 2.0 shift 1.0" for p in (-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0)),
    *(f"ncnn.relu %a slope {slope}" for slope in (-0.5, 0.1, 1.0, 2.0)),
    "ncnn.packing %a elempack 4",
    "ncnn.selu %a alpha 1.5 scale 2.0",
    "ncnn.shrink %a bias 0.5 lambd 1.0",
    "ncnn.threshold %a threshold 0.5",
    *(f"ncnn.unaryop {operator.value} %a" for operator in UnaryOperator),
    *(f"ncnn.binaryop_scalar {operator.value} %a, 2.0" for operator in BinaryOperator),
    *(f"ncnn.binaryop_scalar {operator.value} %a, -1.5" for operator in BinaryOperator),
]
MORE_INPUTS = [
    *(f"ncnn.binaryop {operator.value} %a, %b" for operator in BinaryOperator),
    *(f"ncnn.eltwise {operator} %a, %b, %c" for operator in ("prod", "sum", "max")),
    "ncnn.eltwise sum %a, %b coeffs [0.5, -2.0]",
    "ncnn.prelu %a, %b",
    "ncnn.scale %a, %b",
    "ncnn.scale %a, %b bias %c",
    "ncnn.batchnorm %a, %b, %c, %positive, %b eps 0.001",
    "ncnn.batchnorm %a, %b, %c, %zero, %b",
]


def parse_op(text: str) -> NcnnOp:
    context = NcnncContext()
    for dialect in (Builtin, Func, Ncnn):
        context.load_dialect(dialect)
    type = f"tensor<{COUNT}xf32>"
    names = ("%a", "%b", "%c", "%positive", "%zero")
    arguments = ", ".join(f"{name}: {type}" for name in names)
    types = ", ".join([type] * text.count("%"))
    module = Parser(
        context,
        f"func.func @main({arguments}) {{ %r = {text} : ({types}) -> {type} func.return }}",
    ).parse_module()
    return next(op for op in module.walk() if isinstance(op, NcnnOp))


def arrays_for(text: str) -> list[np.ndarray]:
    """An array for each operand: magnitudes from 1e-3 to 100, and values where formulas bend."""
    random = np.random.default_rng(0)
    edges = np.array([0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3], np.float32)
    scale = 10 ** random.uniform(-3, 2, COUNT - edges.size)
    values = np.append(edges, random.uniform(-1, 1, scale.size) * scale).astype(np.float32)
    known = {"%a": values, "%b": random.permutation(values), "%c": values[::-1].copy()}
    known["%positive"] = np.abs(known["%b"])
    known["%zero"] = np.zeros_like(values)
    names = [word.strip(",") for word in text.split() if word.startswith("%")]
    return [known[name] for name in names]


@pytest.mark.parametrize("text", ONE_INPUT + MORE_INPUTS)
def test_formula_agrees_with_the_reference(text: str):
    op, arrays = parse_op(text), arrays_for(text)
    (expected,) = evaluate(op, arrays)
    body = scalar_body(op)
    assert body is not None
    block = Block(arg_types=[f32] * len(arrays))
    block.add_op(YieldOp(body(block, block.args)))
    with np.errstate(all="ignore"):
        (got,) = make_interpreter(WeightStore()).run_ssacfg_region(Region(block), tuple(arrays))
        error = np.abs(np.asarray(got, np.float32) - expected)
        same = (got == expected) | (np.isnan(got) & np.isnan(expected))
        close = error <= LOOSER.get(text, TOLERANCE) * np.maximum(np.abs(expected), 0.1)
    assert (same | close).all()


def test_every_elementwise_op_is_here():
    """But those that have one element of a second operand for all of a vector."""
    uniform = {BiasOp, QuantizeOp, DequantizeOp, RequantizeOp}
    tested = {*uniform, *(type(parse_op(text)) for text in ONE_INPUT + MORE_INPUTS)}
    assert [
        op.name for op in Ncnn.operations if issubclass(op, ElementwiseOp) and op not in tested
    ] == []
