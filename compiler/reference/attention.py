"""MultiHeadAttention and SDPA."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.ncnn.families.attention import AttentionOp, causal_mask
from ...dialects.ncnn.families.block_quantization import BlockQuantization, is_int8
from ...dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ...dialects.ncnn.layers.sdpa import SDPAOp
from .int8 import block_input, dequantized, rounded_to_int8
from .narrow import widened
from .support import meaning, operand_arrays


def attend(
    query: np.ndarray,
    key: np.ndarray,
    value: np.ndarray,
    mask: np.ndarray | None,
    scale: float,
    in_int8: bool,
) -> np.ndarray:
    """
    Return `softmax(scale * q k^T + mask) v` for each head: `heads,queries,dim` to
    `heads,queries,values`.

    In int8 a query, a row of weights, and the keys and the values of a head have a scale each.
    """
    if in_int8:
        query, key, value = (
            rounded_to_int8(x, axes) for x, axes in ((query, 2), (key, (1, 2)), (value, (1, 2)))
        )
    shared = len(query) // len(key)
    scores = query @ np.repeat(key, shared, 0).transpose(0, 2, 1) * np.float32(scale)
    if mask is not None:
        scores = scores + mask
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    weights = powers / powers.sum(-1, keepdims=True)
    if in_int8:
        weights = rounded_to_int8(weights, 2)
    return weights @ np.repeat(value, shared, 0)


def mask_of(op: AttentionOp, mask: np.ndarray | None, queries: int, keys: int) -> np.ndarray | None:
    """Return the mask of an attention, spelled out where it is causal."""
    return mask if op.causal is None else causal_mask(queries, keys)


def behind(past: Sequence[np.ndarray], *new: np.ndarray) -> list[np.ndarray]:
    """Keys and values behind those of earlier runs, if there are some."""
    if not past or past[0].size == 0:
        return list(new)
    return [np.concatenate(pair, 1) for pair in zip(past, new, strict=True)]


@meaning(MultiHeadAttentionOp)
def run_multiheadattention(
    interpreter: Interpreter, op: MultiHeadAttentionOp, args: PythonValues
) -> PythonValues:
    arrays = operand_arrays(op, args)
    blobs, heads = arrays["inputs"], op.num_heads.value.data
    blocks = BlockQuantization.of_term(op.quantize_term.value.data)
    in_int8 = is_int8(op.quantize_term.value.data)

    def projected(part: str, x: np.ndarray, axes: int | tuple[int, ...]) -> np.ndarray:
        weight = arrays[f"{part}_weight"]
        if in_int8:
            weight = dequantized(weight, arrays[f"{part}_scales"])
            x = rounded_to_int8(x, axes)
        elif blocks is not None:
            weight = blocks.numbers(weight, arrays[f"{part}_scales"], x.shape[1])
            x = block_input(x, arrays[f"{part}_input_scales"], blocks)
        return x @ weight.T + arrays[f"{part}_bias"]

    def by_head(part: str, x: np.ndarray) -> np.ndarray:
        return projected(part, x, (0, 1)).reshape(len(x), heads, -1).transpose(1, 0, 2)

    query = by_head("query", blobs[0]) * np.float32(op.scale.value.data)
    if op.uses_cache_alone:
        key, value = arrays["caches"]
    else:
        new = by_head("key", blobs[min(1, len(blobs) - 1)]), by_head("value", blobs[-1])
        key, value = behind(arrays["caches"], *new)
    mask = mask_of(op, arrays["mask"], query.shape[1], key.shape[1])
    attended = attend(query, key, value, mask, 1.0, in_int8)
    rows = attended.transpose(1, 0, 2).reshape(len(blobs[0]), -1)
    y = projected("out", rows, 1).astype(np.float32)
    return (y, key, value) if op.new_caches else (y,)


@meaning(SDPAOp)
def run_sdpa(interpreter: Interpreter, op: SDPAOp, args: PythonValues) -> PythonValues:
    arrays = operand_arrays(op, args)
    new = widened(arrays["key"]), widened(arrays["value"])
    key, value = behind(arrays["caches"], *new)
    in_int8 = op.int8_scale_term.value.data != 0
    query = arrays["query"]
    mask = mask_of(op, arrays["mask"], query.shape[1], key.shape[1])
    y = attend(query, key, value, mask, op.resolved_scale(), in_int8)
    y = y.astype(np.float32)
    return (y, key, value) if op.new_caches else (y,)
