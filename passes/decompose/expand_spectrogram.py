"""Expand short-time Fourier transforms into matrix products."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.constraints import int_array
from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.padding import PaddingKind
from ...dialects.ncnn.layers.spectrogram import PAD_KINDS, InverseSpectrogramOp, SpectrogramOp
from ...dialects.ncnn.layers.unaryop import UnaryOperator
from ...dialects.ncnn.layers.unfold import FoldOp, UnfoldOp
from ...dialects.ncnn.shapes import has_shape, shape_of, tensor_type
from ...dialects.symbols import extents_of
from ...dialects.weight_store import WeightStore
from ..common.rewrite import RewritePass
from .building.replacement_builder import ReplacementBuilder

COMPLEX = 0
MAGNITUDE = 1


@dataclass(frozen=True)
class MultiplyPieces(RewritePattern):
    """Multiply a matrix of waves, times the window, by a matrix whose columns are the pieces."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SpectrogramOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input):
            return
        layers = ReplacementBuilder(op, rewriter)
        waves = layers.constant(self.weights, "waves", op.matrix())
        parts = layers.matmul(waves, pieces(layers, op))
        rewriter.replace(op, [], [spectrum(layers, op, parts)])


def pieces(layers: LayerBuilder, op: SpectrogramOp) -> SSAValue:
    """Return the pieces of the padded signal, `cell,piece`."""
    pad = op.pad()
    dynamic = extents_of(op.input) is not None
    signal = layers.reshape(op.input, (1, 1, *shape_of(op.input)), columns=dynamic)
    if pad:
        kind = PaddingKind(PAD_KINDS[op.pad_kind.value.data])
        signal = layers.pad(signal, kind, [0, 0, pad], [0, 0, pad])
    unfold = UnfoldOp.build(
        operands=[signal],
        properties={
            "kernel": int_array([1, op.n_fft.value.data]),
            "stride": int_array([1, op.hop.value.data]),
        },
        result_types=[tensor_type((op.n_fft.value.data, op.pieces()))],
    )
    return layers.insert(unfold)


def spectrum(layers: LayerBuilder, op: SpectrogramOp, parts: SSAValue) -> SSAValue:
    """Return the requested spectrum: all real parts, then all imaginary ones."""
    count, power = op.frequencies(), op.power.value.data
    if power == COMPLEX:
        dynamic = extents_of(op.input) is not None
        split = layers.reshape(parts, (2, count, op.pieces()), columns=dynamic)
        return layers.permute(split, [1, 2, 0])
    squares = layers.unary(UnaryOperator.SQUARE, parts)
    real, imaginary = (layers.slice(squares, 0, i * count, (i + 1) * count) for i in (0, 1))
    total = layers.binary(BinaryOperator.ADD, real, imaginary)
    return layers.unary(UnaryOperator.SQRT, total) if power == MAGNITUDE else total


@dataclass(frozen=True)
class OverlapPieces(RewritePattern):
    """Multiply by a matrix of waves, times the window, and add overlapping pieces."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: InverseSpectrogramOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input):
            return
        layers = ReplacementBuilder(op, rewriter)
        frequencies, count, _ = shape_of(op.input)
        spectra = layers.permute(op.input, [0, 2, 1])
        waves = layers.constant(self.weights, "waves", op.matrix())
        cells = layers.matmul(waves, layers.reshape(spectra, (2 * frequencies, count)))
        parts = overlapped(layers, op, cells)
        rewriter.replace(op, [], [normalised(layers, op, parts, self.weights)])


def overlapped(layers: LayerBuilder, op: InverseSpectrogramOp, cells: SSAValue) -> SSAValue:
    """Add overlapping pieces: `part * cell,piece` to `part,1,cell`."""
    start, end = op.cuts()
    size = [1, op.signal_length()]
    fold = FoldOp.build(
        operands=[cells],
        properties={
            "kernel": int_array([1, op.n_fft.value.data]),
            "stride": int_array([1, op.hop.value.data]),
            "pad": int_array([0, start, 0, end]),
            "output_size": int_array(size),
        },
        result_types=[tensor_type((len(op.parts()), *size))],
    )
    return layers.insert(fold)


def normalised(
    layers: LayerBuilder, op: InverseSpectrogramOp, parts: SSAValue, weights: WeightStore
) -> SSAValue:
    """Divide sums by those of the windows, and interleave the parts of complex numbers."""
    count, length = len(op.parts()), op.signal_length()
    factors = layers.constant(weights, "factors", op.factors().reshape(1, length))
    scaled = layers.binary(BinaryOperator.MUL, layers.reshape(parts, (count, length)), factors)
    return layers.reshape(layers.permute(scaled, [1, 0]), shape_of(op.output))


class ExpandSpectrogramPass(RewritePass):
    """
    Expand a spectrogram into the product of waves with pieces of a signal, and an inverse one into
    the product of waves with spectra, whose overlapping pieces are added.

        %y = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 power 2 ...
        -> %p = ncnn.padding reflect %x before [0, 0, 8] after [0, 0, 8] ...
           %u = ncnn.unfold %p kernel [1, 16] stride [1, 4] ...
           %m = ncnn.matmul %waves, %u ...
           %s = ncnn.unaryop square %m ...
           ...
        %x = ncnn.inversespectrogram %y n_fft 16 hop 4 window_length 16 returns 1 ...
        -> %p = ncnn.permute %y order 1 ...
           %m = ncnn.matmul %waves, %p ...
           %s = ncnn.fold %m kernel [1, 16] stride [1, 4] pad [0, 8, 0, 8] ...
           %x = ncnn.binaryop mul %s, %factors ...
    """

    name = "expand-spectrogram"
    PATTERNS = (MultiplyPieces, OverlapPieces)
