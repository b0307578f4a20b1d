"""Open the models of `ncnnc.compile`: from the cache, or compiled now or when they are used."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from ...runtime.model.program_set import ProgramSet
from ...runtime.model.tensors import blobs_only
from ...runtime.sessions.compiled_model import CompiledModel
from ...runtime.sessions.dynamic_model import KEEP, KEEP_BYTES, DynamicModel
from ..diagnostics import OptionValueError
from ..option_values import flag
from ..options.compile_options import CompileOptions, check_option_names, require_runnable
from .cached_programs import CachedSpecialiser, cached_program

if TYPE_CHECKING:
    from ...runtime.model.program import Program

KEYWORDS = ("progress", "dynamic", "keep", "keep_bytes")
"""Of `ncnnc.compile`, besides the options."""
MAPPINGS = ("conv", "preprocess", "input_types")
"""Options for which None stands for an empty mapping."""


def compiled_model(
    param: str | os.PathLike[str] | bytes,
    weights: str | os.PathLike[str] | bytes | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    dynamic: bool = False,
    keep: int = KEEP,
    keep_bytes: int = KEEP_BYTES,
    **options: Any,
) -> CompiledModel | DynamicModel:
    """
    Return the model that the arguments of `ncnnc.compile` ask for.

    Raises: NcnncError.
    """
    check_option_names(options, *KEYWORDS)
    if "inputs" in options:
        options["inputs"] = shapes_by_blob(options["inputs"])
    for name in MAPPINGS:
        if options.get(name, {}) is None:
            del options[name]
    wanted = CompileOptions(cast("str", param), cast("str | None", weights), **options)
    require_runnable(wanted)
    if flag(dynamic, "dynamic"):
        return dynamic_model(wanted, progress, keep, keep_bytes)
    if (keep, keep_bytes) != (KEEP, KEEP_BYTES):
        raise OptionValueError("keep and keep_bytes are for a dynamic model; hint: dynamic=True")
    from .freed_memory import give_back_freed_memory

    def compiled() -> Program:
        from .compile import compile_program

        return compile_program(wanted, progress)

    model = CompiledModel(cached_program(wanted, compiled))
    give_back_freed_memory()
    return model


def dynamic_model(
    options: CompileOptions, progress: Callable[[str], None] | None, keep: int, keep_bytes: int
) -> DynamicModel:
    """A model that is compiled when it is used."""
    specialiser = CachedSpecialiser(options, progress)
    programs = ProgramSet(specialiser.interface, specialiser.programs)
    return DynamicModel(
        programs, specialiser, keep=keep, keep_bytes=keep_bytes, source=options.name
    )


def shapes_by_blob(inputs: object) -> Any:
    """The shapes of inputs that are given; what is no mapping stays, to be refused as it is."""
    if not isinstance(inputs, Mapping):
        return inputs or {}
    return blobs_only(cast("Mapping[Any, Any]", inputs))
