"""Export IR at level `graph` to `.param` (text or binary) and `.bin`."""

from __future__ import annotations

from ..format.param_binary_writer import param_binary
from ..format.param_writer import param_text
from ..format.weights_writer import WeightStorage
from .exporter import ExportedModel, export_model

__all__ = ["ExportedModel", "WeightStorage", "export_model", "param_binary", "param_text"]
