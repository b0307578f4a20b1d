"""Shapes of blobs, and the types of tensors that have them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, UnrankedTensorType, f32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import BaseAttr

from .errors import ShapeError

Shape = tuple[int, ...]
"""Extents of a blob in numpy's order: `(w,)`, `(h, w)`, `(c, h, w)` or `(c, d, h, w)`."""

UNRANKED = UnrankedTensorType(f32)

AnyTensor = BaseAttr(TensorType) | BaseAttr(UnrankedTensorType)
"""Constraint of every blob: a tensor, whose shape `infer-shapes` fills in."""


def shape_of(value: SSAValue) -> Shape:
    """Return the static shape of a tensor. Raises: ShapeError before `infer-shapes` knows it."""
    if not isinstance(value.type, TensorType):
        raise ShapeError("the shape of an operand is unknown")
    return value.type.get_shape()


def has_shape(value: SSAValue) -> bool:
    """Return whether the value is a tensor of known shape."""
    return isinstance(value.type, TensorType)


def tensor_type(shape: Sequence[int], encoding: Attribute | None = None) -> TensorType:
    """Return `tensor<AxBxCxf32>`, with a layout as encoding if given."""
    if encoding is None:
        return TensorType(f32, shape)
    return TensorType(f32, shape, encoding)
