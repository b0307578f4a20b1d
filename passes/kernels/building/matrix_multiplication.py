"""Matrix multiplications at level 3: operands anywhere in a tensor, weights packed in panels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import bf16
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.ir.affine import AffineMap

from ....dialects.constraints import int_array, int_attr
from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.matmul import MatmulOp, PackPanelsOp, panel_elements
from ....dialects.ncnn.internal.pack_weights import PackWeightsOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.internal.weight_forms import MatrixPanels
from ....dialects.target.costs import Caches
from ....dialects.target.elements import product_types
from ....dialects.target.products import BFLOAT16
from ....dialects.target.records import Target
from ...schedule.cost.register_tile import MOST_VECTORS, choose_register_tile, row_cycles
from .convolution_properties import steps_property
from .kernel_builder import PARALLEL, KernelBuilder
from .weight_operands import packed_weight

TILED_COLUMNS = 64
"""Columns of a product from which on it pays to put scattered rows in order first."""
LINES_OF_SET = 4
"""Lines of one set that a tile's rows may take, of 8 or more: the weights need some too."""
MOST_LINES_OF_SET = 8
"""With more, no line stays until it has been read to its end, so that order always pays."""


@dataclass(frozen=True)
class Matrices:
    """
    Matrices `[rows][columns]` in a plain tensor.

    Element `(b, r, c)` lies at the dot product with `strides`. A batch stride of 0 means that it is
    one matrix for the whole batch.
    """

    value: SSAValue
    batch: int
    rows: int
    columns: int
    strides: tuple[int, int, int]

    @property
    def transposed(self) -> Matrices:
        """The same memory with rows for columns."""
        batch, row, column = self.strides
        return Matrices(self.value, self.batch, self.columns, self.rows, (batch, column, row))


def one_matrix(value: SSAValue, rows: int, columns: int) -> Matrices:
    """A matrix whose rows lie one after the other."""
    return Matrices(value, 1, rows, columns, (0, columns, 1))


@dataclass(frozen=True)
class ProductDestination:
    """A new tensor of some shape, of which the rows of products are parts, `strides` apart."""

    shape: tuple[int, ...]
    strides: tuple[int, int]
    """From one matrix to the next, and from one row to the next."""


def multiply(
    k: KernelBuilder,
    x: Matrices,
    w: Matrices,
    to: ProductDestination,
    extras: Sequence[SSAValue] = (),
    epilogue: Region | None = None,
) -> SSAValue:
    """
    `x w^T` for each matrix of the batch, after the epilogue: `kernel.matmul`.

    Where weights are of bf16 and the target multiplies such, x is rounded to it.
    """
    lanes, made = k.lanes, x.value.type
    steps = steps_of(k, x, w)
    if steps > 1:
        x = rounded(k, x)
    blocks = -(-w.rows // lanes)
    types = product_types(element_of(x.value.type), element_of(w.value.type))
    kernel = k.target.inner_kernel(types)
    tile = choose_register_tile(kernel, x.rows, blocks, x.columns, lanes)
    if steps > 1:
        tile = tile_of_few_rows(lanes, k.target, x, blocks)
    lines = lines_in_one_set(x, tile[0], k.target.caches)
    tiled = steps == 1 and lines > (LINES_OF_SET if w.rows >= TILED_COLUMNS else MOST_LINES_OF_SET)
    return k.insert(
        MatmulOp.make(
            [
                in_panels(k, x, 1, tile[0]) if tiled else x.value,
                in_panels(k, w, lanes, tile[1], steps),
                *extras,
            ],
            [k.empty(to.shape, made)],
            {
                **steps_property(steps),
                "extents": int_array([max(x.batch, w.batch), x.rows, w.rows, x.columns]),
                "x_strides": None if tiled else int_array(x.strides),
                "y_strides": int_array(to.strides),
                "lanes": int_attr(lanes),
                "register": int_array(tile),
            },
            epilogue,
        )
    )


def steps_of(k: KernelBuilder, x: Matrices, w: Matrices) -> int:
    """Neighbouring columns of both whose products one instruction adds."""
    if element_of(w.value.type) != bf16 or not k.target.multiplies(BFLOAT16):
        return 1
    is_stored = isinstance(w.value.owner, WeightOp) and w.batch == 1
    steps = k.target.inner_kernel(BFLOAT16).steps
    return steps if is_stored and x.strides[2] == 1 and x.columns % steps == 0 else 1


def tile_of_few_rows(lanes: int, target: Target, x: Matrices, blocks: int) -> tuple[int, int]:
    """
    The cheapest register tile whose rows are in enough different sets of the cache, or else that
    with the fewest: pairs of bf16 are read where they lie.
    """
    kernel = target.inner_kernel(BFLOAT16)
    counts = [vectors for vectors in MOST_VECTORS if vectors <= blocks]
    tiles = [choose_register_tile(kernel, x.rows, blocks, x.columns, lanes, (n,)) for n in counts]

    def cost(tile: tuple[int, int]) -> tuple[int, float]:
        lines = lines_in_one_set(x, tile[0], target.caches)
        cycles = row_cycles(kernel, x.rows, blocks, x.columns, tile, lanes)
        return max(lines, LINES_OF_SET), cycles

    return min(tiles, key=cost)


def rounded(k: KernelBuilder, x: Matrices) -> Matrices:
    """The same matrices of bf16, rounded once for all their products."""
    if element_of(x.value.type) == bf16:
        return x
    for use in x.value.uses:
        other = use.operation
        if isinstance(other, GenericOp) and is_rounding(other):
            return replace(x, value=other.results[0])
    shape = buffer_shape(x.value)
    maps = [AffineMap.identity(len(shape))] * 2
    y = k.generic([x.value], k.empty(shape, bf16), maps, [PARALLEL] * len(shape), round_element)
    return replace(x, value=y)


def round_element(block: Block) -> SSAValue:
    """The first argument as bf16."""
    conversion = arith.TruncFOp(block.args[0], bf16)
    block.add_op(conversion)
    return conversion.result


def is_rounding(op: GenericOp) -> bool:
    """Whether it does nothing but round to bf16."""
    first = op.body.block.first_op
    is_only = isinstance(first, arith.TruncFOp) and first.next_op is op.body.block.last_op
    return is_only and len(op.inputs) == 1 and element_of(op.results[0].type) == bf16


def lines_in_one_set(x: Matrices, rows: int, caches: Caches) -> int:
    """
    How many cache lines one step of a tile reads from the same set of the first cache, at most.

    Lines a multiple of a way's size apart take each other's places, so that a tile's rows must be
    in enough different sets to be there until the line has been read to its end. Of rows whose
    elements are apart every line is read once a step: as many as there is room for.
    """
    _, row, column = x.strides
    if column != 1:
        return MOST_LINES_OF_SET
    size = element_bytes(element_of(x.value.type))
    sets = Counter(m * row * size % caches.l1_way // caches.line for m in range(rows))
    return max(sets.values())


def in_panels(k: KernelBuilder, w: Matrices, lanes: int, vectors: int, steps: int = 1) -> SSAValue:
    """The matrices in panels: packed at compile time if constant, else by a kernel."""
    if isinstance(w.value.owner, WeightOp | PackWeightsOp) and w.batch == 1:
        form = MatrixPanels(lanes, vectors, w.rows, w.strides[2] != 1, steps)
        return packed_weight(k, form, w.value)
    size = panel_elements(w.rows, w.columns, lanes)
    properties = {
        "extents": int_array([w.batch, w.rows, w.columns]),
        "strides": int_array(w.strides),
        "lanes": int_attr(lanes),
        "vectors": int_attr(vectors),
    }
    packed = packed_alike(w.value, properties)
    if packed is None:
        to = k.empty((w.batch * size,), w.value.type)
        packed = k.insert(PackPanelsOp.make([w.value], [to], properties))
    return packed


def packed_alike(matrices: SSAValue, properties: Mapping[str, Attribute]) -> SSAValue | None:
    """The panels of another product: queries, keys and values are often made of one blob."""
    for use in matrices.uses:
        other = use.operation
        if isinstance(other, PackPanelsOp) and properties.items() <= other.properties.items():
            return other.results[0]
    return None
