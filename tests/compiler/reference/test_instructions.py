"""The reference runs `simd.dot` and ops on floats by the meaning of instructions."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.reference import make_interpreter
from ncnnc.dialects.weight_store import WeightStore
from xdsl.dialects import func
from xdsl.parser import Parser


def run(text: str, *arrays: np.ndarray) -> np.ndarray:
    """The result of the first op of a function."""
    ctx = make_context()
    ctx.load_dialect(func.Func)
    module = Parser(ctx, f"func.func @f{text} func.return }}").parse_module()
    module.verify()
    op = next(module.body.block.first_op.body.block.ops.__iter__())
    (result,) = make_interpreter(WeightStore()).run_op(op, arrays)
    return result


def test_quads_are_added_to_sums_that_wrap_around():
    x, w = np.full(16, 255, np.uint8), np.full(16, 127, np.int8)
    sums = np.array([0, 1, np.iinfo(np.int32).max, -5], np.int32)
    result = run(
        "(%a: vector<16xui8>, %b: vector<16xi8>, %s: vector<4xi32>) {"
        '%r = simd.dot #target.product<"x86-avx2", "vpdpbusd"> %a, %b, %s'
        " : vector<16xui8>, vector<16xi8> -> vector<4xi32>",
        *(x, w, sums),
    )
    np.testing.assert_array_equal(result, sums + np.int32(4 * 255 * 127))


def test_truncation():
    x = np.array([1.9, -1.9, np.nan, 3e9], np.float32)
    result = run("(%x: vector<4xf32>) { %r = simd.truncate %x : vector<4xf32> -> vector<4xi32>", x)
    np.testing.assert_array_equal(result, [1, -1, -(2**31), -(2**31)])


def test_rounding():
    x = np.array([1.5, -2.5, 0.49999997, np.nan, 3e9, -np.inf], np.float32)
    result = run("(%x: vector<6xf32>) { %r = simd.round %x : vector<6xf32> -> vector<6xi32>", x)
    np.testing.assert_array_equal(result, [2, -3, 0, 0, 2**31 - 1, -(2**31)])
