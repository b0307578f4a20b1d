"""MultiHeadAttention and SDPA: every query sees a mean of values, weighted by how keys fit it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    result_def,
    var_operand_def,
    var_result_def,
)

from ..base import (
    F32,
    I64,
    UNRANKED,
    AnyTensor,
    InvalidLayerError,
    NcnnOp,
    RuntimeShapeError,
    Shape,
    ShapeError,
    attribute_of,
    integer,
    shape_of,
)
from ..block_quantization import (
    block_scales,
    check_term,
    has_block_scales,
    has_input_scales,
    stored_matrix,
)
from ..layer import Family, LayerSpec, Param, Params, ParamValue, Weight
from ..layer_params import flag_code
from .elementwise import float_attribute

MAX_ATTENDING = 3
"""Most inputs that attend: queries, keys and values."""

CACHES = 2
"""Inputs, and outputs, that a layer with a key/value cache has besides."""


def check_mask(mask: SSAValue | None, heads: int, queries: int, keys: int) -> None:
    """Raises: ShapeError unless the mask is `queries,keys`, for all heads or for each."""
    if mask is None:
        return
    allowed = ((queries, keys), (1, queries, keys), (heads, queries, keys))
    if shape_of(mask) not in allowed:
        raise ShapeError(
            f"mask has shape {list(shape_of(mask))}, not [{queries}, {keys}] "
            f"or [{heads}, {queries}, {keys}]"
        )


class AttentionOp(NcnnOp):
    """What both layers share: an optional mask that is added to the scores, and caches."""

    FAMILY: ClassVar = Family.PRODUCT
    mask = opt_operand_def(AnyTensor)
    caches = var_operand_def(AnyTensor)
    kv_cache = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)
    new_caches = var_result_def(AnyTensor)

    @classmethod
    def split_inputs(
        cls, params: Params, inputs: Sequence[SSAValue], top_count: int
    ) -> tuple[list[SSAValue], list[SSAValue], list[SSAValue]]:
        """
        The blobs that attend, the mask (if there is one), and the caches, in this order in a file.

        Raises: InvalidLayerError if there are too few, or another number of outputs; ShapeError if
        there are too many.
        """
        cached = CACHES if params["kv_cache"] else 0
        masked = 1 if params["attn_mask"] else 0
        count = len(inputs) - masked - cached
        counts = f"has {len(inputs)} inputs and {top_count} outputs"
        if count < 1 or top_count != 1 + cached:
            raise InvalidLayerError(counts)
        if count > MAX_ATTENDING:
            raise ShapeError(counts)
        rest = list(inputs)
        return rest[:count], rest[count : count + masked], rest[count + masked :]

    def check_not_cached(self) -> None:
        """Raises: RuntimeShapeError for an op with caches, which grow with every run."""
        if self.kv_cache is not None:
            raise RuntimeShapeError("a key/value cache grows with every run")

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), "attn_mask": flag_code(self.mask)}


def _embedding(params: Params) -> int:
    return integer(params, "embed_dim")


def _query_dim(params: Params) -> int:
    """Columns of the query's weights. Raises: ShapeError if their number does not divide."""
    size, embedding = integer(params, "weight_data_size"), _embedding(params)
    if embedding <= 0 or size <= 0 or size % embedding:
        raise ShapeError(f"weight_data_size {size} is not a multiple of embed_dim {embedding}")
    return size // embedding


def _default_scale(params: Params) -> float:
    heads, embedding = integer(params, "num_heads"), _embedding(params)
    return 1.0 / sqrt(embedding // heads) if 0 < heads <= embedding else 1.0


def _matrix(part: str) -> Callable[[Params], tuple[int, int]]:
    """Rows and columns of the weights of one of the four projections."""

    def extents(params: Params) -> tuple[int, int]:
        if part == "out":
            return _query_dim(params), _embedding(params)
        columns = _query_dim(params) if part == "query" else integer(params, f"{part}_dim")
        return _embedding(params), columns

    return extents


def _projection_weights() -> tuple[Weight, ...]:
    weights: list[Weight] = []
    for part in PROJECTIONS:
        extents = _matrix(part)
        weights += [
            Weight(
                f"{part}_weight",
                lambda p, e=extents: stored_matrix(integer(p, "quantize_term"), *e(p)),
                True,
                packed=lambda p: has_block_scales(integer(p, "quantize_term")),
            ),
            Weight(f"{part}_bias", lambda p, e=extents: e(p)[:1], False),
        ]
    return tuple(weights)


def _scale_weights() -> tuple[Weight, ...]:
    """Plain int8 has one scale per row (one in all for `out`), blocks have one each."""

    def term(predicate: Callable[[int], bool]) -> Callable[[Params], bool]:
        return lambda p: predicate(integer(p, "quantize_term"))

    def shapes(part: str) -> Callable[[Params], tuple[int, ...]]:
        def shape(params: Params) -> tuple[int, ...]:
            extents, code = _matrix(part)(params), integer(params, "quantize_term")
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

    One input is query, key and value; of two the second is key and value.
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

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "$inputs `:` type($inputs) (`mask` $mask^ `:` type($mask))? "
        "(`caches` $caches^ `:` type($caches))? "
        f"{_WEIGHT_FORMAT} {_SCALE_FORMAT} "
        "`embed_dim` $embed_dim (`num_heads` $num_heads^)? `query_dim` $query_dim "
        "`key_dim` $key_dim `value_dim` $value_dim `scale` $scale (`kv_cache` $kv_cache^)? "
        "(`quantize_term` $quantize_term^)? "
        "attr-dict `->` type($output) (`,` type($new_caches)^)?"
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
            Param(7, "kv_cache", "int", 0),
            Param(18, "quantize_term", "int", 0),
        ),
        (*_projection_weights(), *_scale_weights()),
    )

    @property
    def query(self) -> SSAValue:
        """The blob that asks."""
        return self.inputs[0]

    @property
    def key(self) -> SSAValue:
        """The blob that keys are made of."""
        return self.inputs[min(1, len(self.inputs) - 1)]

    @property
    def value(self) -> SSAValue:
        """The blob that values are made of."""
        return self.inputs[-1]

    def infer_shapes(self) -> list[Shape]:
        self.check_not_cached()
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
        check_mask(self.mask, heads, shapes[0][0], shapes[1][0])
        self._check_weights()
        return [shapes[0]]

    def multiply_adds(self) -> int:
        """The products of its projections, and two for every pair of a query and a key."""
        queries, keys = shape_of(self.query)[0], shape_of(self.key)[0]
        query_dim = self.query_dim.value.data
        projected = 2 * queries * query_dim
        projected += keys * (self.key_dim.value.data + self.value_dim.value.data)
        return self.embed_dim.value.data * (projected + 2 * queries * keys)

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
        check_term(integer(params, "quantize_term"))
        return {
            **{
                name: attribute_of(params[name], "int")
                for name in ("embed_dim", "num_heads", "key_dim", "value_dim", "quantize_term")
            },
            "query_dim": IntegerAttr(_query_dim(params), i64),
            "scale": attribute_of(params["scale"], "float"),
            "kv_cache": UnitAttr() if params["kv_cache"] else None,
        }

    def layer_params(self) -> dict[str, ParamValue]:
        size = self.embed_dim.value.data * self.query_dim.value.data
        return {**super().layer_params(), "weight_data_size": size}

    @classmethod
    def from_layer(
        cls,
        params: Params,
        inputs: Sequence[SSAValue],
        weights: Mapping[str, SSAValue],
        top_count: int,
    ) -> Self:
        blobs, mask, caches = cls.split_inputs(params, inputs, top_count)
        stored: list[Any] = [
            weights[f"{part}_{kind}"] for part in PROJECTIONS for kind in ("weight", "bias")
        ]
        stored += [[weights[name]] if name in weights else [] for name in _OPTIONAL]
        return cls.build(
            operands=[blobs, *stored, mask, caches],
            properties=cls.layer_properties(params),
            result_types=[UNRANKED, [UNRANKED] * len(caches)],
        )


@irdl_op_definition
class SDPAOp(AttentionOp):
    """
    `softmax(scale * q k^T + mask) v` for each head: scaled dot-product attention.

    A scale of 0 stands for `1 / sqrt(dim)`. With fewer heads of keys and values, neighbouring heads
    of queries share them.
    Shapes: query `heads,queries,dim`, key `groups,keys,dim`, value `groups,keys,values` to
    `heads,queries,values`; the mask is `queries,keys` or `heads,queries,keys`.
    Source: ncnn, sdpa.cpp.
    """

    name = "ncnn.sdpa"

    query = operand_def(AnyTensor)
    key = operand_def(AnyTensor)
    value = operand_def(AnyTensor)
    scale = prop_def(F32, default_value=float_attribute(0.0))
    int8_scale_term = prop_def(I64, default_value=IntegerAttr(0, i64))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "$query `,` $key `,` $value (`mask` $mask^ `:` type($mask))? "
        "(`caches` $caches^ `:` type($caches))? (`scale` $scale^)? (`kv_cache` $kv_cache^)? "
        "(`int8_scale_term` $int8_scale_term^)? attr-dict "
        "`:` type($query) `,` type($key) `,` type($value) "
        "`->` type($output) (`,` type($new_caches)^)?"
    )

    LAYER: ClassVar = LayerSpec(
        "SDPA",
        (
            Param(5, "attn_mask", "int", 0),
            Param(6, "scale", "float", 0.0),
            Param(7, "kv_cache", "int", 0),
            Param(18, "int8_scale_term", "int", 0),
        ),
    )

    def resolved_scale(self) -> float:
        """What the products of queries and keys are multiplied by."""
        return self.scale.value.data or 1.0 / sqrt(shape_of(self.query)[-1])

    def infer_shapes(self) -> list[Shape]:
        self.check_not_cached()
        query, key, value = (shape_of(v) for v in (self.query, self.key, self.value))
        if not len(query) == len(key) == len(value) == 3:
            raise ShapeError("query, key and value must have 3 dimensions")
        if key[2] != query[2] or key[:2] != value[:2] or key[0] == 0 or query[0] % key[0]:
            raise ShapeError(f"{list(query)}, {list(key)} and {list(value)} do not fit")
        check_mask(self.mask, query[0], query[1], key[1])
        return [(*query[:2], value[2])]

    def multiply_adds(self) -> int:
        heads, queries, size = shape_of(self.query)
        _, keys, outputs = shape_of(self.value)
        return heads * queries * keys * (size + outputs)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "scale": attribute_of(params["scale"], "float"),
            "kv_cache": UnitAttr() if params["kv_cache"] else None,
            "int8_scale_term": attribute_of(params["int8_scale_term"], "int"),
        }

    @classmethod
    def from_layer(
        cls,
        params: Params,
        inputs: Sequence[SSAValue],
        weights: Mapping[str, SSAValue],
        top_count: int,
    ) -> Self:
        blobs, mask, caches = cls.split_inputs(params, inputs, top_count)
        if len(blobs) != 3:
            raise InvalidLayerError(f"has {len(inputs)} inputs and {top_count} outputs")
        return cls.build(
            operands=[*blobs, mask, caches],
            properties=cls.layer_properties(params),
            result_types=[UNRANKED, [UNRANKED] * len(caches)],
        )
