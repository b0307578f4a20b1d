"""Weights find their arrays once values are buffers."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.passes.common.constants import dense_weight
from ncnnc.passes.kernels.bufferize import (
    KEY_ATTRIBUTE,
    BufferizePass,
    store_dense_weights,
)
from xdsl.dialects.builtin import Builtin, ModuleOp, StringAttr
from xdsl.dialects.func import Func
from xdsl.dialects.memref import ViewOp
from xdsl.dialects.tensor import Tensor
from xdsl.parser import Parser

MODULE = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"scale.bias"> dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %v = ncnn.weight <"scale.bias"> : tensor<4xf32>
  %e = tensor.empty() : tensor<8xf32>
  func.return %w : tensor<4xf32>
}
"""


def test_a_dense_weight_is_not_taken_for_the_array_of_its_key():
    ctx = make_context()
    for dialect in (Builtin, Func, Tensor):
        ctx.load_dialect(dialect)
    ctx.weights.add("scale.bias", np.zeros(4, np.float32))
    module = Parser(ctx, MODULE).parse_module()
    BufferizePass().apply(ctx, module)
    (view,) = (
        op for op in module.walk() if isinstance(op, ViewOp) and KEY_ATTRIBUTE in op.attributes
    )
    key = view.attributes[KEY_ATTRIBUTE]
    assert isinstance(key, StringAttr)
    assert ctx.weights.get(key.data).tolist() == [1.0, 2.0, 3.0, 4.0]
    assert ctx.weights.get("scale.bias").tolist() == [0.0] * 4


def test_dense_weights_of_one_key_stay_apart():
    ctx = make_context()
    ops = [dense_weight("k", np.full(2, value, np.float32)) for value in (1.0, 2.0)]
    store_dense_weights(ModuleOp(list(ops)), ctx.weights)
    assert [op.value for op in ops] == [None, None]
    assert [ctx.weights.get(op.key.data)[0] for op in ops] == [1.0, 2.0]
