"""
Files do not import each other in a circle, folders stay small, and a type name has one meaning.

Imports are those of module level, for type checkers alone included.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.import_graph import FOLDERS, ROOT, Import, imports_of, modules

MOST_MODULES = 20
"""In a folder that is no catalogue."""
CATALOGUES = {
    "compiler/reference",
    "dialects/contrib",
    "dialects/kernel",
    "dialects/ncnn/internal",
    "dialects/ncnn/layers",
    "passes/decompose",
    "passes/graph",
    "passes/kernels/from_ncnn",
    "passes/loops/from_kernel",
}
"""Folders with a file for each layer, meaning, kernel or pass."""

NAMED_BY_US = [folder for folder in FOLDERS if folder != "compat"]
"""Folders whose types have our names; those of `compat` have ncnn's."""


def statements_at_module_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run when a module is imported, or that a type checker reads."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try):
            yield from statements_at_module_level([*node.body, *node.orelse])


class Facts(NamedTuple):
    """The imports of a module, and its public types with their meanings."""

    imports: list[Import]
    types: list[tuple[str, str]]


@cache
def facts_of(module: Path) -> Facts:
    """Read a module of the product."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    nodes = list(statements_at_module_level(tree.body))
    imports = [found for node in nodes for found in imports_of(node, module.parent.parts)]
    return Facts(imports, list(types_of(nodes, module)))


def import_graph() -> dict[str, set[str]]:
    """Return which modules each module imports; packages are their `__init__`."""
    paths = {module.with_suffix("").as_posix(): module for module in modules()}

    def resolved(path: str, names: tuple[str, ...]) -> Iterator[str]:
        inner = [f"{path}/{name}" for name in names]
        yield from (one for one in inner if one in paths)
        if path in paths or any(one not in paths for one in inner):
            yield path if path in paths else f"{path}/__init__"

    return {
        path: {
            target
            for found in facts_of(module).imports
            for target in resolved(found.module, found.names)
            if target in paths and target != path
        }
        for path, module in paths.items()
    }


def circles(graph: Mapping[str, set[str]]) -> Iterator[frozenset[str]]:
    """Yield circles of imports until the rest of the graph has none."""
    left = {path: set(targets) for path, targets in graph.items()}
    while True:
        try:
            TopologicalSorter(left).prepare()
            return
        except CycleError as error:
            circle = error.args[1]
            yield frozenset(circle)
            left[circle[1]].discard(circle[0])


def types_of(nodes: Iterable[ast.stmt], module: Path) -> Iterator[tuple[str, str]]:
    """Yield the public types of a module, each with its meaning: its place, or what an alias is."""
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            names, meaning = [node.name], module.as_posix()
        elif isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
            targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            meaning = ast.unparse(node.value)
        else:
            continue
        for name in names:
            if name[0].isupper() and not name.isupper():
                yield name, meaning


def test_files_import_each_other_in_no_circle() -> None:
    assert not list(circles(import_graph()))


def test_a_circle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert list(circles(graph)) == [frozenset("abc")]


def test_folders_have_few_modules() -> None:
    counts = Counter(module.parent.as_posix() for module in modules() if module.stem != "__init__")
    large = {folder for folder, count in counts.items() if count > MOST_MODULES}
    assert large <= CATALOGUES


def test_a_type_name_has_one_meaning() -> None:
    meanings: dict[str, set[str]] = defaultdict(set)
    for module in modules(*NAMED_BY_US):
        for name, meaning in facts_of(module).types:
            meanings[name].add(meaning)
    several = {name: sorted(found) for name, found in meanings.items() if len(found) > 1}
    assert not several


@pytest.mark.parametrize("folder", sorted(CATALOGUES))
def test_catalogues_exist(folder: str) -> None:
    assert (ROOT / folder).is_dir()
