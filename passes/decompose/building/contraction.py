"""Sums of products over named axes, built of products of matrices, reductions and permutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import SSAValue

from ....dialects.ncnn.builder import LayerBuilder
from ....dialects.ncnn.layers.binaryop import BinaryOperator
from ....dialects.ncnn.layers.reduction import ReductionKind
from ....dialects.ncnn.layers.reshape import ReshapeOp
from ....dialects.ncnn.rules.axes import AXIS_NAMES
from ....dialects.ncnn.shapes import shape_of, tensor_type

MOST_AXES = max(AXIS_NAMES)
FIRST_NAME = 0x100
"""Code of the first letter that no equation has."""


@dataclass(frozen=True)
class Term:
    """A blob in whatever shape, whose elements lie in the order of axes with these letters."""

    value: SSAValue
    letters: str


class Contraction:
    """Contracts terms by Einstein's convention, for letters of static or dynamic extents."""

    def __init__(
        self,
        layers: LayerBuilder,
        extents: Mapping[str, int],
        inputs: Sequence[SSAValue] = (),
        dynamic: Mapping[str, str] | None = None,
    ):
        """`dynamic` spells extents known at run time, of `inputs`, as a Reshape does: `1w`."""
        self.layers = layers
        self.extents = dict(extents)
        self.inputs = inputs
        self.dynamic = dynamic or {}

    def contract(self, terms: Sequence[Term], result: str) -> SSAValue:
        """Multiply and sum the terms two at a time, those first that leave the smallest blob."""
        left = [self.diagonal(term) for term in terms]
        while True:
            left = [self.without_private_letters(i, left, result) for i in range(len(left))]
            if len(left) == 1:
                return self.arranged(left[0], [result])
            i, j = min(combinations(range(len(left)), 2), key=lambda p: self.cost(p, left, result))
            others = [term for k, term in enumerate(left) if k not in (i, j)]
            left = [*others, self.product(left[i], left[j], needed(others, result))]

    def cost(self, pair: tuple[int, int], terms: Sequence[Term], result: str) -> tuple[int, int]:
        """Elements that the product of two terms has, and products that they are made of."""
        a, b = (set(terms[i].letters) for i in pair)
        others = [term for k, term in enumerate(terms) if k not in pair]
        kept = (a | b) & set(needed(others, result))
        return self.size(kept), self.size(a | b)

    def size(self, letters: Sequence[str] | set[str]) -> int:
        """Cells along all of these axes."""
        return prod(self.extents[letter] for letter in letters)

    def reshaped(self, x: SSAValue, groups: Sequence[str]) -> SSAValue:
        """The cells of x in order, with an axis for each group of letters."""
        shape = tuple(map(self.size, groups))
        if shape_of(x) == shape or self.dynamic.keys().isdisjoint("".join(groups)):
            return self.layers.reshape(x, shape)
        properties = {"expression": StringAttr(",".join(map(self.spelled, reversed(groups))))}
        operands = [x, list(self.inputs)]
        return self.layers.insert(
            ReshapeOp.build(
                operands=operands, properties=properties, result_types=[tensor_type(shape)]
            )
        )

    def spelled(self, letters: str) -> str:
        """The cells along all of these axes, for a Reshape."""
        found = str(self.size([letter for letter in letters if letter not in self.dynamic]))
        for letter in letters:
            found = f"*({found},{self.dynamic[letter]})" if letter in self.dynamic else found
        return found

    # One term -----------------------------------------------------------------------------------

    def diagonal(self, term: Term) -> Term:
        """A term without letters that it has several times."""
        letters, repeated = "", list[tuple[str, str]]()
        for letter in term.letters:
            if letter in letters:
                # an axis of its own until it is gone
                name = chr(FIRST_NAME + len(self.extents))
                self.extents[name] = self.extents[letter]
                repeated.append((letter, name))
                letters += name
            else:
                letters += letter
        value = term.value
        for letter, name in repeated:
            rest = letters.replace(letter, "").replace(name, "")
            rows = self.arranged(Term(value, letters), [letter + name, rest])
            value, letters = self.every_row(rows, self.extents[letter]), letter + rest
        return Term(value, letters)

    def every_row(self, x: SSAValue, n: int) -> SSAValue:
        """Rows 0, n + 1, 2 (n + 1) ... of `n n,cells`, which are the diagonal of `n,n,cells`."""
        layers, cells = self.layers, shape_of(x)[1]
        if n == 1:
            return x
        most = layers.reshape(layers.slice(x, 0, 0, n * n - 1), (n - 1, (n + 1) * cells))
        firsts = layers.slice(most, 1, 0, cells)
        return layers.concat([firsts, layers.slice(x, 0, n * n - 1, n * n)], 0)

    def without_private_letters(self, i: int, terms: Sequence[Term], result: str) -> Term:
        """A term summed over the letters that are in no other, nor in the result."""
        term = terms[i]
        kept = needed([other for k, other in enumerate(terms) if k != i], result)
        while private := [c for c in term.letters if c not in kept]:
            start = term.letters.index(private[0])
            end = start + 1
            while end < len(term.letters) and term.letters[end] in private:
                end += 1
            term = self.summed(term, start, end)
        return term

    def summed(self, term: Term, start: int, end: int) -> Term:
        """A term summed over neighbouring axes."""
        before, inner, after = term.letters[:start], term.letters[start:end], term.letters[end:]
        value = term.value
        if self.size(inner) > 1:
            x = self.reshaped(value, (before, inner, after))
            value = self.layers.reduce(ReductionKind.SUM, x, [1])
        return Term(value, before + after)

    def arranged(self, term: Term, groups: Sequence[str]) -> SSAValue:
        """The term with its axes in the order of the groups' letters, one axis for each group."""
        order = [c for group in groups for c in group if self.extents[c] > 1]
        value = self.transposed(term.value, [c for c in term.letters if c in order], order)
        return self.reshaped(value, groups)

    def is_arranged(self, term: Term, groups: Sequence[str]) -> bool:
        long = [c for c in term.letters if self.extents[c] > 1]
        return long == [c for group in groups for c in group if self.extents[c] > 1]

    def transposed(self, x: SSAValue, letters: list[str], order: list[str]) -> SSAValue:
        """`x`, whose axes have these letters, with axes in another order."""
        if letters == order:
            return x
        blocks = neighbours_in_both(letters, order)
        if len(blocks) <= MOST_AXES:
            x = self.reshaped(x, list(map("".join, blocks)))
            places = sorted(range(len(blocks)), key=lambda i: order.index(blocks[i][0]))
            return self.layers.permute(x, places)
        # One block after the other goes to the front, the last of the order first.
        for block in sorted(blocks, key=lambda block: -order.index(block[0])):
            at = letters.index(block[0])
            before, after = letters[:at], letters[at + len(block) :]
            x = self.reshaped(x, list(map("".join, (before, block, after))))
            x = self.layers.permute(x, [1, 0, 2])
            letters = [*block, *before, *after]
        return x

    # Two terms ----------------------------------------------------------------------------------

    def product(self, a: Term, b: Term, kept: str) -> Term:
        """The product of two terms, summed over the letters that are not kept."""
        if first_place(kept, b, a) < first_place(kept, a, b):
            a, b = b, a
        both = [c for c in a.letters if c in b.letters]
        batch = "".join(c for c in both if c in kept)
        inner = "".join(c for c in both if c not in kept)
        rows = "".join(c for c in a.letters if c not in both)
        columns = "".join(c for c in b.letters if c not in both)
        if not inner:
            value = self.outer(a, b, batch, rows, columns)
        elif self.size(rows + columns) == 1:
            x, y = (self.arranged(term, [batch, inner]) for term in (a, b))
            products = self.layers.binary(BinaryOperator.MUL, x, y)
            value = self.layers.reduce(ReductionKind.SUM, products, [1])
        else:
            value = self.matmul(a, b, batch, rows, columns, inner)
        return Term(value, batch + rows + columns)

    def outer(self, a: Term, b: Term, batch: str, rows: str, columns: str) -> SSAValue:
        """Products of all rows and columns, element by element."""
        x = self.arranged(a, [batch, rows])
        y = self.arranged(b, [batch, columns])
        x, y = self.reshaped(x, (batch, rows, "")), self.reshaped(y, (batch, "", columns))
        return self.layers.binary(BinaryOperator.MUL, x, y)

    def matmul(self, a: Term, b: Term, batch: str, rows: str, columns: str, inner: str) -> SSAValue:
        """Products of matrices, b as it is or transposed, whichever it lies like."""
        x = self.arranged(a, [batch, rows, inner])
        by_row = self.is_arranged(b, [batch, columns, inner])
        y = self.arranged(b, [batch, columns, inner] if by_row else [batch, inner, columns])
        return self.layers.matmul(x, y, transpose_b=by_row)


def needed(terms: Sequence[Term], result: str) -> str:
    return result + "".join(term.letters for term in terms)


def first_place(kept: str, term: Term, other: Term) -> int:
    """Return the first place among the kept letters of a letter that only this term has."""
    own = [c for c in term.letters if c in kept and c not in other.letters]
    return min((kept.index(c) for c in own), default=len(kept))


def neighbours_in_both(letters: list[str], order: list[str]) -> list[list[str]]:
    """Return the letters in blocks that stay together when sorted."""
    blocks: list[list[str]] = []
    for letter in letters:
        at = order.index(letter)
        if blocks and at and order[at - 1] == blocks[-1][-1]:
            blocks[-1].append(letter)
        else:
            blocks.append([letter])
    return blocks
