"""Merge convolutions that read the same blob in the same way into one of all their outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, f32, i64
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.alignment import align_up
from ...dialects.context import ncnnc_context
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.convolution import ConvolutionOp
from ...dialects.ncnn.layers.permute import PermuteOp
from ...dialects.ncnn.layers.slice import SliceOp
from ...dialects.ncnn.shapes import has_shape, shape_of, tensor_type
from ...dialects.symbols import extents_of
from ...dialects.target.records import Target
from ...dialects.weight_store import WeightStore
from ..common.errors import place_of
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.target import target_of
from .cost.conv_cost import cheapest_algorithm, cheapest_cycles
from .cost.conv_shape import convolution_shape
from .layout.narrow_weights import exact_key

CHEAPER = 0.99
"""Merge below this fraction of the cycles; smaller gains are within the estimate's error."""
READERS = (PermuteOp, ConvolutionOp)
"""Readers that accept a view, and lose no fusion or in-place result by the merge."""


@dataclass(frozen=True)
class MergeSiblingConvolutionsPass(ModulePass):
    """
    Make one convolution of several that read the same blob with the same window and activation.

        %a = ncnn.convolution %x, %v ... : tensor<256x37x37xf32>, tensor<84x256x3x3xf32>
        %b = ncnn.convolution %x, %w ... : tensor<256x37x37xf32>, tensor<16x256x3x3xf32>
        -> %y = ncnn.convolution %x, %u ... : tensor<256x37x37xf32>, tensor<112x256x3x3xf32>
           %a, %_, %b = ncnn.slice %y sizes [84, 12, 16]

    A Winograd algorithm then transforms its input once, and output channels fill register tiles.
    Outputs are padded with zeros to whole vectors, so that slices are views. Merges float32
    convolutions of images whose estimated cycles become fewer, if only Permutes and convolutions
    read the results: element-wise layers may be fused, and Concat needs results in its own blob.
    Leaves alone layers named in `fixed`, extents known at run time, and weights that kernels read
    as they are stored, in 16 bits or a codebook.
    """

    name = "merge-sibling-convolutions"

    fixed: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        merging = SiblingMerger(target_of(op), ncnnc_context(ctx).weights)
        groups: dict[object, list[ConvolutionOp]] = {}
        for conv in (c for c in op.walk() if isinstance(c, ConvolutionOp)):
            if is_mergeable(conv) and place_of(conv).layer not in self.fixed:
                groups.setdefault(common_part(conv), []).append(conv)
        for siblings in groups.values():
            if len(siblings) > 1 and merging.is_cheaper(siblings):
                merging.merge(siblings)


def is_mergeable(op: ConvolutionOp) -> bool:
    """Return whether a float32 convolution of an image can be a part of another."""
    if not has_shape(op.output) or extents_of(op.output) is not None:
        return False
    if len(shape_of(op.output)) != 3 or op.algorithm is not None or op.sums_integers:
        return False
    values = [value for value in (op.weight, op.bias) if value is not None]
    if op.int8_scale_term.value.data or len(op.operands) != 1 + len(values):
        return False
    if any(exact_key(value) is None for value in values):
        return False
    return all(isinstance(use.operation, READERS) for use in op.output.uses)


def common_part(op: ConvolutionOp) -> object:
    """Return what siblings have in common: the input, the window and the activation."""
    kept = {k: v for k, v in op.properties.items() if k != "operandSegmentSizes"}
    return op.parent, op.input, shape_of(op.weight)[1:], frozenset(kept.items())


@dataclass(frozen=True)
class SiblingMerger:
    """Merges convolutions for a target."""

    target: Target
    weights: WeightStore

    def is_cheaper(self, siblings: Sequence[ConvolutionOp]) -> bool:
        """Return whether fewer cycles are estimated for all outputs, with zeros, at once."""
        lanes, shapes = self.target.lanes, [convolution_shape(conv) for conv in siblings]
        whole = replace(shapes[0], outputs=sum(map(self.whole_vectors, siblings)))
        if not cheapest_algorithm(whole, lanes, self.target).winograd_tile:
            keys = [key for conv in siblings if (key := exact_key(conv.weight)) is not None]
            if any(self.weights.has_halves(k) or self.weights.has_codebook(k) for k in keys):
                return False
        apart = sum(cheapest_cycles(shape, lanes, self.target) for shape in shapes)
        return cheapest_cycles(whole, lanes, self.target) < CHEAPER * apart

    def whole_vectors(self, conv: ConvolutionOp) -> int:
        """Return the number of output channels, in whole vectors."""
        return align_up(shape_of(conv.output)[0], self.target.lanes)

    def merge(self, siblings: Sequence[ConvolutionOp]) -> None:
        """Replace convolutions by one in the place of the first, and by parts of its results."""
        first, size = siblings[0], shape_of(siblings[0].output)[1:]
        weight = self.joined(siblings, [conv.weight for conv in siblings])
        biases = [conv.bias for conv in siblings]
        bias = self.joined(siblings, biases) if any(biases) else None
        operands = {"weight": weight.output, "bias": bias.output if bias else None}
        result = tensor_type((shape_of(weight.output)[0], *size))
        whole = rebuild(first, operands=operands, result_type=result)
        counts = [(shape_of(conv.output)[0], self.whole_vectors(conv)) for conv in siblings]
        sizes = [n for count, rows in counts for n in (count, rows - count) if n]
        parts = SliceOp.build(
            operands=[whole.results[0]],
            properties={"sizes": DenseArrayBase.from_list(i64, sizes), "axis": IntegerAttr(0, i64)},
            result_types=[[tensor_type((count, *size)) for count in sizes]],
        )
        for op in (weight, *([bias] if bias else []), whole, parts):
            op.location = fuse_locations(*siblings)
            Rewriter.insert_op(op, InsertPoint.before(first))
        part_at = dict(zip((start for start, _ in parts.ranges()), parts.outputs, strict=True))
        start = 0
        for conv, (_, rows) in zip(siblings, counts, strict=True):
            Rewriter.replace_op(conv, [], [part_at[start]])
            start += rows

    def joined(
        self, siblings: Sequence[ConvolutionOp], values: Sequence[SSAValue | None]
    ) -> WeightOp:
        """Return weights or biases one after the other, in whole vectors, zeros where one lacks."""
        keys = [None if value is None else exact_key(value) for value in values]
        _, *inner = next(shape_of(value) for value in values if value is not None)
        rows = [self.whole_vectors(conv) for conv in siblings]

        def array() -> np.ndarray:
            parts = [np.zeros((count, *inner), np.float32) for count in rows]
            for part, key in zip(parts, keys, strict=True):
                if key is not None:
                    stored = self.weights.get(key).reshape(-1, *inner)
                    part[: len(stored)] = stored
            return np.concatenate(parts)

        requested = self.weights.requested_key(next(key for key in keys if key is not None))
        return WeightOp.of_shape(self.weights.add(requested, array), (sum(rows), *inner), f32)
