"""File formats of compiled models, and the targets that each supports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...dialects.target.isa import ObjectFormat
from ...dialects.target.operating_systems import LINUX, OPERATING_SYSTEMS
from ...dialects.target.system import system_of
from ...dialects.target.wasm import WASM
from ..diagnostics import OptionValueError, unknown_name
from ..library.library_options import SUFFIXES as LIBRARIES
from .target import HOST, parse_target

COMPILED = ".ncnnc"
"""The suffix of compiled models that Python loads."""
WEB = ".wasm"
"""The suffix of WebAssembly modules."""


def default_target(output: str | None) -> str:
    """Return the default target of a file: one that its format implies, or this machine."""
    return WASM.name if Path(output or "").suffix == WEB else HOST


def default_suffix(target: str) -> str:
    """Return the suffix of a compiled model for the first of its targets."""
    return WEB if target.partition("+")[0] == WASM.name else COMPILED


def targets_for(output: str, targets: Sequence[str], system: str = "") -> list[str]:
    """
    Return targets for a named operating system, or for the one that the file's format implies.

    Raises: UsageError for an unknown target or system.
    """
    if system and system not in OPERATING_SYSTEMS:
        raise unknown_name("system", system, [*OPERATING_SYSTEMS])
    found = system or system_of_suffix(Path(output).suffix)
    return [named_for(target, found) for target in targets]


def system_of_suffix(suffix: str) -> str:
    """Return the operating system that a file's suffix implies; empty if none."""
    systems = OPERATING_SYSTEMS.values()
    return next((system.name for system in systems if suffix in system.suffixes), "")


def named_for(target: str, system: str) -> str:
    """Return a target for an operating system unless it names one. Raises: UsageError."""
    known = parse_target(target).system
    if system in ("", known.name):
        return target
    if known is not LINUX:
        raise OptionValueError(f"{target} is for {known.title}, not {system}")
    return parse_target(f"{target}+{system}").name


def check_format(output: Path, targets: Sequence[str]) -> None:
    """Raises: UsageError for an unknown target, or one that the file's format does not support."""
    for target in map(parse_target, targets):
        is_web = target.isa.object_format is ObjectFormat.WASM
        if output.suffix == WEB and not is_web:
            raise OptionValueError(f"a {WEB} has code for {WASM.name}, not for {target.name}")
        if is_web and output.suffix in (COMPILED, *LIBRARIES):
            hint = f"-o {output.with_suffix(WEB).name}"
            raise OptionValueError(f"a {output.suffix} has no code for {target.name}; hint: {hint}")
        if output.suffix == COMPILED and target.system is not LINUX:
            hint = f"-o {output.with_suffix('.o').name}, a library for C"
            raise OptionValueError(f"a {COMPILED} has no code for {target.name}; hint: {hint}")
    systems = {system_of(parse_target(target)) for target in targets}
    if output.suffix in LIBRARIES and len(systems) > 1:
        names = ", ".join(targets)
        raise OptionValueError(
            f"a {output.suffix} has code for machines of one family, not {names}"
        )
    own = system_of_suffix(output.suffix)
    for target in map(parse_target, targets):
        if own and own != target.system.name:
            raise OptionValueError(f"{target.system.title} has no {output.suffix}: {target.name}")
    if output.suffix == WEB and len(targets) > 1:
        raise OptionValueError(f"a {WEB} has code for one target, not {len(targets)}")
