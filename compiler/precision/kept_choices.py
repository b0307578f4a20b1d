"""Keep what was chosen within an error in the user's cache."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict

from ...runtime.files.described import from_description
from ...runtime.model.precision_choice import PrecisionChoice
from ..analysis.relative_error import Arrays
from ..driver.cached_programs import open_cache
from ..driver.model_key import model_key
from ..options.compile_options import CompileOptions


def kept_choice(
    options: CompileOptions, samples: Iterable[Arrays], choose: Callable[[], PrecisionChoice]
) -> PrecisionChoice:
    """Return a choice from the cache, else what `choose` makes, which is kept there."""
    cache = open_cache() if options.cache else None
    key = None if cache is None else model_key(options, cache.digests)
    if cache is None or key is None:
        return choose()
    digests = [key, digest_of_samples(samples)]
    if options.int8_table is not None:
        digests.append(cache.digests.of(options.int8_table))
    name = hashlib.sha256(" ".join(digests).encode()).hexdigest()
    try:
        return from_description(PrecisionChoice, json.loads(cache.precisions.read(name)))
    except (ValueError, KeyError, TypeError):
        pass  # There is none, or it is damaged.
    choice = choose()
    cache.precisions.write(name, json.dumps(asdict(choice)))
    return choice


def digest_of_samples(samples: Iterable[Arrays]) -> str:
    """Return the SHA-256 of the names, shapes and numbers of samples."""
    digest = hashlib.sha256()
    for sample in samples:
        for name, array in sorted(sample.items()):
            digest.update(f"{name} {array.shape} {array.dtype} ".encode())
            digest.update(array.tobytes())
    return digest.hexdigest()
