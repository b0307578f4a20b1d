"""Layer parameters from properties and operands, shared by the `layer_params` of ops."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import SSAValue

from ...constraints import int_list
from ..errors import ShapeError
from ..internal.weight import is_weight
from ..layer import ParamValue
from ..shapes import has_shape, shape_of


def named_integers(values: DenseArrayBase, *names: str) -> dict[str, ParamValue]:
    """Return an array property's integers by name. Raises: ShapeError for another number."""
    integers = int_list(values)
    if len(integers) != len(names):
        raise ShapeError(f"{', '.join(names)} need {len(names)} values, not {len(integers)}")
    return dict(zip(names, integers, strict=True))


def weight_parameters(
    weight: SSAValue, bias: SSAValue | None, kernel_names: Sequence[str]
) -> dict[str, ParamValue]:
    """Return parameters of weights `[out][in / group][kernel...]`, inputs unless constant."""
    operands = [weight] if bias is None else [weight, bias]
    dynamic = not all(is_weight(v) for v in operands)
    params: dict[str, ParamValue] = {
        "bias_term": int(bias is not None),
        "dynamic_weight": int(dynamic),
    }
    if not has_shape(weight):
        return params
    shape = shape_of(weight)
    if len(shape) != 2 + len(kernel_names):
        raise ShapeError(f"weight must have {2 + len(kernel_names)} dimensions, not {len(shape)}")
    params["num_output"] = shape[0]
    params.update(zip(kernel_names, shape[2:], strict=True))
    if not dynamic:
        params["weight_data_size"] = prod(shape)
    return params


def without_dynamic_weight(params: dict[str, ParamValue]) -> dict[str, ParamValue]:
    """Return parameters of a layer with stored weights. Raises: ShapeError if they are inputs."""
    kept = dict(params)
    if kept.pop("dynamic_weight"):
        raise ShapeError("its weights and bias must be constant")
    return kept


def flag_code(flag: object) -> int:
    """Return 1 for a flag that is present, 0 for None."""
    return int(flag is not None)
