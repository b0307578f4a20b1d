"""Quantize the matrices of a float32 model to blocks of few bits as ncnn does."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from ....dialects.context import NcnncContext
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ...diagnostics import UsageError
from ...export import ExportedModel, export_model
from ...format.weights import TAG
from ...optimizer import write_exported
from ...options.compile_options import CompileOptions
from ...options.found_shapes import with_shapes_beside
from ..calibration import Progress
from ..common_options import BlockMethod
from ..layers import check_kept
from ..quantizer import (
    KEPT,
    TOO_NOISY,
    graph_for_export,
    image_of_metadata,
    samples_of,
    weight_bytes,
)
from ..samples import Data
from .block_options import BlockOptions
from .inputs import LayerInputs, collect_inputs
from .layers import BlockLayer, find_block_layers
from .matrices import MatrixQuantizer, SquaredError
from .report import BlockLayerReport, BlockReport
from .writing import QuantizedMatrix, write_blocks


@dataclass(frozen=True)
class BlockModel:
    """A quantized model, ready to be written, and its report."""

    exported: ExportedModel
    report: BlockReport


def quantize_blocks_of_files(
    options: CompileOptions,
    wanted: BlockOptions,
    data: Data | Mapping[str, Data] | None,
    progress: Progress = lambda step: None,
) -> BlockModel:
    """
    Quantize the matrices of the model that the options name, one after the other.

    Raises: NcnncError if the model cannot be read, is quantized already, or has nothing to
    quantize; if samples are missing or do not fit; for names of layers that it does not have.
    """
    if data is None and BlockMethod(wanted.method).needs_samples:
        raise UsageError(
            f"method '{wanted.method}' needs samples of the layers' inputs; "
            "hint: give samples, or take 'mse'"
        )
    inputs, count = None, 0
    module, ctx = graph_for_export(options)
    layers = find_block_layers(module, ctx, wanted.form, options.name)
    check_kept([layer.name for layer in layers if layer.matrices], wanted.keep, module)
    if data is not None:
        options = with_shapes_beside(options)
        samples = samples_of(options, image_of_metadata(options, wanted.image), data)
        inputs, count = collect_inputs(options, wanted.form, samples, progress), len(samples)
    reports, saved = quantize_layers(layers, wanted, inputs, ctx, progress)
    exported = export_model(module, ctx)
    size = weight_bytes(exported)
    report = BlockReport(
        layers=tuple(reports),
        bits=wanted.bits,
        block=wanted.block,
        method=str(wanted.method),
        samples=count,
        bytes_before=size + saved,
        bytes_after=size,
    )
    return BlockModel(exported, report)


def write_block_model(
    quantized: BlockModel, param: str | os.PathLike[str], weights: str | os.PathLike[str]
) -> None:
    """Write both files or none. Raises: OSError."""
    write_exported(quantized.exported, param, weights)


def quantize_layers(
    layers: Sequence[BlockLayer],
    wanted: BlockOptions,
    inputs: LayerInputs | None,
    ctx: NcnncContext,
    progress: Progress,
) -> tuple[list[BlockLayerReport], int]:
    """Quantize the layers in the graph; their reports, and the bytes of float32 saved."""
    quantizer = MatrixQuantizer(wanted.method, wanted.form, ctx.weights, inputs)
    reports: list[BlockLayerReport] = []
    saved = 0
    for index, layer in enumerate(layers):
        reason = KEPT if layer.name in wanted.keep else layer.reason
        if reason:
            reports.append(BlockLayerReport(layer.name, layer.type, False, reason))
            continue
        progress(f"layer '{layer.name}', {index + 1} of {len(layers)}")
        by_weight, by_output = SquaredError(), SquaredError()
        matrices = {
            matrix.part: quantizer.quantize(layer, matrix, by_weight, by_output)
            for matrix in layer.matrices
        }
        report = BlockLayerReport(
            name=layer.name,
            type=layer.type,
            is_quantized=True,
            weight_error=by_weight.relative,
            output_error=None if inputs is None else by_output.relative,
        )
        limit = inf if wanted.max_error is None else wanted.max_error
        if report.error is not None and not report.error <= limit:
            report = replace(report, is_quantized=False, reason=TOO_NOISY)
        else:
            saved += bytes_saved(layer, matrices)
            write_blocks(layer, matrices, wanted.form, ctx)
        reports.append(report)
    return reports, saved


def bytes_saved(layer: BlockLayer, matrices: Mapping[str, QuantizedMatrix]) -> int:
    """Return the size of a layer's matrices as tagged float32, less that of their blocks."""
    before = sum(TAG.size + matrix.rows * matrix.columns * 4 for matrix in layer.matrices)
    if isinstance(layer.op, InnerProductOp) and layer.op.bias is not None:
        before -= TAG.size  # A Gemm has one before its C.
    arrays = [a for m in matrices.values() for a in (m.integers, m.scales, m.input_scales)]
    return before - sum(array.nbytes for array in arrays if array is not None)
