"""Declare input extents known at run time as symbols of the graph's function."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from itertools import combinations

from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, DictionaryAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir.affine import AffineExpr, AffineMap

from ...dialects.main_function import argument_attributes, input_names
from ...dialects.symbols import EXTENTS_ATTRIBUTE, SymbolicExtent, set_symbols
from ...runtime.model.symbols import PlannedExtent
from ..diagnostics import ModelError
from ..options.compile_options import CompileOptions
from ..options.symbolic_inputs import names_of, planned_extents

IN_SHAPES = re.compile(r"(?:(?<=[\[,=])|(?<=, ))\d+\b(?!\*)")
"""Matches the extents in `[592, 64]` and `in0=592,64`."""
RANGES = re.compile(r"--dim \w+=")


def planned_shapes(inputs: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """Return shapes as integers: the extents that memory is planned for."""
    return {name: tuple(map(int, shape)) for name, shape in inputs.items()}


@contextmanager
def extents_by_name(options: CompileOptions) -> Generator[None]:
    """Make shape errors print `T,64`, as in the options, instead of the planned extents."""
    plans = planned_extents(options.dims)
    dynamic = [
        e for shape in options.inputs.values() for e in shape if isinstance(e, PlannedExtent)
    ]
    # A factor, as of 32*H, is small, and may be a number of channels.
    factors = {n for e in dynamic if "*" in str(e) for n in names_of(e)} - set(map(str, dynamic))
    plans = {name: number for name, number in plans.items() if name not in factors}
    names = {plans[a] + plans[b]: f"{a} + {b}" for a, b in combinations(plans, 2)}
    names |= {number: name for name, number in plans.items()}
    names |= {int(e): str(e) for e in dynamic}

    def named(text: str) -> str:
        return IN_SHAPES.sub(lambda found: names.get(int(found[0]), found[0]), text)

    try:
        yield
    except ModelError as error:
        error.reason = named(error.reason)
        if error.hint and not RANGES.search(error.hint):  # else it has names already
            error.hint = named(error.hint)
        error.args = (error.render(),)
        raise


def declare_symbols(main: FuncOp, options: CompileOptions) -> None:
    """Declare the symbols, and record which input extents they are."""
    plans = planned_extents(options.dims)
    symbols = [
        SymbolicExtent(name, least, most, plans[name])
        for name, (least, most) in options.dims.items()
    ]
    set_symbols(main, symbols)
    numbers = {symbol.name: i for i, symbol in enumerate(symbols)}
    entries: list[DictionaryAttr] = []
    for name, entry in zip(input_names(main), argument_attributes(main), strict=True):
        shape = options.inputs.get(name, ())
        if any(isinstance(extent, PlannedExtent) for extent in shape):
            extents = tuple(expression_of(extent, numbers) for extent in shape)
            map = AffineMap(0, len(symbols), extents)
            entry = DictionaryAttr({**entry.data, EXTENTS_ATTRIBUTE: AffineMapAttr(map)})
        entries.append(entry)
    main.arg_attrs = ArrayAttr(entries)


def expression_of(extent: int, numbers: Mapping[str, int]) -> AffineExpr:
    """Return an extent as an expression of symbols, given their numbers."""
    if not isinstance(extent, PlannedExtent):
        return AffineExpr.constant(extent)
    return extent.expression.fold(
        lambda name: AffineExpr.symbol(numbers[name]), AffineExpr.constant
    )
