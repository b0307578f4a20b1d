"""`--input-type`: integers at the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.e2e.test_int8_inputs import FILES
from tests.helpers.command_line import fails
from tests.helpers.needed_features import needs_features_of

pytestmark = pytest.mark.isa
TYPE = ["--input-type", "x=int8"]
OPTIONS = ["--target", "x86-avx2"]


@pytest.fixture(name="folder", autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with a model and arrays for it."""
    needs_features_of("x86-avx2")
    monkeypatch.chdir(tmp_path)
    param, weights = FILES
    Path("m.param").write_bytes(param)
    Path("m.bin").write_bytes(weights)
    numbers = np.random.default_rng(5).integers(-127, 128, (3, 8, 9))
    np.save("x.npy", numbers.astype(np.int8))
    np.save("f.npy", numbers.astype(np.float32))


def test_integers_are_run(capsys: pytest.CaptureFixture[str]):
    """By a compiled model and by the `.param`, and what numpy makes of it."""
    assert cli.main(["compile", "m.param", "-o", "m.ncnnc", *OPTIONS, *TYPE]) == 0
    assert cli.main(["run", "m.ncnnc", "--input", "x=@x.npy", "--save", "a.npz"]) == 0
    capsys.readouterr()
    words = ["run", "m.param", *OPTIONS, *TYPE, "--input", "x=@x.npy", "--reference"]
    assert cli.main([*words, "--save", "b.npz"]) == 0
    difference = capsys.readouterr().out.partition("difference to numpy: ")[2].split()[0]
    assert float(difference) < 1e-6
    with np.load("a.npz") as first, np.load("b.npz") as second:
        np.testing.assert_array_equal(first["c"], second["c"])
        assert first["c"].max() > 0
    assert cli.main(["inspect", "m.ncnnc"]) == 0
    assert "x: int8[3, 8, 9] of scale " in capsys.readouterr().out


def test_what_does_not_fit(capsys: pytest.CaptureFixture[str]):
    words = ["run", "m.param", *OPTIONS, *TYPE, "--input", "x=@f.npy"]
    fails(words, 1, "blob 'x' needs int8, not float32; hint: ", capsys)
    fails(["run", "m.param", "--input-type", "x=int4"], 2, "did you mean 'int8'?", capsys)
    assert cli.main(["compile", "m.param", "-o", "m.ncnnc", *OPTIONS]) == 0
    late = "m.ncnnc is compiled already: --input-type comes too late"
    fails(["run", "m.ncnnc", *TYPE], 2, late, capsys)
    fails(["inspect", "m.param", *TYPE], 2, "--input-type needs --layer", capsys)


def test_compared_with_ncnn(capsys: pytest.CaptureFixture[str]):
    """The same numbers, as float32, are what it reads."""
    pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    words = ["bench", "m.param", *OPTIONS, *TYPE, "--compare", "ncnn", "--seconds", "0.05"]
    assert cli.main(words) == 0
    printed = capsys.readouterr().out
    assert float(printed.partition("outputs differ by ")[2].split()[0]) < 1e-5
