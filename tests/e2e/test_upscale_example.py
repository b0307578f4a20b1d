"""The upscaler: what it writes is what the network gives, with transparency, in tiles."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import ncnnc
import numpy as np
import pytest

from tests.helpers.lowering import param_text

images = pytest.importorskip("PIL.Image", reason="pillow is not installed: ncnnc[image]")

pytestmark = pytest.mark.isa

FOLDER = Path(__file__).parents[2] / "examples" / "upscale"
TILES = ["--tile", "48", "--threads", "1"]
LEAST_GAIN = 0.5
"""Decibels more than bicubic enlargement has, on drawings that training never saw."""
ESRGAN = """
    Convolution c1 1 1 data a 0=8 1=3 4=1 5=1 6=216
    Convolution c2 1 1 a b 0=8 1=3 4=1 5=1 6=576 9=2 -23310=1,0.2
    Concat cc 2 1 a b c
    Convolution c3 1 1 c d 0=8 1=3 4=1 5=1 6=1152
    Eltwise res 2 1 d a e 0=1 -23301=2,0.2,1.0
    Interp up1 1 1 e f 0=1 1=2.0 2=2.0
    Convolution c4 1 1 f g 0=8 1=3 4=1 5=1 6=576 9=2 -23310=1,0.2
    Interp up2 1 1 g h 0=1 1=2.0 2=2.0
    Convolution c5 1 1 h output 0=3 1=3 4=1 5=1 6=216"""
"""With the names and detours of Real-ESRGAN's files."""


def module(name: str, folder: Path = FOLDER) -> ModuleType:
    """A file of the example."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.fixture(scope="module")
def drawing() -> np.ndarray:
    """`h,w,3` of bytes, of a seed that training does not use."""
    made = module("train").drawing(np.random.default_rng(1000), 128)
    return np.rint(made * 255).astype(np.uint8).transpose(1, 2, 0)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["upscale.py", *map(str, arguments)])
    return module("upscale").main()


def decibels(found: np.ndarray, wanted: np.ndarray) -> float:
    error = ((found.astype(float) - wanted.astype(float)) ** 2).mean()
    return 10 * np.log10(255**2 / error)


def whole(param: bytes | Path, image: np.ndarray) -> np.ndarray:
    """Return the network's result for the whole image, in levels before rounding."""
    x = np.ascontiguousarray(image.transpose(2, 0, 1), np.float32) / 255
    seed = 1 if isinstance(param, bytes) else None
    model = ncnnc.compile(param, dynamic=True, random_weights=seed)
    return np.asarray(model(x)).transpose(1, 2, 0) * 255


def test_it_enlarges_better_than_bicubic(
    drawing: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    small = images.fromarray(drawing).reduce(2)
    small.save(tmp_path / "small.png")
    assert run(monkeypatch, tmp_path / "small.png", "-o", tmp_path / "large.png", *TILES) == 0
    large = np.asarray(images.open(tmp_path / "large.png"))
    bicubic = np.asarray(small.resize((128, 128), images.Resampling.BICUBIC))
    assert decibels(large, drawing) >= decibels(bicubic, drawing) + LEAST_GAIN
    expected = whole(FOLDER / "x2.param", np.asarray(small))
    assert np.abs(large - expected).max() < 0.51
    assert sorted(path.name for path in tmp_path.iterdir()) == ["large.png", "small.png"]


def test_transparency_goes_through_the_network(
    drawing: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    given = np.concatenate([drawing[:61, :53], drawing[60:121, 70:123, :1]], axis=2)
    images.fromarray(given).save(tmp_path / "a.png")
    assert run(monkeypatch, tmp_path / "a.png", "-o", tmp_path / "b.png", *TILES) == 0
    found = np.asarray(images.open(tmp_path / "b.png"))
    colours = whole(FOLDER / "x2.param", given[:, :, :3])
    alpha = whole(FOLDER / "x2.param", np.repeat(given[:, :, 3:], 3, axis=2)).mean(2, keepdims=True)
    assert np.abs(found - np.concatenate([colours, alpha], axis=2)).max() < 0.51


def test_a_network_from_a_hub(
    drawing: np.ndarray,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """Other names, four times as large, weights as a file, and a result of another size."""
    param = param_text(ESRGAN, {"data": (3, 1, 1)})
    (tmp_path / "x4.param").write_bytes(param)
    net = tmp_path / "x4.param"
    network = ("--network", net)
    images.fromarray(drawing[:50, :70]).convert("L").save(tmp_path / "gray.png")
    weights = np.random.default_rng(0).normal(0, 0.1, 4 * 3000).astype(np.float32)
    tagged = []
    for count, bias in ((216, 8), (576, 8), (1152, 8), (576, 8), (216, 3)):
        tagged += [bytes(4), weights[:count].tobytes(), bytes(4 * bias)]
    (tmp_path / "x4.bin").write_bytes(b"".join(tagged))
    output = tmp_path / "b.png"
    assert run(monkeypatch, tmp_path / "gray.png", *network, "-o", output, *TILES) == 0
    assert images.open(output).size == (280, 200)
    assert capsys.readouterr().err == f"{output}: 70x50 to 280x200\n"
    gray = np.asarray(images.open(tmp_path / "gray.png").convert("RGB"))
    expected = np.clip(whole(net, gray), 0, 255)
    assert np.abs(np.asarray(images.open(output)) - expected).max() < 0.51
    arguments = ("-o", output, *TILES, "--scale", "1.5", "--halo", "4")
    assert run(monkeypatch, tmp_path / "gray.png", *network, *arguments) == 0
    assert images.open(output).size == (105, 75)


def test_a_line_where_tiles_may_show_seams(
    drawing: np.ndarray,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    images.fromarray(drawing[:30, :30]).save(tmp_path / "a.png")
    arguments = ("-o", tmp_path / "b.png", "--tile", "12", "--threads", "1")
    assert run(monkeypatch, tmp_path / "a.png", *arguments) == 1
    seams, refused = capsys.readouterr().err.splitlines()
    assert seams == "the network looks 5 pixels far: tiles overlap by 16 pixels, --halo takes more"
    assert refused.startswith("error: tiles of 12 pixels have no room for a halo of 16")
    assert not (tmp_path / "b.png").exists()


def test_all_kinds_of_images(drawing: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """16 bits of gray, a palette with a transparent colour, and alpha that is opaque."""
    gray = drawing[:12, :10, 0]
    images.fromarray(gray.astype(np.uint16) * 257).save(tmp_path / "gray.png")
    palette = images.fromarray(drawing[:12, :10]).quantize(8)
    palette.save(tmp_path / "palette.png", transparency=0)
    images.fromarray(drawing[:12, :10]).convert("RGBA").save(tmp_path / "opaque.png")
    modes = {"gray": "RGB", "palette": "RGBA", "opaque": "RGB"}
    for name, mode in modes.items():
        output = tmp_path / f"{name}.large.png"
        assert run(monkeypatch, tmp_path / f"{name}.png", "-o", output, *TILES) == 0
        large = images.open(output)
        assert (large.mode, large.size) == (mode, (20, 24))
    expected = whole(FOLDER / "x2.param", np.repeat(gray[:, :, None], 3, axis=2))
    assert np.abs(np.asarray(images.open(tmp_path / "gray.large.png")) - expected).max() < 0.51


@pytest.mark.parametrize(
    ("given", "output", "message"),
    [
        ("none.png", "b.png", "none.png: No such file or directory"),
        ("text.png", "b.png", "text.png: cannot identify image file"),
        ("alpha.png", "b.jpg", "is transparent; hint: write a .png"),
        ("alpha.png", "b.xyz", "no image has the suffix '.xyz'; hint: .png"),
        ("alpha.png", "no/b.png", "does not exist"),
    ],
)
def test_what_is_wrong_is_one_line(
    given: str,
    output: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    (tmp_path / "text.png").write_text("no image")
    images.new("RGBA", (4, 4)).save(tmp_path / "alpha.png")
    assert run(monkeypatch, tmp_path / given, "-o", tmp_path / output) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert not (tmp_path / output).exists()


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "x"])
@pytest.mark.parametrize("option", ["--scale", "--range"])
def test_numbers_that_cannot_be(option: str, value: str, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(SystemExit, match="2"):
        run(monkeypatch, "a.png", "-o", "b.png", f"{option}={value}")


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        (
            "Input b 0 1 b\nBinaryOp add 2 1 data b output 0=0",
            "an upscaler has one input, this has 2",
        ),
        ("Slice s 1 2 data output rest -23300=2,1,-233", "the network makes 1 channels"),
    ],
)
def test_networks_that_are_no_upscalers(
    layers: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    (tmp_path / "n.param").write_bytes(param_text(layers, {"data": (3, 1, 1)}))
    (tmp_path / "n.bin").write_bytes(b"")
    images.new("RGB", (4, 4)).save(tmp_path / "a.png")
    network = ("--network", tmp_path / "n.param")
    assert run(monkeypatch, tmp_path / "a.png", *network, "-o", tmp_path / "b.png", *TILES) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "b.png").exists()


def test_a_scale_beyond_all_images(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    images.new("RGB", (4, 4)).save(tmp_path / "a.png")
    words = (tmp_path / "a.png", "-o", tmp_path / "b.png", *TILES, "--scale", "1e9")
    assert run(monkeypatch, *words) == 1
    assert capsys.readouterr().err == "--scale 1e+09 makes more than 65536 pixels a side\n"


@pytest.mark.parametrize("example", ["upscale", "interpolate"])
def test_without_pillow(example: str, monkeypatch: pytest.MonkeyPatch):
    folder = FOLDER.parent / example
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(SystemExit, match="needs pillow"):
        module(example, folder)


@pytest.mark.parametrize("example", ["upscale", "interpolate"])
def test_the_commands_of_the_pages(example: str, monkeypatch: pytest.MonkeyPatch):
    """They are taken; what they would do is tested above."""
    folder = FOLDER.parent / example
    monkeypatch.syspath_prepend(folder)
    loaded = module(example, folder)
    seen: list[object] = []
    monkeypatch.setattr(loaded, "run", lambda arguments, console: seen.append(arguments.output))
    page = (folder / "README.md").read_text(encoding="utf-8")
    lines = re.findall(rf"^ +python (examples/{example}/{example}\.py [^#\n]*)", page, re.MULTILINE)
    for line in lines:
        monkeypatch.setattr(sys, "argv", line.split())
        assert loaded.main() == 0
    assert len(seen) == len(lines) >= 3


def test_the_file_is_that_of_the_training():
    assert (FOLDER / "x2.param").read_text() == module("train").PARAM
