"""Store the costs measured on this machine in a file."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from pathlib import Path

from ...dialects.target.costs import checked_cost
from ...dialects.target.isa import Isa
from ...runtime.errors import NcnncError
from ...runtime.system import here
from ...runtime.version import VERSION
from ..diagnostics import UsageError
from .directory import HINT, usable_directory
from .json_file import as_mapping, read_entries, write_entries

FILE_NAME = "measured-costs.json"
COMMAND = "ncnnc targets --measure"


def key_of(isa: Isa) -> str:
    """Return the key of this CPU's costs for an ISA."""
    return f"ncnnc {VERSION}, {here.cpu_name() or platform.machine()}, {isa.name}"


def store_costs(isa: Isa, costs: Mapping[str, float]) -> Path:
    """Store this machine's costs, and return the file. Raises: NcnncError if that fails."""
    folder = usable_directory()
    if folder is None:
        raise NcnncError(f"error: there is no folder to keep costs in; hint: {HINT}")
    path = folder / FILE_NAME
    try:
        write_entries(path, {**read_entries(path, costs_of), key_of(isa): dict(costs)})
    except OSError as error:
        raise NcnncError(f"error: cannot write {path}: {error.strerror}") from error
    return path


def stored_costs(isa: Isa) -> dict[str, float]:
    """Return the costs of this machine. Raises: UsageError if they have not been measured."""
    folder = usable_directory()
    entries = {} if folder is None else read_entries(folder / FILE_NAME, costs_of)
    costs = entries.get(key_of(isa))
    if costs is None:
        cpu = here.cpu_name() or "this CPU"
        raise UsageError(f"no costs of {cpu} are measured; hint: run {COMMAND}")
    return costs


def costs_of(value: object) -> dict[str, float]:
    """Convert an entry of the file. Raises: ValueError, TypeError if invalid."""
    costs: dict[str, float] = {}
    for name, cost in as_mapping(value).items():
        if not isinstance(cost, float | int):
            raise TypeError(f"{cost} is no number")
        costs[name] = checked_cost(name, cost)
    return costs
