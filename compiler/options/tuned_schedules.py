"""Choices for layers that `tune` has measured, and the log that they are read from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from ...dialects.schedule_text import GivenSchedule, ScheduleTextError, given_text, parse_schedule
from ...runtime.files.input_files import open_input
from .. import option_values as values
from ..diagnostics import OptionValueError
from .choices import is_conv_algorithm

FORMAT = 1
"""The number of the log's format."""


def no_entries() -> GivenSchedule:
    return {}


@dataclass(frozen=True)
class LayerChoice:
    """An algorithm, and schedule entries; what is empty is left to the cost model."""

    algorithm: str = ""
    entries: GivenSchedule = field(default_factory=no_entries)

    @classmethod
    def parse(cls, text: str) -> LayerChoice:
        """Parse `winograd4 register=[6,2]`; both parts may be missing. Raises: ValueError."""
        first, _, rest = text.partition(" ")
        algorithm, entries = (first, rest) if is_conv_algorithm(first) else ("", text)
        try:
            return cls(algorithm, parse_schedule(entries) if entries.strip() else {})
        except ScheduleTextError as error:
            raise ValueError(str(error)) from None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.algorithm, given_text(self.entries))))


@dataclass(frozen=True)
class TunedSchedules:
    """The choices of a log, for one target."""

    target: str
    layers: Mapping[str, str]
    """Layer -> choice, such as `winograd4 register=[6,2]`, sorted."""


def tuned_schedules(value: object, name: str) -> TunedSchedules:
    """
    Return the choices of a log, given its path. Raises: OSError; OptionValueError if it is none.
    """
    if isinstance(value, TunedSchedules):
        return value
    path = values.path(value, name)
    with open_input(path) as file:
        content = file.read()
    try:
        return read_log(json.loads(content))
    except (ValueError, TypeError, KeyError) as error:
        raise OptionValueError(f"{path} is no log of --tune: {error}") from None


def read_log(log: object) -> TunedSchedules:
    """Return the choices of a log. Raises: ValueError, TypeError, KeyError if it is none."""
    entries = mapping_of(log)
    if entries.get("format") != FORMAT:
        raise ValueError(f"its format is {entries.get('format')}, this ncnnc reads {FORMAT}")
    layers: dict[str, str] = {}
    for layer, entry in sorted(mapping_of(entries["layers"]).items()):
        choice = str(mapping_of(entry)["choice"])
        LayerChoice.parse(choice)
        if choice:
            layers[layer] = choice
    return TunedSchedules(str(entries["target"]), layers)


def mapping_of(value: object) -> dict[str, object]:
    """Return a JSON object. Raises: TypeError for another value."""
    if not isinstance(value, dict):
        raise TypeError("it has no object where one is expected")
    return cast("dict[str, object]", value)
