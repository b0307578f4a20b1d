"""replace-reduction-with-global-pooling computes the same."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("kind", ["mean", "max"])
@pytest.mark.parametrize(
    ("first", "between", "second"),
    [
        ("axes [2]", "8x7", "axes [1]"),
        ("axes [1]", "8x5", "axes [-1]"),
        ("axes [1] keepdims", "8x1x5", "axes [1, 2]"),
    ],
)
def test_two_reductions(run_passes, kind, first, between, second):
    text = f"""
        func.func @main(%x: tensor<8x7x5xf32>) -> tensor<8xf32> {{
          %a = ncnn.reduction {kind} %x {first} : tensor<8x7x5xf32> -> tensor<{between}xf32>
          %y = ncnn.reduction {kind} %a {second} : tensor<{between}xf32> -> tensor<8xf32>
          func.return %y : tensor<8xf32>
        }}"""
    run = run_passes(text, "replace-reduction-with-global-pooling")
    assert run.layers[-1] == "pooling"
    run.assert_close()


def test_one_reduction(run_passes):
    text = """
        func.func @main(%x: tensor<8x7x5xf32>) -> tensor<8xf32> {
          %y = ncnn.reduction mean %x axes [1, 2] : tensor<8x7x5xf32> -> tensor<8xf32>
          func.return %y : tensor<8xf32>
        }"""
    run = run_passes(text, "replace-reduction-with-global-pooling")
    assert run.layers == ["pooling"]
    run.assert_close()
