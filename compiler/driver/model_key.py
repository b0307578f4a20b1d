"""
Fingerprint everything that decides a compiled model: content, options, compiler; never a path.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TypeAlias

from ...dialects.custom_layers import registered_layers
from ...runtime.artifact import VERSION
from ...runtime.files.input_files import open_input
from ..bundle.location import files_beside, weights_beside
from ..cache.file_digests import FileDigests
from ..cache.this_compiler import this_compiler
from ..format.records import MAX_FILE_BYTES
from ..option_values import size
from ..options.code_options import ConvPolicy
from ..options.compile_options import CompileOptions
from ..options.show_options import ShowOptions
from ..zoo import is_zoo_name

Sets: TypeAlias = Sequence[Sequence[tuple[str, tuple[int, ...]]]]
"""Of shapes of inputs by blob name, sorted."""


def model_key(
    options: CompileOptions, digests: FileDigests, sets: Sets | None = None
) -> str | None:
    """
    The key of a model compiled with these options; `sets` are those of shapes of a dynamic one.

    None for what is to be compiled each time: to watch the compiler, with measured times, with
    layers of the user's own, whose functions have no digest, and what cannot be read.
    """
    if not options.cache or options.show != ShowOptions():
        return None
    if options.conv_policy == ConvPolicy.MEASURE:
        return None
    try:
        if has_own_layers(options.param):
            return None
        files = described_files(options, digests)
    except (OSError, ValueError):
        return None  # Reading it again says what is wrong.
    values = {
        "artifact": VERSION,
        "compiler": this_compiler(),
        "files": files,
        "options": options.code.key,
        "max_memory": size(options.max_memory, "max_memory"),
        "threads": options.threads if options.memory_limit else 0,
        "sets": sets,
    }
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def has_own_layers(param: str | bytes) -> bool:
    """Return whether a model uses a registered layer type. Raises: OSError."""
    types = registered_layers()
    if not types or (isinstance(param, str) and is_zoo_name(param)):
        return False
    if isinstance(param, bytes):
        return any(type.encode() in param for type in types)
    with open_input(param) as file:
        text = file.read(MAX_FILE_BYTES)
    return any(type.encode() in text for type in types)


def described_files(options: CompileOptions, digests: FileDigests) -> list[str | None]:
    """Return digests of the files of a model, or its generator. Raises: OSError, ValueError."""
    param, weights, seed = options.param, options.weights, options.random_weights
    if isinstance(param, str):
        if is_zoo_name(param):
            return [f"zoo {param}", f"seed {seed or 0}"]
        if weights is None and seed is None and weights_beside(param).exists():
            weights = str(weights_beside(param))
    described = digest_of(param, digests)
    others = [digest_of(file, digests) for file in files_beside(param)]
    if seed is not None:
        return [described, f"seed {seed}", *others]
    return [described, None if weights is None else digest_of(weights, digests), *others]


def digest_of(source: str | bytes, digests: FileDigests) -> str:
    """The SHA-256 of a content, or of that of a file. Raises: OSError, ValueError."""
    if isinstance(source, bytes):
        return hashlib.sha256(source).hexdigest()
    return digests.of(source)
