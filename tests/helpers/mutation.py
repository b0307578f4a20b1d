"""
Count which defects the tests find: change lines of passes at random, one at a time.

    python -m tests.helpers.mutation --count 25 --seed 1

Each defect is a flipped comparison, an integer that is one too large, swapped operands or a dropped
guard. The tests that reach the file run until one fails (see `import_graph`). Files are changed in
place and restored: run it in a clone of its own.
"""

from __future__ import annotations

import argparse
import ast
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.import_graph import ROOT, modules, tests_that_reach

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
SWAPPED = {ast.Sub: "-", ast.FloorDiv: "//", ast.Mod: "%"}
MINUTES = 10


@dataclass(frozen=True)
class Mutant:
    """A part of a file and what stands there instead."""

    file: Path
    line: int
    first: int
    last: int
    """Byte offsets of the part."""
    new: str

    def text(self, source: bytes) -> bytes:
        """The file with the defect."""
        return source[: self.first] + self.new.encode() + source[self.last :]


def mutants(file: Path) -> list[Mutant]:
    """All defects of the four kinds in a file."""
    source = (ROOT / file).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def part(node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, (ast.expr, ast.stmt))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first = starts[node.lineno - 1] + node.col_offset
        return first, starts[node.end_lineno - 1] + node.end_col_offset

    def text(node: ast.AST) -> str:
        first, last = part(node)
        return source[first:last].decode()

    def changes(node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in FLIPPED:
                yield f"{text(left)} {FLIPPED[type(op)]} {text(right)}"
            case ast.Constant(value=value) if type(value) is int:
                yield str(value + 1)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPPED:
                yield f"({text(right)}) {SWAPPED[type(op)]} ({text(left)})"
            case ast.If(body=[ast.Return() | ast.Raise() | ast.Continue()], orelse=[]):
                yield "pass"
            case _:
                pass

    tree = ast.parse(source)
    typing = {id(inner) for node in ast.walk(tree) for inner in annotations_in(node)}
    return [
        Mutant(file, node.lineno, *part(node), new)  # pyright: ignore[reportAttributeAccessIssue]
        for node in ast.walk(tree)
        if id(node) not in typing
        for new in changes(node)
    ]


def annotations_in(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node's annotations, which compute nothing."""
    for field in ("annotation", "returns"):
        found = getattr(node, field, None)
        if isinstance(found, ast.AST):
            yield from ast.walk(found)


def is_caught(mutant: Mutant, tests: list[Path]) -> bool:
    """Run tests with the defect in place until one fails, or for too long."""
    path = ROOT / mutant.file
    source = path.read_bytes()
    options = ["-q", "-x", "-n", "2", "-p", "no:cacheprovider", "-m", "not slow"]
    try:
        path.write_bytes(mutant.text(source))
        command = [sys.executable, "-m", "pytest", *options, *map(str, tests)]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60 * MINUTES)
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_bytes(source)
    if run.returncode not in (0, 1, 2):
        raise SystemExit(run.stdout.decode())
    return run.returncode != 0


def choose(count: int, seed: int) -> list[Mutant]:
    """Defects in files at random, at most one of each file."""
    rng = random.Random(seed)
    files = [file for file in modules("passes") if mutants(file)]
    return [rng.choice(mutants(file)) for file in rng.sample(files, count)]


def main() -> None:
    """Print each defect, and whether it is caught, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    caught = 0
    for mutant in choose(options.count, options.seed):
        tests = tests_that_reach([mutant.file])
        start = time.perf_counter()
        found = is_caught(mutant, tests)
        caught += found
        seconds = time.perf_counter() - start
        verdict = "caught" if found else "MISSED"
        print(f"{verdict} {mutant.file}:{mutant.line}: {mutant.new!r}", end=" ")
        print(f"({len(tests)} files, {seconds:.0f} s)", flush=True)
    print(f"{caught} of {options.count}")


if __name__ == "__main__":
    main()
