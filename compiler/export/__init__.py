"""Back to ncnn: IR of level 1 to `.param` (text or binary) and `.bin`."""

from __future__ import annotations

from .binary import param_binary
from .exporter import ExportedModel, export_model
from .text import param_text
from .weights import WeightStorage

__all__ = ["ExportedModel", "WeightStorage", "export_model", "param_binary", "param_text"]
