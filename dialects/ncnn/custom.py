"""Layers that ncnn does not have: registered by the user, or built in (`dialects/contrib`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from operator import index
from typing import Any, SupportsIndex, TypeGuard

from xdsl.irdl import irdl_op_definition, var_result_def
from xdsl.utils.exceptions import VerifyException

from ..contrib import find_layer
from ..contrib.layer import ContribLayer
from ..custom_layers import CustomLayer, LayerParams, LayerWeight, described_failure, frozen_params
from .base import NcnnOp
from .errors import RuntimeShapeError, ShapeError
from .layer import LayerSpec, Params, Weight
from .layer_attributes import raw_params
from .raw_layer import RawLayerOp
from .rules.axes import MAX_RANK
from .rules.implied_shapes import ImpliedShapes, any_extents
from .shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class CustomOp(RawLayerOp):
    """
    `%y = ncnn.custom "MyOp"(%x) weights(%w : tensor<8xf32>) params {"0" = 1 : i64}`: a layer of a
    type that `ncnnc.register_layer` has made known, or that is built in.

    Its shape rule is that layer's function. Shapes and weights of unknown types are not checked, so
    that IR can be parsed without the registration.
    """

    name = "ncnn.custom"

    outputs = var_result_def(AnyTensor)

    @property
    def registered(self) -> CustomLayer | None:
        """Return the registered or built-in layer of this type; None if there is neither."""
        return find_layer(self.layer_type.data)

    def user_params(self) -> LayerParams:
        """Return the parameters in the form passed to users' functions."""
        return frozen_params(raw_params(self.params))

    def infer_shapes(self) -> list[Shape]:
        layer = self.registered
        if layer is None:
            raise RuntimeShapeError(not_registered(self.layer_type.data))
        inputs = [shape_of(value) for value in self.inputs]
        return result_shapes(layer, self.user_params(), inputs, len(self.outputs))

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        if isinstance(self.registered, ContribLayer):
            for value, rank in zip(self.inputs, self.registered.usual_ranks, strict=False):
                shapes.propose(value, any_extents(rank))

    def type_spec(self) -> LayerSpec:
        layer = self.registered
        if layer is not None:
            return custom_spec(layer, self.user_params())
        unknown = partial(_unknown_shape, self.layer_type.data)
        weights = (Weight(f"weight_{i}", unknown, False) for i in range(len(self.weights)))
        return LayerSpec(self.layer_type.data, (), tuple(weights))

    def verify_(self) -> None:
        super().verify_()
        for weight, value in zip(self.stored_weights(), self.weights, strict=True):
            if self.registered is not None and shape_of(value) != weight.shape({}):
                raise VerifyException(
                    f"array '{weight.name}' has shape {list(shape_of(value))}, not "
                    f"{list(weight.shape({}))}"
                )
        NcnnOp.verify_(self)


def custom_spec(layer: CustomLayer, params: LayerParams) -> LayerSpec:
    """Return the spec of a registered layer with these parameters."""
    weights = (
        Weight(weight.name, partial(_weight_shape, weight, params), weight.tagged)
        for weight in layer.weights
    )
    return LayerSpec(layer.type, (), tuple(weights))


def _weight_shape(weight: LayerWeight, params: LayerParams, _: Params) -> Shape:
    """Return the shape of a stored array. Raises: ShapeError if its function returns none."""
    what = f"the shape function of array '{weight.name}'"
    try:
        shape = weight.shape(params)
    except Exception as error:
        raise ShapeError(f"{what} raised {described_failure(error)}") from error
    return _checked_shape(what, shape)


def _unknown_shape(type: str, _: Params) -> Shape:
    raise ShapeError(not_registered(type))


def not_registered(type: str) -> str:
    """Return the reason for rejecting an unregistered layer."""
    return f"layer type {type} is not registered here; hint: ncnnc.register_layer"


def other_count(shape: Callable[..., Any], inputs: int) -> int | None:
    """Return the number of inputs of a shape function if it does not accept this number."""
    try:
        signature = inspect.signature(shape)
    except ValueError:
        return None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    taken = [p for p in signature.parameters.values() if p.kind in kinds]
    try:
        signature.bind(*range(1 + inputs))
    except TypeError:
        needed = sum(p.default is inspect.Parameter.empty for p in taken)
        return (needed if inputs < needed else len(taken)) - 1
    return None


def result_shapes(
    layer: CustomLayer, params: LayerParams, inputs: Sequence[Shape], count: int
) -> list[Shape]:
    """Check the shape function's results, perhaps without the last ones. Raises: ShapeError."""
    what = "its shape function"
    try:
        given = layer.shape(params, *inputs)
    except ShapeError:
        raise
    except Exception as error:
        if isinstance(error, TypeError) and (taken := other_count(layer.shape, len(inputs))):
            reason = f"it takes {taken} inputs, not {len(inputs)}"
            raise ShapeError(reason.replace(" 1 inputs", " 1 input")) from error
        raise ShapeError(f"{what} raised {described_failure(error)}") from error
    is_one = count > 0 and _is_shape(given)
    shapes: list[Any] = [given] if is_one else _listed(what, given)
    if isinstance(layer, ContribLayer) and layer.may_leave_out_outputs:
        shapes = shapes[:count]
    if len(shapes) != count:
        raise ShapeError(f"{what} gives {len(shapes)} shapes, the layer has {count} outputs")
    return [_checked_shape(what, shape) for shape in shapes]


def _is_shape(value: object) -> TypeGuard[Sequence[SupportsIndex]]:
    """Return whether a value is one shape, not several."""
    return isinstance(value, Sequence) and all(hasattr(item, "__index__") for item in value)


def _listed(what: str, value: object) -> list[Any]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ShapeError(f"{what} gives {type(value).__name__}, not a shape or a list of shapes")
    return list(value)


def _checked_shape(what: str, value: object) -> Shape:
    """Return a shape as a tuple of positive integers. Raises: ShapeError."""
    if not _is_shape(value) or not 1 <= len(value) <= MAX_RANK:
        raise ShapeError(f"{what} gives {value!r}, not a shape of 1 to {MAX_RANK} extents")
    shape = tuple(e if isinstance(e, int) else index(e) for e in value)
    if any(extent < 1 for extent in shape):
        raise ShapeError(f"{what} gives the impossible shape {shape}")
    return shape
