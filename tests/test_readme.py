"""The README tells the truth where a machine can check it."""

from __future__ import annotations

import re
from pathlib import Path

from ncnnc.compiler.cli.main import build_parser

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LONGEST = 130


def section(title: str) -> str:
    """Return the text below a heading."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_it_is_short():
    assert len(README.splitlines()) <= LONGEST


def test_the_verbs_exist():
    named = set(re.findall(r"`ncnnc ([a-z]+)", section("On the command line")))
    assert named == set(re.findall(r"^    ([a-z]+)", build_parser().format_help(), re.M))


def test_every_folder_is_described():
    folders = re.findall(r"^\| `(\w+)/` \|", README, re.M)
    product = ["dialects", "passes", "compiler", "compat", "runtime"]
    assert folders == [*product, "tests", "examples"]


def test_every_page_is_listed():
    pages = {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert pages <= set(re.findall(r"\]\((docs/[\w.-]+)\)", README))
