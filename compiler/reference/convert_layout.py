"""Layout conversions: the same values, since arrays have the logical shape in any layout."""

from __future__ import annotations

from ...dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from .support import pointwise

pointwise(ConvertLayoutOp)(lambda x: x)
