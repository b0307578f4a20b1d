"""Build the simpler layers that a layer becomes."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.ncnn.builder import LayerBuilder
from ...common.errors import place_of


class ReplacementBuilder(LayerBuilder):
    """Insert layers before the one that they replace, at its place in the file."""

    def __init__(self, replaced: Operation, rewriter: PatternRewriter):
        super().__init__(rewriter, replaced.location)
        self.stand_for(replaced)

    def stand_for(self, op: Operation) -> None:
        """Give layers and constants from now on the location and the name of this layer."""
        self.location = op.location
        self.name = place_of(op).layer or op.name
