"""Products and rounding of int8."""
