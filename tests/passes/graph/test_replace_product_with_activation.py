"""replace-product-with-activation computes the same with one activation."""

from __future__ import annotations

import numpy as np
import pytest

T = "tensor<2x3x50xf32>"
GATES = {
    "swish": (f"%g = ncnn.sigmoid %x : ({T}) -> {T}", ["swish"]),
    "hardswish": (
        f"%g = ncnn.hardsigmoid %x alpha 0.125 beta 0.25 : ({T}) -> {T}",
        ["hardswish"],
    ),
    "mish": (
        f"%a = ncnn.softplus %x : ({T}) -> {T}\n%g = ncnn.tanh %a : ({T}) -> {T}",
        ["mish"],
    ),
    "relu6": (
        f"""%a = ncnn.binaryop_scalar add %x, 3.0 : ({T}) -> {T}
        %g = ncnn.clip %a min 0.0 max 6.0 : ({T}) -> {T}""",
        ["hardswish", "binaryop_scalar"],
    ),
}


@pytest.mark.parametrize(("gate", "left"), GATES.values(), ids=GATES)
@pytest.mark.parametrize(
    "product", [f"binaryop mul %g, %x : ({T}, {T})", f"eltwise prod %x, %g : ({T}, {T})"]
)
def test_product_is_an_activation(run_passes, gate, left, product):
    text = f"""
        func.func @main(%x: {T}) -> {T} {{
          {gate}
          %y = ncnn.{product} -> {T}
          func.return %y : {T}
        }}"""
    x = np.linspace(-8, 8, 300, dtype=np.float32).reshape(2, 3, 50)
    run = run_passes(text, "replace-product-with-activation", {"arg0": x})
    assert run.layers == left
    run.assert_close(1e-6)


def test_relu6_and_division_become_one_layer(run_passes):
    text = f"""
        func.func @main(%x: {T}) -> {T} {{
          {GATES["relu6"][0]}
          %p = ncnn.binaryop mul %x, %g : ({T}, {T}) -> {T}
          %y = ncnn.binaryop_scalar div %p, 6.0 : ({T}) -> {T}
          func.return %y : {T}
        }}"""
    passes = "replace-product-with-activation,fuse-affine-chain,eliminate-identity-arithmetic"
    run = run_passes(text, passes)
    assert run.layers == ["hardswish"]
    run.assert_close(1e-6)
