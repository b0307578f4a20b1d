"""fuse-batchnorm-scale computes the same, on blobs of every rank."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("shape", ["4", "4x3", "4x3x2", "4x2x3x2"])
@pytest.mark.parametrize("bias", [False, True])
def test_scale_folds_into_batchnorm(run_passes, shape, bias):
    blob, vector = f"tensor<{shape}xf32>", "tensor<4xf32>"
    names = ("slope", "mean", "variance", "beta", "s", "t")
    constants = "\n".join(f'%{name} = ncnn.weight <"{name}"> : {vector}' for name in names)
    bias_operand, bias_type = ("bias %t", f", {vector}") if bias else ("", "")
    text = f"""
        func.func @main(%x: {blob}) -> {blob} {{
          {constants}
          %a = ncnn.batchnorm %x, %slope, %mean, %variance, %beta eps 0.01
            : ({blob}, {vector}, {vector}, {vector}, {vector}) -> {blob}
          %y = ncnn.scale %a, %s {bias_operand} : ({blob}, {vector}{bias_type}) -> {blob}
          func.return %y : {blob}
        }}"""
    run = run_passes(text, "fuse-batchnorm-scale")
    assert run.layers == ["batchnorm"]
    run.assert_close()
