"""Integers as float32."""

from __future__ import annotations

from ...dialects.ncnn.internal.convert_integers import ConvertIntegersOp
from .support import pointwise

pointwise(ConvertIntegersOp)(lambda x: x)
