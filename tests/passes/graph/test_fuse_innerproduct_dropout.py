"""fuse-innerproduct-dropout computes the same with one layer less."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "activation", ["", "activation relu", "activation leaky_relu params [0.25]"]
)
def test_scale_goes_into_the_weights(run_passes, activation):
    text = f"""
        func.func @main(%x: tensor<12xf32>) -> tensor<4xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x12xf32>
          %b = ncnn.weight <"b"> : tensor<4xf32>
          %a = ncnn.innerproduct %x, %w bias %b : tensor<4xf32> {activation}
            : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
          %y = ncnn.dropout %a scale 0.3 : (tensor<4xf32>) -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }}"""
    run = run_passes(text, "fuse-innerproduct-dropout")
    assert run.layers == ["innerproduct"]
    run.assert_close()
