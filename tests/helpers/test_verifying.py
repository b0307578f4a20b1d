"""Ops that are equal are verified once, and all others are."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import VectorType, f32
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from tests.helpers import verifying
from tests.helpers.ir_files import parse
from tests.helpers.verifying import verify

TEXT = """
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) {
  %c = arith.addf %a, %b : vector<4xf32>
  %d = arith.addf %c, %b : vector<4xf32>
  func.return
}"""


def test_equal_ops_are_verified_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(verifying, "_seen", set())
    verified: list[str] = []
    verify_op = Operation.verify

    def counted(op: Operation, verify_nested_ops: bool = True) -> None:
        verified.append(op.name)
        verify_op(op, verify_nested_ops)

    monkeypatch.setattr(Operation, "verify", counted)
    module = parse(TEXT)
    verify(module)
    assert sorted(verified) == ["arith.addf", "builtin.module", "func.func", "func.return"]


def test_what_differs_from_a_verified_op_is_verified():
    verify(parse(TEXT))
    module = parse(TEXT)
    _, second, _ = next(iter(module.ops)).regions[0].block.ops
    second.results[0]._type = VectorType(f32, [8])  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(VerifyException, match="addf"):
        verify(module)


def test_blocks_need_terminators():
    module = parse(TEXT)
    block = next(iter(module.ops)).regions[0].block
    while block.last_op is not None:
        block.last_op.detach()
        with pytest.raises(VerifyException, match="terminat"):
            verify(module)
