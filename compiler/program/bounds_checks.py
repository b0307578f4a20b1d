"""Metadata for messages of failed bounds checks."""

from __future__ import annotations

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, StringAttr
from xdsl.ir import BlockArgument, Operation, SSAValue

from ...dialects.kernel.role import argument_roles
from ...dialects.main_function import argument_attributes, blob_name
from ...dialects.simd.bounds import FAILURE_ATTRIBUTE
from ...dialects.simd.least import known_value
from ...passes.kernels.bufferize import KEY_ATTRIBUTE
from ...runtime.model.bounds import BoundsChecks, CheckedBuffer


def bounds_checks_of(main: func.FuncOp) -> BoundsChecks | None:
    """Return where kernels record a failure, and their buffers; None without checks."""
    views = [op for op in main.body.block.ops if isinstance(op, memref.ViewOp)]
    failure = next((view for view in views if FAILURE_ATTRIBUTE in view.attributes), None)
    if failure is None:
        return None
    calls = [op for op in main.body.block.ops if isinstance(op, func.CallOp)]
    at = known_value(failure.byte_shift)
    assert at is not None
    return BoundsChecks(
        at,
        tuple(
            tuple(
                buffer_of(main, value)
                for value in call.arguments
                if isinstance(value.type, MemRefType) and value is not failure.result
            )
            for call in calls
        ),
    )


def buffer_of(main: func.FuncOp, value: SSAValue) -> CheckedBuffer:
    """Describe an operand of a call: an argument of the graph, or a view of one."""
    name, offset = None, 0
    while isinstance(value.owner, Operation):
        op = value.owner
        if isinstance(op, memref.ViewOp):
            key = op.attributes.get(KEY_ATTRIBUTE)
            name = key.data if isinstance(key, StringAttr) else None
            offset = known_value(op.byte_shift) or 0
        value = op.operands[0]
    assert isinstance(value, BlockArgument)  # views end there
    role = argument_roles(main)[value.index]
    assert role is not None
    name = name or blob_name(argument_attributes(main)[value.index])
    return CheckedBuffer(role.value, name or "", offset)
