"""Receptive fields of single layers: all that a pixel changes lies in them, and they are tight."""

from __future__ import annotations

from fractions import Fraction

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.specialise import Specialiser
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.tiling.receptive_field import Fields, receptive_fields
from ncnnc.dialects.main_function import find_main

from tests.helpers.lowering import param_text

SIZE = (18, 24)
SHAPE = (4, *SIZE)
ROUNDING = 1e-4
"""Tolerance relative to the largest output: Winograd tiles round alike only as a whole."""
LAYERS = {
    "same": "Convolution 0=5 5=1 1=3 4=1 6=180",
    "rows": "Convolution 0=5 5=1 1=5 11=1 4=2 14=0 6=100",
    "dilated": "Convolution 0=5 5=1 1=3 2=3 6=180",
    "strided": "Convolution 0=5 5=1 1=4 3=2 4=1 15=0 6=320",
    "upper": "Convolution 0=5 5=1 1=4 3=3 4=-233 6=320",
    "depthwise": "ConvolutionDepthWise 0=4 1=3 4=1 5=1 6=36 7=4",
    "deconvolution": "Deconvolution 0=5 5=1 1=4 3=2 4=1 6=320",
    "overlapping": "Deconvolution 0=5 5=1 1=5 2=2 3=3 18=1 6=500",
    "maximum": "Pooling 0=0 1=3 2=2",
    "mean": "Pooling 0=1 1=4 2=2 5=2",
    "padded_mean": "Pooling 0=1 1=3 2=1 3=1 5=1",
    "nearest": "Interp 0=1 1=3.0 2=3.0",
    "nearest_down": "Interp 0=1 1=0.5 2=0.5",
    "bilinear": "Interp 0=2 1=2.0 2=2.0",
    "bilinear_down": "Interp 0=2 1=0.25 2=0.25",
    "broken": "Interp 0=2 1=1.5 2=1.5",
    "bicubic": "Interp 0=3 1=4.0 2=4.0",
    "shuffled": "PixelShuffle 0=2",
    "unshuffled": "Reorg 0=2",
    "padded": "Padding 0=3 1=1 2=2 3=0 4=1",
    "reflected": "Padding 0=3 1=1 2=2 3=0 4=2",
    "cropped": "Crop -23309=2,3,2 -23310=2,-233,20 -23311=2,1,2",
    "swish": "Swish",
    "nothing": "Noop",
    "bounded": "Clip 0=0.0 1=9.0",
    "softmax": "Softmax 0=0",
    "reduced": "Reduction 0=3 1=0 -23303=1,0 4=1 5=1",
}
UNBOUNDED = {
    "global": "Pooling 0=1 4=1",
    "adaptive": "Pooling 0=1 7=1 8=2",
    "same_and_pads": "Pooling 0=1 1=4 2=2 3=1 5=3",
    "instance": "InstanceNorm 0=4",
    "group": "GroupNorm 0=2 1=4",
    "attention": "Softmax 0=2 1=1",
    "flat": "Flatten",
    "cornered": "Interp 0=2 1=2.0 2=2.0 6=1",
    "mean_of_image": "Reduction 0=3 1=0 -23303=2,1,2 4=1 5=1",
}


def network(layers: dict[str, str]) -> bytes:
    """Each layer by itself, all of them on the input."""
    lines: list[str] = []
    for name, text in layers.items():
        type, *params = text.split()
        lines.append(" ".join((type, name, "1 1 x", name, *params)))
    return param_text("\n".join(lines), {"x": SHAPE})


def fields_of(param: bytes, *images: tuple[int, ...]) -> Fields:
    specialiser = Specialiser(CompileOptions(param, random_weights=1))
    main = find_main(specialiser.inferred(images))
    return receptive_fields(main, range(len(images)))


@pytest.mark.isa
def test_layers_read_what_their_fields_say():
    """Away from borders, where what is padded may be a copy of other pixels."""
    param = network(LAYERS)
    found = fields_of(param, SHAPE)
    model = ncnnc.compile(param, inputs={"x": SHAPE}, random_weights=1, target="x86-avx2")
    x = np.random.default_rng(0).uniform(0, 1, SHAPE).astype(np.float32)
    before = model.run({"x": x})
    for axis in (0, 1):
        reads: dict[str, list[tuple[int, int]]] = {name: [] for name in LAYERS}
        for pixel in range(SIZE[axis]):
            changed = x.copy()
            line = (slice(None), pixel) if axis == 0 else (slice(None), slice(None), pixel)
            changed[line] += 10.0 * np.arange(1, 5, dtype=np.float32)[:, None]
            for name, after in model.run({"x": changed}).items():
                other = (0, 2 - axis)
                differs = np.abs(after - before[name]) > ROUNDING * np.abs(after).max()
                places = np.flatnonzero(differs.any(axis=other))
                reads[name] += [(int(place), pixel) for place in places]
        for name, field in zip(LAYERS, found.outputs, strict=True):
            assert not field.unbounded, name
            reach = next(r for r in field.axes if r is not None and r.image_axis == axis - 2)
            offsets = [
                pixel - place * reach.step
                for place, pixel in reads[name]
                if 0 <= place * reach.step + reach.low
                and place * reach.step + reach.high < SIZE[axis]
            ]
            assert reach.low <= min(offsets), (name, axis)
            assert max(offsets) <= reach.high, (name, axis)
            slack = max(1, reach.step) if "bi" in name or name == "broken" else 1
            assert min(offsets) - reach.low <= slack, (name, axis)
            assert reach.high - max(offsets) <= slack, (name, axis)


def test_layers_that_read_the_image():
    found = fields_of(network(UNBOUNDED), SHAPE)
    for name, field in zip(UNBOUNDED, found.outputs, strict=True):
        assert field.unbounded.startswith(f"layer '{name}' ("), name


@pytest.mark.parametrize(
    ("layers", "low", "high", "alignment"),
    [
        (
            "Convolution a 1 1 x a 0=4 1=3 4=1 6=144\nConvolution b 1 1 a y 0=4 1=5 4=2 6=400",
            3,
            3,
            1,
        ),
        ("Pooling a 1 1 x a 0=0 1=2 2=2\nInterp b 1 1 a y 0=1 1=2.0 2=2.0", 1, 1, 2),
        ("Pooling a 1 1 x a 0=0 1=2 2=2\nPooling b 1 1 a y 0=0 1=2 2=2", 0, 3, 4),
        ("Interp a 1 1 x a 0=1 1=3.0 2=3.0\nPooling b 1 1 a y 0=0 1=2 2=2", 0, 0, 2),
        ("Permute a 1 1 x a 0=3\nLayerNorm b 1 1 a b 0=4 2=0\nPermute c 1 1 b y 0=4", 0, 0, 1),
        ("Reshape a 1 1 x a 0=0 1=0 11=2 2=2\nReshape b 1 1 a y 0=24 1=18 2=4", 0, 0, 1),
        ("Pooling a 1 1 x a 0=1 1=3 3=1\nConcat b 2 1 x a y", 1, 1, 1),
    ],
)
def test_chains(layers: str, low: int, high: int, alignment: int):
    found = fields_of(param_text(layers, {"x": SHAPE}), SHAPE)
    (field,) = found.outputs
    assert not field.unbounded
    columns = field.axes[-1]
    assert columns is not None
    assert (-low - 1 < columns.low <= -low, high <= columns.high < high + 1) == (True, True)
    assert found.alignment == alignment


def test_constants_must_be_the_same_everywhere():
    table = "MemoryData k 0 1 k 0={} 1={} 2=4\nBinaryOp y 2 1 x k y 0=2"
    (everywhere,) = fields_of(param_text(table.format(1, 1), {"x": SHAPE}), SHAPE).outputs
    (position,) = fields_of(param_text(table.format(24, 18), {"x": SHAPE}), SHAPE).outputs
    assert not everywhere.unbounded
    assert position.unbounded == "layer 'y' (BinaryOp)"


def test_only_the_shape_of_a_reference_counts():
    layers = "Pooling g 1 1 x g 0=1 7=1 8=48 18=36\nInterp y 2 1 x g y 0=1 5=1"
    (field,) = fields_of(param_text(layers, {"x": SHAPE}), SHAPE).outputs
    assert not field.unbounded
    assert field.axes[-1] is not None
    assert field.axes[-1].step == Fraction(1, 2)


def test_images_and_what_is_no_image():
    layers = "Concat a 2 1 x y a\nConvolution b 1 1 a b 0=4 1=3 4=1 6=288\nBinaryOp z 2 1 b t z 0=2"
    param = param_text(layers, {"x": SHAPE, "y": SHAPE, "t": (4,)})
    specialiser = Specialiser(CompileOptions(param, random_weights=1))
    main = find_main(specialiser.inferred([SHAPE, SHAPE, (4,)]))
    (field,) = receptive_fields(main, [0, 1]).outputs
    assert not field.unbounded
    assert field.axes[0] is None
    assert [(r.low, r.high) for r in field.axes[1:] if r is not None] == [(-1, 1), (-1, 1)]
