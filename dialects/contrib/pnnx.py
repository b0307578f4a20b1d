"""
Operators of PyTorch that pnnx leaves in a `.param` under their own names.

pnnx writes no parameters of an operator that it does not know. The operators here mean one thing
without them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, WeightOperands, check_rank, from_inputs, refused

PROJECT = "Tencent/pnnx"
VITS = "weirdseed/Vits-Android-ncnn"


IDENTITIES = (
    *("Tensor.to", "Tensor.contiguous", "Tensor.clone", "Tensor.detach", "Tensor.float"),
    *("Tensor.type_as", "torch.clone", "torch.detach"),
    *("aten::to", "aten::contiguous", "aten::clone", "aten::detach", "aten::alias"),
    *("aten::lift_fresh_copy", "prim::NumToTensor"),
)
"""Operators that change where or in which type elements are stored: all are float32 here."""
UNARY: dict[str, tuple[str, Callable[[np.ndarray], np.ndarray]]] = {
    "abs": ("abs", np.abs),
    "ceil": ("ceil", np.ceil),
    "cos": ("cos", np.cos),
    "exp": ("exp", np.exp),
    "floor": ("floor", np.floor),
    "log": ("log", np.log),
    "neg": ("neg", np.negative),
    "reciprocal": ("reciprocal", np.reciprocal),
    "rsqrt": ("rsqrt", lambda x: 1 / np.sqrt(x)),
    "sin": ("sin", np.sin),
    "sqrt": ("sqrt", np.sqrt),
    "square": ("square", np.square),
    "tan": ("tan", np.tan),
    "tanh": ("tanh", np.tanh),
}
"""Functions of an element: those of UnaryOp."""


def same_shape(params: LayerParams, x: Shape, *others: Shape) -> Shape:
    """Shapes: that of the first input."""
    return x


def identity(params: LayerParams, x: np.ndarray, *others: np.ndarray) -> np.ndarray:
    """The input; others only say a type."""
    return x


@from_inputs
def build_identity(builder: Builder, x: SSAValue, *others: SSAValue) -> SSAValue:
    """Build nothing."""
    return x


# Functions of an element ------------------------------------------------------------------------


def apply_unary(name: str, params: LayerParams, x: np.ndarray) -> np.ndarray:
    """The function of each element."""
    return UNARY[name][1](x)


def build_unary(
    name: str,
    builder: Builder,
    params: LayerParams,
    inputs: Sequence[SSAValue],
    weights: WeightOperands,
) -> SSAValue:
    """Build a UnaryOp."""
    return builder.unary(UNARY[name][0], inputs[0])


# Tensor.expand_as -------------------------------------------------------------------------------


def aligned(x: Shape, rank: int) -> Shape:
    """Return a shape with extents of 1 before, or without such extents, so that it has a rank."""
    while len(x) > rank and x[0] == 1:
        x = x[1:]
    return (1,) * (rank - len(x)) + x


def expanded_shape(params: LayerParams, x: Shape, like: Shape) -> Shape:
    """Shapes: the second input's, unless the first already has its height and width."""
    own = aligned(x, len(like))
    if len(own) != len(like) or any(n not in (1, m) for n, m in zip(own, like, strict=True)):
        raise refused(f"an input of {x} cannot be expanded to {like}")
    return x if own == like else like


def expand(params: LayerParams, x: np.ndarray, like: np.ndarray) -> np.ndarray:
    """The first input repeated along the axes where it has one element and the second more."""
    shape = expanded_shape(params, x.shape, like.shape)
    return np.broadcast_to(x.reshape(aligned(x.shape, len(shape))), shape)


def build_expand(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a Tile."""
    x, like = inputs
    shape = expanded_shape(params, builder.shape(x), builder.shape(like))
    x = builder.reshape(x, aligned(builder.shape(x), len(shape)))
    own = builder.shape(x)
    if own == shape:
        return x
    return builder.layer("Tile", [x], {2: [m // n for n, m in zip(own, shape, strict=True)]})


# torch.flip, torch.zeros_like, activations ------------------------------------------------------


def flipped_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `...,h,w` to the same."""
    check_rank("input", x, 2, 3, 4)
    if params:
        raise refused("torch.flip is known without parameters only, as VITS has it; use Flip")
    return x


def flip(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """The rows in reverse: VITS flips channels, which are the rows of a sequence."""
    return x[..., ::-1, :]


@from_inputs
def build_flip(builder: Builder, x: SSAValue) -> SSAValue:
    """Build a Flip."""
    return builder.layer("Flip", [x], {0: [-2]})


def softsign(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """`x / (1 + |x|)`."""
    return x / (1 + np.abs(x))


@from_inputs
def build_softsign(builder: Builder, x: SSAValue) -> SSAValue:
    """Build the quotient."""
    return builder.binary("div", x, builder.scalar("add", builder.unary("abs", x), 1.0))


def tanhshrink(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """`x - tanh(x)`."""
    return x - np.tanh(x)


@from_inputs
def build_tanhshrink(builder: Builder, x: SSAValue) -> SSAValue:
    """Build the difference."""
    return builder.binary("sub", x, builder.unary("tanh", x))


def zeros(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """Zeros, as many as the input has elements."""
    return np.zeros_like(x)


@from_inputs
def build_zeros(builder: Builder, x: SSAValue) -> SSAValue:
    """Build a constant."""
    return builder.array(np.zeros(builder.shape(x)))


def unary_layer(type: str, name: str) -> ContribLayer:
    """Return the layer of a function of an element."""
    reference, lowering = partial(apply_unary, name), partial(build_unary, name)
    reference.__doc__, lowering.__doc__ = apply_unary.__doc__, build_unary.__doc__
    return ContribLayer(type, same_shape, reference, (), lowering, PROJECT)


LAYERS = (
    *(ContribLayer(type, same_shape, identity, (), build_identity, PROJECT) for type in IDENTITIES),
    *(unary_layer(f"{prefix}{name}", name) for prefix in ("aten::", "torch.") for name in UNARY),
    ContribLayer("Tensor.expand_as", expanded_shape, expand, (), build_expand, VITS),
    ContribLayer("torch.flip", flipped_shape, flip, (), build_flip, VITS),
    ContribLayer("nn.Softsign", same_shape, softsign, (), build_softsign, PROJECT),
    ContribLayer("nn.Tanhshrink", same_shape, tanhshrink, (), build_tanhshrink, PROJECT),
    ContribLayer("torch.zeros_like", same_shape, zeros, (), build_zeros, PROJECT),
)
