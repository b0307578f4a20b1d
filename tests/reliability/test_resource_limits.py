"""
Small files that ask for the whole machine are refused before anything is allocated.

Each is compiled in a process that may have little memory, with its weights generated, so that only
the limits stand in the way.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from ncnnc.compiler.cli.model_source import ncnn_files
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.frontend import model_format
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights
from ncnnc.compiler.optimizer import optimize_files
from ncnnc.compiler.options import compile_options
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.runtime.errors import NcnncError

from tests.generators.layer_cases.worker import Worker
from tests.helpers.long_runs import LONG, rounds, tell

MOST_BYTES = 1 << 30
"""Address space beyond what the process has taken before."""


def doubled(times: int) -> list[str]:
    """A blob that is joined with itself again and again."""
    lines, blob = ["Input x 0 1 x 0=8"], "x"
    for i in range(times):
        lines.append(f"Split s{i} 1 2 {blob} a{i} b{i}")
        lines.append(f"Concat c{i} 2 1 a{i} b{i} c{i}")
        blob = f"c{i}"
    return lines


def chain(count: int) -> list[str]:
    """Return a chain of many layers."""
    types = ("ReLU", "Sigmoid", "TanH")
    layers = (f"{types[i % 3]} l{i} 1 1 b{i} b{i + 1}" for i in range(count))
    return ["Input x 0 1 b0 0=8 1=8 2=4", *layers]


def many(count: int) -> str:
    """The names of many blobs."""
    return " ".join(f"b{i}" for i in range(count))


POINT, VECTOR = "Input x 0 1 x 0=1 1=1 2=1", "Input x 0 1 x 0=8"
BOMBS = {
    "channels": [POINT, "Convolution c 1 1 x c 0=1000000000 1=1 6=1000000000"],
    "products": [VECTOR, "InnerProduct c 1 1 x c 0=250000000 2=2000000000"],
    "embedding": [VECTOR, "Embed c 1 1 x c 0=100000 1=20000 3=2000000000"],
    "states": ["Input x 0 1 x 0=8 1=2", "LSTM c 1 1 x c 0=20000 1=640000"],
    "image": ["Input x 0 1 x 0=1000000 1=1000000 2=1", "ReLU c 1 1 x c"],
    "image of few": ["Input x 0 1 x 0=40000 1=40000 2=1", "ReLU c 1 1 x c"],
    "kernel": [POINT, "Convolution c 1 1 x c 0=1 1=2000000 11=1 4=2000000 14=0 6=2000000"],
    "windows": ["Input x 0 1 x 0=4000000 1=1 2=1", "Pooling c 1 1 x c 1=2000000 11=1"],
    "joins": doubled(40),
    "tiles": [VECTOR, "Tile c 1 1 x c 0=0 1=2147483647"],
    "priors": [
        "Input x 0 1 x 0=10000 1=10000 2=1",
        "PriorBox c 1 1 x c -23300=1,30.0 -23301=1,60.0 -23302=1,2.0 9=10000 10=10000",
    ],
    "enlarged": [VECTOR, "Interp c 1 1 x c 0=1 2=1000000000.0"],
    "padding": [VECTOR, "Padding c 1 1 x c 2=2147483647 3=2147483647"],
    "outputs": [VECTOR, f"Split s 1 10000 x {many(10_000)}"],
    "layers": chain(100_000),
}


def answer(name: str) -> str:
    """Return the end of compiling a bomb."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_BYTES, hard))
    start = time.process_time()
    try:
        compile_program(CompileOptions(text(BOMBS[name]), random_weights=1))
    except NcnncError as error:
        tell(f"{name}: {time.process_time() - start:.2f} s, {error}")
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "compiled"


def text(lines: Sequence[str]) -> bytes:
    """A `.param` of these lines."""
    head = f"7767517\n{len(lines)} {min(4 * len(lines) + 20_000, 100_000)}\n"
    return (head + "\n".join(lines) + "\n").encode()


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker[str, str]]:
    """Compiles in a child that has little memory."""
    made = Worker(answer)
    yield made
    made.close()


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(name: str, worker: Worker[str, str]):
    assert worker(name).startswith("<param>:"), worker(name)


CONVOLUTIONS = ["Input x 0 1 x 0=8 1=8 2=4"] + [
    f"Convolution {y} 1 1 {x} {y} 0=4 1=3 4=1 6=144" for x, y in ("xy", "yz")
]


@pytest.mark.parametrize(
    ("most", "reason"),
    [
        (1000, r"layer 'z' \(Convolution\): weights of .*hint: --max-memory allows more"),
        (1200, r"layer 'y' \(Convolution\): it needs at least .*hint: --max-memory allows more"),
        (1700, r"<param>: error: the model needs at least .*hint: --max-memory allows more"),
    ],
)
def test_the_limit_is_an_option(most: int, reason: str):
    options = CompileOptions(text(CONVOLUTIONS), random_weights=1, max_memory=most)
    with pytest.raises(NcnncError, match=reason):
        compile_program(options)
    compile_program(replace(options, max_memory="16K"))


def test_generated_weights_are_bounded_where_nothing_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """ncnnoptimize's `null` for weights, and what `ncnnc diff --compare ncnn` gives to ncnn."""
    monkeypatch.setattr(model_format.here, "available_bytes", lambda: 5 << 30)
    layers = ["Input x 0 1 x", "BatchNorm y 1 1 x y 0=1073741824"]
    reason = r":4: error: layer 'y' .*: weights of 8192\.0 MiB would be generated, the most is 4096"
    with pytest.raises(NcnncError, match=f"{reason}.*hint: --max-memory allows more"):
        optimize_files(CompileOptions(text(layers), random_weights=0))
    (tmp_path / "m.param").write_bytes(text(layers))
    with pytest.raises(NcnncError, match=reason):
        write_random_weights(str(tmp_path / "m.param"), 0, {}, str(tmp_path / "m.bin"))


def test_large_models_of_generated_weights_need_no_option(monkeypatch: pytest.MonkeyPatch):
    """They are refused where no memory is for them, and have the code that their size decides."""
    options = CompileOptions(text(CONVOLUTIONS), random_weights=1)
    monkeypatch.setattr(model_format, "USUAL_BYTES", 1000)
    monkeypatch.setattr(model_format.here, "available_bytes", lambda: 0)
    with pytest.raises(NcnncError, match=r"would be generated.*hint: --max-memory allows more"):
        compile_program(options)
    monkeypatch.setattr(model_format.here, "available_bytes", lambda: 2000)
    with pytest.raises(NcnncError, match=r"needs at least .*KiB of memory, the most"):
        compile_program(options)
    monkeypatch.setattr(compile_options, "model_bytes", lambda weights: 14 * weights)
    compile_program(options)


def test_weights_for_ncnn_are_as_many_as_the_option_allows(tmp_path: Path):
    (tmp_path / "m.param").write_bytes(text(CONVOLUTIONS))
    source = str(tmp_path / "m.param"), None, 1, str(tmp_path)
    with pytest.raises(NcnncError, match=r"would be generated.*hint: --max-memory allows more"):
        ncnn_files(*source, max_memory="1K")
    for allowed in ("16K", "auto", None):
        _, weights = ncnn_files(*source, max_memory=allowed)
        assert Path(weights).stat().st_size == 2 * (4 + 144 * 4)


def test_memory_that_is_offered_may_be_taken():
    assert CompileOptions("m", memory_limit="8G").most_bytes == 8 << 30
    assert CompileOptions("m", memory_limit="1G").most_bytes == 4 << 30


@pytest.mark.parametrize("level", [Level.GRAPH, Level.KERNELS] if LONG else [Level.GRAPH])
def test_time_grows_as_the_number_of_layers(level: Level):
    """To the level of the graph; a long run looks at twice as many, and at their kernels."""
    count = rounds(500, 10_000)
    seconds: list[float] = []
    for layers in (count, 2 * count - 1):
        start = time.process_time()
        lower(CompileOptions(text(chain(layers))), level)
        seconds.append(time.process_time() - start)
    tell(f"{count} and {2 * count - 1} layers to {level}: {seconds[0]:.1f} s, {seconds[1]:.1f} s")
    if LONG:
        assert seconds[1] < 2.5 * seconds[0]


def sliced(count: int) -> list[str]:
    """A blob that is cut into many."""
    extents = ",".join(["-233"] * count)
    cut = f"Slice s 1 {count} x {many(count)} -23300={count},{extents} 1=0"
    return [f"Input x 0 1 x 0=8 1=8 2={count}", cut]


@pytest.mark.skipif(not LONG, reason="see tests/compiler/backend/llvm/test_graph_printer.py")
def test_time_grows_as_the_number_of_outputs():
    count = rounds(0, 2000)
    seconds: list[float] = []
    for outputs in (count, 2 * count):
        start = time.process_time()
        compile_program(CompileOptions(text(sliced(outputs)), cache=False))
        seconds.append(time.process_time() - start)
    tell(f"{count} and {2 * count} outputs: {seconds[0]:.1f} s, {seconds[1]:.1f} s")
    assert seconds[1] < 2.5 * seconds[0]
