"""Merge convolutions that read the same blob in the same way into one of all their outputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, f32, i64
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

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
OF_WEIGHTS = ("weight", "bias")
"""Operands that differ between siblings."""
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
        merging = SiblingMerger(target_of(op), ncnnc_context(ctx).weights, frozenset(self.fixed))
        for siblings in groups_of(c for c in op.walk() if isinstance(c, ConvolutionOp)):
            siblings = [conv for conv in siblings if merging.is_mergeable(conv)]
            if len(siblings) > 1 and merging.is_cheaper(siblings):
                merging.merge(siblings)


def groups_of(convolutions: Iterable[ConvolutionOp]) -> list[list[ConvolutionOp]]:
    """Group convolutions that differ only in weights, in order."""
    groups: dict[object, list[ConvolutionOp]] = {}
    for conv in convolutions:
        groups.setdefault(common_part(conv), []).append(conv)
    return list(groups.values())


def common_part(conv: ConvolutionOp) -> object:
    """Return what siblings have in common: the input, the window and the activation."""
    kept = {k: v for k, v in conv.properties.items() if k != "operandSegmentSizes"}
    others = tuple(v for v in conv.operands if exact_key(v) is None)
    return conv.parent, others, shape_of(conv.weight)[1:], frozenset(kept.items())


@dataclass(frozen=True)
class SiblingMerger:
    """Merges convolutions for a target."""

    target: Target
    weights: WeightStore
    fixed: frozenset[str]

    def is_mergeable(self, op: ConvolutionOp) -> bool:
        """Return whether a float32 convolution of an image can be a part of another."""
        if not has_shape(op.output) or extents_of(op.output) is not None:
            return False
        if len(shape_of(op.output)) != 3 or op.algorithm is not None or op.sums_integers:
            return False
        if op.int8_scale_term.value.data or place_of(op).layer in self.fixed:
            return False
        values = [op.weight, *([op.bias] if op.bias is not None else [])]
        if len(op.operands) != 1 + len(values) or any(exact_key(v) is None for v in values):
            return False
        readers = [use.operation for use in op.output.uses]
        return self.packs_weights(op) and all(isinstance(r, READERS) for r in readers)

    def packs_weights(self, op: ConvolutionOp) -> bool:
        """Return whether no kernel would read the weights as the file has them."""
        key = exact_key(op.weight)
        assert key is not None  # of a mergeable one
        if not self.weights.has_halves(key) and not self.weights.has_codebook(key):
            return True
        algorithm = cheapest_algorithm(convolution_shape(op), self.target.lanes, self.target)
        return bool(algorithm.winograd_tile)

    def is_cheaper(self, siblings: Sequence[ConvolutionOp]) -> bool:
        """Return whether fewer cycles are estimated for all outputs, with zeros, at once."""
        shapes = [convolution_shape(conv) for conv in siblings]
        whole = replace(shapes[0], outputs=sum(map(self.whole_vectors, siblings)))
        apart = sum(cheapest_cycles(shape, self.target.lanes, self.target) for shape in shapes)
        return cheapest_cycles(whole, self.target.lanes, self.target) < CHEAPER * apart

    def whole_vectors(self, conv: ConvolutionOp) -> int:
        """Return the number of output channels, in whole vectors."""
        lanes = self.target.lanes
        return -(-shape_of(conv.output)[0] // lanes) * lanes

    def merge(self, siblings: Sequence[ConvolutionOp]) -> None:
        """Replace convolutions by one in the place of the first, and by parts of its results."""
        first, location = siblings[0], fuse_locations(*siblings)
        builder = Builder(InsertPoint.before(first))
        operands: dict[str, SSAValue] = {}
        for name in OF_WEIGHTS:
            if (weight := self.joined(siblings, name)) is not None:
                operands[name] = builder.insert(weight).output
        size = shape_of(first.output)[1:]
        rows = sum(map(self.whole_vectors, siblings))
        whole = rebuild(first, operands=operands, result_type=tensor_type((rows, *size)))
        builder.insert(whole)
        sizes: list[int] = []
        for conv in siblings:
            count = shape_of(conv.output)[0]
            sizes += [count, self.whole_vectors(conv) - count]
        sizes = [count for count in sizes if count]
        parts = SliceOp.build(
            operands=[whole.output],
            properties={"sizes": DenseArrayBase.from_list(i64, sizes), "axis": IntegerAttr(0, i64)},
            result_types=[[tensor_type((count, *size)) for count in sizes]],
        )
        builder.insert(parts)
        for op in (whole, parts):
            op.location = location
        part_at = dict(zip((start for start, _ in parts.ranges()), parts.outputs, strict=True))
        start = 0
        for conv in siblings:
            Rewriter.replace_op(conv, [], [part_at[start]])
            start += self.whole_vectors(conv)

    def joined(self, siblings: Sequence[ConvolutionOp], name: str) -> WeightOp | None:
        """Return weights or biases one after the other, each in whole vectors; None without any."""
        values: list[SSAValue | None] = [getattr(conv, name) for conv in siblings]
        given = next((value for value in values if value is not None), None)
        if given is None:
            return None
        keys = [None if value is None else exact_key(value) for value in values]
        rows, inner = [self.whole_vectors(conv) for conv in siblings], shape_of(given)[1:]

        def array() -> np.ndarray:
            parts = [np.zeros((count, *inner), np.float32) for count in rows]
            for part, key in zip(parts, keys, strict=True):
                if key is not None:
                    stored = self.weights.get(key).reshape(-1, *inner)
                    part[: len(stored)] = stored
            return np.concatenate(parts)

        requested = self.weights.requested_key(next(key for key in keys if key is not None))
        weight = WeightOp.of_shape(self.weights.add(requested, array), (sum(rows), *inner), f32)
        weight.location = fuse_locations(*siblings)
        return weight
