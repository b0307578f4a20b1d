"""Models from files: which belong together, and how bad ones are reported."""

from __future__ import annotations

import re
import struct
import time
from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.ncnn.importer import import_model
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.ncnn.random_weights import RandomWeights
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes.graph.infer_shapes import InferShapesPass

from tests.helpers.importing import (
    CONVOLUTION,
    INPUT,
    floats,
    infer,
    load_model_files,
    text_of,
)


def test_the_bin_beside_the_param_is_the_default(tmp_path: Path):
    path = tmp_path / "net.v1.param"
    path.write_bytes(text_of(INPUT, CONVOLUTION))
    (tmp_path / "net.v1.bin").write_bytes(struct.pack("<I", 0) + floats(112))
    context = NcnncContext()
    load_model_files(context, path)
    assert context.weights.get("conv1.bias")[0] == 108
    binary = tmp_path / "net.v1.param.bin"
    binary.write_bytes(
        struct.pack("<7i", 7767517, 1, 1, 16, 0, 1, 0) + struct.pack("<7i", 0, 8, 1, 8, 2, 3, -233)
    )
    with pytest.raises(ModelError, match=r"net\.v1\.bin:0x0: error: 452 bytes are left over"):
        load_model_files(NcnncContext(), binary)


def test_missing_weights_matter_only_if_there_are_any(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_bytes(text_of(INPUT, "ReLU r 1 1 data r"))
    infer(load_model_files(NcnncContext(), path))
    path.write_bytes(text_of(INPUT, CONVOLUTION))
    with pytest.raises(
        ModelError, match=r"m\.param:4: .*m\.bin' does not exist; hint: .*--random-weights"
    ):
        load_model_files(NcnncContext(), path)
    with pytest.raises(ModelError, match=r"no weights are given; hint: .*--random-weights"):
        load_model_files(NcnncContext(), path.read_bytes())
    infer(load_model_files(NcnncContext(), path, seed=3))


def test_unreadable_params(tmp_path: Path):
    with pytest.raises(ModelError, match=r"none\.param: error: cannot be read: No such file"):
        read_model_record(tmp_path / "none.param")
    with pytest.raises(ModelError, match="is not a regular file, but a directory"):
        read_model_record(tmp_path)
    with pytest.raises(ModelError, match=r"cannot be read: .*embedded null"):
        read_model_record("a\0b")


def test_files_that_are_too_long_have_their_size_and_kind(tmp_path: Path):
    path = tmp_path / "m.so"
    with path.open("wb") as file:
        file.write(b"\x7fELF\x02\x01\x01")
        file.truncate(205 << 20)
    reason = r"m\.so: error: the file has 214958080 bytes, more than 64 MiB; hint: this is an ELF"
    with pytest.raises(ModelError, match=reason):
        read_model_record(path)


@pytest.mark.parametrize(
    ("name", "content", "hint"),
    [
        ("net.onnx", b"\x08\x07\x00\x01", "this is an ONNX model; give it alone"),
        ("net.pth", b"\x80\x02\x8a\x0a", "this is a PyTorch model"),
        ("net.prototxt", b"name: 'x'", "this is a Caffe model"),
        ("net.bin", b"\x00\x00\x80?", "is this the .bin?"),
    ],
)
def test_models_of_other_kinds(tmp_path: Path, name: str, content: bytes, hint: str):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ModelError, match=f"hint: {re.escape(hint)}"):
        read_model_record(path)


def test_swapped_files_are_recognised(tmp_path: Path):
    param, weights = tmp_path / "m.param", tmp_path / "m.bin"
    param.write_bytes(text_of(INPUT, CONVOLUTION))
    weights.write_bytes(struct.pack("<I", 0) + floats(112))
    with pytest.raises(ModelError, match=r"m\.bin:1: .*is this the \.bin\?"):
        load_model_files(NcnncContext(), weights, param)
    with pytest.raises(ModelError, match=r"m\.param:0x0: .*this is a \.param"):
        load_model_files(NcnncContext(), param, param)


@pytest.mark.slow
def test_deep_networks_take_linear_time_and_no_recursion():
    def seconds(count: int) -> float:
        layers = [f"ReLU r{i} 1 1 {b} {i}" for i, b in enumerate(["data", *range(count - 1)])]
        record = read_model_record(text_of(INPUT, *layers))
        start = time.process_time()
        module = import_model(NcnncContext(), record, RandomWeights(0))
        InferShapesPass().apply(NcnncContext(), module)
        return time.process_time() - start

    assert seconds(8000) < 10
    assert seconds(8000) < 4 * seconds(4000) + 0.5
