"""Measure the real error of a quantized model: compile the written files and run them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...dialects.main_function import find_main, output_names
from ..analysis.switched_model import compile_compared
from ..driver.import_model import import_graph, make_context
from ..export import ExportedModel, export_model, param_text
from ..frontend.shapes import infer_shapes
from ..options.compile_options import CompileOptions
from .dynamic import find_dynamic_layers, quantize_dynamic
from .layers import find_layers
from .samples import taken_by
from .scales import ScalesByLayer
from .simulation import Simulation
from .writing import quantize_graph


def int8_model(
    options: CompileOptions, scales: ScalesByLayer, dynamic: Sequence[str] = ()
) -> tuple[ExportedModel, Sequence[str]]:
    """
    Return an int8 model's files and names of outputs; `dynamic` layers find scales at run time.

    Raises: NcnncError if it cannot be read.
    """
    ctx = make_context()
    module = import_graph(options, ctx, for_export=True)
    infer_shapes(module, ctx)
    outputs = output_names(find_main(module))
    layers, _ = find_layers(module, ctx, options.name, required=False)
    quantize_graph(layers, scales, ctx)
    quantize_dynamic(find_dynamic_layers(module, ctx), dynamic, ctx)
    return export_model(module, ctx), outputs


def with_int8_layers(
    options: CompileOptions, scales: ScalesByLayer, dynamic: Sequence[str] = ()
) -> CompileOptions:
    """Return options for the model with int8 layers. Raises: NcnncError if it cannot be read."""
    exported, outputs = int8_model(options, scales, dynamic)
    return replace(
        options,
        param=param_text(exported.param),
        weights=b"".join(exported.bin),
        outputs=tuple(outputs),
        random_weights=None,
    )


def int8_error(
    options: CompileOptions,
    scales: ScalesByLayer,
    simulation: Simulation,
    dynamic: Sequence[str] = (),
) -> float:
    """
    Return the model's error with these scales, by int8 code on the samples. Raises: NcnncError.
    """
    if not scales and not dynamic:
        return 0.0
    model = compile_compared(with_int8_layers(options, scales, dynamic))
    return simulation.error_of(lambda sample: model.run(taken_by(model.inputs, sample)))
