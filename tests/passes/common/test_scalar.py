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
from ncnnc.passes.loops.vectorize_linalg import VectorizeLinalgPass
from xdsl.dialects.builtin import AffineMapAttr, Builtin, MemRefType, ModuleOp, f32
from xdsl.dialects.func import Func, FuncOp, ReturnOp
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.linalg.ops import GenericOp, YieldOp
from xdsl.ir import Block, Region
from xdsl.ir.affine import AffineMap
from xdsl.parser import Parser

from tests.helpers.elements import TARGETS
from tests.helpers.kernel_runner import compile_functions
from tests.helpers.special_values import FLOATS, agree

COUNT = 500
TOLERANCE = 2e-6
"""Relative to the result or 0.1, whichever is larger."""
LOOSER = {"ncnn.gelu %a": 1e-5}
"""GELU may be off by 6 * 2^-24 of x, also far below 0, where the result is much less."""
NEAR_ZERO = {"ncnn.gelu %a": 2e-5, "ncnn.gelu %a fast": 5e-6}
"""Relative to the result, where `LOOSER` and `TOLERANCE` are relative to 0.1 at least."""

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


def special_arrays(text: str) -> list[np.ndarray]:
    """An array for each operand: all pairs of numbers at the edges of float32, shifted triples."""
    names = [word.strip(",") for word in text.split() if word.startswith("%")]
    count = len(FLOATS)
    arrays = [np.tile(FLOATS, count), np.repeat(FLOATS, count)]
    arrays += [np.roll(arrays[0], 5 * i) for i in range(1, 4)]
    if "batchnorm" in text:
        # Where sums overflow the order of operations is the result.
        arrays[1:] = [np.where(np.isfinite(a), a, np.float32(3)) for a in arrays[1:]]
        arrays = [np.where(np.isfinite(a) & (np.abs(a) > 1e6), np.float32(5), a) for a in arrays]
    known = {"%positive": np.abs, "%zero": np.zeros_like}
    return [known.get(n, lambda x: x)(a) for n, a in zip(names, arrays, strict=False)]


def loop(number: int, text: str) -> FuncOp:
    """A function that computes the formula of an op in a loop over buffers."""
    op, size = parse_op(text), len(FLOATS) ** 2
    count = len(op.operands)
    types = [MemRefType(f32, [size])] * (count + 1)
    scalars = Block(arg_types=[f32] * (count + 1))
    body = scalar_body(op)
    assert body is not None
    scalars.add_op(YieldOp(body(scalars, scalars.args[:count])))
    outer = Block(arg_types=types)
    same = [AffineMapAttr(AffineMap.identity(1))] * (count + 1)
    parallel = [IteratorTypeAttr(IteratorType.PARALLEL)]
    inputs, output = outer.args[:count], outer.args[count:]
    outer.add_ops([GenericOp(inputs, output, Region(scalars), same, parallel), ReturnOp()])
    return FuncOp(f"f{number}", (types, []), Region(outer))


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code_agrees_with_the_reference_on_special_values(target: str):
    texts = ONE_INPUT + MORE_INPUTS
    module = ModuleOp([loop(i, text) for i, text in enumerate(texts)])
    kernels = compile_functions(module, target, [VectorizeLinalgPass()])
    wrong: list[str] = []
    for text, kernel in zip(texts, kernels, strict=True):
        arrays = special_arrays(text)
        got = kernel(*arrays)
        (expected,) = evaluate(parse_op(text), arrays)
        bad = ~agree(got, expected, NEAR_ZERO.get(text, TOLERANCE))
        wrong += [
            f"{text} of {[a[i] for a in arrays]}: {got[i]}, by the reference {expected[i]}"
            for i in np.flatnonzero(bad)[:3]
        ]
    assert wrong == []


def test_every_elementwise_op_is_here():
    """But those that have one element of a second operand for all of a vector."""
    uniform = {BiasOp, QuantizeOp, DequantizeOp, RequantizeOp}
    tested = {*uniform, *(type(parse_op(text)) for text in ONE_INPUT + MORE_INPUTS)}
    assert [
        op.name for op in Ncnn.operations if issubclass(op, ElementwiseOp) and op not in tested
    ] == []
