"""The policy `measure`: takes what is fastest, remembers it, and is never stopped by its memory."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler import api
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.driver import lowering, tuning
from ncnnc.compiler.driver.graph_import import make_context
from ncnnc.compiler.driver.options import CompileOptions
from ncnnc.compiler.driver.tuning import Progress, set_fastest_algorithms
from ncnnc.compiler.driver.tuning_cache import FILE_NAME, TuningCache, cache_path
from ncnnc.dialects.ncnn.layers.convolution import ConvolutionBase, ConvolutionOp
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.errors import place_of
from xdsl.dialects.builtin import ModuleOp

pytestmark = pytest.mark.isa

MODEL = """7767517
6 6
Input                data 0 1 data 0=8 1=8 2=4
Convolution          same1 1 1 data same1 0=4 1=3 4=1 6=144
Convolution          same2 1 1 same1 same2 0=4 1=3 4=1 6=144
Convolution          strided 1 1 same2 strided 0=4 1=3 3=2 6=144
Convolution          point 1 1 strided point 0=4 1=1 6=16
ConvolutionDepthWise deep 1 1 point deep 0=4 1=1 6=4 7=4
"""


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompileOptions:
    """A model with five convolutions, and an empty cache."""
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "cache"))
    param = tmp_path / "model.param"
    param.write_text(MODEL)
    return CompileOptions(str(param), random_weights=1, conv_policy="measure")


class Timings:
    """In place of measuring: so many seconds by algorithm, and what has been asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **seconds: float):
        self.asked: list[str] = []
        self.seconds = seconds
        monkeypatch.setattr(tuning, "measure", self.measure)

    def measure(self, conv: ConvolutionOp, algorithm: str, compile_graph: object) -> float:
        self.asked.append(f"{conv.stride.get_values()[0]} {algorithm}")
        return self.seconds.get(algorithm, 1.0)


def chosen(options: CompileOptions, progress: Progress | None = None) -> dict[str, str]:
    """Layer -> algorithm after scheduling."""
    module = lowering.lower(options, "scheduled", progress).module
    return {
        place_of(op).layer or "": str(op.algorithm.data)
        for op in module.walk()
        if isinstance(op, ConvolutionBase) and op.algorithm is not None
    }


def test_each_shape_is_measured_once_and_the_fastest_taken(options, monkeypatch):
    timings = Timings(monkeypatch, winograd4=0.5, gemm=0.7)
    seen: list[str] = []
    assert chosen(options, seen.append) == {
        "same1": "winograd4",
        "same2": "winograd4",
        "strided": "gemm",
        "point": "gemm",
        "deep": "depthwise",
    }
    candidates = ("packed", "gemm", "winograd2", "winograd4", "winograd6")
    assert timings.asked == [*(f"1 {c}" for c in candidates), "2 packed", "2 gemm"]
    assert "measure same1" in seen
    assert "measure same2" not in seen


def test_a_second_compilation_remembers(options, monkeypatch):
    Timings(monkeypatch, winograd2=0.5)
    first = chosen(options)
    later = Timings(monkeypatch, packed=0.1)
    assert chosen(options) == first
    assert later.asked == []


def test_another_target_is_measured_again(options, monkeypatch):
    Timings(monkeypatch)
    chosen(options)
    later = Timings(monkeypatch)
    module = lowering.lower(options, "graph").module
    set_fastest_algorithms(module, Target.parse("x86-64+l2=96K"), (), no_compiler)
    assert later.asked


def no_compiler(*_: object) -> None:
    raise AssertionError("nothing is compiled")


def test_forced_layers_are_not_measured(options, monkeypatch):
    timings = Timings(monkeypatch, gemm=0.5)
    forced = {"same1": "packed", "same2": "packed", "strided": "packed"}
    assert chosen(CompileOptions(**{**vars(options), "conv": forced}))["same2"] == "packed"
    assert timings.asked == []


@pytest.mark.parametrize("text", ["{", "[1, 2]", '{"a": "fft"}', "\x00", '{"a": 3}'])
def test_a_damaged_cache_is_ignored_and_replaced(options, monkeypatch, text: str):
    Timings(monkeypatch, gemm=0.5)
    path = cache_path()
    path.parent.mkdir()
    path.write_text(text)
    with pytest.warns(RuntimeWarning, match="is damaged; ignoring it"):
        assert chosen(options)["strided"] == "gemm"
    assert "gemm" in json.loads(path.read_text()).values()


def test_an_illegal_entry_is_measured_again(options, monkeypatch):
    Timings(monkeypatch, gemm=0.5)
    chosen(options)
    entries = json.loads(cache_path().read_text())
    cache_path().write_text(json.dumps(dict.fromkeys(entries, "depthwise")))
    assert chosen(options)["strided"] == "gemm"


def test_a_cache_that_cannot_be_written_is_no_error(options, monkeypatch, tmp_path: Path):
    Timings(monkeypatch, gemm=0.5)
    (tmp_path / "file").touch()
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "file"))
    with pytest.warns(RuntimeWarning, match="cannot (read|write)"):
        assert chosen(options)["strided"] == "gemm"


def test_saving_keeps_what_others_have_saved(monkeypatch, tmp_path: Path):
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path))
    one, other = TuningCache.load(), TuningCache.load()
    one.entries["a"] = other.entries["b"] = tuning.Algorithm.GEMM
    one.save()
    other.save()
    assert sorted(TuningCache.load().entries) == ["a", "b"]
    assert [p.name for p in tmp_path.iterdir()] == [FILE_NAME]


def test_the_cache_is_the_users(monkeypatch):
    monkeypatch.delenv("NCNNC_CACHE_DIR", raising=False)
    assert cache_path().parts[-2:] == ("ncnnc", FILE_NAME)


def test_a_target_that_cannot_run_here_is_refused(options, monkeypatch):
    monkeypatch.setattr(tuning, "missing_features", lambda _: ["avx512f"])
    with pytest.raises(UsageError, match="can run; it lacks avx512f"):
        chosen(options)


def test_measured_for_real(options):
    model = api.compile(options.param, random_weights=1, conv_policy="measure")
    x = np.random.default_rng(0).uniform(-1, 1, (4, 8, 8)).astype(np.float32)
    expected = api.compile(options.param, random_weights=1, conv={"same1": "packed"})(x)
    np.testing.assert_allclose(model(x), expected, rtol=0, atol=1e-3)
    assert len(json.loads(cache_path().read_text())) == 3


def test_the_single_convolution_has_the_layers_numbers(options):
    module: ModuleOp = lowering.lower(options, "graph").module
    conv = next(op for op in module.walk() if isinstance(op, ConvolutionOp))
    ctx = make_context()
    single = tuning.single_convolution(conv, tuning.Algorithm.GEMM, ctx)
    single.verify()
    [copy] = [op for op in single.walk() if isinstance(op, ConvolutionOp)]
    assert tuning.cache_key(copy, Target.parse("x86-64")) == tuning.cache_key(
        conv, Target.parse("x86-64")
    )
