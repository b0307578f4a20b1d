"""ncnn's Python interface on compiled models: `import ncnnc.compat as ncnn`."""

from __future__ import annotations

from .allocators import Allocator, PoolAllocator, UnlockedPoolAllocator
from .mat import Mat

__all__ = ["Allocator", "Mat", "PoolAllocator", "UnlockedPoolAllocator"]
