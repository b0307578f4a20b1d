"""Loops that are carried out instead of printed: the share of one thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ncnnc.dialects.target.records import Target
from ncnnc.passes.loops.emit.building.builder import LoopBuilder
from xdsl.ir import Block


class OneThread(LoopBuilder):
    """Does the share of one thread at once: all indices are known, and loops are Python's."""

    def __init__(self, thread: int, threads: int):
        super().__init__(Block(), Target.parse("x86-avx2"))
        self.thread, self.threads = thread, threads

    def share(self, units: int, body: Callable[[Any, Any], None]) -> None:
        first, last = (units * t // self.threads for t in (self.thread, self.thread + 1))
        body(first, last)

    def loop(self, lower: Any, upper: Any, step: int, body: Any, inits: Any = ()) -> Any:
        for i in range(lower, upper, step):
            body(i)
        return inits

    def compare(self, kind: str, a: Any, b: Any) -> Any:
        assert kind == "sgt"
        return a > b

    def when(self, condition: Any, then: Any, otherwise: Any = None) -> Any:
        if condition:
            then()
