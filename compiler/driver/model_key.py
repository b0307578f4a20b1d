"""
Fingerprint everything that decides a compiled model: content, options, compiler; never a path.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import TypeAlias

from ...dialects.custom_layers import registered_layers
from ...runtime.artifact import VERSION
from ...runtime.files.digest import Digest, WeightsDigest
from ...runtime.files.input_files import FileState, open_input
from ..cache.file_digests import LARGE, FileDigests
from ..cache.this_compiler import this_compiler
from ..options.choices import ConvPolicy
from ..options.compile_options import CompileOptions
from ..options.show_options import ShowOptions

Sets: TypeAlias = Sequence[Sequence[tuple[str, tuple[int, ...]]]]
"""Sets of input shapes by blob name, sorted."""


def model_key(
    options: CompileOptions, digests: FileDigests, sets: Sets | None = None
) -> str | None:
    """Return the key of a model compiled for `sets` of shapes; None if it must not be cached."""
    if not options.cache or options.show != ShowOptions():
        return None
    if options.conv_policy == ConvPolicy.MEASURE:
        return None
    try:
        types = registered_layers()
        if types and options.format.mentions(options.source, types):
            return None
        files = options.format.fingerprint(options.source, partial(digest_of, digests=digests))
    except (OSError, ValueError):
        return None  # Reading it again says what is wrong.
    values = {
        "artifact": VERSION,
        "compiler": this_compiler(),
        "files": files,
        "options": options.code_key,
        "threads": options.most_threads if options.memory_limit else 0,
        "sets": sets,
        "choice": None if options.precision_choice is None else asdict(options.precision_choice),
    }
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def digest_of(source: str | bytes, digests: FileDigests) -> str:
    """Return the SHA-256 of bytes or of a file. Raises: OSError, ValueError."""
    if isinstance(source, bytes):
        return hashlib.sha256(source).hexdigest()
    return digests.of(source)


def source_key(options: CompileOptions) -> str:
    """
    Return the fingerprint of a model's files, which identifies the model that a state belongs to.
    It does not depend on the options. Raises: OSError.
    """
    files = options.format.fingerprint(options.source, fast_digest_of)
    return hashlib.sha256(json.dumps(files).encode()).hexdigest()


def fast_digest_of(source: str | bytes) -> str:
    """Return a digest of bytes or of a file, at the speed of reading it."""
    if isinstance(source, bytes):
        return hashlib.sha256(source).hexdigest()
    with open_input(source) as file:
        size = FileState.of(file).size
        digest: Digest = WeightsDigest(size) if size >= LARGE else hashlib.sha256()
        while piece := file.read(LARGE):
            digest.update(memoryview(piece))
    return digest.hexdigest()
