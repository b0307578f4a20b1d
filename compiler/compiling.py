"""`ncnnc.compile`; nothing else is imported where the cache has what is asked for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from ..runtime.model import CompiledModel
from .cache.requests import Request

if TYPE_CHECKING:
    from ..runtime.dynamic import DynamicModel

Source: TypeAlias = str | os.PathLike[str] | bytes
"""A file by name, or its content."""


@overload
def compile(
    param: Source,
    weights: Source | None = None,
    *,
    dynamic: Literal[False] = False,
    **options: Any,
) -> CompiledModel: ...


@overload
def compile(
    param: Source,
    weights: Source | None = None,
    *,
    dynamic: Literal[True],
    **options: Any,
) -> DynamicModel: ...


def compile(
    param: Source, weights: Source | None = None, **options: Any
) -> CompiledModel | DynamicModel:
    """
    Compile a model for this machine and load it.

    `param` is a `.param` (text or binary) or the name of a zoo network, `weights` its `.bin`
    (default: the one beside it); bytes are the contents of such files. `options` are the fields of
    `CompileOptions` by name: `inputs` gives shapes by blob name, `(c, h, w)` and so on, where the
    file does not, or of inner blobs that are to be inputs; `outputs` the blobs to compute if not
    those of the file, `preprocess` the inputs that are given as images: see `Image`. `progress` is
    called with the name of every pass that is about to run. Nothing of the compiler is imported
    before the options are checked, nor if the cache has the model: then there are no passes to tell
    of.

    A `dynamic` model takes inputs of any shapes that the graph allows, and compiles for them when
    they are first given; it keeps what it used last, as many as `keep` of at most `keep_bytes`: see
    `DynamicModel`. `inputs` are then the shapes of what `prepare` is not told of.

    Raises: NcnncError; its text is one line that names file, line, layer and reason.
    """
    request = Request.of(param, weights, options)
    program = None if request is None else request.program()
    if program is not None:
        return CompiledModel(program)
    from .driver.model_compilation import compiled_model

    return compiled_model(request, param, weights, **options)
