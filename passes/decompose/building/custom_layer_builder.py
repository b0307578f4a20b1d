"""What users build their own layers of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import FloatAttr, UnitAttr, f32
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import Rewriter

from ....dialects.ncnn import layer_op
from ....dialects.ncnn.base import UNRANKED, NcnnOp, Shape, shape_of, tensor_type
from ....dialects.ncnn.correlation import CorrelationOp, correlation_shape
from ....dialects.ncnn.custom import CustomOp
from ....dialects.ncnn.gather import GatherElementsOp, GatherRowsOp
from ....dialects.ncnn.layer import LayerSpec, Param, ParamValue
from ....dialects.ncnn.pooling_index import (
    PoolingIndexOp,
    UnpoolOp,
    pooling_index_shape,
    unpool_shape,
)
from ....dialects.ncnn.project_flow import ProjectFlowOp, check_project_flow
from ....dialects.ncnn.select_boxes import SelectBoxesOp, check_select_boxes
from ....dialects.ncnn.top_k import TopKOp
from ....dialects.ncnn.warp import (
    FilterInterpolationOp,
    WarpOp,
    check_filter_interpolation,
    check_warp,
)
from ....dialects.properties import int_array, int_attr
from ....dialects.weight_store import WeightStore
from ...common.constants import stored_array
from .layer_builder import LayerBuilder


class CustomLayerBuilder(LayerBuilder):
    """
    What a `lowering` of `ncnnc.register_layer` builds its layer with.

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
        cls = layer_op(type)
        if cls is None or cls.LAYER is None:
            raise ValueError(f"there is no layer type '{type}' to build with")
        given = named_params(cls.LAYER, params or {})
        arrays = {name: self._stored(name, array) for name, array in (weights or {}).items()}
        check_weights(cls.LAYER, given, arrays)
        return self._built(cls.from_layer(given, list(inputs), arrays, outputs))

    def _built(self, op: NcnnOp) -> list[SSAValue]:
        """Insert an op and return its results, with their shapes. Raises: ShapeError."""
        shapes = op.infer_shapes()
        self.insert(op)
        for result, shape in zip(op.results, shapes, strict=True):
            Rewriter.replace_value_with_new_type(result, tensor_type(shape))
        op.verify()
        return list(op.results)

    def warp(self, image: SSAValue, flow: SSAValue, zeros_outside: bool = False) -> SSAValue:
        """
        Each pixel of `c,h,w` sampled at its own place plus the flow `2,h,w`; see `WarpOp`.

        Raises: ShapeError (a ValueError) for shapes that do not fit.
        """
        check_warp(shape_of(image), shape_of(flow))
        return self.insert(
            WarpOp.build(
                operands=[image, flow],
                properties={"zeros_outside": UnitAttr() if zeros_outside else None},
                result_types=[image.type],
            )
        )

    def filter_interpolation(self, image: SSAValue, flow: SSAValue, filter: SSAValue) -> SSAValue:
        """
        4x4 pixels of `c,h,w` around each pixel's place plus the flow `2,h,w`, by filters `16,h,w`.

        See `FilterInterpolationOp`. Raises: ShapeError (a ValueError) for shapes that do not fit.
        """
        check_filter_interpolation(shape_of(image), shape_of(flow), shape_of(filter))
        operands = [image, flow, filter]
        return self.insert(
            FilterInterpolationOp.build(operands=operands, result_types=[image.type])
        )

    def project_flow(self, flow: SSAValue, weight: SSAValue) -> SSAValue:
        """
        The opposite of each flow `2,h,w`, carried to where it leads; see `ProjectFlowOp`.

        Raises: ShapeError (a ValueError) for shapes that do not fit.
        """
        check_project_flow(shape_of(flow), shape_of(weight))
        return self.insert(ProjectFlowOp.build(operands=[flow, weight], result_types=[flow.type]))

    def correlation(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """
        Means over the channels of products of `c,h,w` and moved windows; see `CorrelationOp`.

        Raises: ShapeError (a ValueError) for shapes that do not fit.
        """
        shape = correlation_shape(shape_of(a), shape_of(b))
        return self.insert(CorrelationOp.build(operands=[a, b], result_types=[tensor_type(shape)]))

    def pooling_index(
        self, x: SSAValue, kernel: Sequence[int], stride: Sequence[int], pad: Sequence[int]
    ) -> SSAValue:
        """
        The number of the first largest cell of each window of `c,h,w`; see `PoolingIndexOp`.

        Raises: ShapeError (a ValueError) for windows that cannot be.
        """
        shape = pooling_index_shape(shape_of(x), kernel, stride, pad)
        arrays = {"kernel": kernel, "stride": stride, "pad": pad}
        return self.insert(
            PoolingIndexOp.build(
                operands=[x],
                properties={name: int_array(numbers) for name, numbers in arrays.items()},
                result_types=[tensor_type(shape)],
            )
        )

    def unpool(self, x: SSAValue, index: SSAValue, size: Sequence[int]) -> SSAValue:
        """
        Each cell of `c,h,w` at the place of `c,oh,ow` that its index says; see `UnpoolOp`.

        Raises: ShapeError (a ValueError) for shapes that do not fit.
        """
        shape = unpool_shape(shape_of(x), shape_of(index), size)
        return self.insert(
            UnpoolOp.build(
                operands=[x, index],
                properties={"size": int_array(size)},
                result_types=[tensor_type(shape)],
            )
        )

    def select_boxes(
        self, boxes: SSAValue, scores: SSAValue, most: int, overlap: float, score: float
    ) -> SSAValue:
        """
        The numbers of the best boxes `4,n` by their scores `n`, then -1s; see `SelectBoxesOp`.

        Raises: ShapeError (a ValueError) for shapes that do not fit.
        """
        check_select_boxes(shape_of(boxes), shape_of(scores), most)
        properties = {
            "most": int_attr(most),
            "overlap": FloatAttr(overlap, f32),
            "score": FloatAttr(score, f32),
        }
        return self.insert(
            SelectBoxesOp.build(
                operands=[boxes, scores],
                properties=properties,
                result_types=[tensor_type((most,))],
            )
        )

    def gather_rows(self, table: SSAValue, indices: SSAValue) -> SSAValue:
        """The row of a matrix for each index; indices are clamped and lose their fractions."""
        return self._built(GatherRowsOp.build(operands=[table, indices], result_types=[UNRANKED]))[
            0
        ]

    def gather_elements(self, x: SSAValue, indices: SSAValue, axis: int) -> SSAValue:
        """As numpy's `take_along_axis`; indices are clamped and lose their fractions."""
        op = GatherElementsOp.build(
            operands=[x, indices],
            properties={"axis": int_attr(axis)},
            result_types=[UNRANKED],
        )
        return self._built(op)[0]

    def top_k(self, x: SSAValue, k: int) -> list[SSAValue]:
        """The k largest elements of each row (the last axis), and their places in the row."""
        return self._built(
            TopKOp.build(
                operands=[x], properties={"k": int_attr(k)}, result_types=[UNRANKED, UNRANKED]
            )
        )

    def array(self, values: Any, name: str = "constant") -> SSAValue:
        """Numbers that are known already, as a blob or as what a layer stores."""
        return self.constant(self._weights, name, np.asarray(values, np.float32))

    def values(self, x: SSAValue) -> np.ndarray:
        """
        The numbers of an array that is stored or was made by `array`.

        Raises: ValueError for any other blob.
        """
        array = stored_array(x, self._weights)
        if array is None:
            raise ValueError("only arrays that are stored have values before the model runs")
        return array

    def _stored(self, name: str, array: SSAValue | np.ndarray) -> SSAValue:
        return array if isinstance(array, SSAValue) else self.array(array, name)


def named_params(spec: LayerSpec, params: Mapping[int, Any]) -> dict[str, ParamValue]:
    """All parameters of a layer by name. Raises: ValueError for an id that it does not have."""
    known = {param.id: param for param in spec.params}
    for id in params:
        if id not in known:
            raise ValueError(f"{spec.type} has no parameter {id}, but {sorted(known)}")
    return spec.completed({known[id].name: typed(known[id], v) for id, v in params.items()})


def typed(param: Param, value: Any) -> ParamValue:
    """A value as a parameter has it. Raises: ValueError or TypeError if it cannot be."""
    match param.kind:
        case "int":
            return int(value)
        case "float":
            return float(value)
        case "ints":
            return [int(item) for item in value]
        case "floats":
            return [float(item) for item in value]
        case _:
            return str(value)


def check_weights(
    spec: LayerSpec, params: Mapping[str, ParamValue], arrays: Mapping[str, SSAValue]
) -> None:
    """Raises: ValueError unless the arrays are those that the layer stores."""
    stored = {w.name: w.shape(params) for w in spec.weights if w.present(params)}
    if set(stored) != set(arrays):
        raise ValueError(f"{spec.type} stores {sorted(stored)}, given: {sorted(arrays)}")
    for name, shape in stored.items():
        if shape_of(arrays[name]) != shape:
            given = shape_of(arrays[name])
            raise ValueError(f"array '{name}' of {spec.type} has shape {shape}, given: {given}")


def outputs_of(layer: Operation, returned: object) -> list[SSAValue]:
    """What a lowering returned, as one value for each output. Raises: ValueError."""
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
