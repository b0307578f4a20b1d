"""Channel-wise ops and LRN: how layers become ops, and which parameters go where."""

from __future__ import annotations

from typing import cast

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.given_layer import GivenLayer
from ncnnc.dialects.ncnn.layer import ParamValue
from ncnnc.dialects.ncnn.layers.normalization import (
    BatchNormOp,
    BiasOp,
    LRNOp,
    LRNRegion,
    ScaleOp,
)
from ncnnc.dialects.ncnn.shapes import UNRANKED, Shape, tensor_type
from xdsl.ir import SSAValue
from xdsl.utils.test_value import create_ssa_value

STORED = {"scale_data_size": 4, "bias_term": 1}
FROM_INPUT = {"scale_data_size": -233, "bias_term": 0}


def value(*shape: int) -> SSAValue:
    return create_ssa_value(tensor_type(shape))


def scale_layer(params: dict[str, ParamValue], inputs: int, tops: int = 1) -> ScaleOp:
    assert ScaleOp.LAYER is not None
    weights = {w.name: value(4) for w in ScaleOp.LAYER.weights if w.present(params)}
    given = [value(4, 5, 5), value(4)][:inputs]
    return cast(ScaleOp, ScaleOp.from_layer(GivenLayer(params, given, weights, tops)))


def test_scale_with_stored_arrays():
    op = scale_layer({**STORED}, inputs=1)
    assert op.bias is not None
    assert op.infer_shapes() == [(4, 5, 5)]


def test_scale_from_an_input():
    op = scale_layer({**FROM_INPUT}, inputs=2)
    assert op.bias is None
    assert op.scale_output is None
    assert op.infer_shapes() == [(4, 5, 5)]


def test_scale_from_an_input_hands_it_on():
    op = scale_layer({**FROM_INPUT}, inputs=2, tops=2)
    assert op.scale_output is not None
    assert op.infer_shapes() == [(4, 5, 5), (4,)]


def test_scale_needs_blobs_that_fit():
    with pytest.raises(ShapeError, match="has 2 inputs and 1 outputs"):
        scale_layer({**STORED}, inputs=2)
    with pytest.raises(ShapeError, match="has 1 inputs and 1 outputs"):
        scale_layer({**FROM_INPUT}, inputs=1)
    with pytest.raises(ShapeError, match="has 2 inputs and 3 outputs"):
        scale_layer({**FROM_INPUT}, inputs=2, tops=3)
    with pytest.raises(ShapeError, match="has a bias"):
        scale_layer({**FROM_INPUT, "bias_term": 1}, inputs=2)


def test_batchnorm_stores_its_arrays_in_ncnns_order():
    assert BatchNormOp.LAYER is not None
    weights = BatchNormOp.LAYER.weights
    assert [w.name for w in weights] == ["slope", "mean", "variance", "bias"]
    assert {w.shape({"channels": 7}) for w in weights} == {(7,)}


@pytest.mark.parametrize(
    ("shape", "axes", "packs"),
    [
        ((4,), [(0,), (None,)], False),
        ((4, 5), [(0, 1), (None,)], False),
        ((4, 5, 6), [(0, 1, 2), (0,)], True),
        ((4, 5, 6, 7), [(0, 1, 2, 3), (0,)], True),
    ],
)
def test_bias_goes_by_channel_in_images_and_volumes_only(
    shape: Shape, axes: list[tuple[int | None, ...]], packs: bool
):
    op = BiasOp.build(operands=[value(*shape), value(4)], result_types=[UNRANKED])
    assert op.operand_axes() == axes
    assert op.supports_packing() == packs


def test_lrn_layer():
    params: dict[str, ParamValue] = {
        "region": 1,
        "local_size": 3,
        "alpha": 2.0,
        "beta": 0.5,
        "bias": 1.0,
    }
    op = cast(LRNOp, LRNOp.from_layer(GivenLayer(params, [value(4, 5, 5)])))
    assert op.region.data == LRNRegion.WITHIN_CHANNEL
    assert op.local_size.value.data == 3
    assert op.supports_packing()
    matrix = cast(LRNOp, LRNOp.from_layer(GivenLayer(params, [value(4, 5)])))
    assert not matrix.supports_packing()
    with pytest.raises(ShapeError, match="region 2 is unknown, ncnn has 0 to 1"):
        LRNOp.from_layer(GivenLayer({**params, "region": 2}, [value(4, 5, 5)]))
