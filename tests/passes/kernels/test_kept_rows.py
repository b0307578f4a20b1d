"""Kernels that keep what their outputs held find it in the planned memory."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from ncnnc.dialects.kernel.base import buffer_shape
from ncnnc.dialects.kernel.copy import CopyOp, CopyRowsOp
from ncnnc.dialects.kernel.structure import ViewOp
from ncnnc.passes.kernels.plan_memory import PlanMemoryPass
from xdsl.context import Context
from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import AffineMapAttr, IntegerAttr, MemRefType, ModuleOp, f32
from xdsl.ir import Block, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

ROWS, WIDTH, BUFFERS = 6, 16, 5
"""Rows of a buffer; a row is a cache line."""

Step = tuple[int, int, int, bool]
"""A buffer, another one of which a row is copied there, the row, and whether by a view of it."""
STEPS = st.lists(
    st.tuples(
        st.integers(0, BUFFERS - 1),
        st.integers(0, BUFFERS - 1),
        st.integers(0, ROWS - 1),
        st.booleans(),
    ).filter(lambda step: step[0] != step[1]),
    min_size=1,
    max_size=16,
)


def module_of(steps: list[Step]) -> ModuleOp:
    """Fill each buffer before its first use; copy rows, and at the end of each its whole buffer."""
    whole, row = (MemRefType(f32, [1, rows, WIDTH]) for rows in (ROWS, 1))
    block = Block(arg_types=[whole] * BUFFERS + [whole] * len(steps))
    allocs: dict[int, SSAValue] = {}

    def view(buffer: int, at: int, type: MemRefType) -> SSAValue:
        if buffer not in allocs:
            alloc = memref.AllocOp.get(f32, shape=[ROWS * WIDTH])
            allocs[buffer] = alloc.memref
            block.add_op(alloc)
            copy(CopyOp.make([block.args[buffer]], [view(buffer, 0, whole)]))
        op = ViewOp(allocs[buffer], at * WIDTH, type)
        block.add_op(op)
        return op.result

    def copy(op: CopyOp | CopyRowsOp) -> None:
        block.add_op(op)

    for number, (to, source, at, by_view) in enumerate(steps):
        given = view(source, at, row)
        kept = view(to, at, row) if by_view else view(to, 0, whole)
        begin = AffineMap(0, 0, (AffineExpr.constant(0 if by_view else at),))
        copy(CopyRowsOp.make([given], [kept], {"begin": AffineMapAttr(begin)}))
        copy(CopyOp.make([view(to, 0, whole)], [block.args[BUFFERS + number]]))
    block.add_op(func.ReturnOp())
    return ModuleOp([func.FuncOp("main", ([a.type for a in block.args], []), Region(block))])


def run(module: ModuleOp, arguments: list[np.ndarray]) -> None:
    """Run the copies of a planned function in numpy."""
    main = module.body.block.first_op
    assert isinstance(main, func.FuncOp)
    *given, arena = main.body.block.args
    assert isinstance(arena.type, MemRefType)
    memory = np.full(arena.type.get_shape()[0], 0xFF, np.uint8)
    arrays = dict(zip(given, arguments, strict=True))
    for op in main.body.block.ops:
        match op:
            case memref.ViewOp():
                shift = op.byte_shift.owner
                assert isinstance(shift, arith.ConstantOp)
                assert isinstance(shift.value, IntegerAttr)
                shape = buffer_shape(op.result)
                size = 4 * int(np.prod(shape))
                part = memory[shift.value.value.data :][:size]
                arrays[op.result] = part.view(np.float32).reshape(shape)
            case CopyOp():
                arrays[op.outputs[0]][...] = arrays[op.inputs[0]]
            case CopyRowsOp():
                begin = op.begin.data.eval((), ())[0]
                rows = arrays[op.inputs[0]]
                arrays[op.outputs[0]][:, begin : begin + rows.shape[1]] = rows
            case _:
                pass


@settings(max_examples=40)
@given(STEPS)
def test_what_a_kernel_keeps_is_still_there(steps: list[Step]):
    """Buffers are read whole after rows of them are written, whatever else is placed meanwhile."""
    rng = np.random.default_rng(0)
    sources = [rng.standard_normal((1, ROWS, WIDTH), np.float32) for _ in range(BUFFERS)]
    results = [np.zeros((1, ROWS, WIDTH), np.float32) for _ in steps]
    module = module_of(steps)
    PlanMemoryPass().apply(Context(), module)
    run(module, [*sources, *results])
    buffers = [source.copy() for source in sources]
    for (to, source, at, _), result in zip(steps, results, strict=True):
        buffers[to][:, at] = buffers[source][:, at]
        np.testing.assert_array_equal(result, buffers[to])
