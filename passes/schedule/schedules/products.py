"""Choose the schedules of products of matrices and of vectors."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

from xdsl.dialects.builtin import bf16, f32
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineConstantExpr

from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.block_matmul import INTEGERS
from ....dialects.kernel.block_words import WORDS
from ....dialects.kernel.matmul import panel_elements
from ....dialects.kernel.widening_matmul import most_few_rows, rows_in_registers
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.internal.round_blocks import RoundBlocksOp
from ....dialects.ncnn.internal.stored_matrices import DequantizeBlocksOp, LookupOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.matmul import MatMulOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.elements import product_types
from ....dialects.target.products import (
    BFLOAT16,
    F32,
    INT8,
    INT16,
    UINT8_INT8,
    UINT8_INT8_NARROW,
    Product,
)
from ....dialects.target.records import Target
from ...common.epilogues import gemm_epilogue
from ...common.geometry.matrices import Matrices, gemm_matrices, matmul_matrices, product_matrices
from ...common.target import product_of
from ..cost.late_epilogue import late_epilogue_of_rows, vectors_in_turn
from ..cost.matrix_tile import (
    product_tile,
    puts_rows_in_panels,
    tile_of_dynamic_rows,
    tile_of_few_rows,
)
from ..cost.prefetching import integers_ahead, weights_ahead, weights_ahead_of_any_rows
from .small_matrices import by_small_matrices

EXACT_DIGITS = 3
"""Integers of int8 that stand for a float32, to 2^-24 of the largest of a block."""


def gemm_schedule(op: GemmOp, target: Target) -> Schedule:
    x, w = gemm_matrices(op)
    schedule = product_schedule(x, w, op.a, op.b, target)
    if schedule.digits:
        # Sums of a block's integers leave registers to an epilogue, which then waits for no stores.
        return schedule
    late = late_epilogue_of_rows(gemm_epilogue(op), op.output.type, target)
    vectors = vectors_in_turn(late, target)
    return replace(schedule, late_epilogue=late, epilogue_vectors=vectors)


def widening_schedule(x: Matrices, w: Matrices, bits: int | None, target: Target) -> Schedule:
    """
    Return the schedule of a product with a matrix that is stored in few bits, or as indices of a
    codebook; its panels serve any number of rows.

    For few rows numbers are widened in registers, otherwise once for all register tiles.
    """
    vectors = min(target.costs.panel_vectors, -(-w.rows // target.lanes))
    tile = max((target.registers - vectors - 1) // vectors, 1)
    product = None if bits is None else pairs_of_bytes(bits, target)
    if x.rows <= most_few_rows(tile, is_codebook=bits is None):
        return Schedule((min(x.rows, rows_in_registers(tile)), vectors), product=product)
    rows = min(tile, x.rows)
    ahead = weights_ahead(w.columns * vectors * target.lanes * F32.bytes, target.costs)
    block = -(-x.rows // rows)
    return Schedule((rows, vectors), block=block, weights_ahead=ahead, product=product)


def block_schedule(
    x: Matrices, w: Matrices, bits: int, target: Target, digits: int
) -> Schedule | None:
    """
    Return the schedule of a product of blocks of integers; None without an instruction that
    multiplies as many lanes as a vector of floats has.

    A register tile holds the sums of a block besides the total sums. Words are unpacked once for
    several register tiles where products and additions keep all units busy.
    """
    product = integer_product(bits, target)
    if product is None:
        return None
    vectors = min(target.costs.panel_vectors, -(-w.rows // target.lanes))
    free = target.registers - vectors - 1 - product.temporaries
    most = max(free // ((digits + 1) * vectors), 1)
    rows = min(most, -(-target.costs.block_sums // (vectors * digits)), x.rows)
    tiles, panel = -(-x.rows // rows), w.columns * vectors * target.lanes
    return Schedule(
        (rows, vectors),
        block=0 if product.accumulates or tiles == 1 else tiles,
        weights_ahead=integers_ahead(panel, target.costs, tiles),
        product=ProductAttr.of(target.isa, product),
        digits=digits,
    )


def rounded_schedule(x: Matrices, w: Matrices, target: Target) -> Schedule:
    """Return the schedule of a product of rows, rounded to int8, with stored rows of int8."""
    bits = INT8.weight.bits
    return block_schedule(x, w, bits, target, digits=1) or widening_schedule(x, w, bits, target)


def integer_product(bits: int, target: Target) -> Product | None:
    """
    Return the instruction that multiplies bytes of int8 by integers of a number of bits: one that
    adds four products, or in 16 bits if sums of these integers are exact there, or pairs of i16.
    """
    products = [target.product(INT8)]
    if bits == 4 and (products[0] is None or products[0].types != UINT8_INT8):
        products.insert(0, target.product(UINT8_INT8_NARROW))
    size, usable = F32.bits * target.lanes, (p for p in products if p and p.types in INTEGERS)
    return next((p for p in usable if p.intrinsic(size) is not None), None)


def pairs_of_bytes(bits: int, target: Target) -> ProductAttr | None:
    """
    Return the instruction that makes floats of even columns of narrow integers, or None. If it
    added to sums, each would need a register of zeros.
    """
    pairs = (p for p in target.products if p.types == INT16 and not p.accumulates)
    product = next((p for p in pairs if p.intrinsic(32 * target.lanes) is not None), None)
    return ProductAttr.of(target.isa, product) if product and WORDS[bits].offset else None


def matmul_schedule(op: MatMulOp, target: Target) -> Schedule:
    return product_schedule(*matmul_matrices(op), op.a, op.b, target)


def product_schedule(
    x: Matrices, w: Matrices, rows: SSAValue, weights: SSAValue, target: Target
) -> Schedule:
    """Return the schedule of `x w^T` for matrices in two values."""
    stored = weights.owner
    if isinstance(stored, DequantizeBlocksOp | LookupOp):
        bits = stored.bits.value.data if isinstance(stored, DequantizeBlocksOp) else None
        digits = digits_of(x, rows, stored, target)
        schedule = None
        if bits is not None and digits:
            schedule = block_schedule(x, w, bits, target, digits)
        if schedule is not None:
            return schedule
        return widening_schedule(x, w, bits, target)
    if are_rounded(x, w, rows, weights):
        schedule = block_schedule(x, w, INT8.weight.bits, target, digits=1)
        if schedule is not None:
            return schedule
    is_stored, dynamic = isinstance(stored, WeightOp), extents_of(rows)
    types, is_dynamic = (rows.type, weights.type), dynamic is not None
    schedule = schedule_of_types(x, w, types, target, is_stored=is_stored, is_dynamic=is_dynamic)
    if extents_of(weights) is not None:
        # Threads would share columns that a run does not have.
        schedule = replace(schedule, shares_vectors=False)
    if (
        dynamic is not None
        and sum(not isinstance(e, AffineConstantExpr) for e in dynamic.results) > 1
    ):
        # Panels have dynamic rows or dynamic columns, not both.
        schedule = replace(schedule, panels=False)
    if dynamic is not None and schedule.shares_vectors:
        return replace(schedule, weights_ahead=weights_ahead_of_any_rows(target.costs))
    return schedule


def digits_of(
    x: Matrices, rows: SSAValue, stored: DequantizeBlocksOp | LookupOp, target: Target
) -> int:
    """
    Return how many int8 integers represent each number of x.

    One if x is rounded; three, as exact as float32, if an instruction adds so many products that
    this is faster than floats; otherwise none.
    """
    if is_rounded_as(rows, stored):
        return 1
    if not isinstance(stored, DequantizeBlocksOp) or element_of(rows.type) != f32:
        return 0
    bits = stored.bits.value.data
    product = integer_product(bits, target)
    is_fast = product is not None and product.accumulates and bits < INT8.weight.bits
    lies_together = x.batch == 1 and x.strides[1:] == (x.columns, 1)
    return EXACT_DIGITS if is_fast and lies_together else 0


def is_rounded_as(rows: SSAValue, stored: DequantizeBlocksOp | LookupOp) -> bool:
    """Return true if the rows of a matrix are rounded to int8 in the blocks of the other one."""
    if not isinstance(rows.owner, RoundBlocksOp) or not isinstance(stored, DequantizeBlocksOp):
        return False
    return rows.owner.size == stored.size


def are_rounded(x: Matrices, w: Matrices, rows: SSAValue, weights: SSAValue) -> bool:
    """
    Return true if both operands are computed and rounded to int8: whole rows of the first one, and
    matrices of the second one by their largest magnitude.
    """
    left, right = rows.owner, weights.owner
    if not isinstance(left, RoundBlocksOp) or not isinstance(right, RoundBlocksOp):
        return False
    if right.largest is None or extents_of(weights) is not None:
        return False
    if x.strides[2] != 1 or w.batch not in (1, x.batch):
        return False
    is_whole = left.largest is None and left.size.value.data >= x.columns
    return is_whole and prod(shape_of(right.largest)) in (1, w.batch)


def schedule_of_types(
    x: Matrices,
    w: Matrices,
    types: tuple[Attribute, Attribute],
    target: Target,
    *,
    is_stored: bool,
    is_dynamic: bool,
) -> Schedule:
    """
    Return the schedule of `x w^T` for elements of these types. Weights may be stored, and the
    number of rows may be known at run time.
    """
    elements = element_of(types[0]), element_of(types[1])
    blocks = -(-w.rows // target.lanes)
    if is_stored and multiplies_pairs(x, w, elements[1], target):
        tile = tile_of_few_rows(x, blocks, target, is_dynamic=is_dynamic)
        schedule = Schedule(tile, product=product_of(BFLOAT16, target))
        schedule = by_small_matrices(schedule, BFLOAT16, x.columns, target)
    else:
        kernel = target.inner_kernel(product_types(*elements))
        kernel = kernel.without(target.costs.spared_registers)
        tile_for = tile_of_dynamic_rows if is_dynamic else product_tile
        tile = tile_for(kernel, x.rows, blocks, x.columns, target.lanes)
        size = element_bytes(elements[0])
        schedule = Schedule(tile, panels=puts_rows_in_panels(x, w.rows, tile[0], size, target))
    return replace(schedule, **panel_details(x, w, types[1], schedule.register[0], target))


def panel_details(
    x: Matrices, w: Matrices, w_type: Attribute, rows: int, target: Target
) -> dict[str, Any]:
    """
    Return the entries that follow from the panels of weights, for register tiles of so many rows.

    Threads share large weights: a panel serves all rows while it lies in the cache.
    """
    elements = w.batch * panel_elements(w.rows, w.columns, target.lanes)
    size = elements * element_bytes(element_of(w_type))
    is_batch = max(x.batch, w.batch) > 1
    shares_vectors = not is_batch and size > target.l2_bytes // 2
    turns = -(-x.rows // rows) if is_batch or shares_vectors else 0
    ahead = weights_ahead(size, target.costs, turns)
    return {"weights_ahead": ahead, "shares_vectors": shares_vectors}


def multiplies_pairs(x: Matrices, w: Matrices, element: Attribute, target: Target) -> bool:
    """Return true if an instruction adds products of neighbouring columns: of bf16, in order."""
    if element != bf16 or not target.multiplies(BFLOAT16) or w.batch > 1:
        return False
    return x.strides[2] == 1 and x.columns % target.inner_kernel(BFLOAT16).steps == 0


def innerproduct_schedule(op: InnerProductOp, target: Target) -> Schedule:
    """Return the schedule of the product with the input, or with each of its rows."""
    if isinstance(op.weight.owner, LookupOp):
        x, w = product_matrices(op)
        return widening_schedule(x, w, None, target)
    pack = pack_of(op.output.type)
    blocks = -(-shape_of(op.weight)[0] // (pack if pack > 1 else target.lanes))
    types = product_types(element_of(op.input.type), element_of(op.weight.type))
    rows = shape_of(op.input)[0] if op.is_per_row else 1
    tile = vector_tile(rows, blocks, target)
    if types != INT8:
        return Schedule(tile)
    schedule = Schedule(tile, product=product_of(INT8, target))
    return by_small_matrices(schedule, INT8, shape_of(op.weight)[1], target)


def vector_tile(rows: int, blocks: int, target: Target) -> tuple[int, int]:
    """
    Return the rows and output vectors that are computed together: their sums must fit in registers.
    """
    vectors = min(target.costs.weights_together, blocks)
    free = target.registers - vectors - 1
    return min(rows, max(free // vectors, 1)), vectors
