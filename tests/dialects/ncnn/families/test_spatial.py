"""Layers that move along axes: that what one, two and three axes have in common is all there is."""

from __future__ import annotations

import pytest
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.base import NcnnOp
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.given_layer import GivenLayer
from ncnnc.dialects.ncnn.layers.convolution3d import Convolution3DOp
from ncnnc.dialects.ncnn.layers.deconvolution3d import DeconvolutionDepthWise3DOp
from ncnnc.dialects.ncnn.layers.pooling3d import Pooling3DOp
from ncnnc.dialects.ncnn.shapes import Shape, tensor_type
from xdsl.utils.test_value import create_ssa_value


def layer(cls: type[NcnnOp], given: dict[int, int], shape: Shape) -> NcnnOp:
    """The op of a layer with one input."""
    assert cls.LAYER is not None
    spec = cls.LAYER
    params = spec.completed({p.name: given[p.id] for p in spec.params if p.id in given})
    weights = {
        weight.name: create_ssa_value(tensor_type(weight.shape(params)))
        for weight in spec.weights
        if weight.present(params)
    }
    return cls.from_layer(GivenLayer(params, [create_ssa_value(tensor_type(shape))], weights))


def ids(cls: type[NcnnOp], *prefixes: str) -> dict[str, int]:
    """The numbers of the parameters whose names begin so."""
    assert cls.LAYER is not None
    return {p.name: p.id for p in cls.LAYER.params if p.name.startswith(prefixes)}


def test_parameters_of_three_axes_have_the_numbers_of_ncnn():
    assert ids(Convolution3DOp, "kernel", "stride") == {
        "kernel_w": 1,
        "kernel_h": 11,
        "kernel_d": 21,
        "stride_w": 3,
        "stride_h": 13,
        "stride_d": 23,
    }
    assert ids(Convolution3DOp, "pad_") == {
        "pad_left": 4,
        "pad_right": 15,
        "pad_top": 14,
        "pad_bottom": 16,
        "pad_front": 24,
        "pad_behind": 17,
        "pad_value": 18,
    }
    assert ids(DeconvolutionDepthWise3DOp, "output") == {
        "output_pad_right": 18,
        "output_pad_bottom": 19,
        "output_pad_behind": 20,
        "output_w": 25,
        "output_h": 26,
        "output_d": 27,
    }
    assert ids(Pooling3DOp, "pad_", "out_") == {
        "pad_left": 3,
        "pad_right": 14,
        "pad_top": 13,
        "pad_bottom": 15,
        "pad_front": 23,
        "pad_behind": 16,
        "pad_mode": 5,
        "out_w": 8,
        "out_h": 18,
        "out_d": 28,
    }


def test_convolutions_of_three_axes():
    op = layer(Convolution3DOp, {0: 6, 1: 3, 21: 2, 6: 6 * 4 * 18, 3: 2, 4: 1, 24: 0}, (4, 5, 7, 9))
    assert isinstance(op, Convolution3DOp)
    assert op.along_axes("pad") == [0, 1, 1, 0, 1, 1]
    assert op.infer_shapes() == [(6, 2, 4, 5)]
    assert op.axis_values("pad")["pad_front"] == 0


def test_deconvolutions_of_three_axes_spread_an_input_over_its_group():
    op = layer(
        DeconvolutionDepthWise3DOp, {0: 4, 1: 2, 6: 4 * 2 * 8, 3: 2, 18: 1, 7: 2}, (4, 2, 3, 4)
    )
    (shape,) = op.infer_shapes()
    assert shape == (4, 5, 7, 9)
    assert op.multiply_adds() == 4 * 2 * 3 * 4 * 2 * 8


def test_poolings_of_three_axes():
    op = layer(Pooling3DOp, {1: 2, 2: 2, 21: 1, 22: 1}, (4, 3, 6, 8))
    assert op.infer_shapes() == [(4, 3, 3, 4)]
    assert layer(Pooling3DOp, {4: 1}, (4, 3, 6, 8)).infer_shapes() == [(4,)]
    adaptive = layer(Pooling3DOp, {7: 1, 8: -233, 28: 2}, (4, 3, 6, 8))
    assert adaptive.infer_shapes() == [(4, 2, 6, 8)]


@pytest.mark.parametrize("type", ["Deconvolution", "Deconvolution1D", "Pooling"])
def test_other_dimensions_are_refused(type: str):
    params = {} if type == "Pooling" else {0: 4, 1: 1, 6: 16}
    with pytest.raises(ShapeError, match=r"input must have [23] dimensions"):
        layer(LAYER_OPS[type], params, (4, 5, 6, 7)).infer_shapes()


def test_the_odd_cell_of_the_depth_goes_behind_by_either_code():
    size = (4, 4, 4, 4)
    for code in (-233, -234):
        op = layer(Convolution3DOp, {0: 1, 1: 4, 6: 4 * 64, 4: code}, size)
        assert isinstance(op, Convolution3DOp)
        small, large = (1, 2) if code == -233 else (2, 1)
        assert op.resolved_pads() == (1, small, small, 2, large, large)
    pooled = layer(Pooling3DOp, {1: 4, 5: 3}, size)
    assert isinstance(pooled, Pooling3DOp)
    assert [along.ends[0] for along in pooled.windows()] == [3, 2, 2]


def test_weights_of_volumes_are_stored():
    op = layer(Convolution3DOp, {0: 6, 1: 1, 6: 24}, (4, 1, 2, 2))
    with pytest.raises(ShapeError, match="its weights and bias must be constant"):
        op.layer_params()
