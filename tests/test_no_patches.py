"""No module of the product assigns to a module or a class of another package."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("compat", "compiler", "dialects", "passes", "runtime")
HOOKS = {"warnings.formatwarning"}
"""Functions of Python's library that a program may replace while its own command runs."""


def foreign_names(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """Return the names that imports from other packages bind, with what they stand for."""
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name.partition(".")[0]
                names[bound] = alias.name if alias.asname else bound
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return {name: whole for name, whole in names.items() if not whole.startswith("ncnnc")}


def assigned(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a statement or a call of `setattr` or `delattr` changes."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        yield node.target
    elif isinstance(node, ast.Delete):
        yield from node.targets
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in ("setattr", "delattr"):
            yield ast.Attribute(node.args[0], ast.unparse(node.args[1]).strip("'\""))


def patches(text: str) -> list[str]:
    """Return the attributes of other packages that a module assigns to or deletes."""
    nodes = list(ast.walk(ast.parse(text)))
    names = foreign_names(nodes)
    found: list[str] = []
    for node in nodes:
        for target in assigned(node):
            if not isinstance(target, ast.Attribute):
                continue
            dotted = ast.unparse(target.value).split(".")
            if dotted[0] in names and all(map(str.isidentifier, dotted)):
                found.append(".".join([names[dotted[0]], *dotted[1:], target.attr]))
    return found


def test_no_module_patches_another_package():
    found = {
        f"{path.relative_to(ROOT)}: {patch}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for patch in patches(path.read_text())
        if patch not in HOOKS
    }
    assert not found


def test_patches_are_seen():
    text = """
import dataclasses
import xdsl.ir
from xdsl.ir import Operation as Op
from .own import Own
import ncnnc.runtime
setattr(dataclasses, "_create_fn", 1)
setattr(dataclasses, NAME, 1)
xdsl.ir.core.Use = 2
Op.create: object = 3
del Op.verify
a, Op.x = 1, 2
Own.x = ncnnc.runtime.y = 4
Op(1).x = 5
"""
    assert sorted(patches(text)) == [
        "dataclasses.NAME",
        "dataclasses._create_fn",
        "xdsl.ir.Operation.create",
        "xdsl.ir.Operation.verify",
        "xdsl.ir.Operation.x",
        "xdsl.ir.core.Use",
    ]
