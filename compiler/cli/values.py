"""
Convert words of command lines to values.

Each function raises argparse.ArgumentTypeError, whose message argparse shows with the option.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from ...runtime.errors import shortened
from ..diagnostics import UsageError
from ..option_values import AUTO
from ..options import words

T = TypeVar("T")
NCNN, NCNN_BF16 = "ncnn", "ncnn-bf16"
"""The wheel beside which a model may be timed, storing float32 or bfloat16."""


def parsed(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Return a parser of an option as argparse takes it."""

    @wraps(parse)
    def value(text: str) -> T:
        try:
            return parse(text)
        except UsageError as error:
            raise argparse.ArgumentTypeError(str(error).removeprefix("error: ")) from None

    return value


count = parsed(words.count)
threads = parsed(words.threads)
numbers = parsed(words.numbers)
precision = parsed(words.precision)


def blob_names(text: str) -> tuple[str, ...]:
    """`conv1,prob` as names of blobs."""
    names = tuple(text.split(","))
    if not all(names):
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not of the form BLOB,BLOB")
    return names


AUTO_INPUT: tuple[str, tuple[int, ...]] = (AUTO, ())
"""The word that stands for the shapes of all inputs that are not named."""


_EXTENT = r"(\d+|[\d()+*/ -]*[A-Za-z_]\w*[\w()+*/ -]*)"
SYMBOLIC_SHAPE = rf"{_EXTENT}(,{_EXTENT}){{0,3}}"
"""Extents, or expressions with names for those known at run time: `T,1024`, `T,P+T`."""


def named_shape(text: str) -> tuple[str, tuple[int | str, ...]]:
    """`data=3,224,224` or `data=T,64` as name and shape; `auto` as `AUTO_INPUT`."""
    if text == AUTO:
        return AUTO_INPUT
    name, _, extents = text.rpartition("=")
    if (
        name
        and re.fullmatch(r"(\d+|-1|\?)([,x](\d+|-1|\?))*", extents)
        and re.search("[-?]", extents)
    ):
        shown = shortened(text)
        raise argparse.ArgumentTypeError(
            f"'{shown}' leaves extents open; name one shape, or several"
        )
    if name and re.fullmatch(r"\d+([,x]\d+){0,3}", extents):
        return name, tuple(int(extent) for extent in re.split("[,x]", extents))
    if not name or not re.fullmatch(SYMBOLIC_SHAPE, extents):
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not of the form NAME=C,H,W")
    return name, tuple(int(e) if e.isdecimal() else e for e in extents.split(","))


def input_value(text: str) -> tuple[str, tuple[int | str, ...] | str]:
    """
    `data=3,224,224` as name and shape, or `data=@cat.png` as name and path; `@cat.png` and
    `3,224,224` without a name are those of the only input.
    """
    if text.startswith("@") and len(text) > 1:
        return "", text[1:]
    if re.fullmatch(r"\d+([,x]\d+){0,3}", text):
        return "", named_shape(f"only={text}")[1]
    name, separator, path = text.partition("=@")
    if separator and name and path:
        return name, path
    if "=" not in text and re.search(r"\.[a-zA-Z]\w*$", text):
        shown = shortened(text)
        raise argparse.ArgumentTypeError(f"'{shown}' is no shape; a file has an @: @{shown}")
    name, separator, path = text.partition("=")
    if separator and name and re.search(r"\.[a-zA-Z]\w*$", path):
        shown = shortened(text)
        raise argparse.ArgumentTypeError(f"'{shown}' is no shape; a file has an @: {name}=@{path}")
    return named_shape(text)


def positive_seconds(text: str) -> float:
    """`2.5` as a time."""
    seconds, *more = numbers(text)
    if more or not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is no number of seconds above 0")
    return seconds


def number(text: str) -> float:
    """`1e-4` as a number."""
    value, *more = numbers(text)
    if more or math.isnan(value):
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is no number")
    return value


def share(text: str) -> float:
    """`0.25` as a part of one."""
    value = number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not in 0..1")
    return value


def thread_numbers(text: str) -> tuple[int | str, ...]:
    """`1,2,auto` as numbers of threads."""
    return tuple(threads(word) for word in text.split(","))
