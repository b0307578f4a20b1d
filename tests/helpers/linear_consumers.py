"""Linear layers `%a`, and ops that they take in, `%a` to `%y`, for tests of fusions."""

from __future__ import annotations

import pytest

LINEAR_LAYERS: dict[str, tuple[str, str, str, str]] = {
    "convolution": ("3x6x5", "4x3x3x3", "4x6x5", "pad [1, 1, 1, 1]"),
    "convolution1d": ("3x9", "4x3x3", "4x9", "pad [1, 1]"),
    "convolution_depthwise": ("4x6x5", "4x1x3x3", "4x4x3", "group 4"),
    "convolution_depthwise1d": ("4x9", "4x1x3", "4x7", "group 4"),
    "convolution3d": ("3x2x4x5", "4x3x2x3x3", "4x1x4x5", "pad [0, 1, 1, 0, 1, 1]"),
    "convolution_depthwise3d": ("4x3x4x5", "4x1x2x1x1", "4x2x4x5", "group 4"),
    "deconvolution": ("3x3x2", "4x3x2x2", "4x6x4", "stride [2, 2]"),
    "deconvolution1d": ("3x4", "4x3x2", "4x8", "stride 2"),
    "deconvolution_depthwise": ("4x3x2", "4x2x2x2", "4x6x4", "group 2 stride [2, 2]"),
    "deconvolution_depthwise1d": ("4x4", "4x2x2", "4x8", "group 2 stride 2"),
    "deconvolution3d": ("3x2x2x1", "4x3x2x1x2", "4x4x2x2", "stride [2, 1, 1]"),
    "deconvolution_depthwise3d": ("4x2x1x2", "4x2x1x2x2", "4x2x2x4", "group 2 stride [1, 1, 2]"),
    "innerproduct": ("3x2x2", "4x12", "4", ""),
}
"""Layers with 4 output channels: shapes of input, weights and output, and properties."""

VECTOR = "(OUT, tensor<4xf32>) -> OUT"
ONE = '%s = ncnn.weight <"s"> : tensor<1xf32>'

BATCHNORM = """
    %y = ncnn.batchnorm %a, %k1, %k2, %variance, %k3 eps 0.01
      : (OUT, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> OUT"""

FACTORS = {
    "vector": f"%y = ncnn.binaryop mul %a, %k1 : {VECTOR}",
    "vector_first": "%y = ncnn.binaryop mul %k1, %a : (tensor<4xf32>, OUT) -> OUT",
    "one": f"{ONE} %y = ncnn.binaryop mul %s, %a : (tensor<1xf32>, OUT) -> OUT",
}
TERMS = {
    "vector": f"%y = ncnn.binaryop add %a, %k1 : {VECTOR}",
    "vector_first": "%y = ncnn.binaryop add %k1, %a : (tensor<4xf32>, OUT) -> OUT",
    "one": f"{ONE} %y = ncnn.binaryop add %s, %a : (tensor<1xf32>, OUT) -> OUT",
}
ACTIVATIONS = {
    "relu": "%y = ncnn.relu %a : (OUT) -> OUT",
    "leaky_relu": "%y = ncnn.relu %a slope 0.125 : (OUT) -> OUT",
    "clip": "%y = ncnn.clip %a min -0.5 max 0.25 : (OUT) -> OUT",
    "sigmoid": "%y = ncnn.sigmoid %a : (OUT) -> OUT",
    "mish": "%y = ncnn.mish %a : (OUT) -> OUT",
    "hardswish": "%y = ncnn.hardswish %a alpha 0.25 beta 0.5 : (OUT) -> OUT",
}


def layers(*names: str) -> pytest.MarkDecorator:
    """Run a test for each of some linear layers."""
    return pytest.mark.parametrize("layer", names)


def each(consumers: dict[str, str]) -> pytest.MarkDecorator:
    """Run a test for each of some consumers."""
    return pytest.mark.parametrize("consumer", consumers.values(), ids=consumers)


def with_zero_variance(text: str) -> str:
    """The network with a variance (and an epsilon) of zero for some channels."""
    zero = '%variance = ncnn.weight <"variance"> dense<[0.0, 1.0, 0.0, 4.0]> : tensor<4xf32>'
    text = text.replace('%variance = ncnn.weight <"variance"> : tensor<4xf32>', zero)
    return text.replace("eps 0.01", "eps 0.0")


def without_shapes(text: str) -> str:
    """The network with the input's shape alone: all other blobs' are unknown to passes."""
    head, _, body = text.partition("\n          %w =")
    result = head.rsplit("->", 1)[1].strip(" {")
    body = body.replace(f"-> {result}", "-> tensor<*xf32>").replace(f"({result}", "(tensor<*xf32>")
    body = body.replace(f", {result})", ", tensor<*xf32>)")
    body = body.replace(f"return %y : {result}", "return %y : tensor<*xf32>")
    return f"{head.replace(result, 'tensor<*xf32>')}\n          %w ={body}"
