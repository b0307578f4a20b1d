"""Threads: all run the same code, each on its share."""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Region, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, region_def, traits_def
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, NoTerminator, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

INDEX = IndexType()


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
class BarrierOp(IRDLOperation):
    """`simd.barrier %threads`: all threads that run the graph meet here, if there are several."""

    name = "simd.barrier"
    threads = operand_def(IndexType)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())
    assembly_format = "$threads attr-dict"

    def __init__(self, threads: SSAValue):
        super().__init__(operands=[threads])
