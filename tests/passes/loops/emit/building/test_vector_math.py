"""Elementary functions as vector code, against float64."""

from __future__ import annotations

import ctypes
import math as libm
from collections.abc import Callable

import numpy as np
import pytest
from ncnnc.compiler.backend.llvm.module_printer import print_llvm_ir
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.instruction_count import MATH_INSTRUCTIONS
from ncnnc.passes.common.target import set_target
from ncnnc.passes.loops.emit.building import vector_math
from ncnnc.passes.loops.emit.building.builder import LoopBuilder
from ncnnc.runtime.code.jit import LoadedCode
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import MemRefType, ModuleOp, VectorType, f32
from xdsl.ir import Block, Operation, Region, SSAValue

from tests.helpers.needed_features import needs_features_of

pytestmark = pytest.mark.isa

TARGETS = ("x86-avx512", "x86-avx2", "x86-64")
SPECIAL = np.array(
    [
        *(0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3e38, -3e38, 88.5, 88.72, 88.9),
        *(-87, -88, -104, 1, -1, 2, -2, 0.5, 1e-10, -1e-10, 1e-20, -1e-20, 9.5, -9.5, 4.1, -4.1),
    ],
    np.float32,
)

FUNCTIONS: dict[str, tuple[Callable[[np.ndarray], np.ndarray], tuple[float, float]]] = {
    "exp": (np.exp, (-86.9, 88.7)),
    "expm1": (np.expm1, (-20.0, 20.0)),
    "log": (np.log, (1e-6, 100.0)),
    "log1p": (np.log1p, (-0.999, 10.0)),
    "tanh": (np.tanh, (-10.0, 10.0)),
    "erf": (np.vectorize(libm.erf), (-5.0, 5.0)),
    "rsqrt": (lambda x: 1 / np.sqrt(x), (1e-6, 100.0)),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), (-1.0, 20.0)),
}


def run(function: Callable[..., SSAValue], x: np.ndarray, name: str) -> np.ndarray:
    """The function of every element, in vectors of the target."""
    needs_features_of(name)
    target = Target.parse(name)
    type = MemRefType(f32, [len(x)])
    block = Block(arg_types=[type, type])
    source, output = block.args
    b = LoopBuilder(block, target)
    lanes = target.lanes

    def step(i: SSAValue) -> None:
        b.store(function(b, b.load(source, i, 0, lanes)), output, i, 0)

    b.loop(0, len(x), lanes, step)
    block.add_op(func.ReturnOp())
    module = ModuleOp([func.FuncOp("kernel", ([type, type], []), Region(block))])
    module.verify()
    set_target(module, target)
    text = print_llvm_ir(module, target.function_attributes)
    object_code = emit_object(text, target)
    code = LoadedCode(object_code, target.features)
    y = np.zeros_like(x)
    entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(code.address("kernel"))
    entry(x.ctypes.data, y.ctypes.data)
    return y


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_error_is_a_few_units_in_the_last_place(name, target):
    exact, (low, high) = FUNCTIONS[name]
    rng = np.random.default_rng(0)
    near_zero = 10 ** rng.uniform(-6, 0, 8000) * rng.choice([-1.0, 1.0], 8000)
    x = np.concatenate([rng.uniform(low, high, 8000), near_zero]).astype(np.float32)
    x = np.clip(x, np.float32(low), np.float32(high))
    expected = exact(x.astype(np.float64))
    y = run(getattr(vector_math, name), x, target)
    units = np.spacing(np.abs(expected).astype(np.float32)).astype(np.float64)
    assert (np.abs(y - expected) / units).max() < 4


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_special_values(name, target):
    x = np.concatenate([SPECIAL, np.zeros(-len(SPECIAL) % 16, np.float32)])
    y = run(getattr(vector_math, name), x, target)[: len(SPECIAL)]
    with np.errstate(all="ignore"):
        expected = FUNCTIONS[name][0](SPECIAL.astype(np.float64)).astype(np.float32)
    # Denormal results may be flushed to zero.
    np.testing.assert_allclose(y, expected, rtol=1e-6, atol=2e-38, equal_nan=True)


def of_negated(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """`e^-x`, into which the sign goes as another constant."""
    return vector_math.approximate_exp(b, b.float_op(arith.NegfOp, x))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("function", "sign"), [(vector_math.approximate_exp, 1), (of_negated, -1)])
def test_error_of_an_approximate_exp_grows_with_its_argument(function, sign, target):
    x = np.random.default_rng(0).uniform(-87.3, 88.3, 8000).astype(np.float32)
    expected = np.exp(x.astype(np.float64))
    y = run(function, np.float32(sign) * x, target)
    # Without fused multiply-adds x log2(e) is rounded.
    growth = 8e-8 if target == "x86-64" else 1.4e-8
    assert (np.abs(y / expected - 1) <= 2.3e-7 + growth * np.abs(x)).all()
    special = np.array([np.inf, 89, 3e38, -np.inf, -89, -3e38, 0, np.nan], np.float32)
    y = run(function, np.float32(sign) * np.tile(special, 2), target)
    np.testing.assert_array_equal(y, [*[np.inf] * 3, *[0] * 3, 1, np.nan] * 2)


@pytest.mark.parametrize("op", MATH_INSTRUCTIONS, ids=lambda op: op.name)
def test_cost_of_a_body_counts_the_instructions_of_an_expansion(op: type[Operation]):
    operands = len(op.get_irdl_definition().operands)
    block = Block(arg_types=[VectorType(f32, [8])] * operands)
    example = op.create(operands=block.args, result_types=[f32])
    b = LoopBuilder(block, Target.parse("x86-avx2"))
    assert vector_math.expand_math(b, example, block.args) is not None
    made = [inner for inner in block.ops if not isinstance(inner, arith.ConstantOp)]
    assert len(made) == MATH_INSTRUCTIONS[op]


def test_cost_of_a_body_knows_every_expansion():
    vectorised = {*vector_math.EXPANSIONS, *vector_math.NATIVE}
    assert vectorised == set(MATH_INSTRUCTIONS)
    assert not vectorised & set(vector_math.LIBRARY)
