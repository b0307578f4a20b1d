"""The documentation as a site: all pages have a place in it, and it builds without a warning."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import ncnnc
import ncnnc.compat
import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NAVIGATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
GENERATED = {"reference/python.md", "reference/compat.md", "reference/c.md"}


def test_every_page_has_a_place():
    placed = re.findall(r"(\S+\.md)$", NAVIGATION, re.M)
    inside = [page for page in placed if not page.startswith("tree/")]
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert sorted(inside) == sorted(pages | GENERATED)
    outside = [page.removeprefix("tree/") for page in placed if page not in inside]
    assert all((ROOT / page).is_file() for page in outside)


def test_links_within_pages_lead_somewhere():
    for page in DOCS.rglob("*.md"):
        prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for link in re.findall(r"\]\(([^():#\s]+)(?:#[^)]*)?\)", prose):
            assert (page.parent / link).exists() or link.startswith("../reference/"), (page, link)


def test_every_public_name_has_a_heading():
    """As the build demands, which needs packages that are often absent."""
    hook = (DOCS / "hooks" / "reference_pages.py").read_text(encoding="utf-8")
    assert set(ncnnc.__all__) <= set(re.findall(r'"(\w+)"', hook))


@pytest.mark.isa
@pytest.mark.slow
def test_it_builds(tmp_path: Path):
    pytest.importorskip("material", reason="pip install 'ncnnc[docs]'")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    pages = {page.relative_to(tmp_path): page.read_text() for page in tmp_path.rglob("*.html")}
    plots = (ROOT / "docs/performance.md").read_text().count("<!-- plot:")
    assert pages[Path("performance.html")].count('<svg class="plot"') == plots > 0
    for package, page in ((ncnnc, "python"), (ncnnc.compat, "compat")):
        named = set(re.findall(r'<h3 id="(\w+)">', pages[Path(f"reference/{page}.html")], re.I))
        assert named == {name.lower() for name in package.__all__} - {"strict"}
    assert "net_session_run" not in pages[Path("reference/c.html")]
    assert "decoder_session_run" in pages[Path("reference/c.html")]
    for page, text in pages.items():
        assert not re.search(
            r'<(?:script|link rel="stylesheet")[^>]*(?:src|href)="?https?:', text
        ), page
