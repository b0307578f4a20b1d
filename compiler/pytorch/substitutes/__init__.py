"""
Operators of PyTorch in terms of those that pnnx converts, put in place while a module is traced.

A truth value is a float of 0 or 1.
"""

from . import (
    arithmetic,
    assignments,
    axes,
    choices,
    complex_numbers,
    formulas,
    multi_head_attention,
    ordering,
    parts,
    sampling,
    scattering,
)
from .registry import SUBSTITUTES, substituted

__all__ = ["SUBSTITUTES", "substituted"]
MODULES = (
    arithmetic,
    assignments,
    axes,
    choices,
    complex_numbers,
    formulas,
    multi_head_attention,
    ordering,
    parts,
    sampling,
    scattering,
)
