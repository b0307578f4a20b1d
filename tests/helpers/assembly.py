"""Reads x86 assembly as LLVM prints it: functions, their innermost loops, what these do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LABEL = re.compile(r"(\.?[A-Za-z_][\w.$]*):")
JUMP = re.compile(r"\t(j\w+)\s+(\.L\w+)")
VECTOR = re.compile(r"%[xyz]mm\d")
DIVISION = re.compile(r"\tv?div[ps]s\t")
MULTIPLY_ADD = re.compile(r"\tv?f?n?m(?:add|sub)\d|\tvfn?m(?:add|sub)\d|\tv?mul[ps]s\t")

MOST_STACK_ACCESSES = 1 / 16
"""Vector accesses to the stack for each multiply-add that an innermost loop may have."""

ACCESSES_OF_QUOTIENT = 4
"""
And for each division: of vectors whose activations are computed together, numerators and powers of
two may wait on the stack for their denominators, which costs less than to compute fewer together.
"""


@dataclass(frozen=True)
class InnermostLoop:
    """A loop without loops inside: its function, its instructions, and whether %rbp is a frame."""

    function: str
    instructions: tuple[str, ...]
    has_frame: bool

    @property
    def multiply_adds(self) -> int:
        """Vector (or scalar float) multiply-adds, fused or as a product."""
        return sum(bool(MULTIPLY_ADD.match(line)) for line in self.instructions)

    @property
    def stack_accesses(self) -> int:
        """Instructions that move a vector register to or from the stack, or read one there."""
        stack = r"\(%r[sb]p[,)]" if self.has_frame else r"\(%rsp[,)]"
        return sum(
            bool(VECTOR.search(line) and re.search(stack, line)) for line in self.instructions
        )

    def spills(self, free: int = 0) -> bool:
        """Return whether it accesses the stack more than `free` times."""
        divisions = sum(bool(DIVISION.match(line)) for line in self.instructions)
        free += divisions * ACCESSES_OF_QUOTIENT
        return self.stack_accesses - free > self.multiply_adds * MOST_STACK_ACCESSES

    def __str__(self) -> str:
        counts = f"{self.multiply_adds} multiply-adds, {self.stack_accesses} stack accesses"
        return f"{self.function}: {counts}"


def innermost_loops(assembly: str) -> Iterator[InnermostLoop]:
    """All innermost loops of an assembly text, function by function."""
    for name, lines in functions(assembly):
        has_frame = any(re.match(r"\tmovq\t%rsp, %rbp", line) for line in lines)
        blocks = basic_blocks(lines)
        for loop in natural_loops(successors(blocks)):
            body = tuple(line for block in sorted(loop) for line in blocks[block])
            yield InnermostLoop(name, tuple(i for i in body if i.startswith("\t")), has_frame)


def functions(assembly: str) -> Iterator[tuple[str, list[str]]]:
    """The labels and instructions of each function."""
    name, lines = "", []
    for line in assembly.splitlines():
        label = LABEL.match(line)
        if line.startswith(".Lfunc_end"):
            yield name, lines
        elif label and not label[1].startswith(".L"):
            name, lines = label[1], []
        elif label or (line.startswith("\t") and not line.startswith("\t.")):
            lines.append(line)


def basic_blocks(lines: list[str]) -> list[list[str]]:
    """Cut at labels and after jumps; a block's label is its first line."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if LABEL.match(line):
            blocks.append([])
        blocks[-1].append(line)
        if JUMP.match(line) or line.startswith("\tret"):
            blocks.append([])
    return blocks


def successors(blocks: list[list[str]]) -> list[list[int]]:
    """By block, the blocks that may follow it."""
    labels = {
        match[1]: i for i, block in enumerate(blocks) if block and (match := LABEL.match(block[0]))
    }
    following: list[list[int]] = []
    for i, block in enumerate(blocks):
        last = block[-1] if block else ""
        jump = JUMP.match(last)
        after = [labels[jump[2]]] if jump else []
        ends = last.startswith("\tret") or (jump is not None and jump[1] == "jmp")
        if not ends and i + 1 < len(blocks):
            after.append(i + 1)
        following.append(after)
    return following


def natural_loops(following: list[list[int]]) -> list[set[int]]:
    """The blocks of each loop that contains the head of no other loop; block 0 is the entry."""
    dominators = dominating(following)
    before: dict[int, list[int]] = {block: [] for block in dominators}
    for block in dominators:
        for after in following[block]:
            before[after].append(block)
    loops: dict[int, set[int]] = {}
    for block in dominators:
        for head in following[block]:
            if head in dominators[block]:
                loops.setdefault(head, {head}).update(reaching(block, head, before))
    return [
        body
        for head, body in sorted(loops.items())
        if not any(other in body for other in loops if other != head)
    ]


def reaching(block: int, head: int, before: dict[int, list[int]]) -> set[int]:
    """The blocks from which `block` is reached without passing `head`."""
    found, waiting = {head}, [block]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += before[here]
    return found


def dominating(following: list[list[int]]) -> dict[int, set[int]]:
    """By block that the entry reaches, the blocks on all ways to it."""
    reached, waiting = {0}, [0]
    while waiting:
        for after in following[waiting.pop()]:
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    order = sorted(reached)
    before: dict[int, list[int]] = {block: [] for block in order}
    for block in order:
        for after in following[block]:
            before[after].append(block)
    dominators = {block: set(order) for block in order} | {0: {0}}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            ways = [dominators[b] for b in before[block]]
            found = set.intersection(*ways) | {block}
            changed |= found != dominators[block]
            dominators[block] = found
    return dominators
