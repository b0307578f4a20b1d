"""What the ops with weights share: bias, activation, and the check for int8."""

from __future__ import annotations

import numpy as np
from xdsl.utils.exceptions import InterpretationError

from ...dialects.ncnn.base import float_list
from ...dialects.ncnn.convolution import ConvolutionBase
from ...dialects.ncnn.deconvolution import DeconvolutionBase
from ...dialects.ncnn.innerproduct import InnerProductOp
from .activation import activate


def finish(
    op: ConvolutionBase | DeconvolutionBase | InnerProductOp,
    products: np.ndarray,
    bias: np.ndarray | None,
    channel_axis: int = 0,
) -> np.ndarray:
    """Add the bias of every output channel and apply the op's activation."""
    if bias is not None:
        extents = [1] * products.ndim
        extents[channel_axis] = -1
        products = products + bias.reshape(extents)
    return activate(products, op.activation.data, float_list(op.activation_params))


def check_is_float(op: ConvolutionBase | InnerProductOp) -> None:
    """Raises: InterpretationError for an op that computes with int8."""
    if op.int8_scale_term.value.data:
        raise InterpretationError(f"{op.name}: int8 is not part of the reference")
