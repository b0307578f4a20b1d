"""Other engines beside ours: what is compared, the tables, and a run on a small network."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

pytest.importorskip("onnx", reason="other engines read ONNX: needs the extra 'peers'")

from tests.bench import peers
from tests.bench.engines import PEERS
from tests.bench.peers import PeerRow, blobs_before_detection, markdown
from tests.helpers.command_line import PARAM

SSD = """7767517
8 10
Input        x     0 1 x 0=8 1=8 2=3
Split        s     1 2 x a b
Convolution  loc   1 1 a loc 0=8 1=1 6=24
Flatten      flat  1 1 loc flat
Convolution  conf  1 1 b conf 0=4 1=1 6=12
Split        t     1 2 conf conf0 conf1
PriorBox     prior 1 1 conf0 prior -23300=1,2.0
DetectionOutput out 3 1 flat conf1 prior out 0=2
"""


def test_detection_is_cut_off(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_text(SSD)
    assert blobs_before_detection(str(path)) == ("flat", "conf1")
    path.write_text(PARAM)
    assert blobs_before_detection(str(path)) == ()


def test_a_table():
    rows = [
        PeerRow("small", 1, False, {"ncnnc": 1.0, "ncnn": 2.0, "other": 4.0}, {}, ("ncnn",)),
        PeerRow("cut", 1, True, {"ncnnc": 1.0, "ncnn": 8.0}, {"other": "no"}),
        PeerRow("broken", 1, False, {}, {"all": "no"}),
    ]
    lines = markdown(rows, ("ncnnc", "ncnn", "other")).splitlines()[2:]
    assert lines[0] == "| small | 1.00 | 2.00? | 4.00 | 2.00 |"
    assert lines[1] == "| cut* | 1.00 | 8.00 | FAIL | 8.00 |"
    assert lines[2] == "| broken | FAIL | FAIL | FAIL |  |"
    assert lines[3].endswith("|  | 4.00 | 4.00 | 4.00 |")


@pytest.mark.isa
@pytest.mark.parametrize("engine", PEERS)
def test_an_engine_computes_what_ours_does(engine: str, tmp_path: Path):
    if importlib.util.find_spec(engine) is None:
        pytest.skip(f"{engine} is not installed: needs the extra 'peers'")
    suite = tmp_path / "suite"
    suite.mkdir()
    (suite / "m.param").write_text(PARAM)
    report = tmp_path / "r.json"
    words = [str(suite), "--engines", f"ncnnc,{engine}", "--seconds", "0.01"]
    assert peers.main([*words, "--json", str(report)]) == 0
    (row,) = json.loads(report.read_text())["rows"]
    assert row["failures"] == {}
    assert set(row["milliseconds"]) == {"ncnnc", engine}


@pytest.mark.isa
def test_what_fails_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "m.param").write_text("7767517\n2 2\nInput x 0 1 x 0=4\nErf y 1 1 x y\n")
    assert peers.main([str(tmp_path)]) == 1
    assert "all FAIL ncnn.erf has no form in ONNX here" in capsys.readouterr().err
