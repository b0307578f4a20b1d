"""The two forms of a `.param`: numbers read back to the same bits, some things cannot be said."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.export import param_binary, param_text
from ncnnc.compiler.format.param_writer import float_text
from ncnnc.compiler.format.records import LayerRecord, ModelRecord, RecordValue
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record

from tests.helpers.conformance import needs_ncnn

SPECIAL = (0.0, -0.0, 1e-45, -1e-45, 1.1754942e-38, 1.1754944e-38, 3.4028235e38, -3.4028235e38)
DECIMAL = (0.1, 0.123456789, 1 / 3, 1e-10, 123456789.0, 16777216.0, 1e9, 1e10, 0.000123456789)


def sample_floats(count: int) -> list[float]:
    """Numbers of random bits, and those that are easily got wrong."""
    bits = np.random.default_rng(0).integers(0, 2**32, count, np.uint64).astype(np.uint32)
    numbers = [float(v) for v in bits.view(np.float32) if np.isfinite(v)]
    return [*numbers, *map(float, np.array([*SPECIAL, *DECIMAL], np.float32))]


def model(params: dict[int, RecordValue], type: str = "BinaryOp") -> ModelRecord:
    layers = (
        LayerRecord("Input", "in", (), ("a",), {30: [3, 5, 4, 3], 0: 5}, None),
        LayerRecord(type, "layer", ("a",), ("b",), params, None),
    )
    return ModelRecord(layers, 2, "m.param")


def bits(value: float) -> bytes:
    return np.float32(value).tobytes()


def test_the_layout_is_that_of_ncnns_tools():
    text = param_text(model({0: 7, 1: 1, 2: 0.5, 3: [1, 2], 4: [0.5], 5: [], 6: "0w,1"}))
    assert text.decode() == (
        "7767517\n"
        "2 2\n"
        "Input                    in                       0 1 a -23330=4,3,5,4,3 0=5\n"
        "BinaryOp                 layer                    1 1 a b "
        '0=7 1=1 2=0.5 -23303=2,1,2 -23304=1,0.5 -23305=0 6="0w,1"\n'
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (100.0, "100.0"),
        (0.1, "0.1"),
        (0.001, "0.001"),
        (1e-5, "1e-5"),
        (1e10, "1e+10"),
        (0.123456789, "0.12345679"),
        (0.000123456789, "1.2345679e-4"),
        (1e-45, "1e-45"),
        (-3.4028234663852886e38, "-3.4028235e+38"),
    ],
)
def test_floats_are_short(value: float, text: str):
    assert float_text(value) == text


def test_floats_read_back_to_the_same_bits():
    for value in sample_floats(2000):
        text = float_text(value)
        assert bits(float(text)) == bits(value), text
        assert len(text) <= 15
        assert "." in text or "e" in text


@needs_ncnn
@pytest.mark.oracle
def test_ncnn_reads_floats_to_the_same_bits(tmp_path):
    import ncnn

    values = sample_floats(200)
    read: list[float] = []

    class Probe(ncnn.Layer):
        """A layer that notes its parameter 2."""

        def load_param(self, params) -> int:
            read.append(params.get(2, math.nan))
            return 0

    layers = tuple(
        LayerRecord("Probe", f"p{i}", (), (f"{i}",), {2: value}, None)
        for i, value in enumerate(values)
    )
    file = tmp_path / "m.param"
    file.write_bytes(param_text(ModelRecord(layers, len(layers), "m.param")))
    probes = [Probe() for _ in values]
    waiting = iter(probes)
    net = ncnn.Net()
    net.register_custom_layer("Probe", lambda: next(waiting), lambda _: None)
    assert net.load_param(str(file)) == 0
    assert list(map(bits, read)) == list(map(bits, values))


@pytest.mark.parametrize("write", [param_text, param_binary])
def test_every_kind_of_parameter_comes_back(write):
    params: dict[int, RecordValue] = {0: -3, 2: 0.1, 9: 7, 31: 64}
    assert read_model_record(write(model(params))).layers[1].params == params | {
        2: pytest.approx(0.1)
    }
    arrays: dict[int, RecordValue] = {0: 1, 1: [0.5, -0.0, 3.0]}
    assert read_model_record(write(model(arrays, "Eltwise"))).layers[1].params == arrays
    texts: dict[int, RecordValue] = {6: "*(0w,2),-1"}
    assert read_model_record(write(model(texts, "Reshape"))).layers[1].params == texts


def test_the_binary_form_numbers_blobs_and_types():
    record = read_model_record(param_binary(model({0: 1})))
    assert [(layer.type, layer.bottoms, layer.tops) for layer in record.layers] == [
        ("Input", (), ("0",)),
        ("BinaryOp", ("0",), ("1",)),
    ]
    custom = read_model_record(param_binary(model({0: 1}, "custom7")))
    assert custom.layers[1].type == "custom7"


@pytest.mark.parametrize(
    "value", [math.inf, -math.inf, math.nan, [1.0, math.inf], "", 'a"b', "a\nb"]
)
def test_text_cannot_say_everything(value: RecordValue):
    with pytest.raises(
        ModelError, match=r"m\.param: error: layer 'layer' \(BinaryOp\): parameter 2"
    ):
        param_text(model({2: value}))


def test_the_binary_form_has_infinity():
    assert np.float32(math.inf).tobytes() in param_binary(model({2: math.inf}))


def test_unknown_types_have_no_number():
    with pytest.raises(ModelError, match="has no number in the binary form"):
        param_binary(model({}, "MyLayer"))
