"""expand-batches: what the wheel computes of blobs that are batches of several items."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.analysis.comparison import open_graph
from ncnnc.compiler.cli import main as cli

from tests.helpers.model_files import RAW_TAG, ModelFiles, needs_ncnn

pytestmark = [pytest.mark.isa, needs_ncnn]

TARGETS = ("x86-64", "x86-avx2")
ITEM = (4, 6, 5)
"""Shape of the items of most tests."""


def random(*shape: int) -> np.ndarray:
    """Numbers that are the same in every run."""
    return np.random.default_rng(sum(shape)).uniform(-1, 1, shape).astype(np.float32)


def batch(count: int, axis: int = 0, shape: tuple[int, ...] = ITEM) -> str:
    """A layer that makes a batch `a` of the vector `x`; the axis may count from the end."""
    extents = list(shape)
    extents.insert(axis if axis >= 0 else len(shape) + 1 + axis, count)
    return f'Reshape split 1 1 x a 13={axis} 6="{",".join(map(str, reversed(extents)))}"'


def join(axis: int = 0, blob: str = "b", more: str = '6="-1"') -> str:
    """A layer that makes a blob `y` of a batch."""
    return f"Reshape join 1 1 {blob} y 12={axis} {more}"


def assert_as_in_ncnn(
    folder: Path, layers: list[str], inputs: dict[str, np.ndarray], *arrays: np.ndarray
) -> None:
    """Compiled, run by numpy, and optimized, a model computes what the wheel does."""
    heads = [f"Input {name} 0 1 {name} {extents_of(x)}" for name, x in inputs.items()]
    files = ModelFiles(folder, "\n".join([*heads, *layers]), *arrays)
    expected = files.run("in", inputs)
    paths = files.path("in.param"), files.path("in.bin")
    results = [ncnnc.compile(*paths, target=target).run(inputs) for target in TARGETS]
    for result in (*results, open_graph(*paths).run(inputs)):
        assert list(result) == list(expected)
        for name, array in expected.items():
            assert result[name].shape == array.shape
            scale = max(1e-6, float(np.abs(array).max()))
            np.testing.assert_allclose(result[name], array, rtol=0, atol=1e-5 * scale)
    files.optimize()
    files.assert_same_in_ncnn(inputs, rtol=1e-5)


def extents_of(x: np.ndarray) -> str:
    """The parameters of an Input."""
    ids = {1: (0,), 2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 11, 2)}[x.ndim]
    return " ".join(f"{id}={n}" for id, n in zip(ids, reversed(x.shape), strict=True))


@pytest.mark.parametrize(
    ("axis", "count"),
    [(0, 1), (0, 2), (1, 3), (1, 2), (2, 4), (3, 2), (-1, 3), (-2, 2), (-3, 4), (-4, 2)],
)
def test_every_place_of_the_batch(axis: int, count: int, tmp_path: Path):
    other = (axis + 2) % 4  # joined elsewhere
    layers = [batch(count, axis), "Softmax soft 1 1 a b 0=0 1=1", join(other)]
    assert_as_in_ncnn(tmp_path, layers, {"x": random(count * 120)})


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_a_batch_that_is_an_output(axis: int, tmp_path: Path):
    layers = [batch(3, axis, (6, 5)), "Permute turn 1 1 a y 0=1"]
    assert_as_in_ncnn(tmp_path, layers, {"x": random(90)})


LAYERS = {
    "softmax": ["Softmax l 1 1 a b 0=1 1=1"],
    "permute": ["Permute l 1 1 a b 0=3"],
    "pooling": ["Pooling l 1 1 a b 0=0 1=2 2=2"],
    "global pooling": ["Pooling l 1 1 a b 0=1 4=1"],
    "flatten": ["Flatten l 1 1 a b"],
    "reshape": ["Reshape l 1 1 a b 0=10 1=0 2=-1"],
    "slice": ["Slice l 1 2 a b c -23300=2,1,-233", "AbsVal m 1 1 c z"],
    "split": ["Split l 1 2 a c d", "AbsVal m 1 1 c e", "BinaryOp n 2 1 e d b 0=0"],
    "matmul": ["Split l 1 2 a c d", "MatMul m 2 1 c d b 0=1"],
    "concat": ["Split l 1 2 a c d", "Concat m 2 1 c d b 0=1"],
    "unbatched operand": ["BinaryOp l 2 1 a v b 0=2"],
    "unbatched first": ["BinaryOp l 2 1 v a b 0=1"],
    "crop like a batch": ["Crop l 2 1 w a b 0=1 1=1 2=0"],
    "size of a batch elsewhere": ['Crop l 1 1 a b 19="-(0n,1)" 20="3" 21="-1"'],
    "interp": ['Interp l 1 1 a b 0=1 9="*(0w,2),*(0h,0n)"'],
    "size of the batch": ['Reshape l 1 1 a b 6="//(120,*(2,0n)),*(2,0n)"'],
    "two axes": ['Reshape l 1 1 a b 12=1 13=2 6="10,3,2,6"'],
    "one of another size": ['Reshape l 1 1 a c 12=2 13=-1 6="4,-1,5"', "ReLU m 1 1 c b"],
}


@pytest.mark.parametrize("layers", LAYERS.values(), ids=LAYERS.keys())
def test_layers_between(layers: list[str], tmp_path: Path):
    text = "\n".join(layers)
    inputs = {"x": random(360)}
    inputs |= {"v": random(4, 1, 1)} if " v " in text else {}
    inputs |= {"w": random(5, 8, 7)} if " w " in text else {}
    assert_as_in_ncnn(tmp_path, [batch(3, 2), *layers, join(1)], inputs)


def test_weights(tmp_path: Path):
    layers = [
        batch(3),
        "Convolution conv 1 1 a c 0=8 1=3 4=1 5=1 6=288",
        "BatchNorm norm 1 1 c d 0=8",
        "ReLU relu 1 1 d e",
        "InnerProduct fc 1 1 e b 0=7 1=1 2=1680",
        join(1),
    ]
    norm = random(8), random(8), np.abs(random(8)) + 1, random(8)
    convolution = RAW_TAG, random(8, 4, 3, 3), random(8)
    product = RAW_TAG, random(7, 240), random(7)
    inputs = {"x": random(360)}
    assert_as_in_ncnn(tmp_path, layers, inputs, *convolution, *norm, *product)


def test_weights_are_stored_once(tmp_path: Path):
    sizes: list[int] = []
    for count in (1, 4):
        layers = batch(count), "Convolution conv 1 1 a b 0=64 1=1 6=4096", join()
        text = "\n".join([f"Input x 0 1 x 0={64 * 64 * count}", *layers])
        text = text.replace("5,6,4", "8,8,64")
        files = ModelFiles(tmp_path, text, RAW_TAG, random(64, 64))
        paths = files.path("in.param"), files.path("in.bin")
        ncnnc.compile(*paths, target="x86-avx2").save(tmp_path / "m.ncnnc")
        sizes.append((tmp_path / "m.ncnnc").stat().st_size)
    assert sizes[1] - sizes[0] < 4096 * 4


@pytest.mark.parametrize(
    "layer",
    [
        'Reshape l 2 1 v a y 6="6,1w"',
        'Reshape l 2 1 v a y 6="10,*(1n,1)"',
        'Reshape l 2 1 v a y 13=0 6="5,2,1n"',
        'Reshape l 2 1 a v y 6="//(1w,3),2,-1"',
        'Reshape l 2 1 a v y 12=2 6="0n,//(1w,3),-1"',
    ],
)
def test_references(layer: str, tmp_path: Path):
    assert_as_in_ncnn(tmp_path, [batch(3), layer], {"x": random(360), "v": random(30)})


def test_batches_of_batches(tmp_path: Path):
    layers = [
        batch(3, 1, (4, 30)),
        "Softmax soft 1 1 a c 0=1 1=1",
        'Reshape again 1 1 c d 12=0 13=1 6="10,3,4,3"',
        "Permute turn 1 1 d b 0=3",
        join(2, more='13=0 6="12,-1"'),
    ]
    assert_as_in_ncnn(tmp_path, layers, {"x": random(360)})


def test_one_input_axis_alone(tmp_path: Path):
    assert_as_in_ncnn(tmp_path, [join(1, "x", '6="0,0,0,0"')], {"x": random(4, 6, 5)})


TWO_BATCHES = """
Split s 1 2 x u v
Reshape r 1 1 u a 13=0 0=180 1=2
Reshape q 1 1 v b 13=0 0=120 1=3
Concat c 2 1 a b y
"""
BATCH_OF_A_BATCH = """
Reshape r 1 1 x a 13=0 0=180 1=2
Reshape q 1 1 a y 13=0 0=90 1=4
"""


@pytest.mark.parametrize(
    ("layers", "reason"),
    [
        ('Reshape s 1 1 x y 13=0 6="2,3,5,4,3"', "an output that is a batch of 3 blobs of 4x5x3x2"),
        (TWO_BATCHES, "'c' (Concat): takes a batch of 2 and one of 3"),
        (BATCH_OF_A_BATCH, "'q' (Reshape): its input is a batch of 2"),
    ],
)
def test_what_cannot_be(
    layers: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """The wheel computes the first one: no array of ours has five axes."""
    files = ModelFiles(tmp_path, f"Input x 0 1 x 0=360\n{layers}")
    path = files.path("in.param")
    for compute in (ncnnc.compile, open_graph):
        with pytest.raises(ncnnc.ModelError) as caught:
            compute(path, files.path("in.bin"))
        assert reason in str(caught.value)
    assert cli.main(["inspect", path]) == cli.EXIT_INPUT
    assert reason in capsys.readouterr().err


def test_inspect(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    layers = "Input x 0 1 x 0=360", batch(3), "Convolution c 1 1 a b 0=8 1=1 6=32", join()
    files = ModelFiles(tmp_path, "\n".join(layers), RAW_TAG, random(8, 4))
    assert cli.main(["inspect", files.path("in.param")]) == 0
    captured = capsys.readouterr()
    rows = [line.split() for line in captured.out.splitlines() if line]
    assert rows[1:4] == [
        ["split", "Reshape", "3*4x6x5"],
        ["c", "Convolution", "3*8x6x5", "2,880", "128"],
        ["join", "Reshape", "720"],
    ]
    assert "layers         3" in captured.out
    assert captured.err == ""


def test_profiles_name_the_layers_of_the_file(tmp_path: Path):
    layers = "Input x 0 1 x 0=360", batch(3), "Softmax soft 1 1 a b 0=0 1=1", join(1)
    files = ModelFiles(tmp_path, "\n".join(layers))
    model = ncnnc.compile(files.path("in.param"), files.path("in.bin"), target="x86-64")
    names = [step.name for step in model.program.steps]
    assert set(names) <= {"split", "soft", "join"}
    assert names.count("soft") == 3
