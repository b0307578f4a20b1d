"""Read input shapes with extents known at run time, and plan memory for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from ...runtime.errors import shortened
from ...runtime.model.symbols import Dim, DimExpression, ExtentExpression, PlannedExtent
from .. import option_values as values
from ..diagnostics import OptionTypeError, OptionValueError

SymbolicInput = tuple[int | ExtentExpression | DimExpression, ...]
ExtentRanges = Mapping[str, tuple[int, int]]

STEP = 16
"""Planned extents are multiples of this, so that whole vectors of any type stay within a row."""


def shapes(value: object) -> dict[str, SymbolicInput]:
    """Return input shapes by blob name. Raises: OptionTypeError, OptionValueError."""
    if values.is_auto(value):
        return {}
    return {name: shape(given, name) for name, given in values.mapping(value, "inputs").items()}


def shape(value: object, name: str) -> SymbolicInput:
    """Return an input shape; texts and `Dim`s become extents known at run time."""
    if not isinstance(value, tuple | list):
        return values.shape(value, name)
    extents = cast("Sequence[object]", value)  # a caller's
    given = [symbolic(extent, name) for extent in extents]
    if not any(extent is not None for extent in given):
        return values.shape(extents, name)
    # The numbers are checked as ever, with any number for the others.
    plain = [1 if dynamic is not None else n for dynamic, n in zip(given, extents, strict=True)]
    numbers = values.shape(plain, name)
    return tuple(n if s is None else s for s, n in zip(given, numbers, strict=True))


def symbolic(extent: object, name: str) -> DimExpression | ExtentExpression | PlannedExtent | None:
    """Return an extent known at run time; None for other values. Raises: OptionValueError."""
    match extent:
        case Dim() | DimExpression():
            return DimExpression.of(extent)
        case ExtentExpression() | PlannedExtent():
            return extent
        case str() if extent != "?":
            try:
                return ExtentExpression.parse(extent)
            except ValueError as error:
                raise OptionValueError(f"input '{shortened(name)}': {error}") from None
        case _:
            return None


def ranges(value: object, name: str) -> dict[str, tuple[int, int]]:
    """Return the range of each extent by name. Raises: OptionTypeError, OptionValueError."""
    found: dict[str, tuple[int, int]] = {}
    for key, given in values.mapping(value, name).items():
        if not re.fullmatch(r"[A-Za-z]\w*", key):
            raise OptionValueError(f"extent '{shortened(key)}' must be named by a word")
        if not isinstance(given, tuple | list) or len(cast("Sequence[object]", given)) != 2:
            raise OptionTypeError(f"the range of extent '{key}' must be two integers")
        low, high = (
            values.checked_integer(n, f"extent '{key}'", 0, values.MAX_EXTENT)
            for n in cast("Sequence[object]", given)
        )
        if low > high:
            raise OptionValueError(f"extent '{key}' has an empty range, {low} to {high}")
        found[key] = (low, high)
    return found


def planned_inputs(
    inputs: Mapping[str, SymbolicInput], given: ExtentRanges, has_states: bool = False
) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, int]]]:
    """
    Return shapes with planned extents in place of those known at run time, and their ranges. An
    extent that no shape has may be the length of a state.

    Raises: OptionValueError for an extent without a range, or with two.
    """
    dims = dict(given)
    for dim in dims_of(inputs):
        if dims.setdefault(dim.name, (dim.least, dim.most)) != (dim.least, dim.most):
            raise OptionValueError(f"extent '{dim.name}' has two ranges")
    dims = ranges(dims, "dims")
    plans = planned_extents(dims)
    planned = {
        name: tuple(planned_extent(extent, plans, name) for extent in shape)
        for name, shape in inputs.items()
    }
    used = {n for s in planned.values() for e in s for n in names_of(e)}
    for name in dims:
        if name not in used and not has_states:
            raise OptionValueError(
                f"no input has the extent '{name}'; hint: --input in0={name},64 names it, or "
                "--state auto states of so many rows"
            )
    return planned, dims


def dims_of(inputs: Mapping[str, SymbolicInput]) -> Iterator[Dim]:
    """Return the `Dim`s in shapes, with their ranges."""
    for given in inputs.values():
        for extent in given:
            if isinstance(extent, DimExpression):
                yield from extent.dims


def names_of(extent: int) -> tuple[str, ...]:
    return extent.expression.names if isinstance(extent, PlannedExtent) else ()


def is_dynamic(shape: Sequence[int]) -> bool:
    """Return whether an input has an extent known at run time."""
    return any(isinstance(extent, PlannedExtent) for extent in shape)


def largest_inputs(
    inputs: Mapping[str, Sequence[int]], dims: ExtentRanges
) -> dict[str, tuple[int, ...]]:
    """Return input shapes with the largest value of each extent."""
    most = {name: high for name, (_, high) in dims.items()}
    return {
        name: tuple(e.expression.value(most) if isinstance(e, PlannedExtent) else e for e in shape)
        for name, shape in inputs.items()
    }


def planned_extent(
    extent: int | ExtentExpression | DimExpression, plans: Mapping[str, int], name: str
) -> int:
    """Return the value that memory is planned for. Raises: OptionValueError."""
    if isinstance(extent, DimExpression | PlannedExtent):
        extent = extent.expression
    if not isinstance(extent, ExtentExpression):
        return extent
    expression = extent
    for symbol in expression.names:
        if symbol not in plans:
            raise OptionValueError(
                f"input '{shortened(name)}' has the extent '{symbol}' without a range; "
                f"hint: --dim {symbol}=1..512, in Python Dim('{symbol}', 1, 512)"
            )
    number = expression.value(plans)
    if not 1 <= number <= values.MAX_EXTENT:
        raise OptionValueError(f"input '{shortened(name)}' has the impossible extent {expression}")
    return PlannedExtent(number, expression) if expression.names else number


def planned_extents(dims: ExtentRanges) -> dict[str, int]:
    """
    Return the extents that memory is planned for, at least the largest of each range: different
    primes times 16, so that none equals another extent of the network by chance.
    """
    plans: dict[str, int] = {}
    for name, (_, most) in dims.items():
        number = max(-(-most // STEP), 2)
        while not is_prime(number) or number * STEP in plans.values():
            number += 1
        plans[name] = number * STEP
    return plans


def is_prime(number: int) -> bool:
    return number > 1 and all(number % n for n in range(2, int(number**0.5) + 1))
