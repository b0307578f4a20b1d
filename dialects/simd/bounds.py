"""Checks that accesses lie in their buffers."""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType, MemRefType, UnitAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_attr
from ..element_types import buffer_bytes, element_of
from ..entry_points import FAILURE_WORDS

FAILURE_TYPE = MemRefType(i64, [FAILURE_WORDS])
"""Type of the memory that records the first failure: `Failure` of the entry points."""
FAILURE_ATTRIBUTE = "simd.failure"
"""On a view of the arena: it is that memory."""
MOST_BYTES = 4096
"""Size of the largest part, and of the memory that replaces one that is out of bounds."""


@irdl_op_definition
class CheckBoundsOp(IRDLOperation):
    """
    `%p = simd.check_bounds %m[%i + 48] within %size, %step, %failure {buffer = 0} : memref<?xf32>
    -> memref<32xf32>`: elements i + 48 to i + 80 of a buffer as one of their own.

    If not all of them are among the first `size` ones, that is noted in `failure`, unless something
    is, and the result is a piece of memory elsewhere: zeros, or where it `writes`, what nobody
    reads. `step` is the number of the kernel call, `buffer` which argument of the kernel it is.
    """

    name = "simd.check_bounds"
    base = operand_def(MemRefType)
    index = opt_operand_def(IndexType)
    size = operand_def(IndexType)
    step = operand_def(IndexType)
    failure = operand_def(FAILURE_TYPE)
    offset = prop_def(I64)
    buffer = prop_def(I64)
    writes = opt_prop_def(UnitAttr)
    part = result_def(MemRefType[Attribute])
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$base `[` ($index^ `+`)? $offset `]` `within` $size `,` $step `,` $failure attr-dict "
        "`:` type($base) `->` type($part)"
    )

    @classmethod
    def of(
        cls,
        place: tuple[SSAValue, SSAValue | None, int],
        part: MemRefType,
        writes: bool,
        size: SSAValue,
        caller: tuple[SSAValue, SSAValue],
        buffer: int,
    ) -> CheckBoundsOp:
        """A check of the part that begins at base, index, offset; `caller`: step and failure."""
        base, index, offset = place
        properties = {"offset": int_attr(offset), "buffer": int_attr(buffer)}
        return cls.build(
            operands=[base, [] if index is None else [index], size, *caller],
            properties={**properties, **({"writes": UnitAttr()} if writes else {})},
            result_types=[part],
        )

    @property
    def part_bytes(self) -> int:
        return buffer_bytes(self.part.type)

    def verify_(self) -> None:
        if element_of(self.base.type) != element_of(self.part.type):
            raise VerifyException("a part has the elements of its buffer")
        if len(self.part.type.get_shape()) != 1 or not 0 < self.part_bytes <= MOST_BYTES:
            raise VerifyException(f"a part has one axis, and 1 to {MOST_BYTES} bytes")
        if self.buffer.value.data < 0:
            raise VerifyException("the number of a buffer must not be negative")
