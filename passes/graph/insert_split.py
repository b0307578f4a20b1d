"""Insert Split layers for values with several users, as ncnn requires."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass

from ...dialects.main_function import argument_attributes, blob_name, result_attributes
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.errors import ShapeError
from ...dialects.ncnn.layers.split import SplitOp
from ..common.errors import OperationError

OperandUse = tuple[Operation, int]
"""An op, and the index of the operand that it reads."""


class InsertSplitPass(ModulePass):
    """
    Insert `ncnn.split` where a value has several users, and where an argument is a result.

        %y = ncnn.binaryop add %x, %x   ->   %a, %b = ncnn.split %x
                                             %y = ncnn.binaryop add %a, %b

    Results of the function count as users, so that each is a value without other readers; arrays
    that are stored with a layer do not. An argument that is returned under another name also gets a
    split, so that both names exist; under its own name it needs none. This is the last pass before
    a model is written.

    Raises: OperationError for an op that no layer can express.
    """

    name = "insert-split"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, func.FuncOp) and not function.is_declaration:
                insert_splits(function)


def insert_splits(function: func.FuncOp) -> None:
    """Insert the splits of one function, each right after the value."""
    block = function.body.block
    reads = _reads_by_value(block)
    ops = list(block.ops)
    for argument in block.args:
        users = [u for u in reads.get(argument, []) if not _is_itself(function, argument, u)]
        if len(users) > 1 or (users and isinstance(users[0][0], func.ReturnOp)):
            block.insert_op_before(_split(argument, users), ops[0])
    for op in ops:
        splits = [_split(r, reads[r]) for r in op.results if len(reads.get(r, [])) > 1]
        block.insert_ops_after(splits, op)


def _reads_by_value(block: Block) -> dict[SSAValue, list[OperandUse]]:
    """Return the reads of each value, in the order of ops and operands."""
    reads: dict[SSAValue, list[OperandUse]] = {}
    for op in block.ops:
        for index in _inputs_of(op):
            reads.setdefault(op.operands[index], []).append((op, index))
    return reads


def _inputs_of(op: Operation) -> Sequence[int]:
    """Return the indices of the operands that are blobs."""
    if not isinstance(op, NcnnOp):
        return range(len(op.operands))
    try:
        return op.layer_input_indices()
    except ShapeError as e:
        raise OperationError(op, str(e)) from None


def _is_itself(function: func.FuncOp, argument: BlockArgument, user: OperandUse) -> bool:
    """Return whether an argument is returned there under its own name."""
    op, index = user
    if not isinstance(op, func.ReturnOp):
        return False
    name = blob_name(argument_attributes(function)[argument.index])
    return name is not None and name == blob_name(result_attributes(function)[index])


def _split(value: SSAValue, users: Sequence[OperandUse]) -> SplitOp:
    """Split `value`, and let each user read one result."""
    split = SplitOp.build(operands=[value], result_types=[[value.type] * len(users)])
    for (op, index), copy in zip(users, split.outputs, strict=True):
        op.operands[index] = copy
    return split
