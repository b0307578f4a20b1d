"""Permute: the axes transposed."""

from __future__ import annotations

from ...dialects.ncnn.layers.permute import PermuteOp
from .support import array_function

array_function(PermuteOp)(lambda op, x: x.transpose(op.permutation()))
