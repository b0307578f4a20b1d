"""Measure what one core of this machine can do: the roof over the kernels of a target."""

from __future__ import annotations

from dataclasses import dataclass

from ...dialects.target.products import F32, FLOAT32
from ...dialects.target.records import Target
from ..tuning.machine_kernels import (
    ACCUMULATORS,
    LOADS,
    KernelCode,
    MachineKernel,
    multiply_add_kernel,
    parse,
    stream_kernel,
)

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
    lanes, fused = target.lanes, target.inner_kernel(FLOAT32).product.accumulates
    multiplied = rate(multiply_add_kernel(ACCUMULATORS, lanes, fused), target)
    whole, part = (rate(reading(size, lanes), target) for size in (weights + blobs, blobs))
    return Roof(2 * lanes * multiplied, whole, part)


def reading(size: int, lanes: int) -> MachineKernel:
    """Return a kernel that reads about so many bytes."""
    piece = LOADS * lanes * F32.bytes
    return stream_kernel(min(max(size, LEAST_BYTES), MOST_BYTES) // piece * piece, lanes)


def rate(kernel: MachineKernel, target: Target) -> float:
    """Return the units of work that one thread does in a second."""
    run = KernelCode.of(parse(kernel.text)[0], target).load(target, TURNS)
    return kernel.units / run()
