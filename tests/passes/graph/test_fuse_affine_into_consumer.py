"""fuse-affine-into-consumer computes the same without the layers before a linear one."""

from __future__ import annotations

import pytest

CHANNELS = 4
X = "tensor<4x6x6xf32>"
AFFINE = {
    "batchnorm": f"""%a = ncnn.batchnorm %x, %k, %t, %variance, %k eps 0.001
        : ({X}, V, V, V, V) -> {X}""",
    "scale": f"%a = ncnn.scale %x, %k bias %t : ({X}, V, V) -> {X}",
    "bias": f"%a = ncnn.bias %x, %t : ({X}, V) -> {X}",
    "vector": f"%a = ncnn.binaryop mul %x, %k : ({X}, V) -> {X}",
    "difference": f"%a = ncnn.binaryop sub %k, %x : (V, {X}) -> {X}",
    "quotient": f"%a = ncnn.binaryop div %x, %variance : ({X}, V) -> {X}",
    "scalar": f"%a = ncnn.binaryop_scalar rsub %x, 0.75 : ({X}) -> {X}",
    "power": f"%a = ncnn.power %x scale -1.5 shift 0.5 : ({X}) -> {X}",
    "chain": f"""%a0 = ncnn.binaryop_scalar mul %x, 1.5 : ({X}) -> {X}
        %a = ncnn.bias %a0, %t : ({X}, V) -> {X}""",
}
LINEAR = {
    "convolution": ("ncnn.convolution %a, %w bias %b : V", "4x4x3x3", "4x4x4"),
    "strided": ("ncnn.convolution %a, %w stride [2, 2] activation relu", "4x4x1x1", "4x3x3"),
    "depthwise": ("ncnn.convolution_depthwise %a, %w group 4", "4x1x3x3", "4x4x4"),
    "grouped": ("ncnn.convolution_depthwise %a, %w bias %b : V group 2", "4x2x3x3", "4x4x4"),
    "innerproduct": ("ncnn.innerproduct %a, %w bias %b : V", "4x144", "4"),
    "deconvolution": ("ncnn.deconvolution %a, %w bias %b : V", "4x4x1x1", "4x6x6"),
}


def network(affine: str, linear: str, weight: str, result: str) -> str:
    """IR of an affine layer before a linear one."""
    vectors = "".join(
        f'%{name} = ncnn.weight <"{name}"> : V\n' for name in ("k", "t", "b", "variance")
    )
    return f"""
        func.func @main(%x: {X}) -> tensor<{result}xf32> {{
          {vectors} %w = ncnn.weight <"w"> : tensor<{weight}xf32>
          {affine}
          %y = {linear} : {X}, tensor<{weight}xf32> -> tensor<{result}xf32>
          func.return %y : tensor<{result}xf32>
        }}""".replace("V", "tensor<4xf32>")


@pytest.mark.parametrize("linear", LINEAR.values(), ids=LINEAR)
@pytest.mark.parametrize("affine", AFFINE.values(), ids=AFFINE)
def test_affine_layer_goes(run_passes, affine, linear):
    run = run_passes(network(affine, *linear), "fuse-affine-into-consumer")
    assert len(run.layers) == 1
    run.assert_close()


@pytest.mark.parametrize(
    ("affine", "folds"),
    [("vector", True), ("scalar", True), ("power", True), ("difference", False), ("bias", False)],
)
@pytest.mark.parametrize("pad", ["[1, 2, 1, 0]", "[-233, -233, -233, -233]"])
def test_padding_is_seen(run_passes, affine, folds, pad):
    pad_value = "" if affine == "vector" else "pad_value 0.5"
    linear = f"ncnn.convolution %a, %w pad {pad} {pad_value}"
    text = network(AFFINE[affine], linear, "4x4x3x3", "4x6x6")
    run = run_passes(text, "fuse-affine-into-consumer")
    assert len(run.layers) == (1 if folds else 2)
    run.assert_close()


@pytest.mark.parametrize(
    ("affine", "folds"), [("vector", True), ("scalar", False), ("scale", False)]
)
def test_deconvolution_takes_factors_alone(run_passes, affine, folds):
    linear = "ncnn.deconvolution_depthwise %a, %w group 2 stride [2, 2]"
    text = network(AFFINE[affine], linear, "4x2x3x3", "4x13x13")
    run = run_passes(text, "fuse-affine-into-consumer")
    assert len(run.layers) == (1 if folds else 2)
    run.assert_close()


@pytest.mark.parametrize(
    ("kind", "weight"),
    [("convolution1d %a, %w", "4x4x3"), ("convolution_depthwise1d %a, %w group 2", "4x2x3")],
)
@pytest.mark.parametrize(
    "affine", ["scale %x, %k : (X, V) -> X", "binaryop_scalar add %x, 0.5 : (X) -> X"]
)
def test_sequences(run_passes, kind, weight, affine):
    text = f"""
        func.func @main(%x: X) -> X {{
          %w = ncnn.weight <"w"> : tensor<{weight}xf32> %k = ncnn.weight <"k"> : V
          %a = ncnn.{affine}
          %y = ncnn.{kind} pad [1, 1] : X, tensor<{weight}xf32> -> X
          func.return %y : X
        }}""".replace("X", "tensor<4x9xf32>").replace("V", "tensor<4xf32>")
    run = run_passes(text, "fuse-affine-into-consumer")
    assert len(run.layers) == 1
    run.assert_close()
