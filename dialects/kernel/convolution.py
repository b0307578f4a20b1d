"""Convolutions of dense or grouped channels, by any algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, UnitAttr, i8, i16, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineMap
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, I64Array, int_attr, int_list
from ..element_types import arithmetic_element, element_bytes
from .attributes import WINOGRAD_TILES, Algorithm, AlgorithmAttr
from .base import buffer_shape
from .products import LateEpilogueOp, SteppedKernelOp
from .window import WindowKernelOp
from .winograd_workspace import (
    PAIR,
    TileKind,
    WinogradWorkspace,
    cropped_kinds,
    odd,
    sub_image_steps,
    winograd_data_shape,
    winograd_tiles,
)

INNER_ALGORITHMS = (Algorithm.PACKED, *WINOGRAD_TILES)
"""
Algorithms that compute sub-images. Those that multiply gathered columns are not among them: columns
are gathered as fast from dilated windows.
"""
BOUNDED_ALGORITHMS = (Algorithm.PACKED, Algorithm.GEMM, *WINOGRAD_TILES)
"""Algorithms for float images of dynamic size; for int8 all are allowed."""
PLACES_TOGETHER = 8
"""Number of output offsets that are stored at once, the last ones past those of a tile."""
INT8_ALGORITHMS = (Algorithm.TILED, Algorithm.WINOGRAD2, Algorithm.WINOGRAD4)
"""Algorithms for int8: the transforms of F(6, 3) have fractions."""


@irdl_op_definition
class ConvolutionKernelOp(WindowKernelOp, SteppedKernelOp, LateEpilogueOp):
    """
    A dense or grouped convolution by `algorithm` (packed, gemm, tiled, winograd2/4/6, dilated).

    ins: x, packed weights, [group table,] [starts of sums,] epilogue operands. x is `c,h,w` or
    `c/p,h,w,p`, the output `out/q,oh,ow,q`; volumes have the depth before the height. An epilogue
    operand of rank 2 (`out/q,q`) holds one value per channel, one of higher rank one per output
    element. `register` is the register tile [pixels, channel vectors]; `block` the number of tiles
    (pixel tiles or Winograd tiles) computed before the next weights. A 1x1 kernel sums over
    `reduction_block` input channels at a time, for all tiles of a block; 0 stands for all.
    Prefetches (`reads_ahead` and so on) and `late_epilogue` are those of a schedule.

    A tiled kernel works on tiles of `block` consecutive output positions; the planes of all images
    or slices count as one plane. Its inputs are gathered into the workspace, of
    `tiled_buffer_shape`, followed, if rows are of dynamic length, by the offsets of the outputs. In
    int8 it finishes the sums of a register tile of up to `pipelined` vectors while it computes
    those of the next tile. Threads share positions; with `shares_vectors`, output vectors.

    Winograd kernels share blocks of tiles among threads, which may be too few. With a second
    output, of `winograd_data_shape`, all tiles are one block: their transformed input is computed
    there first, and threads share output vectors. With `by_place`, the products of all output
    vectors at one place of the tiles are computed before those at the next place, so that the
    transformed input of a place stays in the cache. All products are then kept; if the tiles are
    one block, in a third output, also of `winograd_data_shape`, and threads share places and output
    vectors. With a bf16 product the transformed input is rounded to bf16, and an element of the
    buffer holds k neighbouring channels. With `cropped`, float tiles at the lower and right border
    of an image compute only the outputs inside it, with products at fewer places; a register tile
    has tiles of one kind. Volumes are not tiled in depth: a slice of the output is an image that
    sums over the channels of `kd` input slices. The tiles of a block belong to one slice, or to any
    slices if these are `images`.

    `dilated` computes every sub-image (rows y::dh, columns x::dw) as an undilated convolution, by
    the `inner` algorithm, packed or Winograd. It does so in place: the pixels of a tile are as far
    apart as the taps of the kernel. The tiles of a block may belong to any sub-images.

    `channels` is the number of input channels that each output channel sums over. With `grouped`,
    the third input is a table of i64 with the first input channel of each group of output vectors;
    if it has three rows, the other two are the start and the end of the range of `channels` with
    weights. All entries are multiples of `grouped`. With `gathered`, it has the offset of each
    channel from the first channel of its pixel, in elements: one row for each group, or one row for
    all. `table_vectors` is that of a schedule, for `fold-channel-gather`.

    With `partial_sums` = [n, k], a direct float32 kernel computes vectors with the sums of n
    outputs, each in k parts, and each part sums every k-th channel: lanes that few outputs would
    leave unused then add products, too. The parts of an output lie in neighbouring lanes and are
    added before the epilogue. The register tile consists of such vectors, and the weights are in
    panels with k `steps`.

    With `pixels` = [least, end], the kernel runs only if the output has at least `least` pixels at
    run time, and fewer than `end` unless that is 0. Otherwise another kernel computes the output,
    with other tiles or another algorithm.

    int8 kernels are tiled, and gather inputs in the form in which they are multiplied, or use
    integer Winograd, F(2, 3) or F(4, 3), with products of i16. The pack of x, and every first
    channel of the table, is a multiple of the product's k, or of half of it for products of small
    matrices. Winograd buffers have elements of i32; one holds two i16 of the transformed input.
    """

    name = "kernel.convolution"
    BOUNDED: ClassVar[bool] = True
    TAKES_MATRICES: ClassVar[bool] = True
    algorithm = prop_def(AlgorithmAttr)
    inner = opt_prop_def(AlgorithmAttr)
    channels = prop_def(I64)
    register = prop_def(I64Array)
    block = prop_def(I64)
    reduction_block = prop_def(I64, default_value=int_attr(0))
    by_place = opt_prop_def(UnitAttr)
    cropped = opt_prop_def(UnitAttr)
    pipelined = opt_prop_def(I64)
    reads_ahead = opt_prop_def(UnitAttr)
    writes_ahead = opt_prop_def(UnitAttr)
    transformed_ahead = opt_prop_def(UnitAttr)
    weights_ahead = opt_prop_def(I64Array)
    shares_vectors = opt_prop_def(UnitAttr)
    grouped = opt_prop_def(I64)
    gathered = opt_prop_def(UnitAttr)
    table_vectors = opt_prop_def(I64)
    last_lanes = opt_prop_def(I64)
    partial_sums = opt_prop_def(I64Array)
    pixels = opt_prop_def(I64Array)

    @property
    def images(self) -> int:
        """Return the number of slices computed together: all for a batch of images, else 1."""
        return self.extents(self.outputs[0]).depth if self.is_batch else 1

    @property
    def inner_algorithm(self) -> Algorithm:
        """Return the algorithm that computes an image, or each of its sub-images."""
        return self.algorithm.data if self.inner is None else self.inner.data

    @property
    def sum_vectors(self) -> int:
        """Return the number of vectors of sums per pixel: of its outputs, or of partial sums."""
        if self.partial_sums is None:
            return self.extents(self.outputs[0]).blocks
        taps, (outputs, _) = prod(int_list(self.kernel)), int_list(self.partial_sums)
        return prod(buffer_shape(self.inputs[1])) // (self.channels.value.data * taps * outputs)

    @property
    def is_pointwise(self) -> bool:
        """Return whether output pixel i depends on input pixel i alone: the map is one long row."""
        kernel, stride, _, pad = self.window()
        return {*kernel, *stride} == {1} and not any(pad)

    @property
    def sums_by_channel(self) -> bool:
        """Return whether the kernel reads single channels, not vectors of them as Winograd does."""
        is_direct = not self.inner_algorithm.winograd_tile
        return is_direct and self.algorithm.data is not Algorithm.TILED

    @property
    def sub_image_steps(self) -> tuple[int, int]:
        """Return rows and columns between pixels of a sub-image; 1 without sub-images."""
        if self.algorithm.data is not Algorithm.DILATED:
            return 1, 1
        kernel, _, dilation, _ = self.window()
        return sub_image_steps(kernel[-2:], dilation[-2:])

    @property
    def profile_name(self) -> str:
        inner = "" if self.inner is None else f" {self.inner.data}"
        return f"convolution {self.algorithm.data}{inner}"

    def flops(self) -> int:
        """Count the direct algorithm's operations, for any algorithm, so that speeds compare."""
        taps, elements = prod(int_list(self.kernel)), prod(buffer_shape(self.outputs[0]))
        if self.partial_sums is not None:
            out, (outputs, _) = self.extents(self.outputs[0]), int_list(self.partial_sums)
            elements = elements // (out.blocks * out.lanes) * self.sum_vectors * outputs
        return 2 * elements * self.channels.value.data * taps

    def workspace_type(self) -> MemRefType | None:
        """Return room for a block's inputs and products (Winograd), or a tile's inputs (tiled)."""
        if self.algorithm.data is Algorithm.TILED:
            _, positions, _ = tiled_buffer_shape(self)
            places = (positions + PLACES_TOGETHER - 1) * place_elements(self)
            size = prod(tiled_buffer_shape(self)) + places
            return MemRefType(self.multiplied_as, [size])
        if not self.inner_algorithm.winograd_tile:
            return None
        return MemRefType(self.kept_element, [self.winograd_workspace.size])

    @property
    def winograd_tiles(self) -> int:
        """Return the number of Winograd tiles of all images, at the largest extents."""
        m, out = self.inner_algorithm.winograd_tile, self.extents(self.outputs[0])
        return self.images * winograd_tiles(m, out.height, out.width, self.sub_image_steps)

    @property
    def tile_kinds(self) -> tuple[TileKind, ...]:
        """Return the kinds of Winograd tiles of an image, if those at its border are cropped."""
        if self.cropped is None:
            return ()
        out = self.extents(self.outputs[0])
        return cropped_kinds(self.inner_algorithm.winograd_tile, out.height, out.width)

    @property
    def winograd_workspace(self) -> WinogradWorkspace:
        m = self.inner_algorithm.winograd_tile
        positions = (m + 2) ** 2
        source, out = self.extents(self.inputs[0]), self.extents(self.outputs[0])
        out_lanes, is_packed = out.lanes, source.is_packed
        held = PAIR if self.is_int8 else 1
        in_lanes = source.lanes // held if is_packed else out_lanes
        in_blocks = source.blocks if is_packed else -(-source.blocks // in_lanes)
        in_blocks *= prod(int_list(self.kernel)[:-2])
        pixels, vectors = int_list(self.register)
        tiles = min(self.block.value.data, self.winograd_tiles)
        if len(self.outputs) == 1:
            # A block of a thread's share consists of whole register tiles.
            tiles = -(-tiles // pixels) * pixels
        data_lanes = in_lanes if self.is_int8 else in_lanes // self.k
        data_stride = odd(in_blocks * tiles) * data_lanes
        kept = out.blocks if self.by_place is not None else min(vectors, out.blocks)
        product_stride = odd(kept * tiles) * out_lanes
        products = 0 if len(self.outputs) > 1 else positions * data_stride
        scratch = 0 if len(self.outputs) > 2 else products + positions * product_stride
        patch = scratch + positions * max(in_lanes, out_lanes)
        size = patch if is_packed else patch + positions * in_lanes
        return WinogradWorkspace(
            *(tiles, in_lanes, data_lanes, data_stride, product_stride),
            *(products, scratch, patch, size),
        )

    @property
    def weight_element(self) -> Attribute:
        return i16 if self.inner_algorithm.winograd_tile else i8

    @property
    def kept_element(self) -> Attribute:
        """Return the element type of Winograd's buffers of transformed inputs and products."""
        return i32 if self.is_int8 else arithmetic_element(self.inputs[0].type)

    @property
    def table_count(self) -> int:
        return int(self.grouped is not None or self.gathered is not None)

    def streamed_weights(self) -> Sequence[SSAValue]:
        return () if self.inner_algorithm.winograd_tile else self.inputs[1:2]

    def verify_(self) -> None:
        super().verify_()
        self._verify_algorithm()
        is_tiled = self.algorithm.data is Algorithm.TILED
        if self.is_int8:
            self._verify_int8()
        if len(self.outputs) > 1:
            self._verify_single_block()
        if self.by_place is not None and not self.inner_algorithm.winograd_tile:
            raise VerifyException("by place is how Winograd multiplies")
        self._verify_cropped()
        if self.pipelined is not None and not (self.is_int8 and is_tiled):
            raise VerifyException("tiled kernels of int8 are pipelined")
        if min(int_list(self.register)) < 1:
            raise VerifyException("the register tile must be positive")
        if len(buffer_shape(self.outputs[0])) != len(int_list(self.kernel)) + 2:
            raise VerifyException("the output must be packed: out/q,oh,ow,q")
        if len(self.inputs) < self.epilogue_start:
            raise VerifyException("needs an input and packed weights")
        size = self.reduction_block.value.data
        if size and (self.grouped is not None or size % self.extents(self.inputs[0]).lanes):
            raise VerifyException("parts of a reduction are blocks of channels of one group")
        self._verify_gathered()
        if self.grouped is not None:
            self._verify_grouped()
        lanes = self.extents(self.outputs[0]).lanes
        self._verify_partial_sums()
        if self.pixels is not None:
            self._verify_pixels(int_list(self.pixels))
        if self.last_lanes is not None and not 0 < self.last_lanes.value.data < lanes:
            raise VerifyException(f"last_lanes must be fewer than the {lanes} of a vector")

    def _verify_bounds(self, bounds: AffineMap) -> None:
        super()._verify_bounds(bounds)
        if self.algorithm.data not in (INT8_ALGORITHMS if self.is_int8 else BOUNDED_ALGORITHMS):
            raise VerifyException("only direct, Winograd and int8 kernels take dynamic bounds")
        if len(self.outputs) > 1:
            raise VerifyException("a single block needs a static number of tiles")

    def _verify_partial_sums(self) -> None:
        """Verify that inputs are read with their neighbours, and that vectors begin at blocks."""
        if self.partial_sums is None:
            return
        parts = int_list(self.partial_sums)
        others = (self.grouped, self.gathered, self.last_lanes, self.product)
        if not self.sums_by_channel or any(p is not None for p in others):
            raise VerifyException("partial sums are for direct kernels of dense float32")
        if len(parts) != 2 or min(parts) < 2 or self.reduction_block.value.data:
            raise VerifyException("partial sums are of several outputs, channels and all of these")
        source, out, (outputs, k) = *map(self.extents, (self.inputs[0], self.outputs[0])), parts
        if source.lanes % k or self.channels.value.data % k:
            raise VerifyException(f"channels must be multiples of the {k} that are summed apart")
        vectors, is_one_block = int_list(self.register)[1], out.blocks == 1
        begins_blocks = vectors * outputs % out.lanes == 0 or vectors >= self.sum_vectors
        if not begins_blocks or not (is_one_block or out.lanes == outputs * k):
            raise VerifyException("a register tile of partial sums must be whole output vectors")
        if self.sum_vectors * outputs > out.blocks * out.lanes:
            raise VerifyException("there are more partial sums than outputs")

    def _verify_cropped(self) -> None:
        """Verify that cropped tiles belong to one float image of static size."""
        if self.cropped is None:
            return
        is_image = len(int_list(self.kernel)) == 2 and self.algorithm.data is not Algorithm.DILATED
        if not self.inner_algorithm.winograd_tile or not is_image or self.is_int8:
            raise VerifyException("Winograd's tiles of images of floats are cropped")
        if self.bounds is not None:
            raise VerifyException("cropped tiles are of a fixed size")

    def _verify_pixels(self, pixels: Sequence[int]) -> None:
        """Verify the range of pixels for which the kernel runs."""
        if self.bounds is None:
            raise VerifyException("`pixels` needs dynamic bounds")
        if len(pixels) != 2 or pixels[0] < 0 or 0 != pixels[1] <= pixels[0]:
            raise VerifyException("pixels are the first number of a range, and the end or 0")

    def _verify_tiled(self) -> None:
        """Verify the tiles, and the groups, which only int8 has."""
        if self.grouped is not None and not self.is_int8:
            raise VerifyException("a tiled convolution of float32 has no groups")
        if self.block.value.data < 1:
            raise VerifyException("the tile of a tiled convolution must be positive")

    def _verify_int8(self) -> None:
        """Verify the contract of the tiled int8 kernel."""
        if self.algorithm.data not in INT8_ALGORITHMS:
            raise VerifyException("convolutions of int8 are tiled, or Winograd's of tiles 2 and 4")
        source = self.extents(self.inputs[0])
        parts = max(self.k // source.lanes, 1) if self.multiplies_matrices else 1
        if not source.is_packed or parts * source.lanes % self.k:
            raise VerifyException("the input must be packed by a multiple of k")
        if self.grouped is not None and self.grouped.value.data % self.k:
            raise VerifyException("groups must begin at a multiple of k")
        if self.last_lanes is not None or self.reduction_block.value.data:
            raise VerifyException("sums of int8 are of whole vectors and all channels")

    def _verify_tile_registers(self) -> None:
        """Verify that blocks of input channels fill rows of matrices, and a vector of outputs."""
        record, source = self.record, self.extents(self.inputs[0])
        assert record is not None
        if self.algorithm.data is not Algorithm.TILED:
            raise VerifyException("tile registers are for tiled convolutions")
        lanes, columns = self.extents(self.outputs[0]).lanes, record.accumulation.columns
        if not source.is_packed or self.k % source.lanes or lanes != columns:
            raise VerifyException(f"tile registers take packed inputs and {columns} outputs")

    def _verify_grouped(self) -> None:
        """Verify that the third input has the first channels of groups, or their ranges, too."""
        groups = -(-self.extents(self.outputs[0]).blocks // int_list(self.register)[1])
        if buffer_shape(self.inputs[2]) not in ((groups,), (3, groups)):
            noun = "group" if groups == 1 else "groups"
            raise VerifyException(f"the table must have 1 or 3 rows of {groups} {noun} of vectors")

    def _verify_gathered(self) -> None:
        """Verify that the third input has a row of offsets for all groups, or for each group."""
        if self.table_vectors is not None and (not self.sums_by_channel or self.k > 1):
            raise VerifyException("a table of channels is for kernels that read one by one")
        if self.gathered is None:
            return
        if self.grouped is not None or not self.sums_by_channel:
            raise VerifyException("a table of channels is for direct kernels, instead of `grouped`")
        groups = -(-self.extents(self.outputs[0]).blocks // int_list(self.register)[1])
        channels = self.channels.value.data
        if buffer_shape(self.inputs[2]) not in ((1, channels), (groups, channels)):
            raise VerifyException(f"the table must have {channels} channels in 1 or {groups} rows")

    def _verify_algorithm(self) -> None:
        """Verify that the algorithm can compute this window."""
        kernel, stride, dilation, _ = self.window()
        is_direct = not self.inner_algorithm.winograd_tile and self.grouped is None
        if self.multiplies_matrices and not is_direct:
            raise VerifyException("small matrices are multiplied without groups and Winograd")
        if self.in_tile_registers:
            self._verify_tile_registers()
        if self.algorithm.data is Algorithm.DEPTHWISE:
            raise VerifyException("depthwise convolutions are kernel.depthwise")
        if self.algorithm.data is Algorithm.TILED:
            self._verify_tiled()
        is_dilated = self.algorithm.data is Algorithm.DILATED
        if is_dilated != (self.inner is not None):
            raise VerifyException("dilated, and it alone, has an inner algorithm")
        if is_dilated and not (self.inner_algorithm in INNER_ALGORITHMS and self.is_batch):
            raise VerifyException("the inner algorithm computes images: packed or Winograd")
        if is_dilated and (stride[-2:] != [1, 1] or self.grouped is not None):
            raise VerifyException("dilated needs stride 1 and one group")
        spacing = [1, 1] if is_dilated else dilation[-2:]
        divides = self.is_int8 or self.channels.value.data % self.k == 0
        if self.inner_algorithm.winograd_tile and not divides:
            raise VerifyException("Winograd of floats multiplies a multiple of k channels")
        if self.inner_algorithm.winograd_tile and (
            kernel[-2:] != [3, 3] or stride[-2:] != [1, 1] or spacing != [1, 1]
        ):
            raise VerifyException("Winograd needs a 3x3 kernel, stride 1 and dilation 1")

    def _verify_single_block(self) -> None:
        """Verify the outputs for the transformed input of all tiles, and for the products."""
        m = self.inner_algorithm.winograd_tile
        out, source = self.extents(self.outputs[0]), self.extents(self.inputs[0])
        steps = self.sub_image_steps
        tiles = self.images * winograd_tiles(m, out.height, out.width, steps) if m else 0
        is_one_block = self.block.value.data >= tiles and self.is_batch
        by_place = self.by_place is not None
        if not m or len(self.outputs) != 2 + by_place or not is_one_block:
            raise VerifyException("a second output is for Winograd with all tiles in one block")
        lanes = source.lanes if source.is_packed else out.lanes
        blocks = source.blocks if source.is_packed else -(-source.blocks // lanes)
        together = PAIR if self.is_int8 else self.k
        expected = winograd_data_shape(m, blocks, lanes // together, tiles)
        if buffer_shape(self.outputs[1]) != expected:
            raise VerifyException(f"the second output must have the shape {expected}")
        products = winograd_data_shape(m, out.blocks, out.lanes, tiles)
        if by_place and buffer_shape(self.outputs[2]) != products:
            raise VerifyException(f"the third output must have the shape {products}")


def tiled_buffer_shape(op: ConvolutionKernelOp) -> tuple[int, int, int]:
    """
    Return the shape of a tile's gathered input: `taps * c/p, positions, p`, with a row for each tap
    of each block of channels. A single block has no more lanes than the next power of two of its
    channels, and of k. For matrices of int8, and in tile registers, p is k; positions fill these.

    Source: MNN, ConvolutionTiledExecutor.cpp, `mTempBufferTranspose`.
    """
    source, out = op.extents(op.inputs[0]), op.extents(op.outputs[0])
    blocks, lanes, together = source.blocks, source.lanes, 1
    if op.record is not None and (op.in_tile_registers or (op.is_int8 and op.multiplies_matrices)):
        blocks, lanes = -(-blocks * lanes // op.k), op.k
        together = op.record.accumulation.rows
    elif blocks == 1 and op.grouped is None:
        lanes = min(lanes, max(op.k, 1 << (op.channels.value.data - 1).bit_length()))
    positions = min(op.block.value.data, out.pixels)
    if op.bounds is not None:
        # The last register tile may exceed the remaining positions.
        together, _ = int_list(op.register)
    positions = -(-positions // together) * together
    return prod(int_list(op.kernel)) * blocks, positions, lanes


def place_elements(op: ConvolutionKernelOp) -> int:
    """
    Return the number of workspace elements that hold the offset of an output, after the gathered
    input of a tiled kernel: 0 if outputs of neighbouring positions are contiguous, as they are
    unless rows are of dynamic length.
    """
    bounds = op.bounds
    if bounds is None or isinstance(bounds.data.results[-2], AffineConstantExpr):
        return 0
    is_one_row = op.extents(op.outputs[0]).height == 1
    return 0 if is_one_row else element_bytes(i64) // element_bytes(op.multiplied_as)
