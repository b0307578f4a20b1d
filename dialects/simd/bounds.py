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
"""Attribute of the view of the arena that is this memory."""
MOST_BYTES = 4096
"""Size of the largest part, and of the memory that replaces an out-of-bounds part."""


@irdl_op_definition
class CheckBoundsOp(IRDLOperation):
    """
    `%p = simd.check_bounds %m[%i + 48] within %size, %step, %failure {buffer = 0} : memref<?xf32>
    -> memref<32xf32>`: elements i + 48 to i + 80 of a buffer, as a buffer.

    If some of them are past the first `size` elements, the access is recorded in `failure`, unless
    that already holds one, and the result is other memory: zeros, or for `writes`, memory that is
    never read. `step` is the number of the kernel call, `buffer` the number of the kernel's
    argument.
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
        """Build a check of the part at base, index, offset; `caller` is step and failure."""
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
