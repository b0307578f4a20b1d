"""
Operators of PyTorch in terms of those that pnnx converts, put in place while a module is traced.

A truth value is a float of 0 or 1. All modules of this folder register the functions that they
define.
"""

import importlib

from ....dialects.discovery import module_names
from .registry import SUBSTITUTES, substituted

__all__ = ["SUBSTITUTES", "substituted"]

for name in module_names(__path__):
    importlib.import_module(f"{__name__}.{name}")
