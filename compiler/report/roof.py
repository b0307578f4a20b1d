"""Measure what one core of this machine can do: the roofs over the kernels of a target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...dialects.target.attributes import ProductAttr
from ...dialects.target.products import F32, FLOAT32
from ...dialects.target.records import Target
from ..analysis.layer.kernels import KernelUse
from ..tuning.machine_kernels import (
    ACCUMULATORS,
    LOADS,
    KernelCode,
    MachineKernel,
    dot_kernel,
    multiply_add_kernel,
    parse,
    stream_kernel,
)

TURNS = 20
MOST_BYTES = 256 << 20
LEAST_BYTES = 1 << 14
READ_BYTES = 4 << 20
"""Read at least so much, again and again, so that a call does not count."""
STEP = 4
"""Factor between sizes at which reading is measured."""


@dataclass(frozen=True)
class Roof:
    """Of one thread: floating-point operations and bytes read in a second."""

    float32: str
    """The instruction of kernels that have no other."""
    rates: Mapping[str, float]
    """Instruction -> operations of multiplying and adding by it."""
    of_weights: float
    """Bandwidth of reading again and again as much as a run touches."""
    of_blobs: Mapping[int, float]
    """Bytes -> bandwidth of reading so many again and again, the smallest first."""

    def of(self, kernel: KernelUse) -> tuple[float, bool]:
        """Return the most FLOP/s of a kernel, and whether memory limits them."""
        weights = kernel.weight_bytes
        blobs = max(kernel.step.bytes - weights, 0)
        seconds = weights / self.of_weights + blobs / self.blob_rate(blobs)
        flops = self.rates[self.instruction_of(kernel)] * kernel.saving
        by_memory = kernel.step.flops / seconds if seconds else flops
        return min(flops, by_memory), by_memory < flops

    def instruction_of(self, kernel: KernelUse) -> str:
        """The instruction that multiplies."""
        return self.float32 if kernel.product is None else kernel.product.product.name

    def blob_rate(self, size: int) -> float:
        """Bandwidth of reading what was just written: as much as one kernel moves."""
        fitting = [rate for most, rate in self.of_blobs.items() if size <= most]
        return fitting[0] if fitting else list(self.of_blobs.values())[-1]


def measure_roof(target: Target, weights: int, blobs: int, kernels: Iterable[KernelUse]) -> Roof:
    """Measure the roofs of a target for the kernels of a run that touches so many bytes."""
    float32 = target.inner_kernel(FLOAT32).product
    attributes = [ProductAttr.of(target.isa, float32)]
    attributes += [kernel.product for kernel in kernels if kernel.product is not None]
    products = {attribute.product.name: attribute for attribute in attributes}
    rates = {name: flops_of(attribute, target) for name, attribute in products.items()}
    sizes = [LEAST_BYTES]
    while sizes[-1] < min(blobs, MOST_BYTES):
        sizes.append(sizes[-1] * STEP)
    read = {size: rate(reading(size, target.lanes), target) for size in sizes}
    whole = rate(reading(weights + blobs, target.lanes), target)
    return Roof(float32.name, rates, whole, read)


def flops_of(attribute: ProductAttr, target: Target) -> float:
    """Return the operations that one thread does in a second by an instruction."""
    product = attribute.product
    if product.types != FLOAT32:
        return 2 * product.multiply_adds * rate(dot_kernel(attribute, ACCUMULATORS), target)
    kernel = multiply_add_kernel(ACCUMULATORS, target.lanes, product.accumulates)
    return 2 * target.lanes * rate(kernel, target)


def reading(size: int, lanes: int) -> MachineKernel:
    """Return a kernel that reads about so many bytes."""
    piece = LOADS * lanes * F32.bytes
    size = min(max(size, LEAST_BYTES), MOST_BYTES) // piece * piece
    return stream_kernel(size, lanes, -(-READ_BYTES // size))


def rate(kernel: MachineKernel, target: Target) -> float:
    """Return the units of work that one thread does in a second."""
    run = KernelCode.of(parse(kernel.text)[0], target).load(target, TURNS)
    return kernel.units / run()
