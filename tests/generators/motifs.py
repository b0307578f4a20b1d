"""Groups of layers that the optimizer rewrites, and groups that look alike but must stay."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from .builder import Blob, Full, GraphBuilder, Rejected
from .linear_layers import (
    convolution,
    convolution_1d,
    deconvolution,
    grouped_convolution,
    innerproduct,
    linear,
)
from .network import Value
from .simple_layers import (
    activation,
    affine,
    batchnorm,
    binary_with_constant,
    binary_with_scalar,
    combine,
    constant,
    constant_values,
    dropout,
    flatten,
    global_pooling,
    moving,
    noop,
    padding,
    permute,
    prelu,
    reduction,
    reshape,
    scalar,
    scale,
)

Step = Callable[[GraphBuilder, Blob], Blob]


def attempt(g: GraphBuilder, step: Step, x: Blob) -> Blob:
    """The blob behind the step, or the blob itself if the step cannot be taken."""
    for _ in range(3):
        try:
            return step(g, x)
        except Rejected:
            continue
    return x


def is_image(blob: Blob) -> bool:
    """Return whether the blob has channels, rows and columns."""
    return len(blob.shape) == 3


def linear_chain(g: GraphBuilder) -> Blob:
    """A layer with weights between affine ones and activations."""
    x = g.pick()
    for _ in range(g.dice.choice((0, 0, 0, 1, 2))):
        x = attempt(g, affine, x)
    if is_image(x) and g.chance(0.12):
        x = attempt(g, padding, x)
    x = attempt(g, linear, x)
    for _ in range(g.dice.choice((1, 1, 2, 2, 3, 4))):
        x = attempt(g, affine if g.chance(0.7) else activation, x)
    return x


def fusable_pair(g: GraphBuilder) -> Blob:
    """A layer with weights of any kind, and one layer that ncnnoptimize puts into some kinds."""
    x = g.pick(is_image)
    make = g.dice.choice((convolution, grouped_convolution, deconvolution, innerproduct))
    x = attempt(g, make, x)
    step = g.dice.choice((batchnorm, scale, activation, by_channel, by_channel))
    return attempt(g, step, x)


def by_channel(g: GraphBuilder, x: Blob) -> Blob:
    """A sum or product with a constant for each channel."""
    n, rank = x.shape[0], len(x.shape)
    shape = g.dice.choice(((n,), (n, *(1,) * (rank - 1)), (1,) * rank))
    operands = [x, constant(g, x.shape, shape)]
    return g.add(
        "BinaryOp", operands if g.chance(0.7) else operands[::-1], {0: g.dice.choice((0, 2))}
    )


def two_linear_layers(g: GraphBuilder) -> Blob:
    """A layer with weights, an affine one, perhaps another: it may go before or after."""
    x = attempt(g, linear, g.pick())
    x = attempt(g, affine, x)
    return attempt(g, linear, x)


def residual(g: GraphBuilder) -> Blob:
    """Add a blob and the result of convolutions of it."""
    start = g.pick(is_image)
    x = start
    for _ in range(g.dice.choice((1, 2))):
        x = convolution(
            g, x, outputs=start.shape[0], kernel=g.dice.choice(((1, 1), (3, 3))), plain=True
        )
        if g.chance(0.6):
            x = attempt(g, affine if g.chance(0.5) else activation, x)
    x = combine(g, x, start)
    return attempt(g, activation, x) if g.chance(0.6) else x


def mean_pair(g: GraphBuilder, x: Blob) -> Blob:
    """Two Reductions that may be a global pooling."""
    params: dict[int, Value] = {
        0: g.dice.choice((3, 3, 3, 3, 4)),
        1: 0,
        4: g.dice.choice((0, 1)),
        5: 1,
    }
    axes = g.dice.choice(((2, 1), (2, 1), (1, 1), (-1, -1), (2, 2), (1, 2), (-1, 1), (0, 0)))
    for axis in axes:
        if g.chance(0.15):
            params = params | {2: 2.0}
        x = g.add("Reduction", x, params | {3: (axis,)})
    return x


def squeeze_step(g: GraphBuilder, x: Blob) -> Blob:
    """The mean of every channel, said in one of many ways."""
    kind = g.dice.choice(("pooling", "pooling", "reduction", "pair"))
    if kind == "pooling":
        return global_pooling(g, x)
    if kind == "pair":
        return mean_pair(g, x)
    return g.add("Reduction", x, {0: 3, 1: 0, 3: (1, 2), 4: g.dice.choice((0, 1)), 5: 1})


def squeeze_and_excite(g: GraphBuilder) -> Blob:
    """Channels weighed by what a small network says of their means."""
    start = g.pick(is_image)
    x = squeeze_step(g, start)
    for last in (False, True):
        outputs = start.shape[0] if last else g.dice.choice((1, 2, 4))
        x = (
            innerproduct(g, x, outputs)
            if g.chance(0.4)
            else convolution(g, x, outputs, (1, 1), plain=True)
        )
        gate = g.dice.choice(("Sigmoid", "HardSigmoid")) if last else "ReLU"
        x = g.add(gate, x)
    if g.chance(0.3):
        x = reshape(g, x, (start.shape[0], 1, 1))
    x = g.add("BinaryOp", [start, x] if g.chance(0.6) else [x, start], {0: 2})
    return convolution(g, x, kernel=(1, 1)) if g.chance(0.7) else x


def bottleneck_tail(g: GraphBuilder) -> Blob:
    """The end of a stage of a Caffe-style ResNet: a sum whose readers have stride 2."""
    start = g.pick(lambda b: is_image(b) and min(b.shape[1:]) > 2)
    x = convolution(g, start, kernel=g.dice.choice(((3, 3), (3, 3), (1, 1))), plain=True)
    x = g.add("ReLU", x)
    x = convolution(g, x, outputs=start.shape[0], kernel=(1, 1), plain=True)
    x = g.add("ReLU", combine(g, x, start))
    strides = g.dice.choice(((2, 2), (2, 2), (2, 2), (2, 1), (2,), (2, 3)))
    ends = [
        convolution(
            g, x, outputs=4, kernel=(3, 3) if g.chance(0.1) else (1, 1), stride=s, plain=True
        )
        for s in strides
    ]
    return combine(g, ends[0], ends[-1]) if len(ends) > 1 and g.chance(0.7) else ends[0]


def slice_and_concat(g: GraphBuilder) -> Blob:
    """A Slice put together again, in order or not, along its axis or another."""
    x = g.pick(lambda b: max(b.shape) > 1)
    axis = g.dice.choice([i for i, n in enumerate(x.shape) if n > 1])
    count = g.dice.choice((2, 2, 3))
    sizes: tuple[int, ...] = (-233,) * count
    if x.shape[axis] > count and g.chance(0.5):
        sizes = (1, *sizes[1:])
    chosen = axis - len(x.shape) if g.chance(0.2) else axis
    parts = g.add_many("Slice", x, {0: sizes, 1: chosen}, tops=count)
    if g.chance(0.3):
        g.dice.shuffle(parts)
    if g.chance(0.2):
        parts[0] = attempt(g, activation, parts[0])
    if g.chance(0.1):
        parts.pop()
    return g.add("Concat", parts, {0: axis if g.chance(0.8) else g.dice.randrange(len(x.shape))})


def concat(g: GraphBuilder) -> Blob:
    """Blobs that fit, joined."""
    a = g.pick()
    axis = g.dice.randrange(len(a.shape))
    rest = (*a.shape[:axis], *a.shape[axis + 1 :])
    b = g.pick(
        lambda b: len(b.shape) == len(a.shape) and (*b.shape[:axis], *b.shape[axis + 1 :]) == rest
    )
    return g.add("Concat", [a, b] if a is not b or g.chance(0.5) else [a], {0: axis})


INVERSE_ORDERS = {2: (0, 1), 3: (0, 1, 2, 4, 3, 5)}
"""The Permute that undoes another, by rank and order."""


def moves(g: GraphBuilder) -> Blob:
    """Permutes that undo each other or do not, Reshapes of Reshapes, a Flatten between."""
    x = g.pick(lambda b: len(b.shape) in INVERSE_ORDERS)
    if g.chance(0.5):
        orders = INVERSE_ORDERS[len(x.shape)]
        order = g.dice.randrange(len(orders))
        y = permute(g, x, order)
        if g.chance(0.2):
            y = attempt(g, activation, y)
        return permute(g, y, orders[order] if g.chance(0.6) else None)
    y = reshape(g, x) if g.chance(0.7) else flatten(g, x)
    if g.chance(0.4):
        y = attempt(g, activation if g.chance(0.5) else moving, y)
    return reshape(g, y, x.shape if y.value.size == x.value.size and g.chance(0.5) else None)


def reshape_before_binary(g: GraphBuilder) -> Blob:
    """A vector made 1x1xn for a BinaryOp that may not need it."""
    x = g.pick(lambda b: len(b.shape) > 1)
    extent = g.dice.choice(x.shape)
    fits = [b for b in g.blobs if b.shape == (extent,)]
    vector = g.dice.choice(fits) if fits else constant(g, x.shape, (extent,))
    shape = g.dice.choice(
        ((extent, 1, 1), (extent, 1, 1), (extent, 1), (1, extent, 1), (1, 1, extent))
    )
    if vector.constant and g.chance(0.7):
        vector = innerproduct(g, g.pick(lambda b: b.value.size <= 200), extent)
        vector = flatten(g, vector)
    y = reshape(g, vector, shape)
    return combine(g, x, y)


def mean_pairs(g: GraphBuilder) -> Blob:
    """Two Reductions, and what may follow a global pooling."""
    return mean_pair(g, g.pick(lambda b: len(b.shape) in (3, 4)))


def scaled_sum(g: GraphBuilder) -> Blob:
    """A sum of blobs of which one or both are scaled."""
    a = g.pick()
    kind = g.dice.choice(("same shape", "same shape", "lower rank", "constant"))
    if kind == "constant":
        b = constant(g, a.shape)
    else:
        b = g.pick(lambda b: b.shape == a.shape if kind == "same shape" else b.shape != a.shape)
    terms = [_scaled(g, a) if g.chance(0.8) else a, _scaled(g, b) if g.chance(0.6) else b]
    return g.add("BinaryOp", terms, {0: g.dice.choice((0, 0, 0, 1))})


def _scaled(g: GraphBuilder, x: Blob) -> Blob:
    if g.chance(0.4):
        return g.add("BinaryOp", [x, constant(g, x.shape, (1,))], {0: 2})
    return g.add("BinaryOp", x, {0: g.dice.choice((2, 2, 2, 3)), 1: 1, 2: scalar(g)})


def innerproduct_dropout(g: GraphBuilder) -> Blob:
    """An inner product, with an activation or without, and a dropout that scales."""
    x = innerproduct(g, g.pick(), activation=0.6)
    return g.add("Dropout", x, {0: g.dice.choice((0.5, 0.5, -0.5, 2.0))})


def row_products(g: GraphBuilder) -> Blob:
    """An inner product or a convolution of the rows of a matrix, and affine layers."""
    x = g.pick(lambda b: 1 < len(b.shape) < 4)
    if len(x.shape) == 3:
        x = reshape(g, x, (x.shape[0], x.value.size // x.shape[0]))
    x = attempt(g, affine, x) if g.chance(0.4) else x
    rows = g.chance(0.3)
    x = innerproduct(g, x, x.shape[0] if rows else None) if g.chance(0.6) else convolution_1d(g, x)
    for _ in range(g.dice.choice((1, 1, 2, 3))):
        x = attempt(g, affine if g.chance(0.8) else activation, x)
    return x


def weights_from_inputs(g: GraphBuilder) -> Blob:
    """A convolution whose weights another layer computes, and affine layers."""
    x = g.pick(is_image)
    kernel, outputs = g.dice.choice(((1, 1), (3, 3), (2, 2))), g.dice.choice((1, 2, 3))
    shape = (outputs, x.shape[0], *kernel)
    y = innerproduct(g, g.pick(lambda b: b.value.size <= 100), prod(shape))
    y = reshape(g, y, shape)
    params: dict[int, Value] = {0: outputs, 1: kernel[1], 4: kernel[1] // 2, 5: 0, 6: 0, 19: 1}
    x = g.add("Convolution", [x, y], params)
    return attempt(g, affine if g.chance(0.6) else activation, x)


def classifier(g: GraphBuilder) -> Blob:
    """The end of a classifier: layers after a global pooling that may be inner products."""
    x = squeeze_step(g, g.pick(is_image)) if g.chance(0.8) else g.pick(lambda b: len(b.shape) < 3)
    if g.chance(0.5):
        x = flatten(g, x) if g.chance(0.5) else reshape(g, x)
    for _ in range(g.dice.choice((1, 2, 2))):
        if g.chance(0.5) and len(x.shape) in (1, 3):
            x = convolution(g, x, kernel=(1, 1) if g.chance(0.8) else None)
        else:
            x = innerproduct(g, x)
        for step, probability in ((flatten, 0.3), (dropout, 0.3), (affine, 0.4), (activation, 0.4)):
            x = attempt(g, step, x) if g.chance(probability) else x
    return x


def constants_of_constants(g: GraphBuilder) -> Blob:
    """A constant that is computed, and perhaps read twice or an output, combined with a blob."""
    x = g.pick()
    y = constant(g, x.shape)
    for _ in range(g.dice.choice((1, 1, 2))):
        step = g.dice.choice((binary_with_scalar, binary_with_constant, reshape, noop, activation))
        y = attempt(g, step, y)
    return combine(g, x, y)


def scalar_with_many_readers(g: GraphBuilder) -> Blob:
    """One constant behind a Split (or not), read by BinaryOps of several kinds."""
    x = g.pick()
    value = g.constant(constant_values(g, (1,)))
    copies = g.split(value, g.dice.choice((2, 3))) if g.chance(0.6) else [value] * 3
    for copy in copies:
        operands = [x, copy] if g.chance(0.5) else [copy, x]
        operator = g.dice.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
        x = attempt(g, lambda g, x, o=operands, p=operator: g.add("BinaryOp", o, {0: p}), x)
        if g.chance(0.3):
            break
    return x


def gated(g: GraphBuilder) -> Blob:
    """A blob times what an activation makes of it, in the parts that converters leave."""
    x = g.pick()
    kind = g.dice.choice(("mish", "clip", "sigmoid", "sigmoid", "sigmoid"))
    if kind == "mish":
        gate = g.add("TanH", g.add("Softplus", x))
    elif kind == "clip":
        gate = g.add("BinaryOp", x, {0: 0, 1: 1, 2: 3.0})
        gate = g.add("Clip", gate, {0: 0.0, 1: 6.0})
        if g.chance(0.7):
            gate = g.add("BinaryOp", gate, {0: 3, 1: 1, 2: 6.0})
    else:
        type = g.dice.choice(("Sigmoid", "Sigmoid", "HardSigmoid"))
        gate = g.add(type, x, {0: 1 / 6} if type == "HardSigmoid" and g.chance(0.5) else {})
    other = x if g.chance(0.85) else g.pick(lambda b: b.shape == x.shape)
    return g.add("BinaryOp", [other, gate] if g.chance(0.5) else [gate, other], {0: 2})


def idle(g: GraphBuilder) -> Blob:
    """A layer that does nothing with these parameters, and nearly so with others."""
    x = g.pick(is_image)
    near = g.chance(0.3)
    kinds: tuple[tuple[str, dict[int, Value]], ...] = (
        ("Padding", {0: int(near), 4: 0}),
        ("Interp", {0: g.dice.choice((1, 2)), 1: 1.0, 2: 2.0 if near else 1.0}),
        ("Crop", {9: (int(near),), 10: (-233,), 11: (0,)}),
        ("ShuffleChannel", {0: x.shape[0] if near else 1}),
        ("Permute", {0: int(near)}),
        ("Power", {0: 1.0, 1: 1.0, 2: 0.5 if near else 0.0}),
    )
    type, params = g.dice.choice(kinds)
    return g.add(type, x, params)


def repeated_activation(g: GraphBuilder) -> Blob:
    """An activation of an activation, which may be one."""
    x = attempt(g, linear, g.pick()) if g.chance(0.5) else g.pick()
    kinds: tuple[tuple[str, dict[int, Value]], ...] = (
        ("ReLU", {}),
        ("Clip", {0: 0.0, 1: 6.0}),
        ("Clip", {0: -0.5, 1: 0.5}),
        ("AbsVal", {}),
        ("ReLU", {0: 0.2}),
    )
    for _ in range(2):
        type, params = g.dice.choice(kinds)
        x = g.add(type, x, params)
    return x


def any_two(g: GraphBuilder) -> Blob:
    """Two blobs combined, if they broadcast."""
    a = g.pick()
    return combine(g, a, g.pick(lambda b: b.shape == a.shape) if g.chance(0.7) else g.pick())


def any_operator(g: GraphBuilder) -> Blob:
    """A BinaryOp of any operator with a constant."""
    return binary_with_constant(g, g.pick(), any_operator=True)


def any_layer(g: GraphBuilder) -> Blob:
    """Any layer."""
    return g.dice.choice((linear, affine, activation, moving, moving, prelu, reduction))(
        g, g.pick()
    )


MOTIFS: tuple[tuple[Callable[[GraphBuilder], Blob], int], ...] = (
    (linear_chain, 24),
    (two_linear_layers, 5),
    (fusable_pair, 10),
    (residual, 3),
    (squeeze_and_excite, 3),
    (bottleneck_tail, 3),
    (slice_and_concat, 3),
    (concat, 1),
    (moves, 3),
    (reshape_before_binary, 2),
    (mean_pairs, 2),
    (scaled_sum, 3),
    (classifier, 5),
    (innerproduct_dropout, 2),
    (row_products, 4),
    (weights_from_inputs, 2),
    (constants_of_constants, 2),
    (scalar_with_many_readers, 2),
    (gated, 2),
    (idle, 2),
    (repeated_activation, 1),
    (any_two, 2),
    (any_operator, 3),
    (any_layer, 6),
)
"""Groups, and how often each is taken."""


def grow(g: GraphBuilder) -> None:
    """Add one group of layers, or as much of it as fits."""
    (motif,) = g.dice.choices([m[0] for m in MOTIFS], [m[1] for m in MOTIFS])
    try:
        motif(g)
    except (Rejected, Full):
        g.drop_unread_constants()
