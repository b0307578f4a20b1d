"""Floats as int8: every place where a number is rounded, cut off, or is none, on all targets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.backend.llvm.module_printer import print_llvm_ir
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.compiler.reference import int8
from ncnnc.compiler.reference.libm import round_half_away
from ncnnc.dialects.op_creation import make_op
from ncnnc.dialects.simd.extrema import MaximumOp, MinimumOp
from ncnnc.dialects.simd.int8 import PACKED_TOGETHER
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.target import set_target
from ncnnc.passes.loops.emit.building.builder import LoopBuilder
from ncnnc.passes.loops.emit.int8.rounding import (
    BY_SIGN,
    Half,
    Int8Rounding,
    is_never_negative,
    to_int8,
    to_whole,
)
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import FloatAttr, MemRefType, ModuleOp, f32, i8
from xdsl.ir import Block, Region

from tests.helpers.elements import assert_same_bits
from tests.helpers.emulated import link_emulated, needs_emulator, run_emulated
from tests.helpers.kernel_runner import Kernel, load_code
from tests.helpers.needed_features import needs_features_of

pytestmark = pytest.mark.isa

MACHINES = ("x86-64", "x86-avx", "x86-avx2", "x86-avx512")
INTEGERS = np.arange(-131, 132, dtype=np.float32)


def edges() -> np.ndarray:
    """
    All integers and halves about int8 with their neighbours, what no i8 or i32 holds, zeros of both
    signs, denormals, infinities and NaN of both signs; as many as fill whole vectors.
    """
    near = np.concatenate([INTEGERS, INTEGERS + np.float32(0.5)])
    inf = np.float32(np.inf)
    with np.errstate(all="ignore"):
        around = [near, np.nextafter(near, inf), np.nextafter(near, -inf)]
    powers = np.ldexp(np.float32(1), [-149, -127, -1, 8, 15, 24, 30, 31, 32, 63, 127])
    nan = np.array([0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFFFFFFF], np.uint32).view(np.float32)
    special = [powers, powers[3:] * np.float32(1 - 2**-24), np.array([inf, 0.0], np.float32), nan]
    signed = [np.concatenate([s, -s]) for s in special]
    values = np.concatenate([*around, *signed])
    return np.resize(values, -(-values.size // 64) * 64)


WAYS = (
    *map(Int8Rounding, Half),
    Int8Rounding(is_bounded=True),
    Int8Rounding(Half.ABOVE, 0, is_bounded=True),
)


def expected(x: np.ndarray) -> np.ndarray:
    """Return the reference's result."""
    with np.errstate(invalid="ignore"):
        return int8.to_int8(x).astype(np.int8)


def rounding(
    target: str, lanes: int, together: int, count: int, how: Int8Rounding = BY_SIGN
) -> Kernel:
    """Code that makes int8 of so many numbers."""
    needs_features_of(target)
    module = rounding_module(target, lanes, together, count, how)
    text, code = load_code(module, Target.parse(target))
    return Kernel(MemRefType(i8, [count]), [], text, code.address("rounding"), [code])


def rounding_module(
    target: str, lanes: int, together: int, count: int, how: Int8Rounding, name: str = "rounding"
) -> ModuleOp:
    """A function that makes int8 of so many numbers, or whole floats of vectors by themselves."""
    input, output = MemRefType(f32, [count]), MemRefType(i8 if together else f32, [count])
    block = Block(arg_types=[input, output])
    b, (x, y) = LoopBuilder(block, Target.parse(target)), block.args

    def body(i):
        if not together:
            return b.store(to_whole(b, b.load(x, i, 0, lanes)), y, i, 0)
        vectors = [b.load(x, i, n * lanes, lanes) for n in range(together)]
        b.store(to_int8(b, vectors, how), y, i, 0)

    b.loop(0, count, lanes * max(together, 1), body)
    block.add_op(make_op(func.ReturnOp))
    function = func.FuncOp(name, ([input, output], []), Region(block))
    module = ModuleOp([function])
    module.verify()
    return module


@pytest.mark.parametrize("target", MACHINES)
@pytest.mark.parametrize("how", WAYS, ids=str)
@pytest.mark.parametrize("together", [1, 2, PACKED_TOGETHER])
def test_whole_vectors(target: str, together: int, how: Int8Rounding):
    x, lanes = edges(), Target.parse(target).lanes
    if how.half is Half.ABOVE and how.least:
        x = np.copysign(x, np.where(x == 0, x, np.float32(1)))
    if how.is_bounded:
        x[~(np.abs(x) < 2.0**30)] = -(2.0**29)
    kernel = rounding(target, lanes, together, x.size, how)
    assert_same_bits(kernel(x), expected(x).clip(int(how.least)))


@pytest.mark.parametrize("target", MACHINES)
@pytest.mark.parametrize("lanes", [1, 2])
def test_single_numbers(target: str, lanes: int):
    x = edges()
    assert_same_bits(rounding(target, lanes, 1, x.size)(x), expected(x))


@needs_emulator
def test_emulated_vectors(tmp_path: Path):
    """Vectors of all lengths on aarch64, several together, and whole floats, in one program."""
    x, target = edges(), Target.parse("aarch64")
    names: list[str] = []
    for lanes, together in ((1, 1), (2, 1), (2, 4), (4, 1), (4, 2), (4, PACKED_TOGETHER), (4, 0)):
        names.append(f"round{lanes}x{together}")
        module = rounding_module(target.name, lanes, together, x.size, BY_SIGN, names[-1])
        set_target(module, target)
        text = print_llvm_ir(module, target.function_attributes)
        (tmp_path / f"{names[-1]}.o").write_bytes(emit_object(text, target))
    calls = "".join(f"  {n}(x, y); fwrite(y, 1, {x.size}, stdout);\n" for n in names[:-1])
    calls += f"  {names[-1]}(x, y); fwrite(y, 1, sizeof y, stdout);\n"
    (tmp_path / "main.c").write_text(f"""#include <stdio.h>
void {", ".join(f"{name}(const float *, void *)" for name in names)};
static float x[{x.size}], y[{x.size}];
int main(void) {{
  if (!fread(x, sizeof x, 1, stdin)) return 1;
{calls}  return 0;
}}
""")
    program = link_emulated(tmp_path, "main.c", *(f"{name}.o" for name in names))
    written = run_emulated(program, given=x.tobytes())
    integers = np.frombuffer(written[: -x.nbytes], np.int8)
    for name, result in zip(names[:-1], integers.reshape(-1, x.size), strict=True):
        wrong = result != expected(x)
        assert not wrong.any(), (name, x[wrong], result[wrong])
    with np.errstate(invalid="ignore"):
        whole = round_half_away(x)
    np.testing.assert_array_equal(np.frombuffer(written[-x.nbytes :], np.float32), whole)


def test_edges_are_rounded_away_from_zero():
    x = np.array([0.5, -0.5, 2.5, 126.5, 127.5, -127.5, 0.49999997, np.nan, -np.inf], np.float32)
    np.testing.assert_array_equal(expected(x), [1, -1, 3, 127, 127, -127, 0, -127, -127])


def test_what_is_never_negative():
    """A product, a sum or the smaller of two such numbers, the larger of one and any other."""
    block = Block(arg_types=[f32])
    any_number = block.args[0]
    zero, minus = (arith.ConstantOp(FloatAttr(v, f32)).result for v in (0.0, -1.0))
    relu = MaximumOp(zero, any_number).result
    assert is_never_negative(relu)
    for op in (arith.MulfOp, arith.AddfOp, MinimumOp, arith.MinimumfOp):
        assert is_never_negative(op(relu, zero).result)
        assert not is_never_negative(op(relu, minus).result)
        assert not is_never_negative(op(any_number, relu).result)
    assert is_never_negative(arith.MaximumfOp(minus, relu).result)
    assert not is_never_negative(arith.MaximumfOp(minus, any_number).result)
    assert is_never_negative(MaximumOp(any_number, relu).result)
    assert not is_never_negative(MaximumOp(relu, minus).result), "of NaN and -1 it is -1"
    assert not is_never_negative(arith.SubfOp(zero, relu).result)
