"""Expand Einsum into matrix products, reductions and permutes."""

from __future__ import annotations

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineConstantExpr
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.layers.einsum import EinsumOp
from ...dialects.ncnn.rules.axes import AXIS_NAMES
from ...dialects.ncnn.shapes import has_shape
from ...dialects.symbols import extents_of
from ..common.rewrite import RewritePass
from .building.contraction import Contraction, Term
from .building.replacement_builder import ReplacementBuilder


class ContractEinsum(RewritePattern):
    """Contract the inputs, using the used part of each."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: EinsumOp, rewriter: PatternRewriter) -> None:
        if not all(map(has_shape, op.inputs)):
            return
        dynamic = dynamic_letters(op)
        if any(letters.count(letter) > 1 for letters in op.terms() for letter in dynamic):
            return  # diagonals are cropped to their length
        layers, extents = ReplacementBuilder(op, rewriter), op.extents()
        terms: list[Term] = []
        for value, letters in zip(op.inputs, op.terms(), strict=True):
            part: SSAValue = value
            for axis, letter in enumerate(letters):
                part = layers.slice(part, axis, 0, extents[letter])
            terms.append(Term(part, letters))
        contraction, result = Contraction(layers, extents, op.inputs, dynamic), op.result_letters()
        value = contraction.contract(terms, result)
        rewriter.replace(op, [], [contraction.reshaped(value, list(result) or [""])])


def dynamic_letters(op: EinsumOp) -> dict[str, str]:
    """Return the letters of extents known at run time, as a Reshape spells them."""
    found: dict[str, str] = {}
    for n, (value, letters) in enumerate(zip(op.inputs, op.terms(), strict=True), 1):
        dynamic = extents_of(value)
        for letter, name, extent in zip(
            letters, AXIS_NAMES[len(letters)], dynamic.results if dynamic else (), strict=False
        ):
            if not isinstance(extent, AffineConstantExpr):
                found[letter] = f"{n}{name}"
    return found


class ExpandEinsumPass(RewritePass):
    """
    Contract the inputs of an Einsum two at a time. Letters that only these two have are the inner
    axis of a matrix product, other common letters its batch axes.

        %y = ncnn.einsum "ik,jkl,il->ij"(%a, %b, %c)
        -> %p = ncnn.permute %b order 1 ...                // k,l before j
           %m = ncnn.matmul ...
           ...

    A letter of a single input is summed first. A letter that an input has twice denotes a diagonal,
    which is cut out by slices.
    """

    name = "expand-einsum"
    PATTERNS = (ContractEinsum,)
