"""Select the algorithm of each convolution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ...dialects.constraints import int_attr
from ...dialects.context import ncnnc_context
from ...dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ...dialects.kernel.convolution import BOUNDED_ALGORITHMS, INT8_ALGORITHMS
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layer_attributes import feature_mask
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.symbols import extents_of
from ...dialects.target.products import BFLOAT16, F16, F32, INT16
from ...dialects.target.records import Target
from ...dialects.weight_store import WeightStore
from ..common.constants import is_constant, stored_array
from ..common.errors import OperationError, place_of
from ..common.target import inner_kernel_of, target_of
from .cost.algorithm_choice import AlgorithmChoice, fastest
from .cost.conv_cost import cheapest_algorithm, estimated_cycles, inner_algorithm, weight_bytes
from .cost.conv_shape import LARGEST_INPUT, ConvolutionShape, convolution_shape, multiplies_bfloats
from .cost.ncnn_selection import NcnnConvolution, NcnnOptions, ncnn_algorithm, ncnn_kernel
from .cost.usual_extents import OTHER_SIZES, of_size
from .cost.weight_saving import SavingCandidate, save_weights


@dataclass(frozen=True)
class SelectConvAlgorithmPass(ModulePass):
    """
    Set the `algorithm` of each convolution.

        ncnn.convolution %x, %w pad [1, 1, 1, 1] : tensor<64x56x56xf32>, ...
        -> ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm winograd4 : tensor<64x56x56xf32>, ...

    With `algorithm dilated` also `inner`, the algorithm that computes the sub-images: by cost.

    If the size of images is dynamic, `small` and `large` are the algorithms for images smaller and
    larger than usual, if they differ: by cost, unless an algorithm is forced or weights are to be
    saved.

    Int8 convolutions are tiled or depthwise, or use a Winograd algorithm if the sums of their
    weights guarantee that 32-bit integers are exact; by cost, for any policy.

    `policy` cost estimates cycles for the target, ncnn follows ncnn's rules for x86 (which has one
    kernel for volumes), measure takes the fastest algorithm on the machine that the context times
    them on. `layers` forces algorithms, `layer=algorithm` each, and takes precedence over the
    policy. `layer=tiled:24` also sets the output positions of a tile. `save_weight_bytes` is the
    number of bytes of weights to save, as far as possible, by changing the algorithms of the
    convolutions that lose the least time. `bfloat16` states that `convert-precision` follows, for
    products that the target has. The other options are ncnn's, for its policy.

    Raises: OperationError if a forced algorithm cannot compute the layer; PassFailedException if
    the context cannot measure.
    """

    name = "select-conv-algorithm"
    policy: Literal["cost", "ncnn", "measure"] = "cost"
    layers: tuple[str, ...] = ()
    save_weight_bytes: int = 0
    bfloat16: bool = False
    use_packing_layout: bool = True
    use_winograd_convolution: bool = True
    use_winograd23_convolution: bool = True
    use_winograd43_convolution: bool = True
    use_winograd63_convolution: bool = True
    use_sgemm_convolution: bool = True

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for conv, choice in self.choices(ctx, op):
            conv.algorithm = AlgorithmAttr(choice.algorithm)
            conv.tile = int_attr(choice.tile) if choice.tile is not None else None
            for name, algorithm in self.of_other_sizes(ctx, conv, choice, target_of(op)):
                setattr(conv, name, AlgorithmAttr(algorithm))
        for conv in op.walk():
            if isinstance(conv, ScheduledConvolution):
                set_inner_algorithm(conv, target_of(op))

    def choices(
        self, ctx: Context, op: ModuleOp
    ) -> Iterator[tuple[ScheduledConvolution, AlgorithmChoice]]:
        """Yield each convolution that has no algorithm yet, with its choice."""
        chosen = dict(self.fastest_choices(ctx, op))
        if self.save_weight_bytes:
            weights = ncnnc_context(ctx).weights
            free = [
                SavingCandidate(
                    conv, choice, sizes_of_weights(conv, choice, target_of(op), weights)
                )
                for conv, choice in chosen.items()
                if choice.runner_up is not None and place_of(conv).layer not in self.forced
            ]
            chosen |= save_weights(free, self.save_weight_bytes)
        yield from chosen.items()

    @property
    def forced(self) -> dict[str, str]:
        """Return the algorithms that `layers` forces, by layer."""
        return dict(entry.rsplit("=", 1) for entry in self.layers)

    def fastest_choices(
        self, ctx: Context, op: ModuleOp
    ) -> Iterator[tuple[ScheduledConvolution, AlgorithmChoice]]:
        """Yield the same without regard to the size of weights."""
        target = target_of(op)
        forced = self.forced
        for conv in op.walk():
            if isinstance(conv, ScheduledConvolution) and conv.algorithm is None:
                name = forced.get(place_of(conv).layer or "")
                yield conv, self.choose(ctx, conv, target, name)

    def of_other_sizes(
        self,
        ctx: Context,
        conv: ScheduledConvolution,
        choice: AlgorithmChoice,
        target: Target,
    ) -> Iterator[tuple[str, Algorithm]]:
        """Return the algorithms of images smaller and larger than usual that differ, by cost."""
        is_free = place_of(conv).layer not in self.forced and not self.save_weight_bytes
        if extents_of(conv.output) is None or len(choice.cycles) < 2 or not is_free:
            return
        for name, size in OTHER_SIZES.items():
            with of_size(conv, size) as other:
                algorithm = self.choose(ctx, other, target, None).algorithm
            if algorithm is not choice.algorithm:
                yield name, algorithm

    def choose(
        self, ctx: Context, conv: ScheduledConvolution, target: Target, forced: str | None
    ) -> AlgorithmChoice:
        """Choose the algorithm of a convolution, with the reason."""
        if conv.sums_integers:
            return self.choose_int8(ctx, conv, target, forced)
        cycles = self.estimates(conv, target)
        if forced is not None:
            algorithm, tile = parse_algorithm(forced)
            check_algorithm(conv, algorithm)
            return AlgorithmChoice(algorithm, "forced by --conv", cycles, tile=tile)
        if conv.is_depthwise:
            return AlgorithmChoice(Algorithm.DEPTHWISE, "depthwise: every group is one channel")
        if conv.groups > 1:
            return AlgorithmChoice(Algorithm.PACKED, "grouped: no other algorithm has groups")
        if not is_constant(conv.weight):
            return AlgorithmChoice(Algorithm.PACKED, "the weights are an input")
        if self.policy == "ncnn" and isinstance(conv, ConvolutionBase):
            kernel = self.ncnn_kernel(conv, target)
            algorithm = ncnn_algorithm(kernel)
            # ncnn splits images for a single tap, too, and computes these by gemm.
            if not can_compute(conv, algorithm):
                algorithm = Algorithm.GEMM
            return AlgorithmChoice(algorithm, f"ncnn takes {kernel}", cycles)
        candidates = legal_algorithms(conv, in_tiles=Algorithm.TILED in cycles)
        if len(candidates) == 1:
            return AlgorithmChoice(candidates[0], "no other algorithm differs", cycles)
        if self.policy == "measure":
            seconds = measure_algorithms(ctx, conv, candidates)
            return AlgorithmChoice(fastest(seconds), "fastest when measured", cycles, seconds)
        shape = self.multiplied_shape(conv, target)
        algorithm = cheapest_algorithm(shape, target.lanes, target)
        return AlgorithmChoice(algorithm, cost_reason(algorithm, cycles, shape), cycles)

    def choose_int8(
        self, ctx: Context, conv: ScheduledConvolution, target: Target, forced: str | None
    ) -> AlgorithmChoice:
        """Choose the algorithm of an int8 convolution, with the reason."""
        shape = convolution_shape(conv)
        shape = replace(shape, largest_sum=largest_sum(conv, ncnnc_context(ctx).weights))
        cycles: Mapping[Algorithm, float] = {}
        if conv.groups == 1 and is_constant(conv.weight):
            cycles = estimated_cycles(shape, target.lanes, target)
        if forced is not None:
            algorithm, tile = parse_algorithm(forced)
            check_algorithm(conv, algorithm, shape)
            if algorithm.winograd_tile:
                inner_kernel_of(conv, INT16, target)
            return AlgorithmChoice(algorithm, "forced by --conv", cycles, tile=tile)
        if conv.is_depthwise:
            return AlgorithmChoice(Algorithm.DEPTHWISE, "depthwise: every group is one channel")
        if len(cycles) < 2 or self.policy == "ncnn":
            return AlgorithmChoice(Algorithm.TILED, "int8: what is gathered is converted", cycles)
        return AlgorithmChoice(fastest(cycles), "fewest estimated cycles", cycles)

    def estimates(self, conv: ScheduledConvolution, target: Target) -> Mapping[Algorithm, float]:
        """Return the estimated cycles of all algorithms that can compute it, where they differ."""
        if conv.groups > 1 or not is_constant(conv.weight):
            return {}
        return estimated_cycles(self.multiplied_shape(conv, target), target.lanes, target)

    def multiplied_shape(self, conv: ScheduledConvolution, target: Target) -> ConvolutionShape:
        """
        Return the shape of a convolution, with numbers in the types that its kernel multiplies.
        """
        shape = convolution_shape(conv)
        if not self.bfloat16 or not multiplies_bfloats(conv, target):
            return shape
        return replace(shape, types=BFLOAT16)

    def ncnn_kernel(self, conv: ConvolutionBase, target: Target) -> str:
        """
        Return the function with which ncnn would compute a convolution, by the options of this
        pass.
        """
        names = [option.name for option in fields(NcnnOptions)]
        options = NcnnOptions(**{name: getattr(self, name) for name in names})
        return ncnn_kernel(NcnnConvolution.of(conv), options.masked(feature_mask(conv)), target)


def set_inner_algorithm(conv: ScheduledConvolution, target: Target) -> None:
    """Set the cheapest inner algorithm of a dilated convolution without one."""
    if conv.algorithm is None or conv.algorithm.data is not Algorithm.DILATED:
        return
    if conv.inner is not None:
        return
    inner = inner_algorithm(convolution_shape(conv), target.lanes, target)
    conv.inner = AlgorithmAttr(inner)


def parse_algorithm(text: str) -> tuple[Algorithm, int | None]:
    """Parse `gemm` or `tiled:24`: the algorithm, and the positions of a tile if given."""
    name, _, positions = text.partition(":")
    return Algorithm(name), int(positions) if positions else None


def cost_reason(
    algorithm: Algorithm, cycles: Mapping[Algorithm, float], shape: ConvolutionShape
) -> str:
    """Return why the policy `cost` took an algorithm."""
    if algorithm is fastest(cycles):
        return "fewest estimated cycles"
    if shape.depth.images == 1:
        return "smallest weights of those with about the fewest estimated cycles"
    return "fewest estimated cycles of a single image, and few more of all"


def sizes_of_weights(
    conv: ScheduledConvolution, choice: AlgorithmChoice, target: Target, store: WeightStore
) -> dict[Algorithm, int]:
    """Return the bytes of a convolution's weights for each algorithm known to compute it."""
    shape, owner = convolution_shape(conv), conv.weight.owner
    element = shape.types.weight.bytes
    if isinstance(owner, WeightOp) and store.has_halves(owner.key.data):
        element = F16.bytes if target.converts(F16, F32) else element
    known = (*choice.cycles, *choice.seconds, choice.algorithm)
    return {algorithm: weight_bytes(shape, algorithm, target, element) for algorithm in known}


def measure_algorithms(
    ctx: Context, conv: ScheduledConvolution, candidates: Sequence[Algorithm]
) -> Mapping[Algorithm, float]:
    """
    Time algorithms. Units: seconds. Raises: PassFailedException if the context cannot measure.
    """
    measure = ncnnc_context(ctx).measure_algorithms
    if measure is None:
        raise PassFailedException("policy 'measure' needs a driver that runs compiled code")
    return measure(conv, candidates)


def legal_algorithms(
    conv: ScheduledConvolution, *, in_tiles: bool = False
) -> tuple[Algorithm, ...]:
    """
    Return the algorithms that compute a dense convolution differently; for 1x1, `gemm` is packed,
    and so is `tiled` unless it multiplies in tile registers.
    """
    shape = convolution_shape(conv)
    same = (Algorithm.PACKED, *(() if in_tiles else (Algorithm.TILED,)))
    same = same if shape.is_pointwise else ()
    return tuple(a for a in Algorithm if a not in same and can_compute(conv, a, shape))


def can_compute(
    conv: ScheduledConvolution, algorithm: Algorithm, shape: ConvolutionShape | None = None
) -> bool:
    """Return whether an algorithm can compute this convolution; its shape may be unknown."""
    try:
        check_algorithm(conv, algorithm, shape)
    except OperationError:
        return False
    return True


def check_algorithm(
    conv: ScheduledConvolution, algorithm: Algorithm, shape: ConvolutionShape | None = None
) -> None:
    """Raises: OperationError if the algorithm cannot compute it; the shape may be unknown."""
    if algorithm is Algorithm.DEPTHWISE:
        if not conv.is_depthwise:
            raise OperationError(conv, "algorithm depthwise needs one channel per group")
        return
    if conv.sums_integers:
        check_int8(conv, algorithm, shape)
        return
    if conv.groups > 1 and algorithm is not Algorithm.PACKED:
        raise OperationError(conv, f"algorithm {algorithm} cannot compute groups; use packed")
    needs_constants = algorithm.winograd_tile or algorithm is Algorithm.DILATED
    if needs_constants and not is_constant(conv.weight):
        raise OperationError(conv, f"algorithm {algorithm} needs constant weights; use packed")
    shape = shape or convolution_shape(conv)
    if shape.is_dynamic and not is_bounded(algorithm, shape):
        reason = f"algorithm {algorithm} takes no extents known at run time; use packed"
        raise OperationError(conv, reason)
    if algorithm.winograd_tile and not shape.can_use_winograd:
        raise OperationError(
            conv, f"algorithm {algorithm} needs a 3x3 kernel, stride 1 and dilation 1"
        )
    if algorithm is Algorithm.GEMM and not shape.depth.is_batch:
        raise OperationError(conv, f"algorithm {algorithm} gathers images, no volumes; use packed")
    if algorithm is Algorithm.DILATED:
        check_sub_images(conv, shape)


def is_bounded(algorithm: Algorithm, shape: ConvolutionShape) -> bool:
    """Return whether the kernel of an algorithm takes dynamic bounds."""
    return algorithm in BOUNDED_ALGORITHMS and (
        algorithm is not Algorithm.GEMM or shape.is_pointwise
    )


def check_int8(
    conv: ScheduledConvolution, algorithm: Algorithm, shape: ConvolutionShape | None
) -> None:
    """Raises: OperationError if the algorithm cannot compute a convolution of int8."""
    if algorithm is Algorithm.TILED:
        return
    if algorithm not in INT8_ALGORITHMS or conv.groups > 1 or not is_constant(conv.weight):
        raise OperationError(conv, f"algorithm {algorithm} cannot compute int8; use tiled")
    shape = shape or convolution_shape(conv)
    if not shape.can_use_winograd:
        raise OperationError(
            conv, f"algorithm {algorithm} needs a 3x3 kernel, stride 1 and dilation 1"
        )
    if not shape.has_exact_winograd(algorithm.winograd_tile):
        raise OperationError(
            conv, f"algorithm {algorithm} would not be exact: sums of int8 are too large; use tiled"
        )


def largest_sum(conv: ScheduledConvolution, store: WeightStore) -> int | None:
    """Return an upper bound of the magnitude of all int8 sums; None if the weights are unknown."""
    array = stored_array(conv.weight, store)
    if array is None:
        return None
    by_output = np.abs(array.reshape(len(array), -1).astype(np.int16)).sum(axis=1, dtype=np.int64)
    return LARGEST_INPUT * int(by_output.max())


def check_sub_images(conv: ScheduledConvolution, shape: ConvolutionShape) -> None:
    """Raises: OperationError if the convolution cannot be split into sub-images."""
    if not shape.depth.is_batch:
        raise OperationError(conv, "algorithm dilated takes images apart, no volumes; use packed")
    if not shape.can_be_dilated:
        raise OperationError(conv, "algorithm dilated needs taps that lie apart, and stride 1")
