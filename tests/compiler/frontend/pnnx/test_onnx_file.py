"""Read an ONNX file: inputs, outputs, files of weights; damage is an error."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.pnnx.onnx_file import OnnxInput, read_onnx

from tests.helpers.onnx_bytes import model_bytes, value


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "net.onnx"
    inputs = [value("image", ["batch", 3, None, 640]), value("w", [3]), value("ids", [1, 7], 7)]
    path.write_bytes(model_bytes(inputs, [value("scores", [1, 5])], {"w": "w.bin", "b": None}))
    return path


def test_a_graph(model: Path):
    graph = read_onnx(model)
    assert graph.inputs == (
        OnnxInput("image", ("batch", 3, "?", 640), "f32"),
        OnnxInput("ids", (1, 7), "i64"),
    )
    assert graph.outputs == ("scores",)
    assert graph.files == ("w.bin",)


def test_damaged_files(model: Path):
    whole = model.read_bytes()
    chosen = random.Random(1)
    refused: list[str] = []
    for place in range(400):
        damaged = bytearray(whole[: chosen.randrange(len(whole))] if place % 2 else whole)
        if damaged:
            damaged[chosen.randrange(len(damaged))] = chosen.randrange(256)
        model.write_bytes(damaged)
        try:
            read_onnx(model)
        except ModelError as error:
            refused.append(str(error))
    assert len(refused) > 150
    assert all(len(text.splitlines()) == 1 for text in refused)
