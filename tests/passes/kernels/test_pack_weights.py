"""The arrays that weights become, in the type that their handles say."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.passes.kernels.bufferize import store_dense_weights
from ncnnc.passes.kernels.pack_weights import PackWeightsPass
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.parser import Parser

PACKED = """
func.func @main() {{
  %w = ncnn.weight <"w"> {value} : tensor<3x1x1x2x{element}>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 2, vectors = 1>
    : tensor<3x1x1x2x{element}> -> tensor<8x{element}>
  func.return
}}
"""
DTYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "f32": np.float32, "bf16": np.uint16}
EXPECTED = [1, 3, 2, 4, 5, 0, 6, 0]


def packed(element: str, value: str, array: np.ndarray | None = None) -> np.ndarray:
    """Return a packed weight, from the IR or from the store."""
    ctx = make_context()
    for dialect in (Builtin, Func):
        ctx.load_dialect(dialect)
    if array is not None:
        ctx.weights.add("w", array)
    module = Parser(ctx, PACKED.format(element=element, value=value)).parse_module()
    PackWeightsPass().apply(ctx, module)
    weights = [op for op in module.walk() if isinstance(op, WeightOp)]
    return ctx.weights.get(weights[-1].key.data)


@pytest.mark.parametrize("element", DTYPES)
def test_stored_weights_keep_their_type(element: str):
    array = np.arange(1, 7, dtype=DTYPES[element]).reshape(3, 1, 1, 2)
    result = packed(element, "", array)
    assert (result.dtype, result.tolist()) == (array.dtype, EXPECTED)


@pytest.mark.parametrize("element", ["i8", "i16", "f32"])
def test_weights_in_the_ir_keep_their_type(element: str):
    numbers = [[[[2 * i + 1, 2 * i + 2]]] for i in range(3)]
    result = packed(element, f"dense<{numbers}>")
    assert (result.dtype, result.tolist()) == (DTYPES[element], EXPECTED)


def test_dense_integers_are_stored_for_buffers():
    ctx = make_context()
    ctx.load_dialect(Builtin)
    text = '%w = ncnn.weight <"w"> dense<[1, -2, 300]> : tensor<3xi16>'
    module = Parser(ctx, text).parse_module()
    store_dense_weights(module, ctx.weights)
    array = ctx.weights.get("w")
    assert (array.dtype, array.tolist()) == (np.int16, [1, -2, 300])
