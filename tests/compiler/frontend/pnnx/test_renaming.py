"""Inputs get the names of the model, where these are words of their own."""

from __future__ import annotations

from pathlib import Path

from ncnnc.compiler.frontend.pnnx.renaming import name_inputs

PARAM = """7767517
5 6
Input    in0    0 1 in0
Input    in1    0 1 in1
Input    in2    0 1 in2
BinaryOp add_0  2 1 in0 in1 3 0=0
BinaryOp add_1  2 1 3 in2 out0 0=0 in1=2
"""


def test_renaming(tmp_path: Path):
    path = tmp_path / "net.param"
    path.write_text(PARAM)
    name_inputs(path, ["images", "a b", "out0"])
    assert path.read_text().split("\n")[2:] == [
        "Input in0 0 1 images",
        "Input in1 0 1 in1",
        "Input in2 0 1 in2",
        "BinaryOp add_0 2 1 images in1 3 0=0",
        "BinaryOp add_1 2 1 3 in2 out0 0=0 in1=2",
        "",
    ]


def test_what_cannot_be_a_name_changes_nothing(tmp_path: Path):
    path = tmp_path / "net.param"
    path.write_text(PARAM)
    name_inputs(path, ["x", "x", "3"])
    assert path.read_text() == PARAM
