"""Permute: the axes transposed."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.permute import PermuteOp
from .support import array_function


@register_impls
class PermuteFunctions(InterpreterFunctions):
    """The axes in another order."""

    permute = array_function(PermuteOp, lambda op, x: x.transpose(op.permutation()))
