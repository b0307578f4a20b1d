"""Errors of quantization by layer: `ncnnc quantize --json` writes them, a report shows them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...runtime.model.precision_choice import PrecisionChoice
from ..diagnostics import ModelError

NUMBERS = ("error_alone", "output_error", "weight_error", "decibels")
"""Facts of a layer that are numbers, if they were measured."""


def finite(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts that JSON can hold: the noise of an exact result is no number."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in facts.items()
    }


def read_errors(path: str) -> dict[str, dict[str, Any]]:
    """The facts of each layer in a file. Raises: ModelError if it is none of these; OSError."""
    try:
        layers = json.loads(Path(path).read_bytes())["layers"]
        return {str(layer["name"]): error_facts(layer) for layer in layers}
    except (ValueError, KeyError, TypeError, AttributeError):
        hint = "ncnnc quantize --json FILE writes one"
        raise ModelError("no errors by layer found", file=path, hint=hint) from None


def errors_of_choice(choice: PrecisionChoice) -> dict[str, dict[str, Any]]:
    """The facts of each layer whose precision was chosen within an error."""
    return {
        layer.layer: {
            **({} if layer.error is None else {"error_alone": layer.error}),
            "is_quantized": layer in choice.lowered,
            "reason": f"{layer.precision}: {layer.reason}"
            + (f", {layer.gain / 1e3:.0f} k cycles saved" if layer.gain else ""),
        }
        for layer in choice.layers
    }


def error_facts(layer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a layer that a page shows. Raises: KeyError, TypeError, ValueError."""
    numbers = {name: float(layer[name]) for name in NUMBERS if layer.get(name) is not None}
    facts: dict[str, Any] = {name: n for name, n in numbers.items() if math.isfinite(n)}
    is_quantized = bool(layer["is_int8"] if "is_int8" in layer else layer["is_quantized"])
    return facts | {"is_quantized": is_quantized, "reason": str(layer.get("reason", ""))}
