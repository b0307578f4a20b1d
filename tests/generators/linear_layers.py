"""Random layers with weights: convolutions of all kinds, deconvolutions and inner products."""

from __future__ import annotations

import math

import numpy as np

from .builder import Blob, GraphBuilder, Rejected
from .network import Value

SAME_UPPER, SAME_LOWER = -233, -234
ACTIVATION_PARAMETERS = {
    1: (),
    2: (0.1,),
    3: (-0.5, 0.75),
    4: (),
    5: (),
    6: (0.2, 0.5),
}
"""Fused activations by ncnn's code, with parameters."""


def channels(g: GraphBuilder) -> int:
    """A number of output channels."""
    return g.dice.choice((1, 2, 3, 4, 4, 5, 6, 8))


def weights(g: GraphBuilder, shape: tuple[int, ...], bias: bool) -> dict[str, np.ndarray]:
    """Weights that keep magnitudes, and perhaps a bias."""
    deviation = 1 / math.sqrt(math.prod(shape[1:]))
    made = {"weight": (g.numbers.standard_normal(shape) * deviation).astype(np.float32)}
    if bias:
        made["bias"] = g.uniform((shape[0],), -0.5, 0.5)
    return made


def activation_params(g: GraphBuilder, chance: float = 0.15) -> dict[int, Value]:
    """A fused activation, now and then."""
    if not g.chance(chance):
        return {}
    code = g.dice.choice(list(ACTIVATION_PARAMETERS))
    values = ACTIVATION_PARAMETERS[code]
    return {9: code} | ({10: values} if values else {})


def rare_params(g: GraphBuilder) -> dict[int, Value]:
    """Return parameters that every layer may have: a feature mask."""
    return {31: g.dice.choice((1, 8, 64))} if g.chance(0.03) else {}


def window_params(g: GraphBuilder, x: Blob, kernel: tuple[int, int]) -> dict[int, Value]:
    """
    Kernel, dilation and stride of a convolution; heights only where they differ.

    The output of a dilated one is larger than the dilation: ncnn crashes on others.
    """
    stride = g.dice.choice(((1, 1), (1, 1), (1, 1), (2, 2), (1, 2)))
    wide = len(x.shape) == 3 and min(x.shape[1:]) > 2 * max(kernel)
    dilation = 2 if wide and max(kernel) > 1 and stride == (1, 1) and g.chance(0.3) else 1
    params: dict[int, Value] = {1: kernel[1], 2: dilation, 3: stride[1]}
    if kernel[0] != kernel[1]:
        params[11] = kernel[0]
    if stride[0] != stride[1]:
        params[13] = stride[0]
    return params


def pad_params(g: GraphBuilder, x: Blob, kernel: tuple[int, int]) -> dict[int, Value]:
    """
    No padding, the usual one, an odd one, a SAME code; a pad value now and then.

    Vectors have none, and kernels of SAME codes are not smaller than strides: ncnn fails.
    """
    kind = g.dice.choice(("none", "none", "usual", "usual", "odd", "same"))
    if kind == "none" or len(x.shape) == 1 or (max(kernel) == 1 and not g.chance(0.15)):
        return {}
    if kind == "same" and min(kernel) > 1:
        params: dict[int, Value] = {4: g.dice.choice((SAME_UPPER, SAME_LOWER))}
    elif kind == "usual":
        params = {4: kernel[1] // 2, 14: kernel[0] // 2}
    else:
        params = {pad: g.dice.choice((0, 1, 2)) for pad in (4, 15, 14, 16)}
    if g.chance(0.15):
        params[18] = g.dice.choice((-0.5, 0.25, 1.0))
    return params


def random_kernel(g: GraphBuilder) -> tuple[int, int]:
    """Height and width of a kernel."""
    return g.dice.choice(((1, 1), (1, 1), (3, 3), (3, 3), (2, 2), (1, 3), (3, 1), (5, 5)))


def convolution(
    g: GraphBuilder,
    x: Blob,
    outputs: int | None = None,
    kernel: tuple[int, int] | None = None,
    stride: int | None = None,
    plain: bool = False,
) -> Blob:
    """
    Add a dense convolution.

    Missing arguments are drawn; `plain` ones keep the size and have no activation.
    """
    if len(x.shape) == 1:
        kernel = (1, 1)
    elif len(x.shape) != 3:
        raise Rejected
    outputs = outputs or channels(g)
    kernel = kernel or random_kernel(g)
    bias = g.chance(0.7)
    shape = (outputs, x.shape[0], *kernel)
    params: dict[int, Value] = {0: outputs, 5: int(bias), 6: math.prod(shape)}
    if plain:
        params |= {1: kernel[1], 11: kernel[0], 4: kernel[1] // 2, 14: kernel[0] // 2}
    else:
        params |= window_params(g, x, kernel) | pad_params(g, x, kernel) | activation_params(g)
    if stride is not None:
        params |= {3: stride, 13: stride}
    return g.add("Convolution", x, params | rare_params(g), weights(g, shape, bias))


def grouped_convolution(g: GraphBuilder, x: Blob) -> Blob:
    """A depthwise convolution, or one with other groups."""
    if len(x.shape) != 3:
        raise Rejected
    inputs = x.shape[0]
    groups = (
        inputs if g.chance(0.7) else g.dice.choice([n for n in (1, 2, 3, 4) if inputs % n == 0])
    )
    outputs = groups * g.dice.choice((1, 1, 1, 2)) if groups == inputs else groups * 2
    kernel, bias = random_kernel(g), g.chance(0.7)
    shape = (outputs, inputs // groups, *kernel)
    params: dict[int, Value] = {0: outputs, 5: int(bias), 6: math.prod(shape), 7: groups}
    params |= window_params(g, x, kernel) | pad_params(g, x, kernel) | activation_params(g)
    return g.add("ConvolutionDepthWise", x, params | rare_params(g), weights(g, shape, bias))


def dynamic_convolution(g: GraphBuilder, x: Blob) -> Blob:
    """A convolution that gets its weights, and perhaps its bias, from blobs."""
    if len(x.shape) != 3:
        raise Rejected
    kernel, bias, outputs = random_kernel(g), g.chance(0.5), channels(g)
    stored = weights(g, (outputs, x.shape[0], *kernel), bias)
    operands = [x, *map(g.constant, stored.values())]
    if g.chance(0.3):
        operands[1] = g.add("BinaryOp", operands[1], {0: 2, 1: 1, 2: 1.5})
    params: dict[int, Value] = {0: outputs, 5: int(bias), 6: 0, 19: 1}
    params |= window_params(g, x, kernel) | pad_params(g, x, kernel) | activation_params(g)
    return g.add("Convolution", operands, params)


def deconvolution(g: GraphBuilder, x: Blob) -> Blob:
    """A deconvolution, dense, depthwise or grouped."""
    if len(x.shape) != 3 or max(x.shape[1:]) > 6:
        raise Rejected
    inputs, size, bias = x.shape[0], g.dice.choice((1, 2, 3, 4)), g.chance(0.7)
    groups = g.dice.choice([0, 0, inputs, *(n for n in (1, 2) if inputs % n == 0)])
    outputs = max(groups, 1) * g.dice.choice((1, 2)) if groups else channels(g)
    shape = (outputs, inputs // max(groups, 1), size, size)
    params: dict[int, Value] = {0: outputs, 1: size, 3: g.dice.choice((1, 2))}
    params |= {5: int(bias), 6: math.prod(shape)} | activation_params(g)
    extra = g.dice.choice(("none", "none", "pad", "output pad"))
    if extra == "pad":
        params[4] = 1
    elif extra == "output pad":
        params |= {18: 1, 19: g.dice.choice((0, 1))}
    made = weights(g, shape, bias)
    if not groups:
        return g.add("Deconvolution", x, params, made)
    return g.add("DeconvolutionDepthWise", x, params | {7: groups}, made)


def innerproduct(
    g: GraphBuilder, x: Blob, outputs: int | None = None, activation: float = 0.15
) -> Blob:
    """An inner product: by rows of a matrix, or of all cells."""
    by_row = len(x.shape) == 2 and g.chance(0.8)
    features = x.shape[-1] if by_row else x.value.size
    if features > 200:
        raise Rejected
    outputs, bias = outputs or channels(g), g.chance(0.7)
    params: dict[int, Value] = {0: outputs, 1: int(bias), 2: outputs * features}
    made = weights(g, (outputs, features), bias)
    params |= activation_params(g, activation) | rare_params(g)
    return g.add("InnerProduct", x, params, made)


def convolution_1d(g: GraphBuilder, x: Blob) -> Blob:
    """A convolution along the rows of a matrix, dense or by channel."""
    if len(x.shape) != 2:
        raise Rejected
    depthwise = g.chance(0.3)
    inputs, size, bias = x.shape[0], g.dice.choice((1, 1, 2, 3)), g.chance(0.7)
    outputs = inputs if depthwise else channels(g)
    shape = (outputs, 1 if depthwise else inputs, size)
    params: dict[int, Value] = {0: outputs, 1: size, 3: g.dice.choice((1, 1, 2))}
    params |= {5: int(bias), 6: math.prod(shape)} | activation_params(g)
    if size > 1 and g.chance(0.5):
        params[4] = g.dice.choice((1, SAME_UPPER))
    made = weights(g, shape, bias)
    if depthwise:
        return g.add("ConvolutionDepthWise1D", x, params | {7: inputs}, made)
    return g.add("Convolution1D", x, params, made)


LINEAR_LAYERS = {
    3: (
        (convolution, 10),
        (grouped_convolution, 6),
        (dynamic_convolution, 2),
        (deconvolution, 6),
        (innerproduct, 3),
    ),
    2: ((innerproduct, 4), (convolution_1d, 3)),
    1: ((innerproduct, 4), (convolution, 3)),
    4: ((innerproduct, 1),),
}
"""Layers with weights by the rank of their input, and how often each is taken."""


def linear(g: GraphBuilder, x: Blob) -> Blob:
    """A layer with weights that takes the blob."""
    choices = LINEAR_LAYERS[len(x.shape)]
    (make,) = g.dice.choices([c[0] for c in choices], [c[1] for c in choices])
    return make(g, x)
