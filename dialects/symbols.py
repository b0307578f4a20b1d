"""Symbols: extents of the graph's function that are known at run time, with their bounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap, AffineSymExpr

from .main_function import argument_attributes

SYMBOLS_ATTRIBUTE = "ncnn.symbols"
"""
Attribute of the graph's function: its symbols, in the order of their numbers in affine maps: those
known at run time before products of them.
"""


@dataclass(frozen=True)
class SymbolicExtent:
    """An extent known at run time."""

    name: str
    least: int
    most: int
    planned: int
    """Extent for buffers and strides, at least `most`."""
    factors: tuple[AffineExpr, ...] = ()
    """Factors of a product: expressions of earlier symbols, which give its name `(H // 16) * W`."""

    @property
    def attribute(self) -> DictionaryAttr:
        """
        `{name = "T", least = 1 : i64, most = 512 : i64, planned = 592 : i64}`, and `factors =
        affine_map<()[s0, s1] -> (s0, s1)>` of a product.
        """
        numbers = {"least": self.least, "most": self.most, "planned": self.planned}
        entries: dict[str, Attribute] = {k: IntegerAttr(n, i64) for k, n in numbers.items()}
        if self.factors:
            count = max(position_of(factor) for factor in self.factors) + 1
            entries["factors"] = AffineMapAttr(AffineMap(0, count, self.factors))
        return DictionaryAttr({"name": StringAttr(self.name), **entries})

    @classmethod
    def of(cls, entry: DictionaryAttr) -> SymbolicExtent:
        """Read an entry. Raises: KeyError, TypeError if it is invalid."""
        name = entry.data["name"]
        numbers = {k: v.value.data for k, v in entry.data.items() if isinstance(v, IntegerAttr)}
        if not isinstance(name, StringAttr):
            raise TypeError("the name of a symbol must be a string")
        factors = entry.data.get("factors")
        found = factors.data.results if isinstance(factors, AffineMapAttr) else ()
        return cls(name.data, **numbers, factors=found)


def position_of(extent: AffineExpr) -> int:
    """Return the largest number of a symbol in an expression; -1 for none."""
    symbols = (e.position for e in extent.dfs() if isinstance(e, AffineSymExpr))
    return max(symbols, default=-1)


def symbols_of(function: FuncOp) -> tuple[SymbolicExtent, ...]:
    """Return the symbols of the graph's function; none where all extents are static."""
    found = function.attributes.get(SYMBOLS_ATTRIBUTE)
    if not isinstance(found, ArrayAttr):
        return ()
    return tuple(SymbolicExtent.of(entry) for entry in found if isinstance(entry, DictionaryAttr))


def dynamic_symbols(function: FuncOp) -> tuple[SymbolicExtent, ...]:
    """Return the symbols of the graph's function that are not products of others."""
    return tuple(symbol for symbol in symbols_of(function) if not symbol.factors)


def set_symbols(function: FuncOp, symbols: Sequence[SymbolicExtent]) -> None:
    """Declare the symbols of the graph's function, if it has any."""
    if not symbols:
        return
    function.attributes[SYMBOLS_ATTRIBUTE] = ArrayAttr([s.attribute for s in symbols])


EXTENTS_ATTRIBUTE = "ncnn.extents"
"""
Attribute of arguments and results of the graph's function, a map from the symbols to the blob's
extents; on ops one map for each result. Types have the planned extents.
"""

FIRST_CELL_ATTRIBUTE = "ncnn.first_cell"
"""Attribute of ops whose result is a box of the input: a map from the symbols to its first cell."""


def first_cell_of(op: Operation) -> AffineMap | None:
    """Return the first cell of the box that is the result of an op with symbolic extents."""
    found = op.attributes.get(FIRST_CELL_ATTRIBUTE)
    return found.data if isinstance(found, AffineMapAttr) else None


def extents_of(value: SSAValue) -> AffineMap | None:
    """Return the symbolic extents of a value of the graph; None if all are static."""
    if isinstance(value, BlockArgument):
        function = value.block.parent_op()
        entries = argument_attributes(function) if isinstance(function, FuncOp) else ()
        found = entries[value.index].data.get(EXTENTS_ATTRIBUTE) if entries else None
    else:
        assert isinstance(value, OpResult)  # the other kind
        found = value.op.attributes.get(EXTENTS_ATTRIBUTE)
        if isinstance(found, ArrayAttr):
            found = found.data[value.index]
    return found.data if isinstance(found, AffineMapAttr) and not is_static(found.data) else None


def have_same_extents(a: SSAValue, b: SSAValue) -> bool:
    """Return whether two values have the same type, and no known difference in extents."""
    known = {extents.results for v in (a, b) if (extents := extents_of(v)) is not None}
    return a.type == b.type and len(known) < 2


def surely_have_same_extents(a: SSAValue, b: SSAValue) -> bool:
    """Return whether two values have the same type and extents, dynamic or static."""
    return a.type == b.type and extents_of(a) == extents_of(b)


def text_of(extent: AffineExpr, names: Sequence[str]) -> str:
    """Return an extent with the names of symbols: `T floordiv 2` for `s0 floordiv 2`."""
    named = {f"s{i}": f"({name})" if " " in name else name for i, name in enumerate(names)}
    return re.sub(r"\bs\d+\b", lambda match: named.get(match[0], match[0]), str(extent))


def is_static(extents: AffineMap) -> bool:
    """Return whether extents are all numbers."""
    return all(isinstance(e, AffineConstantExpr) for e in extents.results)
