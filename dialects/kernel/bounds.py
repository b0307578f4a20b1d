"""
Bounds: the extents, known at run time, of the part of its buffers that a kernel works on.

Buffers, strides, panels and workspaces have the sizes of the largest extents; only loops end
earlier. The *symbols* of a program are the extents known at run time. Bounds are an affine map from
the symbols to the extents of a kernel's iteration space, constants included:

    kernel.matmul ins(...) outs(...) {extents = [1, 512, 64, 32],
        bounds = affine_map<()[s0] -> (1, s0, 64, 32)>}

Elements of the result past the bounds are unspecified: a kernel may write them or not. No element
past the bounds of an input influences a result within them. The function of a kernel with bounds
has an argument of role `symbols`, a buffer of i64: element i is symbol i.
"""

from __future__ import annotations

from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import Operation
from xdsl.ir.affine import AffineMap

BOUNDS = "bounds"
"""Name of the property of kernels."""
BOUNDS_ATTRIBUTE = "kernel.bounds"
"""Attribute of `linalg.generic`: elements past them need not be computed. May be dropped."""


def bounds_of(op: Operation) -> AffineMap | None:
    """Return the bounds of a kernel or a `linalg.generic`; None if all extents are static."""
    found = op.properties.get(BOUNDS) or op.attributes.get(BOUNDS_ATTRIBUTE)
    return found.data if isinstance(found, AffineMapAttr) else None


def set_bounds(op: Operation, bounds: AffineMap | None) -> None:
    """Set the bounds of a `linalg.generic`, or remove them."""
    if bounds is None:
        op.attributes.pop(BOUNDS_ATTRIBUTE, None)
    else:
        op.attributes[BOUNDS_ATTRIBUTE] = AffineMapAttr(bounds)
