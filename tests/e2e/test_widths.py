"""Images of any width and height compute what they mean, or compute compiled for each size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.runtime.model.symbols import DimTerm

from tests.generators.wild import NETWORKS
from tests.helpers.dynamic_extents import SymbolicModel, meaning, most
from tests.helpers.turns import in_turn

pytestmark = pytest.mark.isa

W, H = Dim("W", 7, 40), Dim("H", 6, 21)
MEANS = 1e-5
"""Error of means of pixels that are added in another order."""
SIZES = [(6, 7), (13, 22), (21, 40)]
"""The least, odd and the largest."""
ONE_FIXED = [(9, W), (H, 11)]
"""Images of one extent known at run time, for which targets and networks take turns."""

DIRECT = """
Convolution c0 1 1 a b 0=13 1=3 4=1 5=1 6=351 9=1
Convolution c1 1 1 b c 0=17 1=1 5=1 6=221
ConvolutionDepthWise c2 1 1 c d 0=17 1=3 4=1 5=1 6=153 7=17 9=1
Convolution c3 1 1 d e 0=7 1=3 11=2 3=2 4=0 15=2 5=1 6=714
ConvolutionDepthWise c4 1 1 e f 0=7 1=2 11=3 2=2 4=2 5=1 6=42 7=7
Convolution c5 1 1 f y 0=1 1=5 4=2 6=175
"""
GROUPS = """
ConvolutionDepthWise c0 1 1 a b 0=48 1=3 3=2 4=1 5=1 6=1296 7=3 9=2 -23310=1,0.1
ConvolutionDepthWise c1 1 1 b c 0=16 1=3 4=1 5=1 6=3456 7=2
ConvolutionDepthWise c2 1 1 c y 0=16 1=5 13=2 3=1 4=2 5=1 6=400 7=16
"""
CONVOLUTIONS: dict[str, tuple[str, int, dict[str, str], float]] = {
    "direct": (DIRECT, 3, {f"c{i}": "packed" for i in (0, 3, 5)}, 0.0),
    "groups": (GROUPS, 9, {}, 1e-5),
}
"""Layers, channels, algorithms, error."""


@pytest.mark.parametrize(
    ("network", "target", "fixed"),
    in_turn(ONE_FIXED, ["direct", "groups"], ["x86-64", "x86-avx2", "x86-avx512"]),
)
def test_convolutions(network: str, target: str, fixed: Sequence[DimTerm], tmp_path: Path):
    """
    Odd channels, strides, dilations, pads and groups; bit for bit by the same algorithm, and wide
    groups of fixed sizes by Winograd's.
    """
    layers, channels, conv, error = CONVOLUTIONS[network]
    model = SymbolicModel(tmp_path, layers, target=target, conv=conv)
    model.check((channels, H, W), SIZES, error)
    model.check((channels, *fixed), SIZES[1:2], error)


def test_one_line_of_many_channels(tmp_path: Path):
    """Sums in parts, and blocks of tiles that threads share."""
    layers = "\nConvolution c0 1 1 a y 0=200 1=1 5=1 6=160000\n"
    for height in (1, 3):
        SymbolicModel(tmp_path, layers, threads=2).check((800, height, W), SIZES, 1e-5)


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_rows_of_any_length(target: str, tmp_path: Path):
    """Last tiles of all sizes, also where memory ends with the row, leave other pixels alone."""
    layers = "\nConvolution c0 1 1 a y 0=40 1=1 5=1 6=880 9=1\n"
    model = SymbolicModel(tmp_path, layers, target=target, threads=2)
    x = np.random.default_rng(0).standard_normal((22, 3, 48), np.float32)
    expected = np.asarray(model.compiled(x.shape)(x))
    dynamic = model.compiled((22, 3, Dim("W", 1, 48)))
    for width in range(48, 0, -1):
        dynamic(np.full(x.shape, np.nan, np.float32))
        np.testing.assert_array_equal(dynamic(x[..., :width]), expected[..., :width])


OTHER_SIZES = """
Convolution c0 1 1 a b 0=20 1=7 4=3 3=4 5=1 6=2940 9=1
Convolution c1 1 1 b c 0=72 1=3 4=1 3=4 5=1 6=12960 9=1
Convolution c2 1 1 c d 0=72 1=1 5=1 6=5184 9=1
Convolution c3 1 1 d y 0=136 1=3 4=1 5=1 6=88128
"""


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
@pytest.mark.parametrize("quantized_for", [None, (3, 40, 56)], ids=["floats", "int8"])
def test_images_smaller_and_larger_than_usual(
    quantized_for: Sequence[int] | None, target: str, tmp_path: Path
):
    """Kernels for sizes: of the least image, at both sides of the borders, and of large ones."""
    model = SymbolicModel(
        tmp_path, OTHER_SIZES, quantized_for=quantized_for, target=target, threads=2
    )
    extents = (3, Dim("H", 8, 420), Dim("W", 8, 700))
    steps = model.compiled(extents).program.steps
    assert sum(step.kernel.startswith("convolution") for step in steps) > 4
    sizes = [(9, 8), (144, 155), (159, 160), (396, 400), (410, 401)]
    model.check(extents, sizes, 1e-5 if quantized_for is None else 0.0)


WINOGRAD = """
Convolution c0 1 1 a b 0=13 1=3 4=1 5=1 6=351 9=1
Convolution c1 1 1 b c 0=17 1=3 5=1 6=1989
Convolution c2 1 1 c y 0=16 1=3 4=1 5=1 6=2448
"""


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_winograd(target: str, tmp_path: Path):
    """Tiles that reach past the image, of a plain blob and of packed ones."""
    conv = {"c0": "winograd4", "c1": "winograd6", "c2": "winograd2"}
    model = SymbolicModel(tmp_path, WINOGRAD, target=target, conv=conv, threads=2)
    model.check((3, H, W), SIZES, 1e-5)
    model.check((3, *ONE_FIXED["avx512" in target]), SIZES, 1e-5)


INT8 = """
Convolution c0 1 1 a b 0=13 1=3 4=1 5=1 6=351 9=1
Convolution c1 1 1 b c 0=37 1=1 5=1 6=481
Convolution c2 1 1 c d 0=35 1=3 11=2 3=2 15=2 5=1 6=7770
ConvolutionDepthWise c3 1 1 d e 0=35 1=3 4=1 5=1 6=315 7=35 9=1
ConvolutionDepthWise c4 1 1 e f 0=35 1=3 11=2 2=2 4=2 5=1 6=210 7=35
ConvolutionDepthWise c5 1 1 f y 0=20 1=3 4=1 5=1 6=1260 7=5
"""
INT8_WINOGRAD = """
Convolution c0 1 1 a b 0=13 1=3 4=1 5=1 6=351 9=1
Convolution c1 1 1 b c 0=37 1=3 4=1 5=1 6=4329
Convolution c2 1 1 c y 0=17 1=3 5=1 6=5661
"""
INT8_NETWORKS: dict[str, tuple[str, dict[str, str]]] = {
    "direct": (INT8, {}),
    "winograd": (INT8_WINOGRAD, {"c0": "winograd4", "c1": "winograd2", "c2": "winograd4"}),
}
"""Layers and algorithms."""
INT8_RESIDUAL = """
Convolution c0 1 1 a b 0=16 1=7 3=2 4=3 5=1 6=2352 9=1
Pooling p0 1 1 b c 0=0 1=3 2=2 3=1 5=1
Split s0 1 2 c d e
Convolution c1 1 1 d f 0=16 1=3 4=1 5=1 6=2304 9=1
Convolution c2 1 1 f g 0=16 1=3 4=1 5=1 6=2304
BinaryOp b0 2 1 g e h 0=0
ReLU r0 1 1 h i
Convolution c3 1 1 i j 0=24 1=1 3=2 5=1 6=384 9=1
Split s1 1 2 j k l
Pooling p1 1 1 k m 0=1 4=1
Convolution c4 1 1 m n 0=24 1=1 5=1 6=576 9=4
BinaryOp b1 2 1 l n o 0=2
Pooling p2 1 1 o p 0=1 4=1
InnerProduct i0 1 1 p y 0=11 1=1 2=264
"""


@pytest.mark.parametrize(
    ("network", "target", "fixed"),
    in_turn(
        [*ONE_FIXED, None],
        ["direct", "winograd"],
        ["x86-64", "x86-avx2", "x86-avx512", "x86-avx512+vnni"],
    ),
)
def test_int8(network: str, target: str, fixed: Sequence[DimTerm] | None, tmp_path: Path):
    """Sums are exact: maps of int8 from layer to layer, bit for bit as of a fixed size."""
    layers, conv = INT8_NETWORKS[network]
    options = {"target": target, "conv": conv, "threads": 2}
    model = SymbolicModel(tmp_path, layers, quantized_for=(3, 13, 22), **options)
    model.check((3, H, W), SIZES[1:])
    if fixed is not None:
        model.check((3, *fixed), SIZES[1:2])


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512+vnni"])
def test_int8_with_sums_and_means(target: str, tmp_path: Path):
    """Residual blocks, a gate, and a classifier behind the mean of all pixels."""
    model = SymbolicModel(tmp_path, INT8_RESIDUAL, quantized_for=(3, 32, 32), target=target)
    model.check((3, 8 * H, 8 * W), [(48, 56), (104, 176)], MEANS)


POOLING = """
Pooling p0 1 1 a b 0=0 1=3 2=2 3=1
Pooling p1 1 1 b c 0=1 1=3 5=2
Pooling p2 1 1 c d 0=1 1=2 12=1 11=3 13=1 14=1 3=1
Split s 1 3 d e f g
Pooling p3 1 1 e h 0=1 7=1 8=3 18=2
Pooling p4 1 1 f i 0=0 7=1 8=1 18=-233
Pooling p5 1 1 g j 0=1 4=1
Reduction r3 1 1 h k 0=3 1=0 -23303=2,1,2 5=1 4=0
Pooling p6 1 1 i l 0=0 4=1
BinaryOp b0 2 1 k l m 0=0
BinaryOp b1 2 1 m j y 0=0
"""


@pytest.mark.parametrize("channels", [3, 16])
def test_poolings(channels: int, tmp_path: Path):
    """Windows at borders, of padding that counts or not, that divide an axis, and of all pixels."""
    model = SymbolicModel(tmp_path, POOLING, target="x86-avx2")
    for extents in (ONE_FIXED[channels == 3], (H, W)):
        model.check((channels, *extents), SIZES, 1e-5)


DECONVOLUTIONS = """
Deconvolution d0 1 1 a b 0=17 1=2 3=2 5=1 6=204 9=1
DeconvolutionDepthWise d1 1 1 b c 0=17 1=3 3=2 4=1 18=1 5=1 6=153 7=17
Convolution c0 1 1 c d 0=5 1=1 6=85
Split s0 1 2 d e f
Concat n0 2 1 e f g
Deconvolution d2 1 1 g h 0=1 1=4 3=2 4=1 5=1 6=160
Deconvolution d3 1 1 h y 0=3 1=3 2=2 3=1 6=27
"""


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_deconvolutions(target: str, tmp_path: Path):
    """Phases apart and together, whole vectors of them and single channels; parts of vectors."""
    model = SymbolicModel(tmp_path, DECONVOLUTIONS, target=target, threads=2)
    model.check((3, H, W), SIZES[1:], 5e-5)
    if target == "x86-avx2":
        model.check((3, 3, W), SIZES[1:], 5e-5)


SAME = """
Convolution c0 1 1 a b 0=13 1=3 3=2 4=-233 5=1 6=351 9=1
Pooling p0 1 1 b c 0=0 1=3 2=2 5=2
ConvolutionDepthWise c1 1 1 c d 0=13 1=5 3=2 4=-234 5=1 6=325 7=13
Pooling p1 1 1 d y 0=1 1=2 2=2 5=3
"""


def test_padding_of_whole_multiples(tmp_path: Path):
    """SAME padding with strides is known where these divide the image."""
    model = SymbolicModel(tmp_path, SAME, target="x86-avx2")
    model.check((3, 16 * Dim("H", 1, 2), 16 * Dim("W", 1, 3)), [(16, 48), (32, 16)], 1e-5)


NORMALIZATIONS = """
Convolution c0 1 1 a b 0={0} 1=1 5=1 6={1}
Permute p0 1 1 b c 0=3
LayerNorm n0 1 1 c d 0={0} 1=1e-5 2=1
Permute p1 1 1 d e 0=4
InstanceNorm n1 1 1 e f 0={0} 1=1e-5 2=1
GroupNorm n2 1 1 f g 0=2 1={0} 2=1e-5 3=1
Split s 1 3 g h i j
Reduction r0 1 1 i k 0=3 1=0 -23303=2,1,2 4=1 5=1
Reduction r1 1 1 j l 0=4 1=0 -23303=1,0 4=1 5=1
BinaryOp b0 2 1 h k m 0=0
BinaryOp b1 2 1 m l n 0=2
Softmax s0 1 1 n y 0=0 1=1
"""


@pytest.mark.parametrize("channels", [6, 16])
def test_normalizations(channels: int, tmp_path: Path):
    """Of channels, of pixels in lines of dynamic length, packed and plain."""
    layers = NORMALIZATIONS.format(channels, 3 * channels)
    target, other = ("x86-avx2", "x86-avx512")[:: 1 if channels == 6 else -1]
    SymbolicModel(tmp_path, layers, target=target).check((3, H, W), SIZES, 1e-5)
    SymbolicModel(tmp_path, layers, target=other).check((3, 9, W), SIZES[1:], 1e-5)


SAMPLES = """
Interp i0 1 1 a b 0=2 1=1.5 2=2.5
Interp i1 1 1 b c 0=1 1=0.5 2=0.75
Split s0 1 2 c d e
Interp i2 1 1 d f 0=3 1=2 2=2
Split s1 1 2 f g h
Interp i3 2 1 e g i 0=2 5=1
BinaryOp b0 2 1 h i y 0=0
"""


@pytest.mark.parametrize("channels", [3, 16])
def test_samples(channels: int, tmp_path: Path):
    """Images in other sizes: by scales, and by the size of another, of which they are a part."""
    model = SymbolicModel(tmp_path, SAMPLES, target="x86-avx2", threads=2)
    for extents in (ONE_FIXED[channels == 3], (H, W)):
        model.check((channels, *extents), SIZES, 1e-5)


SEQUENCES = """
Convolution1D c0 1 1 a b 0=17 1=5 3=2 4=2 5=1 6=595
ConvolutionDepthWise1D c1 1 1 b c 0=17 1=3 2=2 4=2 5=1 6=51 7=17
Convolution1D c2 1 1 c d 0=8 1=1 5=1 6=136
Pooling1D p0 1 1 d y 0=0 1=2 2=2
"""


def test_sequences(tmp_path: Path):
    """Sequences are images of one row, whose columns is known only at run time."""
    SymbolicModel(tmp_path, SEQUENCES, target="x86-avx2").check((7, W), [(7,), (22,), (40,)])


@pytest.mark.parametrize(
    ("name", "shape", "sizes"),
    [
        ("text_detector", (3, 32 * Dim("H", 1, 2), 32 * Dim("W", 1, 3)), [(32, 96), (64, 32)]),
        ("text_recogniser", (3, 32, Dim("W", 16, 70)), [(16,), (37,), (70,)]),
    ],
)
def test_networks_of_text(name: str, shape: Sequence[DimTerm], sizes: Sequence[tuple[int, ...]]):
    """A detector of maps of any size, and a recogniser of lines of any width."""
    network = NETWORKS[name]()
    param, weights = network.param_text().encode(), network.weight_bytes()
    inputs = {"in0": tuple(shape)}
    model = ncnnc.compile(param, weights, inputs=inputs, cache=False, target="x86-avx2")
    for size in sizes:
        extents = (*map(most, shape[: -len(size)]), *size)
        x = np.random.default_rng(size[-1]).standard_normal(extents, np.float32)
        expected = meaning(param, weights, {"in0": x})["out0"]
        np.testing.assert_allclose(model(x), expected, rtol=0, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize("layers", [WINOGRAD, POOLING], ids=["convolutions", "poolings"])
def test_results_do_not_depend_on_the_range(layers: str, tmp_path: Path):
    model = SymbolicModel(tmp_path, layers, target="x86-avx2")
    small, large = (model.compiled((3, 9, Dim("W", 7, most))) for most in (40, 700))
    for width in (7, 22, 40):
        x = np.random.default_rng(width).standard_normal((3, 9, width), np.float32)
        np.testing.assert_array_equal(small(x), large(x))


def test_algorithms_of_fixed_sizes_are_refused(tmp_path: Path):
    model = SymbolicModel(tmp_path, DIRECT, conv={"c0": "tiled"})
    with pytest.raises(ncnnc.NcnncError, match=r"'c0' .*: algorithm tiled takes no extents known"):
        model.compiled((3, H, W))
