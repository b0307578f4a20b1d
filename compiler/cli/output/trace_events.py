"""`ncnnc run --trace`: a timeline of one run, as trace viewers read it (Perfetto, chrome://tracing)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....runtime.model.program import Program
from ....runtime.sessions.profiling import StepTime

MICROSECONDS = 1e6
DIGITS = 3
"""Of times in events: nanoseconds."""


def trace_events(source: str, program: Program, steps: Sequence[StepTime]) -> dict[str, Any]:
    """Return the trace of a program's steps: a row for each thread, with its work and waits."""
    threads = max((len(step.busy) for step in steps), default=0)
    names = [named("process_name", 0, source)]
    names += [named("thread_name", thread, f"thread {thread}") for thread in range(threads)]
    return {"displayTimeUnit": "ns", "traceEvents": [*names, *events(steps, bool(program.symbols))]}


def events(steps: Sequence[StepTime], tells_extents: bool) -> Iterator[dict[str, Any]]:
    """
    Yield work and waits; a step begins where the one before has ended on all threads. Arithmetic is
    counted for the largest extents, so that its rate is unknown if they are dynamic.
    """
    start = 0.0
    for time in steps:
        step = time.step
        facts: dict[str, Any] = {"kernel": step.kernel, "layers": list(step.layers)}
        if step.flops and time.seconds and not tells_extents:
            facts["gflops"] = round(step.flops / time.seconds / 1e9, DIGITS)
        for thread, (busy, waits) in enumerate(zip(time.busy, time.waits, strict=True)):
            if busy:
                yield event(step.name, step.kernel, thread, start, busy) | {"args": facts}
            if waits:
                yield event("wait", "wait", thread, start + busy, waits)
        start += time.seconds


def event(name: str, category: str, thread: int, start: float, seconds: float) -> dict[str, Any]:
    """A span of one thread."""
    at, duration = (round(each * MICROSECONDS, DIGITS) for each in (start, seconds))
    spans = {"ph": "X", "ts": at, "dur": duration, "pid": 0, "tid": thread}
    return {"name": name, "cat": category, **spans}


def named(kind: str, thread: int, text: str) -> dict[str, Any]:
    """The name of a row, or of all."""
    return {"name": kind, "ph": "M", "pid": 0, "tid": thread, "args": {"name": text}}
