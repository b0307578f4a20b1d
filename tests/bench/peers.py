"""
`python -m tests.bench.peers FOLDER`: ncnnc, ncnn, ONNX Runtime and OpenVINO on all networks of a
folder, with the same weights and inputs, in turns, each in a process of its own.

Layers that find detections are ncnn's own: networks are compared up to the blobs that those read,
and marked with a star. ONNX Runtime and OpenVINO take all that the machine has (AVX-512, say);
`--target` changes our code only, `--precision` ours and OpenVINO's.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import math
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import ncnnc
import onnx
from ncnnc.compiler.analysis.benchmark import EngineProcess, ModelFiles, runs_in_turns
from ncnnc.compiler.analysis.precision import TOLERANCE as LOWER_PRECISION_TOLERANCE
from ncnnc.compiler.analysis.relative_error import output_errors
from ncnnc.compiler.analysis.suite import TOLERANCE
from ncnnc.compiler.analysis.timing import Timing
from ncnnc.compiler.bundle.location import weights_beside
from ncnnc.compiler.cli.output.console import write_json
from ncnnc.compiler.cli.suite import networks_of, shapes_of, this_machine
from ncnnc.compiler.cli.values import named_shape, thread_numbers
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights
from ncnnc.runtime.errors import NcnncError

# The module that registers what becomes of layers of products.
from . import onnx_products  # noqa: F401
from .engines import PEERS
from .onnx_graph import NotImplementedLayerError, onnx_model
from .onnx_layers import EMITTERS

ENGINES = ("ncnnc", "ncnn", *PEERS)
TOLERANCES = {"fp32": TOLERANCE, "bf16": 2 * LOWER_PRECISION_TOLERANCE}
"""Tolerance by precision: results of both sides may be rounded."""


@dataclass(frozen=True, kw_only=True)
class PeerFiles(ModelFiles):
    """The files of one network, with that for the engines that read ONNX."""

    onnx: str
    precision: str
    """Of ours and OpenVINO: the others compute in float32."""


class PeerProcess(EngineProcess):
    """One of the engines here, in a process of its own."""

    program: ClassVar = (str(Path(__file__).with_name("engines.py")),)


@dataclass(frozen=True)
class PeerRow:
    """
    Minima of a network by engine, in milliseconds; or why there are none.

    `doubtful` are the engines that other work on the machine disturbed in every run.
    """

    network: str
    threads: int
    is_cut: bool
    milliseconds: dict[str, float]
    failures: dict[str, str]
    doubtful: tuple[str, ...] = ()


def blobs_before_detection(param: str) -> tuple[str, ...]:
    """Return the computed blobs that detection layers read; none without such layers."""
    record = read_model_record(param)
    makers = {top: layer for layer in record.layers for top in layer.tops}
    finders = [layer for layer in record.layers if layer.type.endswith("DetectionOutput")]
    blobs = [blob for layer in finders for blob in layer.bottoms]
    return tuple(blob for blob in blobs if is_computed(makers[blob], makers))


def is_computed(layer: LayerRecord, makers: dict[str, LayerRecord]) -> bool:
    """Return whether a layer's outputs depend on more than shapes, unlike priors."""
    if layer.type == "PriorBox":
        return False
    return not layer.bottoms or any(is_computed(makers[b], makers) for b in layer.bottoms)


def prepared(arguments: argparse.Namespace, param: str, folder: str) -> PeerFiles:
    """
    A network for all engines.

    Raises: NcnncError if it cannot be compiled, NotImplementedLayerError if it has no form in ONNX.
    """
    shapes = shapes_of(arguments, param)
    outputs = blobs_before_detection(param)
    weights = str(weights_beside(param))
    if not Path(weights).exists():
        weights = f"{folder}/random.bin"
        write_random_weights(param, arguments.seed, shapes, weights)
    precision = arguments.precision
    files = PeerFiles(
        param,
        weights,
        f"{folder}/network.ncnnc",
        onnx=f"{folder}/network.onnx",
        precision=precision,
    )
    onnx.save(onnx_model(param, weights, shapes, outputs, EMITTERS), files.onnx)
    model = ncnnc.compile(
        param,
        weights,
        inputs=shapes,
        outputs=outputs,
        target=arguments.target,
        precision=precision,
    )
    model.save(files.artifact)
    return files


def raced(
    files: PeerFiles, engines: Sequence[str], threads: int, seconds: float
) -> tuple[dict[str, Timing], dict[str, str]]:
    """The times of all engines whose outputs are those of the first; what is wrong with others."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        processes: dict[str, EngineProcess] = {}
        failures: dict[str, str] = {}
        expected = None
        for name in engines:
            process = stack.enter_context(PeerProcess(name, files, threads, folder))
            try:
                outputs = process.outputs()
            except NcnncError as error:
                failures[name] = str(error).splitlines()[0]
                continue
            expected = expected or outputs
            error = max(output_errors(expected, outputs).values())
            if error > TOLERANCES[files.precision]:
                failures[name] = f"the outputs differ by {error:.1e}"
            else:
                processes[name] = process
        runs = runs_in_turns(list(processes.values()), seconds)
    timings = {name: Timing.of(one, threads) for name, one in zip(processes, runs, strict=True)}
    return timings, failures


def rows_of(arguments: argparse.Namespace, param: Path) -> Iterator[PeerRow]:
    """The rows of a network, as they are measured."""
    is_cut = bool(blobs_before_detection(str(param)))
    with tempfile.TemporaryDirectory() as folder:
        try:
            files = prepared(arguments, str(param), folder)
        except (NcnncError, NotImplementedLayerError) as error:
            for threads in arguments.threads:
                yield PeerRow(param.stem, threads, is_cut, {}, {"all": str(error).splitlines()[0]})
            return
        for threads in arguments.threads:
            timings, failures = raced(files, arguments.engines, threads, arguments.seconds)
            minima = {name: timing.minimum for name, timing in timings.items()}
            doubtful = tuple(name for name, timing in timings.items() if timing.doubt)
            yield PeerRow(param.stem, threads, is_cut, minima, failures, doubtful)


def markdown(rows: Sequence[PeerRow], engines: Sequence[str]) -> str:
    """The table of rows on one number of threads, with how many times as fast ours is."""
    others = engines[1:]
    head = ["network", *(f"{name}, ms" for name in engines), "fastest other over ncnnc"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    ratios: dict[str, list[float]] = {name: [] for name in (*others, "fastest")}
    for row in rows:
        times = row.milliseconds
        cells = [
            f"{times[name]:.2f}{'?' * (name in row.doubtful)}" if name in times else "FAIL"
            for name in engines
        ]
        rivals = [times[name] for name in others if name in times]
        fastest = ""
        if engines[0] in times and rivals:
            ours = times[engines[0]]
            fastest = f"{min(rivals) / ours:.2f}"
            ratios["fastest"].append(min(rivals) / ours)
            for name in others:
                ratios[name] += [times[name] / ours] if name in times else []
        lines.append([row.network + "*" * row.is_cut, *cells, fastest])
    means = [f"{mean(found):.2f}" if found else "" for found in ratios.values()]
    lines.append([f"geometric mean of the time over that of {engines[0]}", "", *means])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def mean(ratios: Sequence[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    found = argparse.ArgumentParser(prog="python -m tests.bench.peers", description=__doc__)
    found.add_argument("folder", metavar="FOLDER", help="where the .param files are")
    found.add_argument("--skip", type=lambda text: tuple(text.split(",")), default=())
    found.add_argument("--threads", type=thread_numbers, default=(1,))
    found.add_argument("--seconds", type=float, default=0.5, help="for each engine")
    found.add_argument("--target", default="host", help="of our code")
    found.add_argument("--precision", choices=TOLERANCES, default="fp32")
    found.add_argument("--input", type=named_shape, action="append", default=[])
    found.add_argument("--seed", type=int, default=0, help="of weights where there is no .bin")
    found.add_argument("--engines", type=lambda text: tuple(text.split(",")), default=ENGINES)
    found.add_argument("--json", metavar="FILE")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Time all networks and print the tables; the exit status is 1 if an engine failed."""
    arguments = parser().parse_args(words)
    rows: list[PeerRow] = []
    for param in networks_of(arguments.folder, arguments.skip):
        for row in rows_of(arguments, param):
            rows.append(row)
            times = ", ".join(f"{name} {time:.2f}" for name, time in row.milliseconds.items())
            failures = "".join(f"; {name} FAIL {why}" for name, why in row.failures.items())
            print(f"{row.network}, {row.threads} threads: {times}{failures}", file=sys.stderr)
    machine = this_machine()
    installed = [name for name in (*PEERS, "onnx") if importlib.util.find_spec(name)]
    versions = {name: importlib.metadata.version(name) for name in installed}
    print(f"{machine}, {', '.join(f'{name} {version}' for name, version in versions.items())}")
    print(f"Ours is compiled for {arguments.target}; the others take what the machine has.")
    print(f"Ours and OpenVINO compute in {arguments.precision}, the others in float32.")
    print("* up to the blobs that its detection layer reads; ? other work disturbed every run")
    for threads in arguments.threads:
        found = [row for row in rows if row.threads == threads]
        print(f"\n{threads} thread{'s' * (threads > 1)}:\n\n{markdown(found, arguments.engines)}")
    if arguments.json:
        report = {**vars(machine), "versions": {**machine.versions, **versions}}
        write_json(arguments.json, {"machine": report, "rows": [vars(row) for row in rows]})
    return int(any(row.failures for row in rows))


if __name__ == "__main__":
    sys.exit(main())
