"""Numbers that rounding to int8 uses at all levels."""

from __future__ import annotations

LARGEST_INT8 = 127.0
"""The largest magnitude of an int8 that ncnn makes: never -128."""
BELOW_HALF = 0.5 - 2.0**-25
"""
The largest float32 below 1/2. Added to what is cut off afterwards it rounds halves up, for sums
that are half a unit in the last place short of the next integer are that integer in float32.
"""
SMALLEST_SCALED = 1e-30
"""Lower bound of a maximum magnitude, so that an all-zero row has a finite scale."""
