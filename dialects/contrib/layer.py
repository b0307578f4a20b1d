"""The record of a layer that a program adds to ncnn, and the builder that its lowering uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeVar

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import CustomLayer, LayerParams
from ..ncnn.errors import InvalidLayerError
from ..ncnn.shapes import Shape

WeightOperands = Mapping[str, SSAValue]
"""The weights of a layer by name, as its lowering gets them."""

CONTRIB = "contrib"
"""The mark of such layers in tables and errors."""


@dataclass(frozen=True)
class ContribLayer(CustomLayer):
    """
    A layer that is built in. In addition to what `ncnnc.register_layer` takes:

    `lowering` never declines: compiled code has no call-backs, so that the layer works in C
    libraries too. A lowering or shape rule that cannot support the given parameters raises
    `refused(reason)`.
    """

    project: str = ""
    """The repository that defines the layer: `owner/name` on GitHub."""
    may_leave_out_outputs: bool = False
    """True if a model may have fewer outputs than the shape rule gives: the last are left out."""
    usual_ranks: tuple[int, ...] = ()
    """The ranks that programs give the inputs, if the shape rule takes others too."""


def refused(reason: str) -> InvalidLayerError:
    """Return the error for parameters or shapes that the layer cannot have."""
    return InvalidLayerError(reason)


def check_rank(what: str, shape: Shape, *ranks: int) -> None:
    """Raises: InvalidLayerError unless a shape has one of these numbers of axes."""
    if len(shape) not in ranks:
        allowed = " or ".join(map(str, ranks))
        raise refused(
            f"{what} must have {allowed} dimension{'' if ranks == (1,) else 's'}, not {len(shape)}"
        )


def int_param(params: LayerParams, id: int, default: int = 0) -> int:
    """Return an integer parameter. Raises: InvalidLayerError for a value of another kind."""
    value = params.get(id, default)
    if not isinstance(value, int):
        raise refused(f"parameter {id} must be an integer, not {value}")
    return value


def matrix_shape(what: str, shape: Shape) -> Shape:
    """Return `h,w` of a matrix or an image of one channel. Raises: InvalidLayerError."""
    check_rank(what, shape, 2, 3)
    if len(shape) == 3 and shape[0] != 1:
        raise refused(f"{what} must have one channel, not {shape[0]}")
    return shape[-2:]


T = TypeVar("T")


def from_inputs(build: Callable[..., T]) -> Callable[..., T]:
    """Return the lowering `build(builder, *inputs)`, of a layer without parameters and weights."""

    @wraps(build)
    def lowering(
        builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
    ) -> T:
        return build(builder, *inputs)

    return lowering


class Builder(Protocol):
    """
    Interface of lowerings: `CustomLayerBuilder`, described in docs/custom-layers.md.

    Blobs are SSA values of known shapes; axes count from the outermost, 0.
    """

    def shape(self, x: SSAValue) -> Shape: ...

    def layer(
        self,
        type: str,
        inputs: Sequence[SSAValue],
        params: Mapping[int, Any] | None = None,
        weights: Mapping[str, SSAValue | np.ndarray] | None = None,
    ) -> SSAValue: ...

    def layers(
        self,
        type: str,
        inputs: Sequence[SSAValue],
        params: Mapping[int, Any] | None = None,
        weights: Mapping[str, SSAValue | np.ndarray] | None = None,
        outputs: int = 1,
    ) -> list[SSAValue]: ...

    def unary(self, operator: str, x: SSAValue) -> SSAValue: ...

    def scalar(self, operator: str, x: SSAValue, value: float) -> SSAValue: ...

    def binary(self, operator: str, x: SSAValue, y: SSAValue) -> SSAValue: ...

    def reduce(self, kind: str, x: SSAValue, axes: Sequence[int]) -> SSAValue: ...

    def reshape(self, x: SSAValue, shape: Sequence[int]) -> SSAValue: ...

    def permute(self, x: SSAValue, order: Sequence[int]) -> SSAValue: ...

    def slice(self, x: SSAValue, axis: int, start: int, end: int) -> SSAValue: ...

    def concat(self, parts: Sequence[SSAValue], axis: int) -> SSAValue: ...

    def pad(
        self,
        x: SSAValue,
        kind: str,
        before: Sequence[int],
        after: Sequence[int],
        value: float = 0.0,
    ) -> SSAValue: ...

    def matmul(self, a: SSAValue, b: SSAValue, transpose_b: bool = False) -> SSAValue: ...

    def inner_product(self, x: SSAValue, weight: SSAValue, bias: SSAValue | None) -> SSAValue: ...

    def softmax(self, x: SSAValue, axis: int) -> SSAValue: ...

    def warp(self, image: SSAValue, flow: SSAValue, zeros_outside: bool = False) -> SSAValue: ...

    def filter_interpolation(
        self, image: SSAValue, flow: SSAValue, filter: SSAValue
    ) -> SSAValue: ...

    def project_flow(self, flow: SSAValue, weight: SSAValue) -> SSAValue: ...

    def correlation(self, a: SSAValue, b: SSAValue) -> SSAValue: ...

    def pooling_index(
        self, x: SSAValue, kernel: Sequence[int], stride: Sequence[int], pad: Sequence[int]
    ) -> SSAValue: ...

    def unpool(self, x: SSAValue, index: SSAValue, size: Sequence[int]) -> SSAValue: ...

    def select_boxes(
        self, boxes: SSAValue, scores: SSAValue, most: int, overlap: float, score: float
    ) -> SSAValue: ...

    def gather_rows(self, table: SSAValue, indices: SSAValue) -> SSAValue: ...

    def gather_elements(self, x: SSAValue, indices: SSAValue, axis: int) -> SSAValue: ...

    def top_k(self, x: SSAValue, k: int) -> list[SSAValue]: ...

    def deformable_attention(
        self, sizes: SSAValue, values: SSAValue, weights: SSAValue, x: SSAValue, y: SSAValue
    ) -> SSAValue: ...

    def array(self, values: Any, name: str = "constant") -> SSAValue: ...

    def values(self, x: SSAValue) -> np.ndarray: ...
