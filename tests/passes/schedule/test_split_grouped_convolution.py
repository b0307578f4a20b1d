"""split-grouped-convolution: groups of few outputs, with sums in parts, give the same numbers."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.program.compile_module import compile_module
from ncnnc.dialects.target.records import Target

from tests.helpers.lowering import check_layers
from tests.helpers.pipelines import pipeline
from tests.passes.conftest import random_array

pytestmark = pytest.mark.isa

LAYERS = """
Pooling a 1 1 x a 0=0 1=2 2=2
Convolution b 1 1 x b 0=184 1=1 3=2 5=1 6=1472 9=1
Concat c 2 1 a b c
Split p 1 2 c c0 c1
ConvolutionDepthWise d 1 1 c0 d 0=60 1=1 5=1 6=3840 7=3 9=1
ShuffleChannel e 1 1 d e 0=3
ConvolutionDepthWise f 1 1 e f 0=192 1=1 5=1 6=3840 7=3
BinaryOp y 2 1 f c1 y 0=0
"""
"""A unit of ShuffleNet: the sum reads what is concatenated, and the groups read parts of it."""


@pytest.mark.parametrize(
    ("target", "in_parts", "gathers"),
    [("x86-64", 0, 0), ("x86-avx2", 0, 0), ("x86-avx512", 1, 1)],
)
def test_groups_of_few_outputs(target: str, in_parts: int, gathers: int):
    """Equal kernels are one function; only the first concatenation is stored, and read in place."""
    passes = ["eliminate-split", "split-grouped-convolution"]
    compiled = check_layers(LAYERS, {"x": (8, 57, 34)}, target, packed=True, passes=passes)
    assert compiled.kernels.count("partial_sums") == in_parts
    assert compiled.kernels.count("kernel.gather_channels") == gathers


INTEGERS = """
  func.func @main(%x: tensor<32x9x8xf32>) -> (tensor<64x9x8xf32>, tensor<40x9x8xf32>) {
    %s = ncnn.weight <"s"> dense<[70.5]> : tensor<1xf32>
    %o = ncnn.weight <"o"> dense<[33.25]> : tensor<1xf32>
    %w = ncnn.weight <"w"> : tensor<64x16x3x3xf32>
    %ws = ncnn.weight <"ws"> dense<[110.0, 97.5]> : tensor<2xf32>
    %b = ncnn.weight <"b"> : tensor<64xf32>
    %v = ncnn.weight <"v"> : tensor<40x32x3x3xf32>
    %vs = ncnn.weight <"vs"> dense<90.0> : tensor<2xf32>
    %a = ncnn.convolution_depthwise %x, %w bias %b : tensor<64xf32> weight_scale %ws : tensor<2xf32>
      input_scale %s : tensor<1xf32> output_scale %o : tensor<1xf32> group 2 pad [1, 1, 1, 1]
      activation relu int8_scale_term 101
      : tensor<32x9x8xf32>, tensor<64x16x3x3xf32> -> tensor<64x9x8xf32>
    %y = ncnn.convolution_depthwise %a, %v weight_scale %vs : tensor<2xf32>
      input_scale %o : tensor<1xf32> group 2 pad [1, 1, 1, 1] int8_scale_term 1
      : tensor<64x9x8xf32>, tensor<40x32x3x3xf32> -> tensor<40x9x8xf32>
    func.return %a, %y : tensor<64x9x8xf32>, tensor<40x9x8xf32>
  }"""
"""Groups of whole vectors and of parts of them, with a scale each."""


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512+vnni"])
def test_groups_of_int8(run_passes, parse_graph, target: str):
    """No bit differs from what the reference says of the layers, split and compiled."""
    passes = (
        "expand-int8-linear,move-quantize-up,fuse-requantize,"
        f'attach-target{{target="{target}"}},split-grouped-convolution,fold-constants'
    )
    run = run_passes(INTEGERS, passes, clean_up=False)
    run.assert_identical()
    assert run.layers.count("convolution") == 4
    module, context = parse_graph(INTEGERS)
    pipeline(passes).apply(context, module)
    model = compile_module(module, context, Target.parse(target))
    for result, expected in zip(model(random_array("arg0", (32, 9, 8))), run.before, strict=True):
        np.testing.assert_array_equal(result, expected)
