"""`ncnnc inspect` on a small model, and on models that are not supported."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.command_line import PARAM, fails

pytestmark = pytest.mark.isa


def test_inspect_needs_no_weights(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "m.bin").unlink()
    assert cli.main(["inspect", "m.param"]) == 0
    output = capsys.readouterr().out
    rows = {words[0]: words[1:] for words in map(str.split, output.splitlines()) if words}
    assert rows["conv1"] == ["Convolution", "4x8x8", "6,912", "448"]
    assert rows["relu1"] == ["ReLU", "4x8x8"]
    assert rows["fc"] == ["InnerProduct", "10", "2,560", "10,280"]
    assert rows["input"] == ["data:", "float32[3,", "8,", "8]"]
    assert rows["output"] == ["prob:", "float32[10]"]
    assert rows["multiply-adds"][0] == "0.0"


def test_outputs_come_in_the_order_of_their_numbers(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    """pnnx numbers the results of the original model; the file has them as they are computed."""
    lines = ["7767517", "4 5", "Input x 0 1 x 0=4", "Split s 1 2 x a b"]
    lines += ["ReLU late 1 1 a out1", "AbsVal early 1 1 b out0"]
    (folder / "p.param").write_text("\n".join(lines))
    assert cli.main(["inspect", "p.param"]) == 0
    text = capsys.readouterr().out
    assert "output 0       out0: float32[4]\noutput 1       out1: float32[4]\n" in text
    assert cli.main(["compile", "p.param"]) == 0
    for model in (ncnnc.compile("p.param"), ncnnc.load("p.ncnnc")):
        assert [spec.name for spec in model.outputs] == ["out0", "out1"]
        absolute, clamped = model(np.array([-1, 2, -3, 4], np.float32))
        np.testing.assert_array_equal(absolute, [1, 2, 3, 4])
        np.testing.assert_array_equal(clamped, [0, 2, 0, 4])


def test_inspect_takes_shapes_and_zoo_names(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "m.param").write_text(PARAM.replace(" 0=8 1=8 2=3\n", "\n"))
    fails(["inspect", "m.param"], cli.EXIT_INPUT, "give it, outermost extent first", capsys)
    assert cli.main(["inspect", "m.param", "--input", "data=3,8,8"]) == 0
    assert "4x8x8" in capsys.readouterr().out
    assert cli.main(["inspect", "squeezenet"]) == 0
    assert "fire9/concat" in capsys.readouterr().out


def test_inspect_names_every_unsupported_layer(folder: Path, capsys: pytest.CaptureFixture[str]):
    text = PARAM.replace("ReLU ", "Foo ").replace("InnerProduct", "Bar")
    (folder / "m.param").write_text(text)
    assert cli.main(["inspect", "m.param"]) == cli.EXIT_INPUT
    captured = capsys.readouterr()
    assert "relu1  Foo" in captured.out
    assert "Foo (line 5); Bar (line 6)" in captured.err
