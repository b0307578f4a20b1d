"""Scalar regions inlined at vector width."""

from __future__ import annotations

import pytest
from ncnnc.dialects.element_types import vector_type
from ncnnc.dialects.simd import Simd
from ncnnc.dialects.simd import arithmetic as simd
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.scalar.scalar import CONTRACT
from ncnnc.passes.loops.emit.building.builder import LoopBuilder
from ncnnc.passes.loops.emit.building.inline_body import inline_body
from xdsl.context import Context
from xdsl.dialects import arith, math
from xdsl.dialects.builtin import Builtin, ModuleOp, f32, i32
from xdsl.dialects.func import Func, FuncOp
from xdsl.dialects.linalg import Linalg
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.utils.exceptions import PassFailedException

TARGET = Target.parse("x86-avx2")

VECTOR = vector_type(f32, 8)


def inlined(body: str, lanes: int = 8) -> tuple[list[Operation], list[SSAValue]]:
    """The ops that a body of the arguments %a and %b becomes, and what stands for its results."""
    context = Context()
    for dialect in (Builtin, arith.Arith, math.Math, Func, Linalg, Simd):
        context.load_dialect(dialect)
    text = f"func.func @f(%a: f32, %b: f32) {{\n{body}\n}}"
    module = Parser(context, text).parse_module()
    assert isinstance(module, ModuleOp)
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    type = vector_type(f32, lanes)
    target = Block(arg_types=[type, type])
    results = inline_body(LoopBuilder(target, TARGET), function.body.block, target.args)
    return list(target.ops), results


def test_types_follow_the_arguments():
    for lanes, expected in ((1, f32), (8, VECTOR)):
        ops, results = inlined("%r = arith.divf %a, %b : f32\nlinalg.yield %r : f32", lanes)
        assert [type(op) for op in ops] == [arith.DivfOp]
        assert results[0] is ops[0].results[0]
        assert results[0].type == expected


def test_product_and_sum_are_fused_where_nothing_else_reads_the_product():
    once = (
        "%p = arith.mulf %a, %b fastmath<contract> : f32\n"
        "%r = arith.addf %b, %p fastmath<contract> : f32\nlinalg.yield %r : f32"
    )
    ops, _ = inlined(once)
    assert [type(op) for op in ops] == [simd.FmaOp]
    twice = once.replace("yield %r : f32", "yield %r, %p : f32, f32")
    ops, results = inlined(twice)
    assert [type(op) for op in ops] == [arith.MulfOp, arith.AddfOp]
    assert len(results) == 2


@pytest.mark.parametrize("exact", ["%a, %b", "%b, %p"])
def test_no_product_is_fused_unless_both_ops_allow_it(exact: str):
    """`exact` are the operands of the op that does not say `fastmath<contract>`."""
    product, total = (
        f"arith.{op} {operands} {'' if operands == exact else 'fastmath<contract>'} : f32"
        for op, operands in (("mulf", "%a, %b"), ("addf", "%b, %p"))
    )
    ops, _ = inlined(f"%p = {product}\n%r = {total}\nlinalg.yield %r : f32")
    assert [type(op) for op in ops] == [arith.MulfOp, arith.AddfOp]


def test_what_is_added_to_an_approximate_exp_is_part_of_its_last_product():
    approximate = (
        "%p = math.exp %a fastmath<afn> : f32\n"
        "%r = arith.addf %b, %p fastmath<contract> : f32\nlinalg.yield %r : f32"
    )
    _, results = inlined(approximate)
    last = results[0].owner
    assert isinstance(last, simd.FmaOp)
    assert last.c.type == VECTOR
    assert isinstance(last.c.owner, Block)
    for other in (
        approximate.replace("fastmath<afn>", ""),
        approximate.replace("fastmath<contract>", ""),
        approximate.replace("yield %r : f32", "yield %r, %p : f32, f32"),
    ):
        _, results = inlined(other)
        assert isinstance(results[0].owner, arith.AddfOp)


def test_beside_integers_no_product_is_fused():
    """Results from int8 sums have the same bits with and without fused instructions."""
    block = Block(arg_types=[i32, f32])
    value = arith.SIToFPOp(block.args[0], f32)
    product = arith.MulfOp(value.result, block.args[1], CONTRACT)
    total = arith.AddfOp(product.result, block.args[1], CONTRACT)
    block.add_ops([value, product, total, YieldOp(total.result)])
    target = Block(arg_types=[vector_type(i32, 8), VECTOR])
    inline_body(LoopBuilder(target, TARGET), block, target.args)
    assert [type(op) for op in target.ops] == [simd.ConvertOp, arith.MulfOp, arith.AddfOp]


def test_of_two_products_one_is_fused():
    ops, _ = inlined(
        "%p = arith.mulf %a, %a fastmath<contract> : f32\n"
        "%q = arith.mulf %b, %b fastmath<contract> : f32\n"
        "%r = arith.addf %p, %q fastmath<contract> : f32\nlinalg.yield %r : f32"
    )
    assert [type(op) for op in ops] == [arith.MulfOp, simd.FmaOp]


def test_constants_comparisons_and_selections():
    ops, results = inlined(
        "%zero = arith.constant 0.0 : f32\n%c = arith.cmpf olt, %a, %zero : f32\n"
        "%r = arith.select %c, %a, %b : f32\nlinalg.yield %r : f32"
    )
    assert [type(op) for op in ops] == [arith.ConstantOp, simd.CompareOp, simd.SelectOp]
    for op in ops:
        op.verify()
    assert results[0].type == VECTOR


def test_functions():
    ops, _ = inlined("%r = math.sqrt %a : f32\nlinalg.yield %r : f32")
    assert [type(op) for op in ops] == [math.SqrtOp]
    ops, _ = inlined("%r = math.sin %a : f32\nlinalg.yield %r : f32")
    assert [op.callee.data for op in ops if isinstance(op, simd.CallOp)] == ["sinf"]
    ops, _ = inlined('%r = simd.call "fmodf"(%a, %b) : (f32, f32) -> f32\nlinalg.yield %r : f32')
    assert [op.callee.data for op in ops if isinstance(op, simd.CallOp)] == ["fmodf"]
    ops, _ = inlined("%r = math.exp %a : f32\nlinalg.yield %r : f32")
    assert not any(isinstance(op, math.ExpOp | simd.CallOp) for op in ops)


def test_result_may_be_an_argument():
    ops, results = inlined("linalg.yield %b : f32")
    assert not ops
    assert results[0].type == VECTOR


def test_other_ops_are_refused():
    with pytest.raises(PassFailedException, match=r"arith\.divsi cannot be part"):
        inlined(
            "%i = arith.fptosi %a : f32 to i32\n%r = arith.divsi %i, %i : i32\n"
            "linalg.yield %a : f32"
        )
    with pytest.raises(PassFailedException, match=r"truncf from f32 to f16 has no code"):
        inlined("%r = arith.truncf %a : f32 to f16\nlinalg.yield %a : f32")
    half = (
        "%r = arith.truncf %a : f32 to bf16\n%s = arith.addf %r, %r : bf16\nlinalg.yield %a : f32"
    )
    with pytest.raises(PassFailedException, match=r"arith\.addf has code for f32 only, not bf16"):
        inlined(half)
    for op in ("cmpf ogt, %r, %r", "mulf %r, %r"):
        with pytest.raises(PassFailedException, match="has code for f32 only"):
            inlined(half.replace("addf %r, %r", op))
    with pytest.raises(PassFailedException, match=r"must end in linalg\.yield"):
        inlined("%r = arith.addf %a, %b : f32")
