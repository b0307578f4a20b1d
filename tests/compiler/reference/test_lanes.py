"""Ops on vectors and indices: compiled code against the reference, between a load and a store."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.compiler.backend.llvm import module_printer  # noqa: F401
from ncnnc.compiler.backend.llvm.function_printer import PRINTERS
from ncnnc.compiler.reference import evaluate
from ncnnc.dialects.simd.memory import LoadOp, StoreOp
from ncnnc.dialects.target.records import Target
from ncnnc.passes.loops.emit.building import vector_math
from ncnnc.passes.loops.emit.building.conversions import KINDS
from xdsl.dialects import func
from xdsl.dialects.builtin import VectorType

from tests.compiler.reference.test_scalar import BODIES
from tests.helpers.elements import TARGETS
from tests.helpers.kernel_runner import compile_functions
from tests.helpers.special_values import FLOATS, agree, parsed, special

pytestmark = pytest.mark.isa


@dataclass(frozen=True)
class Vectors:
    """Makes %r of vectors %a, %b, ... (or of scalars: lanes 1), as level 4 has them."""

    text: str
    operands: tuple[str, ...]
    result: str
    tolerance: float = 0.0


def vector(element: str, lanes: int) -> str:
    return element if lanes == 1 else f"vector<{lanes}x{element}>"


def reduction(kind: str, element: str, lanes: int) -> Vectors:
    type = vector(element, lanes)
    # Sums of any order: of floats it is left to the target.
    tolerance = 1e-6 if kind in ("add", "mul") else 0.0
    text = f"%r = simd.reduce {kind} %a : {type} -> {element}"
    return Vectors(text, (type,), element, tolerance)


def narrowing(count: int, lanes: int) -> Vectors:
    wide, result = vector("i32", lanes), vector("i8", count * lanes)
    names = "%a, %b, %c, %d".split(", ")[:count]
    types = (wide,) * count
    text = f"%r = simd.narrow ({', '.join(names)}) : ({', '.join(types)}) -> {result}"
    return Vectors(text, types, result)


def conversion(kind: str, source: str, result: str) -> Vectors:
    return Vectors(f"%r = simd.convert {kind} %a : {source} -> {result}", (source,), result)


def on_indices(op: str) -> Vectors:
    text = f"""%i = arith.index_cast %a : i64 to index
    %j = arith.index_cast %b : i64 to index
    %k = {op} %i, %j : index
    %r = arith.index_cast %k : index to i64"""
    return Vectors(text, ("i64", "i64"), "i64")


def lookup(type: str, lanes: int) -> Vectors:
    table = [
        ((-7) ** i + (1 << 31)) % (1 << 32) - (1 << 31) for i in range(32 if lanes == 16 else 8)
    ]
    return Vectors(f"%r = simd.table_lookup %a {table} : {type}", (type,), type)


def vectors(lanes: int, has_avx2: bool) -> list[Vectors]:
    """Return the ops on vectors of so many lanes; AVX2 has float16."""
    floats, integers, halves = (vector(e, lanes) for e in ("f32", "i32", "f16"))
    wide, twice = vector("f64", lanes), vector("bf16", 2 * lanes)
    order = ", ".join(str((5 * i) % (2 * lanes)) for i in range(lanes))
    mask = vector("i1", lanes)
    exact = f"""%w = simd.convert sitofp %a : {integers} -> {wide}
    %r = simd.convert truncf %w : {wide} -> {floats}"""
    selected = f"""%m = simd.compare ult %a, %b : {integers} -> {mask}
    %r = simd.select %m, %b, %a : {mask}, {integers}, {integers} -> {integers}"""
    indices = ("divui", "remui", "divsi", "remsi", "shrui", "minsi", "maxsi")
    return [
        *(reduction(k, e, lanes) for k in ("add", "mul", "max", "min") for e in ("f32", "i32")),
        *(narrowing(count, lanes) for count in (1, 2, 4)),
        *[conversion("extf", halves, floats)] * has_avx2,
        *([lookup(type, lanes) for type in ("i32", "vector<4xi32>", integers)] if has_avx2 else []),
        Vectors(f"%r = simd.truncate %a : {floats} -> {integers}", (floats,), integers),
        Vectors(
            f"%r = simd.shuffle %a, %b [{order}] : {floats}, {floats} -> {floats}",
            (floats, floats),
            floats,
        ),
        Vectors(f"%r = simd.splat %a : f32 -> {floats}", ("f32",), floats),
        Vectors(
            "%r = simd.append_lanes %a, %b : vector<8xi8> -> vector<16xi8>",
            ("vector<8xi8>", "i64"),
            "vector<16xi8>",
        ),
        Vectors(
            "%r = simd.from_elements %a, %b : i32, i32 -> vector<2xi32>",
            ("i32", "i32"),
            "vector<2xi32>",
        ),
        Vectors(exact, (integers,), floats),
        Vectors(selected, (integers, integers), integers),
        conversion("bitcast", floats, twice),
        *(on_indices(f"arith.{op}") for op in indices),
    ]


def parts(type: str) -> tuple[int, str]:
    """Return lanes and element of a type."""
    lanes, element = re.fullmatch(r"(?:vector<(\d+)x)?(\w+)>?", type).groups()
    return int(lanes or 1), element


def values(type: str, seed: int) -> np.ndarray:
    """Return special values as the elements of an operand."""
    lanes, element = parts(type)
    if element == "i64":
        return np.array([-37, 5][seed : seed + 1])
    if element == "f16":
        known = FLOATS.astype(np.float16)
    else:
        known = special(element)
    return np.resize(np.roll(known, -5 * seed), lanes)


def straight(number: int, case: Vectors) -> str:
    """Return a function that loads the operands, computes and stores."""
    names = ["%a", "%b", "%c", "%d"][: len(case.operands)]
    lines, arguments = [], []
    types = [*case.operands, case.result]
    for name, type in zip([*names, "%r"], types, strict=True):
        buffer = "memref<{}x{}>".format(*parts(type))
        arguments.append(f"{name}_at: {buffer}")
        if name == "%r":
            lines += [case.text, f"simd.store %r, %r_at[0] : {type}, {buffer}"]
        else:
            lines.append(f"{name} = simd.load {name}_at[0] : {buffer} -> {type}")
    body = "\n    ".join(lines)
    return f"func.func @v{number}({', '.join(arguments)}) {{\n    {body}\n    func.return\n}}\n"


def interpreted(function: func.FuncOp, arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Return what a straight function stores, op by op as `evaluate` has it."""
    inputs, known = iter(arrays), {}
    for op in function.body.block.ops:
        if isinstance(op, LoadOp):
            array = next(inputs)
            known[op.result] = array if isinstance(op.result.type, VectorType) else array[0]
        elif isinstance(op, StoreOp):
            return np.atleast_1d(known[op.value])
        else:
            [known[op.results[0]]] = evaluate(op, [known[v] for v in op.operands])
    raise AssertionError("nothing is stored")


@pytest.mark.parametrize("target", TARGETS)
def test_vector_ops(target: str):
    lanes = Target.parse(target).lanes
    cases = vectors(lanes, has_avx2=target not in ("x86-64", "x86-avx"))
    text = "".join(straight(i, case) for i, case in enumerate(cases))
    kernels, module = compile_functions(text, target), parsed(text)
    wrong: list[str] = []
    for case, kernel, function in zip(cases, kernels, module.ops, strict=True):
        arrays = [values(type, i) for i, type in enumerate(case.operands)]
        if case.tolerance and arrays[0].dtype == np.float32:
            arrays = [np.linspace(-1, 2, lanes, dtype=np.float32)]
        expected = interpreted(function, arrays)
        got = kernel(*arrays)
        if not agree(got, expected, case.tolerance).all():
            wrong.append(f"{case.text} of {arrays}: {got}, by the reference {expected}")
    assert wrong == []


CONTROL = ("func.", "scf.", "memref.", "kernel.")
ELSEWHERE = {
    *("arith.constant", "simd.barrier", "simd.broadcast_load", "simd.call_back"),
    *("simd.check_bounds", "simd.dot", "simd.load", "simd.load_group", "simd.load_integer"),
    *("simd.prefetch", "simd.round", "simd.share", "simd.store", "simd.thread_part"),
}
"""Ops that compute nothing, or that tests of their own compare."""


def ops_compared() -> set[str]:
    """Return the names of the ops that are compared here and in `test_scalar`."""
    texts = [*(body.text for body in BODIES), *(case.text for case in vectors(8, has_avx2=True))]
    return {op for text in texts for op in re.findall(r"= (\w+\.\w+)", text)}


def test_every_op_is_here():
    known = {op.name for op in (*PRINTERS, *vector_math.EXPANSIONS, *vector_math.LIBRARY, *KINDS)}
    computing = {name for name in known if not name.startswith(CONTROL)} - ELSEWHERE
    assert computing - ops_compared() == set()
