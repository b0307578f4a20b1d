"""Build matrix multiplications at level 3: strided operands, weights packed in panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import AffineMapAttr, bf16, f32, i32
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.constraints import int_array, int_attr
from ....dialects.element_types import element_of
from ....dialects.kernel import KernelOp
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.block_matmul import INTEGERS, BlockMatmulOp
from ....dialects.kernel.block_words import byte_words
from ....dialects.kernel.matmul import MatmulOp, PackPanelsOp, panel_elements
from ....dialects.kernel.pack_integers import PackIntegersOp
from ....dialects.kernel.quantize_blocks import QuantizeBlocksOp, pitch_of
from ....dialects.kernel.round_rows import RoundRowsOp
from ....dialects.kernel.structure import ViewOp
from ....dialects.kernel.widening_matmul import WideningMatmulOp
from ....dialects.ncnn.families.block_quantization import BlockQuantization
from ....dialects.ncnn.internal.block_forms import BlockBytes, BlockFactors, BlockIntegers
from ....dialects.ncnn.internal.pack_weights import PackWeightsOp
from ....dialects.ncnn.internal.stored_matrices import DequantizeBlocksOp, LookupOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.internal.weight_forms import MatrixPanels
from ....dialects.ncnn.schedule import Schedule
from ...common.geometry.matrices import Matrices, one_matrix
from .kernel_builder import PARALLEL, KernelBuilder
from .scheduled import scheduled
from .symbolic_extents import Extents, Factor, is_number, no_extents
from .weight_operands import packed_weight

WIDENED = (DequantizeBlocksOp, LookupOp)
"""Ops whose operands are stored matrices, which kernels dequantize themselves."""


def stored_rows(value: SSAValue, rows: int, columns: int) -> Factor:
    """Return a matrix whose rows are contiguous in a value."""
    return Factor(value, one_matrix(rows, columns))


@dataclass(frozen=True)
class ProductDestination:
    """A new tensor that contains the rows of products, `strides` apart."""

    shape: tuple[int, ...]
    strides: tuple[int, int]
    """Distances of matrices and of rows. Units: elements."""


def multiply(
    k: KernelBuilder,
    schedule: Schedule,
    x: Factor,
    w: Factor,
    to: ProductDestination,
    extras: Sequence[SSAValue] = (),
    epilogue: Region | None = None,
) -> SSAValue:
    """
    Append `x w^T` of each matrix, with an epilogue; x is rounded if the product multiplies bf16.
    """
    if schedule.digits:
        return multiply_integers(k, schedule, x, w, to, extras, epilogue)
    if isinstance(w.value.owner, WIDENED):
        return multiply_stored(k, schedule, x, w, to, extras, epilogue)
    made, (rows, vectors) = x.value.type, schedule.register
    if schedule.product is not None:
        x = rounded(k, x)
    inputs = [
        in_panels(k, x, 1, rows) if schedule.panels else x.value,
        in_panels(k, w, k.lanes, vectors, schedule.steps),
        *extras,
    ]
    properties = {
        "extents": int_array([max(x.at.batch, w.at.batch), x.at.rows, w.at.rows, x.at.columns]),
        "x_strides": None if schedule.panels else int_array(x.at.strides),
        "y_strides": int_array(to.strides),
        "lanes": int_attr(k.lanes),
        **scheduled(replace(schedule, panels=False)),
    }
    product = MatmulOp.make(inputs, [k.empty(to.shape, made)], properties, epilogue)
    bounds = k.extents.of_product(x, w)
    y = insert_bounded(k, product, bounds, x.at.rows, to)
    if bounds is not None:
        k.extents.set(y, with_batch_and_columns(k.extents.of(y), bounds, to.shape, w.at.rows))
    return y


def with_batch_and_columns(
    extents: Extents, bounds: Extents, shape: Sequence[int], columns: int
) -> Extents:
    """Replace the outermost and innermost extents of a product by the ones known at run time."""
    batch, _, last, _ = bounds
    if not is_number(last):
        if shape[-1] != columns:
            raise ValueError("has columns elsewhere")
        extents = (*extents[:-1], last)
    return extents if is_number(batch) or len(shape) < 3 else (batch, *extents[1:])


def insert_bounded(
    k: KernelBuilder, op: KernelOp, bounds: Extents | None, rows: int, to: ProductDestination
) -> SSAValue:
    """Append a kernel with bounds, of `rows` planned rows, and return its result."""
    if bounds is None:
        return k.insert(op)
    if not op.BOUNDED:
        raise ValueError(no_extents(op))
    op.properties["bounds"] = AffineMapAttr(k.extents.map(bounds))
    y = k.insert(op)
    at = Matrices(1, rows, 1, (0, to.strides[1], 0))
    k.extents.set(y, k.extents.placed(y, at, bounds[1]))
    return y


def multiply_stored(
    k: KernelBuilder,
    schedule: Schedule,
    x: Factor,
    w: Factor,
    to: ProductDestination,
    extras: Sequence[SSAValue] = (),
    epilogue: Region | None = None,
) -> SSAValue:
    """Append `x w^T` for a stored w that the kernel widens: `kernel.widening_matmul`."""
    stored, (_, vectors) = w.value.owner, schedule.register
    blocks = stored if isinstance(stored, DequantizeBlocksOp) else None
    if blocks is not None:
        form = BlockIntegers(k.lanes, vectors, blocks.bits.value.data, w.at.columns)
        panels = packed_weight(k, form, blocks.integers)
        parameter = packed_weight(k, BlockFactors(k.lanes, vectors), blocks.scales)
    else:
        assert isinstance(stored, LookupOp)  # of WIDENED
        panels = in_panels(k, replace(w, value=stored.places), k.lanes, vectors)
        parameter = stored.codebook
    inputs = [x.value, panels, parameter, *extras]
    properties = stored_properties(k, schedule, x.at.strides, x, w, to)
    y = WideningMatmulOp.make(inputs, [k.empty(to.shape, x.value.type)], properties, epilogue)
    return insert_bounded(k, y, k.extents.of_product(x, w), x.at.rows, to)


def stored_properties(
    k: KernelBuilder,
    schedule: Schedule,
    x_strides: Sequence[int],
    x: Factor,
    w: Factor,
    to: ProductDestination,
) -> dict[str, Attribute | None]:
    """Return the properties of a product with a matrix that is stored in fewer bits."""
    form = None if isinstance(w.value.owner, LookupOp) else block_form(w)
    return {
        "extents": int_array([x.at.batch, x.at.rows, w.at.rows, w.at.columns]),
        "x_strides": int_array(x_strides),
        "y_strides": int_array(to.strides),
        "bits": None if form is None else int_attr(form[0]),
        "size": None if form is None else int_attr(form[1]),
        "lanes": int_attr(k.lanes),
        **scheduled(schedule),
    }


def block_form(w: Factor) -> tuple[int, int]:
    """Return the bits of integers and the size of blocks: of computed matrices whole rows."""
    stored = w.value.owner
    if isinstance(stored, DequantizeBlocksOp):
        return stored.bits.value.data, stored.size.value.data
    return 8, BlockQuantization.of_whole_rows(w.at.columns).block_size


def multiply_integers(
    k: KernelBuilder,
    schedule: Schedule,
    x: Factor,
    w: Factor,
    to: ProductDestination,
    extras: Sequence[SSAValue] = (),
    epilogue: Region | None = None,
) -> SSAValue:
    """
    Append `x w^T` in integers: x is rounded in the blocks of w, or split into digits; w is stored,
    or rounded by the largest magnitude of each matrix.
    """
    pitch = pitch_of(w.at.columns)
    schedule = replace(schedule, digits=0 if schedule.digits == 1 else schedule.digits)
    strides = x.at.rows * pitch if x.at.batch > 1 else 0, pitch, 1
    properties = stored_properties(k, schedule, strides, x, w, to)
    panels = integer_panels(k, w, schedule)
    inputs = [*quantized(k, x, w, schedule), *panels, *extras]
    y = BlockMatmulOp.make(inputs, [k.empty(to.shape, x.value.type)], properties, epilogue)
    return insert_bounded(k, y, k.extents.of_product(x, w), x.at.rows, to)


def integer_panels(k: KernelBuilder, w: Factor, schedule: Schedule) -> Sequence[SSAValue]:
    """Return the words and factors of matrices in panels; a kernel makes those of computed ones."""
    stored, (_, vectors), (bits, _) = w.value.owner, schedule.register, block_form(w)
    assert schedule.product is not None
    kind = byte_words(bits, schedule.product.product.types)
    if isinstance(stored, DequantizeBlocksOp):
        form = BlockBytes(k.lanes, vectors, bits, w.at.columns, kind.offset)
        words = packed_weight(k, form, stored.integers)
        return words, packed_weight(k, BlockFactors(k.lanes, vectors), stored.scales)
    rounding = rounding_of(w.value)
    assert rounding is not None  # guaranteed by level 2
    properties = {
        "extents": int_array([w.at.batch, w.at.rows, w.at.columns]),
        "strides": int_array(w.at.strides),
        "lanes": int_attr(k.lanes),
        "vectors": int_attr(vectors),
        "offset": int_attr(kind.offset),
    }
    counts = kind.count(w.at.columns), 1
    sizes = [w.at.batch * panel_elements(w.at.rows, count, k.lanes) for count in counts]
    to = [k.empty((size,), type) for size, type in zip(sizes, (i32, f32), strict=True)]
    op = PackIntegersOp.make(rounding.inputs, to, properties)
    k.insert(op)
    return op.results


def rounding_of(value: SSAValue) -> RoundRowsOp | None:
    """Return the kernel that rounds a value through int8, before it is given other shapes."""
    while isinstance(value.owner, ViewOp) and not value.owner.offset.value.data:
        value = value.owner.source
    return value.owner if isinstance(value.owner, RoundRowsOp) else None


def quantized(k: KernelBuilder, x: Factor, w: Factor, schedule: Schedule) -> Sequence[SSAValue]:
    """
    Return the integers of rows with their scales and sums, shared by all products of the rows.
    """
    source, rounding, product = x.value, rounding_of(x.value), schedule.product
    largest: Sequence[SSAValue] = ()
    assert product is not None  # of a schedule with digits
    if rounding is not None and not schedule.digits:
        source, *largest = rounding.inputs
    rows = x.at.batch * x.at.rows
    source = k.view(source, (rows, x.at.columns))
    element, (bits, size) = INTEGERS[product.product.types], block_form(w)
    properties: dict[str, Attribute] = {
        "size": int_attr(size),
        "offset": int_attr(byte_words(bits, product.product.types).offset),
    }
    if schedule.digits:
        properties["digits"] = int_attr(schedule.digits)
    for use in source.uses:
        other = use.operation
        if isinstance(other, QuantizeBlocksOp) and properties.items() <= other.properties.items():
            is_alike = other.digit_count == (schedule.digits or 1)
            is_alike = is_alike and list(other.inputs[1:]) == list(largest)
            if is_alike and element_of(other.outputs[0].type) == element:
                return other.results
    m, blocks = rows * (schedule.digits or 1), -(-x.at.columns // size)
    shapes = ((m, pitch_of(x.at.columns)), element), ((m, blocks), f32), ((m, blocks), i32)
    op = QuantizeBlocksOp.make(
        [source, *largest], [k.empty(*shape) for shape in shapes], properties
    )
    k.insert(op)
    return op.results


def rounded(k: KernelBuilder, x: Factor) -> Factor:
    """Return the matrices rounded to bf16, once for all their products."""
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
    """Append the rounding of the first argument to bf16."""
    conversion = arith.TruncFOp(block.args[0], bf16)
    block.add_op(conversion)
    return conversion.result


def is_rounding(op: GenericOp) -> bool:
    """Return whether an op only rounds to bf16."""
    first = op.body.block.first_op
    is_only = isinstance(first, arith.TruncFOp) and first.next_op is op.body.block.last_op
    return is_only and len(op.inputs) == 1 and element_of(op.results[0].type) == bf16


def in_panels(k: KernelBuilder, w: Factor, lanes: int, vectors: int, steps: int = 1) -> SSAValue:
    """
    Return matrices in panels: packed at compile time if constant, by a kernel, or already packed.
    """
    if w.panels is not None:
        return w.value
    if isinstance(w.value.owner, WeightOp | PackWeightsOp) and w.at.batch == 1:
        form = MatrixPanels(lanes, vectors, w.at.columns, w.at.strides[2] != 1, steps)
        return packed_weight(k, form, w.value)
    size = panel_elements(w.at.rows, w.at.columns, lanes)
    properties = {
        "extents": int_array([w.at.batch, w.at.rows, w.at.columns]),
        "strides": int_array(w.at.strides),
        "lanes": int_attr(lanes),
        "vectors": int_attr(vectors),
    }
    packed = packed_alike(w.value, properties)
    if packed is None:
        to = k.empty((w.at.batch * size,), w.value.type)
        op = PackPanelsOp.make([w.value], [to], properties)
        if k.extents.is_symbolic(w.value):
            # Panels past the last matrix, and their rows past the last one, are undefined.
            _, rows, columns = k.extents.of_matrices(w.value, w.at)
            if not is_number(columns):
                rows = AffineExpr.constant(w.at.rows)
            bounds = (AffineExpr.constant(w.at.batch), rows, columns)
            op.properties["bounds"] = AffineMapAttr(k.extents.map(bounds))
        packed = k.insert(op)
    return packed


def packed_alike(matrices: SSAValue, properties: Mapping[str, Attribute]) -> SSAValue | None:
    """Return the panels made for another product: queries, keys and values often share a blob."""
    for use in matrices.uses:
        other = use.operation
        if isinstance(other, PackPanelsOp) and properties.items() <= other.properties.items():
            return other.results[0]
    return None
