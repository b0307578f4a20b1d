"""
Times a model, and compares with the ncnn wheel fairly.

Two engines are never timed in one process, since two thread pools disturb each other: each runs in
a process of its own (`python -m ncnnc.compiler.benchmark`) and the parent asks them in turns for a
block of runs, so that a change in the machine's speed hits both. What counts is the ratio of the
minima.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..runtime.tensors import TensorSpec
from .diagnostics import UsageError
from .model_inputs import seeded_inputs
from .relative_error import output_errors

ROUNDS = 7
RunOnce = Callable[[], Mapping[str, np.ndarray]]


@dataclass(frozen=True)
class Timing:
    """Units: milliseconds of one run."""

    minimum: float
    median: float
    runs: int


@dataclass(frozen=True)
class Comparison:
    """
    Ours against ncnn, on the same model, weights and input.

    `ratio` above 1 means that ours is faster. `difference` is the largest between two outputs,
    relative to the largest magnitude of that output.
    """

    ours: Timing
    ncnn: Timing
    ratio: float
    difference: float


@dataclass(frozen=True)
class ModelFiles:
    """The files of one model: `artifact` for our engine, `param` and `weights` for ncnn."""

    param: str
    weights: str
    artifact: str


def measure(run_once: RunOnce, seconds: float, least: int = 2) -> Timing:
    """Time a model for some seconds, after one run that warms up."""
    run_once()
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < least or time.perf_counter() < end:
        started = time.perf_counter()
        run_once()
        times.append(time.perf_counter() - started)
    return Timing(min(times) * 1e3, sorted(times)[len(times) // 2] * 1e3, len(times))


def compare(files: ModelFiles, threads: int, seconds: float) -> Comparison:
    """
    Time both engines in turns.

    Units: `seconds` is spent on each engine. Raises: UsageError if the ncnn wheel is missing.
    """
    import_ncnn()
    with tempfile.TemporaryDirectory() as folder:
        engines = [
            EngineProcess(name, files, threads, Path(folder) / f"{name}.npz") for name in ENGINES
        ]
        try:
            actual, expected = (engine.outputs() for engine in engines)
            blocks = [[engine.block(seconds / ROUNDS) for engine in engines] for _ in range(ROUNDS)]
        finally:
            for engine in engines:
                engine.close()
    ours, theirs = (combine(timings) for timings in zip(*blocks, strict=True))
    difference = max(output_errors(expected, actual).values())
    return Comparison(ours, theirs, theirs.minimum / ours.minimum, difference)


def combine(timings: tuple[Timing, ...]) -> Timing:
    """The timings of several blocks as one."""
    medians = sorted(timing.median for timing in timings)
    return Timing(
        min(timing.minimum for timing in timings),
        medians[len(medians) // 2],
        sum(timing.runs for timing in timings),
    )


class EngineProcess:
    """One engine with one model in a process of its own, which does nothing until asked."""

    def __init__(self, engine: str, files: ModelFiles, threads: int, outputs: Path):
        self.engine = engine
        self.path = outputs
        request = {"engine": engine, "threads": threads, "outputs": str(outputs), **asdict(files)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ncnnc.compiler.benchmark", json.dumps(request)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": str(threads)},
        )

    def outputs(self) -> dict[str, np.ndarray]:
        """What the model computes from the seeded input; waits until it has been loaded."""
        self.answer()
        with np.load(self.path) as stored:
            return dict(stored)

    def block(self, seconds: float) -> Timing:
        """Run for some seconds."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return Timing(**self.answer())

    def answer(self) -> dict[str, Any]:
        """The next line that the process says; other lines (of libraries) are passed over."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                return json.loads(line)
        raise UsageError(f"{self.engine} ended without a result, exit status {self.process.wait()}")

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def open_ours(request: Mapping[str, Any]) -> RunOnce:
    """Our engine on the artifact of a request."""
    from ..runtime.model import load

    model = load(request["artifact"], threads=request["threads"])
    inputs = seeded_inputs(model.inputs)
    return lambda: model.run(inputs)


def open_ncnn(request: Mapping[str, Any]) -> RunOnce:
    """
    The ncnn wheel on the `.param` and `.bin` of a request, in float32 like ours.

    Input arrays are cloned into ncnn's own memory: layers that work in place write to them.
    """
    from ..runtime import artifact

    ncnn = import_ncnn()
    net = ncnn.Net()
    net.opt.num_threads = request["threads"]
    net.opt.use_fp16_storage = net.opt.use_fp16_packed = net.opt.use_fp16_arithmetic = False
    if net.load_param(request["param"]) != 0 or net.load_model(request["weights"]) != 0:
        raise UsageError("ncnn refuses the model")
    program = artifact.read(request["artifact"])
    arrays = seeded_inputs(program.inputs)
    inputs = {name: ncnn.Mat(array).clone() for name, array in arrays.items()}

    def run_once() -> dict[str, np.ndarray]:
        extractor = net.create_extractor()
        for name, mat in inputs.items():
            extractor.input(name, mat)
        return {spec.name: blob(spec, extractor.extract(spec.name)[1]) for spec in program.outputs}

    def blob(spec: TensorSpec, mat: Any) -> np.ndarray:
        """An array of ncnn's; if it finds nothing, it has none, or a layer's input for it."""
        if spec.has_found_rows and mat.dims != len(spec.shape):
            return np.empty((0, *spec.shape[1:]), np.float32)
        return np.array(mat)

    return run_once


def import_ncnn() -> Any:
    """The wheel's module, which has no types. Raises: UsageError if it is not installed."""
    try:
        return importlib.import_module("ncnn")
    except ImportError as error:
        raise UsageError("comparing needs the ncnn wheel: pip install 'ncnnc[oracle]'") from error


ENGINES: dict[str, Callable[[Mapping[str, Any]], RunOnce]] = {"ncnnc": open_ours, "ncnn": open_ncnn}


def serve(request: Mapping[str, Any]) -> None:
    """Open an engine, store its outputs, then time a block for every line on standard input."""
    run_once = ENGINES[request["engine"]](request)
    outputs: dict[str, Any] = dict(run_once())
    np.savez(request["outputs"], **outputs)
    print(json.dumps({}), flush=True)
    for line in sys.stdin:
        print(json.dumps(asdict(measure(run_once, float(line)))), flush=True)


if __name__ == "__main__":
    serve(json.loads(sys.argv[1]))
