"""An option is written in one place: all that shows or counts options derives from its field."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
OPTION = '''
    made_up: int = option(
        integer(0),
        0,
        argument=Argument("the help of it", metavar="N", parse=words.count),
    )
    """The meaning of it."""
'''
BEFORE = "\n    @property\n    def machine("
"""Follows the fields of `CodeOptions`."""
SEEN = """
import inspect
import ncnnc
from ncnnc.compiler.options.compile_options import CompileOptions

assert CompileOptions("m", made_up=3).made_up == 3
assert CompileOptions("m", made_up=3).code_key != CompileOptions("m").code_key
for function in (ncnnc.compile, ncnnc.compile_library):
    shown = inspect.signature(function).parameters["made_up"]
    assert (shown.annotation, shown.default) == ("int", 0), shown
try:
    ncnnc.compile("m", made_up=-1)
except ncnnc.UsageError as error:
    assert str(error) == "error: made_up must be at least 0, not -1", error
else:
    raise AssertionError("a wrong value is taken")
"""
KEYWORDS = "compiler/options/keywords.py"
PAGE = "docs/options.md"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of this tree, of links where nothing is written, whose `CodeOptions` has one more."""
    for folder in ("compiler", "docs", "site/ncnnc"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("dialects", "passes", "runtime", "tests", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    for entry in (ROOT / "compiler").iterdir():
        if entry.name != "options":
            (tmp_path / "compiler" / entry.name).symlink_to(entry)
    shutil.copytree(ROOT / "compiler" / "options", tmp_path / "compiler" / "options")
    for entry in (*(ROOT / "compiler" / "_root").glob("*.py"), ROOT / "dialects", ROOT / "passes"):
        (tmp_path / "site" / "ncnnc" / entry.name).symlink_to(entry)
    (tmp_path / "site" / "ncnnc" / "runtime").symlink_to(ROOT / "runtime")
    (tmp_path / "site" / "ncnnc" / "compiler").symlink_to(tmp_path / "compiler")
    file = tmp_path / "compiler" / "options" / "code_options.py"
    text = file.read_text()
    assert text.count(BEFORE) == 1
    file.write_text(text.replace(BEFORE, OPTION + BEFORE))
    return tmp_path


def run(tree: Path, *arguments: str) -> str:
    """Run Python with the package of this tree."""
    paths = os.pathsep.join([str(tree / "site"), str(tree)])
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ruff") is None, reason="the extra `dev` is not installed")
def test_an_option_that_decides_the_code_is_added_in_one_place(tree: Path):
    for generator in ("keywords", "options_page"):
        run(tree, "-m", f"tests.generators.{generator}")
    run(tree, "-c", SEEN)
    assert "--made-up N" in (shown := run(tree, "-m", "ncnnc", "compile", "--help"))
    assert "the help of it" in shown
    assert "made_up: 'int' = 0" in run(tree, "-c", "import ncnnc; help(ncnnc.compile)")
    assert 'made_up: int\n    """The meaning of it."""' in (tree / KEYWORDS).read_text()
    row = "| `made_up` | `int` | `0` | `--made-up` | yes | The meaning of it. |"
    assert row in (tree / PAGE).read_text().splitlines()
