"""The target that a user names: one of the records, or this machine."""

from __future__ import annotations

from ...dialects.target.records import (
    ISAS,
    Target,
    UnfitExtensionError,
    UnknownNameError,
    size_text,
)
from ...runtime.code.cpu import l2_cache_bytes, missing_features
from ..diagnostics import UsageError, unknown_name

HOST = "host"
"""The target that stands for this machine."""


def parse_target(text: str) -> Target:
    """
    The target that `text` names.

    `host` is the best that this machine can run, with the extensions and the L2 cache that it has;
    it takes suffixes as the others do.

    Raises: UsageError for an unknown name or suffix.
    """
    name, plus, suffixes = text.partition("+")
    if name == HOST:
        text = host_name() + plus + suffixes
    try:
        return Target.parse(text)
    except UnknownNameError as error:
        known = (*error.known, HOST) if error.kind == "target" else error.known
        raise unknown_name(error.kind, error.word, known) from error
    except UnfitExtensionError as error:
        raise UsageError(str(error)) from error


def host_name() -> str:
    """Return the name of the target of this machine. Raises: UsageError if it can run none."""
    runnable = [isa for isa in ISAS.values() if not missing_features(isa.features)]
    if not runnable:
        raise UsageError(f"this machine can run none of {', '.join(ISAS)}")
    isa = runnable[-1]
    extensions = [e.name for e in isa.extensions if not missing_features(e.features)]
    l2_bytes = l2_cache_bytes() or isa.caches.l2
    return "+".join([isa.name, *extensions, f"l2={size_text(l2_bytes)}"])
