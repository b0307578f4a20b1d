"""
Find the tests that reach changed files: by imports, and by what tests use by name.

    make since REV=main

Imports are read from syntax trees, those inside functions too. Passes, layers, kernels and verbs of
the command line are imported by name while the compiler runs, so that in tests names count as well:
of a pass, of a verb, of an op in FileCheck files, and of the module that a test is named after. A
test that only compiles a network, which happens to need a pass, does not count.
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tests.helpers.import_graph import LEVELS, ROOT, imports, modules

FILECHECK = (".mlir", ".param", ".test")
FOUND_BY_OP = {
    "kernel": ("dialects/kernel", "passes/loops/from_kernel"),
    "ncnn": ("dialects/ncnn/layers", "passes/kernels/from_ncnn", "compiler/reference"),
}
"""Dialect -> folders whose modules are named after its ops."""


def changed_files(revision: str, root: Path = ROOT) -> list[Path]:
    """Return the files that differ from a revision, new ones included. Raises: ValueError."""
    found: list[str] = []
    for command in (
        ("diff", "--name-only", revision, "--"),
        ("ls-files", "--others", "--exclude-standard"),
    ):
        git = subprocess.run(["git", *command], cwd=root, capture_output=True, text=True)
        if git.returncode:
            raise ValueError(git.stderr.strip().splitlines()[0])
        found += git.stdout.splitlines()
    return [Path(name) for name in found]


def tests_that_reach(changed: Iterable[Path]) -> list[Path]:
    """Return the test files that import, directly or not, or name one of some files."""
    reached, new = set[Path](), set(changed)
    while new:
        reached |= new
        new = {user for file in new for user in users().get(file, ())} - reached
    return [test for test in test_files() if test in reached]


@cache
def users() -> Mapping[Path, set[Path]]:
    """Return the modules and tests that use each file themselves."""
    found: dict[Path, set[Path]] = defaultdict(set)
    for module in (*modules(), *modules("tests")):
        for file in imported_files(module):
            found[file].add(module)
    for test in {*test_files(), *modules("tests")}:
        for file in named_files(test) | conftests(test):
            found[file].add(test)
    return found


def test_files() -> list[Path]:
    """Return the files that pytest collects, FileCheck files among them."""
    found = (path for path in (ROOT / "tests").rglob("*") if path.is_file())
    relative = (path.relative_to(ROOT) for path in found)
    return sorted(path for path in relative if is_filecheck(path) or path.match("test_*.py"))


def is_filecheck(path: Path) -> bool:
    """Return whether a file is IR or a model of a FileCheck test."""
    return path.suffix in FILECHECK and "filecheck" in path.parts


def imported_files(module: Path) -> set[Path]:
    """Return the files that a module imports itself."""
    found = imports(module)
    paths = [i.module for i in found]
    paths += [f"{i.module}/{name}" for i in found for name in i.names]
    return {file for path in paths if (file := file_of(path))} - {module}


@cache
def file_of(path: str) -> Path | None:
    """Return the file of a module or package."""
    for file in (Path(f"{path}.py"), Path(path, "__init__.py")):
        if (ROOT / file).is_file():
            return file
    return None


def named_files(test: Path) -> set[Path]:
    """Return the files that a test uses by name."""
    text = (ROOT / test).read_text(encoding="utf-8")
    paths = [mirrored(test)]
    if test.suffix == ".py":
        paths += [
            f"{folder}/{Path(found.module).name}"
            for found in imports(test)
            for first, *others in FOUND_BY_OP.values()
            if found.module.startswith(f"{first}/")
            for folder in others
        ]
    else:
        ops = re.findall(rf"\b({'|'.join(FOUND_BY_OP)})\.(\w+)", text)
        paths += [f"{folder}/{op}" for dialect, op in set(ops) for folder in FOUND_BY_OP[dialect]]
    words = {*re.findall(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+", text)}
    paths += [f"passes/{level}/{word.replace('-', '_')}" for word in words for level in LEVELS]
    verbs = re.findall(r"""(?:\bncnnc |["'])([a-z]+)\b""", text)
    paths += [f"compiler/cli/commands/{verb}" for verb in set(verbs)]
    return {file for path in paths if (file := file_of(path))}


def mirrored(test: Path) -> str:
    """Return the module that a test is named after: `tests/a/test_b.py` is for `a/b`."""
    folders = test.parent.parts[2 if "filecheck" in test.parts else 1 :]
    stem = test.stem.removeprefix("test_").removesuffix("_invalid")
    return "/".join((*folders, stem))


def conftests(test: Path) -> set[Path]:
    """Return the files of fixtures that a Python test is imported with."""
    folders = test.parents if test.suffix == ".py" else ()
    found = (folder / "conftest.py" for folder in folders)
    return {file for file in found if (ROOT / file).is_file()} - {test}
