"""`ncnnc bench --suite`: all networks of a folder against ncnn."""

from __future__ import annotations

import argparse
import importlib.metadata
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ...dialects.target.records import Target
from ...runtime import artifact
from ...runtime.code.cpu import require_features
from ...runtime.errors import NcnncError
from ...runtime.files.replacing_files import write_atomically
from ...runtime.sessions.threads import describe_threads
from ...runtime.system import here
from ..analysis.benchmark import ModelFiles, compare_several, has_ncnn
from ..analysis.precision import TOLERANCE as LOWER_PRECISION_TOLERANCE
from ..analysis.suite import (
    INT8_TOLERANCE,
    SUM_ROWS,
    TOLERANCE,
    MeasuringMachine,
    SuiteRow,
    doubtful,
    suite_row,
    summaries,
    tables,
)
from ..bundle.location import weights_beside
from ..bundle.selection import is_model
from ..diagnostics import UsageError
from ..frontend.ncnn.int8_layers import int8_layers
from ..frontend.ncnn.model_files import read_model_record
from ..options.choices import Precision
from ..options.target import HOST, parse_target
from ..report.page import SUITE, filled
from .arguments import compile_options, only_shapes
from .model_source import compile_to_program, ncnn_files
from .output.console import progress, write_json
from .output.tables import print_table
from .values import NCNN_BF16

EXIT_FAILURES = 1
MEASURED_WITH = ("ncnnc", "ncnn", "xdsl", "llvmlite", "numpy")


def bench_suite(arguments: argparse.Namespace) -> int:
    """Time a folder's networks; status 1 if one failed. Raises: UsageError if there are none."""
    if not has_ncnn():
        raise UsageError("a suite is compared with ncnn: pip install 'ncnnc[oracle]'")
    names = (arguments.target or HOST).split(",")
    targets = [parse_target(name, measured=bool(arguments.measured_costs)) for name in names]
    rows: list[SuiteRow] = []
    for network in networks_of(arguments.suite, arguments.skip):
        for row in rows_of(arguments, network, targets):
            rows.append(row)
            print(described(row), file=sys.stderr)
    machine = this_machine()
    found = tables(rows)
    print(machine)
    for table in found:
        print()
        print_table(table.columns, table.rows, title=table.title, numeric=table.columns[1:])
    print()
    for summary in summaries(rows):
        print(summary)
    doubt = doubtful(rows)
    if doubt is not None:
        print(f"warning: {doubt}", file=sys.stderr)
    failures = [described(row) for row in rows if row.failure is not None]
    print(*failures, sep="\n", end="\n" * bool(failures))
    if arguments.json:
        report = suite_report(arguments.suite, machine, rows)
        write_json(arguments.json, report)
    if arguments.markdown:
        text = "\n".join([f"Measured: {machine}.", "", *(table.markdown for table in found)])
        write_atomically(arguments.markdown, [text.encode()])
    if arguments.html:
        facts = suite_facts(arguments.suite, machine, rows)
        write_atomically(arguments.html, [filled(SUITE, facts).encode()])
    return EXIT_FAILURES if failures else 0


def networks_of(folder: str, skipped: tuple[str, ...]) -> list[Path]:
    """The `.param` files of a folder by name, but those that a pattern names."""
    found = [path for path in Path(folder).glob("*.param") if is_model(path.name)]
    found.sort(key=lambda path: path.name.lower())
    kept = [path for path in found if not any(fnmatchcase(path.stem, p) for p in skipped)]
    if not kept:
        raise UsageError(f"there is no .param to time in '{folder}'")
    return kept


def this_machine() -> MeasuringMachine:
    versions = {name: importlib.metadata.version(name) for name in MEASURED_WITH}
    date = datetime.now(UTC).date().isoformat()
    return MeasuringMachine(
        here.cpu_name(), parse_target(HOST).name, here.available_cpus(), date, versions
    )


def suite_report(suite: str, machine: MeasuringMachine, rows: list[SuiteRow]) -> dict[str, Any]:
    """All results, for machines."""
    return {
        "suite": suite,
        "machine": vars(machine),
        "rows": [row.report for row in rows],
        "summary": [vars(summary) for summary in summaries(rows)],
    }


def suite_facts(suite: str, machine: MeasuringMachine, rows: list[SuiteRow]) -> dict[str, Any]:
    """All that a page of a suite shows."""
    return {
        "name": f"{Path(suite).name} beside ncnn",
        "machine": str(machine),
        "summaries": list(map(str, summaries(rows))),
        "doubt": doubtful(rows),
        "tables": [vars(table) for table in tables(rows)],
        "sums": SUM_ROWS,
        "failures": [described(row) for row in rows if row.failure is not None],
    }


def rows_of(
    arguments: argparse.Namespace, network: Path, targets: Sequence[Target]
) -> Iterator[SuiteRow]:
    """The rows of a network, as they are measured."""
    with tempfile.TemporaryDirectory() as folder:
        files: dict[str, ModelFiles] = {}
        failures: dict[str, str] = {}
        for target in targets:
            try:
                files[target.name] = compiled(arguments, network, target, Path(folder))
            except NcnncError as error:
                failures[target.name] = reason(error)
        for threads in arguments.threads:
            for target, failure in failures.items():
                yield SuiteRow(network.stem, target, threads, failure=failure)
            if files:
                yield from measured(arguments, network, files, threads)


def measured(
    arguments: argparse.Namespace, network: Path, files: Mapping[str, ModelFiles], threads: int
) -> Iterator[SuiteRow]:
    """The rows of a network for all targets that it was compiled for."""
    try:
        with progress(f"timing {network.stem}"):
            found = compare_several([*files.values()], threads, arguments.seconds)
    except NcnncError as error:
        for target in files:
            yield SuiteRow(network.stem, target, threads, failure=reason(error))
        return
    tolerance = tolerance_of(arguments, network)
    for target, comparison in zip(files, found, strict=True):
        yield suite_row(network.stem, target, threads, comparison, tolerance)


def tolerance_of(arguments: argparse.Namespace, network: Path) -> float:
    """Return the tolerance relative to ncnn's results, which allows for bf16 and int8 rounding."""
    if int8_layers(read_model_record(str(network))):
        return INT8_TOLERANCE
    return TOLERANCE if arguments.precision == Precision.FP32 else LOWER_PRECISION_TOLERANCE


def compiled(
    arguments: argparse.Namespace, network: Path, target: Target, folder: Path
) -> ModelFiles:
    """Compile with the weights that ncnn reads as well. Raises: NcnncError if it cannot run."""
    param, weights = str(network), folder / "random.bin"
    shapes = shapes_of(arguments, param)
    if arguments.random_weights is None and weights_beside(param).exists():
        weights = weights_beside(param)
    elif not weights.exists():
        ncnn_files(param, None, arguments.random_weights or 0, str(folder), arguments.max_memory)
    changes = {
        "model": param,
        "target": target.name,
        "measured_costs": None,
        "random_weights": None,
    }
    changed = argparse.Namespace(**{**vars(arguments), **changes})
    program = compile_to_program(compile_options(changed, weights=str(weights), inputs=shapes))
    require_features(program.features, file=param)
    path = str(folder / f"{target.name}.ncnnc")
    artifact.write(path, program)
    return ModelFiles(param, str(weights), path, bf16=arguments.compare == NCNN_BF16)


def shapes_of(arguments: argparse.Namespace, param: str) -> dict[str, tuple[int, ...]]:
    """Those of the shapes given that are of this network's inputs."""
    record = read_model_record(param)
    names = {name for layer in record.layers if layer.type == "Input" for name in layer.tops}
    given = only_shapes(arguments.input)
    return {name: shape for name, shape in given.items() if name in names}


def described(row: SuiteRow) -> str:
    head = f"{row.network}, {row.target}, {describe_threads(row.threads)}"
    if row.comparison is None:
        return f"{head}: FAIL {row.failure}"
    ours, ncnn = row.comparison.ours.minimum, row.comparison.ncnn.minimum
    return f"{head}: {ours:.2f} ms, ncnn {ncnn:.2f} ms, ratio {row.comparison.ratio:.2f}"


def reason(error: NcnncError) -> str:
    """The first line of an error, which says what is wrong."""
    return str(error).splitlines()[0]
