"""The page: it escapes whatever models are named, is always alike, and works in a browser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from ncnnc.compiler.report.page import MODEL, filled, page_of
from ncnnc.compiler.report.record import report_model

from tests.helpers.browser import CHROMIUM, Browser
from tests.helpers.reports import PARAM, facts_of_graph, options_of, record_of, report_of

HOSTILE = "</script><img/src=x/onerror=document.title='owned'>&amp;`${alert(1)}`"
LAYERS = 5000


class Elements(HTMLParser):
    """Lists the elements of a page, and whatever names another file."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(value) for name, value in attrs if name in ("src", "href")]


def elements(page: str) -> Elements:
    found = Elements()
    found.feed(page)
    return found


def hostile_param() -> str:
    """The network with a layer and a blob of a hostile name."""
    return PARAM.replace("conv2 1 1 a conv2", f"{HOSTILE} 1 1 a {HOSTILE}").replace(
        "2 1 conv2 b", f"2 1 {HOSTILE} b"
    )


def test_names_are_no_markup():
    page, plain = page_of(report_of(hostile_param())), page_of(report_of())
    assert elements(page).tags == elements(plain).tags
    assert "<img" not in page
    assert "</script><" not in page.replace("</script>\n<", "")


def test_a_page_needs_no_other_file():
    page = page_of(report_of())
    assert elements(page).links == []
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page


def test_equal_reports_have_equal_pages():
    assert page_of(report_of()) == page_of(report_model(options_of(), record_of()))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with Browser() as found:
        yield found


def shown(browser: Browser, tmp_path: Path, param: str = PARAM, **options: Any) -> None:
    """Open the page of a network."""
    path = tmp_path / "report.html"
    path.write_text(page_of(report_of(param, **options)), encoding="utf-8")
    browser.problems.clear()
    browser.open(path)


def test_hostile_names_are_shown_as_text(browser: Browser, tmp_path: Path):
    shown(browser, tmp_path, hostile_param())
    browser.run("select(5 - 1)")
    assert browser.run("document.querySelector('aside h2').textContent") == HOSTILE
    for tab in ("kernels", "memory", "threads", "rewrites", "code", "graph"):
        browser.run(f"showTab('{tab}')")
    assert browser.run("document.images.length") == 0
    assert browser.run("document.title") != "owned"
    assert browser.problems == []


def test_names_of_methods_are_names(browser: Browser, tmp_path: Path):
    shown(browser, tmp_path, PARAM.replace("conv2", "constructor").replace("bn1", "__proto__"))
    for name in ("constructor", "__proto__"):
        browser.run(f"select(placeOf.get('{name}'))")
        panel = browser.run("document.querySelector('aside').textContent")
        assert "32x14x14" in panel
        assert "native code" not in panel
        assert "Quantization" not in panel
    assert browser.problems == []


@pytest.mark.isa
def test_all_views_have_something_to_show(browser: Browser, tmp_path: Path):
    shown(browser, tmp_path, measured=True)
    counts = {
        "kernels": "tbody tr",
        "memory": ".chart .block",
        "threads": ".chart .block",
        "rewrites": "details, tbody tr",
    }
    for tab, what in counts.items():
        browser.click(f"[data-tab={tab}]")
        assert browser.run(f"document.querySelectorAll('main {what}').length") >= 3, tab
    assert browser.problems == []


def test_search_click_zoom_and_keys(browser: Browser, tmp_path: Path):
    shown(browser, tmp_path)
    browser.press("/")
    browser.type("conv2")
    assert browser.run("document.querySelectorAll('.found button').length") == 1
    browser.press("Enter")
    title = "document.querySelector('aside h2').textContent"
    assert browser.run(title) == "conv2"
    browser.press("ArrowLeft")
    assert browser.run(title) == "relu1"
    browser.press("Escape")
    browser.run("new Promise(requestAnimationFrame)")
    browser.click(".node[data-layer='1']")
    assert browser.run(title) == "conv1"
    assert "ncnn.convolution" in browser.run("document.querySelector('aside').textContent")
    browser.wheel(300, 300, -200, zooms=True)
    browser.run("new Promise(requestAnimationFrame)")
    assert browser.run("graph.view.scale") > 1.2
    before = browser.run("graph.view.y")
    browser.wheel(300, 300, 100, zooms=False)
    browser.run("new Promise(requestAnimationFrame)")
    assert browser.run("graph.view.y") < before
    browser.press("t")
    theme = browser.run("document.documentElement.dataset.theme")
    browser.press("t")
    assert {theme, browser.run("document.documentElement.dataset.theme")} == {"light", "dark"}
    assert browser.problems == []


def test_lines_of_code_light_those_they_become(browser: Browser, tmp_path: Path):
    shown(browser, tmp_path)
    browser.run("select(placeOf.get('conv2'))")
    browser.run("showTab('code')")
    browser.run("texts().then(() => new Promise(r => setTimeout(r, 50)))")
    browser.run(
        "code.light(code.sides[1], code.sides[1].lines.findIndex(l => /simd.store/.test(l)), true)"
    )
    lit = lit_lines(browser, 2)
    assert lit
    assert any("vmov" in line or "ps" in line for line in lit)
    graph = lit_lines(browser, 0)
    assert any("= ncnn.convolution" in line for line in graph)
    assert not any("ncnn.pooling" in line for line in graph)
    assert browser.problems == []


def lit_lines(browser: Browser, side: int, kind: str = "lit") -> list[str]:
    """The lines of one of the texts that are lit."""
    lines = f"[...code.sides[{side}].text.querySelectorAll('.{kind}')]"
    return browser.run(f"{lines}.map(e => e.textContent)")


def test_a_line_of_the_graph_shows_the_code_that_it_becomes(browser: Browser, tmp_path: Path):
    shown(browser, tmp_path)
    browser.run("showTab('code'), texts().then(() => new Promise(r => setTimeout(r, 50)))")
    for op, function in (("ncnn.convolution", "convolution_"), ("ncnn.softmax", "softmax_")):
        line = f"code.sides[0].lines.findIndex(l => l.includes('{op} '))"
        browser.run(f"code.choose(code.sides[0], {line})")
        assert browser.run("code.symbol").startswith(function)
        for side in (1, 2):
            count = browser.run(f"code.sides[{side}].lines.length")
            assert len(lit_lines(browser, side, "from")) == count > 5
        assert op in lit_lines(browser, 0)[0]
    assert browser.problems == []


BLOCKS = """7767517
8 10
Input        data  0 1 data 0=14 1=14 2=32
Split        split 1 2 data a b
Convolution  conv1 1 1 a conv1 0=32 1=3 4=1 5=1 6=9216
BinaryOp     add1  2 1 conv1 b add1 0=0
Split        again 1 2 add1 c d
Convolution  conv2 1 1 c conv2 0=32 1=3 4=1 5=1 6=9216
BinaryOp     add2  2 1 conv2 d add2 0=0
Pooling      pool  1 1 add2 pool 0=1 4=1
"""
"""Two blocks of one function, whose lines say layers of one of them."""


@pytest.mark.parametrize("layer", ["add1", "add2"])
def test_what_was_fused_has_its_own_lines(browser: Browser, tmp_path: Path, layer: str):
    shown(browser, tmp_path, BLOCKS)
    browser.run("showTab('code'), texts().then(() => new Promise(r => setTimeout(r, 50)))")
    browser.run("code.sides[0].level = 'import', code.show()")
    line = f"code.sides[0].lines.findIndex(l => l.includes('%{layer} = ncnn.'))"
    browser.run(f"code.choose(code.sides[0], {line})")
    loops, assembly = (lit_lines(browser, side) for side in (1, 2))
    assert loops
    assert all("arith.addf" in one for one in loops)
    assert assembly
    assert all("vaddps" in one for one in assembly)
    browser.run(f"code.light(code.sides[1], {browser.run('code.lit[1].dataset.line')} - 1)")
    assert [layer in one for one in lit_lines(browser, 0)] == [True]
    # The rest of the kernel is the convolution's.
    conv = layer.replace("add", "conv")
    line = f"code.sides[0].lines.findIndex(l => l.includes('%{conv} = ncnn.'))"
    browser.run(f"code.choose(code.sides[0], {line})")
    rest = browser.run("code.sides[1].lines.length") - len(loops)
    assert len(lit_lines(browser, 1, "from")) == rest
    assert browser.problems == []


def long_param() -> str:
    """Layers one after the other, of shapes that never repeat, with some branches."""
    lines = ["Input data 0 1 b0 0=4 1=4 2=2"]
    for place in range(1, LAYERS):
        kind = ("ReLU", "Sigmoid", "AbsVal", "TanH")[place * place * 7 // 5 % 4]
        lines.append(f"{kind} l{place} 1 1 b{place - 1} b{place}")
    return f"7767517\n{len(lines)} {len(lines)}\n" + "\n".join(lines) + "\n"


@pytest.mark.slow
def test_thousands_of_layers_open_in_two_seconds(browser: Browser, tmp_path: Path):
    path = tmp_path / "report.html"
    facts = facts_of_graph(long_param())
    path.write_text(filled(MODEL, facts), encoding="utf-8")
    seconds: list[float] = []
    for _ in range(3):  # The fastest counts: other work may disturb one.
        started = time.monotonic()
        browser.open(path)
        browser.run("graph.blocks().length && graph.toggleAll()")
        browser.run("graph.fit(), new Promise(requestAnimationFrame)")
        assert browser.run("document.querySelectorAll('.node').length") == LAYERS
        seconds.append(time.monotonic() - started)
    assert min(seconds) < 2
    assert browser.problems == []


def test_the_whole_graph_is_printed(browser: Browser, tmp_path: Path):
    shown(browser, tmp_path)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    printed = "[...document.querySelectorAll('.sheet .node .kind')].map(e => e.textContent)"
    types = [line.split()[0] for line in PARAM.splitlines()[2:]]
    assert browser.run(printed) == [one for one in types if one != "Split"]
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert browser.run("document.querySelectorAll('.sheet').length") == 0
    assert browser.problems == []


def test_errors_colour_all_layers(browser: Browser, tmp_path: Path):
    known = {"conv1": {"output_error": 0.5}, "drop": {"output_error": 0.25}}
    report = report_model(options_of(), record_of(), code=False, errors=known)
    path = tmp_path / "report.html"
    path.write_text(page_of(report), encoding="utf-8")
    browser.problems.clear()
    browser.open(path)
    options = browser.run("[...document.querySelector('#metric').options].map(o => o.value)")
    assert "error" in options
    assert "alone" not in options
    browser.run("state.metric = 'error', graph.heat(), select(placeOf.get('drop'))")
    texts = "graph.items.filter(i => i.heat > 0).map(i => [layers[i.place].name, i.text])"
    assert browser.run(texts) == [["conv1", "5.0e-1"], ["drop", "2.5e-1"]]
    assert "2.5e-1" in browser.run("document.querySelector('aside').textContent")
    assert browser.problems == []


def test_nothing_is_cut_in_a_narrow_window(browser: Browser, tmp_path: Path):
    size = {"deviceScaleFactor": 1, "mobile": False, "height": 800}
    browser.call("Emulation.setDeviceMetricsOverride", width=420, **size)
    shown(browser, tmp_path)
    browser.press("/")
    browser.type("conv")
    found = "document.querySelector('.found').getBoundingClientRect()"
    box = browser.run(f"[{found}.left, {found}.right]")
    browser.call("Emulation.setDeviceMetricsOverride", width=1400, **size | {"height": 900})
    assert 0 <= box[0] < box[1] <= 420
    assert browser.problems == []
