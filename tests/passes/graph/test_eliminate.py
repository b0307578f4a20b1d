"""Passes that remove layers keep every bit."""

from __future__ import annotations

import pytest

BLOB = "tensor<3x4x5xf32>"
LAYERS = {
    "eliminate-dropout": f"%y = ncnn.dropout %x : ({BLOB}) -> {BLOB}",
    "eliminate-noop": f"%y = ncnn.noop %x : ({BLOB}) -> {BLOB}",
    "eliminate-pooling1x1": f"%y = ncnn.pooling avg %x kernel [1, 1] : {BLOB} -> {BLOB}",
    "eliminate-reshape": f"%y = ncnn.reshape %x shape [3, 4, -1] : ({BLOB}) -> {BLOB}",
}


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
