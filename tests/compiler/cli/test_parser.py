"""Mistakes on the command line: one line each, with what was perhaps meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli

MISTAKES = {
    "comple m.param": "unknown verb 'comple'; did you mean 'compile'? (known: bench,",
    "": "the following arguments are required: VERB; hint: ncnnc --help",
    "--versin": "unknown option '--versin'; did you mean '--version'?; hint: ncnnc --help",
    "-x": "unknown option '-x'; hint: ncnnc --help",
    "compile": "arguments are required: MODEL; hint: ncnnc compile --help",
    "compile m.param --input data": "'data' is not of the form NAME=C,H,W",
    "compile m.param --threads 0": "'0' is not in 1..1024",
    "compile m.param --conv gemm": "'gemm' is not of the form LAYER=ALGORITHM",
    "compile m.param --schedule conv1": "'conv1' is not of the form LAYER=ENTRIES",
    "compile m.param --targt=x": "unknown option '--targt'; did you mean '--target'?",
    "compile m.param a.bin b.bin": "there is one argument too many, 'b.bin'",
    "compile m.param --conv-policy cast": "value of --conv-policy 'cast'; did you mean 'cost'?",
    "optimize a b c d 7": "unknown flag '7' (known: 0, 1, 65536)",
    "cache inf": "unknown action 'inf'; did you mean 'info'? (known: info, clear)",
    "run m.param --threads 0": "argument --threads: '0' is not in 1..1024; hint: ncnnc run --help",
    "run m.param --input data=3,+": "'data=3,+' is not of the form NAME=C,H,W",
    "compile m.param --input data=3,?,?": "'data=3,?,?' leaves extents open; name one shape",
    "compile m.param --input data=3,-1,-1": "'data=3,-1,-1' leaves extents open; name one shape",
    "run m.param --input data=cat.png": "is no shape; a file has an @: data=@cat.png",
    "compile m.param --precision int8": "'int8' is none; `ncnnc quantize` makes an int8 model",
    "diff m.param --precision fp16": "'fp16' is none; bf16 is the 16-bit type that there is",
    "compile m.param --cache int4": "unknown value of --state-type 'int4'; did you mean 'int8'?",
    "compile m.param --precision bf": "unknown value of --precision 'bf'; did you mean 'bf16'?",
    "run m.param --mean red": "'red' is not a list of numbers",
}


@pytest.mark.parametrize(("line", "reason"), MISTAKES.items())
def test_mistakes(line: str, reason: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        cli.main(line.split())
    assert ended.value.code == cli.EXIT_USAGE
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.startswith("error: ")
    assert reason in shown.err
    assert shown.err.count("\n") == 1


def test_options_may_be_shortened(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--vers"])
    assert not ended.value.code
    assert capsys.readouterr().out.startswith("ncnnc ")


@pytest.mark.parametrize(("name", "meant"), [("squeezent", "squeezenet"), ("n.parm", "n.param")])
def test_files_that_are_not_there(
    name: str,
    meant: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "n.param").write_text("")
    assert cli.main(["inspect", name]) == cli.EXIT_INPUT
    error = f"{name}: error: cannot be read: No such file or directory; hint: did you mean"
    assert capsys.readouterr().err == f"{error} '{meant}'?\n"
