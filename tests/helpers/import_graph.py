"""Read which module imports which from the syntax trees, imports inside functions included."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("compat", "compiler", "dialects", "passes", "runtime")
LEVELS = ("graph", "decompose", "schedule", "kernels", "loops")
"""The folders of passes, each a level of IR."""


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
    tree, folder = ast.parse((root / module).read_text(encoding="utf-8")), module.parent.parts
    return [found for node in statements(tree) for found in imports_of(node, folder)]


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a module or a statement, at any depth; imports are no expressions."""
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        for child in getattr(node, field, ()):
            yield child
            yield from statements(child)


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
