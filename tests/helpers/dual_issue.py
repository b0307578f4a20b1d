"""
The cycles of a loop on an in-order core that begins two instructions a cycle: a Cortex-A55.

Rules, by ncnn's notes (docs/developer-guide/arm-a53-a55-dual-issue.md), where LLVM's model differs:

* Two instructions begin in a cycle, in order, of which one multiplies vectors, and one accesses
  memory.
* A load of 128 bits takes two cycles, in which no other instruction begins.
* Loads of 64 bits, sums of integers and insertions of 64 bits begin beside a product.

Assumed: operands wait for a load or an insertion of 64 bits for three cycles, for products four.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from .assembly_loops import PRODUCT

ITERATIONS = 20
WIDTH = 2
"""Instructions that begin in a cycle."""
REGISTER = re.compile(r"\b([vqdxw])(\d+)\b")
MEMORY = re.compile(r"\t(?:ld|st|prfm)")
WIDE = re.compile(r"\t(?:ldr\tq|ldp\tq|ld1\t\{ ?v\d+\.(?:16b|8h|4s|2d))")
STORE = re.compile(r"\t(?:st|prfm|cmp|b\.|cb)")
INSTRUCTION = re.compile(r"\t[a-z]")
INSERT = re.compile(r"\t(?:mov|ins)\tv\d+\.d\[1\]")


def registers(line: str) -> list[str]:
    """Return the registers of an instruction, in order: of vectors `v`, of integers `x`."""
    found = REGISTER.findall(line.partition("\t")[2].partition("\t")[2])
    return [("x" if kind in "xw" else "v") + number for kind, number in found]


def latency(line: str) -> int:
    """Return the cycles until another instruction may read the result."""
    if PRODUCT.match(line):
        return 4
    return 3 if MEMORY.match(line) or INSERT.match(line) else 1


def in_order_cycles(loop: Sequence[str]) -> float:
    """Return the cycles of an iteration of a loop."""
    lines = [line for line in loop if INSTRUCTION.match(line)]
    known, at, begun = defaultdict[str, int](int), 0, list[str]()
    for line in lines * ITERATIONS:
        names = registers(line)
        writes = [] if STORE.match(line) else names[:1]
        reads = names if not writes or INSERT.match(line) else names[1:]
        earliest = max([known[name] for name in reads], default=0)
        clashes = any(p.search(line) and any(map(p.search, begun)) for p in (PRODUCT, MEMORY))
        is_wide = WIDE.match(line) is not None
        if earliest > at or len(begun) == WIDTH or clashes or (is_wide and begun):
            at, begun = max(at + bool(begun), earliest), []
        for name in writes:
            known[name] = at + latency(line) + is_wide
        if is_wide:
            at, begun = at + 2, []
        else:
            begun.append(line)
    return (at + bool(begun)) / ITERATIONS
