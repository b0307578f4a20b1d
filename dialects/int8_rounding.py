"""Constants of rounding to int8, at all levels."""

from __future__ import annotations

LARGEST_INT8 = 127.0
"""The largest magnitude of ncnn's int8 results: never -128."""
BELOW_HALF = 0.5 - 2.0**-25
"""
The largest float32 below 1/2. Adding it before truncation rounds halves up: a sum half a unit in
the last place below the next integer is that integer in float32.
"""
SMALLEST_SCALED = 1e-30
"""Lower bound of a maximum magnitude, so that an all-zero row has a finite scale."""
