"""Why a linear layer cannot take in the op that reads its result, in words for a remark."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import SSAValue

from ....dialects.ncnn.attributes import Activation
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.families.linear import LinearOp
from ....dialects.ncnn.families.spatial import SpatialOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.rules.broadcast import align
from ....dialects.ncnn.shapes import Shape, has_shape, shape_of, tensor_type
from ...common.constants import is_constant
from ...common.errors import layer_name
from ..analysis.ranks import rank_of
from .linear import channels_of

Reason = str | None
"""Why not; None if nothing speaks against it."""

HOMOGENEOUS = (Activation.NONE, Activation.RELU, Activation.LEAKY_RELU)
"""Activations with `f(s * x) = s * f(x)` for positive `s`."""


def why_not_merge(linear: LinearOp) -> Reason:
    """Why the layer may not be replaced by one that computes what its user does."""
    name = layer_name(linear)
    if not linear.output.has_one_use():
        return f"the result of {name} has other users"
    return f"{name} is scheduled already" if linear.is_scheduled else None


def why_not_fold(linear: LinearOp) -> Reason:
    """Why factors and terms for its outputs cannot go into the layer's weights and bias."""
    if linear.activation.data != Activation.NONE:
        return f"{layer_name(linear)} has an activation"
    return why_not_merge(linear) or why_not_change_weights(linear)


def why_not_scale(linear: LinearOp) -> Reason:
    """Why positive factors for its outputs cannot go through its activation into its weights."""
    kind = linear.activation.data
    if kind not in HOMOGENEOUS:
        return f"factors do not go through the {kind.value} of {layer_name(linear)}"
    return why_not_merge(linear) or why_not_change_weights(linear)


def why_not_change_weights(linear: LinearOp) -> Reason:
    """Why arithmetic may not change the weights: they must be float32 constants by channel."""
    name = layer_name(linear)
    parts = [value for value in (linear.weight, linear.bias) if value is not None]
    if linear.scale_term != 0:
        return f"{name} has int8 weights"
    if not all(map(is_constant, parts)):
        return f"the network computes the weights of {name}"
    if linear.has_transposed_weight:
        return f"the weights of {name} are transposed"
    if not all(has_shape(v) and v.type == tensor_type(shape_of(v)) for v in parts):
        return f"the weights of {name} are no float32 tensors of known shape"
    if linear.has_spare_weights is not False:
        return f"which weights of {name} count is unknown, or not all do"
    return None


@dataclass(frozen=True)
class ResultForm:
    """The known shape of a linear layer's result, and its channel axis."""

    extents: tuple[int | None, ...]
    """None for one that depends on the input's unknown shape."""
    channel_axis: int = 0


def result_forms(op: LinearOp) -> list[ResultForm]:
    """
    Return all forms that the layer's result can have, as far as the shapes of inputs are known.
    """
    channels = channels_of(op)
    if has_shape(op.output):
        axis = 1 if isinstance(op, InnerProductOp) and len(shape_of(op.output)) == 2 else 0
        return [ResultForm(shape_of(op.output), axis)]
    vector, rank = ResultForm((channels,)), rank_of(op.output)
    if not isinstance(op, SpatialOp):
        rows = ResultForm((None, channels), channel_axis=1)
        return [vector] if rank == 1 else [vector, rows]
    blob = ResultForm((channels, *(None for _ in range(op.SPATIAL_AXES))))
    if rank is None:
        return [vector, blob]
    return [vector] if rank == 1 else [blob]


def why_not_channelwise(linear: LinearOp, consumer: NcnnOp) -> Reason:
    """Why the constants of a BatchNorm or Scale are not one for each of the layer's channels."""
    name, user, parameters = layer_name(linear), layer_name(consumer), consumer.operands[1:]
    if not all(is_constant(parameter) and has_shape(parameter) for parameter in parameters):
        return f"the network computes the parameters of {user}"
    for parameter in parameters:
        if shape_of(parameter) != (channels_of(linear),):
            count = "x".join(map(str, shape_of(parameter)))
            return f"{user} is for {count} channels, {name} has {channels_of(linear)}"
    forms = result_forms(linear)
    if all(form.channel_axis == 0 for form in forms):
        return None
    if len(forms) > 1:
        return unknown_shape(linear)
    return f"{user} scales rows, the channels of {name} are columns"


def why_not_per_channel(constant: SSAValue, linear: LinearOp) -> Reason:
    """Why a constant of a BinaryOp has neither one element nor one for each output channel."""
    if not has_shape(constant):
        return "the shape of the constant is unknown"
    fits = [goes_along_channels(shape_of(constant), form) for form in result_forms(linear)]
    if all(fits):
        return None
    if any(fits):
        return unknown_shape(linear)
    shape = "x".join(map(str, shape_of(constant)))
    return f"a constant of shape {shape} is not one for each channel of {layer_name(linear)}"


def unknown_shape(linear: LinearOp) -> str:
    """Return a reason that names the unknown shape."""
    return f"the shape of the result of {layer_name(linear)} is unknown"


def goes_along_channels(shape: Shape, form: ResultForm) -> bool:
    """Return whether a constant of this shape broadcasts along the channels alone."""
    extents, axis = form.extents, form.channel_axis
    if len(shape) > len(extents):
        return False
    if len(shape) == 1 and shape != (1,) and extents[0] is None:
        return False
    aligned = align(shape, tuple(extent or 0 for extent in extents))
    rest = {*aligned[:axis], *aligned[axis + 1 :]}
    return aligned[axis] in (1, extents[axis]) and rest <= {1}
