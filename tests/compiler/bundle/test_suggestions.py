"""Shapes that files beside a model tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.bundle.suggestions import Suggestion, suggested_shapes, traced_inputs

from tests.helpers.bundles import METADATA, TRACED, write_bundle

PARAM = "model.ncnn.param"


def test_metadata_come_before_the_traced_graph(tmp_path: Path):
    folder = write_bundle(tmp_path, metadata__yaml=METADATA, model__pnnx__param=TRACED)
    param = str(folder / PARAM)
    assert suggested_shapes(param, ["in0"]) == {"in0": Suggestion((3, 24, 32), "metadata.yaml")}
    (folder / "metadata.yaml").unlink()
    traced = {"in0": Suggestion((3, 40, 48), "model.pnnx.param")}
    assert suggested_shapes(param, ["in0"]) == traced
    assert suggested_shapes(param, ["image"]) == {"image": traced["in0"]}
    (folder / "model.pnnx.param").unlink()
    assert suggested_shapes(param, ["in0"]) == {}


def test_metadata_tell_of_one_input_only(tmp_path: Path):
    folder = write_bundle(tmp_path, metadata__yaml=METADATA)
    assert suggested_shapes(str(folder / PARAM), ["in0", "in1"]) == {}


def test_inputs_are_matched_by_number(tmp_path: Path):
    second = "pnnx.Input pnnx_input_1 0 1 1 #1=(1,16)i64\n"
    folder = write_bundle(tmp_path, model__pnnx__param=TRACED + second)
    found = suggested_shapes(str(folder / PARAM), ["in1", "in0"])
    assert {name: each.shape for name, each in found.items()} == {"in1": (16,), "in0": (3, 40, 48)}
    assert list(suggested_shapes(str(folder / PARAM), ["in1"])) == ["in1"]
    assert list(suggested_shapes(str(folder / PARAM), ["image"])) == []


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("pnnx.Input a 0 1 0 #0=(1,3,8,9)f32", (3, 8, 9)),
        ("pnnx.Input a 0 1 x.1 #x.1=(2,8)f32", (2, 8)),
        ("pnnx.Input a 0 1 0 #0=(1)f32", (1,)),
        ("pnnx.Input a 0 1 0 #0=(1,3,?,?)f32", None),
        ("pnnx.Input a 0 1 0 #1=(1,3,8,9)f32", None),
        ("pnnx.Input a 0 1 0 #0=(1,0,8)f32", None),
        ("pnnx.Input a 0 1 0 #0=(1,2,3,4,5,6)f32", None),
        ("pnnx.Input a 0 1 0", None),
    ],
)
def test_traced_shapes(line: str, shape: tuple[int, ...] | None):
    assert traced_inputs(f"7767517\n1 1\n{line}\n") == [shape]
