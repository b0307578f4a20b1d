"""The keys by which equal kernels are found."""

from __future__ import annotations

import pytest
from ncnnc.passes.kernels.building.structural_key import structural_key
from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.linalg import Linalg
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.dialects.test import Test
from xdsl.parser import Parser

KERNEL = """
%a, %b, %c = "test.op"() : () -> (memref<8xf32>, memref<8xf32>, f32)
linalg.generic {
  indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
  iterator_types = ["parallel"]
} ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>) {
^bb0(%x: f32, %y: f32, %z: f32):
  %zero = arith.constant 0.0 : f32
  %sum = arith.addf %x, %zero : f32
  %result = arith.subf %sum, %y : f32
  linalg.yield %result : f32
}
"""


def kernel(old: str = "", new: str = "") -> GenericOp:
    """The kernel, with one thing in its text changed."""
    assert old in KERNEL
    context = Context()
    for dialect in (Arith, Builtin, Linalg, Test):
        context.load_dialect(dialect)
    module = Parser(context, KERNEL.replace(old, new) if old else KERNEL).parse_module()
    return next(op for op in module.walk() if isinstance(op, GenericOp))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("ins(%a, %b", "ins(%b, %b", id="operands"),
        pytest.param("%result", "%difference", id="names of values"),
    ],
)
def test_what_does_not_change_the_code_does_not_change_the_key(old, new):
    assert structural_key(kernel(old, new)) == structural_key(kernel())
    assert hash(structural_key(kernel(old, new))) == hash(structural_key(kernel()))


def test_attributes_are_no_part_of_a_kernel():
    noted = kernel()
    noted.attributes["note"] = next(iter(noted.properties.values()))
    assert structural_key(noted) == structural_key(kernel())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("memref<8xf32>", "memref<9xf32>", id="types of operands"),
        pytest.param('["parallel"]', '["reduction"]', id="properties"),
        pytest.param("%sum, %y", "%y, %sum", id="order of operands in the region"),
        pytest.param("%sum, %y", "%sum, %z", id="argument of the region"),
        pytest.param("arith.subf", "arith.mulf", id="kind of op in the region"),
        pytest.param("%x, %zero :", "%x, %zero fastmath<fast> :", id="properties in the region"),
        pytest.param("constant 0.0", "constant -0.0", id="sign of zero"),
        pytest.param("%result : f32\n}", "%sum : f32\n}", id="what is yielded"),
    ],
)
def test_what_changes_the_code_changes_the_key(old, new):
    assert structural_key(kernel(old, new)) != structural_key(kernel())


def test_nan_equals_itself():
    assert structural_key(kernel("0.0", "0x7FC00000")) == structural_key(
        kernel("0.0", "0x7FC00000")
    )


def test_value_from_outside_is_refused():
    with pytest.raises(KeyError):
        structural_key(kernel("%sum, %y", "%sum, %c"))
