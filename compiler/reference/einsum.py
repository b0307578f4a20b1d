"""Einsum: sums of products by an equation."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.einsum import EinsumOp
from .support import array_function


@array_function(EinsumOp)
def einsum(op: EinsumOp, *arrays: np.ndarray) -> np.ndarray:
    """numpy's, of the parts of the inputs that count."""
    extents, terms = op.extents(), op.terms()
    parts = [
        array[tuple(slice(extents[letter]) for letter in letters)]
        for letters, array in zip(terms, arrays, strict=True)
    ]
    equation = f"{','.join(terms)}->{op.result_letters()}"
    return np.einsum(equation, *parts, optimize=True).reshape(op.infer_shapes()[0])
