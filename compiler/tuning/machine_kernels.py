"""Kernels that keep one part of a core busy: a chain of operations, its pipes, a cache, memory."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from xdsl.dialects import arith, builtin, func, memref, scf
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Attribute

from ...dialects import get_all_dialects
from ...dialects.context import NcnncContext
from ...dialects.element_types import buffer_bytes, dtype_of, element_of
from ...dialects.ir_parser import IRParser
from ...dialects.target.attributes import ProductAttr
from ...dialects.target.elements import attribute_of
from ...dialects.target.records import Target
from ...passes.common.target import set_target
from ...runtime.code.jit import LoadedCode
from ...runtime.model.tensors import aligned_empty
from ..backend.llvm.module_printer import print_llvm_ir
from ..backend.object.machine_code import emit_object

CHAIN = 16
"""Steps of a chain in an iteration, so that the loop itself does not count."""
STEP_CYCLES = 4
"""Cycles of a step of the clock's chain: 3 of a multiplication, 1 of an exclusive or."""
ITERATIONS = 10000
REPEATS = 10
"""Runs in a turn: the first may find caches that others have filled."""
ACCUMULATORS = 12
"""Independent sums, enough for two pipes of a latency of 5, and few enough for 16 registers."""
LOADS = 8
"""Vectors that an iteration of a stream adds, each to a sum of its own."""

Run = Callable[[], float]
"""Return the seconds that a run takes."""


@dataclass(frozen=True)
class MachineKernel:
    """The text of a kernel at the level of loops, and the work that it does."""

    text: str
    units: int
    """Steps, multiply-adds or bytes, as the kernel counts."""


def clock_kernel() -> MachineKernel:
    """Return a chain of integer operations that takes `STEP_CYCLES` a step on all CPUs of x86."""
    steps = [
        f"%m{i} = arith.muli %s{i}, %x0 : i64\n%s{i + 1} = arith.xori %m{i}, %x0 : i64"
        for i in range(CHAIN)
    ]
    text = loop(ITERATIONS, 1, "memref<8xi64>", "i64", ["s0"], steps, [f"s{CHAIN}"])
    return MachineKernel(text, ITERATIONS * CHAIN)


def multiply_add_kernel(sums: int, lanes: int, fused: bool = True) -> MachineKernel:
    """Return multiply-adds of vectors, of two instructions if not fused, in so many chains."""
    rounds, vector = CHAIN // 4, f"vector<{lanes}xf32>"
    step = "%s{next}_{i} = simd.fma %x0, %x0, %s{r}_{i} : {vector}"
    if not fused:
        step = (
            "%m{next}_{i} = arith.mulf %s{r}_{i}, %x0 : {vector}\n"
            "%s{next}_{i} = arith.addf %m{next}_{i}, %x0 : {vector}"
        )
    steps = [
        step.format(next=r + 1, r=r, i=i, vector=vector) for r in range(rounds) for i in range(sums)
    ]
    first, last = ([f"s{r}_{i}" for i in range(sums)] for r in (0, rounds))
    buffer = f"memref<{sums * lanes}xf32>"
    text = loop(ITERATIONS, 1, buffer, vector, first, steps, last, lanes)
    return MachineKernel(text, ITERATIONS * rounds * sums)


def dot_kernel(product: ProductAttr, sums: int) -> MachineKernel:
    """Return products of an instruction that sums neighbours, in so many chains."""
    record, rounds = product.product, CHAIN // 4
    types, lanes = record.types, record.lanes
    factors = record.accumulation.factors(lanes, record.steps)
    vector = f"vector<{lanes}x{attribute_of(types.accumulator)}>"
    input, weight = (
        f"vector<{count}x{attribute_of(element)}>"
        for count, element in zip(factors, (types.input, types.weight), strict=True)
    )
    # Where sums are wider than what is multiplied, a vector of these has half of the bits.
    is_half = factors[0] * types.input.bits < lanes * types.accumulator.bits
    half = f"vector<{lanes}xi{types.accumulator.bits // 2}>" if is_half else vector
    narrow = "trunci" if is_half else "bitcast"
    steps = [
        # Each depends on the sum, so that none is moved out of the loop.
        f"%m{r}_{i} = simd.convert {narrow} %s{r}_{i} : {vector} -> {half}\n"
        f"%a{r}_{i} = simd.convert bitcast %m{r}_{i} : {half} -> {input}\n"
        f"%n{r}_{i} = simd.convert {narrow} %x0 : {vector} -> {half}\n"
        f"%b{r}_{i} = simd.convert bitcast %n{r}_{i} : {half} -> {weight}\n"
        f"%s{r + 1}_{i} = simd.dot {product} %a{r}_{i}, %b{r}_{i}, %s{r}_{i} "
        f": {input}, {weight} -> {vector}"
        for r in range(rounds)
        for i in range(sums)
    ]
    first, last = ([f"s{r}_{i}" for i in range(sums)] for r in (0, rounds))
    buffer = f"memref<{sums * lanes}x{attribute_of(types.accumulator)}>"
    text = loop(ITERATIONS, 1, buffer, vector, first, steps, last, lanes)
    return MachineKernel(text, ITERATIONS * rounds * sums)


def stream_kernel(size: int, lanes: int, repeats: int = 1) -> MachineKernel:
    """Return a kernel that reads a buffer of that many bytes from one end to the other."""
    elements, vector = size // 4, f"vector<{lanes}xf32>"
    buffer = f"memref<{elements}xf32>"
    steps = [
        f"%v{i} = simd.load %buffer[%i + {i * lanes}] : {buffer} -> {vector}\n"
        f"%t{i} = arith.addf %s{i}, %v{i} : {vector}"
        for i in range(LOADS)
    ]
    first, last = [f"s{i}" for i in range(LOADS)], [f"t{i}" for i in range(LOADS)]
    text = loop(elements, LOADS * lanes, buffer, vector, first, steps, last, lanes, repeats)
    return MachineKernel(text, size * repeats)


def loop(
    count: int,
    step: int,
    buffer: str,
    type: str,
    first: Sequence[str],
    body: Sequence[str],
    last: Sequence[str],
    lanes: int = 1,
    repeats: int = 1,
) -> str:
    """Return a function with an inner loop that carries values, in an outer one."""
    numbers = range(len(first))
    types = ", ".join([type] * len(first))
    places = [f"%buffer[{i * lanes}] : " for i in numbers]
    results, inner = (", ".join(f"%{name}{i}" for i in numbers) for name in "rq")

    def carried(source: str, names: Sequence[str]) -> str:
        return ", ".join(f"%{name} = %{source}{i}" for i, name in enumerate(names))

    lines = [
        f"func.func @kernel(%buffer: {buffer}) {{",
        "%zero = arith.constant 0 : index",
        "%one = arith.constant 1 : index",
        f"%repeats = arith.constant {repeats} : index",
        f"%count = arith.constant {count} : index",
        f"%step = arith.constant {step} : index",
        *(f"%x{i} = simd.load {places[i]}{buffer} -> {type}" for i in numbers),
        f"{results} = scf.for %again = %zero to %repeats step %one",
        f"iter_args({carried('x', [f'p{i}' for i in numbers])}) -> ({types}) {{",
        f"{inner} = scf.for %i = %zero to %count step %step",
        f"iter_args({carried('p', first)}) -> ({types}) {{",
        *body,
        f"scf.yield {', '.join(f'%{name}' for name in last)} : {types}",
        "}",
        f"scf.yield {inner} : {types}",
        "}",
        *(f"simd.store %r{i}, {places[i]}{type}, {buffer}" for i in numbers),
        "func.return",
        "}",
    ]
    return "\n".join(lines)


def parse(text: str) -> tuple[ModuleOp, NcnncContext]:
    """Parse IR of any level."""
    ctx = NcnncContext()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    for dialect in (builtin.Builtin, arith.Arith, func.Func, memref.MemRef, scf.Scf):
        ctx.load_dialect(dialect)
    return IRParser(ctx, text).parse_module(), ctx


@dataclass(frozen=True)
class KernelCode:
    """A kernel as LLVM IR. Equal ones are one kernel, which is compiled and timed once."""

    name: str
    buffers: tuple[Attribute, ...]
    is_shared: bool
    """True if threads share it: the last arguments are the part of a thread."""
    text: str

    @classmethod
    def of(cls, module: ModuleOp, target: Target) -> KernelCode:
        """Return the code of a module's function."""
        set_target(module, target)
        (function,) = (op for op in module.ops if isinstance(op, func.FuncOp) and op.body.blocks)
        types = [argument.type for argument in function.body.block.args]
        buffers = tuple(type for type in types if not isinstance(type, IndexType))
        text = print_llvm_ir(module, target.function_attributes)
        return cls(function.sym_name.data, buffers, len(buffers) < len(types), text)

    def load(self, target: Target, repeats: int = REPEATS) -> Run:
        """Compile it, and return a function that runs it on ones, on one thread."""
        code = LoadedCode(emit_object(self.text, target), target.features)
        native = ctypes.CFUNCTYPE(None)(code.address(self.name))
        arrays = [ones(type) for type in self.buffers]
        arguments = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
        thread = (ctypes.c_int64(0), ctypes.c_int64(1)) if self.is_shared else ()

        def run() -> float:
            _ = code, arrays  # They live as long as this function.
            times: list[float] = []
            for _ in range(repeats):
                start = perf_counter()
                native(*arguments, *thread)
                times.append(perf_counter() - start)
            return min(times)

        return run


def ones(type: Attribute) -> np.ndarray:
    """Return an array for a buffer."""
    array = aligned_empty((buffer_bytes(type),), "uint8").view(dtype_of(element_of(type)))
    array[...] = 1
    return array
