"""Passes that remove layers keep every bit."""

from __future__ import annotations

import pytest

BLOB = "tensor<3x4x5xf32>"
LAYERS = {
    "eliminate-dropout": f"%y = ncnn.dropout %x : ({BLOB}) -> {BLOB}",
    "eliminate-noop": f"%y = ncnn.noop %x : ({BLOB}) -> {BLOB}",
    "eliminate-pooling1x1": f"%y = ncnn.pooling avg %x kernel [1, 1] : {BLOB} -> {BLOB}",
    "eliminate-reshape": f"%y = ncnn.reshape %x shape [3, 4, -1] : ({BLOB}) -> {BLOB}",
    "eliminate-split": f"%y, %z = ncnn.split %x : ({BLOB}) -> ({BLOB}, {BLOB})",
}
WEIGHT = '%w = ncnn.weight <"w"> : tensor<8x60xf32>\n'
MADE = {
    "pooling": "%a = ncnn.pooling avg %x global : IN -> OUT",
    "innerproduct": f"{WEIGHT} %a = ncnn.innerproduct %x, %w : IN, tensor<8x60xf32> -> OUT",
}
"""Ops that make a vector `%a` of an image `%x`, whether or not their shapes are known."""
REMOVED = {
    "flatten": "%y = ncnn.flatten %a : OUT -> OUT",
    "reshape": "%y = ncnn.reshape %a shape [-1] : (OUT) -> OUT",
}


def vectors(before: str, layer: str, known: bool) -> str:
    """A network that makes a vector of an image, and a vector of that."""
    length = 3 if before == "pooling" else 8
    types = (BLOB, f"tensor<{length}xf32>") if known else (BLOB, "tensor<*xf32>")
    body = f"{MADE[before]}\n{REMOVED[layer]}".replace("IN", types[0]).replace("OUT", types[1])
    return f"""
        func.func @main(%x: {BLOB}) -> {types[1]} {{
          {body}
          func.return %y : {types[1]}
        }}"""


@pytest.mark.parametrize(("name", "layer"), LAYERS.items(), ids=LAYERS)
def test_layer_goes(run_passes, name, layer):
    text = f"""
        func.func @main(%x: {BLOB}) -> {BLOB} {{
          {layer}
          func.return %y : {BLOB}
        }}"""
    run = run_passes(text, name)
    assert run.layers == []
    run.assert_identical()


@pytest.mark.parametrize("known", [False, True], ids=["unknown_shape", "known_shape"])
@pytest.mark.parametrize(
    ("name", "before", "layer"),
    [
        ("eliminate-flatten-after-global-pooling", "pooling", "flatten"),
        ("eliminate-reshape-after-global-pooling", "pooling", "reshape"),
        ("eliminate-flatten-after-innerproduct", "innerproduct", "flatten"),
        ("eliminate-flatten", "pooling", "flatten"),
        ("eliminate-reshape", "innerproduct", "reshape"),
    ],
)
def test_vector_of_vector_goes(run_passes, name, before, layer, known):
    run = run_passes(vectors(before, layer, known), name)
    assert run.layers == [before]
    run.assert_identical()


def test_flatten_of_vector_goes(run_passes):
    text = """
        func.func @main(%x: tensor<3x4x5xf32>) -> tensor<60xf32> {
          %a = ncnn.flatten %x : tensor<3x4x5xf32> -> tensor<60xf32>
          %y = ncnn.flatten %a : tensor<60xf32> -> tensor<60xf32>
          func.return %y : tensor<60xf32>
        }"""
    run = run_passes(text, "eliminate-flatten")
    assert run.layers == ["flatten"]
    run.assert_identical()


@pytest.mark.parametrize(
    ("windows", "size"),
    [("stride [2, 2]", "2x3"), ("pad [1, 0, 0, 1]", "5x6"), ("kernel [2, 1]", "3x5")],
)
def test_pooling_of_other_windows_stays(run_passes, windows, size):
    blob = f"tensor<3x{size}xf32>"
    text = f"""
        func.func @main(%x: {BLOB}) -> {blob} {{
          %y = ncnn.pooling avg %x {windows} pad_mode valid : {BLOB} -> {blob}
          func.return %y : {blob}
        }}"""
    run = run_passes(text, "eliminate-pooling1x1")
    assert run.layers == ["pooling"]
    run.assert_identical()
