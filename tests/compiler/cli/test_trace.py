"""`ncnnc run --trace`: a timeline for trace viewers."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.command_line import fails

pytestmark = pytest.mark.isa
NETWORK = """7767517
4 4
Input       x 0 1 x 0=40 1=40 2=8
Convolution c 1 1 x c 0=32 1=3 4=1 5=1 6=2304
Pooling     p 1 1 c p 0=0 1=2 2=2
Softmax     s 1 1 p s 0=0 1=1
"""


def traced(words: list[str]) -> list[dict[str, Any]]:
    assert cli.main(["run", *words, "--trace", "t.json"]) == 0
    return json.loads(Path("t.json").read_text())["traceEvents"]


@pytest.mark.parametrize("threads", [1, 2])
def test_layers_follow_each_other(folder: Path, threads: int):
    (folder / "n.param").write_text(NETWORK)
    events = traced(["n.param", "--random-weights", "1", "--threads", str(threads)])
    names = [event["args"]["name"] for event in events if event["ph"] == "M"]
    assert names == ["n.param", *(f"thread {i}" for i in range(threads))]
    spans = [event for event in events if event["ph"] == "X"]
    for thread in range(threads):
        own = [span for span in spans if span["tid"] == thread]
        for before, after in itertools.pairwise(own):
            assert before["ts"] + before["dur"] <= after["ts"] + 0.01
    work = {span["name"]: span["args"] for span in spans if span["name"] != "wait"}
    assert list(work) == ["c", "p", "s"]
    assert work["c"]["gflops"] > 0
    assert work["c"]["kernel"].startswith("convolution")
    assert any(span["name"] == "wait" for span in spans) == (threads > 1)


def test_rates_are_left_out_if_extents_are_dynamic(folder: Path):
    (folder / "r.param").write_text("7767517\n2 2\nInput x 0 1 x\nGELU g 1 1 x g\n")
    words = ["r.param", "--input", "x=T,64", "--dim", "T=1..32", "--random-weights", "1"]
    (span,) = (event for event in traced(words) if event["ph"] == "X")
    assert (span["name"], span["args"]["layers"]) == ("g", ["g"])
    assert "gflops" not in span["args"]


def test_a_trace_is_of_one_set_of_shapes(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "r.param").write_text("7767517\n2 2\nInput x 0 1 x\nReLU y 1 1 x y\n")
    words = ["run", "r.param", "--input", "x=3", "--input", "x=4", "--trace", "t.json"]
    fails(words, cli.EXIT_USAGE, "--trace takes one set of shapes", capsys)
    fails(["run", "m.param", "--trace", "no/t.json"], cli.EXIT_INPUT, "no/t.json", capsys)
