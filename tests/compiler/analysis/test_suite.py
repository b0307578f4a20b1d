"""Results of many networks: rows, means, tables, and what they say of the machine."""

from __future__ import annotations

import math

from ncnnc.compiler.analysis.benchmark import EngineComparison
from ncnnc.compiler.analysis.suite import (
    MeasuringMachine,
    SuiteRow,
    doubtful,
    suite_row,
    summaries,
    tables,
)
from ncnnc.compiler.analysis.timing import TimedRun, Timing

MS = 1_000_000


def timing(milliseconds: float, switches: int = 0) -> Timing:
    """Of one run."""
    time = round(milliseconds * MS)
    return Timing.of([TimedRun(time, time, switches)], threads=1)


def row(
    network: str, target: str, ours: float, ncnn: float, threads: int = 1, switches: int = 0
) -> SuiteRow:
    """A network that took so many milliseconds."""
    comparison = EngineComparison(timing(ours), timing(ncnn, switches), ncnn / ours, 0.0)
    return suite_row(network, target, threads, comparison)


ROWS = (
    row("small", "a", 1, 2),
    SuiteRow("small", "b", 1, failure="m.param:3: error: no"),
    row("large", "a", 2, 16),
    row("large", "b", 4, 16),
    row("large", "a", 2, 3, threads=2),
)


def test_a_table_for_each_number_of_threads():
    one, two = tables(ROWS)
    assert (one.title, two.title) == ("1 thread", "2 threads")
    assert one.columns == (
        "network",
        "ncnn, ms",
        "a, ms",
        "times as fast",
        "b, ms",
        "times as fast",
    )
    assert one.rows == (
        ("small", "2.00", "1.00", "2.00", "FAIL", ""),
        ("large", "16.00", "2.00", "8.00", "4.00", "4.00"),
        ("geometric mean", "", "", "4.00", "", "4.00"),
        ("smallest", "", "", "2.00", "", "4.00"),
    )
    assert two.rows[0] == ("large", "3.00", "2.00", "1.50")
    assert "| network | ncnn, ms | a, ms | times as fast |\n| --- | ---: | ---: | ---: |" in (
        two.markdown
    )


def test_means_leave_failures_out_and_count_them():
    found = summaries(ROWS)
    assert [(s.target, s.threads, s.networks, s.failures) for s in found] == [
        ("a", 1, 2, 0),
        ("b", 1, 2, 1),
        ("a", 2, 1, 0),
    ]
    assert math.isclose(found[0].geometric_mean or 0, 4)
    assert (found[0].smallest, found[0].slowest) == (2, "small")
    assert "b, 1 thread: 2 networks, 1 failed; 4.00 times" in str(found[1])


def test_all_may_fail():
    (found,) = summaries([ROWS[1]])
    assert found.geometric_mean is found.smallest is None
    assert str(found) == "b, 1 thread: 1 networks, 1 failed"
    assert tables([ROWS[1]])[0].rows[-1] == ("smallest", "", "", "")


def test_a_wrong_result_is_a_failure():
    for difference, reason in ((0.5, "differ by 5.0e-01"), (math.inf, "cannot be compared")):
        found = suite_row("n", "a", 1, EngineComparison(timing(1), timing(9), 9.0, difference))
        assert found.comparison is None
        assert reason in (found.failure or "")
    detections = suite_row("n", "a", 1, EngineComparison(timing(1), timing(9), 9.0, None))
    assert detections.failure is None


def test_a_report_is_flat():
    report = ROWS[0].report
    assert (report["network"], report["ratio"], report["ours"]["minimum"]) == ("small", 2, 1)
    assert ROWS[1].report == {
        "network": "small",
        "target": "b",
        "threads": 1,
        "failure": "m.param:3: error: no",
    }


def test_doubt_names_the_networks():
    assert doubtful(ROWS) is None
    rows = [row("busy", "a", 1, 2, switches=1), *ROWS]
    assert doubtful(rows) == "other work on this machine made 1 results doubtful: busy"


def test_machine():
    machine = MeasuringMachine("", "x86-avx2", 1, "2026-11-22", {"ncnn": "1.0", "numpy": "2.0"})
    assert str(machine) == "2026-11-22, an unknown CPU (x86-avx2), 1 core; ncnn 1.0, numpy 2.0"
