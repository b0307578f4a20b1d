"""Threads: all run the same code, each on its share."""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType
from xdsl.ir import SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, traits_def
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect


@irdl_op_definition
class BarrierOp(IRDLOperation):
    """`simd.barrier %threads`: all threads that run the graph meet here, if there are several."""

    name = "simd.barrier"
    threads = operand_def(IndexType)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())
    assembly_format = "$threads attr-dict"

    def __init__(self, threads: SSAValue):
        super().__init__(operands=[threads])
