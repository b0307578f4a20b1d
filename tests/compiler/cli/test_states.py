"""Models with states on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.command_line import fails
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.stateful import GROWING, RECURRENT

pytestmark = pytest.mark.isa

SHAPES = ["--input", "in0=4,12", "--input", "h0=8", "--input", "c0=8"]
MODEL = ["m.param", "--random-weights", "1", "--target", "x86-64", "--no-cache"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(RECURRENT)
    return tmp_path


def test_a_compiled_model_tells_its_states(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "m.param").write_text(GROWING.format(axis=0))
    shapes = ["--input", "in0=T,12", "--input", "c0=P,12", "--dim", "T=1..16", "--dim", "P=0..48"]
    words = ["compile", *MODEL, *shapes, "--state", "c0=out1", "-o", "m.ncnnc"]
    assert cli.main(words) == 0
    capsys.readouterr()
    assert cli.main(["inspect", "m.ncnnc"]) == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines() if line]
    assert lines[1][0] == "in0=Tx12"
    assert ["input", "in0: float32[T, 12]"] in lines
    assert ["state", "c0: float32[P, 12 -> T + P, 12]"] in lines
    assert ["output", "out0: float32[T + P, 12]"] in lines


def test_run_begins_a_session(folder: Path, capsys: pytest.CaptureFixture[str]):
    np.save("x.npy", np.ones((4, 12), np.float32))
    words = ["run", *MODEL, "--input", "in0=@x.npy", *SHAPES[2:], "--state", "auto"]
    assert cli.main(words) == 0
    assert "out0" in capsys.readouterr().out


def test_arrays_tell_the_extents_of_a_run(folder: Path, capsys: pytest.CaptureFixture[str]):
    """Inputs without an array have as many rows, or the most, behind none of the past."""
    decoder = SmallDecoder(layers=1)
    (folder / "m.param").write_text(decoder.text())
    words = ["--dim", "T=1..16", "--dim", "P=0..48", "--state", "auto", "-o", "m.ncnnc"]
    for name, shape in decoder.shapes("T", "P", "P+T").items():
        words += ["--input", f"{name}={','.join(map(str, shape))}"]
    assert cli.main(["compile", *MODEL, *words]) == 0
    run = ["run", "m.ncnnc", "--input", "in0=@x.npy"]
    np.save("x.npy", np.ones((3, 64), np.float32))
    for words, rows in ((run[:2], 16), (run, 3)):
        capsys.readouterr()
        assert cli.main(words) == 0
        assert f" {rows}x64 " in capsys.readouterr().out
    np.save("x.npy", np.ones((17, 64), np.float32))
    fails(run, 1, "error: T is 17, out of the range 1 to 16", capsys)
    hint = "input 'in0' is Tx64; hint: an array tells its extents, --input in0=@x.npy"
    fails(["run", "m.ncnnc", "--input", "in0=3,64"], 2, hint, capsys)
    fails(["bench", "m.ncnnc"], 2, "states; hint: --decode 64 --prefill 64 time its steps", capsys)
    fixed = "diff takes fixed shapes; hint: --input in0=16,64"
    fails(["diff", "m.param", "m.param", "--input", "in0=T,64"], 2, fixed, capsys)


@pytest.mark.parametrize("rows", [3, 16])
def test_the_first_run_of_a_session_is_compared_with_numpy(
    rows: int, folder: Path, capsys: pytest.CaptureFixture[str]
):
    decoder = SmallDecoder(layers=1)
    (folder / "m.param").write_text(decoder.text())
    np.save("x.npy", np.random.default_rng(0).uniform(-1, 1, (rows, 64)).astype(np.float32))
    words = ["--dim", "T=1..16", "--dim", "P=0..48", "--state", "auto", "--reference"]
    for name, shape in decoder.shapes("T", "P", "P+T").items():
        words += ["--input", f"{name}={','.join(map(str, shape))}"]
    assert cli.main(["run", *MODEL, *words, "--input", "in0=@x.npy"]) == 0
    found = capsys.readouterr().out
    assert f" {rows}x64 " in found
    error = re.search(r"largest difference to numpy: (\S+) ", found)
    assert error is not None
    assert float(error[1]) < 1e-5


def test_states_of_a_fixed_size_are_timed(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["bench", *MODEL, *SHAPES, "--state", "auto", "--seconds", "0.01"]) == 0
    assert "\nncnnc " in capsys.readouterr().out


def test_a_library_for_c_has_states(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["compile", *MODEL, *SHAPES, "--state", "auto"]
    assert cli.main([*words, "-o", "m.o"]) == 0
    assert "m_session_run(" in Path("m.h").read_text()
    assert cli.main(["inspect", "m.o"]) == 0
    assert "state 0        h0" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--state-type", "--cache"])
def test_the_type_of_states_has_two_names(option: str):
    given = cli.build_parser().parse(["compile", "m.param", option, "bf16"])
    assert given.state_type == "bf16"


def test_mistakes(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["compile", *MODEL, *SHAPES, "-o", "m.ncnnc"]
    fails([*words, "--state", "h=h1"], 2, "unknown input 'h'", capsys)
    fails([*words, "--state", "h0=x"], 2, "unknown output 'x'", capsys)
