"""
The values that command lines have, as what they mean.

Each function raises argparse.ArgumentTypeError, whose message argparse shows with the option.
"""

from __future__ import annotations

import argparse
import math
import re

from ...runtime.arguments import MOST_THREADS
from ...runtime.errors import shortened
from ..diagnostics import UsageError
from ..driver.code_options import hint_for_precision
from ..image import Image
from ..option_values import AUTO


def blob_names(text: str) -> tuple[str, ...]:
    """`conv1,prob` as names of blobs."""
    names = tuple(text.split(","))
    if not all(names):
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not of the form BLOB,BLOB")
    return names


AUTO_INPUT: tuple[str, tuple[int, ...]] = (AUTO, ())
"""The word that stands for the shapes of all inputs that are not named."""


def named_shape(text: str) -> tuple[str, tuple[int, ...]]:
    """`data=3,224,224` as name and shape; `auto` as `AUTO_INPUT`."""
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
    if not name or not re.fullmatch(r"\d+([,x]\d+){0,3}", extents):
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not of the form NAME=C,H,W")
    return name, tuple(int(extent) for extent in re.split("[,x]", extents))


def input_value(text: str) -> tuple[str, tuple[int, ...] | str]:
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


def precision(text: str) -> str:
    """`bf16` as a precision; which there are, `choices` say."""
    if (hint := hint_for_precision(text)) is not None:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is none; {hint}")
    return text


def numbers(text: str) -> tuple[float, ...]:
    """`104,117,123` as floats."""
    try:
        return tuple(float(word) for word in text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of numbers") from error


def named_image(text: str) -> tuple[str, Image]:
    """`data=resize=224,224:order=bgr` as name and steps; `data` alone has none."""
    name, _, steps = text.partition("=")
    if not name:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' names no input")
    try:
        return name, Image.parse(steps)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("error: ")) from None


def typed_input(text: str) -> tuple[str, str]:
    """`data=int8` as name and type."""
    name, _, type = text.rpartition("=")
    if not name or not type:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not of the form NAME=TYPE")
    return name, type


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


def count(text: str) -> int:
    """`2` as a number of threads."""
    if not re.fullmatch(r"[1-9]\d{0,8}", text) or int(text) > MOST_THREADS:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not in 1..{MOST_THREADS}")
    return int(text)


def counts(text: str) -> tuple[int, ...]:
    """`1,2` as numbers of threads."""
    return tuple(count(word) for word in text.split(","))


def layer_algorithm(text: str) -> tuple[str, str]:
    """`conv1=gemm` as layer name and algorithm."""
    layer, _, algorithm = text.rpartition("=")
    if not layer:
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form LAYER=ALGORITHM")
    return layer, algorithm
