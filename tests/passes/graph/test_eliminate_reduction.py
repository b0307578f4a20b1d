"""eliminate-reduction keeps every bit."""

from __future__ import annotations

NETWORK = """
    func.func @main(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
      %a = ncnn.reduction mean %x axes [] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
      %b = ncnn.reduction prod %a axes [] keepdims : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
      %y = ncnn.reduction l2 %b axes [] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
      func.return %y : tensor<3x4x5xf32>
    }"""


def test_what_reduces_nothing_goes(run_passes):
    run = run_passes(NETWORK, "eliminate-reduction")
    assert run.layers == ["reduction"]
    run.assert_identical()
