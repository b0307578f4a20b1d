"""From files to files: what is written, what is reported, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.runtime.errors import NcnncError

from .models import PAIR_ARRAYS, random_arrays, samples, write_chain, write_pair

pytestmark = pytest.mark.isa


VECTOR = (8,)
"""The shape of the input of the small model."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a small model `m`."""
    monkeypatch.chdir(tmp_path)
    write_pair(tmp_path)
    return tmp_path


@pytest.fixture
def images(folder: Path) -> Path:
    """The same with a model of images."""
    write_chain(folder)
    return folder


def quantize(data: Any = None, out: str = "q", **more: Any) -> ncnnc.QuantizationReport:
    return ncnnc.quantize("m.param", "m.bin", f"{out}.param", f"{out}.bin", data, **more)


def layers(name: str = "q") -> Mapping[str, LayerRecord]:
    return {layer.name: layer for layer in read_model_record(f"{name}.param").layers}


def test_the_report_has_every_layer(images: Path):
    report = quantize(samples(20))
    assert report.int8_layers == ("conv1", "dw", "left", "right", "fc")
    assert (report.samples, report.samples_measured) == (20, 16)
    assert report.error is not None
    assert 0 < report.error < 0.1
    assert report.bytes_after == (images / "q.bin").stat().st_size < report.bytes_before
    assert report.bytes_before == (images / "m.bin").stat().st_size
    for layer in report.layers:
        assert layer.decibels is not None
        assert 20 < layer.decibels < 60
    assert not report.overflowing
    before, after = layers("m"), layers()
    assert list(before) == list(after)
    for name in ("data", "split", "sum", "pool"):
        assert after[name].bottoms == before[name].bottoms
        assert after[name].tops == before[name].tops


def test_same_data_same_bytes(folder: Path):
    quantize(samples(4, VECTOR), "a", write_table="a.table")
    quantize(list(samples(4, VECTOR)), "b", write_table="b.table", threads=2)
    for suffix in ("param", "bin", "table"):
        assert Path(f"a.{suffix}").read_bytes() == Path(f"b.{suffix}").read_bytes()


@pytest.mark.parametrize("method", ["minmax", "kl", "aciq", "mse"])
def test_methods_choose_the_scales(folder: Path, method: str):
    report = quantize(samples(4, VECTOR), method=method)
    scale = report.layers[0].input_scale
    assert scale is not None
    smallest = 127 / np.abs(samples(4, VECTOR)).max()
    assert scale == pytest.approx(smallest) if method == "minmax" else scale >= smallest


def test_layers_are_kept(images: Path):
    report = quantize(samples(2), keep=["left"])
    assert "left" not in report.int8_layers
    assert 8 not in layers()["left"].params
    assert layers()["dw"].params[8] == 1
    assert report.layers[2].reason == "as asked for"


def test_an_error_is_met(images: Path):
    whole = quantize(samples(4)).error
    assert whole is not None
    report = quantize(samples(4), max_error=whole / 2)
    assert report.error is not None
    assert report.error <= whole / 2
    assert 0 < len(report.int8_layers) < 5
    floats = [layer for layer in report.layers if not layer.is_int8]
    assert {layer.reason for layer in floats} == {"for the error"}


def test_no_error_leaves_no_int8(folder: Path):
    report = quantize(samples(4, VECTOR), max_error=0)
    assert report.int8_layers == ()
    assert report.error == 0
    assert Path("q.bin").read_bytes() == Path("m.bin").read_bytes()


def test_a_table_gives_the_same_model(folder: Path):
    quantize(samples(4, VECTOR), write_table="m.table")
    report = quantize(None, "again", table="m.table")
    assert report.error is None
    assert Path("q.bin").read_bytes() == Path("again.bin").read_bytes()
    Path("m.table").write_text(Path("m.table").read_text().replace("second", "#second"))
    report = quantize(samples(4, VECTOR), "again", table="m.table")
    assert report.int8_layers == ("first",)
    assert report.layers[1].reason == "not in the table"
    assert report.error is not None


def test_dead_layers_stay_float32(folder: Path):
    weights = np.frombuffer(random_arrays(PAIR_ARRAYS), "<f4").copy()
    weights[49:55] = -100  # the bias before the ReLU
    Path("m.bin").write_bytes(weights.tobytes())
    report = quantize(samples(2, VECTOR))
    reasons = [layer.reason for layer in report.layers]
    assert reasons == ["", "its input is 0 for all samples"]


def test_the_graph_may_be_optimized_first(folder: Path):
    lines = [
        *("7767517", "3 3", "Input data 0 1 data 0=6 1=6 2=3"),
        *("Convolution conv 1 1 data conv 0=4 1=1 6=12", "BatchNorm bn 1 1 conv out 0=4"),
    ]
    Path("m.param").write_text("\n".join(lines))
    Path("m.bin").write_bytes(random_arrays(((12,),)) + np.ones(16, "<f4").tobytes())
    assert quantize(samples(2, (3, 6, 6))).float_batchnorms == 1
    assert "bn" in layers()
    report = quantize(samples(2, (3, 6, 6)), optimize=True)
    assert report.float_batchnorms == 0
    assert "bn" not in layers()
    assert report.int8_layers == ("conv",)


THREE_INPUTS = """7767517
5 5
Input       a 0 1 a 0=6 1=6 2=3
Input       b 0 1 b 0=6 1=6 2=4
Input       c 0 1 c 0=6 1=6 2=4
Convolution conv 1 1 a conv 0=4 1=1 6=12
BinaryOp    y 2 1 conv b y 0=0
"""


def test_inputs_that_no_int8_layer_needs(folder: Path):
    """One is added later, and one is not read at all, as compiling allows: it needs no samples."""
    Path("m.param").write_text(THREE_INPUTS)
    Path("m.bin").write_bytes(random_arrays(((12,),)))
    data = {"a": samples(2, (3, 6, 6)), "b": samples(2, (4, 6, 6))}
    assert quantize(data).int8_layers == ("conv",)
    table = Path("q.bin").read_bytes()
    assert quantize({**data, "c": samples(2, (4, 6, 6))}).int8_layers == ("conv",)
    assert Path("q.bin").read_bytes() == table
    with pytest.raises(NcnncError, match="no samples for input 'b'"):
        quantize({"a": data["a"]})


def test_a_model_without_a_layer_for_int8(folder: Path):
    """The error is the file's, and lists what could be int8 but for a reason."""
    Path("m.param").write_text(THREE_INPUTS.replace("6=12", "6=12 31=8"))
    Path("m.bin").write_bytes(random_arrays(((12,),)))
    reason = r"^m.param: error: no layer can compute with int8: 'conv' \(Convolution\): its feature"
    with pytest.raises(NcnncError, match=reason):
        quantize(samples(1, (3, 6, 6)))
    Path("m.param").write_text("7767517\n2 2\nInput a 0 1 a 0=8\nReLU y 1 1 a y\n")
    Path("m.bin").write_bytes(b"")
    with pytest.raises(NcnncError, match=r"^m.param: error: .*: there is no Convolution, "):
        quantize(samples(1, VECTOR))


@pytest.mark.parametrize(
    ("data", "more", "reason"),
    [
        (None, {}, "neither a table of scales nor data"),
        (None, {"max_error": 0.1, "table": "m.table"}, "measuring an error needs data"),
        (samples(1, VECTOR), {"method": "median"}, "unknown method 'median'"),
        (samples(1, VECTOR), {"max_error": -1}, "max_error must be at least 0, not -1"),
        (samples(1, VECTOR), {"keep": ["fist"]}, "unknown layer 'fist'; did you mean 'first'"),
        (samples(1, VECTOR), {"keep": 5}, "keep must be"),
        (samples(1, VECTOR), {"table": 5}, "table must be a path"),
        (samples(1, (9,)), {}, "input 'data' needs 8, or Nx8"),
        (np.full((1, 8), np.nan, np.float32), {}, "has NaN or infinite elements"),
        (np.full((1, 8), 3e38, np.float32), {}, "its input '.*' has NaN or infinite"),
    ],
)
def test_what_is_refused(folder: Path, data: Any, more: dict[str, Any], reason: str):
    Path("m.table").write_text("")
    with pytest.raises(NcnncError, match=reason):
        quantize(data, **more)
    assert not Path("q.param").exists()


def test_what_is_written_is_not_quantized_again(folder: Path):
    quantize(samples(1, VECTOR))
    with pytest.raises(NcnncError, match=r"q.param:4: error: layer 'first' .*quantized already"):
        ncnnc.quantize("q.param", "q.bin", "r.param", "r.bin", samples(1, VECTOR))
