"""Kernels of int8: on which targets they run here, what they multiply, what becomes of sums."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.dialects.int8_rounding import BELOW_HALF, LARGEST_INT8
from ncnnc.dialects.simd.int8 import ToInt8Op
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.products import INT8, InputForm, ProductTypes
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.scalar.scalar import CONTRACT
from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i8, i32
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Attribute, Block, Region, SSAValue


@dataclass(frozen=True)
class Machine:
    """A target, and the one whose code runs here instead if few machines have its instructions."""

    name: str
    runs_on: str | None = None

    @property
    def target(self) -> Target:
        """The target's record."""
        return Target.parse(self.name)

    @property
    def lanes(self) -> int:
        """Of vectors of float32, by which blobs are packed."""
        return self.target.lanes

    @property
    def k(self) -> int:
        """Products that an instruction adds to a sum."""
        return self.target.inner_kernel(INT8).steps

    @property
    def has_starts(self) -> bool:
        """Return whether inputs are multiplied as unsigned numbers."""
        return self.target.inner_kernel(INT8).form is InputForm.SIGN_FLIPPED

    def product(self, types: ProductTypes = INT8) -> ProductAttr:
        """Return the instruction by which numbers of these types are multiplied."""
        return ProductAttr.of(self.target.isa, self.target.inner_kernel(types).product)


MACHINES = (
    Machine("x86-64"),
    Machine("x86-avx"),
    Machine("x86-avx2"),
    Machine("x86-avx2+vnni", "x86-avx2"),
    Machine("x86-avx512"),
    Machine("x86-avx512+vnni", "x86-avx512"),
    Machine("x86-avx512+vnni"),
)

on_all_machines = pytest.mark.parametrize(
    "machine", MACHINES, ids=[f"{m.name}{' by definition' * bool(m.runs_on)}" for m in MACHINES]
)


def bytes_like(*shape: int) -> np.ndarray:
    """Any numbers of i8, with the extremes among them."""
    random = np.random.default_rng(sum(shape))
    values = random.integers(-128, 128, shape, np.int8)
    flat = values.reshape(-1)
    flat[::7], flat[3::11] = -128, 127
    return values


def dequantized(block: Block) -> SSAValue:
    """sum * scale + bias in float32, each rounded."""
    total, scale, bias = block.args
    value = arith.SIToFPOp(total, f32)
    scaled = arith.MulfOp(value.result, scale, CONTRACT)
    biased = arith.AddfOp(scaled.result, bias, CONTRACT)
    block.add_ops([value, scaled, biased])
    return biased.result


def requantized(block: Block) -> SSAValue:
    """The same as i8: clamped, and rounded half away from zero."""
    return as_int8(block, dequantized(block))


def as_int8(block: Block, value: SSAValue) -> SSAValue:
    """A float rounded to i8."""
    op = ToInt8Op.build(operands=[value], result_types=[i8])
    block.add_op(op)
    return op.result


def int8_epilogue(body, *operands: Attribute) -> Region:
    """A region of a sum of i32 and elements of operands."""
    block = Block(arg_types=[i32, *operands])
    block.add_op(YieldOp(body(block)))
    return Region(block)


def expected_floats(sums: np.ndarray, scale: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return the expected result of `dequantized` for sums `c,...`."""
    axes = (-1, *[1] * (sums.ndim - 1))
    return sums.astype(np.float32) * scale.reshape(axes) + bias.reshape(axes)


def expected_bytes(values: np.ndarray) -> np.ndarray:
    """Return the expected result of `as_int8`."""
    bounded = values.clip(-LARGEST_INT8, LARGEST_INT8).astype(np.float32)
    moved = bounded + np.copysign(np.float32(BELOW_HALF), bounded)
    return np.trunc(moved).astype(np.int8)
