"""Rules on layer parameters: defaults, shapes, stored weights."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from ..errors import ShapeError
from ..layer import Param, Params, ParamValue, Weight
from ..param_values import int_param

ShapeRule = Callable[[Params], tuple[int, ...]]
ParamCondition = Callable[[Params], bool]


def same(name: str) -> Callable[[Params], ParamValue]:
    """Return a default: the value of an earlier parameter."""
    return lambda params: params[name]


def flag(name: str) -> ParamCondition:
    """Return the condition that a parameter is not 0."""
    return lambda params: bool(params[name])


def vector(name: str) -> ShapeRule:
    """Return the rule for a vector with the length in a parameter."""
    return lambda params: (int_param(params, name),)


def one(_: Params) -> tuple[int, ...]:
    """Return the shape of one element."""
    return (1,)


def stored_weights(params: Params) -> bool:
    """Return whether the weights are in the `.bin`, not an input of the layer."""
    return not params.get("dynamic_weight", 0)


def has_bias(params: Params) -> bool:
    return stored_weights(params) and bool(params["bias_term"])


def has_int8_scales(params: Params) -> bool:
    """Return whether the layer stores int8 scales."""
    return stored_weights(params) and bool(params["int8_scale_term"])


def kernel_weights(*extents: str) -> ShapeRule:
    """Return the weights `[out][in / group]` and the kernel, whose extents are parameters."""
    return lambda params: _weight_shape(params, *(int_param(params, name) for name in extents))


def _weight_shape(params: Params, *kernel: int) -> tuple[int, ...]:
    """Return `[out][in / group]` and kernel. Raises: ShapeError if inputs do not divide."""
    outputs = int_param(params, "num_output")
    taps = prod(kernel)
    size = int_param(params, "weight_data_size")
    if outputs <= 0 or taps <= 0:
        raise ShapeError(f"num_output {outputs} and kernel area {taps} must be positive")
    if size <= 0 or size % (outputs * taps):
        raise ShapeError(
            f"weight_data_size {size} is not a multiple of num_output {outputs} x {taps} taps"
        )
    return (outputs, size // (outputs * taps), *kernel)


def output_rows(params: Params) -> tuple[int, int]:
    """Return `num_output` and the weights of each output. Raises: ShapeError for a fraction."""
    outputs, size = int_param(params, "num_output"), int_param(params, "weight_data_size")
    if outputs <= 0 or size <= 0 or size % outputs:
        raise ShapeError(f"weight_data_size {size} is not a multiple of num_output {outputs}")
    return outputs, size // outputs


def weight_and_bias(shape: ShapeRule) -> tuple[Weight, Weight]:
    """Return the stored arrays of a layer of products."""
    return (
        Weight("weight", shape, True, stored_weights),
        Weight("bias", vector("num_output"), False, has_bias),
    )


def int8_scales(count: ShapeRule) -> tuple[Weight, Weight]:
    """Return the additional arrays of such an int8 layer: scales of weights and input."""
    return (
        Weight("weight_scale", count, False, has_int8_scales),
        Weight("input_scale", one, False, has_int8_scales),
    )


NUM_OUTPUT = Param(0, "num_output", "int", 0)
BIAS_TERM = Param(5, "bias_term", "int", 0)
WEIGHT_DATA_SIZE = Param(6, "weight_data_size", "int", 0)
GROUP = Param(7, "group", "int", 1)
INT8_SCALE_TERM = Param(8, "int8_scale_term", "int", 0)
"""0 for layers that compute with float32, above 100 for those whose results are int8."""
