"""Sources of integers: arguments and constants, seen through layers that move elements."""

from __future__ import annotations

import pytest
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.main_function import find_main
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.ncnn.rules.integer_operands import integer_sources
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.parser import Parser


def sources(body: str) -> dict[str | None, tuple[int, int]]:
    """The bounds of the integers in a function that reads `%r`, by the names of their sources."""
    context = NcnncContext()
    for dialect in (Builtin, Func, Ncnn):
        context.load_dialect(dialect)
    module = Parser(
        context,
        f"""
        func.func @main(%x: tensor<6xf32>, %y: tensor<6xf32>) {{
          %k = ncnn.weight <"k"> memory_data : tensor<6xf32>
          %w = ncnn.weight <"w"> : tensor<9x4xf32>
          {body}
          %0 = ncnn.embed %r, %w input_dim 9 : tensor<6xf32>, tensor<9x4xf32> -> tensor<6x4xf32>
          func.return
        }}""",
    ).parse_module()
    return {value.name_hint: bounds for value, bounds in integer_sources(find_main(module)).items()}


@pytest.mark.parametrize(
    ("layer", "found"),
    [
        ("ncnn.flatten %x : tensor<6xf32> -> tensor<6xf32>", ["x"]),
        ("ncnn.flatten %k : tensor<6xf32> -> tensor<6xf32>", ["k"]),
        ("ncnn.dropout %x : (tensor<6xf32>) -> tensor<6xf32>", ["x"]),
        ("ncnn.dropout %x scale 2.0 : (tensor<6xf32>) -> tensor<6xf32>", []),
        ("ncnn.relu %x : (tensor<6xf32>) -> tensor<6xf32>", []),
        ("ncnn.reshape %x like %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>", ["x"]),
    ],
)
def test_layers_between(layer: str, found: list[str]):
    assert sources(f"%r = {layer}") == dict.fromkeys(found, (0, 8))


def test_bounds_that_several_layers_have():
    body = """
        %r = ncnn.flatten %x : tensor<6xf32> -> tensor<6xf32>
        %1 = ncnn.embed %r, %w input_dim 5 : tensor<6xf32>, tensor<9x4xf32> -> tensor<6x4xf32>
    """
    assert sources(body) == {"x": (0, 4)}
