"""Random layers without (large) weights: affine ones, activations, and those that move cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .builder import Blob, GraphBuilder, Rejected, Shape
from .network import EXTENT_IDS, Value

OPERATORS = range(19)
AFFINE_OPERATORS = (0, 0, 1, 2, 2, 3, 7, 7, 8)
"""add, sub, mul, div, rsub, rdiv."""


# Affine layers ----------------------------------------------------------------------------------


def constant_values(g: GraphBuilder, shape: Shape) -> np.ndarray:
    """Numbers away from zero: positive, negative, of mixed sign, or all the same."""
    values = g.uniform(shape, 0.5, 1.75)
    kind = g.dice.choice(("positive", "positive", "negative", "mixed", "same", "one"))
    if kind == "negative":
        return -values
    if kind == "mixed":
        return values * (g.numbers.integers(0, 2, shape) * 2 - 1).astype(np.float32)
    if kind == "same":
        return np.full(shape, g.dice.choice((0.5, 2.0, -1.0, 0.123456789)), np.float32)
    return np.ones(shape, np.float32) if kind == "one" else values


def constant_shape(g: GraphBuilder, shape: Shape) -> Shape:
    """A shape that a BinaryOp might broadcast against `shape`."""
    rank, outer, inner = len(shape), shape[0], shape[-1]
    ones = (1,) * (rank - 1)
    return g.dice.choice(
        (
            (1,),
            (1,),
            (1,),
            (1, 1),
            (1, 1, 1),
            (outer,),
            (outer,),
            (outer, *ones),
            (outer, *ones),
            (inner,),
            (1,) * rank,
            shape,
            (*shape[:-1], 1),
            shape[1:] or (1,),
            shape[:2],
        )
    )


def constant(g: GraphBuilder, like: Shape, shape: Shape | None = None) -> Blob:
    """A MemoryData, or one that is there already (perhaps behind a Split)."""
    known = [blob for blob in g.blobs if blob.constant and len(blob.shape) <= len(like)]
    if shape is None and known and g.chance(0.3):
        return g.dice.choice(known)
    shape = shape or constant_shape(g, like)
    made = g.constant(constant_values(g, shape))
    if g.chance(0.12):
        return g.split(made, g.dice.choice((1, 2, 3)))[0]
    return made


def binary_with_constant(g: GraphBuilder, x: Blob, any_operator: bool = False) -> Blob:
    """A BinaryOp of a blob and a constant, on either side."""
    operator = g.dice.choice(OPERATORS if any_operator else AFFINE_OPERATORS)
    operands = [x, constant(g, x.shape)]
    if g.chance(0.4):
        operands.reverse()
    return g.add("BinaryOp", operands, {0: operator})


def binary_with_scalar(g: GraphBuilder, x: Blob) -> Blob:
    """A BinaryOp whose second operand is a parameter."""
    operator = g.dice.choice(OPERATORS if g.chance(0.2) else AFFINE_OPERATORS)
    return g.add("BinaryOp", x, {0: operator, 1: 1, 2: scalar(g)})


def scalar(g: GraphBuilder) -> float:
    """A number away from zero."""
    return g.dice.choice((0.5, 2.0, 1.0, -1.5, 0.7310585, -0.3, 1.25))


def batchnorm(g: GraphBuilder, x: Blob) -> Blob:
    """A BatchNorm, of which some slopes may be negative."""
    n = x.shape[0]
    made = {
        "slope": constant_values(g, (n,)),
        "mean": g.uniform((n,), -0.4, 0.4),
        "variance": g.uniform((n,), 0.4, 1.6),
        "bias": g.uniform((n,), -0.4, 0.4),
    }
    return g.add("BatchNorm", x, {0: n, 1: g.dice.choice((0.0, 1e-5, 1e-3))}, made)


def scale(g: GraphBuilder, x: Blob) -> Blob:
    """A Scale by weights, or by a vector from a constant."""
    n = x.shape[0]
    if g.chance(0.12):
        vector = constant(g, x.shape, (n,))
        return g.add("Scale", [x, vector], {0: -233, 1: 0})
    made, bias = {"scale": constant_values(g, (n,))}, g.chance(0.6)
    if bias:
        made["bias"] = g.uniform((n,), -0.5, 0.5)
    return g.add("Scale", x, {0: n, 1: int(bias)}, made)


def bias(g: GraphBuilder, x: Blob) -> Blob:
    """A Bias layer."""
    return g.add("Bias", x, {0: x.shape[0]}, {"bias": g.uniform((x.shape[0],), -0.5, 0.5)})


def dropout(g: GraphBuilder, x: Blob) -> Blob:
    """A Dropout, mostly one that does nothing."""
    factor = g.dice.choice((1.0, 1.0, 0.5, -0.75))
    return g.add("Dropout", x, {} if factor == 1.0 else {0: factor})


def noop(g: GraphBuilder, x: Blob) -> Blob:
    """A Noop, of which a second input may be dropped."""
    if g.chance(0.1):
        other = g.pick()
        if other is not x:
            return g.add_many("Noop", [x, other], tops=g.dice.choice((1, 2)))[0]
    return g.add("Noop", x)


def pooling_1x1(g: GraphBuilder, x: Blob) -> Blob:
    """A Pooling of single cells, or nearly."""
    params: dict[int, Value] = {0: g.dice.choice((0, 1)), 1: 1, 2: 1}
    if g.chance(0.4):
        near = ({2: 2}, {3: 1}, {11: 2}, {4: 1}, {5: 1}, {12: 2}, {1: 3, 3: 1}, {1: 2, 5: 2})
        params |= g.dice.choice(near)
    return g.add("Pooling", x, params)


def split_of_one(g: GraphBuilder, x: Blob) -> Blob:
    """A Split, of whose tops all but one are outputs."""
    return g.dice.choice(g.split(x, g.dice.choice((1, 1, 2, 3))))


def power(g: GraphBuilder, x: Blob) -> Blob:
    """A Power layer, mostly affine."""
    return g.add("Power", x, {0: g.dice.choice((1.0, 1.0, 2.0)), 1: scalar(g), 2: scalar(g)})


AFFINE_LAYERS = (
    (batchnorm, 8),
    (scale, 7),
    (bias, 3),
    (binary_with_constant, 14),
    (binary_with_scalar, 6),
    (dropout, 3),
    (noop, 2),
    (pooling_1x1, 3),
    (split_of_one, 2),
    (power, 1),
)


def affine(g: GraphBuilder, x: Blob) -> Blob:
    """A layer that scales and shifts, if anything."""
    (make,) = g.dice.choices([a[0] for a in AFFINE_LAYERS], [a[1] for a in AFFINE_LAYERS])
    return make(g, x)


# Activations ------------------------------------------------------------------------------------

COMMON_ACTIVATIONS: tuple[tuple[str, dict[int, Value]], ...] = (
    ("ReLU", {}),
    ("ReLU", {}),
    ("ReLU", {0: 0.1}),
    ("Clip", {0: -0.5, 1: 0.75}),
    ("Clip", {0: 0.0, 1: 6.0}),
    ("Sigmoid", {}),
    ("Mish", {}),
    ("HardSwish", {}),
    ("HardSwish", {0: 1 / 6, 1: 0.5}),
)
"""Those that ncnn fuses."""
RARE_ACTIVATIONS: tuple[tuple[str, dict[int, Value]], ...] = (
    ("Swish", {}),
    ("GELU", {}),
    ("GELU", {0: 1}),
    ("HardSigmoid", {}),
    ("ELU", {0: 1.0}),
    ("CELU", {}),
    ("SELU", {}),
    ("TanH", {}),
    ("Softplus", {}),
    ("AbsVal", {}),
    ("Erf", {}),
    ("BNLL", {}),
    ("Shrink", {}),
    ("Threshold", {0: 0.1}),
    ("Exp", {}),
    ("DeepCopy", {}),
)


def activation(g: GraphBuilder, x: Blob) -> Blob:
    """An activation."""
    if g.chance(0.12):
        return prelu(g, x)
    if g.chance(0.12):
        return g.add("UnaryOp", x, {0: g.dice.choice(range(28))})
    known = COMMON_ACTIVATIONS if g.chance(0.75) else RARE_ACTIVATIONS
    type, params = g.dice.choice(known)
    return g.add(type, x, params)


def prelu(g: GraphBuilder, x: Blob) -> Blob:
    """A PReLU of one slope, or of one by channel."""
    n = 1 if g.chance(0.6) else x.shape[0]
    return g.add("PReLU", x, {0: n}, {"slope": g.uniform((n,), -0.3, 0.5)})


# Layers that move cells -------------------------------------------------------------------------


def pooling(g: GraphBuilder, x: Blob) -> Blob:
    """A Pooling with a window, an adaptive or a global one."""
    if len(x.shape) != 3:
        raise Rejected
    params: dict[int, Value] = {0: g.dice.choice((0, 1))}
    kind = g.dice.choice(("window", "window", "global", "adaptive"))
    if kind == "global":
        return g.add("Pooling", x, params | {4: 1})
    if kind == "adaptive":
        return g.add("Pooling", x, params | {7: 1, 8: g.dice.choice((1, 2, 3))})
    params |= {1: g.dice.choice((2, 3)), 2: g.dice.choice((1, 2)), 3: g.dice.choice((0, 0, 1))}
    return g.add("Pooling", x, params | {5: g.dice.choice((0, 1, 2, 3)), 6: g.dice.choice((0, 1))})


def global_pooling(g: GraphBuilder, x: Blob) -> Blob:
    """A global Pooling."""
    if len(x.shape) != 3:
        raise Rejected
    return g.add("Pooling", x, {0: g.dice.choice((0, 1, 1)), 4: 1})


def factors(g: GraphBuilder, count: int, rank: int) -> Shape:
    """A random shape of that rank with so many cells."""
    shape: list[int] = []
    for _ in range(rank - 1):
        divisors = [n for n in range(1, min(count, 12) + 1) if count % n == 0]
        shape.append(g.dice.choice(divisors))
        count //= shape[-1]
    g.dice.shuffle(shape)
    return (*shape, count)


def reshape(g: GraphBuilder, x: Blob, shape: Shape | None = None) -> Blob:
    """A Reshape to any shape, in any of ncnn's ways to say it."""
    shape = shape or factors(g, x.value.size, g.dice.choice((1, 1, 2, 3, 3, 4)))
    extents = list(reversed(shape))
    if g.chance(0.1):
        return g.add("Reshape", x, {6: ",".join(map(str, extents))})
    if len(shape) == len(x.shape) and g.chance(0.3):
        same = [i for i, n in enumerate(reversed(x.shape)) if extents[i] == n]
        for i in same:
            extents[i] = 0
    if g.chance(0.4):
        extents[g.dice.randrange(len(extents))] = -1
    return g.add("Reshape", x, dict(zip(EXTENT_IDS[len(shape)], extents, strict=True)))


def flatten(g: GraphBuilder, x: Blob) -> Blob:
    """A Flatten, also of a vector."""
    return g.add("Flatten", x)


def permute(g: GraphBuilder, x: Blob, order: int | None = None) -> Blob:
    """A Permute; order 0 does nothing."""
    count = {1: 1, 2: 2, 3: 6, 4: 24}[len(x.shape)]
    return g.add("Permute", x, {0: g.dice.randrange(count) if order is None else order})


def crop(g: GraphBuilder, x: Blob) -> Blob:
    """A Crop of a random box, which may be all of it."""
    axes = [i for i, n in enumerate(x.shape) if n > 1 and g.chance(0.5)]
    starts = [g.dice.randrange(0, 2) for _ in axes]
    ends = [g.dice.choice((x.shape[axis], -233, x.shape[axis] - 1)) for axis in axes]
    if not axes:
        return g.add("Crop", x, {9: (0,), 10: (-233,), 11: (0,)})
    return g.add("Crop", x, {9: tuple(starts), 10: tuple(ends), 11: tuple(axes)})


def padding(g: GraphBuilder, x: Blob, kind: int | None = None) -> Blob:
    """A Padding: constant, replicated or mirrored cells, of channels too."""
    if len(x.shape) != 3:
        raise Rejected
    sides = {side: g.dice.choice((0, 1, 1, 2)) for side in (0, 1, 2, 3)}
    params: dict[int, Value] = {
        **sides,
        4: g.dice.choice((0, 0, 0, 1, 2)) if kind is None else kind,
    }
    if params[4] == 0:
        params[5] = g.dice.choice((0.0, 0.0, 0.0, 0.5, -1.0))
    if g.chance(0.1):
        params |= {7: 1, 8: g.dice.choice((0, 1))}
    elif params[4] == 0 and g.chance(0.1):
        values = g.uniform((x.shape[0],), -1, 1)
        return g.add("Padding", x, params | {6: x.shape[0]}, {"values": values})
    return g.add("Padding", x, params)


def reduction(g: GraphBuilder, x: Blob, kind: int | None = None) -> Blob:
    """A Reduction over some axes or all, mostly a mean."""
    kind = g.dice.choice((3, 3, 3, 0, 4, 5, 2, 8)) if kind is None else kind
    params: dict[int, Value] = {0: kind, 4: g.dice.choice((0, 1)), 5: 1}
    if g.chance(0.1):
        params[2] = 0.5
    if g.chance(0.15):
        return g.add("Reduction", x, params | {1: 1})
    rank = len(x.shape)
    axes = sorted(g.dice.sample(range(rank), g.dice.randint(1, rank)))
    chosen = tuple(axis - rank if g.chance(0.3) else axis for axis in axes)
    return g.add("Reduction", x, params | {1: 0, 3: chosen})


def softmax(g: GraphBuilder, x: Blob) -> Blob:
    """A Softmax."""
    return g.add("Softmax", x, {0: g.dice.randrange(len(x.shape)), 1: 1})


def shuffle(g: GraphBuilder, x: Blob) -> Blob:
    """A ShuffleChannel, also of one group."""
    if len(x.shape) != 3:
        raise Rejected
    groups = g.dice.choice([n for n in (1, 2, 3, 4) if x.shape[0] % n == 0])
    return g.add("ShuffleChannel", x, {0: groups, 1: g.dice.choice((0, 0, 1))})


def interp(g: GraphBuilder, x: Blob) -> Blob:
    """An Interp, to the same or twice the size."""
    if len(x.shape) != 3:
        raise Rejected
    factor = g.dice.choice((1.0, 2.0))
    return g.add("Interp", x, {0: g.dice.choice((1, 2)), 1: factor, 2: factor})


def squeeze(g: GraphBuilder, x: Blob) -> Blob:
    """A Squeeze of the axes of extent 1, or an ExpandDims."""
    ones = tuple(i for i, n in enumerate(x.shape) if n == 1)
    if ones and len(ones) < len(x.shape) and g.chance(0.6):
        return g.add("Squeeze", x, {3: ones})
    if len(x.shape) == 4:
        raise Rejected
    return g.add("ExpandDims", x, {3: (g.dice.randrange(len(x.shape) + 1),)})


MOVING_LAYERS = (
    (pooling, 4),
    (global_pooling, 2),
    (reshape, 4),
    (flatten, 2),
    (permute, 3),
    (crop, 2),
    (padding, 2),
    (reduction, 3),
    (softmax, 1),
    (shuffle, 1),
    (interp, 1),
    (squeeze, 1),
)


def moving(g: GraphBuilder, x: Blob) -> Blob:
    """A layer that moves or joins cells."""
    (make,) = g.dice.choices([m[0] for m in MOVING_LAYERS], [m[1] for m in MOVING_LAYERS])
    return make(g, x)


# Layers of several blobs ------------------------------------------------------------------------


def eltwise(g: GraphBuilder, blobs: Sequence[Blob]) -> Blob:
    """An Eltwise of blobs of one shape."""
    operator = g.dice.choice((0, 1, 1, 1, 2))
    params: dict[int, Value] = {0: operator}
    if operator == 1 and g.chance(0.3):
        params[1] = tuple(scalar(g) for _ in blobs)
    return g.add("Eltwise", blobs, params)


def combine(g: GraphBuilder, a: Blob, b: Blob) -> Blob:
    """Two blobs, added as most networks do, or combined in another way."""
    operands = [a, b] if g.chance(0.5) else [b, a]
    if a.shape == b.shape and g.chance(0.35):
        return eltwise(g, operands)
    operator = g.dice.choice(OPERATORS) if g.chance(0.2) else g.dice.choice((0, 0, 0, 1, 2, 4, 5))
    return g.add("BinaryOp", operands, {0: operator})
