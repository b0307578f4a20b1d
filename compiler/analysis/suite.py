"""Results of many networks against ncnn: rows, means, and tables of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...runtime.sessions.threads import describe_threads
from .benchmark import EngineComparison

TOLERANCE = 1e-3
"""Relative difference of two float32 results above which one of the engines is wrong."""
SUM_ROWS = 2
"""Rows at the end of a table that sum up the others."""
INT8_TOLERANCE = 5e-2
"""For int8: ncnn approximates some divisions, and a rounding step goes on through all layers."""


@dataclass(frozen=True)
class MeasuringMachine:
    """Where, when and with what something was measured."""

    cpu: str
    isa: str
    """The target that `host` resolves to, the best of this machine; ncnn uses a subset of it."""
    cores: int
    date: str
    versions: dict[str, str]

    def __str__(self) -> str:
        versions = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        cores = f"{self.cores} core{'s' * (self.cores > 1)}"
        return f"{self.date}, {self.cpu or 'an unknown CPU'} ({self.isa}), {cores}; {versions}"


@dataclass(frozen=True)
class SuiteRow:
    """One network for one target and number of threads; `failure` says why it was not compared."""

    network: str
    target: str
    threads: int
    comparison: EngineComparison | None = None
    failure: str | None = None

    @property
    def report(self) -> dict[str, Any]:
        """The row for machines; times in milliseconds."""
        values = {key: value for key, value in asdict(self).items() if value is not None}
        return values | values.pop("comparison", {})


def suite_row(
    network: str,
    target: str,
    threads: int,
    comparison: EngineComparison,
    tolerance: float = TOLERANCE,
) -> SuiteRow:
    """The row of a comparison; a failure if the outputs are not the same, but for a tolerance."""
    error = comparison.difference
    if error is not None and error > tolerance:
        how = "cannot be compared" if math.isinf(error) else f"differ by {error:.1e}"
        return SuiteRow(network, target, threads, failure=f"the outputs {how}")
    return SuiteRow(network, target, threads, comparison)


@dataclass(frozen=True)
class Summary:
    """Speed relative to ncnn over the networks that did not fail."""

    target: str
    threads: int
    networks: int
    failures: int
    geometric_mean: float | None
    smallest: float | None
    slowest: str | None
    """The network with the smallest ratio."""

    @classmethod
    def of(cls, rows: Sequence[SuiteRow]) -> Summary:
        """Of rows for one target and number of threads."""
        target, threads = rows[0].target, rows[0].threads
        ratios = {row.network: row.comparison.ratio for row in rows if row.comparison is not None}
        failures = len(rows) - len(ratios)
        if not ratios:
            return cls(target, threads, len(rows), failures, None, None, None)
        mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
        slowest = min(ratios, key=ratios.__getitem__)
        return cls(target, threads, len(rows), failures, mean, ratios[slowest], slowest)

    def __str__(self) -> str:
        failed = f", {self.failures} failed" * (self.failures > 0)
        head = f"{self.target}, {describe_threads(self.threads)}: {self.networks} networks{failed}"
        if self.geometric_mean is None:
            return head
        mean = f"{self.geometric_mean:.2f} times as fast as ncnn in the geometric mean"
        return f"{head}; {mean}, the smallest {self.smallest:.2f} ({self.slowest})"


def doubtful(rows: Iterable[SuiteRow]) -> str | None:
    """Name rows that other work on the machine may have disturbed, if any."""
    found = [row for row in rows if row.comparison is not None and row.comparison.doubt]
    if not found:
        return None
    names = ", ".join(dict.fromkeys(row.network for row in found))
    return f"other work on this machine made {len(found)} results doubtful: {names}"


def summaries(rows: Iterable[SuiteRow]) -> list[Summary]:
    """One for every target and number of threads, in the order in which they come."""
    groups: dict[tuple[int, str], list[SuiteRow]] = {}
    for row in rows:
        groups.setdefault((row.threads, row.target), []).append(row)
    return [Summary.of(group) for group in groups.values()]


@dataclass(frozen=True)
class SuiteTable:
    """Cells of the networks on one number of threads; all columns but the first are numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def markdown(self) -> str:
        rule = ["---", *["---:"] * (len(self.columns) - 1)]
        lines = [f"| {' | '.join(cells)} |" for cells in (self.columns, rule, *self.rows)]
        return "\n".join([f"{self.title}:", "", *lines, ""])


def tables(rows: Sequence[SuiteRow]) -> list[SuiteTable]:
    """A table for every number of threads: a row for each network, the means at the end."""
    return [
        table([row for row in rows if row.threads == threads])
        for threads in dict.fromkeys(row.threads for row in rows)
    ]


def table(rows: Sequence[SuiteRow]) -> SuiteTable:
    """The table of rows on one number of threads."""
    found = {(row.network, row.target): row for row in rows}
    targets = list(dict.fromkeys(row.target for row in rows))
    columns = ["network", "ncnn, ms"]
    for target in targets:
        columns += [f"{target}, ms", "times as fast"]
    cells: list[tuple[str, ...]] = []
    for network in dict.fromkeys(row.network for row in rows):
        of_targets = [found.get((network, target)) for target in targets]
        compared = [row.comparison for row in of_targets if row and row.comparison]
        line = [network, f"{compared[0].ncnn.minimum:.2f}" if compared else ""]
        for row in of_targets:
            line += cells_of(row)
        cells.append(tuple(line))
    totals = {summary.target: summary for summary in summaries(rows)}
    means, smallest = ["geometric mean", ""], ["smallest", ""]
    for target in targets:
        means += ["", ratio_text(totals[target].geometric_mean)]
        smallest += ["", ratio_text(totals[target].smallest)]
    sums = (tuple(means), tuple(smallest))
    assert len(sums) == SUM_ROWS
    return SuiteTable(describe_threads(rows[0].threads), tuple(columns), (*cells, *sums))


def cells_of(row: SuiteRow | None) -> list[str]:
    """Milliseconds of ours, and how many times as fast that is."""
    if row is None:
        return ["", ""]
    if row.comparison is None:
        return ["FAIL", ""]
    return [f"{row.comparison.ours.minimum:.2f}", ratio_text(row.comparison.ratio)]


def ratio_text(ratio: float | None) -> str:
    """Two digits; empty if there is none."""
    return "" if ratio is None else f"{ratio:.2f}"
