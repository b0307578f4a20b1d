"""Frame interpolation: frames between are where things are then, in tiles too."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.lowering import param_text

images = pytest.importorskip("PIL.Image", reason="pillow is not installed: ncnnc[image]")

pytestmark = pytest.mark.isa

FOLDER = Path(__file__).parents[2] / "examples" / "interpolate"
HEIGHT, WIDTH = 75, 130
MOTION = (-4, 8)
"""Pixels from one frame to the next: rows, columns."""
BORDER = 24
"""Pixels at borders, where what is needed is outside of a frame."""
LEAST = 40.0
"""Decibels."""


@pytest.fixture(scope="module")
def scene() -> np.ndarray:
    """`h,w,3` of bytes: smooth noise, larger than a frame."""
    noise = np.random.default_rng(0).integers(0, 256, (20, 30, 3), dtype=np.uint8)
    large = images.fromarray(noise).resize((240, 160), images.Resampling.BICUBIC)
    return np.asarray(large)


def frame(scene: np.ndarray, time: float) -> np.ndarray:
    """Render the scene, which moves as a whole, at a time."""
    row, column = (40 - round(step * time) for step in MOTION)
    return scene[row : row + HEIGHT, column : column + WIDTH]


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.setattr(sys, "argv", ["interpolate.py", *map(str, arguments), "--threads", "1"])
    return importlib.import_module("interpolate").main()


def decibels(found: np.ndarray, wanted: np.ndarray) -> float:
    inner = (slice(BORDER, -BORDER), slice(BORDER, -BORDER))
    error = (found[inner].astype(float) - wanted[inner].astype(float)) ** 2
    return 10 * np.log10(255**2 / max(error.mean(), 1e-9))


def read(folder: Path) -> list[np.ndarray]:
    return [np.asarray(images.open(path)) for path in sorted(folder.iterdir())]


def test_a_folder_of_frames(
    scene: np.ndarray,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """Four times as many; whole frames, then tiles of them."""
    given = tmp_path / "frames"
    given.mkdir()
    (given / "notes.txt").write_text("not to be read")
    for number in range(3):
        images.fromarray(frame(scene, number)).save(given / f"{number}.png")
    whole, tiled = tmp_path / "whole", tmp_path / "tiled"
    assert run(monkeypatch, given, "-o", whole, "--times", 4) == 0
    assert capsys.readouterr().err == f"{whole}: 3 frames to 9\n"
    found = read(whole)
    assert [path.name for path in sorted(whole.iterdir())][-1] == "00000009.png"
    for number, array in enumerate(found):
        if number % 4 == 0:
            np.testing.assert_array_equal(array, frame(scene, number / 4))
        else:
            assert decibels(array, frame(scene, number / 4)) > LEAST
    blend = (frame(scene, 0).astype(float) + frame(scene, 1)) / 2
    assert decibels(blend, frame(scene, 0.5)) < LEAST - 15
    arguments = ("-o", tiled, "--times", 4, "--tile", 96, "--halo", 28)
    assert run(monkeypatch, given, *arguments) == 0
    for one, other in zip(found, read(tiled), strict=True):
        assert np.abs(one.astype(int) - other.astype(int)).max() <= 1


def test_two_files_and_a_network_without_a_time(
    scene: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A network that takes the mean; two inputs of other names."""
    layers = "BinaryOp a 2 1 input0 input1 a 0=0\nBinaryOp b 1 1 a out 0=2 1=1 2=0.5"
    param = param_text(layers, {"input0": (3, 1, 1), "input1": (3, 1, 1)})
    (tmp_path / "mean.param").write_bytes(param)
    (tmp_path / "mean.bin").write_bytes(b"")
    files = [tmp_path / "a.png", tmp_path / "b.png"]
    for number, path in enumerate(files):
        images.fromarray(frame(scene, number)).save(path)
    network = ("--network", tmp_path / "mean.param")
    output = tmp_path / "out"
    assert run(monkeypatch, *files, "-o", output, *network) == 0
    _, middle, _ = read(output)
    expected = (frame(scene, 0).astype(float) + frame(scene, 1)) / 2
    assert np.abs(middle - expected).max() <= 0.51
    assert run(monkeypatch, *files, "-o", tmp_path / "none", *network, "--times", 3) == 1
    assert not (tmp_path / "none").exists()


def test_the_network_in_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.setattr(sys, "argv", ["block_matching.py", str(tmp_path)])
    module = importlib.import_module("block_matching")
    module.main()
    param, weights = module.network()
    assert (tmp_path / "flownet.param").read_bytes() == param
    assert (tmp_path / "flownet.bin").read_bytes() == weights


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([(40, 40)], "1 frames are too few to make others between"),
        ([(40, 40), (40, 41)], "the frame is 41x40, "),
    ],
)
def test_what_is_wrong_is_one_line(
    sizes: list[tuple[int, int]],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    given = tmp_path / "frames"
    given.mkdir()
    for number, (height, width) in enumerate(sizes):
        images.new("RGB", (width, height)).save(given / f"{number}.png")
    assert run(monkeypatch, given, "-o", tmp_path / "out") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert not (tmp_path / "out").exists()
