"""Format a Mat's values as ncnn prints them: six digits, and only the first and last of many."""

from __future__ import annotations

import numpy as np

PRINTED = (1, 4)
"""Sizes of values that ncnn prints: int8 and float32."""


def text_of(values: np.ndarray) -> str:
    """Return values of 1 to 4 axes in brackets, with one line for each of several rows."""
    shown = values if values.itemsize in PRINTED and values.dtype.kind != "V" else values[..., :0]
    if values.ndim == 1:
        return bracketed(shown, 10, "")
    return bracketed(shown, 6, "" if values.ndim == 2 else "  ") + "\n"


def bracketed(values: np.ndarray, most: int, lead: str) -> str:
    """Return an axis in brackets, with at most `most` entries on it and on each inner axis."""
    left_out = len(values) > most
    half = most // 2 if left_out else len(values)
    first = [entry_text(value, most, lead) for value in values[:half]]
    if values.ndim == 1:
        between, dots = ", ", ", ..., "
    elif values.ndim == 2:
        between, dots = f"\n{lead}", f"\n{lead}...\n{lead}"
    else:
        between, dots = "\n\n ", "\n\n ...\n "
    if not left_out:
        return f"[{between.join(first)}]"
    last = [entry_text(value, most, lead) for value in values[-half:]]
    return f"[{between.join(first)}{dots}{between.join(last)}]"


def entry_text(value: np.ndarray, most: int, lead: str) -> str:
    """Return a number, or the brackets of the inner axes."""
    return bracketed(value, most, lead) if value.ndim else f"{float(value):g}"
