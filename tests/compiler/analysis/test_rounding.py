"""Errors by layer: float32 has none, bfloat16 and int8 those of their rounding."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.analysis.rounding import for_one_input, rounding_errors
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.image import Image
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.reference.int8 import rounds, to_int8, unrounded

from tests.helpers.reports import options_of, record_of
from tests.helpers.small_decoder import SmallDecoder

CHAIN = """7767517
4 4
Input        data  0 1 data 0=9 1=9 2=8
Convolution  conv1 1 1 data conv1 0=16 1=3 5=1 6=1152 9=1
Convolution  conv2 1 1 conv1 conv2 0=16 1=1 5=1 6=256 9=1
Convolution  conv3 1 1 conv2 conv3 0=8 1=1 5=1 6=128
"""


def test_nothing_is_rounded_inside():
    x = np.array([1.25, -200.5], np.float32)
    with unrounded():
        assert not rounds()
        assert to_int8(x).tolist() == x.tolist()
    assert to_int8(x).tolist() == [1, -127]


@pytest.mark.isa
def test_float32_has_no_errors_and_bfloat16_few():
    layers = record_of().layers
    exact = rounding_errors(options_of(target="host"), layers)
    rounded = rounding_errors(options_of(target="host", precision="bf16"), layers)
    names = {layer.name for layer in layers} - {"data", "split"}
    assert exact.keys() == rounded.keys() == names
    assert all(error["output_error"] < 1e-5 for error in exact.values())
    assert all(error["output_error"] < 3e-2 for error in rounded.values())
    assert rounded["fc"]["output_error"] > 1e-5  # Whose weights are bfloat16 on every target.


@pytest.mark.isa
def test_blobs_of_int8_are_compared_with_what_they_round(tmp_path: Path):
    source, param, weights = (tmp_path / name for name in ("m.param", "q.param", "q.bin"))
    source.write_text(CHAIN)
    np.save(tmp_path / "x.npy", np.random.default_rng(0).uniform(-1, 1, (8, 9, 9)).astype("f4"))
    files = [str(source), "null", str(param), str(weights), "--data", str(tmp_path / "x.npy")]
    assert cli.main(["quantize", *files]) == 0
    assert "8=102" in param.read_text()  # One convolution hands int8 numbers to the next.
    layers = read_model_record(param.read_bytes(), "q.param").layers
    errors = rounding_errors(CompileOptions(str(param), str(weights)), layers)
    for layer in layers[1:]:
        assert 1e-4 < errors[layer.name]["output_error"] < 0.1, layer


CHANGES: tuple[dict[str, object], ...] = (
    {"batch": 2},
    {"preprocess": {"data": Image.parse("mean=0.5,0.5,0.5")}},
)


@pytest.mark.isa
@pytest.mark.parametrize("given", CHANGES, ids=lambda given: next(iter(given)))
def test_batches_and_images_change_nothing(given: dict[str, object]):
    options, layers = options_of(target="host", precision="bf16"), record_of().layers
    assert rounding_errors(replace(options, **given), layers) == rounding_errors(options, layers)


@pytest.mark.isa
def test_layers_that_read_states():
    """Extents known at run time are fixed, and states inputs of random numbers."""
    decoder = SmallDecoder(layers=1)
    text = decoder.text()
    options = CompileOptions(
        text.encode(),
        inputs=decoder.shapes("T", "P", "P+T"),
        dims={"T": (1, 16), "P": (0, 96)},
        states={"auto": ""},
        random_weights=0,
        precision="bf16",
    )
    fixed = for_one_input(options)
    assert fixed.inputs == decoder.shapes(16, 64, 80)
    layers = record_of(text).layers
    errors = rounding_errors(options, layers)
    assert errors.keys() >= {one.name for one in layers if one.type in ("SDPA", "Gemm")}
    assert errors.pop("l10")["output_error"] < 1e-6  # The first norm rounds nothing.
    assert all(1e-4 < error["output_error"] < 3e-2 for error in errors.values())
