"""Shapes that fit: found by equations, by the layers' words, and together."""

from __future__ import annotations

import itertools
import time
from typing import Any

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.frontend.survey.model_survey import survey_model
from ncnnc.compiler.input_shapes.families import rule_of
from ncnnc.compiler.input_shapes.regions import Decided
from ncnnc.compiler.input_shapes.words import fitting_line, set_lines
from ncnnc.dialects.context import NcnncContext

from tests.helpers.importing import load_model_files
from tests.helpers.own_layers import registered, same_shape
from tests.helpers.shape_search import Shapes, fits, solve, text_of

CONVOLUTION = "Convolution c 1 1 {} c 0=8 1=3 3=2 4=1 6=216"
NETWORKS = {
    "inner product": (
        "x=3,64,64",
        [CONVOLUTION.format("x"), "InnerProduct p 1 1 c y 0=4 2=32768"],
    ),
    "constant": (
        "x=3,96,96",
        [CONVOLUTION.format("x"), "MemoryData m 0 1 m 0=48 1=48 2=8", "BinaryOp b 2 1 c m y"],
    ),
    "table of positions": (
        "x=3,384,384",
        [
            "Convolution c 1 1 x c 0=8 1=16 3=16 6=6144",
            "Reshape r 1 1 c r 0=-1 1=8",
            "Permute t 1 1 r t 0=1",
            "MemoryData m 0 1 m 0=8 1=576",
            "BinaryOp b 2 1 t m y",
        ],
    ),
    "landscape": (
        "x=3,48,64",
        [CONVOLUTION.format("x"), "MemoryData m 0 1 m 0=32 1=24 2=8", "BinaryOp b 2 1 c m y"],
    ),
    "any": ("x=3,224,224", [CONVOLUTION.format("x")]),
    "a skip": (
        "x=3,224,224",
        [
            "Split s 1 2 x a b",
            "Convolution c 1 1 a c 0=3 1=3 3=2 4=1 6=81",
            "Interp i 1 1 c i 0=1 1=2 2=2",
            "Concat k 2 1 i b y",
        ],
    ),
    "squeezed": (
        "x=3,48,48",
        [
            CONVOLUTION.format("x"),
            "Pooling p 1 1 c p 1=16 11=16 2=16 12=16 5=1",
            "Squeeze s 1 1 p s -23303=2,1,2",
            "InnerProduct q 1 1 s y 0=4 2=32",
        ],
    ),
    "vector": ("x=20", ["InnerProduct p 1 1 x y 0=4 2=80"]),
    "words": ("x=16", ["Embed e 1 1 x y 0=8 1=100 3=800"]),
}


@pytest.mark.parametrize("kind", NETWORKS)
def test_a_shape_that_fits(kind: str):
    expected, layers = NETWORKS[kind]
    text = text_of(*layers)
    solution = solve(text)
    assert fitting_line(solution).startswith(f"--input {expected} fits")
    assert fits(text, dict(solution.shapes))


@pytest.mark.parametrize("kind", NETWORKS)
def test_sets_are_what_trying_finds(kind: str):
    """Every number near one that fits is tried, in each family."""
    text = text_of(*NETWORKS[kind][1])
    solution = solve(text)
    for family in solution.families:
        for number in range(max(family.number - 12, 1), family.number + 12):
            extents = list(solution.shapes["x"])
            for place in family.variables:
                extents[solution.variables[place].axis] = number
            assert fits(text, {"x": tuple(extents)}) == (number in family.numbers)
        if family.others:
            for pair in itertools.product(family.numbers[::97][:4], repeat=2):
                assert fits(text, {"x": (solution.shapes["x"][0], *pair)})


def test_words():
    assert fitting_line(solve(text_of(*NETWORKS["constant"][1]))) == "--input x=3,96,96 fits"
    assert set_lines(solve(text_of(*NETWORKS["a skip"][1]))) == [
        "height and width of x, each: any multiple of 2"
    ]
    only = [CONVOLUTION.format("x").replace("3=2 4=1", "3=1"), "InnerProduct p 1 1 c y 0=1 2=288"]
    assert (
        fitting_line(solve(text_of(*only))) == "--input x=3,8,8 fits (the only square up to 2048)"
    )


@pytest.mark.parametrize(
    ("numbers", "found", "rule"),
    [
        (range(1, 2049), 224, "any"),
        (range(33, 2049), 224, "any from 33 on"),
        (range(193, 225), 224, "193 to 224"),
        (range(64, 2049, 32), 224, "any multiple of 32 from 64 on"),
        (range(31, 2049, 32), 223, "any multiple of 32 plus 31"),
        ([96, 128, 160], 96, "any multiple of 32 from 96 to 160"),
        ([7, 96], 96, "7 or 96"),
        ([5, 6, *range(9, 2049)], 224, "any from 9 on, 2 smaller ones"),
        ([*range(32, 2049, 32), 63, 95], 224, "any multiple of 32, 2 others"),
        ([1, 2, 4, 8, 16, 33, 77], 77, "1, 2, 4, 8, 16, 33 and 1 others up to 2048"),
    ],
)
def test_rules(numbers, found: int, rule: str):
    decided = np.zeros(2048, bool)
    decided[np.array(list(numbers)) - 1] = True
    assert rule_of(Decided(decided, np.ones(2048, bool)), found) == rule


ATTENTION = text_of(
    "SDPA s 4 1 q k v m y 5=1",
    "RotaryEmbed r 3 1 q2 cos sin z 0=0",
    inputs="q k v m q2 cos sin",
)


@pytest.mark.parametrize(
    ("text", "given", "expected"),
    [
        (ATTENTION, {"q": (4, 5, 8), "k": (2, 7, 8), "q2": (4, 5, 8)}, {"m": (5, 7)}),
        (ATTENTION, {"q": (4, 5, 8), "k": (2, 7, 8), "q2": (4, 5, 8)}, {"v": (2, 7)}),
        (
            text_of("LSTM l 3 1 x h c y 0=4 1=256", inputs="x h c"),
            {"x": (5, 16)},
            {"h": (1, 4), "c": (1, 4)},
        ),
        (text_of("Concat k 2 1 x z y 0=1", inputs="x z"), {"x": (9, 4)}, {"z": (9,)}),
        (text_of("BinaryOp b 2 1 x z y", inputs="x z"), {"x": (3, 9, 4)}, {"z": (3, 9, 4)}),
        (
            text_of("Proposal p 3 1 x z i y", inputs="x z i"),
            {"x": (18, 5, 6)},
            {"z": (36, 5, 6), "i": (3,)},
        ),
    ],
)
def test_inputs_that_depend_on_each_other(text: bytes, given: Shapes, expected: Shapes):
    solution = solve(text, given)
    for name, extents in expected.items():
        assert solution.shapes[name][: len(extents)] == extents
    assert fits(text, dict(solution.shapes))


IMPLIED = {
    "an image without channels": (
        text_of("ExpandDims e 1 1 x e -23303=1,0", "Convolution c 1 1 e y 0=4 1=3 6=36"),
        {"x": (16, 16)},
    ),
    "rows of a matrix": (
        text_of(
            "MemoryData p 0 1 p 0=12 1=16",
            "MatMul m 2 1 p x m 0=0",
            "Reshape r 1 1 m y 0=-1 1=200 2=16",
        ),
        {"x": (12, 200)},
    ),
    "reshaped with an axis of 1": (
        text_of(
            "Reshape k 1 1 b k 0=3 1=1 11=1 2=5",
            "BinaryOp s 2 1 g k s 0=1",
            "Reduction d 1 1 s d 0=3 1=0 -23303=1,3 4=0 5=1",
            "Concat c 2 1 z d c 0=0",
            "Reshape r 1 1 c y 0=9 1=4 11=1 2=6",
            inputs="g b z",
        ),
        {"z": (1, 4, 9), "g": (5, 4, 9, 3)},
    ),
    "an image as rows": (
        text_of("Reshape r 1 1 x r 0=-1 1=8 2=1", "Permute p 1 1 r y 0=4"),
        {"x": (8, 224, 224)},
    ),
}


@pytest.mark.parametrize("kind", IMPLIED)
def test_extents_that_layers_imply(kind: str):
    text, expected = IMPLIED[kind]
    solution = solve(text)
    assert {name: solution.shapes[name] for name in expected} == expected
    assert fits(text, dict(solution.shapes))


def test_lines_of_text_may_be_wider_than_high():
    """The height must become 1, as in recognisers of text; the width is free."""
    text = text_of(
        "Convolution v 1 1 x v 0=4 1=3 3=32 6=108",
        "Split l 1 2 v a b",
        "Reshape r 1 1 a r 0=-1 1=1 2=4",
        "Concat c 2 1 r b y 0=0",
    )
    solution = solve(text)
    wide = {"x": (3, 32, 320)}
    assert fits(text, wide)
    assert solution.covers(wide)
    assert not solution.covers({"x": (3, 48, 320)})


def test_a_line_of_text_is_proposed_as_recognisers_take_it():
    layers = ["Convolution a 1 1 x a 0=4 1=3 13=48 3=4 4=1 6=108", "Squeeze s 1 1 a s -23303=1,1"]
    layers += ["Permute p 1 1 s p 0=1", "InnerProduct y 1 1 p y 0=9 2=36"]
    solution = solve(text_of(*layers))
    assert solution.shapes == {"x": (3, 48, 320)}
    assert solution.covers({"x": (3, 31, 999)})
    assert not solution.covers({"x": (3, 64, 320)})


TRACKER = text_of(
    "Convolution c 1 1 x c 0=96 1=16 3=16 6=73728",
    "Reshape r 1 1 c r 0=-1 1=96",
    "BatchNorm n 1 1 z n 0=96",
    "Reshape s 1 1 n s 0=-1 1=96",
    "Permute p 1 1 s p 0=1",
    "MatMul m 2 1 p r m",
    "Reshape t 1 1 m t 0=16 1=16 2=-1",
    "Convolution y 1 1 t y 0=4 1=1 6=256",
    inputs="x z",
)


def test_an_image_beside_the_features_of_a_template():
    """Any pair of as many cells fits: 64x64 and 64x64, 16x64 and 64x64."""
    assert solve(TRACKER).shapes == {"x": (3, 256, 256), "z": (96, 8, 8)}


def test_sound_is_a_vector():
    """Whatever is reshaped at once, and parts of a stack of states."""
    layers = ["Reshape r 1 1 x r 0=-1 1=1", "Convolution1D c 1 1 r c 0=8 1=400 3=100 6=3200"]
    layers += ["Permute p 1 1 c p 0=1", "Split q 1 2 s s0 s1"]
    layers += ["Crop h 1 1 s0 h -23309=1,0 -23310=1,1 -23311=1,0"]
    layers += ["Crop k 1 1 s1 k -23309=1,1 -23310=1,2 -23311=1,0"]
    layers += ["LSTM y 3 1 p h k y 0=4 1=128 2=0"]
    assert solve(text_of(*layers, inputs="x s")).shapes == {"x": (512,), "s": (2, 4)}


def test_parts_along_a_fourth_axis_need_four():
    crops = [f"Crop c{i} 1 1 x{i} y{i} -23309=1,{i} -23310=1,{i + 1} -23311=1,3" for i in (0, 1)]
    solution = solve(text_of("Split s 1 2 x x0 x1", *crops))
    assert (len(solution.shapes["x"]), solution.shapes["x"][3]) == (4, 2)


def test_running_means_are_matrices():
    """A layer of sherpa accepts any shape with the right number of cells."""
    layers = ["Reshape r 1 1 x r 0=8 1=-1", "Split s 1 2 m m0 m1"]
    layers += ["Crop c 1 1 m0 c -23309=1,0 -23310=1,1 -23311=1,0"]
    layers += ["Crop d 1 1 m1 d -23309=1,1 -23310=1,2 -23311=1,0"]
    layers += ["PoolingModuleNoProj p 3 3 r n c y a b"]
    shapes = solve(text_of(*layers, inputs="x n m")).shapes
    assert (shapes["n"], shapes["m"]) == ((1,), (2, 8))


def test_a_column_that_is_broadcast():
    """A speaker beside the moments of speech."""
    solution = solve(text_of("BinaryOp b 2 1 x z y", inputs="x z"), {}, x=(4, 7), z=(4, 7))
    assert "columns of x, z, equal: any; 1 for x or z, too" in set_lines(solution)
    assert solution.covers({"x": (4, 11), "z": (4, 1)})
    assert not solution.covers({"x": (4, 11), "z": (4, 2)})


def test_pairs_of_heights_and_widths():
    """Heights and widths fit only as pairs: the file has a fixed number of positions."""
    layers = ["Reshape r 1 1 x r 0=-1 1=1 2=3", "MemoryData m 0 1 m 0=36 1=1 2=3"]
    layers += ["BinaryOp b 2 1 r m y"]
    solution = solve(text_of(*layers))
    assert solution.shapes["x"] == (3, 6, 6)
    assert not solution.covers({"x": (3, 6, 7)})
    wide = solve(text_of("Pooling p 1 1 x p 1=3 11=5 2=2 12=7 5=1", "Flatten f 1 1 p f"))
    assert {"height of x: any from 5 on", "width of x: any from 3 on"} <= {*set_lines(wide)}
    assert wide.covers({"x": (3, 5, 2048)})


def test_an_op_that_no_input_can_help_is_named_at_once():
    names = [f"i{i}" for i in range(20)]
    layers = [f"Convolution c{n} 1 1 {n} c{n} 0=4 1=3 6=108" for n in names]
    layers += [f"Reshape r{n} 1 1 c{n} r{n} 0=16 1=-1 11=2 2=2" for n in names]
    text = text_of(*layers, "Convolution g 1 1 ri0 y 0=4 1=3 6=36", inputs=" ".join(names))
    started = time.process_time()
    with pytest.raises(ModelError, match=r"'g' \(Convolution\): no input shape .* are for 1"):
        solve(text)
    assert time.process_time() - started < 2  # 0.1 s on a quiet machine


PYRAMID = text_of(
    "Convolution c 1 1 x c 0=8 1=3 3=2 4=1 6=216",
    "Split l 1 2 c d e",
    "Convolution f 1 1 d f 0=8 1=3 3=2 4=1 6=576",
    "Concat g 2 1 e s g",
    "Concat h 2 1 f t h",
    "Convolution i 1 1 g i 0=1 1=1 6=12",
    "Convolution j 1 1 h j 0=1 1=1 6=10",
    inputs="x s t",
)


def test_states_follow_the_image():
    solution = solve(PYRAMID)
    assert solution.shapes == {"x": (3, 224, 224), "s": (4, 112, 112), "t": (2, 56, 56)}
    assert set_lines(solution) == ["height and width of x, each: any; s, t follow"]
    assert solution.covers({"x": (3, 99, 41), "s": (4, 50, 21), "t": (2, 25, 11)})
    assert not solution.covers({"x": (3, 99, 41), "s": (4, 50, 21), "t": (2, 11, 25)})
    assert fits(PYRAMID, {"x": (3, 99, 41), "s": (4, 50, 21), "t": (2, 25, 11)})


def test_a_number_that_is_broadcast():
    layers = ("Convolution c 1 1 x c 0=8 1=1 6=24", "BinaryOp b 2 1 c z y")
    solution = solve(text_of(*layers, inputs="x z"))
    assert solution.shapes["z"] == (8, 224, 224)
    assert "z: 1 fits, too" in set_lines(solution)
    assert solution.covers({"z": (1,)})


def test_an_image_that_one_of_its_states_decides():
    layers = PYRAMID.decode().splitlines()[5:]
    layers = ["MemoryData m 0 1 m 0=30 1=20 2=2", "BinaryOp b 2 1 t m b", *layers]
    text = text_of(*(line.replace(" f t h", " f b h") for line in layers), inputs="x s t")
    solution = solve(text)
    assert solution.shapes["t"] == (2, 20, 30)
    assert solution.covers({"x": (3, 80, 120), "s": (4, 40, 60), "t": (2, 20, 30)})


def test_a_suggested_shape_comes_first():
    text = text_of(CONVOLUTION.format("x"))
    assert solve(text, x=(3, 640, 480)).shapes["x"] == (3, 640, 480)
    assert solve(text, x=(4, 640, 480)).shapes["x"] == (3, 640, 480)


def test_the_shape_of_the_file_comes_before_usual_ones():
    text = text_of(CONVOLUTION.format("x")).replace(
        b"Input x 0 1 x", b"Input x 0 1 x 0=99 1=88 2=3"
    )
    assert fitting_line(solve(text)) == "--input x=3,88,99 fits, as the file suggests"


def test_a_file_that_says_60_and_fits_80():
    """A pooling of 20x20 before a Scale by channels, at 60 larger than what it pools."""
    text = text_of(
        "Convolution c 1 1 x c 0=8 1=3 3=2 6=216",
        "Convolution d 1 1 c d 0=8 1=3 3=2 4=1 6=576",
        "Split s 1 2 d e f",
        "Pooling p 1 1 e p 0=1 1=20 2=20",
        "Flatten g 1 1 p g",
        "Scale h 2 1 f g h 0=-233",
    )
    text = text.replace(b"Input x 0 1 x", b"Input x 0 1 x 0=60 1=60 2=3")
    assert fitting_line(solve(text)) == "--input x=3,80,80 fits"
    assert not fits(text, {"x": (3, 60, 60)})


def test_a_layer_that_nothing_fits_is_named():
    layers = (CONVOLUTION.format("x"), "Convolution d 1 1 c y 0=1 1=1 6=9")
    with pytest.raises(ModelError, match=r"layer 'd'.*no input shape was found that fits"):
        solve(text_of(*layers))


@pytest.mark.parametrize("count", [1, 4, 16, 64])
def test_no_hint_takes_long(count: int):
    """Networks of many inputs of wrong shapes, that nothing fits."""
    rng = np.random.default_rng(count)
    names, layers = [f"x{i}" for i in range(count)], []
    for i in range(count):
        layers.append(f"Convolution c{i} 1 1 x{i} c{i} 0={rng.integers(1, 9)} 1=3 6=54")
    layers.append(f"Concat k {count} 1 {' '.join(f'c{i}' for i in range(count))} k")
    layers.append(f"Split s 1 {count} k {' '.join(f's{i}' for i in range(count))}")
    layers.append(f"Concat t {count} 1 {' '.join(f's{i}' for i in range(count))} t 0=1")
    layers.append("MemoryData m 0 1 m 0=13 1=7 2=5")
    layers.append("BinaryOp b 2 1 t m y")
    text = text_of(*layers, inputs=" ".join(names))
    shapes = {name: tuple(map(int, rng.integers(2, 40, 3))) for name in names}
    ctx = NcnncContext()
    started = time.process_time()
    with pytest.raises(ModelError):
        infer_shapes(load_model_files(ctx, text, None, shapes, 0), ctx)
    assert time.process_time() - started < 3


def random_graph(count: int) -> bytes:
    """400 layers on inputs of random shapes."""
    rng = np.random.default_rng(count)
    lines: list[str] = []
    for i in range(count):
        c, h, w = rng.integers(1, 9), *rng.integers(2, 99, 2)
        lines.append(f"Input x{i} 0 1 x{i} 0={w} 1={h} 2={c}")
    blobs = [f"x{i}" for i in range(count)]
    for n in range(400):
        kind = rng.integers(0, 4)
        a, b = rng.choice(blobs, 2)
        blobs.remove(a)
        if kind == 0:
            lines.append(f"Split l{n} 1 2 {a} b{n} c{n}")
            blobs.append(f"c{n}")
        elif kind == 1 or a == b:
            lines.append(f"Convolution l{n} 1 1 {a} b{n} 0=8 1=3 4=1 6={72 * rng.integers(1, 9)}")
        else:
            type = "BinaryOp" if kind == 2 else "Concat"
            lines.append(f"{type} l{n} 2 1 {a} {b} b{n}")
            blobs.remove(b)
        blobs.append(f"b{n}")
    return "\n".join(["7767517", f"{len(lines)} 999", *lines, ""]).encode()


@pytest.mark.parametrize("count", [1, 16, 64])
def test_inspecting_many_layers_that_do_not_fit(count: int):
    started = time.process_time()
    survey = survey_model(read_model_record(random_graph(count)), None, {})
    assert survey.problems
    assert time.process_time() - started < 3


def doubled(params: Any, x: tuple[int, ...]) -> tuple[int, ...]:
    return (x[0], 2 * x[1], 2 * x[2])


def doubled_by_numpy(params: Any, x: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int, np.array(x) * (1, 2, 2)))


@pytest.mark.parametrize("shape", [doubled, doubled_by_numpy])
def test_layers_of_users_take_part(shape):
    layers = (
        "Convolution c 1 1 x c 0=8 1=3 3=2 4=1 6=216",
        "TestOp o 1 1 c o",
        "Concat k 2 1 o z y 0=0",
    )
    with registered("TestOp", shape=shape, reference=same_shape):
        solution = solve(text_of(*layers, inputs="x z"))
    assert solution.shapes["z"][1:] == (224, 224)


def test_a_function_that_computes_with_extents_has_sets():
    layers = ("Convolution c 1 1 x c 0=8 1=3 3=2 4=1 6=216", "TestOp o 1 1 c y")
    with registered("TestOp", shape=doubled, reference=same_shape):
        assert set_lines(solve(text_of(*layers))) == ["height and width of x, each: any"]
