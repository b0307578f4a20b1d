"""The formats of models: the first that recognizes a model imports it."""

from __future__ import annotations

from .model_format import ModelFormat
from .ncnn.ncnn_format import NcnnFormat
from .pnnx.pnnx_format import PnnxFormat
from .zoo_format import ZooFormat

FORMATS: tuple[ModelFormat, ...] = (ZooFormat(), PnnxFormat(), NcnnFormat())
"""Formats in the order in which they are tried; ncnn accepts everything else."""


def format_of(model: str | bytes) -> ModelFormat:
    """Return the format of a model by path, content or name."""
    return next(each for each in FORMATS if each.recognizes(model))
