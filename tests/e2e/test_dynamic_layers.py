"""Layers by themselves, of extents known at run time: each axis in turn, and those of images."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.runtime.model.symbols import DimTerm

from tests.helpers.dynamic_extents import SymbolicModel, meaning, most

pytestmark = pytest.mark.isa

W, H = Dim("W", 7, 40), Dim("H", 6, 21)
SIZES = [(6, 7), (13, 22), (21, 40)]
IMAGES = ((3, H, W), (16, 9, W))

INTERP = ["1=2 2=2 6=1", "3=20 4=20", "3=13 4=22 6=1", "3=1 4=1 6=1", "1=0.333333 2=2.2"]
"""Corners, sizes in no ratio to those of the input, one pixel, and ratios of float32."""


@pytest.mark.parametrize("mode", [1, 2, 3], ids=["nearest", "bilinear", "bicubic"])
@pytest.mark.parametrize("params", INTERP)
def test_interp(params: str, mode: int, tmp_path: Path):
    model = SymbolicModel(tmp_path, f"Interp y 1 1 a y 0={mode} {params}", target="x86-avx2")
    for extents in IMAGES:
        model.check(extents, SIZES, 1e-5)


@pytest.mark.parametrize("layer", ["Interp 0=2 3=32 4=48", "Pooling 0=1 7=1 8=48 18=32"])
def test_sizes_that_memory_is_planned_for(layer: str, tmp_path: Path):
    """They are not those of the input, whose planned extents are as large."""
    type, _, params = layer.partition(" ")
    model = SymbolicModel(tmp_path, f"{type} y 1 1 a y {params}", target="x86-avx2")
    model.check((3, H, W), SIZES, 1e-5)


def test_interp_of_means(tmp_path: Path):
    """Means of whole images, as large as these again; and the rows of a matrix."""
    layers = """
Split s 1 3 a b c f
Pooling p 1 1 b d 0=1 4=1
Interp i 2 1 d c e 0=2 5=1
BinaryOp y 2 1 e f y 0=0
"""
    SymbolicModel(tmp_path, layers).check((5, H, W), SIZES, 1e-5)
    SymbolicModel(tmp_path, "Interp y 1 1 a y 0=2 2=1.5 6=1").check((7, W), [(7,), (40,)], 1e-6)


CENSUS = """
AbsVal; BNLL; BatchNorm 0=16 1=1e-3; Bias 0=16; CELU 0=1.2; Cast 0=1 1=1; Clip 0=-1 1=1; DeepCopy
Dropout 0=0.7; CumulativeSum 0=1; Crop -23309=2,1,2 -23310=2,-1,-2 -23311=2,1,2; ELU 0=0.5; Erf
Exp; ExpandDims -23303=1,1; Flatten; Flip -23300=2,1,2; GELU; GLU 0=0
GroupNorm 0=4 1=16 2=1e-4 3=1; HardSigmoid; HardSwish; InstanceNorm 0=16 1=1e-3 2=1
Log 0=-1 1=1 2=30; MVN 0=1 1=1 2=1e-4; MVN 0=0 1=0 2=1e-4; Mish; Noop
Normalize 0=1 1=0 2=1e-4 3=16 4=0 9=0; Normalize 0=0 1=1 2=1e-4 3=1 4=0 9=1; PReLU 0=16
Padding 0=1 1=2 2=3 3=1 4=2; Permute 0=4; Power 0=2 1=1.5 2=0.2; Pooling 0=1 7=1 8=3 18=2
Quantize 0=1; ReLU 0=0.1; Reduction 0=3 1=0 -23303=2,1,2 4=1 5=1; SELU; Scale 0=16 1=1
Shrink 0=0.2 1=0.5; ShuffleChannel 0=4; ShuffleChannel 0=2 1=1; Sigmoid; Softmax 0=0 1=1
Softmax 0=2 1=1; Softplus; Swish; TanH; Threshold 0=0.1; Tile 0=2 1=2; UnaryOp 0=2
Unfold 1=3 2=1 3=2; Unfold 1=3 11=2 2=2 3=1 13=2 4=1
"""
"""Layers of one input with their parameters, those that other tests do not look at."""


@pytest.mark.parametrize("layer", re.split(r"[;\n]\s*", CENSUS.strip()))
def test_layer(layer: str, tmp_path: Path):
    """Images with dynamic rows and columns."""
    type, _, params = layer.partition(" ")
    model = SymbolicModel(tmp_path, f"{type} y 1 1 a y {params}", target="x86-avx2")
    model.check((16, H, W), SIZES[:2], 1e-5)


IMAGE_LAYERS = [
    "LRN y 1 1 a y 0=0 1=5 2=2.0 3=0.75",
    "LRN y 1 1 a y 0=1 1=3 2=1.5 3=0.6 4=0.5",
    "StatisticsPooling y 1 1 a y 0=1",
    "Padding p 1 1 a b 1=3 3=3 4=1\nPooling y 1 1 b y 0=1 1=3 2=2 5=2",
    "PixelShuffle p 1 1 a d 0=4\nReorg r 1 1 d e 0=2\nReorg y 1 1 e y 0=2 1=1",
]


@pytest.mark.parametrize("layers", IMAGE_LAYERS)
def test_images(layers: str, tmp_path: Path):
    """Layers on channels, and on windows, of pixels in rows of dynamic length."""
    model = SymbolicModel(tmp_path, layers, target="x86-avx2", threads=2)
    for extents in ((16, H, W), (32, 9, W), (32, H, 11)):
        model.check(extents, SIZES, 1e-5)


GRID = """
Split s 1 2 a b c
Pooling p 1 1 b d 0=1 1=2 2=2 5=1
Convolution f 1 1 d e 0=2 1=1 5=1 6=32
Permute q 1 1 e g 0=3
GridSample y 2 1 c g y
"""
FLOW = "Split s 1 2 a b c\nConvolution f 1 1 b d 0=2 1=1 5=1 6=32\nrife.Warp y 2 1 c d y"


@pytest.mark.parametrize("mode", [1, 2, 3], ids=["bilinear", "nearest", "bicubic"])
def test_samples_at_places(mode: int, tmp_path: Path):
    """A grid for half as many pixels, of which many are outside of the image."""
    for padding, align in ((1, 0), (2, 1), (3, 0)):
        layers = f"{GRID.strip()} 0={mode} 1={padding} 2={align}"
        model = SymbolicModel(tmp_path, layers, target="x86-avx2", threads=2)
        for extents in ((16, H, W), (16, H, 11))[: 1 + (padding == 1)]:
            model.check(extents, SIZES, 1e-5)


DEFORMED = """
Split s 1 3 a b c d
Convolution f 1 1 b e 0=18 1=1 3={0} 5=1 6=288
Convolution g 1 1 c m 0=9 1=1 3={0} 5=1 6=144 9=4
DeformableConv2D y 3 1 d e m y 0=13 1=3 3={0} 4=1 5=1 6=1872 9=1
"""


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_deformed_windows(target: str, tmp_path: Path):
    """Windows whose taps lie where offsets say, with masks, each pixel or each second one."""
    for stride, extents in ((1, (16, H, W)), (1, (16, H, 11)), (2, (16, 9, W))):
        model = SymbolicModel(tmp_path, DEFORMED.format(stride), target=target, threads=2)
        model.check(extents, SIZES, 2e-5)


def test_warps(tmp_path: Path):
    model = SymbolicModel(tmp_path, FLOW, target="x86-avx2", threads=2)
    for extents in ((16, H, W), (16, 9, W), (16, H, 11)):
        model.check(extents, SIZES, 1e-5)


@pytest.mark.parametrize("channels", [5, 16])
def test_parts_of_rows(channels: int, tmp_path: Path):
    """Parts of an axis with rows of dynamic length, of images and of volumes."""
    layers = "Slice s 1 2 a b c -23300=2,3,-233 1=1\nConcat y 2 1 c b y 0=1"
    model = SymbolicModel(tmp_path, layers, target="x86-avx2")
    for extents in ((channels, 9, W), (channels, 6, H, W), (channels, 6, H, 5)):
        model.check(extents, SIZES, 0.0)


EINSUMS = [
    ("ijkm,ijlm->ijkl", (2, 3, H, 8), (2, 3, W, 8)),
    ("ijl,ilk->ijk", (3, H, W), (3, W, 8)),
    ("jil,jlk->ijk", (3, H, W), (3, W, 8)),
    ("ijkm,jlm->ijkl", (2, H, W, 8), (H, 5, 8)),
    ("ijk,ijk->i", (H, W, 5), (H, W, 5)),
    ("i,j->ij", (H,), (W,)),
]


@pytest.mark.parametrize(("equation", "a", "b"), EINSUMS, ids=[e[0] for e in EINSUMS])
def test_einsum(equation: str, a: Sequence[DimTerm], b: Sequence[DimTerm], tmp_path: Path):
    """Rows, columns, batches and sums whose extents are known only at run time, two at once."""
    codes = ",".join(str(ord(letter)) for letter in equation)
    param = tmp_path / "einsum.param"
    layers = f"Input a 0 1 a\nInput b 0 1 b\nEinsum y 2 1 a b y -23300={len(equation)},{codes}\n"
    param.write_text(f"7767517\n3 3\n{layers}")
    dynamic = {"a": tuple(a), "b": tuple(b)}
    model = ncnnc.compile(param, inputs=dynamic, cache=False, target="x86-avx2")
    largest = {k: np.full(list(map(most, v)), np.nan, np.float32) for k, v in dynamic.items()}
    for height, width in SIZES:
        numbers = {H: height, W: width}
        shapes = {
            k: [e if isinstance(e, int) else numbers[e] for e in v] for k, v in dynamic.items()
        }
        rng = np.random.default_rng(width)
        arrays = {k: rng.standard_normal(v, np.float32) for k, v in shapes.items()}
        expected = meaning(param.read_bytes(), None, arrays)["y"]
        model.run(largest)
        error = 1e-5 * np.abs(expected).max()
        np.testing.assert_allclose(model.run(arrays)["y"], expected, rtol=0, atol=error)


SIGNALS = ["0=32 1=2 2=8 3=32", "0=32 1=0 2=8 3=32 6=0", "0=16 1=1 2=5 3=12 5=1 6=1"]
"""Powers, magnitudes and complex numbers; of a signal that is mirrored or not."""


@pytest.mark.parametrize("params", SIGNALS)
def test_spectrograms(params: str, tmp_path: Path):
    model = SymbolicModel(tmp_path, f"Spectrogram y 1 1 a y {params}", target="x86-avx2")
    model.check((Dim("T", 40, 200),), [(40,), (77,), (200,)], 1e-5)


SAME = [
    """
Convolution c0 1 1 a b 0=13 1=3 3=2 4=-233 5=1 6=351 9=1
Pooling p0 1 1 b c 0=0 1=3 2=2 5=2
ConvolutionDepthWise y 1 1 c y 0=13 1=5 3=2 4=-234 5=1 6=325 7=13
""",
    """
Pooling p1 1 1 a b 0=1 1=2 2=2 5=3
Convolution y 1 1 b y 0=4 1=3 3=3 4=-234 5=1 6=108 18=0.5
""",
]
"""Both sides for the odd cell, and another value than zero."""


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_same_padding(target: str, tmp_path: Path):
    """Strides that divide no size: how many cells are padded depends on the run."""
    for layers in SAME:
        model = SymbolicModel(tmp_path, layers, target=target, threads=2)
        for extents in ((3, H, W), (3, 9, W), (3, H, 11)):
            model.check(extents, SIZES, 1e-5)
    sequences = """
Convolution1D c 1 1 a b 0=16 1=5 3=3 4=-234 5=1 6=560
Pooling1D y 1 1 b y 0=0 1=4 2=2 5=2
"""
    SymbolicModel(tmp_path, sequences).check((7, W), [(n,) for n in (7, 8, 9, 22, 40)], 1e-5)


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
@pytest.mark.parametrize("params", ["8=4", "7=3 8=16 5=0.5", "7=16 0=1 3=2 5=-1.0"])
def test_padded_channels(params: str, target: str, tmp_path: Path):
    """Between convolutions, so that blobs are packed; channels that vectors do not divide."""
    layers = f"""
Convolution c0 1 1 a b 0=28 1=3 4=1 5=1 6=756 9=1
Padding p 1 1 b c {params}
ReLU r 1 1 c d
Pooling y 1 1 d y 0=0 1=3 2=1 3=1 5=1
"""
    model = SymbolicModel(tmp_path, layers, target=target)
    model.check((3, H, W), SIZES, 1e-5)


def test_one_pixel_for_all_sizes(tmp_path: Path):
    """Kernels of one pixel, where formulas of the image's size are 1 within the ranges."""
    layers = "Pooling p 1 1 a b 0=1 1=64 2=64 5=1\nConvolution y 1 1 b y 0=7 1=1 5=1 6=21"
    extents = 3, Dim("H", 64, 70), Dim("W", 64, 75)
    SymbolicModel(tmp_path, layers, target="x86-avx2").check(extents, [(64, 75), (70, 66)], 1e-5)


def test_windows_of_images(tmp_path: Path):
    """Reshapes one after the other, with several dynamic extents: windows of 4x4."""
    layers = """
Split s 1 2 a b c
Reshape r 2 1 b c d 6="1w,4,//(1h,4),1c"
Reshape t 1 1 d e 6="4,//(0w,4),*(4,0d),0c"
Permute y 1 1 e y 0=1
"""
    SymbolicModel(tmp_path, layers).check((3, 4 * H, 4 * W), [(4 * h, 4 * w) for h, w in SIZES], 0)


@pytest.mark.parametrize(
    ("layer", "extents", "reason"),
    [
        ("Interp y 1 1 a y 0=2 1=1.125 2=1.125", (3, H, W), "sizes .* stay as they are"),
        ("PriorBox y 1 1 a y -23300=1,30.0 9=90 10=80", (3, H, W), "takes no extents"),
        (
            "Split s 1 3 a b c d\nSDPA y 3 1 b c d y 5=0 18=2",
            (2, 8, Dim("C", 8, 40)),
            "depends on whether C == ",
        ),
        ("Convolution y 1 1 a y 0=3 1=2 3=3 4=-233 6=36", (3, H, W), "depends on whether"),
        ("Deconvolution y 1 1 a y 0=3 1=2 3=2 4=-233 6=36 20=9 21=9", (3, H, W), "pads or cuts"),
    ],
)
def test_refusals(layer: str, extents: Sequence[object], reason: str, tmp_path: Path):
    with pytest.raises(ncnnc.NcnncError, match=rf"'y' .*{reason}"):
        SymbolicModel(tmp_path, layer).compiled(extents)
