"""Products of matrices."""

from __future__ import annotations

import math

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase, Storage, Weight, raw, tagged
from ..draws import Draws, Shape, Unsuitable
from ..tolerance import MOVED, SUM, Tolerance
from .parts import activation, given

EXTENTS = (1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 31, 33)
ROUNDED_INPUT = Tolerance(
    "sums of products of integers are exact, but a product that is rounded to an integer may be"
    " rounded otherwise where it is near one and a half",
    relative=1e-5,
    of_largest=1e-5,
    few=0.1,
)
ONE_STEP = Tolerance("a number near one and a half may be rounded up or down", absolute=1)


@GENERATORS.add(SUM, "MatMul")
def matmul(d: Draws, layer: str) -> LayerCase:
    """Vectors, matrices, and batches of them that are broadcast."""
    m, k, n = (d.choice(EXTENTS) for _ in range(3))
    batch = tuple(d.choice((1, 2, 3, 5)) for _ in range(d.integer(0, 2)))
    transposed = d.chance(50)

    def batches() -> Shape:
        kept = batch[d.integer(0, len(batch)) :]
        return tuple(1 if d.chance(20) else extent for extent in kept)

    one: Shape = (*batches(), m, k)
    other: Shape = (*batches(), *((n, k) if transposed else (k, n)))
    if d.chance(15):
        one = (k,)
    if d.chance(15):
        other = (k,)
    if len(one) > 4 or len(other) > 4:
        raise Unsuitable
    params = {0: 1} if transposed else given(d, {0: 0})
    return LayerCase(layer, (d.uniform(one), d.uniform(other)), params)


C_SHAPES = {0: lambda m, n: (1,), 1: lambda m, n: (m,), 2: lambda m, n: (m, 1)}
C_SHAPES |= {3: lambda m, n: (m, n), 4: lambda m, n: (1, n)}


@GENERATORS.add(SUM, "Gemm")
def gemm(d: Draws, layer: str) -> LayerCase:
    """In float, in int8, and with blocks of few bits."""
    m, n, k = (d.choice(EXTENTS) for _ in range(3))
    return block_gemm(d, layer, m, n) if d.chance(10) else plain_gemm(d, layer, m, n, k)


def plain_gemm(d: Draws, layer: str, m: int, n: int, k: int) -> LayerCase:
    """Any of the three matrices from the file, or transposed, in float or in int8."""
    trans_a, trans_b = d.chance(40), d.chance(40)
    shapes = (k, m) if trans_a else (m, k), (n, k) if trans_b else (k, n)
    stored = [d.chance(40), d.chance(50), d.chance(50)]
    quantized = d.chance(15)
    weights: list[Weight] = []
    inputs: list[np.ndarray] = []
    params: dict[int, Value] = {2: int(trans_a), 3: int(trans_b)}
    params |= given(d, {0: d.choice((1.5, -2.0, 0.3)), 1: d.choice((0.5, -0.4, 2.0))}, 40)
    arrays = [d.uniform(shape) for shape in shapes]
    for place, array in enumerate(arrays):
        if not stored[place]:
            # Matrices may come as channels of one row.
            channels = d.chance(15)
            inputs.append(array[:, None, :] if channels else array)
        elif not quantized:
            weights.append(tagged(d, array))
        else:
            integers = d.integers(array.shape, -127, 127).astype(np.int8)
            weights.append(Weight(integers, Storage.INT8))
    if any(stored[:2]) or (stored[2] and d.chance(50)):
        params |= {7: m, 8: n, 9: k}
    kind = d.choice((-1, 0, 1, 2, 3, 4))
    if stored[2]:
        params |= {7: m, 8: n, 9: k, 10: kind}
        if kind >= 0:
            weights.append(tagged(d, d.uniform(C_SHAPES[kind](m, n))))
    elif kind >= 0:
        inputs.append(d.uniform(d.choice(c_shapes(m, n, kind))))
    if stored == [True, True, True]:
        # Without an input, the layer gives what it is asked for.
        params |= {7: m, 8: n, 9: k}
    for place, id in enumerate((4, 5, 6)):
        if stored[place]:
            params[id] = 1
    params |= given(d, {11: 1}, 20) | given(d, {14: 1}, 25)
    if quantized:
        params[18] = 2
        weights += scales(d, m, stored)
    tolerance = ROUNDED_INPUT if quantized else None
    return LayerCase(layer, tuple(inputs), params, tuple(weights), tolerance=tolerance)


def c_shapes(m: int, n: int, kind: int) -> tuple[Shape, ...]:
    """Return shapes of a C from a blob: known ones, and those of which one element is added."""
    known = C_SHAPES[kind](m, n), (n,) if kind == 4 else (1,)
    return (*known, (1, m, n), (m, 1, n), (1, 1, n)) if kind > 2 else (*known, (1, 1), (m, 1, 1))


def scales(d: Draws, m: int, stored: list[bool]) -> list[Weight]:
    """Scales of the rows of A, and of B."""
    found: list[Weight] = []
    if stored[0]:
        found.append(raw(d.uniform((m,), 80, 160)))
    if stored[1]:
        found.append(raw(d.uniform((1,), 80, 160)))
    return found


BLOCKS = (32, 64, 128)
BLOCK_BITS = (8, 4, 6)


def block_term(d: Draws) -> int:
    """Bits, whether inputs have scales, and the size of blocks, as ncnn writes them."""
    return 100 * d.choice(BLOCK_BITS) + 10 * d.choice((0, 1)) + d.below(len(BLOCKS))


def block_matrix(d: Draws, term: int, rows: int, columns: int) -> tuple[Weight, Weight]:
    """Rows of integers of few bits, packed to bytes, and the scales of their blocks."""
    packed = d.generator().integers(-128, 128, (rows, -(-columns * (term // 100) // 8)))
    scales = d.uniform((rows, -(-columns // BLOCKS[term % 10])), 60, 120)
    return Weight(packed.astype(np.int8)), raw(scales)


def block_gemm(d: Draws, layer: str, m: int, n: int) -> LayerCase:
    """B of few bits, transposed; whole blocks of 32 columns, or less than one."""
    term, k = block_term(d), 32 * d.integer(1, 5)
    packed, scales = block_matrix(d, term, n, k)
    params: dict[int, Value] = {3: 1, 5: 1, 6: 1, 7: m, 8: n, 9: k, 10: -1, 18: term}
    weights = [packed]
    if d.chance(40):
        params[10] = d.choice((0, 1, 2, 3, 4))
        weights.append(tagged(d, d.uniform(C_SHAPES[int(str(params[10]))](m, n))))
    weights.append(scales)
    if term % 100 // 10:
        weights.append(raw(d.uniform((k,), 0.5, 2.0)))
    params |= given(d, {0: d.choice((1.5, -2.0)), 1: d.choice((0.5, 2.0))}, 30)
    return LayerCase(layer, (d.uniform((m, k)),), params, tuple(weights), tolerance=ROUNDED_INPUT)


@GENERATORS.add(SUM, "InnerProduct")
def innerproduct(d: Draws, layer: str) -> LayerCase:
    """Of all elements, or of the rows of a matrix; in float or in int8."""
    x = d.uniform(d.shape(cells=400))
    features = x.shape[-1] if x.ndim == 2 and d.chance(70) else x.size
    outputs = d.choice(EXTENTS)
    weight = d.uniform((outputs, features)) / np.float32(math.sqrt(features))
    biased = d.chance(60)
    params: dict[int, Value] = {0: outputs, 2: weight.size, **activation(d)}
    params |= {1: 1} if biased else given(d, {1: 0})
    bias = (raw(d.uniform((outputs,))),) if biased else ()
    if not d.chance(20):
        return LayerCase(layer, (x,), params, (tagged(d, weight), *bias))
    params[8] = d.choice((1, 2))
    return LayerCase(
        layer,
        (x,),
        params,
        (*int8_weights(d, weight, outputs, bias), input_scale(x)),
        tolerance=ROUNDED_INPUT,
    )


def largest_of_rows(array: np.ndarray, rows: int) -> np.ndarray:
    """The largest magnitude of each row, not 0."""
    return np.maximum(np.abs(array.reshape(rows, -1)).max(axis=1), np.float32(1e-6))


def int8_weights(
    d: Draws, weight: np.ndarray, rows: int, bias: tuple[Weight, ...]
) -> tuple[Weight, ...]:
    """Weights, biases and the scales of so many rows; the weights as integers or as floats."""
    scale = (127 / largest_of_rows(weight, rows)).astype(np.float32)
    if d.chance(50):
        stored = tagged(d, weight)
    else:
        integers = np.round(weight.reshape(rows, -1) * scale[:, None]).astype(np.int8)
        stored = Weight(integers.reshape(weight.shape), Storage.INT8)
    return stored, *bias, raw(scale)


def input_scale(x: np.ndarray) -> Weight:
    """One scale for an input."""
    return raw((127 / largest_of_rows(x, 1)).astype(np.float32))


@GENERATORS.add(MOVED, "Embed")
def embed(d: Draws, layer: str) -> LayerCase:
    """Rows by number; numbers out of range are the first or the last one."""
    words, size = d.choice(EXTENTS), d.choice(EXTENTS)
    count = d.extent()
    shape = d.choice(((count,), (count,), (1, count), (1, 1, count)))
    numbers = d.integers(shape, -2 if d.chance(20) else 0, words)
    biased = d.chance(40)
    params: dict[int, Value] = {0: size, 1: words, 3: words * size}
    params |= {2: 1} if biased else given(d, {2: 0})
    bias = (raw(d.uniform((size,))),) if biased else ()
    if d.chance(25):
        integers = Weight(d.integers((words, size), -127, 127).astype(np.int8), Storage.INT8)
        params[18] = 2
        weights = (integers, *bias, raw(d.uniform((1,), 50, 150)))
        return LayerCase(layer, (numbers,), params, weights, tolerance=SUM)
    weights = (tagged(d, d.uniform((words, size))), *bias)
    return LayerCase(layer, (numbers,), params, weights, tolerance=SUM if biased else None)


OUTPUT_LETTERS, INNER_LETTERS = "ijkl", "mnop"


@GENERATORS.add(SUM, "Einsum")
def einsum(d: Draws, layer: str) -> LayerCase:
    """Permutations, traces, sums, and products of two or three operands."""
    rank = d.integer(1, 4)
    output = OUTPUT_LETTERS[:rank]
    # ncnn numbers letters from i on: those that are summed come after those of the output.
    summed = (OUTPUT_LETTERS + INNER_LETTERS)[rank : rank + d.integer(0, 2)]
    extents = {letter: d.choice((1, 2, 3, 4, 5, 7, 8)) for letter in output + summed}
    if math.prod(extents.values()) > 5000:
        raise Unsuitable
    count = d.integer(1, 3)
    tokens = ["" for _ in range(count)]
    for letter in d.generator().permutation(list(output + summed)):
        holders = [i for i, token in enumerate(tokens) if len(token) < 4]
        if not holders:
            raise Unsuitable
        chosen = {d.choice(holders), d.choice(holders)}
        for i in sorted(chosen):
            tokens[i] += str(letter)
    tokens = [token for token in tokens if token]
    equation = f"{','.join(tokens)}->{output}"
    inputs = tuple(d.uniform(tuple(extents[letter] for letter in token)) for token in tokens)
    return LayerCase(layer, inputs, {0: tuple(map(ord, equation))})
