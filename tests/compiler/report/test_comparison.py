"""Reports side by side: sums, layers of both, and files that are no report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.report.comparison import compared_reports, costs_of, read_facts
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
    assert cells["conv1"][0]["kernels"] == ["convolution packed"]
    assert cells["conv1"][0]["algorithms"][0][0] == "packed"
    assert cells["bn1"][0]["kernels"] == []
    for place, run in enumerate(facts["runs"]):
        flops = sum(row[place]["flops"] for row in cells.values() if row[place])
        assert flops == run["flops"] > 0


def test_equal_graphs_are_kept_once(pages: list[str]):
    reports = [read_facts(page) for page in (*pages, pages[0])]
    facts = compared_reports(dict(zip("abc", reports, strict=True)))
    assert [run["graph"] for run in facts["runs"]] == [0, 1, 0]
    assert len(facts["graphs"]) == 2


def test_the_roof_of_a_layer_is_that_of_its_kernels():
    first = {"kernel": "a", "bytes": 0, "weights": 0, "flops": 4000, "us": 1.0, "roof": 8.0}
    both = costs_of([first, first | {"flops": 8000, "us": 2.0, "roof": 4.0}])
    assert both["gflops"] == 4.0
    assert both["roof"] == 4.8  # 12000 operations in 0.5 and 2 microseconds


@pytest.mark.parametrize(
    "text", ["", "<html></html>", '<script type="application/json" id="facts">{</script>']
)
def test_what_is_no_report(text: str, tmp_path: Path):
    path = tmp_path / "x.html"
    path.write_text(text)
    with pytest.raises(ModelError, match="no report"):
        read_facts(str(path))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with Browser() as found:
        yield found


def opened(browser: Browser, folder: Path, files: Mapping[str, str]) -> None:
    """Open the page of reports, by name."""
    page = folder / "out.html"
    facts = compared_reports({name: read_facts(file) for name, file in files.items()})
    page.write_text(filled(COMPARISON, facts), encoding="utf-8")
    browser.open(page)


@pytest.fixture
def compared(browser: Browser, pages: list[str], tmp_path: Path) -> Iterator[Browser]:
    """The page of both reports, opened."""
    opened(browser, tmp_path, dict(zip(pages, pages, strict=True)))
    yield browser
    assert browser.problems == []


def test_graphs_move_together(compared: Browser):
    compared.wheel(300, 400, -200, zooms=True)
    compared.run("new Promise(requestAnimationFrame)")
    views = compared.run("graphs.map(graph => graph.view)")
    assert views[0] == views[1]
    assert views[0]["scale"] > 1.2
    compared.wheel(800, 400, 90, zooms=False)
    compared.run("new Promise(requestAnimationFrame)")
    moved = compared.run("graphs.map(graph => graph.view)")
    assert moved[0] == moved[1]
    assert moved[0]["y"] < views[0]["y"]


def test_a_click_selects_the_layer_in_both_graphs(compared: Browser):
    compared.click(".side:nth-of-type(3) .node[data-layer='1']")
    compared.run("new Promise(requestAnimationFrame)")
    chosen = "[...document.querySelectorAll('.node.selected')].map(n => n.textContent)"
    assert ["conv1" in text for text in compared.run(chosen)] == [True, True]
    panel = compared.run("document.querySelector('aside').textContent")
    assert panel.count("convolution packed") == 2
    compared.press("ArrowDown")
    assert compared.run("document.querySelector('aside h2').textContent") == "bn1"


def test_layers_that_differ_are_coloured(compared: Browser):
    compared.run("graphs.forEach(graph => graph.fit()), new Promise(requestAnimationFrame)")
    heat = (
        "graphs.map(g => g.items.filter(i => i.heat > 0.3).map(i => g.model.layers[i.place].name))"
    )
    assert compared.run(heat) == [["conv2"], ["conv3"]]
    assert compared.run("document.querySelector('.pair').textContent").count("only here") == 2
    compared.press("/")
    compared.type("conv3")
    compared.press("Enter")
    assert "not in it" in compared.run("document.querySelector('aside').textContent")


def test_tables_and_bars_of_all_runs(compared: Browser):
    compared.press("2")
    shown = compared.run("rows.filter(row => row.cells.some(has)).length")
    assert compared.run("document.querySelectorAll('tbody tr').length") == shown > 4
    compared.press("3")
    assert compared.run("document.querySelectorAll('.chart .block').length") >= 4
    compared.press("t")
    assert compared.run("document.documentElement.dataset.theme") in ("light", "dark")


def test_three_runs_have_a_history_by_layer(browser: Browser, pages: list[str], tmp_path: Path):
    opened(browser, tmp_path, {"a": pages[0], "b": pages[1], "c": pages[0]})
    browser.run("showTab('layers'), select(rowOf.get('conv2'))")
    assert browser.run("document.querySelectorAll('main .spark').length") > 4
    # The second run does not have the layer.
    assert browser.run("document.querySelectorAll('aside .spark circle').length") == 2
    change = "choosers[1].value = 1, choosers[1].dispatchEvent(new Event('change'))"
    browser.run(change)
    assert browser.run("graphs[1].model.layers[4].name") == "conv3"
    assert browser.problems == []


def test_hostile_names_are_text(browser: Browser, pages: list[str], tmp_path: Path):
    hostile = "</script><img/src=x/onerror=document.title='owned'>"
    path = tmp_path / "<b>x.html"
    param = OTHER.replace("conv3", hostile)
    path.write_text(page_of(report_of(param)), encoding="utf-8")
    opened(browser, tmp_path, {name: name for name in (*pages, str(path))})
    browser.run(f"select(rowOf.get({json.dumps(hostile)}))")
    assert browser.run("document.querySelector('aside h2').textContent") == hostile
    for tab in ("layers", "runs", "graphs"):
        browser.run(f"showTab('{tab}')")
    assert browser.run("document.images.length") == 0
    assert browser.run("document.querySelectorAll('main b').length") == 0
    assert browser.run("document.title") != "owned"
    assert browser.problems == []


def test_equal_reports_have_equal_pages(pages: list[str]):
    facts = compared_reports({path: read_facts(path) for path in pages})
    again = compared_reports({path: read_facts(path) for path in pages})
    assert filled(COMPARISON, facts) == filled(COMPARISON, again)


def test_links_are_opened_by_the_keyboard(compared: Browser):
    compared.run("document.querySelector('aside a').focus()")
    name = compared.run("document.activeElement.textContent")
    compared.press("Enter")
    assert compared.run("document.querySelector('aside h2').textContent") == name
