"""Einsum: sums of products by an equation."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import irdl_op_definition, prop_def, result_def, var_operand_def

from ..base import NcnnOp
from ..errors import InvalidLayerError
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import ints_param
from ..rules.ranks import Rank, RankOf
from ..shapes import AnyTensor, Shape, shape_of

TRACE = "ii"
"""The one equation without an arrow: the sum of a matrix's diagonal."""
ARROW = "->"
OUTPUT_LETTERS = "ijkl"
LETTERS = "ijklmnopqrstuvwx"


def parse_equation(equation: str) -> tuple[list[str], str]:
    """Return letters of inputs and result (none for a trace). Raises: InvalidLayerError."""
    if equation == TRACE:
        return [TRACE], ""
    left, arrow, result = equation.partition(ARROW)
    inputs = left.split(",")
    letters = set("".join(inputs))
    is_prefix = result and OUTPUT_LETTERS.startswith(result)
    if not arrow or not all(inputs) or not letters <= set(LETTERS):
        raise InvalidLayerError(f"'{equation}' is no equation of letters i to x, as 'ik,kj->ij'")
    if not is_prefix or not set(result) <= letters:
        raise InvalidLayerError(f"the result of '{equation}' must be i, ij, ijk or ijkl of inputs")
    return inputs, result


@irdl_op_definition
class EinsumOp(NcnnOp):
    """
    `ncnn.einsum "ik,kj->ij"(%a, %b)`: products of elements, summed over all letters that are not in
    the result.

    The extent of a letter is that in the last input with it; only the first cells of a longer axis
    are read. A letter that occurs twice in an input is a diagonal. Source: ncnn, einsum.cpp.
    """

    name = "ncnn.einsum"
    equation = prop_def(StringAttr)
    inputs = var_operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = "$equation `(` $inputs `)` attr-dict `:` functional-type(operands, results)"
    FAMILY: ClassVar = LayerFamily.PRODUCT
    LAYER: ClassVar = LayerSpec("Einsum", (Param(0, "equation", "ints", []),))

    def terms(self) -> list[str]:
        """Return each input's letters of axes. Raises: InvalidLayerError if some are missing."""
        given, _ = parse_equation(self.equation.data)
        if not 1 <= len(self.inputs) <= len(given):
            raise InvalidLayerError(f"has {len(self.inputs)} inputs, its equation {len(given)}")
        terms: list[str] = []
        for letters, value in zip(given, self.inputs, strict=False):
            rank = len(shape_of(value))
            if len(letters) < rank or (self.is_trace and rank != len(TRACE)):
                raise InvalidLayerError(f"'{letters}' does not fit {rank} dimensions")
            terms.append(letters[:rank])
        return terms

    @property
    def is_trace(self) -> bool:
        """Return whether it is the sum of a diagonal."""
        return self.equation.data == TRACE

    def extents(self) -> dict[str, int]:
        """Return the extent of each letter. Raises: InvalidLayerError if an input is shorter."""
        extents: dict[str, int] = {}
        pairs = list(zip(self.terms(), map(shape_of, self.inputs), strict=True))
        for letters, shape in pairs:
            extents.update(zip(letters, shape, strict=True))
        if self.is_trace:
            extents = {"i": shape_of(self.inputs[0])[0]}
        for letters, shape in pairs:
            for letter, extent in zip(letters, shape, strict=True):
                if extent < extents[letter]:
                    reason = f"letter {letter} is {extent} in one place, {extents[letter]} later"
                    raise InvalidLayerError(reason)
        return extents

    def result_letters(self) -> str:
        """Return the letters of the result's axes; none of a trace, which is a vector of one."""
        return parse_equation(self.equation.data)[1]

    def infer_shapes(self) -> list[Shape]:
        extents = self.extents()
        missing = [letter for letter in self.result_letters() if letter not in extents]
        if missing:
            raise InvalidLayerError(f"no input has the letter {missing[0]}")
        return [tuple(extents[letter] for letter in self.result_letters()) or (1,)]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return len(self.result_letters()) or 1

    def multiply_adds(self) -> int:
        return prod(self.extents().values()) if len(self.inputs) > 1 else 0

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        codes = ints_param(params, "equation")
        text = "".join(chr(code) if 0 < code < 128 else "?" for code in codes)
        parse_equation(text)
        return {"equation": StringAttr(text)}

    def layer_params(self) -> dict[str, ParamValue]:
        return {"equation": [ord(letter) for letter in self.equation.data]}
