"""
Each instruction computes what its record says, and LLVM emits it.

Every intrinsic is compiled alone. Those that this CPU has run on edge values and random numbers;
of the others the assembly is checked, and shown with `pytest -rP`.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.backend.object.machine_code import emit_assembly, emit_object
from ncnnc.dialects.target.arm import AARCH64, SMMLA
from ncnnc.dialects.target.meaning import add_integer_products, fused_multiply_add
from ncnnc.dialects.target.narrowing import FloatConversion, Lookup, Pack, Rounding, Truncation
from ncnnc.dialects.target.products import (
    BF16,
    BY_ELEMENT,
    F16,
    F32,
    INT8,
    S8,
    S16,
    S32,
    ElementType,
    Intrinsic,
    Product,
)
from ncnnc.dialects.target.records import Target, all_targets
from ncnnc.dialects.target.x86 import X86
from ncnnc.runtime.code.cpu import missing_features
from ncnnc.runtime.code.jit import LoadedCode

from tests.helpers.by_meaning import numpy_type
from tests.helpers.emulated import link_emulated, needs_emulator, run_emulated

pytestmark = pytest.mark.isa

LLVM_TYPES = {F32: "float", F16: "half", BF16: "bfloat"}
REGISTERS = {128: "%xmm", 256: "%ymm", 512: "%zmm", 8192: "%tmm"}
ROUNDS = 40
"""Vectors of random numbers."""


@dataclass(frozen=True)
class Instruction:
    """An intrinsic of a target, or two: LLVM IR of a function of pointers, and what it means."""

    target: Target
    names: Sequence[str]
    """As an assembler writes them."""
    bits: int
    """The widest vectors that it takes."""
    operands: Sequence[tuple[ElementType, int]]
    """Elements of each operand, and their number."""
    result: tuple[ElementType, int]
    code: str
    meaning: Callable[..., np.ndarray]

    def __str__(self) -> str:
        return f"{self.target.name} {self.names[0]} {self.result[1]}"


def vector(element: ElementType, count: int) -> str:
    """LLVM's type of a vector, or of one number."""
    type = LLVM_TYPES.get(element, f"i{element.bits}")
    return f"<{count} x {type}>" if count > 1 else type


def function(
    operands: Sequence[tuple[ElementType, int]],
    result: tuple[ElementType, int],
    body: Sequence[str],
    declared: str = "",
) -> str:
    """A function that loads %v0, %v1, ..., and stores the %r that the body computes."""
    pointers = ", ".join(f"ptr %p{i}" for i in range(len(operands) + 1))
    loads = [
        f"%v{i} = load volatile {vector(*o)}, ptr %p{i}, align 1" for i, o in enumerate(operands)
    ]
    store = f"store {vector(*result)} %r, ptr %p{len(operands)}, align 1"
    lines = "".join(f"  {line}\n" for line in [*loads, *body, store, "ret void"])
    return f"define void @f({pointers}) {{\n{lines}}}\n{declared}\n"


def products(target: Target) -> Iterator[Instruction]:
    """The product instructions, at all widths."""
    for product in added(target.isa.products, [e.products for e in target.extensions]):
        for bits, name in filter(lambda intrinsic: intrinsic.name, product.intrinsics):
            of_vectors = product.tiles is None
            yield (product_code if of_vectors else tile_code)(target, product, bits, name)


def product_code(target: Target, product: Product, bits: int, intrinsic: str) -> Instruction:
    """A product instruction, with an addition if it does not add to sums."""
    types = product.types
    elements = {"input": types.input, "weight": types.weight, "sum": types.accumulator}
    lanes = bits // types.accumulator.bits
    factors = product.accumulation.factors(lanes, product.steps)
    operands = list(zip((types.input, types.weight), factors, strict=True))
    operands.append((types.accumulator, lanes))
    names = [f"%v{list(elements).index(name)}" for name in product.operands]
    kinds = [vector(*operands[list(elements).index(name)]) for name in product.operands]
    sums = vector(*operands[2])
    arguments = ", ".join(f"{kind} {name}" for kind, name in zip(kinds, names, strict=True))
    made = f"<{factors[0]} x i{2 * types.input.bits}>" if product.neighbours else sums
    call = f"call {made} @{intrinsic}({arguments})"
    declared = f"declare {made} @{intrinsic}({', '.join(kinds)})"
    add = "add" if types.accumulator.is_integer else "fadd"
    body = [f"%r = {call}"] if "sum" in product.operands else [f"%m = {call}"]
    if product.neighbours:
        body = [f"%p = {call}", f"%m = call {sums} @{product.neighbours}({made} %p)"]
        declared += f"\ndeclare {sums} @{product.neighbours}({made})"
    body += [] if "sum" in product.operands else [f"%r = {add} {sums} %m, %v2"]
    code = function(operands, operands[2], body, declared)
    instructions = product.instruction.split(", ")
    return Instruction(target, instructions, bits, operands, operands[2], code, product.compute)


def tile_code(target: Target, product: Product, bits: int, intrinsic: str) -> Instruction:
    """A product of matrices in tile registers."""
    tiles, types, shape = product.tiles, product.types, product.accumulation
    assert tiles is not None
    sums = bits // types.accumulator.bits
    factors = shape.factors(sums, product.steps)
    elements = types.input, types.weight, types.accumulator
    operands = list(zip(elements, (*factors, sums), strict=True))
    letters = {BF16: "bf16", F32: "f32"}
    casts = [
        f"{tiles.from_vector}.v{count}{letters.get(element, f'i{element.bits}')}"
        for element, count in operands
    ]
    kinds = [vector(*operand) for operand in operands]
    body = [
        f"%t{i} = call {tiles.type} @{cast}({kind} %v{i})"
        for i, (cast, kind) in enumerate(zip(casts, kinds, strict=True))
    ]
    row, made = 4 * shape.columns, casts[2].replace(tiles.from_vector, tiles.to_vector)
    extents = f"i16 {shape.rows}, i16 {row}, i16 {product.steps * types.input.bytes}"
    arguments = ", ".join(f"{tiles.type} %t{i}" for i in (2, 0, 1))
    body.append(f"%p = call {tiles.type} @{intrinsic}({extents}, {arguments})")
    body.append(f"%r = call {kinds[2]} @{made}({tiles.type} %p)")
    declared = [f"declare {tiles.type} @{c}({k})" for c, k in dict(zip(casts, kinds)).items()]
    declared.append(f"declare {kinds[2]} @{made}({tiles.type})")
    taken = ", ".join(["i16"] * 3 + [tiles.type] * 3)
    declared.append(f"declare {tiles.type} @{intrinsic}({taken})")
    code = function(operands, operands[2], body, "\n".join(declared))
    return Instruction(target, [product.name], bits, operands, operands[2], code, product.compute)


def narrowing(target: Target) -> Iterator[Instruction]:
    """Truncations, roundings, packs, lookups and conversions."""
    if not target.extensions:
        yield from (truncation_code(target, found) for found in target.isa.truncations)
        yield from (rounding_code(target, found) for found in target.isa.roundings)
        for pack in target.isa.packs:
            yield from (pack_code(target, pack, i) for i in range(2))
        if target.isa.lookup is not None:
            yield lookup_code(target, target.isa.lookup)
    for found in added(target.isa.conversions, [e.conversions for e in target.extensions]):
        yield from (conversion_code(target, found, bits) for bits in (256, 512))


def added(own: Sequence, of_extensions: Sequence[Sequence]) -> Sequence:
    """Return what the last extension adds, or the own entries of an ISA."""
    return of_extensions[-1] if of_extensions else own


def truncation_code(target: Target, found: Truncation) -> Instruction:
    lanes = found.lanes
    types, arguments = f"<{lanes} x float>", f"<{lanes} x float> %v0"
    if found.is_masked:
        types += f", <{lanes} x i32>, i{lanes}, i32"
        arguments += f", <{lanes} x i32> zeroinitializer, i{lanes} -1, i32 4"
    body = [f"%r = call <{lanes} x i32> @{found.intrinsic}({arguments})"]
    declared = f"declare <{lanes} x i32> @{found.intrinsic}({types})"
    operands, result = [(F32, lanes)], (S32, lanes)
    code = function(operands, result, body, declared)
    names = [found.instruction]
    return Instruction(target, names, 32 * lanes, operands, result, code, found.compute)


def rounding_code(target: Target, found: Rounding) -> Instruction:
    operands, result = [(F32, found.lanes)], (S32, found.lanes)
    kind, made = vector(*operands[0]), vector(*result)
    body = [f"%r = call {made} @{found.intrinsic}({kind} %v0)"]
    declared = f"declare {made} @{found.intrinsic}({kind})"
    code = function(operands, result, body, declared)
    names = [found.instruction]
    return Instruction(target, names, 32 * found.lanes, operands, result, code, found.compute)


def pack_code(target: Target, pack: Pack, step: int) -> Instruction:
    element, narrow = ((S32, S16), (S16, S8))[step]
    count = pack.lanes << step
    operands, result = [(element, count)] * 2, (narrow, 2 * count)
    kind, made, name = vector(element, count), vector(*result), pack.intrinsics[step]
    body = [f"%r = call {made} @{name}({kind} %v0, {kind} %v1)"]
    code = function(operands, result, body, f"declare {made} @{name}({kind}, {kind})")
    names = [pack.instructions[step]]
    return Instruction(target, names, 32 * pack.lanes, operands, result, code, pack.compute)


def lookup_code(target: Target, found: Lookup) -> Instruction:
    """Places are an operand behind the first half of a table, or behind all of it."""
    lanes, halves = found.lanes, found.entries // found.lanes
    operands, kind = [(S32, lanes)] * (1 + halves), vector(S32, lanes)
    arguments = [f"{kind} %v{i}" for i in range(1, 1 + halves)]
    arguments.insert(1, f"{kind} %v0")
    body = [f"%r = call {kind} @{found.intrinsic}({', '.join(arguments)})"]
    declared = f"declare {kind} @{found.intrinsic}({', '.join([kind] * len(operands))})"
    code = function(operands, operands[0], body, declared)

    def meaning(places: np.ndarray, *table: np.ndarray) -> np.ndarray:
        return found.compute(places, np.concatenate(table))

    names = [found.instruction]
    return Instruction(target, names, 32 * lanes, operands, operands[0], code, meaning)


def conversion_code(target: Target, found: FloatConversion, bits: int) -> Instruction:
    lanes = min(bits, target.isa.vector_bytes * 8) // 32
    operands, result = [(found.source, lanes)], (found.result, lanes)
    kind = "fpext" if found.source.bits < found.result.bits else "fptrunc"
    code = function(
        operands, result, [f"%r = {kind} {vector(*operands[0])} %v0 to {vector(*result)}"]
    )
    # What it reads may stay in memory, or, of vcvtps2ph, what it writes.
    kept = found.source if found.result.name == "f16" else found.result
    register = max(lanes * min(kept.bits, 32), 128)
    names = [found.instruction]
    return Instruction(target, names, register, operands, result, code, found.compute)


INSTRUCTIONS = [
    instruction
    for target in all_targets()
    for instruction in (*products(target), *narrowing(target))
]


EMULATED = [instruction for instruction in INSTRUCTIONS if instruction.target.isa is AARCH64]


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=str)
def test_llvm_emits_the_instruction(instruction: Instruction):
    assembly = emit_assembly(instruction.code, instruction.target)
    print(assembly)
    for name in instruction.names:
        # The order of a fused multiply-add's operands is the compiler's choice.
        # Instructions of SSE have another name where vectors may be wider.
        assert re.search(rf"\tv?{name.replace('231ps', '')}", assembly)
    if instruction.target.isa not in X86:
        return
    assert REGISTERS[instruction.bits] in assembly
    assert not any(REGISTERS[bits] in assembly for bits in REGISTERS if bits > instruction.bits)


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=str)
def test_the_cpu_computes_its_meaning(instruction: Instruction):
    target = instruction.target
    if missing_features(target.features):
        pytest.skip(f"this CPU lacks {' '.join(missing_features(target.features))}")
    code = LoadedCode(emit_object(instruction.code, target), target.features)
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (len(instruction.operands) + 1))
    run = call(code.address("f"))
    element, count = instruction.result
    for arrays in rounds(instruction):
        result = np.empty(count, numpy_type(element))
        run(*(array.ctypes.data for array in (*arrays, result)))
        assert_same(result, instruction.meaning(*arrays), arrays)


@needs_emulator
@pytest.mark.parametrize(
    "instruction", [i for i in INSTRUCTIONS if i.target.isa is AARCH64], ids=str
)
def test_an_emulated_cpu_computes_its_meaning(instruction: Instruction, tmp_path: Path):
    (tmp_path / "f.o").write_bytes(emit_object(instruction.code, instruction.target))
    operands = [*instruction.operands, instruction.result]
    sizes = [element.bytes * count for element, count in operands]
    buffers = ", ".join(f"buffers[{i}]" for i in range(len(sizes)))
    main = PROGRAM.format(
        pointers=", ".join(["void *"] * len(sizes)),
        sizes=", ".join(map(str, sizes)),
        buffers=buffers,
        inputs=len(instruction.operands),
    )
    (tmp_path / "main.c").write_text(main)
    given = list(rounds(instruction))
    written = run_emulated(
        link_emulated(tmp_path, "main.c", "f.o"),
        given=b"".join(array.tobytes() for arrays in given for array in arrays),
    )
    element, count = instruction.result
    results = np.frombuffer(written, numpy_type(element)).reshape(len(given), count)
    for arrays, result in zip(given, results, strict=True):
        assert_same(result, instruction.meaning(*arrays), arrays)


PROGRAM = """#include <stdio.h>
void f({pointers});
static unsigned char buffers[4][64];
static const size_t sizes[] = {{{sizes}}};
int main(void) {{
  for (;;) {{
    for (int i = 0; i < {inputs}; i++)
      if (!fread(buffers[i], sizes[i], 1, stdin)) return 0;
    f({buffers});
    fwrite(buffers[{inputs}], sizes[{inputs}], 1, stdout);
  }}
}}
"""
"""A program that runs a function on vectors that it reads until there are no more."""


def rounds(instruction: Instruction) -> Iterator[list[np.ndarray]]:
    """Yield operands."""
    operands = instruction.operands
    for number in range(ROUNDS):
        seeds = range(number * len(operands), (number + 1) * len(operands))
        yield [numbers(*operand, seed=seed) for operand, seed in zip(operands, seeds, strict=True)]


def assert_same(result: np.ndarray, expected: np.ndarray, arrays: Sequence[np.ndarray]) -> None:
    """Equal bits, but any NaN for a NaN."""
    assert result.dtype == expected.dtype
    if result.dtype.kind == "f":
        same = (bits_of(result) == bits_of(expected)) | (np.isnan(result) & np.isnan(expected))
    else:
        same = result == expected
    assert same.all(), f"{result} is not {expected}, of {arrays}"


def bits_of(array: np.ndarray) -> np.ndarray:
    """Floats as integers of their bits."""
    return array.view(f"i{array.itemsize}")


EDGES = (
    *(0.0, -0.0, 1.0, -1.0, 1.5, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1.1754944e-38, 3e38),
    *(-3e38, 1e-30, -1e-30, 0.5, -0.5, 2.5, 127.5, 2147483520.0, 2147483648.0, -2147483648.0),
    *(-2147483904.0, 65504.0, 65520.0, 6e-8, 1.00390625, 1.0078125, 1 + 2**-23, 1 - 2**-24),
)
"""Zeros, infinities, NaN, denormals, ties of bf16 and halves, and the ends of i32."""


def numbers(element: ElementType, count: int, seed: int) -> np.ndarray:
    """Extremes and any numbers, mixed; vectors with even seeds have many extremes."""
    random, dtype = np.random.default_rng(seed), numpy_type(element)
    if element.is_integer:
        info = np.iinfo(dtype)
        edges = np.array([info.min, info.max, info.min + 1, 0, 1, -1 if info.min else 2], dtype)
        values = random.integers(info.min, info.max, count, dtype, endpoint=True)
    else:
        with np.errstate(over="ignore"):
            edges = as_floats(element, np.array(EDGES, np.float32))
            scale = np.float32(10.0) ** random.integers(-8, 8, count)
            values = as_floats(element, (random.standard_normal(count) * scale).astype(np.float32))
    share = 0.8 if seed % 4 < 2 else 0.1
    return np.where(random.random(count) < share, random.choice(edges, count), values)


def as_floats(element: ElementType, values: np.ndarray) -> np.ndarray:
    """Floats as an array of elements; of bf16 the upper bits, a NaN staying one."""
    if element is BF16:
        return (values.view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(numpy_type(element))


# Accumulations -----------------------------------------------------------------------------------


def test_small_matrices():
    x, w = (np.arange(16, dtype=np.int8) - shift for shift in (3, 9))
    sums = np.array([1, 2, 3, 4], np.int32)
    expected = x.reshape(2, 8).astype(np.int32) @ w.reshape(2, 8).T + sums.reshape(2, 2)
    np.testing.assert_array_equal(SMMLA.compute(x, w, sums), expected.reshape(-1))


def test_by_element():
    product = Product(
        *("sdot", INT8, 4, (Intrinsic(128, "none"),), add_integer_products),
        accumulation=BY_ELEMENT,
    )
    x, w = (np.arange(16, dtype=np.int8) - shift for shift in (3, 9))
    sums = np.arange(4, dtype=np.int32)
    expected = w.reshape(4, 4).astype(np.int32) @ x[:4] + sums
    np.testing.assert_array_equal(product.compute(x, w, sums), expected)


def test_fused_products_are_rounded_once():
    """Against exact fractions."""
    random = np.random.default_rng(0)
    for scale in (1.0, 1e-20, 1e-38):
        a, b = (random.standard_normal(300).astype(np.float32) for _ in range(2))
        c = (-a * b * np.float32(1 + scale)).astype(np.float32) * np.float32(scale)
        a = a * np.float32(scale)
        got = fused_multiply_add(a, b, c)
        for x, y, z, result in zip(a, b, c, got, strict=True):
            exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
            neighbours = [np.nextafter(result, np.float32(sign * np.inf)) for sign in (-1, 1)]
            distance = abs(Fraction(float(result)) - exact)
            assert all(abs(Fraction(float(n)) - exact) >= distance for n in neighbours)
