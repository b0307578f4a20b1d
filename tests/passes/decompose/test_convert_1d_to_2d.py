"""convert-1d-to-2d: the same numbers, from the reference and from compiled code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import import_graph, make_context
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.reference import run_reference
from ncnnc.passes.graph.infer_shapes import InferShapesPass

pytestmark = pytest.mark.isa

LAYERS = {
    "dense": ("3x9", "5x3x2", "5x8", "convolution1d {}"),
    "first_channel": ("1x3x9", "5x3x2", "5x8", "convolution1d {}"),
    "strided": ("7x12", "13x7x3", "13x6", "convolution1d {} stride 2 dilation 2 pad [1, 2]"),
    "same": ("5x9", "3x5x4", "3x5", "convolution1d {} stride 2 pad [-234, -234]"),
    "padded": ("3x5", "5x3x3", "5x7", "convolution1d {} pad [2, 2] pad_value 0.5"),
    "depthwise": ("7x9", "7x1x3", "7x9", "convolution_depthwise1d {} group 7 pad [1, 1]"),
    "grouped": ("6x9", "9x2x3", "9x7", "convolution_depthwise1d {} group 3"),
    "transposed": ("5x7", "3x5x3", "3x13", "deconvolution1d {} stride 2 pad [1, 1]"),
    "sized": ("5x7", "3x5x3", "3x13", "deconvolution1d {} stride 2 pad [-233, 0] output_size 13"),
    "transposed_groups": (
        "6x7",
        "9x2x3",
        "9x10",
        "deconvolution_depthwise1d {} group 3 output_pad 1",
    ),
    "spare": ("6x9", "9x4x3", "9x7", "convolution_depthwise1d {} group 3 activation relu"),
}
"""Shapes of input, weights and result; the layer."""


@pytest.mark.parametrize("case", LAYERS)
def test_same_numbers(case: str, run_passes: Callable[..., Any]):
    source, weight, result, layer = LAYERS[case]
    channels = result.split("x")[0]
    text = layer.format(f"%x, %w bias %b : tensor<{channels}xf32>")
    run = run_passes(
        f"""
        func.func @main(%x: tensor<{source}xf32>) -> tensor<{result}xf32> {{
          %w = ncnn.weight <"w"> : tensor<{weight}xf32>
          %b = ncnn.weight <"b"> : tensor<{channels}xf32>
          %y = ncnn.{text} : tensor<{source}xf32>, tensor<{weight}xf32> -> tensor<{result}xf32>
          func.return %y : tensor<{result}xf32>
        }}""",
        "convert-1d-to-2d",
    )
    assert run.layers[0] == "reshape"
    assert not any("1d" in name for name in run.layers)
    run.assert_close()


@pytest.mark.parametrize(
    ("pooling", "result"),
    [
        ("max %x kernel 3 stride 2 pad [1, 0]", "5x7"),
        ("avg %x kernel 4 stride 3 pad_mode same_lower", "5x5"),
        ("avg %x kernel 3 stride 2 pad [1, 1] pad_mode valid count_include_pad", "5x7"),
        ("max %x adaptive 4", "5x4"),
        ("avg %x global", "5"),
    ],
)
def test_same_poolings(pooling: str, result: str, run_passes: Callable[..., Any]):
    run = run_passes(
        f"""
        func.func @main(%x: tensor<5x13xf32>) -> tensor<{result}xf32> {{
          %y = ncnn.pooling1d {pooling} : tensor<5x13xf32> -> tensor<{result}xf32>
          func.return %y : tensor<{result}xf32>
        }}""",
        "convert-1d-to-2d",
    )
    assert "pooling" in run.layers
    run.assert_close()


NETWORK = """7767517
9 9
Input                  x 0 1 x 0=29 1=5
Convolution1D          a 1 1 x a 0=19 1=3 4=1 5=1 6=285
ReLU                   r 1 1 a r
ConvolutionDepthWise1D d 1 1 r d 0=19 1=5 3=2 4=-233 5=1 6=95 7=19 9=6 -23310=2,0.2,0.5
Swish                  s 1 1 d s
Convolution1D          c 1 1 s c 0=3 1=2 2=2 4=2 15=1 18=0.5 6=114
Deconvolution1D        e 1 1 c e 0=13 1=3 3=2 4=1 18=1 5=1 6=117 9=1
Pooling1D              p 1 1 e p 0=0 1=3 2=2 3=1
Pooling1D              y 1 1 p y 0=1 7=1 8=3
"""


@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
def test_compiled_network(target: str, tmp_path: Path):
    param = tmp_path / "sequence.param"
    param.write_text(NETWORK)
    options = CompileOptions(str(param), target=target, random_weights=1)
    ctx = make_context()
    graph = import_graph(options, ctx)
    InferShapesPass().apply(ctx, graph)
    x = np.random.default_rng(0).uniform(-1, 1, (5, 29)).astype(np.float32)
    expected = run_reference(graph, ctx.weights, {"x": x})["y"]
    got = ncnnc.compile(str(param), target=target, random_weights=1)(x)
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
