"""The reference: running graphs and single ops, and formulas at their edges."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping

import numpy as np
import pytest
from ncnnc.compiler.reference import (
    evaluate,
    interpreted_ops,
    make_interpreter,
    run_reference,
)
from ncnnc.compiler.reference.activation import activate
from ncnnc.compiler.reference.libm import erf, erfc, remainder, round_half_away
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import LAYER_OPS, Ncnn
from ncnnc.dialects.ncnn.attributes import Activation
from ncnnc.dialects.weight_store import WeightStore
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.dialects.linalg import Linalg
from xdsl.dialects.math import Math
from xdsl.dialects.test import Test
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import InterpretationError


def parse(text: str) -> ModuleOp:
    context = NcnncContext()
    for dialect in (Builtin, Func, Arith, Math, Linalg, Test, Ncnn):
        context.load_dialect(dialect)
    return Parser(context, text).parse_module()


def parse_op(text: str) -> Operation:
    """The first op of a function `(%x: tensor<4xf32>, %m: tensor<4x2xf32>)`."""
    module = parse(
        f"func.func @main(%x: tensor<4xf32>, %m: tensor<4x2xf32>) {{ {text} func.return }}"
    )
    return next(op for op in module.walk() if op.name.startswith(("ncnn.", "arith.", "math.")))


def run(
    text: str, weights: WeightStore | None = None, **inputs: np.ndarray
) -> Mapping[str, np.ndarray]:
    return run_reference(parse(text), weights or WeightStore(), inputs)


# Graphs ---------------------------------------------------------------------------------------


def test_blobs_go_by_name():
    out = run(
        """
        func.func @main(
            %a: tensor<2xf32> {ncnn.name = "left"}, %b: tensor<2xf32> {ncnn.name = "right"}
        ) -> (tensor<2xf32> {ncnn.name = "difference"}, tensor<2xf32> {ncnn.name = "again"}) {
          %0 = ncnn.binaryop sub %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
          func.return %0, %a : tensor<2xf32>, tensor<2xf32>
        }""",
        right=np.array([1, 1]),
        left=np.array([5, 7]),
    )
    assert {name: array.tolist() for name, array in out.items()} == {
        "difference": [4, 6],
        "again": [5, 7],
    }


def test_blobs_without_a_name_are_numbered():
    out = run(
        """
        func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
          %0 = ncnn.relu %a : (tensor<2xf32>) -> tensor<2xf32>
          func.return %0 : tensor<2xf32>
        }""",
        arg0=np.array([-1.0, 2.0]),
    )
    assert out["result0"].dtype == np.float32
    assert out["result0"].tolist() == [0, 2]


def test_weights_come_from_the_store_or_the_op():
    store = WeightStore()
    store.add("stored", lambda: np.array([1, 2, 3, 4], np.float32))
    out = run(
        """
        func.func @main() -> tensor<2x2xf32> {
          %0 = ncnn.weight <"stored"> : tensor<2x2xf32>
          %1 = ncnn.weight <"dense"> dense<[10.0, 20.0]> : tensor<2xf32>
          %2 = ncnn.bias %0, %1 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
          %3 = ncnn.scale %2, %1 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
          func.return %3 : tensor<2x2xf32>
        }""",
        store,
    )
    assert out["result0"].tolist() == [[110, 120], [260, 280]]


@pytest.mark.slow
def test_deep_graphs_do_not_recurse():
    depth = 3000
    type = "tensor<1xf32>"
    body = "".join(
        f"%v{i + 1} = ncnn.binaryop_scalar add %v{i}, 1.0 : ({type}) -> {type}\n"
        for i in range(depth)
    )
    text = f"func.func @main(%v0: {type}) -> {type} {{ {body} func.return %v{depth} : {type} }}"
    assert run(text, arg0=np.zeros(1))["result0"].tolist() == [depth]


IDENTITY = """
func.func @main(%a: tensor<2xf32> {ncnn.name = "data"}) -> tensor<2xf32> {
  func.return %a : tensor<2xf32>
}"""


def test_missing_input_is_named():
    with pytest.raises(ValueError, match="input 'data' is missing"):
        run(IDENTITY)


def test_input_of_another_shape_is_refused():
    with pytest.raises(
        ValueError, match=r"input 'data' has shape \(3,\), the network takes \(2,\)"
    ):
        run(IDENTITY, data=np.zeros(3))


def test_missing_function_is_named():
    with pytest.raises(ValueError, match="the module has no function @main"):
        run_reference(parse(IDENTITY.replace("@main", "@other")), WeightStore(), {})


def test_shape_that_the_type_denies_is_an_error():
    wrong = """
        func.func @main(%a: tensor<2xf32>) {
          %0 = ncnn.relu %a : (tensor<2xf32>) -> tensor<3xf32>
          func.return
        }"""
    with pytest.raises(InterpretationError, match=r"computes shape \(2,\), its type says \(3,\)"):
        run(wrong, arg0=np.zeros(2))


# Single ops -----------------------------------------------------------------------------------


def test_evaluate_is_silent_about_infinities():
    op = parse_op("%0 = ncnn.unaryop log %x : (tensor<4xf32>) -> tensor<4xf32>")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (out,) = evaluate(op, [np.array([0, 1, -1, np.inf], np.float32)])
    np.testing.assert_array_equal(out, [-np.inf, 0, np.nan, np.inf])


def test_evaluate_gives_every_result():
    op = parse_op(
        "%0, %1 = ncnn.scale %m, %x : (tensor<4x2xf32>, tensor<4xf32>)"
        " -> (tensor<4x2xf32>, tensor<4xf32>)"
    )
    x = np.array([1, 2, 3, 4], np.float32)
    scaled, scale = evaluate(op, [np.ones((4, 2), np.float32), x])
    assert scaled.tolist() == [[1, 1], [2, 2], [3, 3], [4, 4]]
    assert scale.tolist() == x.tolist()


def test_every_layer_has_a_meaning():
    assert [name for name, op in LAYER_OPS.items() if op not in interpreted_ops()] == []


def test_op_without_meaning_is_an_error():
    op = next(op for op in parse('"test.op"() : () -> ()').walk() if op.name == "test.op")
    assert type(op) not in interpreted_ops()
    with pytest.raises(InterpretationError, match=r"test\.op"):
        evaluate(op, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ncnn.relu %x", [0, 0, 2, np.inf]),
        ("ncnn.relu %x slope 0.5", [-np.inf, -0.5, 2, np.inf]),
        ("ncnn.bnll %x", [0, 0.31326166, 2.126928, np.inf]),
        ("ncnn.softplus %x", [0, 0.31326166, 2.126928, np.inf]),
        ("ncnn.elu %x alpha 2.0", [-2, -1.2642411, 2, np.inf]),
        ("ncnn.celu %x alpha 2.0", [-2, -0.7869387, 2, np.inf]),
        ("ncnn.clip %x min -0.5 max 1.0", [-0.5, -0.5, 1, 1]),
        ("ncnn.hardsigmoid %x", [0, 0.3, 0.9, 1]),
        ("ncnn.shrink %x bias 0.25 lambd 1.5", [-np.inf, 0, 1.75, np.inf]),
        ("ncnn.threshold %x threshold 2.0", [0, 0, 0, 1]),
        ("ncnn.exp %x base 2.0", [0, 0.5, 4, np.inf]),
        ("ncnn.exp %x scale 0.0 shift 1.0", [np.nan, math.e, math.e, np.nan]),
        ("ncnn.power %x power 2.0 scale 2.0 shift 1.0", [np.inf, 1, 25, np.inf]),
        ("ncnn.unaryop sign %x", [-1, -1, 1, 1]),
        ("ncnn.binaryop_scalar rsub %x, 1.0", [np.inf, 2, -1, -np.inf]),
        ("ncnn.binaryop_scalar rdiv %x, 4.0", [-0.0, -4, 2, 0]),
    ],
)
def test_formulas(text: str, expected: list[float]):
    op = parse_op(f"%0 = {text} : (tensor<4xf32>) -> tensor<4xf32>")
    (out,) = evaluate(op, [np.array([-np.inf, -1, 2, np.inf], np.float32)])
    assert out.dtype == np.float32
    np.testing.assert_allclose(out, np.array(expected, np.float32), rtol=1e-6)


def test_batchnorm_without_variance_divides_by_ncnns_constant():
    op = parse_op(
        "%0 = ncnn.batchnorm %x, %x, %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,"
        " tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
    )
    zero, one = np.zeros(4, np.float32), np.ones(4, np.float32)
    (out,) = evaluate(op, [one, one, zero, zero, zero])
    np.testing.assert_allclose(out, [1e4] * 4, rtol=1e-6)


@pytest.mark.parametrize(
    ("region", "expected"),
    [("across_channels", [[1, 1]] + [[0.5, 0.5]] * 3), ("within_channel", [[1, 0.5]] * 4)],
)
def test_lrn_window_of_even_size_reaches_back(region: str, expected: list[list[float]]):
    size = 2 if region == "across_channels" else 4
    op = parse_op(
        f"%0 = ncnn.lrn {region} %m local_size 2 alpha {size}.0 beta 1.0 bias 0.0"
        " : (tensor<4x2xf32>) -> tensor<4x2xf32>"
    )
    image = np.ones((4, 1, 2), np.float32)
    (out,) = evaluate(op, [image])
    np.testing.assert_allclose(out[:, 0], expected, rtol=1e-6)


def test_remainder_is_cs():
    values = np.array([5, -5, 7, -7, 2.5, 7.5, 1e20, 0.1, 3e38], np.float32)
    for divisor in np.array([2, -2, 2.5, 5, 0.3, 1e-3], np.float32):
        expected = [math.remainder(float(v), float(divisor)) for v in values]
        np.testing.assert_array_equal(remainder(values, divisor), np.array(expected, np.float32))


def test_round_takes_halves_away_from_zero():
    values = np.array([0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, 8388609.0], np.float32)
    assert round_half_away(values).tolist() == [1, -1, 2, 3, -3, 0, 8388609]


def test_error_function():
    values = np.array([-4, -0.5, 0, 1e-3, 2, 6], np.float32)
    np.testing.assert_array_equal(erf(values), np.float32([math.erf(v) for v in values]))
    np.testing.assert_array_equal(erfc(values), np.float32([math.erfc(v) for v in values]))


@pytest.mark.parametrize(
    ("activation", "params", "expected"),
    [
        (Activation.NONE, [], [-4, -1, 0, 4]),
        (Activation.RELU, [], [0, 0, 0, 4]),
        (Activation.LEAKY_RELU, [0.5], [-2, -0.5, 0, 4]),
        (Activation.CLIP, [-1, 3], [-1, -1, 0, 3]),
        (Activation.SIGMOID, [], [0.01798621, 0.26894143, 0.5, 0.98201376]),
        (Activation.MISH, [], [-0.07259175, -0.30340147, 0, 3.9974122]),
        (Activation.HARDSWISH, [0.25, 0.5], [0, -0.25, 0, 4]),
    ],
)
def test_fused_activations(activation: Activation, params: list[float], expected: list[float]):
    x = np.array([-4, -1, 0, 4], np.float32)
    np.testing.assert_allclose(activate(x, activation, params), expected, rtol=2e-6, atol=1e-7)


# Regions of scalar ops --------------------------------------------------------------------------


def test_region_of_scalar_ops_runs_on_whole_arrays():
    module = parse(
        """
        "test.op"() ({
        ^bb0(%a: f32, %b: f32):
          %zero = arith.constant 0.0 : f32
          %s = arith.addf %a, %b : f32
          %r = arith.maximumf %s, %zero : f32
          %t = math.sqrt %r : f32
          %is_small = arith.cmpf olt, %a, %b : f32
          %y = arith.select %is_small, %t, %a : f32
          linalg.yield %y : f32
        }) : () -> ()"""
    )
    op = next(op for op in module.walk() if op.name == "test.op")
    interpreter = make_interpreter(WeightStore())
    a = np.array([[1, 2], [9, -8]], np.float32)
    b = np.array([[3, 2], [9, 4]], np.float32)
    (out,) = interpreter.run_ssacfg_region(op.regions[0], (a, b), "body")
    assert out.tolist() == [[2, 2], [9, 0]]


def test_epilogue_gets_residuals_and_one_value_for_each_channel():
    out = run(
        """
        func.func @main(%x: tensor<2x1x2xf32>, %c: tensor<2xf32>) -> tensor<2x1x2xf32> {
          %w = ncnn.weight <"w">
            dense<[[[[1.0]], [[1.0]]], [[[1.0]], [[-1.0]]]]> : tensor<2x2x1x1xf32>
          %y = ncnn.convolution %x, %w fused_with(%c, %x : tensor<2xf32>, tensor<2x1x2xf32>)
            epilogue {
              ^bb0(%acc: f32, %bias: f32, %residual: f32):
                %0 = arith.addf %acc, %bias : f32
                %1 = arith.mulf %0, %residual : f32
                linalg.yield %1 : f32
            } : tensor<2x1x2xf32>, tensor<2x2x1x1xf32> -> tensor<2x1x2xf32>
          func.return %y : tensor<2x1x2xf32>
        }""",
        arg0=np.array([[[1, 2]], [[3, 5]]]),
        arg1=np.array([10, 20]),
    )
    # ((1 + 3, 2 + 5) + 10) * (1, 2) and ((1 - 3, 2 - 5) + 20) * (3, 5)
    assert out["result0"].tolist() == [[[14, 34]], [[54, 85]]]


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        ("olt", [True, False, False, False]),
        ("ole", [True, True, False, False]),
        ("one", [True, False, True, False]),
        ("ueq", [False, True, False, True]),
        ("ult", [True, False, False, True]),
        ("une", [True, False, True, True]),
        ("ord", [True, True, True, False]),
        ("uno", [False, False, False, True]),
    ],
)
def test_comparisons_with_nan(predicate: str, expected: list[bool]):
    op = parse_op(f"%c = arith.constant 1.0 : f32 %0 = arith.cmpf {predicate}, %c, %c : f32")
    comparison = op.next_op
    assert comparison is not None
    a = np.array([1, 2, 3, np.nan], np.float32)
    (out,) = evaluate(comparison, [a, np.full(4, 2, np.float32)])
    assert out.tolist() == expected
