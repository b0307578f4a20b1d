"""Open the models of `ncnnc.compile`: from the cache, or compiled now or when they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.model.program_set import ProgramSet
from ...runtime.sessions.compiled_model import CompiledModel
from ...runtime.sessions.dynamic_model import DynamicModel
from ..options.compile_options import CompileOptions
from .cached_programs import CachedSpecialiser, cached_program

if TYPE_CHECKING:
    from ...runtime.model.program import Program
    from ..pipeline.runner import PassProgress


def compiled_model(options: CompileOptions, progress: PassProgress | None) -> CompiledModel:
    """Return a model from the cache, or compiled now. Raises: NcnncError."""

    def compiled() -> Program:
        from .compile import compile_program

        return compile_program(options, progress)

    return CompiledModel(cached_program(options, compiled))


def dynamic_model(
    options: CompileOptions, progress: PassProgress | None, keep: int, keep_bytes: int
) -> DynamicModel:
    """A model that is compiled when it is used."""
    specialiser = CachedSpecialiser(options, progress)
    programs = ProgramSet(specialiser.interface, specialiser.programs)
    return DynamicModel(
        programs, specialiser, keep=keep, keep_bytes=keep_bytes, source=options.name
    )
