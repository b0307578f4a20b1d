"""`make_op` makes what xDSL's `create` makes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from ncnnc.dialects.op_creation import make_op
from ncnnc.dialects.simd.arithmetic import FmaOp
from ncnnc.dialects.simd.memory import constant
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, VectorType, f32
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.ir import Attribute, Block, Operation, Region

INDEX = IndexType()
WRAPPING = {"overflowFlags": arith.IntegerOverflowAttr("none")}


def contents(op: Operation, names: Iterable[str]) -> dict[str, Any]:
    """Fields of an op, in a form that can be compared with another op's."""
    fields = {name: getattr(op, name) for name in names}
    return fields | {
        "_operand_uses": [(use.operation is op, use.index) for use in op._operand_uses],
        "results": [(result.type, result.op is op, result.index) for result in op.results],
    }


@pytest.mark.parametrize(
    ("kind", "types", "properties"),
    [
        (arith.AddiOp, [INDEX], WRAPPING),
        (FmaOp, [VectorType(f32, [8])], {}),
        (scf.YieldOp, [], {}),
        (AnyOp, [INDEX, f32], {"offset": constant(3)}),
    ],
)
def test_an_op_is_as_created(
    kind: type[Operation], types: list[Attribute], properties: dict[str, Attribute]
):
    operands = AnyOp(result_types=[INDEX, INDEX]).results
    made = make_op(kind, operands, types, dict(properties))
    created = kind.create(operands=operands, result_types=types, properties=properties)
    assert contents(made, vars(created)) == contents(created, vars(created))
    assert [made, created] == [use.operation for use in operands[0].uses][::-1]


def test_regions_belong_to_the_op():
    region = Region(Block())
    op = make_op(scf.ForOp, AnyOp(result_types=[INDEX] * 3).results, regions=[region])
    assert op.regions == (region,)
    assert region.parent is op


def test_an_op_can_be_erased():
    operands = AnyOp(result_types=[INDEX, INDEX]).results
    op = make_op(arith.AddiOp, operands, [INDEX], dict(WRAPPING))
    op.erase()
    assert operands[0].first_use is operands[1].first_use is None
