"""`ncnnc.compile`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Unpack, overload

from ..runtime.sessions.compiled_model import CompiledModel
from ..runtime.sessions.dynamic_model import KEEP, KEEP_BYTES
from .option_values import FileOrBytes
from .options.compile_options import OPTIONS
from .options.keywords import CompileKeywords
from .options.signature import with_keywords

if TYPE_CHECKING:
    from ..runtime.sessions.dynamic_model import DynamicModel


@overload
def compile(
    param: FileOrBytes,
    weights: FileOrBytes | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    dynamic: Literal[False] = False,
    **options: Unpack[CompileKeywords],
) -> CompiledModel: ...


@overload
def compile(
    param: FileOrBytes,
    weights: FileOrBytes | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    dynamic: Literal[True],
    keep: int = KEEP,
    keep_bytes: int = KEEP_BYTES,
    **options: Unpack[CompileKeywords],
) -> DynamicModel: ...


@with_keywords(CompileKeywords, OPTIONS)
def compile(
    param: FileOrBytes,
    weights: FileOrBytes | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    dynamic: bool = False,
    keep: int = KEEP,
    keep_bytes: int = KEEP_BYTES,
    **options: Unpack[CompileKeywords],
) -> CompiledModel | DynamicModel:
    """
    Compile a model for this machine and load it.

    `param` is a `.param` (text or binary) or the name of a zoo network, `weights` its `.bin`
    (default: the one beside it); bytes are the contents of such files. `options` are the fields of
    `CompileOptions`: `inputs` maps blob names to shapes such as `(c, h, w)`, where the file has
    none or for intermediate blobs that become inputs; `outputs` lists the blobs to compute instead
    of the file's outputs; `preprocess` describes inputs given as images: see `Image`. `progress` is
    called with the name of each pass before it runs, and not at all on a cache hit.

    A `dynamic` model takes inputs of any shapes that the graph allows, and compiles for new shapes
    when they first occur. It keeps the last used specialisations: at most `keep`, of at most
    `keep_bytes`; see `DynamicModel`. `inputs` are then defaults for `prepare`.

    Raises: NcnncError; its text is one line that names file, line, layer and reason.
    """
    from .driver.sessions import compiled_model

    return compiled_model(
        param,
        weights,
        progress=progress,
        dynamic=dynamic,
        keep=keep,
        keep_bytes=keep_bytes,
        **options,
    )
