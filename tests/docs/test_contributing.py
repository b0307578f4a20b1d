"""
The recipes of CONTRIBUTING.md work: each is carried out, word for word, in a copy of the tree.

In a recipe, a line that is a path in backticks and a colon goes before the content of a new file;
"In `path`, after `line`:" before what is inserted there; a block of `sh` is run.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COPIED = (
    "compat",
    "compiler",
    "dialects",
    "passes",
    "runtime",
    "tests",
    "docs",
    "pyproject.toml",
    "setup.py",
    "README.md",
)
BEING_WRITTEN = shutil.ignore_patterns("*.pyc.*")
"""Compiled modules that another process writes at this moment, before they have their name."""
PACKAGES = ("compat", "compiler", "dialects", "passes", "runtime")

STEP = re.compile(
    r"^(?:`(?P<file>[\w/.]+)`:|In `(?P<edited>[\w/.]+)`, after `(?P<line>[^`\n]*)`:)\n\n"
    r"```\w*\n(?P<content>.*?)^```$"
    r"|^```sh\n(?P<commands>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


def recipes() -> dict[str, str]:
    """The sections that say how to add something."""
    sections = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    return {s.splitlines()[0]: s for s in sections if s.startswith("Add ")}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the project, with compiled modules: they are as old as their sources."""
    for name in COPIED:
        source, target = ROOT / name, tmp_path / "project" / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=BEING_WRITTEN)
        else:
            shutil.copy(source, target)
    return tmp_path / "project"


@pytest.fixture
def environment(tree: Path) -> dict[str, str]:
    """Variables with which `ncnnc` is that of the copy."""
    package = tree.parent / "site" / "ncnnc"
    package.mkdir(parents=True)
    for name in ("__init__.py", "__main__.py"):
        (package / name).symlink_to(tree / "compiler" / "_root" / name)
    for name in PACKAGES:
        (package / name).symlink_to(tree / name)
    return {**os.environ, "PYTHONPATH": str(package.parent)}


def carry_out(recipe: str, tree: Path, environment: dict[str, str]) -> int:
    """Do what a recipe says; the number of steps."""
    steps = list(STEP.finditer(recipe))
    for step in steps:
        if step["file"] is not None:
            file = tree / step["file"]
            assert not file.exists(), f"{step['file']} exists: choose another example"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(step["content"], encoding="utf-8")
        elif step["edited"] is not None:
            insert(tree / step["edited"], step["line"], step["content"])
        else:
            for command in step["commands"].replace("\\\n", " ").splitlines():
                run(shlex.split(command), tree, environment)
    return len(steps)


def insert(file: Path, line: str, content: str) -> None:
    """Put lines after a line, which must stand once in the file."""
    text = file.read_text(encoding="utf-8")
    assert text.count(f"\n{line}\n") == 1, f"not once in {file.name}: {line}"
    file.write_text(text.replace(f"\n{line}\n", f"\n{line}\n{content}"), encoding="utf-8")


def run(command: list[str], tree: Path, environment: dict[str, str]) -> None:
    """Run a command of a recipe in the copy."""
    assert command[0] == "python"
    done = subprocess.run(
        [sys.executable, *command[1:]], cwd=tree, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"


@pytest.mark.slow
@pytest.mark.parametrize("name", recipes())
def test_recipe(name: str, tree: Path, environment: dict[str, str]) -> None:
    recipe = recipes()[name]
    assert carry_out(recipe, tree, environment) == recipe.count("\n```") // 2
    assert "python -m pytest" in recipe


def test_the_copy_is_what_is_imported(tree: Path, environment: dict[str, str]) -> None:
    code = "import ncnnc.passes.graph as g, ncnnc; print(g.__file__, ncnnc.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tree, env=environment, capture_output=True, text=True
    )
    assert all(path.startswith(str(tree.parent)) for path in done.stdout.split())
