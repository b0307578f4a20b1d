"""Comparing engines: turns, the protocol of their processes, and what happens if one dies."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ncnnc
import pytest
from ncnnc.compiler.analysis import benchmark
from ncnnc.compiler.analysis.benchmark import (
    LEAST_ROUNDS,
    EngineComparison,
    EngineProcess,
    ModelFiles,
    compare,
    runs_in_turns,
)
from ncnnc.compiler.analysis.ncnn_wheel import refusal
from ncnnc.compiler.analysis.timing import TimedRun, Timing

pytestmark = pytest.mark.isa

MS = 1_000_000
PARAM = """7767517
2 2
Input data 0 1 data 0=8 1=8 2=3
ReLU  relu 1 1 data prob
"""
NO_FILES = ModelFiles("absent.param", "absent.bin", "absent.ncnnc")


@pytest.fixture
def files(tmp_path: Path) -> ModelFiles:
    """A small model for both engines."""
    (tmp_path / "m.param").write_text(PARAM)
    (tmp_path / "m.bin").write_bytes(b"")
    paths = [str(tmp_path / name) for name in ("m.param", "m.bin", "m.ncnnc")]
    ncnnc.compile(*paths[:2]).save(paths[2])
    return ModelFiles(*paths)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts another program into the place of the engines."""
    popen = subprocess.Popen

    def serve(code: str) -> None:
        def start(_: list[str], **options: Any) -> subprocess.Popen[str]:
            return popen([sys.executable, "-c", code], **options)

        monkeypatch.setattr(benchmark.subprocess, "Popen", start)

    return serve


class Turns:
    """An engine that notes when it is asked."""

    def __init__(self, name: str, asked: list[str], milliseconds: int):
        self.name, self.asked, self.milliseconds = name, asked, milliseconds

    def block(self, seconds: float) -> list[TimedRun]:
        self.asked.append(self.name)
        return [TimedRun(self.milliseconds * MS, self.milliseconds * MS, 0)] * 2


def test_engines_run_in_turns():
    asked: list[str] = []
    engines: Any = [Turns("a", asked, 1), Turns("b", asked, 2)]
    ours, theirs = runs_in_turns(engines, seconds=0.5)
    assert asked == ["a", "b"] * 10
    assert ({run.wall for run in ours}, {run.wall for run in theirs}) == ({1 * MS}, {2 * MS})


def test_slow_models_have_fewer_turns():
    asked: list[str] = []
    engines: Any = [Turns("a", asked, 400), Turns("b", asked, 400)]
    runs_in_turns(engines, seconds=1.0)
    assert len(asked) == 2 * LEAST_ROUNDS


def test_a_comparison_is_doubtful_if_one_of_its_timings_is():
    quiet = Timing.of([TimedRun(2 * MS, 1 * MS, 0)], threads=1)
    busy = Timing.of([TimedRun(2 * MS, 2 * MS, 1)], threads=1)
    assert EngineComparison(quiet, quiet, 1.0, 0.0).doubt is None
    assert EngineComparison(quiet, busy, 2.0, 0.0).doubt == busy.doubt
    assert "2.00 times as fast as ncnn (CPU time" in EngineComparison(quiet, busy, 2.0, 0.0).summary


def test_an_engine_answers_with_its_outputs_and_runs(files: ModelFiles, tmp_path: Path):
    with EngineProcess("ncnnc", files, 1, tmp_path) as engine:
        assert engine.outputs()["prob"].shape == (3, 8, 8)
        for _ in range(2):
            runs = engine.block(0.0)
            assert len(runs) == 2
            assert all(run.wall > 0 for run in runs)
    assert engine.process.returncode == 0


def test_lines_of_libraries_are_passed_over(served: Callable[[str], None], tmp_path: Path):
    served("print('hello'); print('{\"runs\": [[1, 2, 3]]}')")
    with EngineProcess("ncnnc", NO_FILES, 1, tmp_path) as engine:
        assert engine.answer() == {"runs": [[1, 2, 3]]}


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise SystemExit(3)", "the process of ncnn ended with exit status 3"),
        ("import os; os.kill(os.getpid(), 9)", "the process of ncnn ended by SIGKILL"),
        ("x = 1 / 0", "ended with exit status 1: ZeroDivisionError: division by zero"),
    ],
)
def test_a_dead_engine_is_one_line(
    code: str, reason: str, served: Callable[[str], None], tmp_path: Path
):
    served(code)
    with (
        pytest.raises(ncnnc.NcnncError) as raised,
        EngineProcess("ncnn", NO_FILES, 1, tmp_path) as engine,
    ):
        engine.outputs()
    assert str(raised.value).endswith(reason)
    assert "\n" not in str(raised.value)


def test_an_engine_that_dies_between_blocks_is_one_line(
    served: Callable[[str], None], tmp_path: Path
):
    served("print('{}', flush=True)")
    with EngineProcess("ncnn", NO_FILES, 1, tmp_path) as engine:
        engine.answer()
        engine.process.wait()
        with pytest.raises(ncnnc.NcnncError, match="ended with exit status 0"):
            engine.block(0.0)


def test_what_an_engine_raises_is_one_line(files: ModelFiles):
    damaged = ModelFiles(files.param, files.weights, files.param)
    with pytest.raises(ncnnc.NcnncError, match=r"the process of ncnnc ended .*m\.param: error: "):
        compare(damaged, threads=1, seconds=0.0)


def test_layers_that_ncnn_lacks_are_named(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_text(PARAM.replace("ReLU ", "YoloV5Focus "))
    assert refusal(str(path)) == "ncnn refuses the model, it has no layer 'YoloV5Focus'"
    path.write_text(PARAM)
    assert refusal(str(path)) == "ncnn refuses the model"


@pytest.mark.parametrize("engine", ["ncnnc", "ncnn"])
def test_an_engine_has_no_compiler_in_its_process(
    engine: str, files: ModelFiles, tmp_path: Path, served: Callable[[str], None]
):
    if engine == "ncnn":
        pytest.importorskip("ncnn", reason="needs the ncnn wheel")
    request = {"engine": engine, "threads": 1, "outputs": str(tmp_path / "o.npz"), **vars(files)}
    served(
        "import json, sys\n"
        "from ncnnc.compiler.analysis import engines\n"
        f"engines.ENGINES[{engine!r}]({request!r})()\n"
        "print(json.dumps({'loaded': [*{name.split('.')[0] for name in sys.modules}]}))"
    )
    with EngineProcess(engine, files, 1, tmp_path) as process:
        loaded = set(process.answer()["loaded"])
    assert ("ncnn" in loaded) == (engine == "ncnn")
    assert "xdsl" not in loaded


@pytest.mark.oracle
def test_both_engines_compute_the_same(files: ModelFiles):
    pytest.importorskip("ncnn", reason="needs the ncnn wheel")
    result = compare(files, threads=1, seconds=0.01)
    assert result.difference == 0
    assert result.ratio == result.ncnn.minimum / result.ours.minimum
