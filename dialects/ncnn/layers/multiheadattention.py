"""MultiHeadAttention: attention between projections that the layer stores."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    var_operand_def,
)

from ...constraints import F32, I64
from ..assembly import optional, optional_operands
from ..errors import ShapeError
from ..families.attention import KV_CACHE, AttentionOp
from ..families.block_quantization import (
    block_scales,
    check_term,
    has_block_scales,
    has_input_scales,
    stored_matrix,
)
from ..given_layer import GivenLayer
from ..layer import LayerSpec, Param, Params, ParamValue, Weight
from ..param_values import int_param
from ..rules.implied_shapes import ImpliedShapes, rows_and_columns
from ..schedule import SCHEDULE_FORMAT
from ..shapes import UNRANKED, AnyTensor, Shape, shape_of


def _embedding(params: Params) -> int:
    return int_param(params, "embed_dim")


def _query_dim(params: Params) -> int:
    """Return the columns of the query's weights. Raises: ShapeError for a fraction."""
    size, embedding = int_param(params, "weight_data_size"), _embedding(params)
    if embedding <= 0 or size <= 0 or size % embedding:
        raise ShapeError(f"weight_data_size {size} is not a multiple of embed_dim {embedding}")
    return size // embedding


def _default_scale(params: Params) -> float:
    heads, embedding = int_param(params, "num_heads"), _embedding(params)
    return 1.0 / sqrt(embedding // heads) if 0 < heads <= embedding else 1.0


def _matrix(part: str) -> Callable[[Params], tuple[int, int]]:
    """Return the rows and columns of the weights of one of the four projections."""

    def extents(params: Params) -> tuple[int, int]:
        if part == "out":
            return _query_dim(params), _embedding(params)
        columns = _query_dim(params) if part == "query" else int_param(params, f"{part}_dim")
        return _embedding(params), columns

    return extents


def _projection_weights() -> tuple[Weight, ...]:
    weights: list[Weight] = []
    for part in PROJECTIONS:
        extents = _matrix(part)
        weights += [
            Weight(
                f"{part}_weight",
                lambda p, e=extents: stored_matrix(int_param(p, "quantize_term"), *e(p)),
                True,
                packed=lambda p: has_block_scales(int_param(p, "quantize_term")),
            ),
            Weight(f"{part}_bias", lambda p, e=extents: e(p)[:1], False),
        ]
    return tuple(weights)


def _scale_weights() -> tuple[Weight, ...]:
    """Return the scales: one per row for plain int8 (one in all for `out`), one per block."""

    def term(predicate: Callable[[int], bool]) -> Callable[[Params], bool]:
        return lambda p: predicate(int_param(p, "quantize_term"))

    def shapes(part: str) -> Callable[[Params], tuple[int, ...]]:
        def shape(params: Params) -> tuple[int, ...]:
            extents, code = _matrix(part)(params), int_param(params, "quantize_term")
            if has_block_scales(code):
                return block_scales(code, *extents)
            return (1,) if part == "out" else extents[:1]

        return shape

    scales = [
        Weight(f"{part}_scales", shapes(part), False, lambda p: bool(p["quantize_term"]))
        for part in PROJECTIONS
    ]
    inputs = [
        Weight(
            f"{part}_input_scales",
            lambda p, e=_matrix(part): e(p)[1:],
            False,
            term(has_input_scales),
        )
        for part in PROJECTIONS
    ]
    return (*scales, *inputs)


PROJECTIONS = ("query", "key", "value", "out")
_OPTIONAL = (
    *(f"{part}_scales" for part in PROJECTIONS),
    *(f"{part}_input_scales" for part in PROJECTIONS),
)
_WEIGHT_FORMAT = " ".join(
    f"`{part}` ${part}_weight `:` type(${part}_weight) `bias` ${part}_bias `:` type(${part}_bias)"
    for part in PROJECTIONS
)
_SCALE_FORMAT = " ".join(f"(`{name}` ${name}^ `:` type(${name}))?" for name in _OPTIONAL)


@irdl_op_definition
class MultiHeadAttentionOp(AttentionOp):
    """
    Attention between projections of the inputs, in `num_heads` parts side by side.

        q = (query Wq^T + bq) * scale;  k = key Wk^T + bk;  v = value Wv^T + bv
        softmax(q k^T + mask) v for each head's columns, then the projection Wo, bo

    A single input is query, key and value; the second of two is key and value. Caches hold
    projected keys and values, by head. Those of a single input are appended to the caches. Those of
    several inputs are computed in the first run only; with `appends`, as in sessions, they are
    appended, too; later runs may have no new rows.
    Shapes: query `queries,query_dim`, key `keys,key_dim`, value `keys,value_dim` to
    `queries,query_dim`; the mask is `queries,keys` or `heads,queries,keys`; Wq, Wk, Wv are
    `[embed_dim][*_dim]`, Wo `[query_dim][embed_dim]`. Source: ncnn, multiheadattention.cpp.
    """

    name = "ncnn.multiheadattention"

    inputs = var_operand_def(AnyTensor)
    query_weight = operand_def(AnyTensor)
    query_bias = operand_def(AnyTensor)
    key_weight = operand_def(AnyTensor)
    key_bias = operand_def(AnyTensor)
    value_weight = operand_def(AnyTensor)
    value_bias = operand_def(AnyTensor)
    out_weight = operand_def(AnyTensor)
    out_bias = operand_def(AnyTensor)
    query_scales = opt_operand_def(AnyTensor)
    key_scales = opt_operand_def(AnyTensor)
    value_scales = opt_operand_def(AnyTensor)
    out_scales = opt_operand_def(AnyTensor)
    query_input_scales = opt_operand_def(AnyTensor)
    key_input_scales = opt_operand_def(AnyTensor)
    value_input_scales = opt_operand_def(AnyTensor)
    out_input_scales = opt_operand_def(AnyTensor)

    embed_dim = prop_def(I64)
    num_heads = prop_def(I64, default_value=IntegerAttr(1, i64))
    query_dim = prop_def(I64)
    key_dim = prop_def(I64)
    value_dim = prop_def(I64)
    scale = prop_def(F32)
    quantize_term = prop_def(I64, default_value=IntegerAttr(0, i64))
    appends = opt_prop_def(UnitAttr)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        f"$inputs `:` type($inputs) {optional_operands('mask', 'caches')}{_WEIGHT_FORMAT} "
        f"{_SCALE_FORMAT} `embed_dim` $embed_dim {optional('num_heads')}`query_dim` $query_dim "
        "`key_dim` $key_dim `value_dim` $value_dim `scale` $scale "
        f"{optional('causal', 'kv_cache', 'appends', 'quantize_term')}{SCHEDULE_FORMAT}attr-dict "
        "`->` type($output) (`,` type($new_caches)^)?"
    )

    LAYER: ClassVar = LayerSpec(
        "MultiHeadAttention",
        (
            Param(0, "embed_dim", "int", 0),
            Param(1, "num_heads", "int", 1),
            Param(2, "weight_data_size", "int", 0),
            Param(3, "key_dim", "int", lambda p: p["embed_dim"]),
            Param(4, "value_dim", "int", lambda p: p["embed_dim"]),
            Param(5, "attn_mask", "int", 0),
            Param(6, "scale", "float", _default_scale),
            Param(KV_CACHE, "kv_cache", "int", 0),
            Param(18, "quantize_term", "int", 0),
        ),
        (*_projection_weights(), *_scale_weights()),
    )

    @property
    def query(self) -> SSAValue:
        """Return the query blob."""
        return self.inputs[0]

    @property
    def key(self) -> SSAValue:
        """Return the blob from which keys are projected."""
        return self.inputs[min(1, len(self.inputs) - 1)]

    @property
    def value(self) -> SSAValue:
        """Return the blob from which values are projected."""
        return self.inputs[-1]

    def cache_extents(self) -> tuple[tuple[int, int], tuple[int, int]]:
        heads = self.num_heads.value.data
        columns = self.embed_dim.value.data // max(heads, 1)
        return (heads, columns), (heads, columns)

    def infer_shapes(self) -> list[Shape]:
        heads, embedding = self.num_heads.value.data, self.embed_dim.value.data
        if heads < 1 or embedding % heads:
            raise ShapeError(f"embed_dim {embedding} does not divide into {heads} heads")
        shapes = [shape_of(v) for v in (self.query, self.key, self.value)]
        columns = [v.value.data for v in (self.query_dim, self.key_dim, self.value_dim)]
        for name, shape, width in zip(PROJECTIONS, shapes, columns, strict=False):
            if len(shape) != 2 or shape[1] != width:
                raise ShapeError(f"{name} has shape {list(shape)}, its weights are for {width}")
        if shapes[1][0] != shapes[2][0]:
            raise ShapeError(f"{shapes[1][0]} keys for {shapes[2][0]} values")
        keys = self.attended_keys
        self.check_masks(heads, shapes[0][0], keys)
        self._check_weights()
        by_head = (heads, keys, embedding // heads)
        return [shapes[0], *self.cached_shapes(by_head, by_head)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply the lengths of rows of queries, keys and values from their weights."""
        shapes.say(self.key, (None, self.key_dim.value.data))
        shapes.say(self.value, (None, self.value_dim.value.data))
        for blob in (self.query, self.output):
            rows, _ = rows_and_columns(shapes.of(self.query))
            shapes.say(blob, (rows, self.query_dim.value.data))
        if self.mask is not None:
            rows, _ = rows_and_columns(shapes.of(self.query))
            keys, _ = rows_and_columns(shapes.of(self.key))
            shapes.propose(self.mask, (rows, keys if not self.caches else None))

    @property
    def attended_keys(self) -> int:
        """Return the number of keys: of one input, its own and the cache's; else a full cache's."""
        keys = shape_of(self.key)[0]
        if self.uses_cache_alone:
            return self.past
        return self.past + keys

    @property
    def uses_cache_alone(self) -> bool:
        """Return whether keys and values all come from earlier runs."""
        return len(self.inputs) > 1 and self.appends is None and self.past > 0

    def multiply_adds(self) -> int:
        """Count the products of projections, and two for every pair of a query and a key."""
        queries, keys = shape_of(self.query)[0], shape_of(self.key)[0]
        query_dim = self.query_dim.value.data
        projected = 2 * queries * query_dim
        if not self.uses_cache_alone:
            projected += keys * (self.key_dim.value.data + self.value_dim.value.data)
        return self.embed_dim.value.data * (projected + 2 * queries * self.attended_keys)

    def _check_weights(self) -> None:
        assert self.LAYER is not None
        params = self.LAYER.completed(self.layer_params())
        for weight in self.LAYER.weights:
            operand = getattr(self, weight.name)
            if operand is not None and shape_of(operand) != weight.shape(params):
                raise ShapeError(
                    f"{weight.name} has shape {list(shape_of(operand))}, "
                    f"not {list(weight.shape(params))}"
                )

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        check_term(int_param(params, "quantize_term"))
        query_dim = IntegerAttr(_query_dim(params), i64)
        return {**super().layer_properties(params), "query_dim": query_dim}

    def layer_params(self) -> dict[str, ParamValue]:
        size = self.embed_dim.value.data * self.query_dim.value.data
        return {**super().layer_params(), "weight_data_size": size}

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> Self:
        blobs, mask, caches = cls.split_inputs(layer)
        stored: list[Any] = [
            layer.weights[f"{part}_{kind}"] for part in PROJECTIONS for kind in ("weight", "bias")
        ]
        stored += [[layer.weights[name]] if name in layer.weights else [] for name in _OPTIONAL]
        return cls.build(
            operands=[blobs, *stored, mask, caches],
            properties=cls.layer_properties(layer.params),
            result_types=[UNRANKED, [UNRANKED] * len(caches)],
        )
