"""Layers on volumes `c,d,h,w`, compiled, compute what the reference does."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

CONVOLUTIONS = {
    "winograd": "Convolution3D y 1 1 x y 0=20 1=3 4=1 5=1 6=7020 9=1",
    "strided": "Convolution3D y 1 1 x y 0=17 1=3 21=2 3=2 13=1 4=1 24=0 17=1 5=1 6=3978 9=1",
    "dilated": "Convolution3D y 1 1 x y 0=3 1=2 2=2 22=1 4=-234 6=312",
    "pointwise": "Convolution3D y 1 1 x y 0=20 1=1 5=1 6=260",
    "of slices": "Convolution3D y 1 1 x y 0=20 1=3 21=1 4=1 24=0 6=2340",
    "of rows": "Convolution3D y 1 1 x y 0=20 1=3 11=1 21=1 4=1 14=0 24=0 6=780",
    "along the depth": "Convolution3D y 1 1 x y 0=20 1=1 21=3 4=0 24=1 6=780",
    "depthwise": "ConvolutionDepthWise3D y 1 1 x y 0=13 1=3 3=2 4=1 5=1 6=351 7=13 9=4",
    "depthwise of slices": "ConvolutionDepthWise3D y 1 1 x y 0=13 1=3 21=1 5=1 6=117 7=13",
    "groups": "ConvolutionDepthWise3D y 1 1 x y 0=26 1=2 5=1 6=208 7=13",
    "one group": "ConvolutionDepthWise3D y 1 1 x y 0=5 1=2 6=520 7=1",
}
DECONVOLUTIONS = {
    "dense": "Deconvolution3D y 1 1 x y 0=17 1=3 3=2 23=1 4=1 5=1 6=5967 9=1 18=1",
    "wanted size": "Deconvolution3D y 1 1 x y 0=3 1=2 21=3 3=2 4=-233 6=468 25=8 26=9 27=7",
    "dilated": "Deconvolution3D y 1 1 x y 0=4 1=2 2=2 6=416",
    "depthwise": "DeconvolutionDepthWise3D y 1 1 x y 0=13 1=2 3=3 23=2 5=1 6=104 7=13",
    "groups": "DeconvolutionDepthWise3D y 1 1 x y 0=26 1=2 3=2 6=208 7=13",
}
POOLINGS = {
    "max": "Pooling3D y 1 1 x y 0=0 1=3 2=2 3=1",
    "mean": "Pooling3D y 1 1 x y 0=1 1=3 21=2 2=2 3=1 23=0 5=1",
    "with padding": "Pooling3D y 1 1 x y 0=1 1=2 2=1 3=1 5=1 6=1",
    "same": "Pooling3D y 1 1 x y 0=0 1=4 2=2 5=3",
    "of slices": "Pooling3D y 1 1 x y 0=0 1=3 21=1 2=2 22=1",
    "adaptive": "Pooling3D y 1 1 x y 0=1 7=1 8=3 18=-233 28=2",
    "global mean": "Pooling3D y 1 1 x y 0=1 4=1",
    "global maximum": "Pooling3D y 1 1 x y 0=0 4=1",
}
LAYERS = {
    f"{kind} {name}": layer
    for kind, layers in (
        ("convolution", CONVOLUTIONS),
        ("deconvolution", DECONVOLUTIONS),
        ("pooling", POOLINGS),
    )
    for name, layer in layers.items()
}
SHAPE = (13, 4, 5, 6)
TOLERANCE = 1e-5


@pytest.mark.parametrize("layer", LAYERS.values(), ids=LAYERS.keys())
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_layer(layer: str, packed: bool):
    check_layers(layer, {"x": SHAPE}, "x86-avx2", packed, tolerance=TOLERANCE)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["convolution winograd", "deconvolution dense", "pooling max"])
def test_targets(name: str, target: str):
    check_layers(LAYERS[name], {"x": SHAPE}, target, tolerance=TOLERANCE)


@pytest.mark.parametrize("size", [(1, 1, 1), (1, 7, 3), (7, 1, 1), (2, 13, 17)])
def test_odd_sizes(size: tuple[int, int, int]):
    for name in ("convolution winograd", "convolution depthwise", "pooling max", "pooling same"):
        check_layers(LAYERS[name], {"x": (13, *size)}, "x86-avx2", tolerance=TOLERANCE)


def test_a_block_of_a_network_stays_packed():
    """Activations, constants by channel and residuals are epilogues, or work on packed blobs."""
    block = """
        Convolution3D a 1 1 x a 0=16 1=3 4=1 5=1 6=1296 9=1
        Convolution3D r 1 1 s r 0=16 1=1 5=1 6=16
        Convolution3D b 1 1 a b 0=16 1=3 21=1 4=1 24=0 6=2304
        Convolution3D c 1 1 b c 0=16 1=1 21=3 4=0 24=1 5=1 6=768
        BinaryOp d 2 1 c r d 0=0
        ReLU e 1 1 d e
        Pooling3D f 1 1 e f 0=0 1=2 2=2
        Padding g 1 1 f g 0=1 1=1 2=0 3=1 7=1 8=0 5=0.5
        Sigmoid h 1 1 g h
        Deconvolution3D i 1 1 h i 0=16 1=2 3=2 6=2048
        Pooling3D y 1 1 i y 0=1 4=1
    """
    shapes = {"x": (3, 4, 6, 7), "s": (1, 4, 6, 7)}
    compiled = check_layers(block, shapes, "x86-avx2", tolerance=TOLERANCE)
    assert "kernel.pack " not in compiled.kernels
    assert "kernel.unpack " not in compiled.kernels


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2"])
@pytest.mark.parametrize("images", [1, 2, 3, 8])
def test_a_block_of_a_batch(images: int, target: str):
    """First layer not packed, PReLU, a residual and poolings, all within the images."""
    block = """
        Convolution3D a 1 1 x a 0=16 1=3 21=1 3=2 23=1 4=1 14=0 24=0 17=0 5=1 6=432
        PReLU b 1 1 a b 0=16
        Split c 1 2 b c d
        Convolution3D e 1 1 c e 0=16 1=3 21=1 4=1 24=0 5=1 6=2304
        BinaryOp f 2 1 e d f 0=0
        ReLU g 1 1 f g
        Pooling3D h 1 1 g h 0=0 1=3 21=1 2=2 22=1 3=1 23=0 5=1
        ConvolutionDepthWise3D i 1 1 h i 0=16 1=3 21=1 4=1 24=0 5=1 6=144 7=16
        Pooling3D y 1 1 i y 0=1 1=2 21=1 2=1 22=1 5=1
    """
    shapes = {"x": (3, images, 17, 15)}
    check_layers(block, shapes, target, tolerance=TOLERANCE, passes=["eliminate-split"])


@pytest.mark.parametrize(
    "layer",
    [
        "BatchNorm y 1 1 x y 0=13",
        "Scale y 1 1 x y 0=13 1=1",
        "PReLU y 1 1 x y 0=13",
        "InnerProduct y 1 1 x y 0=7 1=1 2=10920",
        "Softmax y 1 1 x y 0=0 1=1",
        "Concat y 2 1 x z y 0=0",
        "BinaryOp y 2 1 x z y 0=2",
        "BinaryOp y 2 1 x u y 0=1",
        "BinaryOp y 2 1 x v y 0=0",
    ],
)
def test_layers_of_packed_volumes(layer: str):
    others = {"z": SHAPE, "u": (13, 1, 5, 1), "v": (13, 4, 5)}
    shapes = {"x": SHAPE, **{name: s for name, s in others.items() if f" {name} y" in layer}}
    check_layers(layer, shapes, "x86-avx2", packed=True, tolerance=TOLERANCE)
