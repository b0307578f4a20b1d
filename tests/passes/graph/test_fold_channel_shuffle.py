"""fold-channel-shuffle computes the same with weights in another order."""

from __future__ import annotations

import pytest

A, B = "tensor<12x7x5xf32>", "tensor<12x6x4xf32>"
WEIGHTS = """
    %w = ncnn.weight <"w"> : tensor<12x12x2x2xf32> %b = ncnn.weight <"b"> : tensor<12xf32>
    %d = ncnn.weight <"d"> : tensor<12x1x2x2xf32> %g = ncnn.weight <"g"> : tensor<12x4x1x1xf32>
    %p = ncnn.weight <"p"> : tensor<12x12x1x1xf32>"""
CONVOLUTION = (
    f"ncnn.convolution %V, %w bias %b : tensor<12xf32> : {A}, tensor<12x12x2x2xf32> -> {B}"
)
DEPTHWISE = (
    "ncnn.convolution_depthwise %V, %d bias %b : tensor<12xf32> group 12 "
    f": {A}, tensor<12x1x2x2xf32> -> {B}"
)
GROUPED = f"ncnn.convolution_depthwise %V, %g group 3 : {B}, tensor<12x4x1x1xf32> -> {B}"
POINTWISE = f"ncnn.convolution %e, %p : {B}, tensor<12x12x1x1xf32> -> {B}"
CASES = {
    "producer": (
        f"%c = {CONVOLUTION} %y = SHUFFLE %c",
        ["convolution"],
    ),
    "consumer": (
        f"%s = SHUFFLE %x %y = {CONVOLUTION}",
        ["convolution"],
    ),
    "channelwise": (
        f"%s = SHUFFLE %x %e = {DEPTHWISE} %r = ncnn.relu %e : ({B}) -> {B} %y = {GROUPED}",
        ["convolution_depthwise", "relu", "shufflechannel", "convolution_depthwise"],
    ),
    "depthwise": (
        f"%s = SHUFFLE %x %e = {DEPTHWISE} %y = {POINTWISE}",
        ["convolution_depthwise", "convolution"],
    ),
}


@pytest.mark.parametrize("group", ["group 3", "group 3 reverse", "group 4"])
@pytest.mark.parametrize(("layers", "left"), CASES.values(), ids=CASES)
def test_numbers_stay(run_passes, layers, left, group):
    text = layers.replace("SHUFFLE %c", f"ncnn.shufflechannel %c {group} : {B} -> {B}")
    text = text.replace("SHUFFLE %x", f"ncnn.shufflechannel %x {group} : {A} -> {A}")
    text = text.replace("%c = " + CONVOLUTION, "%c = " + CONVOLUTION.replace("%V", "%x"))
    text = text.replace(GROUPED, GROUPED.replace("%V", "%r")).replace("%V", "%s")
    run = run_passes(
        f"func.func @main(%x: {A}) -> {B} {{ {WEIGHTS} {text} func.return %y : {B} }}",
        "fold-channel-shuffle",
    )
    assert run.layers == left
    run.assert_close(1e-6)
