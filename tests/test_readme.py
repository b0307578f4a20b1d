"""The README tells the truth where a machine can check it."""

from __future__ import annotations

import re
from pathlib import Path

from ncnnc.compiler.cli.main import build_parser
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn import LAYER_OPS

from tests.generators.layers_readme import table, updated

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The text below a heading."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_table_of_layers_is_up_to_date():
    assert updated(README) == README, "run python -m tests.generators.layers_readme"


def test_the_table_of_layers_has_every_layer_once():
    own, contrib, others = re.split(r"^(\| contrib: .*)$", table(), flags=re.MULTILINE)
    listed = re.findall(r"\b[A-Z]\w+", own + others)
    assert sorted(listed) == sorted([*LAYER_OPS, "Input", "MemoryData"])
    assert set(contrib.split(" | ")[1].removesuffix(" |").split(", ")) == set(contrib_layers())


def test_the_verbs_exist():
    named = set(re.findall(r"`ncnnc (\w+)", section("From the command line")))
    usage = build_parser().format_help()
    assert {"compile", "run", "bench", "inspect", "targets"} <= named
    assert all(re.search(rf"^    {verb}\b", usage, re.M) for verb in named)


def test_every_folder_is_described():
    folders = re.findall(r"^\| `(\w+)/` \|", README, re.M)
    assert folders == ["dialects", "passes", "compiler", "runtime", "tests", "examples"]
