"""The policy `measure`: takes what is fastest, remembers it, and is never stopped by its memory."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler import api
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.driver import lower as lowering
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.program.compile_module import compile_module
from ncnnc.compiler.tuning import timer as tuning
from ncnnc.compiler.tuning.single_convolution import single_convolution
from ncnnc.compiler.tuning.timer import ConvolutionTimer, PassProgress, cache_key
from ncnnc.compiler.tuning.times_file import FILE_NAME, TuningCache, cache_path
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ncnnc.dialects.ncnn.layers.convolution import ConvolutionOp
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.errors import place_of
from ncnnc.passes.schedule.select_conv_algorithm import SelectConvAlgorithmPass

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
        self.threads: list[int] = []
        self.seconds = seconds
        monkeypatch.setattr(tuning, "measure", self.measure)

    def measure(
        self,
        conv: ScheduledConvolution,
        candidates: Sequence[Algorithm],
        threads: int,
        target: Target,
    ) -> dict[Algorithm, float]:
        step = conv.along_axes("stride")[-1]
        self.asked += [f"{step} {algorithm}" for algorithm in candidates]
        self.threads.append(threads)
        return {algorithm: self.seconds.get(algorithm, 1.0) for algorithm in candidates}


def chosen(options: CompileOptions, progress: PassProgress | None = None) -> dict[str, str]:
    """Layer -> algorithm after scheduling."""
    module = lowering.lower(options, "scheduled", progress).module
    return {
        place_of(op).layer or "": str(op.algorithm.data)
        for op in module.walk()
        if isinstance(op, ScheduledConvolution) and op.algorithm is not None
    }


def changed(options: CompileOptions, **values: object) -> CompileOptions:
    """The same options but for some."""
    return CompileOptions(**{**vars(options), **values})


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
    winograd = ("winograd2", "winograd4", "winograd6")
    assert {f"1 {c}" for c in ("packed", "gemm", "tiled", *winograd)} <= set(timings.asked)
    assert {"2 packed", "2 gemm", "2 tiled"} <= set(timings.asked)
    assert not {f"2 {c}" for c in winograd} & set(timings.asked)
    assert len(timings.asked) == len(set(timings.asked))
    assert timings.threads == [1, 1]
    assert "measure same1" in seen
    assert "measure same2" not in seen


def test_a_second_compilation_remembers(options, monkeypatch):
    Timings(monkeypatch, winograd2=0.5)
    first = chosen(options)
    later = Timings(monkeypatch, packed=0.1)
    assert chosen(options) == first
    assert later.asked == []


def test_another_target_or_number_of_threads_is_measured_again(options, monkeypatch):
    Timings(monkeypatch)
    chosen(options)
    later = Timings(monkeypatch)
    module = lowering.lower(options, "graph").module
    conv = next(op for op in module.walk() if isinstance(op, ConvolutionOp))
    ConvolutionTimer(Target.parse("x86-64+l2=96K"), 1)(conv, (Algorithm.GEMM,))
    assert later.asked == ["1 gemm"]
    chosen(changed(options, threads=2))
    assert later.threads == [1, 2, 2]


def no_timer(*_: object) -> None:
    raise AssertionError("nothing is measured")


def test_an_algorithm_without_a_time_is_measured(options, monkeypatch):
    Timings(monkeypatch)
    chosen(options)
    entries = json.loads(cache_path().read_text())
    for times in entries.values():
        del times["gemm"]
    cache_path().write_text(json.dumps(entries))
    later = Timings(monkeypatch, gemm=0.5)
    assert chosen(options)["strided"] == "gemm"
    assert "2 gemm" in later.asked
    assert all("gemm" in times for times in json.loads(cache_path().read_text()).values())


def test_forced_layers_are_not_measured(options, monkeypatch):
    timings = Timings(monkeypatch, gemm=0.5)
    forced = {"same1": "packed", "same2": "packed", "strided": "packed"}
    assert chosen(changed(options, conv=forced))["same2"] == "packed"
    assert timings.asked == []


def test_other_policies_measure_nothing(options, monkeypatch):
    timings = Timings(monkeypatch)
    monkeypatch.setattr(tuning, "ConvolutionTimer", no_timer)
    for policy in ("cost", "ncnn"):
        chosen(changed(options, conv_policy=policy))
    assert timings.asked == []


DAMAGED = (
    *("{", "[1, 2]", '{"a": "gemm"}', "\x00", '{"a": 3}', "3"),
    *('{"a": {"fft": 1.0}}', '{"a": {"gemm": "fast"}}', '{"a": {"gemm": NaN}}'),
)


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_cache_is_ignored_and_replaced(options, monkeypatch, text: str):
    Timings(monkeypatch, gemm=0.5)
    path = cache_path()
    path.parent.mkdir(mode=0o700)
    path.write_text(text)
    with pytest.warns(RuntimeWarning, match="is damaged; ignoring it"):
        assert chosen(options)["strided"] == "gemm"
    assert all("gemm" in times for times in json.loads(path.read_text()).values())


def test_times_of_what_cannot_compute_a_layer_are_ignored(options, monkeypatch):
    Timings(monkeypatch, gemm=0.5)
    chosen(options)
    entries = json.loads(cache_path().read_text())
    for times in entries.values():
        times["depthwise"] = 0.001
    cache_path().write_text(json.dumps(entries))
    assert chosen(options)["strided"] == "gemm"


def test_a_cache_that_cannot_be_written_is_no_error(options, monkeypatch, tmp_path: Path):
    Timings(monkeypatch, gemm=0.5)
    (tmp_path / "file").touch()
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "file"))
    with pytest.warns(RuntimeWarning, match="the cache cannot be used: .*File exists"):
        assert chosen(options)["strided"] == "gemm"


def test_saving_keeps_what_others_have_saved(monkeypatch, tmp_path: Path):
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path))
    one, other = TuningCache.load(), TuningCache.load()
    one.remember("a", {Algorithm.GEMM: 1.0})
    other.remember("b", {Algorithm.GEMM: 2.0})
    other.remember("a", {Algorithm.PACKED: 3.0})
    expected = {"a": {Algorithm.GEMM: 1.0, Algorithm.PACKED: 3.0}, "b": {Algorithm.GEMM: 2.0}}
    assert TuningCache.load().entries == expected
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
    times = list(json.loads(cache_path().read_text()).values())
    assert len(times) == 2
    assert all(seconds > 0 for entry in times for seconds in entry.values())


EPILOGUE = """7767517
7 8
Input       data 0 1 data 0=8 1=8 2=4
Split       fork 1 2 data left right
Convolution same 1 1 left same 0=4 1=3 4=1 5=1 6=144 9=2 -23310=1,0.1
BinaryOp    sum  2 1 same right sum 0=0
ReLU        relu 1 1 sum relu
Convolution next 1 1 relu next 0=4 1=3 4=1 6=144
Softmax     soft 1 1 next soft
"""


def graph(options: CompileOptions, text: str) -> list[ConvolutionOp]:
    """The convolutions of a network at level graph."""
    Path(options.param).write_text(text)
    module = lowering.lower(options, "graph").module
    return [op for op in module.walk() if isinstance(op, ConvolutionOp)]


def test_the_single_convolution_has_its_epilogue_and_weights(options):
    """It is what the network runs: bias, activation, residual; but not what follows a branch."""
    conv, last = graph(options, EPILOGUE)
    single = single_convolution(conv, Algorithm.GEMM, make_context())
    single.verify()
    [main] = single.ops
    names = [op.name for op in main.body.block.ops]
    assert names == [
        *("ncnn.weight", "ncnn.weight", "ncnn.convolution"),
        *("ncnn.binaryop", "ncnn.relu", "func.return"),
    ]
    assert [str(type) for type in main.function_type.inputs] == ["tensor<4x8x8xf32>"]
    [copy] = [op for op in single.walk() if isinstance(op, ConvolutionOp)]
    assert copy.algorithm.data is Algorithm.GEMM
    assert copy.properties["activation"] == conv.properties["activation"]
    keys = [cache_key(op, Target.parse("x86-64"), 1) for op in (conv, copy, last)]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.requirement("W17", "D15")
def test_the_epilogue_is_fused_where_it_is_timed(options):
    conv, _ = graph(options, EPILOGUE)
    ctx = make_context()
    module = single_convolution(conv, Algorithm.GEMM, ctx)
    model = compile_module(module, ctx, Target.parse("x86-64"))
    kernels = [step.kernel for step in model.program.steps]
    assert [k for k in kernels if k not in tuning.LAYOUT_STEPS] == ["im2col", "convolution gemm"]


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_are_those_asked_for(options, threads: int, monkeypatch: pytest.MonkeyPatch):
    conv, _ = graph(options, EPILOGUE)
    models = []

    def compiled(*arguments):
        models.append(compile_module(*arguments))
        return models[-1]

    monkeypatch.setattr(tuning, "compile_module", compiled)
    target = Target.parse("x86-64")
    times = tuning.measure(conv, [Algorithm.GEMM, Algorithm.PACKED], threads, target)
    assert set(times) == {Algorithm.GEMM, Algorithm.PACKED}
    assert min(times.values()) > 0
    assert [model.threads for model in models] == [threads] * 2


def test_convolutions_of_a_batch_are_measured(options, monkeypatch):
    timings = Timings(monkeypatch, winograd2=0.5)
    algorithms = chosen(changed(options, batch=3))
    assert algorithms["same1"] == "winograd2"
    assert "1 winograd2" in timings.asked


def test_the_reasons_come_with_the_times(options, monkeypatch):
    Timings(monkeypatch, gemm=0.5, winograd4=0.7)
    lowered = lowering.lower(options, "graph")
    selection = SelectConvAlgorithmPass("measure", ("same2=packed",))
    first, forced, _, point, deep = (
        choice for _, choice in selection.choices(lowered.ctx, lowered.module)
    )
    assert first.reason == "fastest when measured"
    assert first.runner_up is Algorithm.WINOGRAD4
    assert (first.seconds[Algorithm.GEMM], first.seconds[Algorithm.WINOGRAD4]) == (0.5, 0.7)
    assert first.cycles[Algorithm.PACKED] > 0
    assert (forced.reason, forced.seconds) == ("forced by --conv", {})
    assert (point.reason, point.runner_up) == ("no other algorithm differs", None)
    assert deep.reason.startswith("depthwise")
