"""fold-channel-gather: shuffled, sliced and concatenated channels that are read in place."""

from __future__ import annotations

import re

import ncnnc
import numpy as np
import pytest

from tests.helpers.lowering import check_layers, param_text

pytestmark = pytest.mark.isa


def pointwise(name: str, source: str, channels: int, outputs: int, groups: int = 1) -> str:
    """A 1x1 convolution with a bias and a ReLU."""
    kind = "Convolution" if groups == 1 else "ConvolutionDepthWise"
    count = channels * outputs // groups
    return f"{kind} {name} 1 1 {source} {name} 0={outputs} 1=1 5=1 6={count} 7={groups} 9=1\n"


def unit(name: str, left: str, right: str, channels: int) -> str:
    """Two halves put together, shuffled, and taken apart into others, as in ShuffleNet v2."""
    return (
        f"Concat {name}_cat 2 1 {left} {right} {name}_cat\n"
        f"ShuffleChannel {name}_shuffle 1 1 {name}_cat {name}_shuffle 0=2\n"
        f"Slice {name}_slice 1 2 {name}_shuffle {name}_0 {name}_1 -23300=2,{channels},-233\n"
    )


def kinds(text: str) -> tuple[int, int]:
    """Return the number of remaining gathers, and of convolutions that read by table."""
    return text.count("kernel.gather_channels"), len(re.findall(r"gathered[,}]", text))


@pytest.mark.parametrize(
    ("channels", "target"),
    [(7, "x86-avx512"), (58, "x86-avx512"), (58, "x86-avx2"), (13, "x86-64")],
)
def test_units_read_earlier_halves_where_they_lie(channels, target):
    layers = (
        pointwise("a", "x", 5, channels)
        + pointwise("b", "x", 5, channels)
        + unit("u", "a", "b", channels)
        + pointwise("c", "u_1", channels, channels)
        + unit("v", "u_0", "c", channels)
        + pointwise("d", "v_1", channels, channels)
        + "Concat e 2 1 v_0 d e\nShuffleChannel f 1 1 e f 0=2\n"
        + pointwise("y", "f", 2 * channels, 9)
    )
    compiled = check_layers(layers, {"x": (5, 6, 5)}, target, packed=True)
    assert kinds(compiled.kernels) == (0, 3)


@pytest.mark.parametrize(
    ("channels", "groups", "target"),
    [(60, 3, "x86-avx512"), (24, 3, "x86-avx2"), (240, 4, "x86-avx2"), (60, 3, "x86-64")],
)
def test_grouped_convolution_of_a_shuffle_has_a_row_for_each_group(channels, groups, target):
    layers = f"ShuffleChannel s 1 1 x s 0={groups}\n" + pointwise("y", "s", channels, 48, groups)
    compiled = check_layers(layers, {"x": (channels, 5, 7)}, target, packed=True)
    assert kinds(compiled.kernels) == (0, 1)


def test_windows_strides_and_borders_are_read_by_table():
    layers = (
        "ShuffleChannel s 1 1 x s 0=2\n"
        "Convolution y 1 1 s y 0=20 1=3 3=2 4=1 5=1 6=4680 9=1\n"
        "Convolution z 1 1 s z 0=6 1=1 3=2 5=1 6=156\n"
    )
    compiled = check_layers(layers, {"x": (26, 9, 11)}, "x86-avx2", packed=True)
    assert kinds(compiled.kernels) == (0, 2)


def test_operand_of_the_epilogue_comes_after_the_table():
    layers = (
        "Split p 1 2 x x0 x1\nShuffleChannel s 1 1 x0 s 0=2\n"
        + pointwise("c", "s", 26, 26).replace(" 9=1", "")
        + "BinaryOp y 2 1 c x1 y 0=0\n"
    )
    compiled = check_layers(
        layers, {"x": (26, 6, 6)}, "x86-avx2", packed=True, passes=["eliminate-split"]
    )
    assert kinds(compiled.kernels) == (0, 1)


def test_parts_of_a_long_reduction_go_on_in_the_table():
    """Sums over more channels than are kept at a time, of narrow vectors."""
    layers = "ShuffleChannel s 1 1 x s 0=2\n" + pointwise("y", "s", 600, 16)
    compiled = check_layers(layers, {"x": (600, 6, 6)}, "x86-avx2", packed=True)
    assert kinds(compiled.kernels) == (0, 1)
    assert re.search(
        r"reduction_block = [1-9][^}]*gathered|gathered[^}]*reduction_block = [1-9]",
        compiled.kernels,
    )


def test_other_readers_keep_the_gather():
    layers = (
        "ShuffleChannel s 1 1 x s 0=2\nSplit p 1 2 s s0 s1\n"
        + pointwise("y", "s0", 26, 8)
        + "Pooling z 1 1 s1 z 0=0 1=2 2=2\n"
    )
    compiled = check_layers(
        layers, {"x": (26, 6, 6)}, "x86-avx2", packed=True, passes=["eliminate-split"]
    )
    assert kinds(compiled.kernels) == (1, 0)


@pytest.mark.parametrize(("algorithm", "dilation"), [("tiled", 1), ("dilated", 2)])
def test_algorithms_that_read_whole_vectors_keep_the_gathers(algorithm: str, dilation: int):
    window = f"0=8 1=3 2={dilation} 4={dilation} 5=1 6=1152"
    layers = (
        pointwise("a", "x", 5, 16)
        + pointwise("b", "x", 5, 16)
        + unit("u", "a", "b", 16)
        + f"Convolution y 1 1 u_0 y {window}\nConvolution z 1 1 u_1 z {window}\n"
    )
    inputs = {"x": np.random.default_rng(0).uniform(-1, 1, (5, 9, 7)).astype(np.float32)}
    text = param_text(layers, {"x": (5, 9, 7)})
    results = []
    for chosen in ("packed", algorithm):
        model = ncnnc.compile(
            text,
            target="x86-avx2",
            inputs={"x": (5, 9, 7)},
            random_weights=0,
            conv={"y": chosen, "z": chosen},
        )
        results.append(model.run(inputs))
    gathers = [step for step in model.program.steps if step.kernel == "gather_channels"]
    assert len(gathers) == 2
    for name, expected in results[0].items():
        np.testing.assert_allclose(results[1][name], expected, rtol=0, atol=1e-4)


def test_same_bits_on_two_threads_and_in_batches():
    """Channels of a table are summed in one order, whoever does it and of however many images."""
    layers = (
        pointwise("a", "x", 5, 24)
        + pointwise("b", "x", 5, 24)
        + unit("u", "a", "b", 24)
        + pointwise("c", "u_1", 24, 24)
        + unit("v", "u_0", "c", 24)
        + pointwise("d", "v_1", 24, 24)
        + "Concat e 2 1 v_0 d e\nShuffleChannel f 1 1 e f 0=2\n"
        + pointwise("y", "f", 48, 9)
    )
    text, shapes = param_text(layers, {"x": (5, 13, 7)}), {"x": (5, 13, 7)}
    images = np.random.default_rng(0).uniform(-1, 1, (2, 5, 13, 7)).astype(np.float32)
    alone, threaded, batched = (
        ncnnc.compile(text, target="x86-avx2", inputs=shapes, random_weights=0, **more)
        for more in ({}, {"threads": 2}, {"batch": 2})
    )
    assert not any(step.kernel == "gather_channels" for step in alone.program.steps)
    expected = [alone.run({"x": image})["y"] for image in images]
    for image, result in zip(images, expected, strict=True):
        np.testing.assert_array_equal(threaded.run({"x": image})["y"], result)
    np.testing.assert_array_equal(batched.run({"x": images})["y"], np.stack(expected))
