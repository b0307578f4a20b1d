"""Prior boxes become constants, and what is made of them too."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.passes import get_all_passes
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.parser import Parser

GRAPH = """
func.func @main(%x: tensor<8x3x4xf32>, %y: tensor<8x1x2xf32>, %image: tensor<3x60x80xf32>)
    -> tensor<2x56xf32> {
  %a = ncnn.prior_box %x, %image min_sizes [30.0] offset 0.5
    : (tensor<8x3x4xf32>, tensor<3x60x80xf32>) -> tensor<2x48xf32>
  %b = ncnn.prior_box %y, %image min_sizes [40.0] offset 0.5
    : (tensor<8x1x2xf32>, tensor<3x60x80xf32>) -> tensor<2x8xf32>
  %c = ncnn.concat %a, %b axis 1 : (tensor<2x48xf32>, tensor<2x8xf32>) -> tensor<2x56xf32>
  func.return %c : tensor<2x56xf32>
}
"""


def test_boxes_are_stored_and_folded_on():
    ctx = make_context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(Func)
    module = Parser(ctx, GRAPH).parse_module()
    for name in ("expand-prior-box", "fold-constants"):
        get_all_passes()[name]()().apply(ctx, module)
    module.verify()
    (weight,) = weights_of(module)
    boxes = ctx.weights.get(weight.key.data)
    np.testing.assert_allclose(boxes[0, :4], [-0.0625, -1 / 12, 0.3125, 5 / 12], atol=1e-6)
    np.testing.assert_allclose(boxes[0, 48:52], [0, 1 / 6, 0.5, 5 / 6], atol=1e-6)
    np.testing.assert_allclose(boxes[1], [0.1, 0.1, 0.2, 0.2] * 14, rtol=1e-6)


def weights_of(module: ModuleOp) -> list[WeightOp]:
    return [op for op in module.walk() if isinstance(op, WeightOp)]
