"""`--mask`: inputs that are causal masks, at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.command_line import fails
from tests.helpers.lowering import param_text

WORDS = ["m.param", "--random-weights", "--input", "q=3,5,8", "--input", "k=3,9,8"]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with a model."""
    monkeypatch.chdir(tmp_path)
    shapes = {"q": (3, 5, 8), "k": (3, 9, 8), "m": (5, 9)}
    Path("m.param").write_bytes(param_text("SDPA s 4 1 q k k m y 5=1", shapes))


def test_a_mask_is_no_input(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["compile", *WORDS, "--mask", "m=causal", "-o", "m.ncnnc"]) == 0
    assert cli.main(["inspect", "m.ncnnc"]) == 0
    printed = capsys.readouterr().out
    assert "k: float32[3, 9, 8]" in printed
    assert "m: float32" not in printed


def test_what_does_not_fit(capsys: pytest.CaptureFixture[str]):
    words = ["compile", *WORDS, "-o", "m.ncnnc", "--mask"]
    with pytest.raises(SystemExit):
        cli.main([*words, "m"])
    assert "'m' is not of the form NAME=causal" in capsys.readouterr().err
    fails([*words, "m=window"], 2, "unknown mask 'm' 'window'", capsys)
    fails([*words, "n=causal", "--input", "m=5,9"], 2, "unknown input 'n'", capsys)


@pytest.mark.isa
def test_ncnn_needs_the_mask(capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    words = ["bench", *WORDS, "--mask", "m=causal", "--compare", "ncnn"]
    fails(words, 2, "ncnn needs the masks that --mask leaves out", capsys)
