"""`ncnnc quantize`: what it shows, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.pixels import resized_pixels
from ncnnc.compiler.report.comparison import read_facts

from tests.helpers.command_line import fails

pytestmark = pytest.mark.isa

FILES = ["m.param", "m.bin", "q.param", "q.bin"]


@pytest.fixture
def data(folder: Path) -> str:
    """A file of samples for the model of the folder."""
    x = np.random.default_rng(0).normal(size=(3, 3, 8, 8)).astype(np.float32)
    np.save(folder / "x.npy", x)
    return "x.npy"


def test_layers_sizes_and_error_are_shown(data: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["quantize", *FILES, "--data", data, "--write-table", "m.table"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split() == [
        *("layer", "type", "precision", "input", "scale", "SNR", "dB", "error", "alone"),
    ]
    assert "these hurt most: " in out
    assert "int8: 2 of 2 layers; weights 10.5 KiB -> 2.7 KiB" in out
    assert "of the largest magnitude, on 3 of 3 samples" in out
    assert " 8=2" in Path("q.param").read_text()
    assert len(Path("m.table").read_text().splitlines()) == 4


def test_errors_of_layers_are_in_a_report(data: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["quantize", *FILES, "--data", data, "--json", "q.json"]) == 0
    written = json.loads(Path("q.json").read_text())
    assert cli.main(["report", "q.param", "--errors", "q.json", "-o", "q.html", "--no-code"]) == 0
    errors = read_facts("q.html")["errors"]
    assert list(errors) == [layer["name"] for layer in written["layers"]]
    for layer in written["layers"]:
        assert errors[layer["name"]]["error_alone"] == layer["error_alone"] > 0
    for content in ("[]", "{", '{"layers": [{"name": "x"}]}', '{"layers": [1]}', '{"layers": 1}'):
        Path("q.json").write_text(content)
        words = ["report", "q.param", "--errors", "q.json", "-o", "q.html"]
        fails(words, 1, "no errors by layer", capsys)


def test_a_table_needs_no_data(data: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["quantize", *FILES, "--data", data, "--write-table", "m.table"]) == 0
    first = Path("q.bin").read_bytes()
    assert cli.main(["quantize", *FILES, "--table", "m.table"]) == 0
    assert Path("q.bin").read_bytes() == first


def test_layers_are_spared(data: str, capsys: pytest.CaptureFixture[str]):
    words = ["--data", f"data=@{data}", "--keep", "fc", "--method", "kl"]
    assert cli.main(["quantize", *FILES, *words]) == 0
    assert "as asked for" in capsys.readouterr().out
    assert cli.main(["quantize", *FILES, "--data", data, "--max-error", "1e-9"]) == 0
    out = capsys.readouterr().out
    assert "int8: 0 of 2 layers" in out
    assert "for the error" in out


def test_images_are_read_as_run_reads_them(folder: Path, capsys: pytest.CaptureFixture[str]):
    images = pytest.importorskip("PIL.Image", reason="images need pillow")
    (folder / "images").mkdir()
    pixels = np.random.default_rng(1).integers(0, 256, (16, 16, 3), np.uint8)
    images.fromarray(pixels).save(folder / "images" / "a.png")
    words = ["--data", "images", "--method", "minmax", "--mean", "0", "--norm", "0.5"]
    assert cli.main(["quantize", *FILES, *words]) == 0
    row = capsys.readouterr().out.splitlines()[1].split()
    resized = resized_pixels(pixels, 8, 8).astype(np.uint8)
    assert float(row[3]) == pytest.approx(127 / (0.5 * resized.max()), rel=1e-5)


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        ([], 2, "neither a table of scales nor data"),
        (["--data", "x.npy", "--data", "x.npy"], 2, "samples are given twice"),
        (["--data", "x.npy", "--keep", "con1"], 2, "unknown layer 'con1'; did you mean 'conv1'?"),
        (["--data", "x.npy", "--keep", "relu1"], 2, "layer 'relu1' (ReLU) is float32 in any case"),
        (["--data", "nothing.npy"], 1, "nothing.npy: error: no readable .npy file"),
        (["--data", "empty"], 2, "there are no samples in folder 'empty'"),
        (["--data", "y=@x.npy"], 2, "unknown input 'y'"),
        (["--table", "no.table"], 1, "no.table: error: cannot be read"),
        (["--table", "m.param", "--max-error", "1"], 2, "measuring an error needs data"),
    ],
)
def test_what_is_wrong_is_one_line(
    data: str, words: list[str], status: int, reason: str, capsys: pytest.CaptureFixture[str]
):
    Path("empty").mkdir()
    fails(["quantize", *FILES, *words], status, reason, capsys)
    assert not Path("q.param").exists()


def test_both_outputs_need_names(data: str, capsys: pytest.CaptureFixture[str]):
    words = ["quantize", "m.param", "m.bin", "q", "q", "--data", data]
    fails(words, 2, "both outputs are named 'q'", capsys)


MATRICES = "7767517\n2 2\nInput x 0 1 x 0=64 1=3\nGemm g 1 1 x y 3=1 5=1 8=40 9=64 10=-1\n"


@pytest.fixture
def matrices(folder: Path) -> str:
    """A model of one matrix, and samples for it."""
    Path("m.param").write_text(MATRICES)
    random = np.random.default_rng(0)
    np.concatenate([np.zeros(1), random.normal(size=2560)]).astype(np.float32).tofile("m.bin")
    np.save("rows.npy", random.normal(size=(8, 3, 64)).astype(np.float32))
    return "rows.npy"


def test_blocks_and_their_errors_are_shown(matrices: str, capsys: pytest.CaptureFixture[str]):
    words = ["--blocks", "4", "--block", "64", "--method", "gptq", "--data", matrices]
    assert cli.main(["quantize", *FILES, *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        *("layer", "type", "precision", "weight", "error"),
        "output",
        "error",
    ]
    assert lines[1].split()[:4] == ["g", "Gemm", "4", "bits"]
    assert lines[-1] == "4 bits, blocks of 64: 1 of 1 layers; weights 10.0 KiB -> 1.4 KiB"
    assert " 18=401" in Path("q.param").read_text()
    assert cli.main(["quantize", *FILES, "--blocks", "4", "--block", "64", "--json", "q.json"]) == 0
    (layer,) = json.loads(Path("q.json").read_text())["layers"]
    assert 0 < layer["weight_error"] < 0.2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--blocks", "4", "--method", "awq"], "hint: give samples, or take 'mse'"),
        (["--blocks", "4", "--method", "kl"], "unknown method 'kl'"),
        (["--method", "gptq", "--data", "rows.npy"], "unknown method 'gptq'"),
        (["--block", "32"], "--block is for --blocks BITS"),
        (["--blocks", "4", "--table", "t"], "--table is for int8, not for --blocks"),
        (["--blocks", "4", "--small-winograd"], "--small-winograd is for int8"),
    ],
)
def test_mistakes_about_blocks(matrices: str, capsys, words: list[str], reason: str):
    assert cli.main(["quantize", *FILES, *words]) == 2
    assert reason in capsys.readouterr().err
    assert not Path("q.bin").exists()


def test_memory_for_generated_weights(matrices: str, capsys: pytest.CaptureFixture[str]):
    words = ["quantize", "m.param", "null", *FILES[2:], "--blocks", "4"]
    fails([*words, "--max-memory", "8K"], 1, "hint: --max-memory allows more", capsys)
    assert cli.main([*words, "--max-memory", "1M"]) == 0
