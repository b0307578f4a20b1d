"""`ncnnc run` on images, with metadata that say what the model finds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.bundles import PARAM, weights, write_head
from tests.helpers.command_line import fails
from tests.helpers.heads import Known, columns_head

images = pytest.importorskip("PIL.Image")

pytestmark = pytest.mark.isa

METADATA = """task: detect
stride: 32
imgsz: [64, 96]
names:
  0: person
  1: traffic light
"""
BOXES = [Known((24, 20, 48, 44), 0.9, 1), Known((25, 20, 49, 44), 0.8, 1)]
TABLE = """\
label          score    x0    y0     x1    y1
traffic light  0.900  50.0  25.0  100.0  75.0
"""
"""The image is 0.48 as large in the input, and begins in its row 8."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a detector of known boxes, and an image."""
    monkeypatch.chdir(tmp_path)
    write_head(tmp_path / "yolo", METADATA, out0=columns_head(BOXES, 2))
    pixels = np.full((100, 200, 3), (10, 100, 200), np.uint8)
    images.fromarray(pixels).save("cat.png")
    return tmp_path


def output_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return what a command prints that succeeds."""
    capsys.readouterr()
    assert cli.main(words) == 0
    return capsys.readouterr().out


def test_boxes_that_the_model_chooses(folder: Path, capsys: pytest.CaptureFixture[str]):
    """The same table, from the files and from a compiled model."""
    words = ["--input", "in0=@cat.png"]
    assert output_of(["run", "yolo/", *words, "--postprocess", "yolo"], capsys) == TABLE
    resized = ["--preprocess", "in0=resize=64,96:letterbox=114", "--postprocess"]
    for steps in ("yolo", "yolo:coordinates=image"):
        assert output_of(["run", "yolo/", *words, *resized, steps], capsys) == TABLE
    assert "best of out0" in output_of(["run", "yolo/", "--postprocess", "yolo"], capsys)
    output_of(["compile", "yolo/", "-o", "m.ncnnc", "--postprocess", "out0=yolo:most=9"], capsys)
    metadata = ["--metadata", "yolo/metadata.yaml"]
    assert output_of(["run", "m.ncnnc", *words, *metadata], capsys) == TABLE


@pytest.mark.parametrize("task", ["pose", "segment"])
def test_poses_and_masks_that_the_model_makes(
    folder: Path, task: str, capsys: pytest.CaptureFixture[str]
):
    """The same table and report as from the head, and masks within the pixels of their edges."""
    text = METADATA.replace("detect", task) + "kpt_shape: [1, 2]\n"
    known = [replace(box, extras=[8.0, 9.0]) for box in BOXES]
    outputs = {"out0": columns_head(known, 2)}
    if task == "segment":
        outputs["out1"] = np.ones((2, 16, 24), np.float32)
        text = text.replace("kpt_shape: [1, 2]\n", "")
    write_head(folder / "made", text, **outputs)
    words = ["run", "made/", "--input", "in0=@cat.png", "--json"]
    steps = ["--postprocess", "out0=yolo:extras=2"]
    output_of([*words, "head.json"], capsys)
    output_of([*words, "made.json", *steps], capsys)
    head, made = (
        json.loads(Path(name).read_text())["found"] for name in ("head.json", "made.json")
    )
    areas = [found.pop("mask_pixels", 0) for found in (*head, *made)]
    assert head == made
    assert areas[0] == pytest.approx(areas[1], rel=0.1)


def test_heads_of_other_tasks_are_not_postprocessed(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    text = METADATA.replace("detect", "classify")
    write_head(folder / "classify", text, out0=columns_head(BOXES, 2))
    reason = "does not fit postprocess: its heads are for 'classify', not 'detect'"
    fails(["compile", "classify/", "--postprocess", "yolo"], 2, reason, capsys)


def test_a_table_a_picture_and_a_report(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["run", "yolo/", "--input", "in0=@cat.png", "--save", "out.png", "--json", "out.json"]
    assert output_of(words, capsys) == TABLE
    report = json.loads(Path("out.json").read_text())
    assert (report["image"], report["width"], report["height"]) == ("cat.png", 200, 100)
    (found,) = report["found"]
    assert (found["name"], found["label"], found["score"]) == ("traffic light", 1, 0.9)
    np.testing.assert_allclose(found["box"], [50, 25, 100, 75], atol=1e-3)
    picture = np.asarray(images.open("out.png"))
    assert tuple(picture[50, 50]) == (60, 180, 75)
    assert tuple(picture[50, 75]) == (10, 100, 200)


def test_the_only_input_needs_no_name(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert output_of(["run", "yolo", "--input", "@cat.png"], capsys) == TABLE
    words = ["run", "yolo", "--input", "@cat.png", "--input", "3,128,192"]
    assert "0.900 25.0 4.2 50.0 29.2" in " ".join(output_of(words, capsys).split())


def test_a_report_on_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]):
    output = output_of(["run", "yolo", "--input", "@cat.png", "--json", "-"], capsys)
    assert json.loads(output)["found"][0]["name"] == "traffic light"


def test_thresholds(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["run", "yolo", "--input", "@cat.png"]
    assert output_of([*words, "--overlap", "0.95"], capsys).count("traffic light") == 2
    assert output_of([*words, "--confidence", "0.95"], capsys) == "nothing found\n"


def test_a_compiled_model_takes_metadata_from_a_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    assert cli.main(["compile", "yolo", "-o", "m.ncnnc"]) == 0
    words = ["run", "m.ncnnc", "--input", "@cat.png"]
    assert "traffic light" not in output_of(words, capsys)
    assert output_of([*words, "--metadata", "yolo/metadata.yaml"], capsys) == TABLE


def test_preprocessing_that_is_compiled_in(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["run", "yolo", "--input", "@cat.png", "--preprocess"]
    boxed = output_of([*words, "in0=resize=64,96:letterbox=114:norm=0.004"], capsys)
    assert boxed == TABLE
    stretched = output_of([*words, "in0=resize=64,96:norm=0.004"], capsys)
    assert "50.0  31.2  100.0  68.8" in stretched


def test_an_image_as_large_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["run", "yolo", "--input", "@cat.png", "--dynamic"]
    assert "21.4  10.7  42.9  32.1" in output_of(words, capsys)


def test_files_that_are_not_written(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["run", "yolo", "--input", "@cat.png", "--save", "x.gif"]
    fails(words, cli.EXIT_USAGE, "--save writes no '.gif'; hint: .npz", capsys)
    assert not Path("x.gif").exists()


def test_what_the_model_is_given(folder: Path, capsys: pytest.CaptureFixture[str]):
    pixel = PARAM.replace("Pooling      pool  1 1 b out0 0=1 4=1", "ReLU r2 1 1 b out0")
    Path("yolo/model.ncnn.param").write_text(pixel)
    Path("yolo/model.ncnn.bin").write_bytes(weights())
    words = ["run", "yolo", "--input", "@cat.png", "--save"]
    assert cli.main([*words, "letterbox.npz"]) == 0
    assert "warning: no output is a head of 'detect' with 2 classes" in capsys.readouterr().err
    blob = np.full((3, 64, 96), 114, np.float32)
    blob[:, 8:56] = np.reshape([10, 100, 200], (3, 1, 1))
    np.save("x.npy", blob / np.float32(255))
    assert cli.main(["run", "yolo", "--input", "@x.npy", "--save", "array.npz"]) == 0
    boxed, given = np.load("letterbox.npz")["out0"], np.load("array.npz")["out0"]
    np.testing.assert_allclose(boxed, given, atol=1e-6)
    np.save("x.npy", blob[::-1] / np.float32(255))
    assert cli.main(["run", "yolo", "--input", "@x.npy", "--save", "array.npz"]) == 0
    assert cli.main([*words, "letterbox.npz", "--order", "bgr"]) == 0
    exchanged, given = np.load("letterbox.npz")["out0"], np.load("array.npz")["out0"]
    np.testing.assert_allclose(exchanged, given, atol=1e-6)
    assert not np.allclose(exchanged, boxed, atol=1e-3)
    np.save("x.npy", (blob - 3) * np.float32(0.5))
    assert cli.main(["run", "yolo", "--input", "@x.npy", "--save", "array.npz"]) == 0
    own = ["--mean", "3", "--norm", "0.5"]
    assert cli.main([*words, "letterbox.npz", *own]) == 0
    boxed, given = np.load("letterbox.npz")["out0"], np.load("array.npz")["out0"]
    np.testing.assert_allclose(boxed, given, rtol=1e-6)


def test_a_turned_image(folder: Path, capsys: pytest.CaptureFixture[str]):
    exif = images.Exif()
    exif[0x0112] = 6
    images.open("cat.png").save("turned.jpg", exif=exif)
    assert cli.main(["run", "yolo", "--input", "@turned.jpg", "--json", "out.json"]) == 0
    report = json.loads(Path("out.json").read_text())
    assert (report["width"], report["height"]) == (100, 200)


def test_without_an_image_outputs_are_shown(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert "out0    6x84" in output_of(["run", "yolo"], capsys)
    np.save("x.npy", np.zeros((3, 64, 96), np.float32))
    assert "out0    6x84" in output_of(["run", "yolo", "--input", "in0=@x.npy"], capsys)


def test_samples_of_a_quantization_are_prepared_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    Path("yolo/model.ncnn.param").write_text(PARAM)
    Path("yolo/model.ncnn.bin").write_bytes(weights())
    words = ["quantize", "yolo", "q.param", "q.bin", "--data", "cat.png", "--write-table"]
    assert cli.main([*words, "by_metadata.txt"]) == 0
    blob = np.full((3, 64, 96), 114, np.float32)
    blob[:, 8:56] = np.reshape([10, 100, 200], (3, 1, 1))
    np.save("x.npy", blob / np.float32(255))
    words[5] = "x.npy"
    assert cli.main([*words, "by_array.txt"]) == 0
    scales = [Path(name).read_text().split() for name in ("by_metadata.txt", "by_array.txt")]
    numbers = [[float(word) for word in each if word[0].isdigit()] for each in scales]
    np.testing.assert_allclose(*numbers, rtol=1e-5)


def test_mistakes_are_one_line(folder: Path, capsys: pytest.CaptureFixture[str]):
    fails(["run", "yolo", "--save", "x.png"], 2, "--save of a picture needs an image", capsys)
    Path("yolo/metadata.yaml").rename("meta.yaml")
    words = ["run", "yolo", "--input", "3,64,96", "--input", "@cat.png"]
    fails([*words, "--json", "x"], 2, "--json needs to know what the model finds; hint", capsys)
    fails([*words, "--metadata", "none"], 1, "none: error: cannot be read: No such file", capsys)
    Path("other.yaml").write_text("a: 1\n")
    wrong = "other.yaml is no metadata of Ultralytics"
    fails([*words, "--metadata", "other.yaml"], 2, wrong, capsys)
    Path("classes.yaml").write_text("task: classify\nnames: [a, b]\n")
    words += ["--metadata", "classes.yaml", "--json", "x.json"]
    fails(words, 2, "no output has the probabilities of 2 classes: 'out0' is 6x84", capsys)
    assert not Path("x.json").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--confidence", "2"], "'2' is not in 0..1"),
        (["--overlap", "x"], "'x' is not a list of numbers"),
        (["--input", "cat.png"], "a file has an @: @cat.png"),
    ],
)
def test_wrong_options(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as caught:
        cli.main(["run", "yolo", *words])
    assert caught.value.code == 2
    assert reason in capsys.readouterr().err


def test_several_inputs_need_names(folder: Path, capsys: pytest.CaptureFixture[str]):
    text = "7767517\n3 3\nInput a 0 1 a 0=2\nInput b 0 1 b 0=2\nBinaryOp c 2 1 a b c 0=0\n"
    Path("two.param").write_text(text)
    words = ["run", "two.param", "--input", "@x.npy"]
    fails(words, 2, "the model has 2 inputs, name one: a, b", capsys)


def test_a_long_table_is_cut(folder: Path, capsys: pytest.CaptureFixture[str]):
    many = [Known((20 * i, 0, 20 * i + 10, 10), 0.9, 0) for i in range(40)]
    write_head(Path("many"), METADATA, out0=columns_head(many, 2, 210))
    words = ["run", "many", "--input", "@cat.png", "--json", "out.json"]
    lines = output_of(words, capsys).splitlines()
    assert len(lines) == 32
    assert lines[-1] == "and 10 of lower scores, which --json lists"
    assert len(json.loads(Path("out.json").read_text())["found"]) == 40
