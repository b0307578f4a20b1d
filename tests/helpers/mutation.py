"""
Count which defects the FileCheck tests find: change lines of passes and dialects, one at a time.

    python -m tests.helpers.mutation passes/graph dialects/ncnn --count 50 --seed 1

Each defect is a flipped comparison, an integer that is one too large, or a guard that is gone. The
tests that reach the file run until one fails (`reaching_tests`). Files are changed in place and
restored, so run it in a clone of its own.
"""

from __future__ import annotations

import argparse
import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.import_graph import ROOT, modules
from tests.helpers.reaching_tests import is_filecheck, mirrored, tests_that_reach

FLIPPED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
FOLDERS = ("dialects/kernel", "dialects/ncnn", "dialects/simd", "passes")
SECONDS = 600


@dataclass(frozen=True)
class Mutant:
    """A part of a file, from one byte to another, and what stands there instead."""

    file: Path
    line: int
    first: int
    last: int
    new: str


def mutants(file: Path) -> list[Mutant]:
    """Return all defects of the three kinds in a file."""
    source = (ROOT / file).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def part(node: ast.expr | ast.stmt) -> tuple[int, int]:
        last_line, last = node.end_lineno or node.lineno, node.end_col_offset or 0
        return starts[node.lineno - 1] + node.col_offset, starts[last_line - 1] + last

    def text(node: ast.expr) -> str:
        first, last = part(node)
        return source[first:last].decode()

    def changes(node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in FLIPPED:
                new = f"{text(left)} {FLIPPED[type(op)]} {text(right)}"
            case ast.Constant(value=value) if type(value) is int:
                new = str(value + 1)
            case ast.If(body=[ast.Return() | ast.Raise() | ast.Continue()], orelse=[]):
                new = "pass"
            case _:
                return
        yield Mutant(file, node.lineno, *part(node), new)

    functions = (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef))
    statements = (statement for function in functions for statement in function.body)
    found = {m for s in statements for node in ast.walk(s) for m in changes(node)}
    return sorted(found, key=lambda mutant: (mutant.first, mutant.new))


def is_caught(mutant: Mutant) -> bool:
    """Run the tests with the defect in place until one fails, or for too long."""
    name = str(mutant.file.with_suffix(""))
    tests = [test for test in tests_that_reach([mutant.file]) if is_filecheck(test)]
    tests.sort(key=lambda test: mirrored(test) != name)
    if not tests:
        return False
    path = ROOT / mutant.file
    source = path.read_bytes()
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    try:
        path.write_bytes(source[: mutant.first] + mutant.new.encode() + source[mutant.last :])
        run = subprocess.run(
            [*command, *map(str, tests)], cwd=ROOT, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_bytes(source)
    return run.returncode != 0


def choose(folders: list[str], count: int, seed: int) -> list[Mutant]:
    """Return defects in random files of some folders, at most one of each file."""
    rng = random.Random(seed)
    files = [file for file in modules(*folders) if mutants(file)]
    return [rng.choice(mutants(file)) for file in rng.sample(files, count)]


def main() -> None:
    """Print each defect and whether it is caught, and how many are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    caught = 0
    for mutant in choose(options.folders, options.count, options.seed):
        found = is_caught(mutant)
        caught += found
        verdict = "caught" if found else "MISSED"
        print(f"{verdict} {mutant.file}:{mutant.line}: {mutant.new!r}", flush=True)
    print(f"{caught} of {options.count}")


if __name__ == "__main__":
    main()
