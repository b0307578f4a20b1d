"""
Compare engines fairly.

Two engines are never timed in one process, because their thread pools disturb each other. Each runs
in a separate process (`compiler/analysis/engines.py`), and the parent alternates between them in
short blocks of runs, so that a change in the machine's speed affects both. The result is the ratio
of minima.
"""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from ...runtime import artifact
from ...runtime.errors import NcnncError
from ..image import Image
from .relative_error import Arrays, output_errors
from .timing import TimedRun, Timing

BLOCK_SECONDS = 0.05
"""Length of a block of runs. Units: seconds."""
LEAST_ROUNDS = 5
SECONDS_TO_END = 10
"""Time allowed for an engine to exit. Units: seconds."""


@dataclass(frozen=True)
class EngineComparison:
    """
    Our engine against ncnn, on the same model, weights and input.

    `ratio` above 1 means that ours is faster. `difference` is the largest difference of an output,
    relative to its largest magnitude; None if all outputs are lists of detections, whose order
    depends on the last bit.
    """

    ours: Timing
    ncnn: Timing
    ratio: float
    difference: float | None

    @property
    def summary(self) -> str:
        """Return the result as one line."""
        clock = {"cpu": "CPU time", "wall": "wall time"}[self.ours.clock]
        alike = "detections are not compared"
        if self.difference is not None:
            alike = f"outputs differ by {self.difference:.1e} at most"
        faster = f"ncnnc is {self.ratio:.2f} times as fast as ncnn"
        return f"{faster} ({clock} of the fastest runs); {alike}"

    @property
    def doubt(self) -> str | None:
        """Return why the ratio may be wrong; empty if there is no reason."""
        return self.ours.doubt or self.ncnn.doubt


@dataclass(frozen=True)
class ModelFiles:
    """The files of one model: `artifact` for our engine, `param` and `weights` for ncnn."""

    param: str
    weights: str
    artifact: str
    preprocess: tuple[tuple[str, str], ...] = ()
    """ncnn's preprocessing of image inputs: `Image` as text, by name."""
    rows: int = 0
    """Rows per run of a model with states; 0 for other models."""
    past: int = 0
    """Rows of earlier runs."""
    bf16: bool = False
    """True if ncnn stores blobs and weights as bfloat16."""

    @property
    def engines(self) -> tuple[str, str]:
        """Return the names of our engine and ncnn's for these files."""
        return ("ncnnc session", "ncnn caches") if self.rows else ("ncnnc", "ncnn")


def images_text(images: Mapping[str, Image]) -> tuple[tuple[str, str], ...]:
    """Return preprocessing steps in the form of `ModelFiles`."""
    return tuple((name, str(image)) for name, image in images.items())


def has_ncnn() -> bool:
    """Return whether the ncnn wheel is installed, without importing it into this process."""
    return importlib.util.find_spec("ncnn") is not None


def compare(files: ModelFiles, threads: int, seconds: float) -> EngineComparison:
    """Time both engines in turns, `seconds` each. Raises: NcnncError if an engine ends early."""
    (comparison,) = compare_several([files], threads, seconds)
    return comparison


def compare_several(
    files: Sequence[ModelFiles], threads: int, seconds: float
) -> list[EngineComparison]:
    """Time artifacts and ncnn in turns, `seconds` each. Raises: NcnncError if one ends early."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        *ours, ncnn = (
            stack.enter_context(EngineProcess(engine, one, threads, folder))
            for engine, one in [
                *((one.engines[0], one) for one in files),
                (files[0].engines[1], files[0]),
            ]
        )
        *actual, expected = (engine.outputs() for engine in (*ours, ncnn))
        *our_runs, ncnn_runs = runs_in_turns((*ours, ncnn), seconds)
    timing = Timing.of(ncnn_runs, threads)
    timings = [Timing.of(runs, threads) for runs in our_runs]
    return [
        EngineComparison(
            our, timing, timing.minimum / our.minimum, difference(one, expected, found)
        )
        for one, our, found in zip(files, timings, actual, strict=True)
    ]


def difference(files: ModelFiles, expected: Arrays, actual: Arrays) -> float | None:
    """Return the largest relative difference of outputs other than lists of detections."""
    found_rows = {
        spec.name for spec in artifact.read(files.artifact).outputs if spec.has_found_rows
    }
    errors = output_errors(expected, actual)
    return max((error for name, error in errors.items() if name not in found_rows), default=None)


def outputs_of_both(files: ModelFiles) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Return both engines' outputs for the seeded input, on one thread. Raises: NcnncError."""
    with tempfile.TemporaryDirectory() as folder:
        found: list[dict[str, np.ndarray]] = []
        for name in ("ncnnc", "ncnn"):
            with EngineProcess(name, files, 1, Path(folder)) as engine:
                found.append(engine.outputs())
    ours, ncnn = found
    return ours, ncnn


def runs_in_turns(engines: Sequence[EngineProcess], seconds: float) -> list[list[TimedRun]]:
    """Run engines in alternating blocks, for about `seconds` each, and return their runs."""
    runs: list[list[TimedRun]] = [[] for _ in engines]
    rounds = max(LEAST_ROUNDS, round(seconds / BLOCK_SECONDS))
    for done in range(rounds):
        # A block has two runs at least: of a slow model fewer blocks are enough.
        if done >= LEAST_ROUNDS and sum(run.wall for run in runs[0]) > seconds * 1e9:
            break
        for engine, found in zip(engines, runs, strict=True):
            found += engine.block(seconds / rounds)
    return runs


class EngineEndedError(NcnncError):
    """An engine's process ended before it was asked to."""

    def __init__(self, engine: str, reason: str):
        super().__init__(f"error: the process of {engine} ended {reason}")
        self.engine = engine


class EngineProcess:
    """An engine with a model in a separate process, which runs only on request."""

    program: ClassVar[tuple[str, ...]] = ("-m", "ncnnc.compiler.analysis.engines")
    """Python arguments of the process."""

    def __init__(self, engine: str, files: ModelFiles, threads: int, folder: Path):
        self.engine = engine
        self.path = folder / f"{engine} {Path(files.artifact).stem}.npz"
        request = {"engine": engine, "threads": threads, "outputs": str(self.path), **asdict(files)}
        # A pipe that nobody reads would fill and stop the engine.
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [sys.executable, *self.program, json.dumps(request)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": str(threads)},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.process.communicate(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        self.errors.close()

    def outputs(self) -> dict[str, np.ndarray]:
        """Return the outputs for the seeded input. Raises: NcnncError if the process ended."""
        self.answer()
        with np.load(self.path) as stored:
            return dict(stored)

    def block(self, seconds: float) -> list[TimedRun]:
        """Run for some seconds. Raises: NcnncError if the process ended."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{seconds}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise self.ended() from None
        return [TimedRun(*run) for run in self.answer()["runs"]]

    def answer(self) -> dict[str, Any]:
        """Return the next answer of the process, skipping lines that libraries print."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                return json.loads(line)
        raise self.ended()

    def ended(self) -> EngineEndedError:
        """Return the error for a process that ended, with its last output."""
        status = self.process.wait()
        how = f"by {signal.Signals(-status).name}" if status < 0 else f"with exit status {status}"
        self.errors.seek(0)
        said = self.errors.read().strip().splitlines()[-1:]
        reason = "".join(f": {line.removeprefix('error: ')}" for line in said)
        return EngineEndedError(self.engine, f"{how}{reason}")
