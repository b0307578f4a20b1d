"""Gemm: the product of two matrices; each may be stored with the layer."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import ClassVar, Self

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, result_def

from ..assembly import optional, optional_operands
from ..errors import InvalidLayerError, ShapeError
from ..families.block_quantization import (
    block_scales,
    check_term,
    has_block_scales,
    has_input_scales,
    is_int8,
    stored_matrix,
)
from ..families.linear import EPILOGUE_FORMAT, EpilogueOp
from ..given_layer import GivenLayer
from ..layer import LayerFamily, LayerSpec, Params, Weight
from ..param_values import int_param
from ..parameters import flag_parameter, float_parameter, int_parameter
from ..rules.broadcast import Axes
from ..rules.implied_shapes import ImpliedShapes, rows_and_columns
from ..rules.param_rules import flag, one
from ..schedule import SCHEDULE_FORMAT, ScheduledOp
from ..shapes import UNRANKED, AnyTensor, Shape, shape_of

ABSENT_C = -1
"""The broadcast code of a layer without C."""

CONSTANT_C_AXES: dict[int, Axes] = {
    0: (None, None),
    1: (0, None),
    2: (0, None),
    3: (0, 1),
    4: (None, 1),
}
"""Broadcast code -> for M and N, the product axis along which a stored C varies."""

FLAGS = (
    *("transpose_a", "transpose_b", "constant_a", "constant_b", "constant_c"),
    *("output_n1m", "output_transpose"),
)


def _extents(params: Params, *names: str) -> tuple[int, ...]:
    """Return the layer's M, N and K. Raises: ShapeError if they are not positive."""
    extents = [int_param(params, name) for name in names]
    for name, extent in zip(names, extents, strict=True):
        if extent <= 0:
            raise ShapeError(f"{name} must be positive for stored matrices, not {extent}")
    return tuple(extents)


def _a_shape(params: Params) -> tuple[int, ...]:
    order = ("k", "m") if params["transpose_a"] else ("m", "k")
    return _extents(params, *order)


def _b_shape(params: Params) -> tuple[int, ...]:
    if not params["transpose_b"]:
        return _extents(params, "k", "n")
    rows, columns = _extents(params, "n", "k")
    return stored_matrix(int_param(params, "quantize_term"), rows, columns)


def _c_shape(params: Params) -> tuple[int, ...]:
    match int_param(params, "broadcast_c"):
        case 0:
            return (1,)
        case 1:
            return _extents(params, "m")
        case 2:
            return (*_extents(params, "m"), 1)
        case 3:
            return _extents(params, "m", "n")
        case _:
            return (1, *_extents(params, "n"))


def _stores_c(params: Params) -> bool:
    return bool(params["constant_c"]) and int_param(params, "broadcast_c") != ABSENT_C


def _term(predicate: Callable[[int], bool], stored: str) -> Callable[[Params], bool]:
    return lambda p: bool(p[stored]) and predicate(int_param(p, "quantize_term"))


@irdl_op_definition
class GemmOp(EpilogueOp, ScheduledOp):
    """
    `ncnn.gemm %a, %b plus %c alpha 2.0 beta 0.5`: `alpha * (a b + beta * c)`.

    With `transpose_a` or `transpose_b` the operand is `K,M` or `N,K`. C is one number, a number for
    each row (`M` or `M,1`), for each column (`N` or `1,N`) or for each element; a vector that fits
    both rows and columns applies to columns, unless it is stored. For a C with three axes, ncnn
    adds its first element everywhere.

    Shapes: a `M,K` and b `K,N` to `M,N`; `c,h,w` stands for the matrix `c,w` of the first row of
    each channel, a vector `w` for the row `1,w`. The result is `M,1,N` with `output_n1m`, `N,M`
    (`N,1,M`) with `output_transpose`.
    Source: ncnn, gemm.cpp.
    """

    name = "ncnn.gemm"

    a = operand_def(AnyTensor)
    b = operand_def(AnyTensor)
    c = opt_operand_def(AnyTensor)
    b_block_scales = opt_operand_def(AnyTensor)
    b_input_scales = opt_operand_def(AnyTensor)
    a_scales = opt_operand_def(AnyTensor)
    b_scale = opt_operand_def(AnyTensor)

    alpha = float_parameter(0, 1.0)
    beta = float_parameter(1, 1.0)
    transpose_a = flag_parameter(2)
    transpose_b = flag_parameter(3)
    constant_a = flag_parameter(4)
    constant_b = flag_parameter(5)
    constant_c = flag_parameter(6)
    m = int_parameter(7)
    n = int_parameter(8)
    k = int_parameter(9)
    broadcast_c = int_parameter(10)
    output_n1m = flag_parameter(11)
    output_transpose = flag_parameter(14)
    quantize_term = int_parameter(18)

    output = result_def(AnyTensor)

    assembly_format = (
        "$a `,` $b (`plus` $c^ `:` type($c))? "
        f"{optional_operands('b_block_scales', 'b_input_scales', 'a_scales', 'b_scale')}"
        f"{optional('alpha', 'beta', 'transpose_a', 'transpose_b', 'constant_a', 'constant_b')}"
        f"{optional('constant_c', 'm', 'n', 'k', 'broadcast_c', 'output_n1m', 'output_transpose')}"
        f"{optional('quantize_term')}{SCHEDULE_FORMAT}{EPILOGUE_FORMAT}attr-dict `:` type($a) `,` "
        "type($b) `->` type($output)"
    )

    FAMILY: ClassVar = LayerFamily.PRODUCT
    LAYER: ClassVar = LayerSpec(
        "Gemm",
        weights=(
            Weight("a", _a_shape, True, flag("constant_a")),
            Weight(
                "b",
                _b_shape,
                True,
                flag("constant_b"),
                packed=_term(has_block_scales, "constant_b"),
            ),
            Weight("c", _c_shape, True, _stores_c),
            Weight(
                "b_block_scales",
                lambda p: block_scales(int_param(p, "quantize_term"), *_extents(p, "n", "k")),
                False,
                _term(has_block_scales, "constant_b"),
            ),
            Weight(
                "b_input_scales",
                lambda p: _extents(p, "k"),
                False,
                _term(has_input_scales, "constant_b"),
            ),
            Weight("a_scales", lambda p: _extents(p, "m"), False, _term(is_int8, "constant_a")),
            Weight("b_scale", one, False, _term(is_int8, "constant_b")),
        ),
    )
    SUPPORTS_INT8: ClassVar = True

    def product_shape(self) -> tuple[int, int, int]:
        """Return M, N and K. Raises: ShapeError unless the operands are matrices that fit."""
        m, k = _matrix(self.a, self.transpose_a is not None)
        if has_block_scales(self.quantize_term.value.data):
            n, columns = self.n.value.data, self.k.value.data
        else:
            n, columns = _matrix(self.b, self.transpose_b is None)
        if columns != k:
            raise ShapeError(f"a has {k} columns, b {columns} rows")
        return m, n, k

    def multiply_adds(self) -> int:
        return prod(self.product_shape())

    def c_axes(self) -> Axes:
        """Return, for M and N, the product axis along which C varies; None if it does not."""
        assert self.c is not None
        if self.constant_c is not None:
            return CONSTANT_C_AXES[self.broadcast_c.value.data]
        m, n, _ = self.product_shape()
        shape = shape_of(self.c)
        # The first of equal shapes decides.
        known: tuple[tuple[Shape, Axes], ...] = (
            ((m, n), (0, 1)),
            ((1, n), (None, 1)),
            ((m, 1), (0, None)),
            ((n,), (None, 1)),
            ((m,), (0, None)),
            ((1,), (None, None)),
        )
        for accepted, axes in known:
            if shape == accepted:
                return axes
        if self.adds_first_element:
            return (None, None)
        raise ShapeError(f"c has shape {list(shape)}, the product is [{m}, {n}]")

    @property
    def adds_first_element(self) -> bool:
        """Return whether ncnn adds C's first element to all: it is `1,1` or a map."""
        if self.c is None or self.constant_c is not None:
            return False
        if has_block_scales(self.quantize_term.value.data):
            return False
        shape = shape_of(self.c)
        return len(shape) > 2 or prod(shape) == 1

    def infer_shapes(self) -> list[Shape]:
        m, n, _ = self.product_shape()
        if self.c is not None:
            expected: dict[Axes, int] = {(None, None): 1, (0, None): m, (None, 1): n, (0, 1): m * n}
            shape = shape_of(self.c)
            if self.constant_c is not None and prod(shape) != expected[self.c_axes()]:
                raise ShapeError(f"c has shape {list(shape)}, the product is [{m}, {n}]")
            self.c_axes()
        rows, columns = (n, m) if self.output_transpose is not None else (m, n)
        return [(rows, 1, columns) if self.output_n1m is not None else (rows, columns)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply K, and the product's extent along the other axis, from the stored operand."""
        m, n, k = (size.value.data or None for size in (self.m, self.n, self.k))
        transposed_a, transposed_b = self.transpose_a is not None, self.transpose_b is not None
        if self.constant_b is not None:
            shapes.propose(self.a, (k, None) if transposed_a else (None, k))
        if self.constant_a is not None:
            shapes.propose(self.b, (None, k) if transposed_b else (k, None))
        rows, columns = m, n
        if self.constant_a is None:
            rows = rows_and_columns(shapes.of(self.a))[1 if transposed_a else 0]
        if self.constant_b is None:
            columns = rows_and_columns(shapes.of(self.b))[0 if transposed_b else 1]
        product = (columns, rows) if self.output_transpose is not None else (rows, columns)
        if self.output_n1m is None:
            shapes.say(self.output, product)
        else:
            shapes.say(self.output, (product[0], 1, product[1]))

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        code = int_param(params, "broadcast_c")
        if params["constant_c"] and code != ABSENT_C and code not in CONSTANT_C_AXES:
            raise InvalidLayerError(f"broadcast_c {code} is unknown, ncnn has -1 to 4")
        check_term(int_param(params, "quantize_term"))
        return super().layer_properties(params)

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> Self:
        rest = list(layer.inputs)
        named = dict(layer.weights)
        for name in ("a", "b"):
            if name not in named and rest:
                named[name] = rest.pop(0)
        if not layer.params["constant_c"] and rest:
            named["c"] = rest.pop(0)
        if not {"a", "b"} <= named.keys() or layer.outputs != 1:
            raise InvalidLayerError(layer.counts)
        if rest:
            raise ShapeError(layer.counts)
        optional = ("c", "b_block_scales", "b_input_scales", "a_scales", "b_scale")
        return cls.build(
            operands=[
                named["a"],
                named["b"],
                *([named[name]] if name in named else [] for name in optional),
                [],
            ],
            properties=cls.layer_properties(layer.params),
            regions=[[]],
            result_types=[UNRANKED],
        )


def _matrix(value: SSAValue, transposed: bool) -> tuple[int, int]:
    """Return the rows and columns of an operand. Raises: ShapeError if it is no matrix."""
    shape = shape_of(value)
    if len(shape) == 3:
        shape = (shape[0], shape[2])
    elif len(shape) == 1:
        shape = (1, shape[0])
    if len(shape) != 2:
        raise ShapeError(f"an operand has shape {list(shape)} and is no matrix")
    return (shape[1], shape[0]) if transposed else (shape[0], shape[1])
