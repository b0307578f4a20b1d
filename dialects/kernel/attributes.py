"""Kinds and modes of kernels and layers: algorithms, pooling, reductions, padding, sampling."""

from __future__ import annotations

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum


class Algorithm(StrEnum):
    """Algorithm of a convolution."""

    PACKED = "packed"
    GEMM = "gemm"
    WINOGRAD2 = "winograd2"
    WINOGRAD4 = "winograd4"
    WINOGRAD6 = "winograd6"
    TILED = "tiled"
    DILATED = "dilated"
    """Split the image into sub-images, and compute each by another algorithm."""
    DEPTHWISE = "depthwise"

    @property
    def winograd_tile(self) -> int:
        """Return the side m of the output tile of F(m, 3); 0 for the other algorithms."""
        return WINOGRAD_TILES.get(self, 0)


WINOGRAD_TILES: dict[Algorithm, int] = {
    Algorithm.WINOGRAD2: 2,
    Algorithm.WINOGRAD4: 4,
    Algorithm.WINOGRAD6: 6,
}
"""Winograd algorithm -> m of F(m, 3)."""


@irdl_attr_definition
class AlgorithmAttr(EnumAttribute[Algorithm], SpacedOpaqueSyntaxAttribute):
    """`#kernel<algorithm gemm>`; prints as the bare word inside an op's syntax."""

    name = "kernel.algorithm"


class PoolingKind(StrEnum):
    """Kind of a pooling, in the order of ncnn's codes."""

    MAX = "max"
    AVG = "avg"


@irdl_attr_definition
class PoolingKindAttr(EnumAttribute[PoolingKind], SpacedOpaqueSyntaxAttribute):
    name = "kernel.pooling_kind"


class AxisReduction(StrEnum):
    """Reduction of the elements along an axis to one."""

    SUM = "sum"
    MEAN = "mean"
    """The sum, divided by the number of elements."""
    ASUM = "asum"
    """The sum of absolute values."""
    SUMSQ = "sumsq"
    """The sum of squares."""
    SUMEXP = "sumexp"
    """The sum of exponentials."""
    PROD = "prod"
    MAX = "max"
    AMAX = "amax"
    """The largest absolute value."""
    MIN = "min"


@irdl_attr_definition
class AxisReductionAttr(EnumAttribute[AxisReduction], SpacedOpaqueSyntaxAttribute):
    name = "kernel.axis_reduction"


class PaddingKind(StrEnum):
    """Values of a border, in the order of ncnn's codes."""

    CONSTANT = "constant"
    REPLICATE = "replicate"
    """The outermost cells."""
    REFLECT = "reflect"
    """The cells mirrored at the outermost one, which is not repeated."""


@irdl_attr_definition
class PaddingKindAttr(EnumAttribute[PaddingKind], SpacedOpaqueSyntaxAttribute):
    name = "kernel.padding_kind"


class LRNRegion(StrEnum):
    """Neighbours that LRN sums over, in the order of ncnn's codes."""

    ACROSS_CHANNELS = "across_channels"
    WITHIN_CHANNEL = "within_channel"


@irdl_attr_definition
class LRNRegionAttr(EnumAttribute[LRNRegion], SpacedOpaqueSyntaxAttribute):
    name = "kernel.lrn_region"


class SampleMode(StrEnum):
    """Interpolation between cells, in the order of ncnn's codes of GridSample (from 1)."""

    BILINEAR = "bilinear"
    """Along all axes, three in a volume."""
    NEAREST = "nearest"
    BICUBIC = "bicubic"


@irdl_attr_definition
class SampleModeAttr(EnumAttribute[SampleMode], SpacedOpaqueSyntaxAttribute):
    name = "kernel.sample_mode"


class SamplePadding(StrEnum):
    """Values of samples outside an image, in the order of ncnn's codes of GridSample (from 1)."""

    ZEROS = "zeros"
    BORDER = "border"
    """The outermost cells."""
    REFLECTION = "reflection"
    """The image mirrored, once on each side; beyond that the outermost cells, or zeros."""


@irdl_attr_definition
class SamplePaddingAttr(EnumAttribute[SamplePadding], SpacedOpaqueSyntaxAttribute):
    name = "kernel.sample_padding"


class EpsGuard(StrEnum):
    """
    The way in which eps keeps a divisor, the root of a sum of squares s, from being 0.

    The first three are in the order of the codes of ncnn's Normalize.
    """

    ADDED_TO_SQUARE = "added_to_square"
    """`sqrt(s + eps)`"""
    LEAST_ROOT = "least_root"
    """`max(sqrt(s), eps)`"""
    LEAST_SQUARE = "least_square"
    """`sqrt(max(s, eps))`"""
    ADDED_TO_ROOT = "added_to_root"
    """`sqrt(s) + eps`"""


@irdl_attr_definition
class EpsGuardAttr(EnumAttribute[EpsGuard], SpacedOpaqueSyntaxAttribute):
    name = "kernel.eps_guard"


class Direction(StrEnum):
    """The order in which a recurrent layer takes its steps, in the order of ncnn's codes."""

    FORWARD = "forward"
    REVERSE = "reverse"
    BOTH = "both"

    @property
    def times(self) -> int:
        """Return the number of repetitions of all steps."""
        return 2 if self is Direction.BOTH else 1


@irdl_attr_definition
class DirectionAttr(EnumAttribute[Direction], SpacedOpaqueSyntaxAttribute):
    name = "kernel.direction"


class RecurrentCell(StrEnum):
    """Cell of a recurrent layer."""

    RNN = "rnn"
    GRU = "gru"
    LSTM = "lstm"

    @property
    def gates(self) -> int:
        """Return the number of gates, each a product per element of the hidden state."""
        return {RecurrentCell.RNN: 1, RecurrentCell.GRU: 3, RecurrentCell.LSTM: 4}[self]

    @property
    def biases(self) -> int:
        """Return the number of bias vectors: the new gate of a GRU has two."""
        return 1 if self is RecurrentCell.RNN else 4

    @property
    def states(self) -> int:
        """Return the number of states: the hidden state and, for an LSTM, the cell state."""
        return 2 if self is RecurrentCell.LSTM else 1


@irdl_attr_definition
class RecurrentCellAttr(EnumAttribute[RecurrentCell], SpacedOpaqueSyntaxAttribute):
    name = "kernel.recurrent_cell"
