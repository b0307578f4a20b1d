"""
Choose bfloat16 or float32 for each layer, so that outputs stay within an error.

Candidates are layers that the cost model expects to gain. The search uses one program with a switch
for each candidate, which measures the error of any choice; compiled code confirms the result. Costs
and samples are fixed, so that the choice is the same each time on one target.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from ..quantize.samples import taken_by
from ..quantize.simulation import MOST_SAMPLES
from .candidates import gains_of_layers
from .kept_choices import kept_choice
from .rounded_graph import rounded_graph

Progress = Callable[[str], None]
FP32, BF16 = Precision.FP32.value, Precision.BF16.value

SLOWER = "not faster in bfloat16"
UNKNOWN = "its weights are computed"
TOO_INEXACT = "for the error"
FASTER = "faster"
"""Why a layer has its precision."""


def precisions_within(
    options: CompileOptions, samples: Sequence[Arrays], progress: Progress
) -> PrecisionChoice:
    """Choose precisions for options with `max_error` and one input. Raises: NcnncError."""
    limit = options.max_error
    assert limit is not None
    plain = replace(options, precision=FP32, max_error=None, error_data=None)
    gains = gains_of_layers(plain)
    candidates = {name: gain for name, gain in gains.items() if gain > 0}
    alone: dict[str, float] = {}
    chosen: Sequence[str] = ()
    error = 0.0
    if candidates:
        progress("compiling the simulation")
        module, ctx, names = rounded_graph(plain, candidates)
        simulation = SwitchedModel(plain, (module, ctx), names, samples)
        for name in names:
            progress(f"error of layer '{name}'")
            alone[name] = simulation.error([name])

        def measured(lowered: Sequence[str]) -> float:
            if not lowered:
                return 0.0
            progress(f"error of {len(lowered)} layers")
            model = compile_compared(with_precisions(options, precisions_of(gains, lowered)))
            return simulation.error_of(lambda sample: model.run(taken_by(model.inputs, sample)))

        chosen, error = list(alone), measured(list(alone))
        if error > limit:
            progress("choosing layers")
            chosen, error = choose_within(alone, simulation.error, measured, limit, candidates)
    layers = layer_precisions(gains, alone, chosen)
    return PrecisionChoice(limit, error, len(samples), layers)


def precisions_of(gains: Mapping[str, float], lowered: Sequence[str]) -> dict[str, str]:
    """Return the precision of each layer with weights."""
    return {name: BF16 if name in lowered else FP32 for name in gains}


def with_precisions(options: CompileOptions, layers: Mapping[str, str]) -> CompileOptions:
    """Return options with these precisions in place of an error; float32 if all are that."""
    fixed = replace(options, max_error=None, error_data=None)
    if BF16 not in layers.values():
        return replace(fixed, precision=FP32)
    return replace(fixed, layer_precision=dict(layers))


def layer_precisions(
    gains: Mapping[str, float], alone: Mapping[str, float], chosen: Sequence[str]
) -> tuple[LayerPrecision, ...]:
    """Return what each layer with weights has got, and why."""

    def reason(name: str) -> str:
        if name in chosen:
            return FASTER
        if name in alone:
            return TOO_INEXACT
        return UNKNOWN if gains[name] > 0 else SLOWER

    return tuple(
        LayerPrecision(name, word, reason(name), alone.get(name), float(round(gains[name])))
        for name, word in precisions_of(gains, chosen).items()
    )


def samples_for(options: CompileOptions) -> list[Arrays]:
    """
    The samples that an error is measured on: those given, at most 16 spread evenly, or a smooth
    input and two of noise. Raises: NcnncError.
    """
    if options.error_data is None:
        specs = lower(for_one_input(replace(options, max_error=None)), Level.IMPORT).inputs
        return [smooth_inputs(specs), *(seeded_inputs(specs, seed) for seed in (1, 2))]
    image = next(iter(options.preprocess.values()), Image())
    blobs = for_one_input(replace(options, max_error=None, error_data=None))
    samples = samples_of(blobs, image, options.error_data)
    return [samples[index] for index in samples.spread(MOST_SAMPLES)]


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
    samples = samples_for(options)
    one = for_one_input(options)
    choice = kept_choice(options, samples, lambda: precisions_within(one, samples, progress))
    precisions = {layer.layer: layer.precision for layer in choice.layers}
    return replace(with_precisions(options, precisions), precision_choice=choice)
