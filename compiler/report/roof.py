"""Measure what one core of this machine can do: the roof over the kernels of a target."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ...dialects.target.records import Target
from ...runtime.code.jit import LoadedCode
from ..backend.object.machine_code import emit_object

ACCUMULATORS = 12
"""Sums under way: more than a core's latency times its pipes."""
PASSES = 100_000
TURNS = 20
MOST_BYTES = 256 << 20
LEAST_BYTES = 1 << 16


@dataclass(frozen=True)
class Roof:
    """Of one thread: floating-point operations and bytes read in a second."""

    flops: float
    of_weights: float
    """Bandwidth of reading again and again as much as a run touches."""
    of_blobs: float
    """The same for as much as the blobs of a run."""

    def of(self, flops: int, weights: int, blobs: int) -> float:
        """The most FLOP/s of a kernel that moves so many bytes."""
        seconds = weights / self.of_weights + blobs / self.of_blobs
        return min(self.flops, flops / seconds) if seconds else self.flops


def measure_roof(target: Target, weights: int, blobs: int) -> Roof:
    """Measure the roof of a target for runs of so many bytes."""
    lanes = target.isa.vector_bytes // 4
    code = LoadedCode(emit_object(roof_text(lanes, target.function_attributes), target), ())
    multiply = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(code.address("multiply"))
    read = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(code.address("read"))
    piece = lanes * 4 * ACCUMULATORS
    sizes = [min(max(size, LEAST_BYTES), MOST_BYTES) for size in (weights + blobs, blobs)]
    memory = np.ones(max(sizes) // 4, np.float32)
    at = memory.ctypes.data
    flops = 2 * lanes * ACCUMULATORS * PASSES / shortest(lambda: multiply(at, PASSES))
    whole, part = (size / shortest(partial(read, at, size // piece)) for size in sizes)
    return Roof(flops, whole, part)


def shortest(run: Callable[[], object]) -> float:
    """The shortest CPU time of some turns. Units: seconds."""
    times: list[int] = []
    for _ in range(TURNS):
        start = time.thread_time_ns()
        run()
        times.append(time.thread_time_ns() - start)
    return max(min(times), 1) / 1e9


def roof_text(lanes: int, attributes: str) -> str:
    """Two functions of an address and a count: multiply-adds alone, and reading alone."""
    vector = f"<{lanes} x float>"
    fma = f"llvm.fmuladd.v{lanes}f32"
    multiplied = [
        f"  %n{i} = call {vector} @{fma}({vector} %s{i}, {vector} %start, {vector} %start)"
        for i in range(ACCUMULATORS)
    ]
    loads = [
        line
        for i in range(ACCUMULATORS)
        for line in (
            f"  %p{i} = getelementptr {vector}, ptr %at, i64 %e{i}",
            f"  %l{i} = load {vector}, ptr %p{i}, align 4",
            f"  %n{i} = fadd {vector} %s{i}, %l{i}",
        )
    ]
    first = [f"  %e0 = mul i64 %i, {ACCUMULATORS}"]
    others = [f"  %e{i} = add i64 %e0, {i}" for i in range(1, ACCUMULATORS)]
    return "\n".join(
        (
            *function_lines("multiply", vector, multiplied),
            *function_lines("read", vector, [*first, *others, *loads]),
            f"declare {vector} @{fma}({vector}, {vector}, {vector})",
            f"attributes #0 = {{ nounwind {attributes} }}",
        )
    )


def function_lines(name: str, vector: str, body: list[str]) -> list[str]:
    """A loop with sums `%s`, which `body` makes `%n` of, and which are stored at the end."""
    sums = range(ACCUMULATORS)
    return [
        f"define void @{name}(ptr %at, i64 %count) #0 {{",
        "entry:",
        f"  %start = load {vector}, ptr %at, align 4",
        "  br label %loop",
        "loop:",
        "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]",
        *(f"  %s{i} = phi {vector} [ %start, %entry ], [ %n{i}, %loop ]" for i in sums),
        *body,
        "  %next = add i64 %i, 1",
        "  %more = icmp slt i64 %next, %count",
        "  br i1 %more, label %loop, label %exit",
        "exit:",
        *(f"  store volatile {vector} %n{i}, ptr %at, align 4" for i in sums),
        "  ret void",
        "}",
    ]
