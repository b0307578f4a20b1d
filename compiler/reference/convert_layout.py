"""Layout conversions: the same values, since arrays have the logical shape in any layout."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from .support import pointwise


@register_impls
class ConvertLayoutFunctions(InterpreterFunctions):
    """The identity."""

    convert_layout = pointwise(ConvertLayoutOp, lambda x: x)
