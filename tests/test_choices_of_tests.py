"""`make quick` and `make since` run what they are to run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.reaching_tests import ROOT, changed_files, tests_that_reach

tests_that_reach.__test__ = False
pytestmark = pytest.mark.slow
TESTS = """
import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.dialects.target.records import Target

@pytest.mark.isa
def test_of_code(): pass

@pytest.mark.slow
def test_of_much(): pass

def test_of_llvm(): emit_object("", Target.parse("x86-64"))

def test_of_nothing(): pass
"""


MARKED = """
import pytest
pytestmark = [
    pytest.mark.isa,
]
assert False, "need not be imported"
"""


def run_pytest(*arguments: str, folder: Path = ROOT) -> str:
    """Return the report of a pytest of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder).stdout


def test_quick_generates_no_code(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_some.py").write_text(TESTS)
    everything = run_pytest("--rootdir", str(tmp_path), str(tmp_path), folder=tmp_path)
    assert "4 passed" in everything
    (tmp_path / "test_marked.py").write_text(MARKED)
    quick = run_pytest("--quick", "-rs", "--rootdir", str(tmp_path), str(tmp_path), folder=tmp_path)
    assert "it generates code" in quick
    assert "1 passed, 1 skipped, 2 deselected" in quick


def test_since_collects_what_is_reached() -> None:
    report = run_pytest("--collect-only", "--since", "HEAD", "tests/helpers", "tests/filecheck")
    collected = {line.split("::")[0] for line in report.splitlines() if "::" in line}
    reached = map(str, tests_that_reach(changed_files("HEAD")))
    assert collected == {
        file for file in reached if file.startswith(("tests/helpers/", "tests/filecheck/"))
    }
