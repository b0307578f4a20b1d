"""Matrices of few bits from files to files: what is written, reported and refused."""

from __future__ import annotations

import tracemalloc
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.quantize.blocks import inputs
from ncnnc.compiler.quantize.blocks.block_options import BlockOptions
from ncnnc.compiler.quantize.blocks.layers import find_block_layers
from ncnnc.compiler.quantize.blocks.quantizer import (
    quantize_blocks_of_files,
    quantize_layers,
    write_block_model,
)
from ncnnc.compiler.quantize.quantizer import graph_for_export
from ncnnc.runtime.errors import NcnncError

from tests.generators.wheel import run_wheel
from tests.helpers.conformance import needs_ncnn

pytestmark = pytest.mark.isa

DECODER = """7767517
6 6
Input              x     0 1 x  0=64 1=12
Gemm               up    1 1 x  a  0=0.5 3=1 5=1 6=1 8=96 9=64 10=4
Gemm               down  1 1 a  b  5=1 8=64 9=96 10=-1
MultiHeadAttention mha   1 1 b  c  0=64 1=4 2=4096
InnerProduct       ip    1 1 c  d  0=64 1=1 2=4096
InnerProduct       act   1 1 d  y  0=40 2=2560 9=1
"""
ALL = ("up", "down", "mha", "ip")
METHODS = ("minmax", "mse", "awq", "gptq")


def arrays() -> list[np.ndarray]:
    """Arrays of the model in the order of the file, with outliers."""
    random = np.random.default_rng(3)

    def numbers(*shape: int) -> np.ndarray:
        return random.standard_t(4, shape).astype(np.float32) / 8

    tag = np.zeros(1, np.float32)
    stored = [tag, numbers(96, 64), tag, numbers(96), tag, numbers(96, 64)]
    for _ in range(5):
        stored += [tag, numbers(64, 64), numbers(64)]
    return [*stored, tag, numbers(40, 64)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the model `m`."""
    monkeypatch.chdir(tmp_path)
    Path("m.param").write_text(DECODER)
    Path("m.bin").write_bytes(b"".join(array.tobytes() for array in arrays()))
    return tmp_path


def samples(count: int = 16) -> np.ndarray:
    """Correlated inputs, some of whose columns are large."""
    random = np.random.default_rng(5)
    x = random.standard_normal((count, 12, 64))
    x[..., ::16] *= 20
    mixed = x @ (np.eye(64) + 0.2 * random.standard_normal((64, 64)))
    return mixed.astype(np.float32)


def quantize(data: Any = None, out: str = "q", **more: Any) -> ncnnc.BlockReport:
    return ncnnc.quantize_blocks("m.param", "m.bin", f"{out}.param", f"{out}.bin", data, **more)


def layers(name: str = "q") -> Mapping[str, LayerRecord]:
    return {layer.name: layer for layer in read_model_record(f"{name}.param").layers}


def test_layers_and_sizes_are_reported(folder: Path):
    report = quantize()
    assert report.quantized_layers == ALL
    assert report.bytes_before == Path("m.bin").stat().st_size
    assert report.bytes_after == Path("q.bin").stat().st_size < report.bytes_before / 3
    assert (report.bits, report.block, report.method, report.samples) == (4, 32, "mse", 0)
    assert report.layers[-1].reason == "InnerProduct has no blocks in ncnn, Gemm no activation"
    for layer in report.layers[:-1]:
        assert layer.output_error is None
        assert layer.weight_error is not None
        assert 0.05 < layer.weight_error < 0.15
    assert [layers()[name].params[18] for name in ALL] == [400] * 4
    assert layers()["ip"].type == "Gemm"
    assert layers()["act"].type == "InnerProduct"


@needs_ncnn
@pytest.mark.oracle
@pytest.mark.parametrize(
    ("method", "bits"), [("minmax", 4), ("mse", 4), ("awq", 6), ("awq", 8), ("gptq", 8)]
)
def test_the_wheel_computes_the_same(folder: Path, method: str, bits: int):
    quantize(samples(), method=method, bits=bits)
    x = samples(1)[0]
    files = Path("q.param").read_bytes(), Path("q.bin").read_bytes()
    (expected,) = run_wheel(*files, {"x": x}, switched_off=["use_fp16_storage"]).values()
    (actual,) = ncnnc.compile("q.param", "q.bin", cache=False).run({"x": x}).values()
    assert actual.shape == expected.shape
    np.testing.assert_allclose(actual, expected, atol=1e-4 * np.abs(expected).max())


def test_methods_lower_the_errors_that_they_are_for(folder: Path):
    reports = {method: quantize(samples(), method=method) for method in METHODS}
    for index in range(len(ALL)):
        weights = {m: r.layers[index].weight_error or 0 for m, r in reports.items()}
        outputs = {m: r.layers[index].output_error or 0 for m, r in reports.items()}
        assert 0 < weights["mse"] < weights["minmax"]
        assert 0 < outputs["awq"] < outputs["minmax"]
        assert 0 < outputs["gptq"] < outputs["minmax"]


def test_awq_stores_scales_of_inputs(folder: Path):
    quantize(samples(), method="awq", bits=6, keep=["mha"])
    assert layers()["up"].params[18] == 610
    assert 18 not in layers()["mha"].params


def test_rows_that_blocks_do_not_fill_stay(folder: Path):
    report = quantize(block=64)
    assert report.quantized_layers == ("up", "mha", "ip")
    assert report.layers[1].reason == "96 columns are no multiple of 64"
    assert layers()["up"].params[18] == 401
    with pytest.raises(NcnncError, match=r"'up' \(Gemm\): 64 columns are no multiple of 128"):
        quantize(block=128)


def test_same_model_same_bytes(folder: Path):
    for out in ("a", "b"):
        quantize(samples(), out, method="gptq")
    for suffix in ("param", "bin"):
        assert Path(f"a.{suffix}").read_bytes() == Path(f"b.{suffix}").read_bytes()


def test_layers_are_kept(folder: Path):
    report = quantize(keep=["up", "ip"])
    assert report.quantized_layers == ("down", "mha")
    assert report.layers[0].reason == "as asked for"
    assert layers()["ip"].type == "InnerProduct"


@pytest.mark.parametrize("data", [None, samples()])
def test_layers_with_large_errors_are_kept(folder: Path, data: Any):
    errors = {layer.name: layer.error for layer in quantize(data).layers if layer.error}
    worst = max(errors, key=lambda name: errors[name])
    limit = sorted(errors.values())[-2]
    report = quantize(data, max_error=limit)
    assert report.quantized_layers == tuple(name for name in ALL if name != worst)
    assert {layer.reason for layer in report.layers if layer.name == worst} == {"for the error"}
    quantize(data, max_error=0)
    assert Path("q.bin").read_bytes() == Path("m.bin").read_bytes()


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"method": "awq"}, "method 'awq' needs samples of the layers' inputs"),
        ({"method": "gptq"}, "hint: give samples, or take 'mse'"),
        ({"method": "kl"}, "unknown method 'kl'"),
        ({"bits": 5}, "bits must be one of 4, 6, 8, not 5"),
        ({"block": 48}, "block must be one of 32, 64, 128, not 48"),
        ({"keep": ["dow"]}, "unknown layer 'dow'; did you mean 'down'"),
        ({"keep": ["act"]}, r"layer 'act' \(InnerProduct\) is float32 in any case"),
        ({"max_error": -1.0}, "max_error must be at least 0"),
        ({"data": np.full((1, 12, 64), np.inf, np.float32)}, "has NaN or infinite elements"),
    ],
)
def test_mistakes(folder: Path, more: dict[str, Any], reason: str):
    with pytest.raises(NcnncError, match=reason) as raised:
        quantize(**more)
    assert "\n" not in str(raised.value)
    assert not Path("q.bin").exists()


def test_quantized_models_are_refused(folder: Path):
    quantize()
    with pytest.raises(NcnncError, match=r"q.param:4: .*'up' \(Gemm\): is quantized already; hint"):
        ncnnc.quantize_blocks("q.param", "q.bin", "r.param", "r.bin")


def test_weights_must_be_finite(folder: Path):
    numbers = np.fromfile("m.bin", np.float32)
    numbers[5] = np.nan
    numbers.tofile("m.bin")
    with pytest.raises(NcnncError, match=r"layer 'up' \(Gemm\): its weights are not all finite"):
        quantize()


def test_some_gemms_have_blocks_of_eight_bits_alone(folder: Path):
    Path("m.param").write_text(
        "7767517\n2 2\nInput x 0 1 x 0=12 1=64\nGemm g 1 1 x y 2=1 3=1 5=1 8=40 9=64 10=-1\n"
    )
    np.concatenate([array.ravel() for array in arrays()[-2:]]).tofile("m.bin")
    with pytest.raises(NcnncError, match="blocks of 8 bits alone where A is transposed"):
        quantize()
    x = np.ascontiguousarray(samples(4).transpose(0, 2, 1))
    plain, found = (quantize(x, bits=8, method=m).layers[0].output_error for m in METHODS[::3])
    assert plain is not None
    assert found is not None
    assert 0 < found < plain < 0.02


def test_memory_is_that_of_the_result(folder: Path):
    """A mapped file of 32 MiB needs the 5 MiB of the result, and pieces."""
    size = 1 << 22
    Path("m.param").write_text(
        "7767517\n3 3\nInput x 0 1 x 0=2048 1=2\n"
        "Gemm g 1 1 x y 3=1 5=1 8=2048 9=2048 10=-1\nGemm h 1 1 y z 3=1 5=1 8=2048 9=2048 10=-1\n"
    )
    matrix = bytes(4) + np.random.default_rng(0).standard_normal(size, np.float32).tobytes()
    Path("m.bin").write_bytes(matrix * 2)
    wanted = BlockOptions(method="mse")
    module, ctx = graph_for_export(CompileOptions("m.param", "m.bin"))
    found = find_block_layers(module, ctx, wanted.form, "m.param")
    tracemalloc.start()
    _, saved = quantize_layers(found, wanted, None, ctx, lambda step: None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    kept = Path("m.bin").stat().st_size - saved
    assert kept < 6 << 20
    assert peak < kept + (10 << 20)


@pytest.mark.parametrize("method", ["awq", "gptq"])
def test_inputs_that_take_much_memory_are_computed_in_parts(
    folder: Path, method: str, monkeypatch: pytest.MonkeyPatch
):
    quantize(samples(), method=method)
    expected = Path("q.bin").read_bytes()
    monkeypatch.setattr(inputs, "LEAST_BYTES", 4 * 12 * 64)
    monkeypatch.setattr(inputs, "SHARE", 1 << 40)
    steps: list[str] = []
    options, wanted = CompileOptions("m.param", "m.bin"), BlockOptions(method=method)
    model = quantize_blocks_of_files(options, wanted, samples(), steps.append)
    assert [step for step in steps if step.startswith("compiling")] == [
        f"compiling the float32 model, part {part} of 5" for part in (1, 2, 3, 4, 5)
    ]
    write_block_model(model, "r.param", "r.bin")
    assert Path("r.bin").read_bytes() == expected
