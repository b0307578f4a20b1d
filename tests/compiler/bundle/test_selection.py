"""The model among names, and the weights that belong to it."""

from __future__ import annotations

import pytest
from ncnnc.compiler.bundle.selection import models_among, only_model, weight_names, weights_among
from ncnnc.compiler.diagnostics import ModelError


def test_only_files_of_ncnn_are_models():
    names = ["m.ncnn.param", "m.pnnx.param", "debug.param", "a.bin", "m.id.h", "._m.param"]
    assert models_among(names) == ["m.ncnn.param"]


def test_the_text_of_a_model_comes_before_its_binary_form():
    assert models_among(["m.param.bin", "m.param", "m.bin"]) == ["m.param"]
    assert models_among(["m.param.bin", "m.bin", "m.id.h"]) == ["m.param.bin"]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ([], "models: error: holds no model, no .param"),
        (["m.pnnx.param"], "pnnx writes the .ncnn.param"),
        (["yolo.pt"], "convert yolo.pt to ncnn"),
        (
            ["contextnet.param", "flownet.param"],
            "holds 2 models: contextnet.param, flownet.param; "
            "hint: name one of them, models/contextnet.param",
        ),
        ([f"{i:02}.param" for i in range(20)], "10.param, 11.param, ...; hint"),
    ],
)
def test_not_one_model(names: list[str], reason: str):
    with pytest.raises(ModelError) as caught:
        only_model(names, "models")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("param", "names"),
    [
        ("m.param", ["m.bin", "m.ncnn.bin"]),
        ("m.ncnn.param", ["m.ncnn.bin", "m.bin"]),
        ("m.param.bin", ["m.bin", "m.ncnn.bin"]),
        ("a/m.param", ["a/m.bin", "a/m.ncnn.bin"]),
        ("m.txt", ["m.bin"]),
        (".param", [".param.bin"]),
    ],
)
def test_names_of_weights(param: str, names: list[str]):
    assert weight_names(param) == names


def test_weights_among_names():
    assert weights_among(["m.ncnn.bin", "m.bin"], "m.param", ["m.param"]) == "m.bin"
    assert weights_among(["best.bin"], "m.param", ["m.param"]) == "best.bin"
    assert weights_among(["best.bin"], "m.param", ["m.param", "n.param"]) is None
    assert weights_among(["best.bin", "last.bin"], "m.param", ["m.param"]) is None
    assert weights_among(["m.param.bin", "m.pnnx.bin"], "m.param", ["m.param"]) is None
