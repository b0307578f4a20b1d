"""fuse-affine-chain computes the same with one layer."""

from __future__ import annotations

from itertools import product

import pytest

LAYERS = {
    "batchnorm": """ncnn.batchnorm IN, %k, %t, %variance, %k eps 0.001
        : (T, V, V, V, V) -> T""",
    "scale": "ncnn.scale IN, %t bias %k : (T, V, V) -> T",
    "bias": "ncnn.bias IN, %t : (T, V) -> T",
    "vector": "ncnn.binaryop rsub IN, %k : (T, V) -> T",
    "quotient": "ncnn.binaryop rdiv %variance, IN : (V, T) -> T",
    "scalar": "ncnn.binaryop_scalar rsub IN, 0.75 : (T) -> T",
    "dropout": "ncnn.dropout IN scale 0.5 : (T) -> T",
    "negation": "ncnn.unaryop neg IN : (T) -> T",
}


PAIRS = [(first, second, "4x3x3") for first, second in product(LAYERS, LAYERS)]
OTHER_SHAPES = [(layer, layer, shape) for layer, shape in product(LAYERS, ["4", "4x5"])]


@pytest.mark.parametrize(("first", "second", "shape"), PAIRS + OTHER_SHAPES)
def test_two_layers_become_one(run_passes, first, second, shape):
    vectors = "".join(f'%{name} = ncnn.weight <"{name}"> : V\n' for name in ("k", "t", "variance"))
    text = f"""
        func.func @main(%x: T) -> T {{
          {vectors}
          %a = {LAYERS[first].replace("IN", "%x")}
          %y = {LAYERS[second].replace("IN", "%a")}
          func.return %y : T
        }}""".replace("T", f"tensor<{shape}xf32>").replace("V", "tensor<4xf32>")
    run = run_passes(text, "fuse-affine-chain")
    assert len(run.layers) == 1
    run.assert_close()
