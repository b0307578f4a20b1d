"""
Choose the blobs on which errors are measured: outputs, or the blobs detections are decoded from.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Operation, SSAValue

from ...dialects.main_function import find_main
from ...dialects.ncnn.layers.split import source_of
from ...dialects.ncnn.rules.found_rows import has_found_rows
from ...passes.common.constants import is_constant


def find_return(module: ModuleOp) -> ReturnOp:
    """Return the op that returns the graph's results."""
    last = find_main(module).body.block.last_op
    assert isinstance(last, ReturnOp)  # verified
    return last


def compared_values(returned: ReturnOp) -> list[SSAValue]:
    """Return the results of a graph; blobs that detections are decoded from replace these."""
    values: dict[SSAValue, None] = {}
    for value in returned.operands:
        owner = source_of(value).owner
        if has_found_rows(value):
            assert isinstance(owner, Operation)  # no argument has found rows
            read = [operand for operand in owner.operands if not is_constant(operand)]
            values |= dict.fromkeys(map(source_of, read))
        else:
            values[source_of(value)] = None
    return list(values)
