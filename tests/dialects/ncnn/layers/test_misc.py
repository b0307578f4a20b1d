"""Noop: how layers become ops."""

from __future__ import annotations

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.given_layer import GivenLayer
from ncnnc.dialects.ncnn.layers.misc import NoopOp
from ncnnc.dialects.ncnn.shapes import Shape, tensor_type
from xdsl.ir import SSAValue
from xdsl.utils.test_value import create_ssa_value


def value(*shape: int) -> SSAValue:
    return create_ssa_value(tensor_type(shape))


@pytest.mark.parametrize(("tops", "shapes"), [(0, []), (1, [(4,)]), (2, [(4,), (5,)])])
def test_noop_passes_its_first_inputs_on(tops: int, shapes: list[Shape]):
    op = NoopOp.from_layer(GivenLayer({}, [value(4), value(5)], outputs=tops))
    op.verify()
    assert op.infer_shapes() == shapes


def test_noop_has_no_more_outputs_than_inputs():
    op = NoopOp.from_layer(GivenLayer({}, [value(4), value(5)]))
    assert op.infer_shapes() == [(4,)]
    with pytest.raises(ShapeError, match="has 3 outputs but 2 inputs"):
        NoopOp.from_layer(GivenLayer({}, [value(4), value(5)], outputs=3))
