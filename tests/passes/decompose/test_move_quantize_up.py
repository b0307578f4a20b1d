"""Layers that work on int8 make the numbers that they make of float32 before it is quantized."""

from __future__ import annotations

import re

import numpy as np
import pytest
from ncnnc.compiler.program.compile_module import compile_module
from ncnnc.dialects.target.records import Target

from tests.helpers.lowering import TARGETS, pack_arguments
from tests.helpers.pipelines import pipeline
from tests.passes.conftest import random_array

LAYERS = {
    "pooling max %x kernel [3, 3] stride [2, 2] : I -> O": ("21x9x6", "21x4x3"),
    "pooling max %x kernel [2, 2] stride [2, 2] pad [1, 0, 1, 1] : I -> O": ("21x9x6", "21x6x4"),
    "concat %x, %x : (I, I) -> O": ("17x9x6", "34x9x6"),
    "padding constant %x before [0, 1, 1] after [0, 2, 1] value 30.0 : I -> O": (
        "17x9x6",
        "17x12x8",
    ),
    "padding constant %x before [16, 0, 0] after [16, 0, 0] value -900.0 : I -> O": (
        "16x5x6",
        "48x5x6",
    ),
    "padding reflect %x before [0, 1, 1] after [0, 2, 1] : I -> O": ("5x9x6", "5x12x8"),
    "shufflechannel %x group 3 : I -> O": ("18x9x6", "18x9x6"),
    "permute %x order 3 : I -> O": ("18x5x6", "5x6x18"),
    "reshape %x shape [972] : (I) -> O": ("18x9x6", "972"),
    "crop slice %x starts [3, 2, 1] ends [14, 6, 6] axes [0, 1, 2] : (I) -> O": (
        "18x9x6",
        "11x4x5",
    ),
    "interp nearest %x scale [2.0, 3.0] : (I) -> O": ("17x5x6", "17x10x18"),
    "interp nearest %x size [7, 4] : (I) -> O": ("9x5x6", "9x7x4"),
}


def layer_text(index: int, layer: str) -> str:
    """A layer of an argument, which becomes int8 and then float32 again."""
    source, result = (f"tensor<{shape}xf32>" for shape in LAYERS[layer])
    types = layer.replace("I", source).replace("O", result).replace("%x", f"%e{index}")
    integers = result.replace("f32", "i8")
    return f"""
        %e{index} = ncnn.unaryop floor %x{index} : ({source}) -> {source}
        %p{index} = ncnn.{types}
        %q{index} = ncnn.quantize %p{index}, %s : ({result}, tensor<1xf32>) -> {integers}
        %y{index} = ncnn.convert_integers %q{index} : {integers} -> {result}"""


def graph() -> str:
    """All layers side by side."""
    sources, results = zip(*LAYERS.values(), strict=True)
    arguments = ", ".join(f"%x{i}: tensor<{shape}xf32>" for i, shape in enumerate(sources))
    types = ", ".join(f"tensor<{shape}xf32>" for shape in results)
    return f"""
        func.func @main({arguments}) -> ({types}) {{
          %s = ncnn.weight <"s"> dense<[0.6]> : tensor<1xf32>
          {"".join(layer_text(i, layer) for i, layer in enumerate(LAYERS))}
          func.return {", ".join(f"%y{i}" for i in range(len(LAYERS)))} : {types}
        }}"""


def inputs() -> list[np.ndarray]:
    """Some of them beyond what int8 holds."""
    shapes = [tuple(map(int, source.split("x"))) for source, _ in LAYERS.values()]
    return [random_array(f"arg{i}", shape) * 200 for i, shape in enumerate(shapes)]


def test_same_numbers(run_passes):
    named = {f"arg{i}": x for i, x in enumerate(inputs())}
    run = run_passes(graph(), "move-quantize-up", named)
    run.assert_identical()
    assert run.layers.index("quantize") < run.layers.index("pooling")


def test_a_maximum_beside_what_quantizes_its_input(run_passes):
    text = """
        func.func @main(%x: F) -> (F, F) {
          %s = ncnn.weight <"s"> dense<[0.6]> : tensor<1xf32>
          %e = ncnn.unaryop floor %x : (F) -> F
          %p = ncnn.pooling max %e kernel [3, 3] pad [1, 1, 1, 1] : F -> F
          %q = ncnn.quantize %e, %s : (F, tensor<1xf32>) -> I
          %r = ncnn.quantize %p, %s : (F, tensor<1xf32>) -> I
          %y = ncnn.convert_integers %q : I -> F
          %z = ncnn.convert_integers %r : I -> F
          func.return %y, %z : F, F
        }"""
    for name, type in (("F", "tensor<5x9x6xf32>"), ("I", "tensor<5x9x6xi8>")):
        text = re.sub(rf"\b{name}\b", type, text)
    x = random_array("arg0", (5, 9, 6)) * 200
    run = run_passes(text, "move-quantize-up", {"arg0": x})
    run.assert_identical()
    assert run.layers.count("quantize") == 1


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_compiled(run_passes, parse_graph, target: str):
    """The code for int8, all arguments being packed, as the reference of float32."""
    named = {f"arg{i}": x for i, x in enumerate(inputs())}
    run = run_passes(graph(), "move-quantize-up", named)
    module, context = parse_graph(graph())
    pipeline("move-quantize-up").apply(context, module)
    pack_arguments(module, Target.parse(target).lanes)
    results = compile_module(module, context, Target.parse(target))(*named.values())
    for result, expected in zip(results, run.before, strict=True):
        np.testing.assert_array_equal(result, expected)
