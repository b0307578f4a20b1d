"""Vectors: build them from scalars, rearrange them, and reduce them to scalars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, VectorType, i32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import (
    AnyAttr,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from ..element_types import bit_width, element_of, lanes_of
from .attributes import LaneReductionAttr
from .base import PureOp


@irdl_op_definition
class SplatOp(PureOp):
    """`simd.splat %x : f32 -> vector<16xf32>`: a scalar in all lanes."""

    name = "simd.splat"
    value = operand_def()
    result = result_def(VectorType)
    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"


@irdl_op_definition
class FromElementsOp(PureOp):
    """`simd.from_elements %a, %b, %c, %d : i32 -> vector<4xi32>`: a scalar in each lane."""

    name = "simd.from_elements"
    elements = var_operand_def()
    result = result_def(VectorType)

    assembly_format = "$elements attr-dict `:` type($elements) `->` type($result)"

    @classmethod
    def of(cls, elements: Sequence[SSAValue]) -> FromElementsOp:
        type = VectorType(elements[0].type, [len(elements)])
        return cls.build(operands=[elements], result_types=[type])

    def verify_(self) -> None:
        if len(self.elements) != lanes_of(self.result.type):
            raise VerifyException("needs a scalar for each lane")
        if {value.type for value in self.elements} != {element_of(self.result.type)}:
            raise VerifyException("the scalars must have the type of the lanes")


@irdl_op_definition
class ShuffleOp(PureOp):
    """
    `simd.shuffle %a, %b [0, 16, 1, 17] : vector<16xf32> -> vector<4xf32>`.

    Lane i of the result is lane `mask[i]` of the concatenation of a and b; -1 leaves it undefined.
    """

    name = "simd.shuffle"
    a = operand_def(VectorType)
    b = operand_def(VectorType)
    mask = prop_def(DenseArrayBase.constr(i64))
    result = result_def(VectorType)
    assembly_format = "$a `,` $b $mask attr-dict `:` type($a) `,` type($b) `->` type($result)"

    def verify_(self) -> None:
        if self.a.type != self.b.type:
            raise VerifyException("operands must have one type")
        mask = [int(v) for v in self.mask.get_values()]
        if len(mask) != lanes_of(self.result.type):
            raise VerifyException("the mask needs one entry per lane of the result")
        lanes = 2 * lanes_of(self.a.type)
        if not all(-1 <= v < lanes for v in mask):
            raise VerifyException("a mask entry is out of range")


@irdl_op_definition
class AppendLanesOp(PureOp):
    """
    `simd.append_lanes %low, %high : vector<8xi8> -> vector<16xi8>`: a vector of 64 bits, and behind
    it the lanes in an integer of as many.
    """

    name = "simd.append_lanes"
    low = operand_def(VectorType)
    high = operand_def(i64)
    result = result_def(VectorType)
    assembly_format = "$low `,` $high attr-dict `:` type($low) `->` type($result)"

    def verify_(self) -> None:
        half, whole = self.low.type, self.result.type
        if element_of(half) != element_of(whole) or 2 * lanes_of(half) != lanes_of(whole):
            raise VerifyException("the result must have twice the lanes")
        if lanes_of(half) * bit_width(element_of(half)) != i64.bitwidth:
            raise VerifyException("the vector must have 64 bits")


@irdl_op_definition
class TableLookupOp(PureOp):
    """
    `simd.table_lookup %places [3, 1, 4, 1, 5, 9, 2, 6] : vector<8xi32>`: entries of a table of 2^k.

    Lane i of the result is the entry at the index in the lowest k bits of lane i. The operand may
    be a scalar.
    """

    name = "simd.table_lookup"
    T: ClassVar = VarConstraint("T", AnyAttr())
    places = operand_def(T)
    table = prop_def(DenseArrayBase.constr(i32))
    result = result_def(T)
    assembly_format = "$places $table attr-dict `:` type($result)"

    def verify_(self) -> None:
        if element_of(self.places.type) != i32:
            raise VerifyException("looks up i32")
        entries = len(self.table)
        if not entries or entries & (entries - 1):
            raise VerifyException("the table must have 2^k entries")


@irdl_op_definition
class ReduceOp(PureOp):
    """
    `simd.reduce add %v : vector<16xf32> -> f32`; also mul, max and min.

    The maximum of a mask is set if any lane is, the minimum if all are.
    """

    name = "simd.reduce"
    kind = prop_def(LaneReductionAttr)
    value = operand_def(VectorType)
    result = result_def()
    assembly_format = "$kind $value attr-dict `:` type($value) `->` type($result)"
