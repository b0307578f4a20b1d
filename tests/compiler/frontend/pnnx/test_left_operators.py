"""Operators that pnnx leaves get their parameters from its graph."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.frontend.pnnx.left_operators import complete

CASES = {
    "torch.topk n 1 2 a b c": (
        "torch.topk n 1 2 0 1 2 dim=2 k=3 largest=False $input=0 #0=(1,7,16)f32",
        "torch.topk n 1 2 a b c 0=3 1=-1 2=0",
    ),
    "torch.gather n 2 1 a b c": (
        "torch.gather n 2 1 0 1 2 dim=1 #0=(1,7,16)f32 #1=(1,3,16)i64",
        "torch.gather n 2 1 a b c 0=-2",
    ),
    "torch.index_select n 2 1 a b c": (
        "torch.index_select n 2 1 0 1 2 dim=-2 #0=(1,7,16)f32",
        "Gather n 2 1 a b c 0=-2",
    ),
    "F.linear n 2 1 a b c": ("F.linear n 2 1 0 1 2 bias=None", "MatMul n 2 1 a b c 0=1"),
    "Tensor.reshape n 1 1 a c": (
        "Tensor.reshape n 1 1 0 1 shape=(1,9,3,5,7) #1=(1,9,3,5,7)f32",
        "Reshape n 1 1 a c 0=7 1=5 11=3 2=9",
    ),
    "F.max_pool2d n 1 2 a b c": (
        "F.max_pool2d n 1 2 0 1 2 ceil_mode=True dilation=(1,1) kernel_size=(3,2) padding=(1,0)"
        " stride=(2,1)",
        "MaxPoolingInd n 1 2 a b c 5=0 1=2 11=3 2=1 12=2 3=0 13=1",
    ),
    "aten::max_unpool2d n 2 1 a b c": (
        "aten::max_unpool2d n 3 1 0 1 2 3 #0=(1,4,3,5)f32 #3=(1,4,6,10)f32",
        "MaxUnPooling n 2 1 a b c",
    ),
}
UNKNOWN = {
    "torch.topk n 1 2 a b c": "torch.topk n 1 2 0 1 2 dim=2 k=None #0=(1,7,16)f32",
    "Tensor.reshape n 1 1 a c": "Tensor.reshape n 1 1 0 1 #1=(2,9,3,5,7)f32",
    "F.max_pool2d n 1 2 a b c": "F.max_pool2d n 1 2 0 1 2 dilation=(2,2) kernel_size=(3,3)",
    "torch.gather n 2 1 a b c": "torch.gather other 2 1 0 1 2 dim=1",
    "ReLU n 1 1 a c": "torch.gather n 2 1 0 1 2 dim=1",
}


def completed(tmp_path: Path, line: str, operator: str) -> list[str]:
    """Return the lines of a file with a layer, and a constant that it may read."""
    param, graph = tmp_path / "net.ncnn.param", tmp_path / "net.pnnx.param"
    param.write_text(f"7767517\n3 4\nInput in0 0 1 a\npnnx.Expression e 0 1 d\n{line}\n")
    graph.write_text(f"7767517\n2 2\npnnx.Input in 0 1 0 #0=(1,7,16)f32\n{operator}\n")
    complete(param, graph)
    return param.read_text().split("\n")


@pytest.mark.parametrize("line", CASES)
def test_parameters(tmp_path: Path, line: str):
    operator, wanted = CASES[line]
    found = completed(tmp_path, line, operator)
    assert found == ["7767517", "2 3", "Input in0 0 1 a", wanted, ""]


@pytest.mark.parametrize("line", UNKNOWN)
def test_what_stays(tmp_path: Path, line: str):
    assert line in completed(tmp_path, line, UNKNOWN[line])


def test_a_constant_that_is_read_stays(tmp_path: Path):
    operator, _ = CASES["aten::max_unpool2d n 2 1 a b c"]
    found = completed(tmp_path, "aten::max_unpool2d n 3 1 a b d c", operator)
    assert found[-2] == "MaxUnPooling n 2 1 a b c"
    found = completed(tmp_path, "torch.gather n 2 1 a d c", CASES["torch.gather n 2 1 a b c"][0])
    assert "pnnx.Expression e 0 1 d" in found
