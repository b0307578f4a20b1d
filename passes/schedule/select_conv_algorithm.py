"""Gives every convolution the algorithm by which it is computed."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ...dialects.context import ncnnc_context
from ...dialects.ncnn.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.properties import Algorithm, AlgorithmAttr, int_attr
from ..common.constants import is_constant
from ..common.cost.conv_schedule import cheapest_algorithm
from ..common.cost.conv_shape import convolution_shape
from ..common.errors import OperationError, place_of
from ..common.target import target_of
from .cost.ncnn_selection import ncnn_algorithm


@dataclass(frozen=True)
class SelectConvAlgorithmPass(ModulePass):
    """
    Set `algorithm` on every convolution.

        ncnn.convolution %x, %w pad [1, 1, 1, 1] : tensor<64x56x56xf32>, ...
        -> ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm winograd4 : tensor<64x56x56xf32>, ...

    `policy` cost estimates cycles for the target, ncnn follows ncnn's rules for x86 (which has one
    kernel for volumes), measure takes what the context has found to be fastest. `layers` forces
    algorithms: `layer=algorithm` each; they come before the policy. `layer=tiled:24` also gives the
    output positions of a tile.

    Raises: OperationError if a forced algorithm cannot compute the layer; PassFailedException if
    the context cannot measure.
    """

    name = "select-conv-algorithm"
    policy: Literal["cost", "ncnn", "measure"] = "cost"
    layers: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        forced = dict(entry.rsplit("=", 1) for entry in self.layers)
        if self.policy == "measure":
            measure_algorithms(ctx, op, forced)
        for conv in op.walk():
            if not isinstance(conv, ScheduledConvolution) or conv.algorithm is not None:
                continue
            name = forced.get(place_of(conv).layer or "")
            if name is not None:
                algorithm, conv.tile = parse_algorithm(name)
                check_algorithm(conv, algorithm)
            elif conv.is_depthwise:
                algorithm = Algorithm.DEPTHWISE
            elif conv.groups > 1 or not is_constant(conv.weight):
                algorithm = Algorithm.PACKED
            elif self.policy == "ncnn" and isinstance(conv, ConvolutionBase):
                algorithm = ncnn_algorithm(conv, target)
            else:
                algorithm = cheapest_algorithm(convolution_shape(conv), target.lanes, target)
            conv.algorithm = AlgorithmAttr(algorithm)


def parse_algorithm(text: str) -> tuple[Algorithm, IntegerAttr | None]:
    """`gemm`, or `tiled:24`: the algorithm, and the positions of a tile if they are given."""
    name, _, positions = text.partition(":")
    return Algorithm(name), int_attr(int(positions)) if positions else None


def measure_algorithms(ctx: Context, module: ModuleOp, forced: Container[str]) -> None:
    """
    Let the context choose wherever several algorithms can be timed.

    Raises: PassFailedException if it cannot.
    """
    measure = ncnnc_context(ctx).measure_algorithms
    if measure is None:
        raise PassFailedException("policy 'measure' needs a driver that can run what it compiles")
    measure(module, forced)


def check_algorithm(conv: ScheduledConvolution, algorithm: Algorithm) -> None:
    """Raises: OperationError if the algorithm cannot compute this convolution."""
    if algorithm is Algorithm.DEPTHWISE:
        if not conv.is_depthwise:
            raise OperationError(conv, "algorithm depthwise needs one channel per group")
        return
    if conv.groups > 1 and algorithm is not Algorithm.PACKED:
        raise OperationError(conv, f"algorithm {algorithm} cannot compute groups; use packed")
    if algorithm.winograd_tile and not is_constant(conv.weight):
        raise OperationError(conv, f"algorithm {algorithm} needs constant weights; use packed")
    shape = convolution_shape(conv)
    if algorithm.winograd_tile and not shape.can_use_winograd:
        raise OperationError(
            conv, f"algorithm {algorithm} needs a 3x3 kernel, stride 1 and dilation 1"
        )
    if algorithm is Algorithm.GEMM and not shape.depth.is_batch:
        raise OperationError(conv, f"algorithm {algorithm} gathers images, no volumes; use packed")
