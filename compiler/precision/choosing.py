"""
Choose int8, bfloat16 or float32 for each layer, so that outputs stay within an error.

Candidates are layers that the cost model expects to gain. The search uses one program with a switch
for each candidate, which measures the error of any choice; compiled code confirms the result. Costs
and samples are fixed, so that the choice is the same each time on one target.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ...runtime.model.precision_choice import LayerPrecision, PrecisionChoice
from ..analysis.model_inputs import seeded_inputs, smooth_inputs
from ..analysis.relative_error import Arrays
from ..analysis.rounding import for_one_input
from ..analysis.switched_model import SwitchedModel, compile_compared
from ..diagnostics import UnrunnableTargetError
from ..driver.lower import lower
from ..image import Image
from ..options.choices import Precision
from ..options.compile_options import CompileOptions, require_runnable
from ..pipeline.steps import Level
from ..quantize.layer_choice import choose_within
from ..quantize.quantizer import samples_of
from ..quantize.samples import CalibrationSamples, taken_by
from ..quantize.simulation import MOST_SAMPLES
from .candidates import Gains, gains_of_layers
from .int8_layers import offered_scales, why_no_int8, with_int8_inputs
from .kept_choices import kept_choice
from .rounded_graph import INT8_FORM, rounded_graph

Progress = Callable[[str], None]
FP32, BF16, INT8 = Precision.FP32.value, Precision.BF16.value, "int8"

SLOWER = "not faster in bfloat16 or int8"
UNKNOWN = "its weights are computed"
TOO_INEXACT = "for the error"
FASTER = "faster"
"""Why a layer has its precision."""


def precisions_within(
    options: CompileOptions,
    samples: Sequence[Arrays],
    calibration: CalibrationSamples | None,
    progress: Progress,
    why_not: str = "",
) -> PrecisionChoice:
    """
    Choose precisions for options with `max_error` and one input; int8 for layers that gain, unless
    it is said why not. Raises: NcnncError.

    The search is among forms of layers. The int8 form of a layer comes before its bfloat16 form,
    and so saves what it saves more.
    """
    limit = options.max_error
    assert limit is not None
    plain = replace(without_error(options), precision=FP32)
    gains = gains_of_layers(plain)
    inputs: dict[str, float] = {}
    if not why_not:
        faster = [name for name, gain in gains.items() if gain.int8 > gain.bfloat16]
        inputs, why_not = offered_scales(plain, faster, options.int8_table, calibration, progress)
    candidates = {name: gain.bfloat16 for name, gain in gains.items() if gain.bfloat16 > 0}
    forms = candidates | {
        f"{INT8_FORM}{name}": gains[name].int8 - gains[name].bfloat16 for name in inputs
    }
    alone: dict[str, float] = {}
    chosen: Sequence[str] = ()
    error = 0.0
    if forms:
        progress("compiling the simulation")
        module, ctx, names = rounded_graph(plain, candidates, inputs)
        simulation = SwitchedModel(plain, (module, ctx), names, samples)
        for name in names:
            progress(f"error of layer '{name}'")
            alone[name] = simulation.error([name])

        def measured(lowered: Sequence[str]) -> float:
            if not lowered:
                return 0.0
            progress(f"error of {len(lowered)} layers")
            made = with_precisions(options, precisions_of(gains, lowered), inputs)
            model = compile_compared(made)
            return simulation.error_of(lambda sample: model.run(taken_by(model.inputs, sample)))

        chosen, error = list(alone), measured(list(alone))
        if error > limit:
            progress("choosing layers")
            chosen, error = choose_within(alone, simulation.error, measured, limit, forms)
    layers = layer_precisions(gains, alone, chosen, inputs)
    return PrecisionChoice(limit, error, len(samples), layers, why_not)


def without_error(options: CompileOptions) -> CompileOptions:
    """Return options without an error, and what is only for one."""
    return replace(options, max_error=None, error_data=None, int8_table=None)


def precisions_of(layers: Iterable[str], forms: Collection[str]) -> dict[str, str]:
    """Return the precision of each layer, given the forms that are chosen."""

    def precision(name: str) -> str:
        if f"{INT8_FORM}{name}" in forms:
            return INT8
        return BF16 if name in forms else FP32

    return {name: precision(name) for name in layers}


def with_precisions(
    options: CompileOptions, layers: Mapping[str, str], inputs: Mapping[str, float]
) -> CompileOptions:
    """
    Return options with these precisions in place of an error, and with scales of the inputs of int8
    layers; float32 if all others are that. Raises: NcnncError.
    """
    fixed = without_error(options)
    scales = {name: inputs[name] for name, word in layers.items() if word == INT8}
    floats = {name: word for name, word in layers.items() if word != INT8}
    if BF16 not in floats.values():
        fixed = replace(fixed, precision=FP32)
    else:
        fixed = replace(fixed, layer_precision=floats)
    return with_int8_inputs(fixed, scales)


def layer_precisions(
    gains: Mapping[str, Gains],
    alone: Mapping[str, float],
    chosen: Sequence[str],
    inputs: Mapping[str, float],
) -> tuple[LayerPrecision, ...]:
    """Return what each layer with weights has got, and why."""
    precisions = precisions_of(gains, chosen)

    def described(name: str) -> LayerPrecision:
        word, form, gain = precisions[name], f"{INT8_FORM}{name}", gains[name]
        tried = [each for each in (name, form) if each in alone]
        reason = UNKNOWN if max(gain.bfloat16, gain.int8 * (name in inputs)) > 0 else SLOWER
        if tried:
            reason = FASTER if word != FP32 else TOO_INEXACT
        error = alone.get(form if word == INT8 else name, alone.get(form))
        saved = float(round(gain.int8 if word == INT8 else gain.bfloat16))
        most = float(round(max(gain.bfloat16, gain.int8 if name in inputs else 0.0)))
        scale = inputs.get(name) if word == INT8 else None
        return LayerPrecision(name, word, reason, error, saved, most, scale)

    return tuple(map(described, gains))


def calibration_of(options: CompileOptions) -> CalibrationSamples | None:
    """Return the samples of `error_data`; None without any. Raises: NcnncError."""
    if options.error_data is None:
        return None
    image = next(iter(options.preprocess.values()), Image())
    blobs = for_one_input(without_error(options))
    return samples_of(blobs, image, options.error_data)


def samples_for(options: CompileOptions) -> list[Arrays]:
    """
    The samples that an error is measured on: those given, at most 16 spread evenly, or a smooth
    input and two of noise. Raises: NcnncError.
    """
    if (samples := calibration_of(options)) is not None:
        return [samples[index] for index in samples.spread(MOST_SAMPLES)]
    specs = lower(for_one_input(without_error(options)), Level.IMPORT).inputs
    return [smooth_inputs(specs), *(seeded_inputs(specs, seed) for seed in (1, 2))]


def require_measurable(options: CompileOptions) -> None:
    """Raises: UnrunnableTargetError if errors for the target cannot be measured here."""
    try:
        require_runnable(options)
    except UnrunnableTargetError as error:
        reason = str(error).removeprefix("error: ").partition("; hint:")[0]
        hint = "name layers with layer_precision (--layer-precision)"
        raise UnrunnableTargetError(f"max_error is measured: {reason}; hint: {hint}") from None


def with_measured_precision(
    options: CompileOptions, progress: Progress = lambda step: None
) -> CompileOptions:
    """
    Return options with a precision for each layer in place of `max_error`, from the cache if they
    were chosen before; others as they are. Raises: NcnncError; UnrunnableTargetError.
    """
    if options.max_error is None:
        return options
    require_measurable(options)
    calibration, samples = calibration_of(options), samples_for(options)
    one, why_not = for_one_input(options), why_no_int8(options)

    def choose() -> PrecisionChoice:
        return precisions_within(one, samples, calibration, progress, why_not)

    choice = kept_choice(options, samples if calibration is None else calibration, choose)
    precisions = {layer.layer: layer.precision for layer in choice.layers}
    scales = {layer.layer: layer.scale for layer in choice.layers if layer.scale is not None}
    return replace(with_precisions(options, precisions, scales), precision_choice=choice)
