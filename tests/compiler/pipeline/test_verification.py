"""Verify the changed parts of a module, and nothing else."""

from __future__ import annotations

import pytest
from ncnnc.compiler.pipeline.verification import verify_changes
from ncnnc.dialects.kernel.structure import ViewOp
from ncnnc.passes.common.contents import module_contents
from xdsl.dialects import test
from xdsl.dialects.builtin import MemRefType, ModuleOp, f32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region
from xdsl.utils.exceptions import VerifyException


def view_of(extent: int) -> tuple[ModuleOp, test.TestOp, ViewOp]:
    source = test.TestOp(result_types=[MemRefType(f32, [extent])])
    view = ViewOp(source.results[0], 1, MemRefType(f32, [3]))
    block = Block([source, view, ReturnOp()])
    return ModuleOp([FuncOp("f", ([], []), Region(block))]), source, view


def test_new_ops_are_verified():
    module, _, _ = view_of(3)
    with pytest.raises(VerifyException, match="does not fit at 1"):
        verify_changes({}, module_contents(module))


def test_what_has_not_changed_is_not_verified():
    module, _, _ = view_of(3)
    contents = module_contents(module)
    module.body.block.add_op(FuncOp("g", ([], []), Region(Block([ReturnOp()]))))
    verify_changes(contents, module_contents(module))


def test_other_operand_is_a_change():
    module, source, view = view_of(4)
    before = module_contents(module)
    verify_changes({}, before)
    smaller = test.TestOp(result_types=[MemRefType(f32, [3])])
    source.parent_block().insert_op_before(smaller, view)
    view.operands = smaller.results
    after = module_contents(module)
    assert after[view] != before[view]
    with pytest.raises(VerifyException, match="does not fit at 1"):
        verify_changes(before, after)


def test_terminators_are_verified_with_what_they_end():
    module, source, _ = view_of(4)
    before = module_contents(module)
    function = source.parent_op()
    function.properties["function_type"] = FuncOp("h", ([], [f32])).function_type
    with pytest.raises(VerifyException):
        verify_changes(before, module_contents(module))


def test_empty_block_is_refused():
    module, source, view = view_of(4)
    before = module_contents(module)
    for op in (view.next_op, view, source):
        op.detach()
    with pytest.raises(VerifyException, match="empty block"):
        verify_changes(before, module_contents(module))
