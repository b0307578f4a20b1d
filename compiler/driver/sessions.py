"""Open the models of `ncnnc.compile`: cached, compiled now, or compiled when they are used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...runtime.model.program_set import ProgramSet
from ...runtime.sessions.compiled_model import CompiledModel
from ...runtime.sessions.dynamic_model import DynamicModel
from ...runtime.warning import warn
from ..diagnostics import ExtentsError
from ..options.compile_options import CompileOptions
from ..options.symbolic_inputs import is_dynamic
from .cached_programs import CachedSpecialiser, cached_program

if TYPE_CHECKING:
    from ...runtime.model.program import Program
    from ..pipeline.runner import PassProgress

EACH_SHAPE = "the model is compiled for each shape"


def compiled_model(options: CompileOptions, progress: PassProgress | None) -> CompiledModel:
    """Return a model from the cache, or compiled now. Raises: NcnncError."""

    def compiled() -> Program:
        from .compile import compile_program

        return compile_program(options, progress)

    return CompiledModel(cached_program(options, compiled))


def symbolic_or_dynamic_model(
    options: CompileOptions, progress: PassProgress | None, keep: int, keep_bytes: int
) -> CompiledModel | DynamicModel:
    """
    Return a model as `compiled_model` does. If a layer does not support extents known at run time,
    warn and return a dynamic model. Raises: NcnncError.
    """
    try:
        return compiled_model(options, progress)
    except ExtentsError as error:
        if options.states:
            raise
        warn(f"{error.layers} cannot be computed for extents known at run time: {EACH_SHAPE}")
    return dynamic_model(without_dynamic_extents(options), progress, keep, keep_bytes)


def without_dynamic_extents(options: CompileOptions) -> CompileOptions:
    """Return options for a model of any shapes; inputs with static extents keep theirs."""
    inputs = {name: shape for name, shape in options.inputs.items() if not is_dynamic(shape)}
    return replace(options, inputs=inputs, dims={})


def dynamic_model(
    options: CompileOptions,
    progress: PassProgress | None,
    keep: int,
    keep_bytes: int,
    *,
    suggest_dims: bool = False,
) -> DynamicModel:
    """Return a model that is compiled for each shape it is run on."""
    specialiser = CachedSpecialiser(options, progress)
    programs = ProgramSet(specialiser.interface, specialiser.programs)
    return DynamicModel(
        programs,
        specialiser,
        keep=keep,
        keep_bytes=keep_bytes,
        source=options.name,
        suggest_dims=suggest_dims,
    )
