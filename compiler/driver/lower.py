"""Lower a model from its files to a level of IR."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects.builtin import ModuleOp

from ...dialects.context import NcnncContext
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.ncnn.schedule import ScheduledOp
from ...passes.common.errors import place_of
from ..diagnostics import UsageError, unknown_name
from ..frontend.survey.support_check import check_runnable
from ..options.choices import ConvPolicy
from ..options.code_options import CodeOptions
from ..options.compile_options import CompileOptions
from ..pipeline.build import build_pipeline
from ..pipeline.reproducer import ModuleSource, bugs_reported
from ..pipeline.runner import PassProgress, PassRunner, Watcher
from ..pipeline.steps import Level, comes_after
from ..pipeline.timed import timed
from ..program.lowered import Lowered
from ..program.memory_limit import WeightSaving, check_blobs, check_program, program_bytes
from ..program.signature import of_given_types, of_states, signature
from .collector import collector_paused
from .import_model import import_model
from .model_key import source_key
from .symbols import extents_by_name
from .whole_multiples import multiples_proposed

NOT_CHOSEN = (
    "max_error chooses precisions for one target, of a model that is compiled, measured or "
    "reported; hint: layer_precision gives them"
)
NOT_TUNED = (
    "tune measures one target and one set of shapes, of a model that is compiled, run or measured; "
    "hint: tuned takes a log"
)


def lower(
    options: CompileOptions,
    level: Level = Level.LOOPS,
    progress: PassProgress | None = None,
    imported: ModuleSource | None = None,
    watcher: Watcher | None = None,
) -> Lowered:
    """
    Import a model, or take the result of `imported`, and lower it to a level; `watcher` observes.

    With a memory limit, lowering is repeated until the program fits. A model that needs more than
    `max_memory` is lowered again with that limit.

    Raises: NcnncError; its class tells whether the model or the options are at fault.
    """

    if options.max_error is not None:
        raise UsageError(NOT_CHOSEN)
    if options.tune is not None:
        raise UsageError(NOT_TUNED)

    def source() -> tuple[ModuleOp, NcnncContext]:
        module, ctx = import_model(options) if imported is None else imported()
        if options.conv_policy == ConvPolicy.MEASURE:
            from ..tuning.timer import ConvolutionTimer

            timer = ConvolutionTimer(options.machine, options.most_threads, progress)
            ctx.measure_algorithms = timer
        return module, ctx

    counts = comes_after(level, Level.GRAPH)
    saving = fitted_saving(options, source) if counts and options.memory_limit else 0
    pipeline = build_pipeline(options, saving)
    with collector_paused(), extents_by_name(options):
        seconds: dict[str, float] = {}
        with timed(seconds, "reading the model"):
            module, ctx = source()
        options = options.for_generated(ctx.generated_bytes)
        runner = PassRunner(ctx, options.show, progress, watcher=watcher, seconds=seconds)
        with multiples_proposed(options), bugs_reported(runner, source):
            runner.run(module, pipeline.until(Level.IMPORT))
        with bugs_reported(runner, source):
            check_runnable(module)
            check_layer_names(options, module)
            check_blobs(module, options.most_bytes)
            inputs, outputs = signature(module, options.batch)
            runner.run(module, pipeline.until(level).after(Level.IMPORT))
            inputs = of_given_types(inputs, module)
            inputs, outputs = of_states(inputs, outputs, module)
        if comes_after(level, Level.SCHEDULED):
            if exceeds_max_memory(module, options):
                limited = replace(options, memory_limit=options.most_bytes)
                return lower(limited, level, progress, imported, watcher)
            check_program(module, options.most_threads, options.most_bytes, options.name)
    target = options.machine
    return Lowered(
        *(module, ctx, target, inputs, outputs, runner),
        batch=options.batch,
        threads=options.default_threads,
        jobs=options.jobs,
        model=source_key(options) if options.states else "",
        precision_choice=options.precision_choice,
    )


def exceeds_max_memory(module: ModuleOp, options: CompileOptions) -> bool:
    """Return whether a program exceeds `max_memory` although no weights were shrunk yet."""
    if options.memory_limit:
        return False
    return program_bytes(module, options.most_threads) > options.most_bytes


def fitted_saving(options: CompileOptions, source: ModuleSource) -> int:
    """Return the bytes of weights to save to meet the limit. Raises: ModelError; as `lower`."""
    saving = WeightSaving(options)
    while True:
        pipeline = build_pipeline(options, saving.bytes).until(Level.KERNELS)
        with collector_paused(), extents_by_name(options):
            module, ctx = source()
            runner = PassRunner(ctx)
            with bugs_reported(runner, source):
                runner.run(module, pipeline.until(Level.IMPORT))
                check_runnable(module)
                runner.run(module, pipeline.after(Level.IMPORT))
        if saving.fits(module):
            return saving.bytes


def check_layer_names(options: CodeOptions, module: ModuleOp) -> None:
    """Raises: UsageError if a layer with an algorithm, schedule or precision cannot have one."""
    given = (
        ("convolution", ConvolutionND, options.conv),
        ("layer", ScheduledOp, options.schedule),
        ("layer", NcnnOp, options.layer_precision),
        ("layer", NcnnOp, options.tuned_layers),
    )
    for noun, kind, layers in given:
        names = [place_of(op).layer or "" for op in module.walk() if isinstance(op, kind)]
        for layer in layers:
            if layer not in names:
                raise unknown_name(noun, layer, names)
