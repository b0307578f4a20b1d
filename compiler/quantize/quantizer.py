"""Quantize a float32 model to int8 as ncnn does."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import ReturnOp
from xdsl.ir import SSAValue

from ...dialects.context import NcnncContext
from ...dialects.main_function import find_main, input_names
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.normalization import BatchNormOp, ScaleOp
from ...dialects.ncnn.layers.split import source_of
from ...dialects.ncnn.shapes import shape_of
from ..bundle.metadata import TASKS, metadata_beside
from ..diagnostics import UsageError
from ..driver.import_model import import_graph, make_context
from ..driver.lower import lower
from ..export import ExportedModel, export_model, param_text
from ..frontend.shapes import infer_shapes
from ..image import Image
from ..optimizer import optimize_files, write_exported
from ..options.compile_options import CompileOptions
from ..options.found_shapes import with_shapes_beside
from ..pipeline.steps import Level
from ..postprocess.preparation import sample_image
from .calibration import Progress, collect_histograms
from .dynamic import find_dynamic_layers
from .evaluation import int8_error, int8_model
from .layer_choice import choose_within
from .layers import FloatLayer, QuantizableLayer, check_kept, find_layers, named_ops
from .quantize_options import QuantizeOptions
from .report import LayerReport, QuantizationReport
from .samples import CalibrationSamples, Data, open_samples
from .scales import LayerScales, ScalesByLayer, input_scales, layer_scales, may_overflow
from .simulation import Simulation
from .table_file import read_table, scales_of_table, table_text

DEAD = "its input is 0 for all samples"
NO_SAMPLES = "no samples are given"
KEPT = "as asked for"
NOT_IN_TABLE = "not in the table"
TOO_NOISY = "for the error"
"""Reason why a layer stays float32."""


@dataclass(frozen=True)
class QuantizedModel:
    """A quantized model, ready to be written, and its report."""

    exported: ExportedModel
    table: bytes
    """The scales of all int8 layers, as ncnn2table writes them."""
    report: QuantizationReport


@dataclass(frozen=True)
class Measurement:
    """Errors on samples: of each layer alone, and of all chosen layers."""

    simulation: Simulation
    alone: Mapping[str, float]
    error: float


def quantize_files(
    options: CompileOptions,
    wanted: QuantizeOptions,
    data: Data | Mapping[str, Data] | None,
    progress: Progress = lambda step: None,
) -> QuantizedModel:
    """Quantize a model. Raises: NcnncError for an unsuitable model, samples or names of layers."""
    image = wanted.image
    if data is None:
        check_without_data(wanted)
    else:
        options = with_shapes_beside(options)
        image = image_of_metadata(options, image)
    if wanted.optimize:
        progress("optimizing the graph")
        options = optimized_options(options)
    module, ctx = graph_for_export(options)
    at_run_time = find_dynamic_layers(module, ctx) if wanted.dynamic else []
    layers, others = find_layers(module, ctx, options.name, required=not at_run_time)
    check_kept([layer.name for layer in (*layers, *at_run_time)], wanted.keep, module)
    reasons = dict.fromkeys(wanted.keep, KEPT)
    samples = None if data is None else samples_of(options, image, data)
    candidates = [layer for layer in layers if layer.name not in reasons]
    scales = find_scales(options, wanted, candidates, samples, module, progress)
    dynamic = [layer.name for layer in at_run_time if layer.name not in reasons]
    missing = DEAD if samples is not None else NO_SAMPLES
    missing = missing if wanted.table is None else NOT_IN_TABLE
    reasons |= {layer.name: missing for layer in candidates if layer.name not in scales}
    chosen, measured = scales, None
    if samples is not None and (scales or dynamic):
        every = (*scales, *dynamic)
        choice = measured_choice(options, wanted, scales, dynamic, samples, progress)
        chosen, dynamic, measured = choice
        reasons |= {name: TOO_NOISY for name in every if name not in (*chosen, *dynamic)}
    before = export_model(module, ctx)
    behind = count_normalizations(layers)
    exported, _ = int8_model(options, chosen, dynamic)
    reports = layer_reports(layers, others, scales, reasons, measured)
    found = (
        LayerReport(
            layer.name,
            layer.type,
            layer.name in dynamic,
            reasons.get(layer.name, ""),
            **errors_of(layer.name, measured),
        )
        for layer in at_run_time
    )
    report = QuantizationReport(
        layers=(*reports, *found),
        error=None if measured is None else measured.error,
        samples=0 if samples is None else len(samples),
        samples_measured=0 if measured is None else len(measured.simulation.samples),
        bytes_before=weight_bytes(before),
        bytes_after=weight_bytes(exported),
        overflowing=() if measured is None else tuple(overflowing(layers, chosen, measured)),
        float_batchnorms=behind,
    )
    return QuantizedModel(exported, table_text(chosen), report)


def write_quantized(
    quantized: QuantizedModel,
    param: str | os.PathLike[str],
    weights: str | os.PathLike[str],
    table: str | os.PathLike[str] | None = None,
) -> None:
    """Write the model, and its scales if `table` names a file, or nothing. Raises: OSError."""
    others = {} if table is None else {table: quantized.table}
    write_exported(quantized.exported, param, weights, others)


def image_of_metadata(options: CompileOptions, image: Image) -> Image:
    """Prepare images as a model's metadata say, unless a mean is given. Raises: ModelError."""
    metadata = metadata_beside(options.param) if image == Image() else None
    if metadata is None or metadata.task not in TASKS:
        return image
    return sample_image(metadata)


def check_without_data(wanted: QuantizeOptions) -> None:
    """Check options without samples. Raises: UsageError if they need samples."""
    if wanted.table is None and not wanted.dynamic:
        raise UsageError("there is neither a table of scales nor data to find them with")
    if wanted.max_error is not None:
        raise UsageError("measuring an error needs data")


def optimized_options(options: CompileOptions) -> CompileOptions:
    """Return the model after all rewrites of the graph optimizer, as contents of files."""
    exported = optimize_files(options).exported
    content = {"param": param_text(exported.param), "weights": b"".join(exported.bin)}
    return replace(options, **content, outputs=(), random_weights=None)


def graph_for_export(options: CompileOptions) -> tuple[ModuleOp, NcnncContext]:
    """Return the graph as the file has it, with shapes as far as they are known."""
    ctx = make_context()
    module = import_graph(options, ctx, for_export=True)
    infer_shapes(module, ctx)
    return module, ctx


def samples_of(
    options: CompileOptions, image: Image, data: Data | Mapping[str, Data]
) -> CalibrationSamples:
    """
    Return the samples for the inputs of a model; those that are empty or unread need none.

    Raises: NcnncError if it cannot be compiled, too.
    """
    lowered = lower(options, Level.IMPORT)
    main = find_main(lowered.module)
    arguments = zip(input_names(main), main.body.block.args, strict=True)
    unread = [name for name, value in arguments if not is_read(value) or 0 in shape_of(value)]
    return open_samples(lowered.inputs, data, image, unread)


def is_read(value: SSAValue) -> bool:
    """Return true if a layer reads a blob; the model may return it besides."""
    return any(not isinstance(use.operation, ReturnOp) for use in value.uses)


def find_scales(
    options: CompileOptions,
    wanted: QuantizeOptions,
    layers: Sequence[QuantizableLayer],
    samples: CalibrationSamples | None,
    module: ModuleOp,
    progress: Progress,
) -> dict[str, LayerScales]:
    """
    Return the scales of layers by name: from a table, or from samples; without those of zeros.
    """
    if wanted.table is not None:
        known = [name for _, name in named_ops(module)]
        return scales_of_table(read_table(wanted.table), layers, wanted.table, known)
    if samples is None or not layers:
        return {}
    histograms = collect_histograms(options, layers, samples, progress)
    progress(f"choosing scales ({wanted.method})")
    by_blob = input_scales(histograms, wanted.method)
    found = ((layer, by_blob[layer.blob]) for layer in layers)
    return {
        layer.name: layer_scales(layer, scale, wanted.small_winograd)
        for layer, scale in found
        if scale is not None
    }


def measured_choice(
    options: CompileOptions,
    wanted: QuantizeOptions,
    scales: ScalesByLayer,
    dynamic: Sequence[str],
    samples: CalibrationSamples,
    progress: Progress,
) -> tuple[ScalesByLayer, Sequence[str], Measurement]:
    """
    Return the scales of the layers that become int8, and the layers that find them at run time: all
    but those that a limit forbids.
    """
    progress("compiling the simulation")
    simulation = Simulation(options, scales, samples, dynamic)
    names, alone = [*scales, *dynamic], dict[str, float]()
    for name in names:
        progress(f"error of layer '{name}'")
        alone[name] = simulation.error([name])

    def apart(names: Sequence[str]) -> tuple[ScalesByLayer, Sequence[str]]:
        return {n: scales[n] for n in names if n in scales}, [n for n in names if n in dynamic]

    def measured(names: Sequence[str]) -> float:
        chosen, at_run_time = apart(names)
        return int8_error(options, chosen, simulation, at_run_time)

    progress("error of the model")
    error = measured(names)
    if wanted.max_error is not None and error > wanted.max_error:
        progress("choosing layers")
        names, error = choose_within(alone, simulation.error, measured, wanted.max_error)
    return *apart(names), Measurement(simulation, alone, error)


def overflowing(
    layers: Sequence[QuantizableLayer], scales: ScalesByLayer, measured: Measurement
) -> Iterable[str]:
    """Return the names of the int8 layers that ncnn's Winograd may get wrong."""
    for layer in layers:
        if layer.name in scales and layer.name in measured.simulation.peaks:
            peak = measured.simulation.peaks[layer.name]
            if may_overflow(layer, scales[layer.name], peak):
                yield layer.name


def layer_reports(
    layers: Sequence[QuantizableLayer],
    others: Sequence[FloatLayer],
    scales: ScalesByLayer,
    reasons: Mapping[str, str],
    measured: Measurement | None,
) -> Iterable[LayerReport]:
    """Yield the report of each layer; layers that cannot compute with int8 come last."""
    for layer in layers:
        found = layer.name in scales
        yield LayerReport(
            name=layer.name,
            type=layer.type,
            is_int8=layer.name not in reasons,
            reason=reasons.get(layer.name, ""),
            input_scale=float(scales[layer.name].input) if found else None,
            **errors_of(layer.name, measured),
        )
    for other in others:
        yield LayerReport(other.name, other.type, is_int8=False, reason=other.reason)


def errors_of(name: str, measured: Measurement | None) -> dict[str, float | None]:
    """Return the measured fields of a layer's report."""
    if measured is None or name not in measured.alone:
        return {}
    noise = measured.simulation.noises[name]
    return {"decibels": noise.decibels, "error_alone": measured.alone[name]}


def count_normalizations(layers: Sequence[QuantizableLayer]) -> int:
    """Return the number of channel-scaling layers directly after a convolution."""
    users = (use.operation for layer in layers for use in layer.op.output.uses)
    sources = (op for op in users if isinstance(op, BatchNormOp | ScaleOp))
    return sum(isinstance(source_of(op.operands[0]).owner, ConvolutionBase) for op in sources)


def weight_bytes(exported: ExportedModel) -> int:
    """Return the size of the `.bin`."""
    return sum(len(memoryview(chunk)) for chunk in exported.bin)
