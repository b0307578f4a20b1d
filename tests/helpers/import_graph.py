"""
Find the tests that reach a module: which file imports which, and what tests use by name.

Imports are read from syntax trees, those inside functions too. Passes and the loops of kernels are
imported by name while the compiler runs, so in tests names count as well: of a pass, of a verb of
the command line, of an op in FileCheck files, and of the module that a test is named after. A test
that only compiles a network, which happens to need a pass, does not count.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("compiler", "dialects", "passes", "runtime")
LEVELS = ("graph", "decompose", "schedule", "kernels", "loops")
"""The folders of passes, each a level of IR."""

FILECHECK = (".mlir", ".param", ".test")
FOUND_BY_OP = {
    "kernel": ("dialects/kernel", "passes/loops/from_kernel"),
    "ncnn": ("dialects/ncnn/layers", "passes/kernels/from_ncnn", "compiler/reference"),
}
"""Dialect -> folders whose modules are named as its ops."""


class Import(NamedTuple):
    """`from module import names`; `import module` has no names."""

    module: str
    """A path from the root without suffix; `compiler/_root` is the package itself."""
    names: tuple[str, ...]
    line: int


def modules(*folders: str, root: Path = ROOT) -> list[Path]:
    """The Python files of some folders, of the project's by default, relative to `root`."""
    found = (path for folder in folders or FOLDERS for path in (root / folder).rglob("*.py"))
    return sorted(path.relative_to(root) for path in found)


@cache
def imports(module: Path, root: Path = ROOT) -> list[Import]:
    """The imports of a module from this project."""
    tree = ast.parse((root / module).read_text(encoding="utf-8"))
    return [found for node in ast.walk(tree) for found in imports_of(node, module.parent.parts)]


def imports_of(node: ast.AST, folder: tuple[str, ...]) -> Iterator[Import]:
    """The imports of a statement in a module of a folder."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if path := path_of(alias.name):
                yield Import(path, (), node.lineno)
    elif isinstance(node, ast.ImportFrom):
        names = tuple(alias.name for alias in node.names)
        module = node.module or ""
        if node.level:
            base = folder[: len(folder) - node.level + 1]
            if module:
                yield Import("/".join((*base, *module.split("."))), names, node.lineno)
            else:
                yield from (Import("/".join((*base, n)), (), node.lineno) for n in names)
        elif path := path_of(module):
            yield Import(path, names, node.lineno)


def path_of(module: str) -> str | None:
    """The path of a module by its absolute name, None for one of another project."""
    package, _, rest = module.partition(".")
    if package == "tests":
        return module.replace(".", "/")
    return (rest.replace(".", "/") or "compiler/_root") if package == "ncnnc" else None


def file_of(path: str) -> Path | None:
    """The file of a module or package."""
    for file in (Path(f"{path}.py"), Path(path, "__init__.py")):
        if (ROOT / file).is_file():
            return file
    return None


def imported_files(module: Path) -> set[Path]:
    """The files that importing a module imports first, itself not among them."""
    found = imports(module)
    paths = [i.module for i in found]
    paths += [f"{i.module}/{name}" for i in found for name in i.names]
    return {file for path in paths if (file := file_of(path))} - {module}


@cache
def passes() -> dict[str, Path]:
    """The file of each pass by its name."""
    found = (path for level in LEVELS for path in (ROOT / "passes" / level).glob("*.py"))
    return {p.stem.replace("_", "-"): p.relative_to(ROOT) for p in found if p.stem != "__init__"}


def named_files(test: Path) -> set[Path]:
    """The files that a test or a FileCheck file uses by name."""
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
    words = set(re.findall(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+", text))
    found = {passes()[word] for word in words if word in passes()}
    verbs = re.findall(r"""(?:\bncnnc |["'])([a-z]+)\b""", text)
    paths += [f"compiler/cli/commands/{verb}" for verb in set(verbs)]
    return found | {file for path in paths if path and (file := file_of(path))}


def mirrored(test: Path) -> str | None:
    """The module that a test is named after: `tests/a/test_b.py` is for `a/b`."""
    folders = test.parent.parts[2 if test.parts[1] == "filecheck" else 1 :]
    stem = test.stem.removeprefix("test_").removesuffix("_invalid")
    return "/".join((*folders, stem))


def conftests(test: Path) -> set[Path]:
    """The files of fixtures that a test is imported with."""
    found = (folder / "conftest.py" for folder in test.parents if folder != Path())
    return {file for file in found if (ROOT / file).is_file()} - {test}


def test_files() -> list[Path]:
    """The files that pytest collects, FileCheck files among them."""
    found = (path for path in (ROOT / "tests").rglob("*") if path.is_file())
    relative = (path.relative_to(ROOT) for path in found)
    return sorted(
        path
        for path in relative
        if (path.suffix in FILECHECK and path.parts[1] == "filecheck")
        or (path.suffix == ".py" and path.name.startswith("test_"))
    )


def tests_that_reach(changed: Iterable[Path]) -> list[Path]:
    """The test files that import, directly or not, or name one of some files; changed tests too."""
    users: dict[Path, set[Path]] = defaultdict(set)
    tests = test_files()
    for module in (*modules(), *modules("tests")):
        for file in imported_files(module):
            users[file].add(module)
    for test in {*tests, *modules("tests")}:
        fixtures = conftests(test) if test.suffix == ".py" else set()
        for file in named_files(test) | fixtures:
            users[file].add(test)
    reached, new = set[Path](), set(changed)
    while new:
        reached |= new
        new = {user for file in new for user in users[file]} - reached
    return [test for test in tests if test in reached]
