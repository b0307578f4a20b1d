"""`precision="bf16"`: what float32 computes, but for roundings to bfloat16."""

from __future__ import annotations

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.target.products import BFLOAT16
from ncnnc.dialects.target.records import Target

from tests.helpers.dynamic_extents import meaning

pytestmark = pytest.mark.isa

LARGEST_ERROR = 2e-2
"""Tolerance relative to the largest magnitude."""
LARGEST_STEPS = 0.1
"""The same where int8 is made of rounded numbers: generated scales make its steps coarse."""
WITH_PRODUCTS = "x86-avx512+bf16"


def convolution(
    name: str, blobs: str, outputs: int, inputs: int, kernel: int, more: str = ""
) -> str:
    """A line of a `.param`."""
    size = outputs * inputs * kernel**2
    return f"Convolution {name} 1 1 {blobs} 0={outputs} 1={kernel} 5=1 6={size} {more}"


def two(outputs: int, inputs: int, kernel: int, more: str = "") -> list[str]:
    """A 1x1 convolution and one that reads its blob."""
    return [
        convolution("a", "x a", inputs, 6, 1, "9=1"),
        convolution("b", "a y", outputs, inputs, kernel, more),
    ]


CHANNELS = {
    f"{outputs}x{inputs}": ((6, 5, 7), two(outputs, inputs, 1))
    for outputs, inputs in ((1, 8), (3, 6), (7, 14), (13, 18), (17, 34), (40, 48), (24, 13), (5, 7))
}
WINDOWS = {
    "3x3": ((6, 9, 10), two(18, 22, 3, "4=1")),
    "stride": ((6, 9, 10), two(18, 22, 3, "3=2 4=1")),
    "dilated": ((6, 11, 10), two(18, 22, 3, "2=2 4=2")),
    "5x3": ((6, 9, 10), two(34, 16, 3, "4=1 14=0")),
    "winograd in blocks": ((6, 83, 85), two(18, 34, 3, "4=1")),
    "winograd by place": ((6, 12, 14), two(18, 1024, 3, "4=1")),
    "odd": ((7, 7, 9), [convolution("y", "x y", 4, 7, 2, "3=2")]),
    "odd and tiled": ((7, 7, 9), [convolution("y", "x y", 65, 7, 2, "3=2")]),
    "few channels": (
        (6, 32, 37),
        [convolution("a", "x a", 3, 6, 1), convolution("b", "a y", 40, 3, 3, "3=2 4=1")],
    ),
    "one pixel": ((6, 1, 1), two(18, 22, 1)),
    "3x3 of one pixel": ((6, 1, 1), two(18, 22, 3, "4=1")),
}
FIRST = {
    f"first {kernel} of {channels}": (
        (channels, 9, 37),
        [convolution("y", "x y", 40, channels, kernel, f"3={stride} 4=1 9=1")],
    )
    for channels, kernel, stride in ((3, 3, 2), (1, 7, 1), (4, 3, 1), (2, 5, 3))
}
LAYERS = {
    "depthwise": ["ConvolutionDepthWise b 1 1 a y 0=22 1=3 4=1 5=1 6=198 7=22 9=2 -23310=1,0.1"],
    "grouped": ["ConvolutionDepthWise b 1 1 a y 0=22 1=3 4=1 5=1 6=2178 7=2"],
    "odd groups": [
        convolution("b", "a b", 21, 22, 1),
        "ConvolutionDepthWise c 1 1 b y 0=60 1=1 5=1 6=420 7=3",
    ],
    "max": ["Pooling b 1 1 a y 0=0 1=3 2=2"],
    "average": ["Pooling b 1 1 a y 0=1 1=3 2=2 3=1"],
    "global": ["Pooling b 1 1 a y 0=1 4=1"],
    "sum": ["Sigmoid b 1 1 a b", "BinaryOp c 2 1 b a y 0=0"],
    "swish": ["Swish b 1 1 a b", convolution("c", "b y", 17, 22, 1)],
    "concat": ["ReLU b 1 1 a b", "Concat c 2 1 a b y 0=0"],
    "constant": [
        "MemoryData b 0 1 b 0=10 1=9 2=3",
        "Concat c 2 1 a b y 0=0",
    ],
    "slice": ["Slice b 1 2 a b c -23300=2,9,-233 1=0", "Concat d 2 1 c b y 0=0"],
    "shuffle": ["ShuffleChannel b 1 1 a y 0=2"],
    "padding": ["Padding b 1 1 a y 0=1 1=2 2=1 3=0 4=0 5=0.5"],
    "nearest": ["Interp b 1 1 a y 0=1 1=2.0 2=2.0"],
    "bilinear": ["Interp b 1 1 a y 0=2 1=2.0 2=2.0"],
    "permute": ["Permute b 1 1 a y 0=3"],
    "product": ["InnerProduct b 1 1 a y 0=13 1=1 2=25740"],
    "softmax": ["Softmax b 1 1 a y 0=0 1=1"],
    "int8": [convolution("b", "a b", 22, 22, 3, "4=1 8=2"), convolution("c", "b y", 17, 22, 1)],
    "int8 sum": [convolution("b", "a b", 22, 22, 1, "8=2"), "BinaryOp c 2 1 b a y 0=0"],
    "int8 depthwise": [
        "ConvolutionDepthWise b 1 1 a b 0=22 1=3 4=1 5=1 6=198 7=22 8=1",
        convolution("c", "b y", 17, 22, 1),
    ],
    "int8 product": ["InnerProduct b 1 1 a y 0=13 1=1 2=25740 8=2"],
}
MODELS = {
    **CHANNELS,
    **WINDOWS,
    **FIRST,
    **{
        name: ((6, 9, 10), [convolution("a", "x a", 22, 6, 1), *lines])
        for name, lines in LAYERS.items()
    },
}
"""The shape of the input, and the lines of the layers."""


def model_of(lines: list[str]) -> bytes:
    """The `.param`; several readers of a blob stand behind a Split where need be."""
    layers = ["Input x 0 1 x", *lines]
    blobs = {blob for line in layers for blob in line.split()[4:] if "=" not in blob}
    return f"7767517\n{len(layers)} {len(blobs)}\n{chr(10).join(layers)}\n".encode()


def compiled(
    name: str, target: str, precision: str, conv: str | None = None
) -> ncnnc.CompiledModel:
    shape, lines = MODELS[name]
    return ncnnc.compile(
        model_of(lines),
        inputs={"x": shape},
        target=target,
        precision=precision,
        conv={} if conv is None else {"b": conv},
        random_weights=3,
    )


def data(name: str) -> np.ndarray:
    return np.random.default_rng(5).standard_normal(MODELS[name][0]).astype(np.float32)


def check(name: str, target: str, conv: str | None = None) -> None:
    """Close to float32, and the same bits with any number of threads."""
    model = compiled(name, target, "bf16", conv)
    x = data(name)
    exact = meaning(model_of(MODELS[name][1]), None, {"x": x}, seed=3)["y"]
    result = model(x)
    assert result.dtype == np.float32
    error = LARGEST_STEPS if name.startswith("int8") else LARGEST_ERROR
    assert np.abs(result - exact).max() <= error * np.abs(exact).max()
    for threads in (2, 3):
        model.threads = threads
        np.testing.assert_array_equal(model(x), result)


@pytest.mark.parametrize("name", MODELS)
def test_a_layer_is_close_to_float32(name: str):
    check(name, WITH_PRODUCTS)


@pytest.mark.parametrize("name", FIRST)
def test_first_layers_multiply_bfloat16(name: str):
    model = compiled(name, WITH_PRODUCTS, "bf16")
    assert "unfold_columns" in {step.kernel for step in model.program.steps}


@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
@pytest.mark.parametrize("name", ["17x34", "product"])
def test_a_layer_is_close_to_float32_with_widened_weights(name: str, target: str):
    check(name, target)


@pytest.mark.parametrize("algorithm", ["packed", "tiled", "gemm", "winograd2", "winograd4"])
def test_every_algorithm_is_close_to_float32(algorithm: str):
    check("3x3", WITH_PRODUCTS, algorithm)


@pytest.mark.parametrize("name", ["winograd in blocks", "winograd by place"])
def test_winograd_multiplies_rounded_tiles(name: str):
    check(name, WITH_PRODUCTS, "winograd2")
    narrow, wide = (compiled(name, WITH_PRODUCTS, kind, "winograd2") for kind in ("bf16", "fp32"))
    assert len(narrow.program.weights) < 0.6 * len(wide.program.weights)


@pytest.mark.parametrize("name", ["13x18", "3x3"])
def test_blobs_and_weights_are_rounded(name: str):
    target = WITH_PRODUCTS
    narrow, wide = (compiled(name, target, precision, "packed") for precision in ("bf16", "fp32"))
    x = data(name)
    assert np.any(narrow(x) != wide(x))
    assert narrow.program.arena_bytes < wide.program.arena_bytes
    assert len(narrow.program.weights) < 0.75 * len(wide.program.weights)


@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
def test_without_products_of_bfloat16_only_streamed_weights_are(target: str):
    assert not Target.parse(target).multiplies(BFLOAT16)
    narrow, wide = (compiled("product", target, precision) for precision in ("bf16", "fp32"))
    assert narrow.program.arena_bytes == wide.program.arena_bytes
    assert len(narrow.program.weights) < 0.75 * len(wide.program.weights)
    narrow, wide = (compiled("3x3", target, precision, "packed") for precision in ("bf16", "fp32"))
    x = data("3x3")
    np.testing.assert_array_equal(compiled("max", target, "bf16")(data("max")).shape, (22, 4, 5))
    assert np.abs(narrow(x) - wide(x)).max() <= LARGEST_ERROR * np.abs(wide(x)).max()


@pytest.mark.parametrize("name", ["3x3", "17x34"])
def test_nan_stays_nan(name: str):
    x = data(name)
    x[2, 4, 4] = np.nan
    models = (compiled(name, WITH_PRODUCTS, kind, "packed") for kind in ("bf16", "fp32"))
    narrow, wide = (model(x) for model in models)
    np.testing.assert_array_equal(np.isnan(narrow), np.isnan(wide))


def test_a_feature_mask_keeps_bfloat16_away():
    x = data("3x3")
    lines = [convolution("a", "x a", 22, 6, 1, "31=4"), convolution("b", "a y", 18, 22, 3, "31=4")]
    narrow, wide = (
        ncnnc.compile(
            model_of(lines),
            inputs={"x": x.shape},
            target=WITH_PRODUCTS,
            precision=kind,
            random_weights=3,
        )
        for kind in ("bf16", "fp32")
    )
    np.testing.assert_array_equal(narrow(x), wide(x))


def test_of_many_layers_before_an_output_most_multiply_float32():
    x = data("3x3")
    many = [convolution(f"c{i}", f"b{i} b{i + 1}", 32, 6 if i == 0 else 32, 1) for i in range(24)]
    models = [
        ncnnc.compile(
            model_of([line.replace("b0 ", "x ") for line in many]),
            inputs={"x": x.shape},
            target=WITH_PRODUCTS,
            precision=kind,
            random_weights=3,
        )
        for kind in ("bf16", "fp32")
    ]
    narrow, wide = (model(x) for model in models)
    assert 0 < np.abs(narrow - wide).max() <= LARGEST_ERROR * np.abs(wide).max()
    sizes = [len(model.program.weights) for model in models]
    assert 0.6 < sizes[0] / sizes[1] < 0.75


@pytest.mark.parametrize("name", ["17x34", "3x3", "sum"])
def test_auto_is_bfloat16_where_that_saves_products(name: str):
    automatic, narrow = (compiled(name, WITH_PRODUCTS, kind) for kind in ("auto", "bf16"))
    x = data(name)
    np.testing.assert_array_equal(automatic(x), narrow(x))


@pytest.mark.parametrize("name", ["depthwise", "3x3"])
@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
def test_auto_is_float32_without_products(name: str, target: str):
    automatic, wide = (compiled(name, target, kind) for kind in ("auto", "fp32"))
    x = data(name)
    np.testing.assert_array_equal(automatic(x), wide(x))


def test_auto_is_float32_where_nothing_is_multiplied():
    lines = ["ReLU a 1 1 x a", "Pooling b 1 1 a y 0=0 1=3 2=2"]
    x = np.random.default_rng(5).standard_normal((18, 9, 11)).astype(np.float32)
    models = (
        ncnnc.compile(model_of(lines), inputs={"x": x.shape}, target=WITH_PRODUCTS, precision=kind)
        for kind in ("auto", "fp32")
    )
    automatic, wide = (model(x) for model in models)
    np.testing.assert_array_equal(automatic, wide)
