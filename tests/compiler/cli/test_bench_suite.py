"""`ncnnc bench --suite`: a folder of networks against ncnn, and what it refuses."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli.suite import tolerance_of

from tests.helpers.browser import CHROMIUM, Browser
from tests.helpers.command_line import PARAM, fails

pytestmark = pytest.mark.isa

BROKEN = "7767517\n2 2\nInput x 0 1 x 0=4\nNoSuchLayer y 1 1 x y\n"
INT8 = (
    "7767517\n3 3\nInput x 0 1 x 0=4 1=4 2=3\n"
    "Convolution a 1 1 x a 0=4 1=3 4=1 5=1 6=108 8=2 9=1\n"
    "InnerProduct b 1 1 a y 0=3 1=1 2=192 8=2\n"
)
OPEN = "7767517\n2 2\nInput x 0 1 x\nReLU y 1 1 x y\n"


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of networks: one that works, one that needs a shape, one that does not compile."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "suite"
    folder.mkdir()
    for name, text in (("good", PARAM), ("Open", OPEN), ("broken", BROKEN)):
        (folder / f"{name}.param").write_text(text)
    return folder


@pytest.mark.oracle
@pytest.mark.usefixtures("suite")
def test_a_suite(capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("ncnn", reason="comparing needs the ncnn wheel")
    words = ["bench", "--suite", "suite", "--compare", "ncnn", "--seconds", "0.01"]
    words += ["--target", "x86-64,x86-64+l2=512K", "--json", "r.json", "--markdown", "t.md"]
    words += ["--html", "t.html"]
    assert cli.main([*words, "--input", "x=3,4,5"]) == 1
    captured = capsys.readouterr()
    report = json.loads(Path("r.json").read_text())
    names = [row["network"] for row in report["rows"]]
    assert names == ["broken", "broken", "good", "good", "Open", "Open"]
    for row in report["rows"]:
        assert ("failure" in row) == (row["network"] == "broken")
        if "failure" not in row:
            assert row["difference"] < 1e-5
            assert row["ratio"] == row["ncnn"]["minimum"] / row["ours"]["minimum"]
    assert {"ncnnc", "ncnn", "xdsl", "llvmlite"} <= set(report["machine"]["versions"])
    assert [summary["failures"] for summary in report["summary"]] == [1, 1]
    assert "broken, x86-64, 1 thread: FAIL suite/broken.param:4: error: " in captured.out
    assert "good, x86-64, 1 thread: " in captured.err
    assert "| good |" in Path("t.md").read_text()
    page = Path("t.html").read_text()
    found = re.search(r'id="facts">(.*?)</script>', page, re.S)
    assert found is not None
    facts = json.loads(found[1])
    (table,) = facts["tables"]
    assert [row[0] for row in table["rows"][: -facts["sums"]]] == ["broken", "good", "Open"]
    if CHROMIUM is not None:
        with Browser() as browser:
            browser.open(Path("t.html"))
            assert browser.run("document.querySelectorAll('.ratio').length") == 4
            places = (
                "[...document.querySelectorAll('.ratio')].map(e => e.getBoundingClientRect().x)"
            )
            assert len(set(browser.run(places))) == 2  # A column for each target.
            assert browser.problems == []


def tolerance(network: Path, precision: str = "fp32") -> float:
    return tolerance_of(argparse.Namespace(precision=precision), network)


def test_int8_and_bf16_may_be_further_from_ncnn(suite: Path):
    good, rounded = suite / "good.param", suite / "int8.param"
    rounded.write_text(INT8)
    assert tolerance(good) < tolerance(good, "bf16") <= tolerance(rounded)
    assert tolerance(good, "auto") == tolerance(good, "bf16")
    assert tolerance(rounded) == tolerance(rounded, "bf16")


@pytest.mark.oracle
@pytest.mark.usefixtures("suite")
@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_an_int8_network_in_a_suite(suite: Path, precision: str):
    pytest.importorskip("ncnn", reason="comparing needs the ncnn wheel")
    (suite / "int8.param").write_text(INT8)
    words = ["bench", "--suite", "suite", "--skip", "broken,Open,good", "--seconds", "0.01"]
    assert cli.main([*words, "--precision", precision, "--json", "r.json"]) == 0
    (row,) = json.loads(Path("r.json").read_text())["rows"]
    assert row["network"] == "int8"


@pytest.mark.oracle
@pytest.mark.usefixtures("suite")
def test_networks_are_skipped_by_name(capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("ncnn", reason="comparing needs the ncnn wheel")
    words = ["bench", "--suite", "suite", "--skip", "brok*,Open", "--seconds", "0.01"]
    assert cli.main(words) == 0
    assert "1 networks; " in capsys.readouterr().out
    fails([*words[:3], "--skip", "*"], cli.EXIT_USAGE, "no .param to time in 'suite'", capsys)


@pytest.mark.usefixtures("suite")
def test_shares_of_more_threads_than_there_may_be(capsys: pytest.CaptureFixture[str]):
    words = ["bench", "suite/good.param", "--random-weights", "--shares", "--threads", "1,16"]
    assert cli.main([*words, "--json", "s.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split("  ")[0] == "layer"
    assert "ms, 16 threads" in lines[0]
    assert lines[-1].startswith("total")
    steps = json.loads(Path("s.json").read_text())["steps"]
    assert [step["threads"] for step in steps] == [1] * (len(lines) - 2) + [16] * (len(lines) - 2)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "a model or --suite"),
        (["m.param", "--suite", "suite"], "one of both"),
        (["--suite", "suite", "--profile"], "for one model"),
        (["--suite", "suite", "--sha256", "0" * 64], "for one model"),
        (["m.param", "--skip", "a"], "for a suite"),
        (["--suite", "suite", "--target", "x86-64,z80"], "z80"),
    ],
)
@pytest.mark.usefixtures("suite")
def test_wrong_usage(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]):
    if "--target" in words:
        pytest.importorskip("ncnn", reason="comparing needs the ncnn wheel")
    fails(["bench", *words], cli.EXIT_USAGE, reason, capsys)
