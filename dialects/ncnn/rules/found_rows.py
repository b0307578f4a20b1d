"""Layers with a data-dependent number of result rows."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import SSAValue

from ..base import NcnnOp
from ..layer import LayerFamily
from ..layers.split import source_of


class FoundRowsOp(NcnnOp):
    """
    Base of the layers whose results have as many rows as there are detections.

    The static number of rows is an upper bound; rows beyond those found hold `NOT_FOUND`, or
    `NO_SCORE` in a result of scores alone. Callers get only the rows found. Within the graph the
    extra rows would be visible, so that only ops that read just the best row may read the result.
    """

    FAMILY: ClassVar = LayerFamily.DETECTION
    READS_FOUND_ROWS: ClassVar[bool] = False
    """True if an operand may have such rows, too, of which each makes a row of the result."""


def has_found_rows(value: SSAValue) -> bool:
    """Return true if the first extent of a value is only an upper bound of its rows."""
    return isinstance(source_of(value).owner, FoundRowsOp)
