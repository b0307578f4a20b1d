"""Find the target that a user names: a record, or this machine."""

from __future__ import annotations

from ...dialects.target.costs import cost_text
from ...dialects.target.records import (
    Target,
    UnfitExtensionError,
    UnknownNameError,
    size_text,
)
from ...dialects.target.system import NATIVE
from ...runtime.code.cpu import cpu_model, missing_features
from ...runtime.system import here
from ..cache.measured_costs import stored_costs
from ..diagnostics import UsageError, unknown_name

HOST = "host"
"""The name that means this machine."""


def parse_target(text: str, *, measured: bool = False) -> Target:
    """
    Return the target that `text` names.

    `host` is the best target that this machine runs, with its extensions, L2 cache and costs of its
    CPU; it accepts suffixes like other targets. With `measured` it has the costs measured here.

    Raises: UsageError for an unknown name or suffix; with `measured`, also for other targets and if
    nothing was measured.
    """
    name, plus, suffixes = text.partition("+")
    if measured and name != HOST:
        raise UsageError(f"measured costs are for the target {HOST}, not {text}")
    if name == HOST:
        text = "+".join([host_name(), *(measured_words() if measured else ())]) + plus + suffixes
    try:
        return Target.parse(text)
    except UnknownNameError as error:
        known = (*error.known, HOST) if error.kind == "target" else error.known
        raise unknown_name(error.kind, error.word, known) from error
    except UnfitExtensionError as error:
        raise UsageError(str(error)) from error


def measured_words() -> list[str]:
    """Return the target suffixes of measured costs. Raises: UsageError if nothing was measured."""
    costs = stored_costs(Target.parse(host_name()).isa)
    return [f"{name}={cost_text(value)}" for name, value in costs.items()]


def host_name() -> str:
    """Return the name of this machine's target. Raises: UsageError if it runs none."""
    runnable = [isa for isa in NATIVE.isas if not missing_features(isa.features)]
    if not runnable:
        names = ", ".join(isa.name for isa in NATIVE.isas)
        raise UsageError(f"this machine can run none of {names}")
    isa = runnable[-1]
    tried = [e for e in isa.extensions if e.is_tried]
    extensions = [e.name for e in tried if not missing_features(e.features)]
    l2_bytes = here.l2_cache_bytes() or isa.caches.l2
    model = cpu_model()
    cores = [core.name for core in isa.cores if model is not None and core.includes(*model)]
    return "+".join([isa.name, *extensions, *cores, f"l2={size_text(l2_bytes)}"])
