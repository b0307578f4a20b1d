"""Every pass has its tests and its line in `passes/README.md`, which is up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ncnnc.passes import PACKAGES, get_all_passes
from ncnnc.passes.graph import GRAPH_PASSES

from tests.generators.passes_readme import (
    NCNNOPTIMIZE,
    README,
    REWRITES,
    ROOT,
    passes_of,
    readme,
    summary_of,
    test_of,
)

test_of.__test__ = False
PASSES = [(package, name) for package in PACKAGES for name in passes_of(package)]
IDS = [name for _, name in PASSES]
NUMERICAL = Path(ROOT, "tests", "passes")


def test_readme_is_up_to_date():
    hint = "run python tests/generators/passes_readme.py"
    assert README.read_text(encoding="utf-8") == readme(), hint


def test_every_pass_is_listed_once():
    assert sorted(IDS) == sorted(get_all_passes())


def test_every_function_of_ncnnoptimize_is_a_pass():
    names = [function.replace("_", "-") for function in NCNNOPTIMIZE]
    assert len(set(names)) == 34
    assert set(names) <= set(GRAPH_PASSES)


@pytest.mark.requirement("O6", "D22")
def test_rewrites_run_in_ncnnoptimizes_order():
    """But for `eliminate-split`, which comes first."""
    names = [function.replace("_", "-") for function in NCNNOPTIMIZE]
    names.remove("eliminate-split")
    assert [name for name in GRAPH_PASSES if name in names] == names
    assert GRAPH_PASSES[0] == "eliminate-split"


def is_filechecked(package: str, name: str) -> bool:
    """Return whether the FileCheck test of a pass runs it."""
    text = (ROOT / test_of(package, name)).read_text(encoding="utf-8").replace("\\\n//", "")
    run = re.search(rf"^(// )?RUN: .*[^\w-]{name}(?![\w-])", text, re.MULTILINE)
    return run is not None and "filecheck %s" in text


def test_every_pass_has_a_filecheck_test():
    assert [name for package, name in PASSES if not is_filechecked(package, name)] == []


def test_every_pass_has_a_summary_of_one_line():
    summaries = {name: summary_of(package, name) for package, name in PASSES}
    assert {name: line for name, line in summaries.items() if not 10 < len(line) <= 100} == {}


def test_every_rewrite_of_the_graph_has_a_numerical_test():
    texts = [file.read_text(encoding="utf-8") for file in NUMERICAL.rglob("test_*.py")]
    words = {word for t in texts if "run_passes" in t for word in re.findall(r"[\w-]+", t)}
    assert sorted(set(REWRITES) - words) == []
