"""Parse option values from words of a command line. Each function raises OptionValueError."""

from __future__ import annotations

import re

from ...runtime.errors import shortened
from ...runtime.sessions.arguments import AUTO_THREADS, MOST_THREADS
from ..diagnostics import OptionValueError
from ..image import Image
from ..option_values import AUTO
from ..postprocessing import Postprocessing, parsed


def count(text: str) -> int:
    """Parse `2` as a number of threads, processes or items."""
    if not re.fullmatch(r"[1-9]\d{0,8}", text) or int(text) > MOST_THREADS:
        raise OptionValueError(f"'{shortened(text)}' is not in 1..{MOST_THREADS}")
    return int(text)


def threads(text: str) -> int | str:
    """Parse `2` as a number of threads; `auto` stays."""
    return text if text == AUTO_THREADS else count(text)


def numbers(text: str) -> tuple[float, ...]:
    """Parse `104,117,123` as floats."""
    try:
        return tuple(float(word) for word in text.split(","))
    except ValueError as error:
        raise OptionValueError(f"'{text}' is not a list of numbers") from error


def layer_algorithm(text: str) -> tuple[str, str]:
    """Parse `conv1=gemm` as layer name and algorithm."""
    layer, _, algorithm = text.rpartition("=")
    if not layer:
        raise OptionValueError(f"'{text}' is not of the form LAYER=ALGORITHM")
    return layer, algorithm


def layer_schedule(text: str) -> tuple[str, str]:
    """Parse `conv1=register=[8,2]` as layer name and entries."""
    layer, _, entries = text.partition("=")
    if not layer or not entries:
        raise OptionValueError(f"'{shortened(text)}' is not of the form LAYER=ENTRIES")
    return layer, entries


def named_image(text: str) -> tuple[str, Image]:
    """Parse `data=resize=224,224:order=bgr` as name and steps; `data` alone has none."""
    name, _, steps = text.partition("=")
    if not name:
        raise OptionValueError(f"'{shortened(text)}' names no input")
    return name, Image.parse(steps)


def named_postprocessing(text: str) -> tuple[str, Postprocessing]:
    """Parse `out0=yolo:overlap=0.5` as name and steps; without a name, it is the only output."""
    head, separator, steps = text.partition(":")
    name, _, kind = head.rpartition("=")
    return name, parsed(f"{kind}{separator}{steps}")


def named_range(text: str) -> tuple[str, tuple[int, int]]:
    """Parse `T=1..512` as name and range."""
    match = re.fullmatch(r"([A-Za-z]\w*)=(\d{1,18})\.\.(\d{1,18})", text)
    if match is None:
        raise OptionValueError(f"'{shortened(text)}' is not of the form NAME=LEAST..MOST")
    return match[1], (int(match[2]), int(match[3]))


def state(text: str) -> tuple[str, str]:
    """Parse `h=h_out` as a state and its next value; `auto` becomes a pair of that word."""
    name, _, output = text.partition("=")
    if text == AUTO:
        return AUTO, AUTO
    if not name or not output:
        raise OptionValueError(f"'{shortened(text)}' is not of the form INPUT=OUTPUT")
    return name, output


def typed_input(text: str) -> tuple[str, str]:
    """Parse `data=int8` as name and type."""
    return _named_word(text, "NAME=TYPE")


def named_mask(text: str) -> tuple[str, str]:
    """Parse `in1=causal` as name and mask."""
    return _named_word(text, "NAME=causal")


def named_data(text: str) -> tuple[str, str]:
    """`data=@images` as name and path; of `images` alone the name is empty."""
    name, separator, path = text.partition("=@")
    return (name, path) if separator and name and path else ("", text)


def layer_precision(text: str) -> tuple[str, str]:
    """Return `conv1=fp32` as layer name and precision."""
    return _named_word(text, "LAYER=fp32 or LAYER=bf16")


def _named_word(text: str, form: str) -> tuple[str, str]:
    name, _, word = text.rpartition("=")
    if not name or not word:
        raise OptionValueError(f"'{shortened(text)}' is not of the form {form}")
    return name, word


def precision(text: str) -> str:
    """Parse a precision, one of `choices`."""
    if (hint := hint_for_precision(text)) is not None:
        raise OptionValueError(f"'{shortened(text)}' is none; {hint}")
    return text


def hint_for_precision(text: str) -> str | None:
    """Return a hint for a precision that other tools have; None for other words."""
    if re.fullmatch(r"u?int[48]", text.lower()):
        return "`ncnnc quantize` makes an int8 model, which is compiled as it is"
    if text.lower() in ("fp16", "float16", "half"):
        return "bf16 is the 16-bit type that there is"
    return None
