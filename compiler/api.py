"""The public verbs: compile a model for this machine, load a compiled one, optimize a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ..runtime.model import CompiledModel, load
from ..runtime.tensors import blobs_only
from .driver.lowering import Progress, compile_program
from .driver.optimizer import optimize
from .driver.options import CompileOptions, check_option_names, require_runnable

__all__ = ["compile", "load", "optimize"]


def compile(
    param: str | os.PathLike[str],
    weights: str | os.PathLike[str] | None = None,
    *,
    target: str = "host",
    inputs: Mapping[str, tuple[int, ...]] | None = None,
    threads: int = 1,
    random_weights: int | None = None,
    conv_policy: str = "cost",
    conv: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    **more: Any,
) -> CompiledModel:
    """
    Compile a model for this machine and load it.

    `param` is a `.param` (text or binary) or the name of a zoo network, `weights` its `.bin`
    (default: the one beside it), `inputs` gives shapes by blob name, `(c, h, w)` and so on, where
    the file does not. Further keywords are fields of `CompileOptions`.

    Raises: NcnncError; its text is one line that names file, line, layer and reason.
    """
    check_option_names(more)
    given: dict[str, Any] = {
        "param": param,
        "weights": weights,
        "target": target,
        "inputs": blobs_only(inputs) if isinstance(inputs, Mapping) else inputs or {},
        "threads": threads,
        "random_weights": random_weights,
        "conv_policy": conv_policy,
        "conv": {} if conv is None else conv,
    }
    options = CompileOptions(**{**given, **more})
    require_runnable(options)
    return CompiledModel(compile_program(options, progress))
