"""Build custom layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.ncnn.custom import CustomOp
from ....dialects.ncnn.shapes import Shape, shape_of
from ....dialects.weight_store import WeightStore
from ...common.constants import stored_array
from .own_ops_builder import OwnOpsBuilder


class CustomLayerBuilder(OwnOpsBuilder):
    """
    The builder passed to a `lowering` of `ncnnc.register_layer`.

    Blobs are values that the methods take and return; their shapes are known. `layer` inserts any
    layer of ncnn; the others are shorter for some. Operators and kinds are members of the
    enumerations or their names (`"mul"`, `"mean"`); axes count from the outermost, 0.

        def lowering(builder, params, inputs, weights):
            (x,) = inputs
            scaled = builder.scalar("mul", x, params.get(0, 1.0))
            return builder.binary("mul", x, builder.layer("Sigmoid", [scaled]))
    """

    def __init__(self, op: CustomOp, rewriter: PatternRewriter, weights: WeightStore):
        super().__init__(op, rewriter)
        self._weights = weights

    def shape(self, x: SSAValue) -> Shape:
        """The shape of a blob, as numpy has it."""
        return shape_of(x)

    def layer(
        self,
        type: str,
        inputs: Sequence[SSAValue],
        params: Mapping[int, Any] | None = None,
        weights: Mapping[str, SSAValue | np.ndarray] | None = None,
    ) -> SSAValue:
        """
        The first output of a layer of ncnn; see `layers`.

            builder.layer("Convolution", [x], {0: 16, 1: 3, 4: 1, 6: 432}, {"weight": w})
        """
        return self.layers(type, inputs, params, weights)[0]

    def layers(
        self,
        type: str,
        inputs: Sequence[SSAValue],
        params: Mapping[int, Any] | None = None,
        weights: Mapping[str, SSAValue | np.ndarray] | None = None,
        outputs: int = 1,
    ) -> list[SSAValue]:
        """
        All outputs of a layer of ncnn: its type, parameters by id as in a `.param`, and the arrays
        that it stores, by name: `weight`, `bias`, `slope`, ...

        Raises: ShapeError (a ValueError) for a layer that does not exist or does not fit.
        """
        arrays = {name: self._stored(name, array) for name, array in (weights or {}).items()}
        return super().layers(type, inputs, params, arrays, outputs)

    def array(self, values: Any, name: str = "constant") -> SSAValue:
        """Numbers that are known already, as a blob or as what a layer stores."""
        return self.constant(self._weights, name, np.asarray(values, np.float32))

    def values(self, x: SSAValue) -> np.ndarray:
        """The numbers of a stored array or one from `array`. Raises: ValueError for other blobs."""
        array = stored_array(x, self._weights)
        if array is None:
            raise ValueError("only arrays that are stored have values before the model runs")
        return array

    def _stored(self, name: str, array: SSAValue | np.ndarray) -> SSAValue:
        return array if isinstance(array, SSAValue) else self.array(array, name)


def outputs_of(layer: Operation, returned: object) -> list[SSAValue]:
    """Return the results of a lowering, one value for each output. Raises: ValueError."""
    values = list(returned) if isinstance(returned, Sequence) else [returned]
    if len(values) != len(layer.results):
        raise ValueError(f"{len(values)} values, the layer has {len(layer.results)} outputs")
    for value, result in zip(values, layer.results, strict=True):
        if not isinstance(value, SSAValue):
            raise ValueError(f"{type(value).__name__}, not a value of the builder's")
        if shape_of(value) != shape_of(result):
            shapes = f"shape {shape_of(value)}, its shape rule gives {shape_of(result)}"
            raise ValueError(shapes)
    return [value for value in values if isinstance(value, SSAValue)]
