"""`ncnnc bench --decode --prefill`: steps of a model that keeps states."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ncnnc.compiler.analysis import benchmark
from ncnnc.compiler.cli.main import main

from tests.helpers.small_decoder import SmallDecoder

pytestmark = pytest.mark.isa

DECODER = SmallDecoder(layers=1)
SHAPES = DECODER.shapes("T", "P", "P+T")
INPUTS = [
    word
    for name, shape in SHAPES.items()
    for word in ("--input", f"{name}={','.join(map(str, shape))}")
]
DIMS = ["--dim", "T=1..16", "--dim", "P=0..40"]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for all tests, which need one program."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def cached(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(cache))
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "100M")


def bench(folder: Path, *words: str) -> int:
    path = folder / "m.param"
    path.write_text(DECODER.text())
    compiling = ["--random-weights", "1", "--target", "x86-64", *INPUTS, *DIMS]
    return main(["bench", str(path), *compiling, "--seconds", "0.01", *words])


def test_steps_are_timed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "r.json"
    steps = ["--decode", "0,20", "--prefill", "16", "--json", str(file)]
    assert bench(tmp_path, "--state", "auto", *steps) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines[2:]] == [
        "1 behind 0",
        "1 behind 20",
        "16 behind 0",
    ]
    results = json.loads(file.read_text())["results"]
    assert [(r["rows"], r["past"]) for r in results] == [(1, 0), (1, 20), (16, 0)]
    assert all(r["ncnnc"]["minimum"] > 0 for r in results)


def test_steps_are_profiled(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Each step kernel by kernel, for each number of threads."""
    file = tmp_path / "r.json"
    steps = ["--decode", "20", "--prefill", "16", "--threads", "1,2", "--profile"]
    assert bench(tmp_path, "--state", "auto", *steps, "--json", str(file)) == 0
    printed = capsys.readouterr().out
    for title in ("1 behind 20, 1 thread", "16 behind 0, 1 thread", "16 behind 0, 2 threads"):
        table = printed.split(f"\n{title}\n")[1].split("\n\n")[0]
        assert "attention" in table
        assert table.splitlines()[-1].startswith("total")
    for result in json.loads(file.read_text())["results"]:
        assert {step["kernel"] for step in result["steps"]} >= {"attention", "matmul"}
        assert all(step["threads"] == result["threads"] for step in result["steps"])


@pytest.mark.oracle
@pytest.mark.parametrize(("wheel", "least", "most"), [("ncnn", 0, 1e-5), ("ncnn-bf16", 1e-4, 0.1)])
def test_ncnn_computes_the_same(
    wheel: str, least: float, most: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """In float32, or rounding to bfloat16."""
    pytest.importorskip("ncnn")
    assert bench(tmp_path, "--state", "auto", "--prefill", "7", "--compare", wheel) == 0
    printed = capsys.readouterr().out
    assert f"7 behind 0  {wheel} " in printed
    (line,) = [li for li in printed.splitlines() if "times as fast" in li]
    assert least <= float(line.split("differ by ")[1].split()[0]) < most


@pytest.mark.parametrize("engine", ["ncnn caches", "ncnnc session"])
def test_ncnn_may_crash(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """Our times are still shown; if it is ours that crashes, that is an error."""

    def crash(*_: object) -> None:
        raise benchmark.EngineEndedError(engine, "by SIGSEGV")

    monkeypatch.setattr(benchmark, "compare", crash)
    is_ours = engine == "ncnnc session"
    words = ["--state", "auto", "--prefill", "2", "--compare", "ncnn"]
    assert bench(tmp_path, *words) == int(is_ours)
    printed = capsys.readouterr()
    message = f"the process of {engine} ended by SIGSEGV"
    if is_ours:
        assert f"error: {message}" in printed.err
    else:
        assert f"2 behind 0: {message}" in printed.out
        assert "2 behind 0  ncnnc" in printed.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--decode", "4"], "has no states that grow by the rows of a run; hint: --state auto"),
        (["--state", "auto", "--decode", "41"], "a step has P=41, the model P=0..40"),
        (["--state", "auto", "--prefill", "17"], "a step has T=17, the model T=1..16"),
        (["--state", "auto", "--prefill", "0"], "--prefill needs at least one row"),
        (
            ["--state", "auto", "--prefill", "2", "--mask", "in1=causal", "--compare", "ncnn"],
            "ncnn needs the masks that --mask leaves out; hint: compare without it",
        ),
    ],
)
def test_mistakes(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert bench(tmp_path, *words) in (1, 2)
    assert message in capsys.readouterr().err
