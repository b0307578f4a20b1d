"""Convert option values given in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from ...dialects.schedule_text import ScheduleTextError, parse_schedule
from ...runtime.sessions.arguments import AUTO_THREADS, MOST_THREADS
from .. import option_values as values
from ..diagnostics import OptionTypeError, OptionValueError, UsageError, unknown_name, why_unknown
from .choices import CONV_ALGORITHMS, Precision, is_conv_algorithm
from .record import Convert
from .target import HOST, parse_target
from .words import hint_for_precision


def unnamed(convert: Callable[[object], object]) -> Convert:
    """Return a conversion that needs no name for its errors."""
    return lambda value, _: convert(value)


def integer(low: int, high: int | None = None) -> Convert:
    return lambda value, name: values.checked_integer(value, name, low, high)


AUTO_MEMORY = "auto"
"""The memory limit that depends on the size of the weights."""


def memory(value: object, name: str) -> object:
    """Convert a number of bytes; `auto` stays."""
    return value if value == AUTO_MEMORY else values.size(value, name)


def thread_number(value: object, name: str) -> int | str:
    """Return a number of threads, or `auto`."""
    if value == AUTO_THREADS:
        return AUTO_THREADS
    if isinstance(value, str):
        kind = values.kind(value)
        raise OptionTypeError(f"{name} must be an integer or '{AUTO_THREADS}', not {kind}")
    return values.checked_integer(value, name, 1, MOST_THREADS)


def target_name(value: object, name: str) -> str:
    text = values.text(value, name)
    if text != HOST:
        parse_target(text)
    return text


def precision_name(value: object, name: str) -> str:
    text = values.text(value, name)
    if text not in list(Precision):
        why, hint = why_unknown("precision", text, list(Precision)), hint_for_precision(text)
        raise UsageError(f"{why}; hint: {hint}" if hint else why)
    return text


def error_limit(value: object, name: str) -> float:
    """Return the largest error that is allowed. Raises: OptionTypeError; OptionValueError."""
    limit = values.number(value, name)
    if limit < 0:
        raise OptionValueError(f"{name} must be at least 0, not {limit:g}")
    return limit


def seconds(value: object, name: str) -> float:
    """Return a time. Raises: OptionTypeError; OptionValueError."""
    time = values.number(value, name)
    if not 0 < time < float("inf"):
        raise OptionValueError(f"{name} must be a number of seconds above 0, not {time:g}")
    return time


def data_paths(value: object, name: str) -> str | dict[str, str]:
    """Return the path of samples, or a path for each input."""
    if isinstance(value, Mapping):
        given = ordered_mapping(cast("object", value), name)
        return {blob: values.path(file, f"{name} of '{blob}'") for blob, file in given.items()}
    return values.path(value, name)


def ordered_mapping(value: object, name: str) -> dict[str, object]:
    """Return a mapping sorted by name, since the order means nothing."""
    return dict(sorted(values.mapping(value, name).items()))


def algorithms(value: object, name: str) -> dict[str, object]:
    given = ordered_mapping(value, name)
    for layer, algorithm in given.items():
        text = values.text(algorithm, f"the algorithm of layer '{layer}'")
        if not is_conv_algorithm(text):
            raise unknown_name(f"algorithm of layer '{layer}'", text, CONV_ALGORITHMS)
    return given


def schedules(value: object, name: str) -> dict[str, object]:
    """Check that schedule entries can be parsed."""
    given = ordered_mapping(value, name)
    for layer, entries in given.items():
        try:
            parse_schedule(values.text(entries, f"the schedule of layer '{layer}'"))
        except ScheduleTextError as error:
            raise OptionValueError(f"the schedule of layer '{layer}': {error}") from None
    return given


def state_names(value: object, name: str) -> dict[str, object]:
    """Return states with their next values; `auto` stays."""
    if values.is_auto(value):
        return {values.AUTO: values.AUTO}
    given = ordered_mapping(value, name)
    for blob, output in given.items():
        values.text(output, f"the next value of state '{blob}'")
    return given


def word_by_input(what: str, known: Sequence[str]) -> Convert:
    """Return a conversion of mappings from inputs to known words."""

    def convert(value: object, name: str) -> dict[str, object]:
        given = ordered_mapping(value, name)
        for blob, word in given.items():
            text = values.text(word, f"the {what} '{blob}'")
            if text not in known:
                raise unknown_name(f"{what} '{blob}'", text, known)
        return given

    return convert
