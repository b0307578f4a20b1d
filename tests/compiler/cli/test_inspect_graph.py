"""`ncnnc inspect --json` and `--dot`: the graph for programs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.command_line import PARAM, fails

pytestmark = pytest.mark.isa
FORK = """7767517
5 7
Input x  0 1 x 0=3 1=4 2=2
Split s  1 2 x x0 x1
ReLU  late  1 1 x0 out1
AbsVal early 1 1 x1 z
Convolution c 1 1 z out0 0=2 1=1 6=4
"""


def test_json_has_what_a_layer_reads_and_makes(folder: Path):
    assert cli.main(["inspect", "m.param", "--json", "m.json"]) == 0
    facts = json.loads((folder / "m.json").read_text())
    assert (facts["inputs"], facts["outputs"], facts["problems"]) == (["data"], ["prob"], [])
    assert facts["shapes"] == {
        "data": [3, 8, 8],
        "conv1": [4, 8, 8],
        "relu1": [4, 8, 8],
        "prob": [10],
    }
    conv = facts["layers"][1]
    parameters = {"num_output": 4, "kernel_w": 3, "pad_left": 1, "bias_term": 1}
    assert conv == {
        "name": "conv1",
        "type": "Convolution",
        "line": 4,
        "parameters": parameters | {"weight_data_size": 108},
        "reads": ["data"],
        "makes": ["conv1"],
        "multiply_adds": 6912,
        "weight_bytes": 448,
    }
    assert (facts["multiply_adds"], facts["weight_bytes"]) == (6912 + 2560, 448 + 10280)


def test_blobs_of_split_have_shapes(folder: Path, capsys: pytest.CaptureFixture[str]):
    """Outputs come in the order of a compiled model; a Split is a layer of the file."""
    (folder / "f.param").write_text(FORK)
    assert cli.main(["inspect", "f.param", "--json", "-"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["outputs"] == ["out0", "out1"]
    assert facts["layers"][1]["makes"] == ["x0", "x1"]
    assert facts["shapes"] == {blob: [2, 4, 3] for blob in ("x", "x0", "x1", "out1", "z", "out0")}


def test_a_model_that_is_amiss(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "m.param").write_text(PARAM.replace("ReLU ", "Foo "))
    assert cli.main(["inspect", "m.param", "--json", "-"]) == cli.EXIT_INPUT
    captured = capsys.readouterr()
    facts = json.loads(captured.out)
    assert facts["outputs"] == ["prob"]
    assert facts["layers"][3]["multiply_adds"] is None
    assert "prob" not in facts["shapes"]
    assert len(facts["problems"]) == 1
    assert "Foo" in facts["problems"][0]
    assert "Foo" in captured.err


def test_dot(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "f.param").write_text(FORK.replace("late", 'l"te'))
    assert cli.main(["inspect", "f.param", "--dot", "-"]) == 0
    text = capsys.readouterr().out
    assert re.findall(r'^  n\d \[label="(.*)"\];', text, re.M) == [
        "Input\\nx",
        'ReLU\\nl\\"te',
        "AbsVal\\nearly",
        "Convolution\\nc",
    ]
    assert re.findall(r"n(\d) -> n(\d) \[label=\"(.*)\"\]", text) == [
        ("0", "1", "2x4x3"),
        ("0", "2", "2x4x3"),
        ("2", "3", "2x4x3"),
    ]
    assert cli.main(["inspect", "f.param", "--dot", "f.dot"]) == 0
    assert (folder / "f.dot").read_text() == text
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg", "f.dot", "-o", "f.svg"], check=True)


def test_a_compiled_model_has_no_graph(folder: Path, capsys: pytest.CaptureFixture[str]):
    fails(["inspect", "m.ncnnc", "--json", "-"], cli.EXIT_USAGE, "holds no graph", capsys)
