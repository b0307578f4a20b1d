"""int8 layers, expanded and lowered, compute what the reference says of them, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.program.compile_module import compile_module
from ncnnc.dialects.target.records import Target

from tests.helpers.lowering import TARGETS
from tests.helpers.pipelines import pipeline
from tests.passes.conftest import random_array

PASSES = (
    "expand-int8-linear",
    "expand-int8-linear,move-quantize-up,fuse-requantize",
    "expand-int8-linear,move-quantize-up,fuse-requantize,attach-target{target=x86-avx2},"
    "select-conv-algorithm,assign-layout,fuse-epilogue",
)
ACTIVATIONS = (
    "",
    "activation relu",
    "activation leaky_relu params [0.1]",
    "activation clip params [-0.5, 0.75]",
    "activation hardswish params [0.2, 0.5]",
)


def scales(count: int) -> str:
    """Constants and operands of a layer: the scale of one output is 0."""
    weights = ", ".join("0.0" if i == 1 else f"{60.0 + 11 * i}" for i in range(count))
    return f"""
      %ws = ncnn.weight <"ws"> dense<[{weights}]> : tensor<{count}xf32>
      %s = ncnn.weight <"s"> dense<[70.5]> : tensor<1xf32>
      %o = ncnn.weight <"o"> dense<[33.25]> : tensor<1xf32>
    """


@pytest.mark.requirement("W4", "W18", "D19")
@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("term", [1, 101])
def test_two_convolutions(run_passes, passes: str, activation: str, term: int):
    between = "shufflechannel %a group 2" if term > 100 else "pooling max %a pad_mode valid"
    output_scale = "output_scale %o : tensor<1xf32>" if term > 100 else ""
    run = run_passes(
        f"""
        func.func @main(%x: tensor<3x7x6xf32>) -> tensor<5x7x6xf32> {{
          {scales(4)}
          %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
          %b = ncnn.weight <"b"> : tensor<4xf32>
          %v = ncnn.weight <"v"> : tensor<5x4x1x1xf32>
          %vs = ncnn.weight <"vs"> dense<90.0> : tensor<5xf32>
          %a = ncnn.convolution %x, %w bias %b : tensor<4xf32> weight_scale %ws : tensor<4xf32>
            input_scale %s : tensor<1xf32> {output_scale} pad [1, 1, 1, 1]
            {activation} int8_scale_term {term}
            : tensor<3x7x6xf32>, tensor<4x3x3x3xf32> -> tensor<4x7x6xf32>
          %p = ncnn.{between} : tensor<4x7x6xf32> -> tensor<4x7x6xf32>
          %y = ncnn.convolution %p, %v weight_scale %vs : tensor<5xf32>
            input_scale %s : tensor<1xf32> int8_scale_term 1
            : tensor<4x7x6xf32>, tensor<5x4x1x1xf32> -> tensor<5x7x6xf32>
          func.return %y : tensor<5x7x6xf32>
        }}""",
        passes,
        clean_up=False,
    )
    run.assert_identical()
    assert np.unique(run.before[0]).size > 10


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize(("group", "count"), [(4, 4), (4, 1), (2, 2)])
def test_groups_have_a_scale_each_or_one(run_passes, passes: str, group: int, count: int):
    run = run_passes(
        f"""
        func.func @main(%x: tensor<4x7x6xf32>) -> tensor<4x5x4xf32> {{
          {scales(count)}
          %w = ncnn.weight <"w"> : tensor<4x{4 // group}x3x3xf32>
          %y = ncnn.convolution_depthwise %x, %w weight_scale %ws : tensor<{count}xf32>
            input_scale %s : tensor<1xf32> group {group} int8_scale_term {1 if count > 1 else 2}
            : tensor<4x7x6xf32>, tensor<4x{4 // group}x3x3xf32> -> tensor<4x5x4xf32>
          func.return %y : tensor<4x5x4xf32>
        }}""",
        passes,
        clean_up=False,
    )
    run.assert_identical()
    assert np.unique(run.before[0]).size > 5


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize(("source", "result"), [("5x6", "5x3"), ("6", "3"), ("2x1x3", "3")])
def test_inner_products(run_passes, passes: str, source: str, result: str):
    run = run_passes(
        f"""
        func.func @main(%x: tensor<{source}xf32>) -> tensor<{result}xf32> {{
          {scales(3)}
          %w = ncnn.weight <"w"> : tensor<3x6xf32>
          %b = ncnn.weight <"b"> : tensor<3xf32>
          %y = ncnn.innerproduct %x, %w bias %b : tensor<3xf32> weight_scale %ws : tensor<3xf32>
            input_scale %s : tensor<1xf32> activation relu int8_scale_term 1
            : tensor<{source}xf32>, tensor<3x6xf32> -> tensor<{result}xf32>
          func.return %y : tensor<{result}xf32>
        }}""",
        passes,
        clean_up=False,
    )
    run.assert_identical()
    assert run.before[0].any()


NETWORK = """
  func.func @main(%x: tensor<3x9x8xf32>) -> (tensor<20x7x8xf32>, tensor<18xf32>) {
    %s = ncnn.weight <"s"> dense<[70.5]> : tensor<1xf32>
    %o = ncnn.weight <"o"> dense<[33.25]> : tensor<1xf32>
    %w = ncnn.weight <"w"> : tensor<20x3x3x3xf32>
    %ws = ncnn.weight <"ws"> dense<110.0> : tensor<20xf32>
    %b = ncnn.weight <"b"> : tensor<20xf32>
    %v = ncnn.weight <"v"> : tensor<20x1x3x3xf32>
    %vs = ncnn.weight <"vs"> dense<90.0> : tensor<20xf32>
    %u = ncnn.weight <"u"> : tensor<18x240xf32>
    %us = ncnn.weight <"us"> dense<101.0> : tensor<18xf32>
    %a = ncnn.convolution %x, %w bias %b : tensor<20xf32> weight_scale %ws : tensor<20xf32>
      input_scale %s : tensor<1xf32> output_scale %o : tensor<1xf32> pad [0, 1, 0, 1]
      activation leaky_relu params [0.1] int8_scale_term 102
      : tensor<3x9x8xf32>, tensor<20x3x3x3xf32> -> tensor<20x7x8xf32>
    %d = ncnn.convolution_depthwise %a, %v bias %b : tensor<20xf32>
      weight_scale %vs : tensor<20xf32> input_scale %o : tensor<1xf32> group 20 pad [1, 1, 1, 1]
      activation relu int8_scale_term 1
      : tensor<20x7x8xf32>, tensor<20x1x3x3xf32> -> tensor<20x7x8xf32>
    %p = ncnn.pooling max %d kernel [2, 2] stride [2, 2] pad_mode valid
      : tensor<20x7x8xf32> -> tensor<20x3x4xf32>
    %y = ncnn.innerproduct %p, %u weight_scale %us : tensor<18xf32> input_scale %s : tensor<1xf32>
      int8_scale_term 1 : tensor<20x3x4xf32>, tensor<18x240xf32> -> tensor<18xf32>
    func.return %d, %y : tensor<20x7x8xf32>, tensor<18xf32>
  }"""


@pytest.mark.isa
@pytest.mark.requirement("W18")
@pytest.mark.parametrize("target", ["x86-avx512+vnni", *TARGETS, "x86-avx"])
@pytest.mark.parametrize("activation", ACTIVATIONS[1:3])
def test_compiled_by_any_number_of_threads(run_passes, parse_graph, target: str, activation: str):
    network = NETWORK.replace(ACTIVATIONS[2], activation)
    run = run_passes(network, PASSES[1], clean_up=False)
    module, context = parse_graph(network)
    pipeline(PASSES[1]).apply(context, module)
    model = compile_module(module, context, Target.parse(target))
    x = random_array("arg0", (3, 9, 8))
    for threads in (1, 3):
        model.threads = threads
        for result, expected in zip(model(x), run.before, strict=True):
            np.testing.assert_array_equal(result, expected)
