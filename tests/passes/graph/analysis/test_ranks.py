"""Ranks of blobs of unknown shape."""

from __future__ import annotations

import pytest
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.passes.graph.analysis.ranks import rank_of
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func, ReturnOp
from xdsl.parser import Parser

U = "tensor<*xf32>"
RANKS = {
    "input": ("%y = ncnn.relu %x : (U) -> U", None),
    "pooling": ("%y = ncnn.pooling max %x kernel [2, 2] : U -> U", 3),
    "global_pooling": ("%y = ncnn.pooling avg %x global : U -> U", 1),
    "flatten": ("%y = ncnn.flatten %x : U -> U", 1),
    "convolution": ("%y = ncnn.convolution %x, %w3 : U, tensor<4x4x3x3xf32> -> U", 3),
    "vector_or_image": ("%y = ncnn.convolution %x, %w1 : U, tensor<4x4x1x1xf32> -> U", None),
    "convolution1d": ("%y = ncnn.convolution1d %x, %w : U, tensor<4x4x3xf32> -> U", 2),
    "deconvolution": ("%y = ncnn.deconvolution %x, %w1 : U, tensor<4x4x1x1xf32> -> U", 3),
    "vector": (
        "%a = ncnn.flatten %x : U -> U %b = ncnn.relu %a : (U) -> U "
        "%y = ncnn.convolution %b, %w1 : U, tensor<4x4x1x1xf32> -> U",
        1,
    ),
    "product": ("%y = ncnn.innerproduct %x, %m : U, tensor<4x4xf32> -> U", None),
    "product_of_image": (
        "%a = ncnn.pooling max %x kernel [2, 2] : U -> U "
        "%y = ncnn.innerproduct %a, %m : U, tensor<4x4xf32> -> U",
        1,
    ),
    "higher_constant": (
        "%a = ncnn.flatten %x : U -> U %y = ncnn.binaryop add %k, %a : (tensor<4x1x1xf32>, U) -> U",
        3,
    ),
    "lower_constant": (
        "%a = ncnn.pooling max %x kernel [2, 2] : U -> U "
        "%b = ncnn.binaryop add %a, %v : (U, tensor<4xf32>) -> U "
        "%c = ncnn.batchnorm %b, %v, %v, %v, %v : "
        "(U, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> U "
        "%y = ncnn.noop %c : (U) -> U",
        3,
    ),
    "sum_of_unknown": ("%y = ncnn.binaryop add %x, %x : (U, U) -> U", None),
}


@pytest.mark.parametrize(("ops", "rank"), RANKS.values(), ids=RANKS)
def test_rank(ops, rank):
    context = NcnncContext()
    for dialect in (Builtin, Func, Ncnn):
        context.load_dialect(dialect)
    text = f"""
        func.func @main(%x: U) -> U {{
          %w3 = ncnn.weight <"w3"> : tensor<4x4x3x3xf32>
          %w1 = ncnn.weight <"w1"> : tensor<4x4x1x1xf32>
          %w = ncnn.weight <"w"> : tensor<4x4x3xf32>
          %m = ncnn.weight <"m"> : tensor<4x4xf32>
          %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
          %v = ncnn.weight <"v"> : tensor<4xf32>
          {ops}
          func.return %y : U
        }}"""
    module = Parser(context, text.replace("U", U)).parse_module()
    (result,) = (op for op in module.walk() if isinstance(op, ReturnOp))
    assert rank_of(result.operands[0]) == rank
