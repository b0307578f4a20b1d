"""`ncnnc inspect --algorithms`: choice, runner-up, estimates, times, and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.tuning import timer as tuning

from tests.helpers.command_line import fails

LAYERS = """7767517
8 8
Input                data    0 1 data 0=24 1=24 2=32
Convolution          plain   1 1 data plain 0=64 1=3 4=1 6=18432
Convolution          forced  1 1 plain forced 0=64 1=3 3=2 6=36864
Convolution          point   1 1 forced point 0=32 1=1 6=2048
ConvolutionDepthWise deep    1 1 point deep 0=32 1=3 4=1 6=288 7=32
ConvolutionDepthWise grouped 1 1 deep grouped 0=32 1=3 4=1 6=576 7=16
Input                given   0 1 given 0=3 1=3 2=4 11=32
Convolution          dynamic 2 1 grouped given dynamic 0=4 1=3 6=1152 19=1
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs the command, and gives the columns of the table by layer."""
    param = tmp_path / "m.param"
    param.write_text(LAYERS)

    def run(*arguments: str) -> dict[str, dict[str, str]]:
        monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path))
        words = ["inspect", str(param), "--algorithms", "--target", "x86-64", *arguments]
        assert cli.main(words) == 0
        header, *lines = capsys.readouterr().out.split("\n\n")[0].splitlines()
        names = [name for name in header.split("  ") if name.strip()]
        places = [header.index(name) for name in names]
        rows = {}
        for line in lines:
            ends = [*places[1:], len(line)]
            cells = [line[a:b].strip() for a, b in zip(places, ends, strict=True)]
            rows[cells[0]] = dict(zip(map(str.strip, names), cells, strict=True))
        return rows

    return run


def test_every_convolution_has_a_reason(table):
    rows = table("--conv", "forced=gemm")
    assert {name: row["reason"] for name, row in rows.items()} == {
        "plain": "fewest estimated cycles",
        "forced": "forced by --conv",
        "point": "no other algorithm differs",
        "deep": "depthwise: every group is one channel",
        "grouped": "grouped: no other algorithm has groups",
        "dynamic": "the weights are an input",
    }
    assert rows["plain"]["algorithm"].startswith("winograd")
    assert rows["plain"]["input -> output"] == "32x24x24 -> 64x24x24"
    assert rows["forced"]["kernel"] == "3x3 stride 2"
    assert rows["deep"]["kernel"] == "3x3 group 32"
    assert rows["forced"]["algorithm"] == "gemm"


def test_the_runner_up_is_estimated_at_more(table):
    row = table()["plain"]
    assert row["runner-up"] not in ("", row["algorithm"])
    cycles, others = (number(row[name]) for name in ("cycles", "its cycles"))
    assert 0 < cycles <= others


def number(text: str) -> float:
    """`310 k` or `4.2 M`."""
    digits, unit = text.split()
    return float(digits) * {"k": 1e3, "M": 1e6}[unit]


@pytest.mark.requirement("W30", "L19")
def test_rules_of_ncnn_are_named(table):
    rows = table("--conv-policy", "ncnn")
    assert rows["plain"]["reason"] == "ncnn takes conv3x3s1_winograd43"
    assert rows["forced"]["reason"] == "ncnn takes convolution_im2col_gemm"


def test_times_are_shown_where_they_were_measured(table, monkeypatch: pytest.MonkeyPatch):
    threads: list[int] = []

    def measure(conv, candidates, count, target):
        threads.append(count)
        return {c: 2e-6 * (1 + place) for place, c in enumerate(reversed(candidates))}

    monkeypatch.setattr(tuning, "measure", measure)
    row = table("--conv-policy", "measure", "--threads", "2")["plain"]
    assert (row["us"], row["its us"]) == ("2.0", "4.0")
    assert row["reason"] == "fastest when measured"
    assert set(threads) == {2}


def test_what_needs_algorithms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("m.param").write_text(LAYERS)
    fails(
        ["inspect", "m.param", "--conv-policy", "ncnn"],
        *(
            cli.EXIT_USAGE,
            "--conv-policy needs --layer, --algorithms, --layouts or --memory",
            capsys,
        ),
    )
    Path("m.ncnnc").write_bytes(b"")
    fails(
        ["inspect", "m.ncnnc", "--algorithms"],
        *(cli.EXIT_USAGE, "m.ncnnc is compiled: --algorithms needs the .param", capsys),
    )
