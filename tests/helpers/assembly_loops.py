"""The innermost loops of assembly for aarch64, and their estimated cycles by `llvm-mca`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache

from llvmlite.binding import llvm_version_info

JUMP = re.compile(r"\t(?:b\.\w+|cbn?z\t\w+,|tbn?z\t\w+, #\d+,)\s+(\.L\w+)")
PRODUCT = re.compile(r"\t(fmla|sdot|smmla|bfdot|bfmmla|sadalp)\t")
STACK = re.compile(r"\t(?:ldr|ldp|str|stp)\t[qds]\d.*\[sp")
ITERATIONS = 100


def innermost_loops(assembly: str) -> Iterator[list[str]]:
    """Yield the lines of loops that have none inside."""
    lines, labels = assembly.splitlines(), dict[str, int]()
    for at, line in enumerate(lines):
        if line.startswith(".L"):
            labels[line.partition(":")[0]] = at
        jump = JUMP.match(line)
        if jump and jump[1] in labels:
            body = lines[labels[jump[1]] + 1 : at]
            if not any(map(JUMP.match, body)):
                yield body


def products_of(loop: Sequence[str]) -> list[str]:
    """Return the lines of a loop that multiply and add."""
    return [line for line in loop if PRODUCT.match(line)]


@cache
def analyzer() -> str | None:
    """Return `llvm-mca` of the LLVM that generates code, whose models differ by version."""
    major = llvm_version_info[0]
    for name in (os.environ.get("LLVM_MCA"), f"llvm-mca-{major}", "llvm-mca"):
        program = name and shutil.which(name)
        if not program:
            continue
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        if f"version {major}." in said.stdout:
            return program
    return None


def cycles(lines: Sequence[str], core: str) -> float:
    """Return the cycles of an iteration of these lines on a core, by LLVM's model of it."""
    program = analyzer()
    assert program is not None
    options = ["-mtriple=aarch64", f"-mcpu={core}", "-mattr=+dotprod,+i8mm,+bf16"]
    command = [program, *options, f"-iterations={ITERATIONS}"]
    text = "\n".join(lines) + "\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    found = re.search(r"Total Cycles: +(\d+)", done.stdout)
    assert found, done.stderr
    return int(found[1]) / ITERATIONS


def share(loop: Sequence[str], core: str, pipes: int) -> float:
    """
    Return the cycles that the products of a loop take by themselves, of all that it takes.

    A model may take more products at once than the pipes of the core are.
    """
    products = products_of(loop)
    fewest = max(cycles(products, core), len(products) / pipes)
    return fewest / max(cycles(loop, core), fewest)
