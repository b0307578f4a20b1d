"""Files without Input layers, as early converters wrote them."""

from __future__ import annotations

import struct
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record

from tests.generators.wheel import run_wheel
from tests.helpers.importing import INPUT, floats, text_of

LAYERS = (
    "Convolution c 1 1 data c 0=4 1=3 4=1 5=1 6=108",
    "BinaryOp y 2 1 c added y 0=0",
)
SHAPES = {"data": (3, 8, 8), "added": (4, 8, 8)}
WEIGHTS = struct.pack("<I", 0) + floats(112)


def test_blobs_that_no_layer_makes_are_inputs():
    record = read_model_record(text_of(*LAYERS))
    found = [(layer.type, layer.tops, layer.line) for layer in record.layers]
    assert found == [
        ("Input", ("data",), 3),
        ("Convolution", ("c",), 3),
        ("Input", ("added",), 4),
        ("BinaryOp", ("y",), 4),
    ]


def test_beside_an_input_layer_they_are_mistakes():
    with pytest.raises(ModelError, match="no layer makes input blob 'dat'; hint: did you mean"):
        ncnnc.compile(text_of(INPUT, "ReLU r 1 1 dat r"))


def test_their_shapes_are_to_be_given():
    with pytest.raises(ModelError, match="'data' has no shape, 'added' has no shape"):
        ncnnc.compile(text_of(*LAYERS), WEIGHTS)


@pytest.mark.isa
def test_as_ncnn_computes(tmp_path: Path):
    pytest.importorskip("ncnn")
    generator = np.random.default_rng(0)
    inputs = {k: generator.uniform(-1, 1, v).astype(np.float32) for k, v in SHAPES.items()}
    expected = run_wheel(text_of(*LAYERS), WEIGHTS, inputs, ["y"])["y"]
    model = ncnnc.compile(text_of(*LAYERS), WEIGHTS, inputs=SHAPES)
    np.testing.assert_allclose(model.run(inputs)["y"], expected, rtol=1e-4, atol=1e-4)
    files = tmp_path / "o.param", tmp_path / "o.bin"
    ncnnc.optimize(text_of(*LAYERS), WEIGHTS, *files)
    assert files[0].read_text().count("Input") == 2
    optimized = run_wheel(files[0].read_bytes(), files[1].read_bytes(), inputs, ["y"])["y"]
    np.testing.assert_allclose(optimized, expected, rtol=1e-4, atol=1e-4)
