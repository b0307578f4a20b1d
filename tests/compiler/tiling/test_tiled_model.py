"""Tiled runs give what whole images give, at borders too; scales, margins, multiples, refusals."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.errors import ArrayShapeError, ArrayTypeError, NcnncError
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from ncnnc.runtime.sessions.dynamic_model import DynamicModel

from tests.helpers.lowering import param_text

pytestmark = pytest.mark.isa

TOLERANCE = 2e-5
"""Tolerance relative to the largest magnitude: the algorithms depend on the extents."""
TILE = 40
NETWORKS = {
    "espcn": """
        Convolution c1 1 1 in0 a 0=16 1=5 4=2 5=1 6=1200 9=1
        Convolution c2 1 1 a b 0=12 1=3 4=1 5=1 6=1728
        PixelShuffle p 1 1 b out0 0=2""",
    "unshuffled": """
        Reorg r 1 1 in0 z 0=2
        Convolution c1 1 1 z a 0=8 1=3 4=1 5=1 6=864 9=2 -23310=1,0.1
        Interp u1 1 1 a b 0=1 1=4.0 2=4.0
        Convolution c2 1 1 b out0 0=3 1=3 4=1 5=1 6=216""",
    "smaller": """
        Convolution c1 1 1 in0 a 0=8 1=3 3=2 4=1 5=1 6=216 9=1
        Convolution c2 1 1 a out0 0=3 1=3 4=1 5=1 6=216""",
    "thirds": """
        Crop k 1 1 in0 k -23309=2,1,0 -23310=2,-2,-233 -23311=2,1,2
        Padding p 1 1 k p 0=1 1=2 2=0 3=0 4=1
        Convolution c1 1 1 p a 0=8 1=3 3=3 4=-233 5=1 6=216 9=1
        Convolution c2 1 1 a out0 0=3 1=3 4=1 5=1 6=216""",
    "unpadded": """
        Convolution c1 1 1 in0 a 0=8 1=3 5=1 6=216 9=1
        Convolution c2 1 1 a b 0=8 1=3 5=1 6=576 9=1
        Deconvolution c3 1 1 b out0 0=3 1=4 3=2 4=3 5=1 6=384""",
    "unet": """
        Convolution c1 1 1 in0 a 0=8 1=3 4=1 5=1 6=216 9=1
        Pooling p1 1 1 a b 0=0 1=2 2=2
        Convolution c3 1 1 b c 0=8 1=3 4=-233 3=2 5=1 6=576
        Deconvolution d1 1 1 c d 0=8 1=2 3=2 5=1 6=256
        Interp d2 1 1 d e 0=2 1=2.0 2=2.0
        Concat cc 2 1 e a f
        Convolution c4 1 1 f g 0=3 1=3 4=1 5=1 6=432
        BinaryOp add 2 1 g in0 out0""",
    "reflected": """
        Padding p1 1 1 in0 p 0=2 1=2 2=2 3=2 4=2
        Convolution c1 1 1 p a 0=8 1=5 5=1 6=600
        PReLU r1 1 1 a b 0=8
        Interp u1 1 1 b c 0=3 1=1.5 2=1.5
        Convolution c2 1 1 c out0 0=3 1=3 4=1 5=1 6=216""",
}
SCALES = {
    "espcn": 2,
    "unshuffled": 2,
    "smaller": Fraction(1, 2),
    "thirds": Fraction(1, 3),
    "unpadded": 2,
    "unet": 1,
}
SIZES = ((61, 83), (13, 95))
"""More than a tile along both axes, and along one; multiples of nothing."""


@cache
def model(name: str) -> DynamicModel:
    param = param_text(NETWORKS[name], {"in0": (3, 1, 1)})
    return ncnnc.compile(param, dynamic=True, random_weights=1, threads=2)


def image(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0, 1, shape).astype(np.float32)


def assert_close(found: np.ndarray, expected: np.ndarray) -> None:
    assert found.shape == expected.shape
    scale = float(np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE * scale)


LONG_ONES = [pytest.param(name, SIZES[1], marks=pytest.mark.slow) for name in NETWORKS]


@pytest.mark.parametrize(("name", "size"), [*((name, SIZES[0]) for name in NETWORKS), *LONG_ONES])
def test_tiles_give_what_the_whole_image_gives(name: str, size: tuple[int, int]):
    x = image(3, *size)
    tiled = ncnnc.tiled(model(name), tile=TILE)
    found, plan = tiled(x), tiled.plan(x.shape)
    scale = Fraction(SCALES.get(name, Fraction(3, 2)))
    assert plan.scales == ((scale, scale),)
    assert plan.count > 1
    rows, columns = plan.rows, plan.columns
    pads = ((0, 0), (rows.before, rows.after), (columns.before, columns.after))
    whole = model(name)(np.pad(x, pads, "edge"))
    assert isinstance(whole, np.ndarray)
    height, width = (ceil(n * scale) for n in size)
    assert isinstance(found, np.ndarray)
    assert_close(found, whole[:, :height, :width])


@pytest.mark.parametrize(
    ("name", "pads"),
    [
        ("espcn", (0, 0)),
        ("smaller", (0, 0)),
        ("unshuffled", (0, 1)),
        ("unpadded", (3, 3)),
        ("unet", (0, 3)),
    ],
)
def test_only_what_a_network_needs_is_padded(name: str, pads: tuple[int, int]):
    plan = ncnnc.tiled(model(name), tile=TILE).plan((3, 61, 64))
    assert (plan.rows.before, plan.rows.after) == pads
    assert (plan.columns.before, plan.columns.after) == (pads if name == "unpadded" else (0, 0))


def test_an_image_smaller_than_a_tile():
    x = image(3, 9, 7)
    assert_close(np.asarray(ncnnc.tiled(model("espcn"))(x)), np.asarray(model("espcn")(x)))


def test_all_tiles_are_of_one_shape():
    own = ncnnc.compile(
        param_text(NETWORKS["unet"], {"in0": (3, 1, 1)}),
        dynamic=True,
        random_weights=1,
        cache=False,
        threads=2,
    )
    ncnnc.tiled(own, tile=TILE)(image(3, 97, 90))
    assert [one.shapes for one in own.specialisations] == [{"in0": (3, 40, 40)}]
    assert own.threads == 2


def test_a_halo_one_pixel_smaller_shows_seams():
    """The computed halo is no larger than need be."""
    x, exact = image(3, 61, 83), ncnnc.tiled(model("espcn"), tile=TILE)
    halo = exact.plan(x.shape).halo
    assert halo == 4
    assert exact.halo(x.shape) == 4
    assert ncnnc.tiled(model("espcn"), halo=2).halo(x.shape) == 2
    expected = exact(x)
    assert isinstance(expected, np.ndarray)
    enough, short = (ncnnc.tiled(model("espcn"), tile=TILE, halo=n)(x) for n in (halo, halo - 2))
    assert isinstance(enough, np.ndarray)
    assert isinstance(short, np.ndarray)
    assert_close(enough, expected)
    assert np.abs(short - expected).max() > 100 * TOLERANCE * np.abs(expected).max()


def test_two_frames_a_time_and_progress():
    param = param_text(
        """
        Concat c 2 1 in0 in1 a
        Convolution c1 1 1 a b 0=3 1=3 4=1 5=1 6=162
        BinaryOp m 2 1 b in2 c 0=2
        BinaryOp s 2 1 c in0 out0
        Interp h 1 1 in1 out1 0=1 1=0.5 2=0.5""",
        {"in0": (3, 1, 1), "in1": (3, 1, 1), "in2": (1,)},
    )
    two = ncnnc.compile(param, dynamic=True, random_weights=1)
    frames, time = (image(3, 50, 66), image(3, 50, 66, seed=1)), np.full(1, 0.3, np.float32)
    seen: list[tuple[int, int]] = []
    found = ncnnc.tiled(two, tile=(32, 30))(
        *frames, time, progress=lambda done, count: seen.append((done, count))
    )
    for one, whole in zip(found, two(*frames, time), strict=True):
        assert_close(one, whole)
    assert [one.shape for one in found] == [(3, 50, 66), (3, 25, 33)]
    assert seen == [(i, 6) for i in range(1, 7)]


def test_a_halo_is_never_smaller_than_what_outputs_lack():
    x = image(3, 61, 83)
    exact, none = (ncnnc.tiled(model("unpadded"), tile=TILE, halo=n)(x) for n in (None, 0))
    assert_close(np.asarray(none), np.asarray(exact))


GLOBAL = """
    Convolution c1 1 1 in0 a 0=8 1=3 4=1 5=1 6=216
    Pooling gap 1 1 a g 0=1 4=1
    BinaryOp se 2 1 a g b 0=2
    Convolution c2 1 1 b out0 0=3 1=3 4=1 5=1 6=216"""


def test_what_reads_the_whole_image_needs_a_halo():
    squeezed = ncnnc.compile(param_text(GLOBAL, {"in0": (3, 1, 1)}), dynamic=True, random_weights=1)
    x = image(3, 50, 50)
    with pytest.raises(ValueError) as caught:
        ncnnc.tiled(squeezed, tile=TILE)(x)
    assert str(caught.value) == (
        "error: layer 'gap' (Pooling) reads the whole image, so that no halo gives the same "
        "results tile by tile; hint: say how much is enough, halo=32, or use a tile as large as "
        "the image"
    )
    small = ncnnc.tiled(squeezed, tile=64)(x)
    assert_close(np.asarray(small), np.asarray(squeezed(x)))
    tiled = ncnnc.tiled(squeezed, tile=TILE, halo=4)
    assert np.asarray(tiled(x)).shape == x.shape
    assert (tiled.halo(x.shape), ncnnc.tiled(squeezed).halo(x.shape)) == (4, None)
    assert tiled.plan(x.shape).unbounded == "layer 'gap' (Pooling)"


def test_multiples_that_the_caller_knows():
    plan = ncnnc.tiled(model("espcn"), tile=TILE, multiple=8).plan((3, 41, 64))
    assert (plan.rows.extent, plan.rows.after, plan.columns.after) == (48, 7, 0)
    assert plan.extents == ((82, 128),)
    assert plan.tile_extents == (40, 40)


def classifier() -> object:
    layers = "Pooling p 1 1 in0 p 0=1 4=1\nInnerProduct out0 1 1 p out0 0=2 1=1 2=6"
    param = param_text(layers, {"in0": (3, 1, 1)})
    return ncnnc.tiled(ncnnc.compile(param, dynamic=True, random_weights=1))(image(3, 9, 9))


def fixed_size() -> object:
    param = param_text("Interp out0 1 1 in0 out0 0=1 3=8 4=8", {"in0": (3, 1, 1)})
    return ncnnc.tiled(ncnnc.compile(param, dynamic=True))(image(3, 9, 9))


def compiled(name: str, **options: Any) -> CompiledModel:
    param = param_text(NETWORKS[name], {"in0": (3, 1, 1)})
    return ncnnc.compile(param, inputs={"in0": (3, TILE, TILE)}, random_weights=1, **options)


def with_images() -> object:
    param = param_text(NETWORKS["espcn"], {"in0": (3, 1, 1)})
    given = {"in0": ncnnc.Image()}
    return ncnnc.tiled(ncnnc.compile(param, dynamic=True, random_weights=1, preprocess=given))


REFUSED: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "no room": (
        lambda: ncnnc.tiled(model("espcn"), tile=7)(image(3, 30, 9)),
        ValueError,
        "error: tiles of 7 pixels have no room for a halo of 4 on each side; hint: tile=64, or a "
        "smaller halo, which may show seams",
    ),
    "no image": (
        classifier,
        ArrayShapeError,
        "output 'out0' is no image c,h,w, but has 1 axes; hint: compile with outputs=",
    ),
    "fixed size": (
        fixed_size,
        ArrayShapeError,
        "an output does not grow with the images: it cannot be tiled",
    ),
    "no input": (
        lambda: ncnnc.tiled(model("espcn"))(),
        ArrayShapeError,
        "the model takes 1 inputs, not 0",
    ),
    "shapes for a halo": (
        lambda: ncnnc.tiled(model("espcn")).halo((3, 9, 9), (3, 9, 9)),
        ArrayShapeError,
        "the model takes 1 inputs, not 2",
    ),
    "progress": (
        lambda: ncnnc.tiled(model("espcn"), progress=3),  # type: ignore[arg-type]
        TypeError,
        "error: progress must be a function, not int 3",
    ),
    "rank": (
        lambda: ncnnc.tiled(model("espcn"))(image(9, 9)),
        ArrayShapeError,
        "no input is an image c,h,w",
    ),
    "no array": (
        lambda: ncnnc.tiled(model("espcn"))([1.0]),  # type: ignore[arg-type]
        ArrayTypeError,
        "blob 'in0' needs a numpy array, not list",
    ),
    "halo": (
        lambda: ncnnc.tiled(model("espcn"), halo=-1),
        ValueError,
        "error: halo must be at least 0, not -1",
    ),
    "tile": (
        lambda: ncnnc.tiled(model("espcn"), tile=(1, 2, 3)),  # type: ignore[arg-type]
        ValueError,
        "error: tile must be a number, or a height and a width, not tuple (1, 2, 3)",
    ),
    "border": (
        lambda: ncnnc.tiled(model("espcn"), border="zero"),
        ValueError,
        "error: border must be one of edge, reflect, not 'zero'",
    ),
    "preprocess": (
        with_images,
        NcnncError,
        "error: tiles are single blobs c,h,w; hint: compile without preprocess=",
    ),
    "channels": (
        lambda: ncnnc.tiled(model("espcn"))(image(4, 9, 9)),
        ArrayShapeError,
        "<param>:4: error: layer 'c1' (Convolution): input has 4 channels, the weights are for 3; "
        "hint: input 'in0' is 4x9x9, the layers need 3,?,?",
    ),
    "no halo": (
        lambda: ncnnc.tiled(compiled("espcn")),
        ValueError,
        "error: the receptive field of a model compiled for one shape is unknown; "
        "hint: halo=32, or ncnnc.compile(..., dynamic=True)",
    ),
    "another tile": (
        lambda: ncnnc.tiled(compiled("espcn"), tile=64, halo=4),
        ValueError,
        "error: the model is compiled for tiles of 40x40, no others",
    ),
    "batch": (
        lambda: ncnnc.tiled(compiled("espcn", batch=2), halo=4),
        NcnncError,
        "error: blob 'in0' is no single blob c,h,w; hint: compile another",
    ),
    "no model": (
        lambda: ncnnc.tiled("m.param"),  # type: ignore[arg-type]
        TypeError,
        "error: tiled takes a model of ncnnc.compile(..., dynamic=True) or for one shape, "
        "not str 'm.param'",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(case: str):
    run, error, message = REFUSED[case]
    with pytest.raises(error) as caught:
        run()
    assert isinstance(caught.value, NcnncError)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("name", "halo"), [("espcn", 4), ("unpadded", 0), ("smaller", 4)])
def test_a_model_for_one_shape_has_tiles_of_it(name: str, halo: int, tmp_path: Path):
    compiled(name).save(tmp_path / "m.ncnnc")
    loaded = ncnnc.load(tmp_path / "m.ncnnc")
    assert isinstance(loaded, CompiledModel)
    tiled = ncnnc.tiled(loaded, halo=halo)
    for size in ((61, 83), (9, 7)):
        x = image(3, *size)
        plan = tiled.plan(x.shape)
        rows, columns = plan.rows, plan.columns
        assert plan.tile_extents == (TILE, TILE)
        pads = ((0, 0), (rows.before, rows.after), (columns.before, columns.after))
        whole = np.asarray(model(name)(np.pad(x, pads, "edge")))
        height, width = plan.extents[0]
        assert plan.scales == ((Fraction(SCALES[name]),) * 2,)
        assert_close(np.asarray(tiled(x)), whole[:, :height, :width])


def test_a_loaded_model_is_tiled_without_the_compiler(tmp_path: Path):
    compiled("espcn").save(tmp_path / "m.ncnnc")
    code = (
        "import sys, ncnnc, numpy as np; model = ncnnc.load(sys.argv[1]);"
        "y = ncnnc.tiled(model, halo=4)(np.zeros((3, 50, 50), np.float32));"
        "print(y.shape, [name for name in ('xdsl', 'llvmlite') if name in sys.modules])"
    )
    command = [sys.executable, "-c", code, tmp_path / "m.ncnnc"]
    assert subprocess.check_output(command, text=True) == "(3, 100, 100) []\n"
