"""`--input auto`, and what verbs say of shapes in files that cannot be."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import pytest
from ncnnc.compiler.cli.main import main
from ncnnc.compiler.diagnostics import ModelError

LINES = (
    "Input in0 0 1 in0",
    "Input in1 0 1 in1",
    "Convolution c 1 1 in0 c 0=4 1=3 3=2 4=1 6=108",
    "InnerProduct p 1 1 c p 0=8 2=8192",
    "LSTM l 1 1 in1 l 0=8 1=512",
    "BinaryOp b 2 1 l p y",
)


def written(path: Path, lines: tuple[str, ...] = LINES) -> str:
    path.write_text("\n".join(["7767517", f"{len(lines)} 99", *lines, ""]))
    return str(path)


@pytest.fixture
def model(tmp_path: Path) -> str:
    return written(tmp_path / "m.param")


FOUND = "input shapes: in0=3,32,32 in1=16,16\n"
VERBS = {
    "compile": ["-o", "m.ncnnc"],
    "run": [],
    "diff": ["--precision", "bf16"],
}


@pytest.mark.isa
@pytest.mark.parametrize("verb", VERBS)
def test_verbs_take_shapes_that_fit(
    verb: str, model: str, tmp_path: Path, capfd, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert main([verb, model, "--random-weights", "0", "--input", "auto", *VERBS[verb]]) == 0
    assert FOUND in capfd.readouterr().err


def test_a_mistake_that_no_shape_mends_is_named(tmp_path: Path, capsys):
    path = written(tmp_path / "m.param", (LINES[0], "MemoryData d 0 1 d", "BinaryOp b 2 1 in0 d y"))
    assert main(["compile", path, "--random-weights", "0", "--input", "auto"]) == 1
    reason = (
        "m.param:4: error: layer 'd' (MemoryData): its parameters 0=0 1=0 11=0 2=0 are no shape"
    )
    assert reason in capsys.readouterr().err


def test_inspecting_lists_shapes_and_takes_auto(model: str, capsys):
    assert main(["inspect", model]) == 1
    out = capsys.readouterr().out
    assert "shapes         --input in0=3,32,32 --input in1=16,16 fit\n" in out
    assert "               rows of in1: any\n" in out
    assert main(["inspect", model, "--input", "auto", "--input", "in1=5,16"]) == 0
    out, err = capsys.readouterr()
    assert err == "input shapes: in0=3,32,32\n"
    assert "input 1        in1: float32[5, 16]\n" in out


@pytest.mark.isa
def test_python_takes_auto(model: str):
    compiled = ncnnc.compile(model, random_weights=0, inputs="auto", cache=False)
    assert [spec.shape for spec in compiled.inputs] == [(3, 32, 32), (16, 16)]


def test_a_model_that_nothing_fits(tmp_path: Path, capsys):
    path = written(tmp_path / "m.param", (*LINES[:3], "Convolution d 1 1 c y 0=1 1=1 6=9"))
    assert main(["compile", path, "--random-weights", "--input", "auto"]) == 1
    assert "m.param:6: error: layer 'd' (Convolution): no input shape" in capsys.readouterr().err
    with pytest.raises(ModelError, match="no input shape was found"):
        ncnnc.compile(path, random_weights=0, inputs="auto")


def test_auto_is_for_a_model_that_is_not_compiled(tmp_path: Path, capsys):
    assert main(["run", str(tmp_path / "m.ncnnc"), "--input", "auto"]) == 2
    assert "--input auto is for a .param" in capsys.readouterr().err


WRONG = ("Input in0 0 1 in0 0=60 1=60 2=3", *LINES[1:])


def test_a_wrong_input_line_is_named(tmp_path: Path, capsys):
    path = written(tmp_path / "m.param", WRONG)
    assert main(["compile", path, "--random-weights", "--input", "in1=5,16"]) == 1
    assert "hint: --input in0=3,32,32 fits" in capsys.readouterr().err
    assert main(["inspect", path, "--input", "auto"]) == 0
    assert FOUND in capsys.readouterr().err


def test_optimize_warns_of_a_wrong_input_line(tmp_path: Path, capsys):
    path, out = written(tmp_path / "m.param", WRONG), tmp_path / "out.param"
    assert main(["optimize", path, "null", str(out), str(tmp_path / "out.bin")]) == 0
    warning = (
        "m.param:3: warning: input 'in0' is 3x60x60 in the file, which the layers do not take; "
        "hint: --input in0=3,32,32 fits\n"
    )
    assert warning in capsys.readouterr().err
    assert "Input                    in0                      0 1 in0\n" in out.read_text()


def test_optimize_refuses_layers_that_fit_nothing(tmp_path: Path, capsys):
    path = written(tmp_path / "m.param", (*WRONG[:3], "Convolution d 1 1 c y 0=1 1=1 6=9"))
    files = [str(tmp_path / "out.param"), str(tmp_path / "out.bin")]
    assert main(["optimize", path, "null", *files]) == 1
    assert "layer 'd'" in capsys.readouterr().err
    assert not Path(files[0]).exists()
