"""`ncnnc report` and `ncnnc inspect --html`: the file that they write, and what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.report.comparison import read_facts

from tests.helpers.command_line import PARAM, fails


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "m.param"
    path.write_text(PARAM)
    return str(path)


def test_a_page_with_the_layers(model: str, tmp_path: Path):
    page = tmp_path / "r.html"
    assert cli.main(["report", model, "-o", str(page), "--target", "x86-avx2"]) == 0
    found = re.search(r'id="facts">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)
    assert found is not None
    facts = json.loads(found[1])
    assert facts["name"] == "m.param"
    assert [one["name"] for one in facts["layers"]] == ["data", "conv1", "relu1", "fc"]
    assert facts["target"] == "x86-avx2"


def test_inspect_writes_the_same_page(model: str, tmp_path: Path):
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    assert cli.main(["report", model, "-o", str(pages[0]), "--target", "x86-avx2"]) == 0
    assert cli.main(["inspect", model, "--html", str(pages[1]), "--target", "x86-avx2"]) == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_without_code_it_is_smaller(model: str, tmp_path: Path):
    whole, small = tmp_path / "a.html", tmp_path / "b.html"
    assert cli.main(["report", model, "-o", str(whole)]) == 0
    assert cli.main(["report", model, "-o", str(small), "--no-code"]) == 0
    assert small.stat().st_size < whole.stat().st_size


@pytest.mark.isa
def test_measured_with_dynamic_extents(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_text("7767517\n2 2\nInput in 0 1 in\nGELU act 1 1 in out\n")
    page = tmp_path / "r.html"
    words = ["--input", "in=T,64", "--dim", "T=1..16", "--measure"]
    assert cli.main(["report", str(path), "-o", str(page), *words]) == 0
    steps = read_facts(str(page))["steps"]
    assert all("us" in step and "gflops" not in step for step in steps)


def test_what_is_refused(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    page = str(tmp_path / "r.html")
    fails(["report", "m.ncnnc", "-o", page], 2, "is compiled: a report needs the .param", capsys)
    missing = str(tmp_path / "none" / "r.html")
    fails(["report", model, "-o", missing], 1, "none", capsys)
    bad = tmp_path / "bad.param"
    bad.write_text("7767517\n1 1\nNoSuch x 0 1 y\n")
    fails(["report", str(bad), "-o", page], 1, "NoSuch", capsys)
    assert not Path(page).exists()


def test_reports_side_by_side(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pages = [str(tmp_path / name) for name in ("a.html", "b.html", "c.html")]
    for page, target in zip(pages, ("x86-64", "x86-avx2", "x86-avx512"), strict=True):
        assert cli.main(["report", model, "-o", page, "--target", target, "--no-code"]) == 0
    out = tmp_path / "out.html"
    assert cli.main(["diff", *pages, "--html", str(out)]) == 0
    assert '"file":"c"' in out.read_text(encoding="utf-8")
    fails(["diff", pages[0], "--html", str(out)], 2, "--html compares reports", capsys)
    fails(["diff", *pages], 2, "diff takes two models", capsys)
    fails(["diff", pages[0], model, "--html", str(out)], 1, "no report", capsys)
    fails(["bench", model, "--html", str(out)], 2, "are for a suite", capsys)
