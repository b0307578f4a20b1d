"""Reports side by side: sums, layers of both, and files that are no report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.report.comparison import compared_reports, read_facts
from ncnnc.compiler.report.page import COMPARISON, filled, page_of

from tests.helpers.browser import CHROMIUM, Browser
from tests.helpers.reports import PARAM, report_of

OTHER = PARAM.replace("conv2 1 1 a conv2", "conv3 1 1 a conv3").replace(
    "2 1 conv2 b", "2 1 conv3 b"
)


@pytest.fixture
def pages(tmp_path: Path) -> list[str]:
    paths = [tmp_path / "one.html", tmp_path / "two.html"]
    for path, param in zip(paths, (PARAM, OTHER), strict=True):
        path.write_text(page_of(report_of(param)), encoding="utf-8")
    return list(map(str, paths))


def test_a_page_gives_back_its_record(pages: list[str]):
    assert read_facts(pages[0]) == json.loads(json.dumps(report_of().facts))
    names = [step["layer"] for step in read_facts(pages[1])["steps"]]
    assert "conv3" in names
    assert "conv2" not in names


def test_rows_have_the_costs_of_all_reports(pages: list[str]):
    reports = {path: read_facts(path) for path in pages}
    facts = compared_reports(reports)
    assert [run["file"] for run in facts["runs"]] == ["one", "two"]
    assert [run["us"] for run in facts["runs"]] == [None, None]
    cells = {row["layer"]: row["cells"] for row in facts["rows"]}
    assert cells["conv2"][1] is None
    assert cells["conv3"][0] is None
    assert cells["conv1"][0] == cells["conv1"][1]
    for place, run in enumerate(facts["runs"]):
        flops = sum(row[place]["flops"] for row in cells.values() if row[place])
        assert flops == run["flops"] > 0


@pytest.mark.parametrize(
    "text", ["", "<html></html>", '<script type="application/json" id="facts">{</script>']
)
def test_what_is_no_report(text: str, tmp_path: Path):
    path = tmp_path / "x.html"
    path.write_text(text)
    with pytest.raises(ModelError, match="no report"):
        read_facts(str(path))


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_the_page_shows_all_layers(pages: list[str], tmp_path: Path):
    page = tmp_path / "out.html"
    facts = compared_reports({path: read_facts(path) for path in pages})
    page.write_text(filled(COMPARISON, facts), encoding="utf-8")
    with Browser() as browser:
        browser.open(page)
        assert browser.run("document.querySelectorAll('tbody tr').length") == len(facts["rows"])
        assert browser.run("document.querySelectorAll('.chart rect').length") == 2
        browser.press("t")
        assert browser.run("document.documentElement.dataset.theme") in ("light", "dark")
        assert browser.problems == []
