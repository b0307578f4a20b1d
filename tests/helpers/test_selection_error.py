"""The script that measures the cost model: what it counts, times and reports."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.dialects.target.records import Target

from tests.helpers import selection_error
from tests.helpers.selection_error import convolutions, measure_all, report

pytestmark = pytest.mark.isa

NETWORK = """7767517
5 5
Input                data 0 1 data
Convolution          one  1 1 data one 0=4 1=3 3=2 6=144
ConvolutionDepthWise deep 1 1 one deep 0=4 1=1 6=4 7=4
Convolution          two  1 1 deep two 0=4 1=1 6=16
Convolution          same 1 1 two same 0=4 1=1 6=16
"""
TARGET = Target.parse("x86-64")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Networks, one of them to be skipped."""
    for name in ("net", "net_int8"):
        (tmp_path / f"{name}.param").write_text(NETWORK)
    (tmp_path / "shapes.json").write_text('{"net": [4, 9, 9]}')
    return tmp_path


def test_equal_convolutions_are_one(folder: Path):
    found = convolutions(folder, TARGET)
    assert [[name for name, _ in places] for places in found.values()] == [
        ["net/one"],
        ["net/two", "net/same"],
    ]


@pytest.mark.requirement("W35")
def test_the_loss_is_that_of_the_choice_against_the_best(folder: Path, monkeypatch, capsys):
    times = {Algorithm.PACKED: 3e-6, Algorithm.GEMM: 2e-6, Algorithm.TILED: 4e-6}
    monkeypatch.setattr(
        selection_error,
        "time_all",
        lambda conv, target: {a: times[a] for a in selection_error.legal_algorithms(conv)},
    )
    monkeypatch.setattr(selection_error, "cheapest_algorithm", lambda *_: Algorithm.PACKED)
    file = folder / "times.json"
    measured = measure_all(folder, TARGET, file)
    assert [(m.name, m.count, m.loss(TARGET)) for m in measured] == [
        ("net/one", 1, pytest.approx(1e-6)),
        ("net/two", 2, 0.0),
    ]
    report(measured, TARGET)
    output = capsys.readouterr().out
    assert output.startswith("net/one x1, packed: 1 us lost")
    assert "selection error on x86-64: 16.67 %" in output
    monkeypatch.setattr(selection_error, "time_all", None)
    assert [m.times for m in measure_all(folder, TARGET, file)] == [m.times for m in measured]


def test_times_are_those_of_the_kernels(folder: Path):
    (places, *_) = convolutions(folder, TARGET).values()
    times = selection_error.time_all(places[0][1], TARGET)
    assert set(times) >= {Algorithm.PACKED, Algorithm.GEMM}
    assert all(0 < seconds < 1 for seconds in times.values())
