"""Integers as float32."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.internal.convert_integers import ConvertIntegersOp
from .support import pointwise


@register_impls
class ConvertIntegersFunctions(InterpreterFunctions):
    """The nearest float32 of each."""

    convert_integers = pointwise(ConvertIntegersOp, lambda x: x)
