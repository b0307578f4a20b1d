"""The layer that scales and shifts channels, in the cheapest form that ncnn has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.ir import SSAValue

from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.binaryop import BinaryOperator, BinaryScalarOp
from ....dialects.ncnn.layers.normalization import BatchNormOp, BiasOp, ScaleOp
from ....dialects.ncnn.shapes import has_shape, shape_of
from ...common.constants import dense_weight
from .affine import AffineMap


def scalar_form(map: AffineMap) -> tuple[BinaryOperator, float] | None:
    """Return the map as a BinaryOp with a scalar, if it is one."""
    if map.channels > 1:
        return None
    scale, shift = float(map.scale[0]), float(map.shift[0])
    if shift == 0.0:
        return BinaryOperator.MUL, scale
    if abs(scale) == 1.0:
        return BinaryOperator.ADD if scale > 0 else BinaryOperator.RSUB, shift
    return None


@dataclass(frozen=True)
class AffineLayer:
    """A layer that computes `result`, a map of `input`."""

    map: AffineMap
    input: SSAValue
    result: SSAValue
    """Value that the layer replaces; its type counts."""
    name: str
    """The name of the layer, for its constants."""

    def build(self) -> tuple[list[WeightOp], NcnnOp]:
        """Return the layer's constants, and the layer."""
        input, type = self.input, self.result.type
        if (scalar := scalar_form(self.map)) is not None:
            operator, value = scalar
            return [], BinaryScalarOp.of(operator, input, value, type)
        scale, shift = self._vector(self.map.scale), self._vector(self.map.shift)
        # ncnn's Scale and Bias are not for every number of dimensions, BatchNorm is.
        if self._rank not in (1, 2, 3):
            zeros = np.zeros_like(scale)
            weights = self._weights(slope=scale, mean=zeros, variance=zeros + 1, bias=shift)
            operands = [input, *(weight.output for weight in weights)]
            return weights, BatchNormOp.build(operands=operands, result_types=[type])
        if (scale == 1).all() and self._rank == 3:
            (weight,) = self._weights(bias=shift)
            return [weight], BiasOp.build(operands=[input, weight.output], result_types=[type])
        weights = self._weights(scale=scale, **({"bias": shift} if shift.any() else {}))
        factors, *terms = (weight.output for weight in weights)
        layer = ScaleOp.build(operands=[input, factors, terms], result_types=[type, []])
        return weights, layer

    @property
    def _rank(self) -> int | None:
        return len(shape_of(self.result)) if has_shape(self.result) else None

    def _vector(self, part: np.ndarray) -> np.ndarray:
        """One number for each channel."""
        count = shape_of(self.result)[0] if has_shape(self.result) else self.map.channels
        return np.broadcast_to(part, count).astype(np.float32)

    def _weights(self, **arrays: np.ndarray) -> list[WeightOp]:
        """Constants of the layer, by the names of its operands."""
        return [dense_weight(f"{self.name}.{role}", array) for role, array in arrays.items()]
