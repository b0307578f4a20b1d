"""Finds the tests that are marked as holding requirements, without running them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).parents[1]
COMMENT = re.compile(r"^(?:// )?REQUIREMENT: (.+)$", re.MULTILINE)
FILECHECK_SUFFIXES = (".mlir", ".test")
Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True, order=True)
class Holder:
    """A test, or several of one class or file: `tests/x/test_y.py` and `TestClass::test_z`."""

    file: str
    test: str = ""

    def __str__(self) -> str:
        return f"{self.file}::{self.test}" if self.test else self.file


def holders(folder: Path = TESTS) -> dict[str, list[Holder]]:
    """The tests below `folder` that are marked, by number; their paths are from its parent."""
    found: defaultdict[str, set[Holder]] = defaultdict(set)
    for path in sorted(folder.rglob("test_*.py")):
        for number, test in marked_tests(path.read_text(encoding="utf-8")):
            found[number].add(Holder(path.relative_to(folder.parent).as_posix(), test))
    for path in sorted((folder / "filecheck").rglob("*")):
        if path.suffix not in FILECHECK_SUFFIXES:
            continue
        for number in commented_rows(path.read_text(encoding="utf-8")):
            found[number].add(Holder(path.relative_to(folder.parent).as_posix()))
    return {number: sorted(tests) for number, tests in found.items()}


def commented_rows(text: str) -> Iterator[str]:
    """The numbers in the comments of a FileCheck file."""
    for comment in COMMENT.findall(text):
        yield from re.split(r", *", comment.strip())


def marked_tests(text: str) -> Iterator[tuple[str, str]]:
    """The numbers in the markers of a Python file, each with the test (or class) that has it."""
    if "mark.requirement" not in text:
        return
    module = ast.parse(text)
    for statement in module.body:
        if is_module_marker(statement):
            yield from ((number, "") for number in numbers_in(statement))
    yield from marked_definitions(module.body, "")


def is_module_marker(statement: ast.stmt) -> bool:
    """Return whether a statement is `pytestmark = ...`, which marks all tests of its file."""
    return isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets
    )


def marked_definitions(body: list[ast.stmt], outer: str) -> Iterator[tuple[str, str]]:
    """The same for functions and classes; `outer` is the class that they stand in."""
    for statement in body:
        if not isinstance(statement, Definition):
            continue
        name = f"{outer}{statement.name}"
        for decorator in statement.decorator_list:  # also in the parameters of `parametrize`
            yield from ((number, name) for number in numbers_in(decorator))
        if isinstance(statement, ast.ClassDef):
            yield from marked_definitions(statement.body, f"{name}::")


def numbers_in(tree: ast.AST) -> Iterator[str]:
    """Yield the arguments of `pytest.mark.requirement` in an expression."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.requirement":
            yield from (ast.literal_eval(argument) for argument in node.args)
