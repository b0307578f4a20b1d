"""Requested schedules: any computes the same results, and those without a kernel are refused."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.steps import Level

from tests.helpers.lowering import Shapes, param_text

pytestmark = pytest.mark.isa

SHAPES = {"x": (24, 13, 11), "m": (20, 24)}
LAYERS = """
    Convolution wide 1 1 x a 0=40 1=3 4=1 5=1 6=8640 9=1
    Convolution point 1 1 a b 0=24 1=1 5=1 6=960
    ConvolutionDepthWise deep 1 1 b c 0=24 1=3 4=1 5=1 6=216 7=24
    ConvolutionDepthWise group 1 1 c d 0=24 1=3 4=1 5=1 6=1728 7=3
    Deconvolution up 1 1 d e 0=8 1=4 3=2 4=1 5=1 6=3072
    InnerProduct fc 1 1 e y 0=20 1=1 2=91520
    MultiHeadAttention heads 1 1 m z 0=24 1=2 2=576
    LSTM steps 1 1 z s 0=40 1=3840 2=0
"""
BLOBS = {
    **SHAPES,
    **{"a": (40, 13, 11), "b": (24, 13, 11), "c": (24, 13, 11), "d": (24, 13, 11)},
    **{"e": (8, 26, 22), "z": (20, 24)},
}
"""The shapes of the inputs of its layers."""
FORCED = [
    {"wide": "register=[2,3]"},
    {"wide": "register=[13,1],block=1"},
    {"wide": "register=[1,1],block=1000"},
    {"point": "register=[3,2],block=2"},
    {"point": "reduction=8"},
    {"point": "register=[5,2],reduction=24,block=1"},
    {"deep": "register=[4]"},
    {"deep": "register=[12]"},
    {"deep": "shares_rows=true"},
    {"deep": "band_bytes=20000"},
    {"wide": "reads_ahead,writes_ahead", "point": "writes_ahead"},
    {"group": "register=[3,1]"},
    {"group": "register=[2,3],block=2"},
    {"up": "phase0=<register=[2,1]>"},
    {"fc": "register=[1,1]"},
    {"heads": "query=<register=[3,2],panels=true>,scores=<register=[2,2],block=7>"},
    {"heads": "values=<register=[7,1]>,out=<register=[1,1]>"},
    {"steps": "input=<register=[2,4]>,steps=<group=1>"},
]


def compiled(
    tmp_path: Path, layers: str = LAYERS, shapes: Shapes = SHAPES, **options: object
) -> dict[str, np.ndarray]:
    """Return the outputs of some layers with some options."""
    param = tmp_path / "network.param"
    param.write_bytes(param_text(layers, shapes))
    given = {"target": "x86-avx2", "inputs": shapes, "random_weights": 1, "cache": False}
    model = ncnnc.compile(str(param), **given, **options)
    rng = np.random.default_rng(0)
    inputs = {name: rng.uniform(-1, 1, shape).astype(np.float32) for name, shape in shapes.items()}
    found = model.run(inputs)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("algorithm", ["packed", "tiled", "gemm", "winograd2", "winograd6"])
def test_algorithms_with_tiles_of_any_size(algorithm: str, tmp_path: Path):
    image, wide = {"x": SHAPES["x"]}, LAYERS.strip().splitlines()[0]
    expected = compiled(tmp_path, wide, image, conv={"wide": "packed"})
    for register in ("[1,1]", "[2,4]", "[3,3]", "[14,1]"):
        schedule = {"wide": f"register={register},block=16"}
        found = compiled(tmp_path, wide, image, conv={"wide": algorithm}, schedule=schedule)
        np.testing.assert_allclose(found["a"], expected["a"], rtol=0, atol=2e-5)


def test_places_one_by_one(tmp_path: Path):
    given = {"conv": {"wide": "winograd4"}}
    expected = compiled(tmp_path, **given)
    found = compiled(tmp_path, **given, schedule={"wide": "by_place=true,transformed_ahead=true"})
    np.testing.assert_allclose(found["y"], expected["y"], rtol=0, atol=2e-6)


def test_cropped_tiles(tmp_path: Path):
    image, wide = {"x": SHAPES["x"]}, LAYERS.strip().splitlines()[0]
    given = {"conv": {"wide": "winograd4"}}
    expected = compiled(tmp_path, wide, image, **given, schedule={"wide": "cropped=false"})
    found = compiled(tmp_path, wide, image, **given, schedule={"wide": "cropped=true,block=5"})
    np.testing.assert_allclose(found["a"], expected["a"], rtol=0, atol=2e-5)
    even = {"x": (SHAPES["x"][0], 12, 8)}
    with pytest.raises(ncnnc.ModelError, match="tiles are cropped at the border of float images"):
        compiled(tmp_path, wide, even, **given, schedule={"wide": "cropped=true"})


def test_every_forced_schedule_computes_the_same(tmp_path: Path):
    """The layers that it is of, without the others of the network."""
    expected: dict[str, dict[str, np.ndarray]] = {}
    for schedule in FORCED:
        lines = [
            line for line in map(str.split, LAYERS.strip().splitlines()) if line[1] in schedule
        ]
        layers = "\n".join(map(" ".join, lines))
        shapes = {lines[0][4]: BLOBS[lines[0][4]]}
        if layers not in expected:
            expected[layers] = compiled(tmp_path, layers, shapes)
        found = compiled(tmp_path, layers, shapes, schedule=schedule)
        for name, value in expected[layers].items():
            np.testing.assert_allclose(found[name], value, rtol=0, atol=1e-5, err_msg=str(schedule))


@pytest.mark.parametrize(
    ("schedule", "reason"),
    [
        ({"wide": "register=[8,2]"}, "8 x 2 takes 19 registers, x86-avx2 has 16 for it"),
        ({"wide": "register=[8]"}, "'register' of its schedule is a list of 2 positive numbers"),
        ({"wide": "register=[0,1]"}, "'register' of its schedule is a list of 2 positive numbers"),
        ({"wide": "block=0"}, "'block' of its schedule must be positive"),
        ({"wide": "block=true"}, "'block' of its schedule is a number"),
        ({"wide": "group=2"}, "its schedule has no 'group' to choose, but register, block"),
        ({"point": "reduction=12"}, "parts of its sums are multiples of 8 channels"),
        ({"deep": "register=[15]"}, "a register tile of 15 takes 17 registers"),
        ({"up": "phase9=<register=[1,1]>"}, "its schedule has no 'phase9' to choose"),
        ({"heads": "scores=<register=[9,9]>"}, "a register tile of 9 x 9 takes 91 registers"),
        ({"steps": "steps=<group=3>"}, "its 5 vectors do not divide into such groups"),
    ],
)
def test_impossible_schedules(schedule: dict[str, str], reason: str, tmp_path: Path):
    with pytest.raises(ncnnc.ModelError) as error:
        compiled(tmp_path, schedule=schedule)
    assert reason in str(error.value)
    (layer,) = schedule
    assert f"layer '{layer}'" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_tile_holds_a_register_tile(tmp_path: Path):
    with pytest.raises(ncnnc.ModelError, match="a tile of 2 positions is less than a register"):
        compiled(tmp_path, conv={"wide": "tiled"}, schedule={"wide": "register=[4,2],block=2"})


@pytest.mark.parametrize(
    ("entries", "pipelined"),
    [("register=[5,2]", 2), ("register=[12,2]", 1), ("register=[12,1]", 1), ("pipelined=0", 0)],
)
def test_tiles_of_int8_are_pipelined_if_registers_hold_two(
    entries: str, pipelined: int, tmp_path: Path
):
    param = tmp_path / "int8.param"
    shapes = {"x": (64, 28, 28)}
    param.write_bytes(param_text("Convolution c 1 1 x y 0=64 1=1 6=4096 8=2", shapes))
    target = "x86-avx512+vnni"
    given = {"target": target, "inputs": shapes, "random_weights": 1, "schedule": {"c": entries}}
    text = str(lower(CompileOptions(str(param), **given), Level.SCHEDULED).module)
    assert "schedule <register = " in text
    assert (f"pipelined = {pipelined}" in text) == (pipelined > 0)
    assert ("pipelined" in text) == (pipelined > 0)


def test_a_schedule_is_part_of_the_key_of_the_code():
    keys = {
        CompileOptions("m.param", target="x86-avx2", schedule=schedule).code_key
        for schedule in ({}, {"c": "block=2"}, {"c": "block=3"}, {"d": "block=2"})
    }
    assert len(keys) == 4
