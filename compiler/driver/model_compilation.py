"""Compiles for `ncnnc.compile`, or takes a program from the cache."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from ...runtime.dynamic import KEEP, KEEP_BYTES, DynamicModel
from ...runtime.model import CompiledModel
from ...runtime.program_set import ProgramSet
from ...runtime.tensors import blobs_only
from ..diagnostics import OptionValueError
from ..option_values import flag
from .cached_programs import CachedSpecialiser, cached_program
from .options import CompileOptions, check_option_names, require_runnable

if TYPE_CHECKING:
    from ...runtime.program import Program
    from ..image import Image


def compiled_model(
    param: str | os.PathLike[str] | bytes,
    weights: str | os.PathLike[str] | bytes | None = None,
    *,
    target: str = CompileOptions.target,
    inputs: Mapping[str, tuple[int, ...]] | None = None,
    outputs: Sequence[str] = CompileOptions.outputs,
    threads: int = CompileOptions.threads,
    random_weights: int | None = CompileOptions.random_weights,
    conv_policy: str = CompileOptions.conv_policy,
    conv: Mapping[str, str] | None = None,
    preprocess: Mapping[str, Image] | None = None,
    input_types: Mapping[str, str] | None = None,
    progress: Callable[[str], None] | None = None,
    dynamic: bool = False,
    keep: int = KEEP,
    keep_bytes: int = KEEP_BYTES,
    **more: Any,
) -> CompiledModel | DynamicModel:
    """
    Return the model that the arguments of `ncnnc.compile` ask for.

    Raises: NcnncError.
    """
    check_option_names(more)
    given: dict[str, Any] = {
        "param": param,
        "weights": weights,
        "target": target,
        "inputs": shapes_by_blob(inputs),
        "outputs": outputs,
        "threads": threads,
        "random_weights": random_weights,
        "conv_policy": conv_policy,
        "conv": {} if conv is None else conv,
        "preprocess": {} if preprocess is None else preprocess,
        "input_types": {} if input_types is None else input_types,
    }
    options = CompileOptions(**{**given, **more})
    require_runnable(options)
    if flag(dynamic, "dynamic"):
        return dynamic_model(options, progress, keep, keep_bytes)
    if (keep, keep_bytes) != (KEEP, KEEP_BYTES):
        raise OptionValueError("keep and keep_bytes are for a dynamic model; hint: dynamic=True")
    from .freed_memory import give_back_freed_memory

    def compiled() -> Program:
        from .lowering import compile_program

        return compile_program(options, progress)

    model = CompiledModel(cached_program(options, compiled))
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
