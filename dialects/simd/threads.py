"""Threads: all execute the same code, each on its share."""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType, MemRefType, i8
from xdsl.ir import Region, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    region_def,
    result_def,
    traits_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, NoTerminator, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from .base import PureOp

INDEX = IndexType()
T = VarConstraint("T", BaseAttr(MemRefType))


@irdl_op_definition
class ShareOp(IRDLOperation):
    """
    `simd.share %units { ^bb0(%first: index, %last: index): ... }`: the threads share `units` pieces
    of work that do not depend on each other; each does those of [first, last).
    """

    name = "simd.share"
    units = operand_def(IndexType)
    body = region_def("single_block")
    traits = traits_def(NoTerminator(), RecursiveMemoryEffect())
    assembly_format = "$units $body attr-dict"

    def __init__(self, units: SSAValue, body: Region):
        super().__init__(operands=[units], regions=[body])

    def verify_(self) -> None:
        if [v.type for v in self.body.block.args] != [INDEX, INDEX]:
            raise VerifyException("the body takes two indices, the first unit and the end")


@irdl_op_definition
class ThreadPartOp(PureOp):
    """
    `simd.thread_part %memory of %thread : memref<256xi8>`: the thread's own bytes.

    The type is that of one thread's part; the memory holds one part after the other for all
    threads, which `memref.view` cannot express.
    """

    name = "simd.thread_part"
    memory = operand_def(T)
    thread = operand_def(IndexType)
    result = result_def(T)
    assembly_format = "$memory `of` $thread attr-dict `:` type($result)"

    def __init__(self, memory: SSAValue, thread: SSAValue):
        super().__init__(operands=[memory, thread], result_types=[memory.type])

    def verify_(self) -> None:
        type = self.result.type
        assert isinstance(type, MemRefType)  # by the definition
        if type.element_type != i8 or not type.has_static_shape():
            raise VerifyException("needs a known number of bytes")


@irdl_op_definition
class BarrierOp(IRDLOperation):
    """`simd.barrier %threads`: all threads that run the graph meet here, if there are several."""

    name = "simd.barrier"
    threads = operand_def(IndexType)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())
    assembly_format = "$threads attr-dict"

    def __init__(self, threads: SSAValue):
        super().__init__(operands=[threads])
