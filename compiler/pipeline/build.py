"""
Build the pipelines of a compilation and of the optimizer, as data.

This module imports nothing heavy, so that a wrong pass name is refused at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...dialects.schedule_text import given_text
from ...dialects.target.products import BFLOAT16
from ...passes.decompose import (
    DECOMPOSE_PASSES,
    EXPAND_CUSTOM_LAYERS,
    ROUND_BLOCK_INPUTS,
    STATE_PASSES,
)
from ...passes.graph import GRAPH_PASSES
from ..diagnostics import unknown_name
from ..options.choices import Activations, ConvPolicy, Precision, StateType
from ..options.code_options import CodeOptions
from ..options.tuned_schedules import LayerChoice
from .steps import FixedPoint, Level, PassOption, PassStep, Pipeline, Stage

COMMON_SUBEXPRESSIONS = PassStep("cse")
DEAD_CODE = PassStep("dce")
"""xDSL's own passes."""

OPTIMIZER_PASSES = (*GRAPH_PASSES, "fold-constants", DEAD_CODE.name)
"""The rewrites of one round of the optimizer."""

ALL_PASSES = "all"
"""Names every pass where options select passes to print."""


def build_pipeline(options: CodeOptions, save_weight_bytes: int = 0) -> Pipeline:
    """Return all steps from the imported graph to loops; weights shrink by `save_weight_bytes`."""
    dynamic = steps("infer-extents") if options.dims else ()
    padding = (PassStep.of("infer-extents", {"same_padding": True}), *steps("expand-same-padding"))
    imported = (*steps("infer-shapes", "expand-batches"), *(padding if dynamic else ()), *dynamic)
    return Pipeline(
        (
            Stage(Level.IMPORT, imported),
            Stage(Level.GRAPH, (*graph_steps(options), *dynamic)),
            Stage(Level.SCHEDULED, (*schedule_steps(options, save_weight_bytes), *dynamic)),
            Stage(Level.KERNELS, kernel_steps()),
            Stage(Level.LOOPS, loop_steps(options.debug_bounds)),
        )
    )


def steps(*names: str) -> tuple[PassStep, ...]:
    """Return steps without options for these passes."""
    return tuple(map(PassStep, names))


def graph_steps(options: CodeOptions) -> tuple[PassStep | FixedPoint, ...]:
    """Return the steps on the graph: rewrites, decompositions, target-specific steps."""
    dropping: dict[str, Mapping[str, PassOption]] = {"eliminate-noop": {"drop_branches": True}}
    rewrites = FixedPoint(tuple(PassStep.of(name, dropping.get(name)) for name in GRAPH_PASSES))
    fixed = {"fixed": tuple(options.conv)}
    rounds = {} if options.precision == Precision.FP32 else {"bfloat16": True}
    states = steps(*STATE_PASSES) if options.states else ()
    rounding = steps(ROUND_BLOCK_INPUTS) if options.activations == Activations.INT8 else ()
    return (
        *steps(EXPAND_CUSTOM_LAYERS),
        rewrites,
        *steps(*DECOMPOSE_PASSES),
        *rounding,
        *input_steps(options),
        PassStep.of("attach-target", {"target": options.machine.name}),
        PassStep.of("move-strides-up", fixed),
        PassStep("fold-channel-shuffle"),
        PassStep.of("split-grouped-convolution", rounds),
        PassStep("fold-constants"),
        *batch_steps(options.batch),
        COMMON_SUBEXPRESSIONS,
        DEAD_CODE,
        *states,
    )


def input_steps(options: CodeOptions) -> tuple[PassStep, ...]:
    """Return the steps that turn inputs into int8; none if no input is given as integers."""
    names = tuple(options.input_types)
    return (PassStep.of("convert-int8-inputs", {"inputs": names}),) if names else ()


def batch_steps(size: int) -> tuple[PassStep, ...]:
    """Return the steps that turn one item into a batch, whose constants have other shapes."""
    if not size:
        return ()
    return (PassStep.of("batch-layers", {"size": size}), PassStep("fold-constants"))


SCHEDULING = ("schedule-convolutions", "schedule-products")
"""Passes that write the schedules of kernels, after all other choices are made."""


def schedule_steps(options: CodeOptions, save_weight_bytes: int = 0) -> tuple[PassStep, ...]:
    """Return the steps that schedule layers: algorithms, layouts, epilogues."""
    tuned = {layer: LayerChoice.parse(text) for layer, text in options.tuned_layers.items()}
    found = {layer: choice.algorithm for layer, choice in tuned.items() if choice.algorithm}
    layers = tuple(f"{layer}={name}" for layer, name in {**found, **options.conv}.items())
    selection: dict[str, PassOption] = {"policy": options.conv_policy, "layers": layers}
    given = {name: given_text(choice.entries) for name, choice in tuned.items() if choice.entries}
    forced = tuple(f"{layer}={text}" for layer, text in {**given, **options.schedule}.items())
    if save_weight_bytes:
        selection["save_weight_bytes"] = save_weight_bytes
    keeping, rounding = precision_steps(options)
    rounds: dict[str, PassOption] = {"bfloat16": True} if rounding else {}
    selection |= rounds
    return (
        *keeping,
        *folding_steps(options, rounds),
        PassStep.of("select-conv-algorithm", selection),
        *rounding,
        PassStep.of("assign-layout", {"storage": storage_of(options)}),
        *steps("fold-layout", "fuse-epilogue", "keep-float16-weights", "keep-codebooks"),
        *(PassStep.of(name, {"layers": forced}) for name in SCHEDULING),
        *(state_steps(options) if options.states else ()),
    )


def folding_steps(options: CodeOptions, rounds: Mapping[str, PassOption]) -> tuple[PassStep, ...]:
    """
    Return what makes pixels channels and merges float32 layers; ncnn's rules are for the layers as
    they are.
    """
    if options.conv_policy == ConvPolicy.NCNN:
        return ()
    named = (*options.conv, *options.schedule)
    fixed: Mapping[str, PassOption] = {"fixed": named} if named else {}
    folding = PassStep.of("fold-strides-into-channels", {**rounds, **fixed})
    if options.precision != Precision.FP32:
        return (PassStep.of("unfold-columns-into-channels", fixed), folding)
    return (folding, PassStep.of("merge-sibling-convolutions", fixed))


def precision_steps(options: CodeOptions) -> tuple[tuple[PassStep, ...], tuple[PassStep, ...]]:
    """Return what keeps layers float32, and what rounds the weights of others."""
    if options.precision == Precision.FP32:
        return (), ()
    layers = options.layer_precision
    named = {
        "keep-float32-layers": tuple(f"{layer}={word}" for layer, word in layers.items()),
        "convert-precision": tuple(n for n, word in layers.items() if word == Precision.BF16),
    }
    only_faster = {"only_faster": True} if options.precision == Precision.AUTO else {}
    keeping, rounding = (
        PassStep.of(name, {**only_faster, **({"layers": given} if given else {})})
        for name, given in named.items()
    )
    return (keeping,), (rounding,)


def state_steps(options: CodeOptions) -> tuple[PassStep, ...]:
    """Return the steps that set the order and the type of states in memory."""
    panels = steps("store-states-in-panels")
    if options.state_type == StateType.FP32:
        return panels
    return (*panels, PassStep.of("narrow-states", {"type": options.state_type}))


def storage_of(options: CodeOptions) -> str:
    """Return the element type of stored blobs."""
    if options.precision == Precision.FP32 or not options.machine.multiplies(BFLOAT16):
        return "float32"
    return "auto" if options.precision == Precision.AUTO else "bfloat16"


def kernel_steps() -> tuple[PassStep, ...]:
    """Return the steps from layers to kernels, with packed weights and planned memory."""
    return steps(
        "convert-ncnn-to-kernel",
        "fold-channel-gather",
        "fold-channel-padding",
        "fuse-elementwise",
        "fold-channel-scale",
        "fuse-global-sum",
        "pack-weights",
        "bufferize",
        "fuse-row-bands",
        "plan-memory",
        "outline-kernels",
    )


def loop_steps(debug_bounds: bool = False) -> tuple[PassStep, ...]:
    """Return the steps from kernels to parallel loops."""
    return (
        *steps("vectorize-linalg", "convert-kernel-to-loops"),
        *steps("merge-similar-kernels", "parallelize", "load-elements", "advance-loads"),
        *(steps("insert-bounds-checks") if debug_bounds else ()),
        *steps("group-loads", "halve-loads"),
    )


def optimizer_steps(only: Sequence[str] = (), skip: Sequence[str] = ()) -> FixedPoint:
    """Return the optimizer's passes, limited to `only` and without `skip`. Raises: UsageError."""
    for name in (*only, *skip):
        if name not in OPTIMIZER_PASSES:
            raise unknown_name("pass", name, OPTIMIZER_PASSES)
    wanted = only or OPTIMIZER_PASSES
    return FixedPoint(steps(*(n for n in OPTIMIZER_PASSES if n in wanted and n not in skip)))
