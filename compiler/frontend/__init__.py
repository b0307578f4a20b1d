"""The front end: `.param` and `.bin`, in all their forms, to IR."""

from __future__ import annotations

from ..bundle.location import weights_beside
from ..format.records import LayerRecord, ModelRecord
from .locations import model_error_from, model_error_from_pass
from .ncnn.cut import cut_model
from .ncnn.importer import import_model
from .ncnn.model_files import load_model_files, open_weights, read_model_record
from .shapes import expand_batches, infer_shapes
from .survey.model_survey import Survey, survey_model
from .survey.support_check import check_runnable

__all__ = [
    "LayerRecord",
    "ModelRecord",
    "Survey",
    "check_runnable",
    "cut_model",
    "expand_batches",
    "import_model",
    "infer_shapes",
    "load_model_files",
    "model_error_from",
    "model_error_from_pass",
    "open_weights",
    "read_model_record",
    "survey_model",
    "weights_beside",
]
