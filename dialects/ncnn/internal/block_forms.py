"""
Weight forms of matrices of few bits.

`p` is the number of lanes of a vector of rows, `NR` that of vectors in a panel.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntAttr, i32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_attr_definition, param_def

from ...kernel.block_words import BYTE_WORDS, WORDS
from ..shapes import Shape
from .weight_form import COUNT, NUMBER, WeightForm, int_attribute, padded


@irdl_attr_definition
class BlockIntegers(WeightForm):
    """
    Rows of packed integers of a matrix of few bits as panels `[rows/NR/p][columns/c][w][NR][p]`.

    `w` words have the integers of `c` neighbouring columns of a row: of 8 bits an i8 has one, of 4
    bits an i32 eight, of 6 bits three i32 sixteen. Those in i32 have 8 or 32 added, so that none is
    negative. Byte b of word t has column `4t + b` in its lowest bits; above it, of 6 bits, two more
    of column `12 + b`, the lowest in word 0. Of 4 bits column b is above column `4 + b`.

    The lower halves of every four i32 words come first, then the upper halves, as vectors
    interleave them. Rows and columns past the last are zero.
    """

    name = "ncnn.block_integers"
    RANKS = (2,)
    REARRANGES = False
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    bits: IntAttr = param_def(COUNT, converter=int_attribute)
    columns: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_element(self, source: Attribute) -> Attribute:
        return WORDS[self.bits.data].element

    def packed_shape(self, source: Shape) -> Shape:
        words = WORDS[self.bits.data].count(self.columns.data)
        return (padded(source[0], self.lanes.data) * words,)


@irdl_attr_definition
class BlockBytes(WeightForm):
    """
    The same panels for products of integers: words are whole, and of 8 bits an i32 has the integers
    of four neighbouring columns, with an offset of 128, or of 0 for signed bytes.
    """

    name = "ncnn.block_bytes"
    RANKS = (2,)
    REARRANGES = False
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    bits: IntAttr = param_def(COUNT, converter=int_attribute)
    columns: IntAttr = param_def(COUNT, converter=int_attribute)
    offset: IntAttr = param_def(NUMBER, converter=int_attribute)

    def packed_element(self, source: Attribute) -> Attribute:
        return i32

    def packed_shape(self, source: Shape) -> Shape:
        words = BYTE_WORDS[self.bits.data].count(self.columns.data)
        return (padded(source[0], self.lanes.data) * words,)


@irdl_attr_definition
class BlockFactors(WeightForm):
    """
    Scales of blocks `[rows][blocks]` as the factors `1 / scale` of panels: `[rows/NR/p][block][NR]
    [p]`; 0 for a scale of 0.
    """

    name = "ncnn.block_factors"
    RANKS = (2,)
    REARRANGES = False
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        return (padded(source[0], self.lanes.data) * source[1],)
