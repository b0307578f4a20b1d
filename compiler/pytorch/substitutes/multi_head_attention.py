"""Attention with masks: of modules that pnnx converts without them."""

from __future__ import annotations

from typing import Any

from ..tracing import import_torch
from .choices import LARGEST, attention, is_truth
from .registry import Tensor, substitute


@substitute("multi_head_attention_forward")
def multi_head_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Any,
    in_proj_bias: Any,
    bias_k: Any,
    bias_v: Any,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Any,
    **more: Any,
) -> tuple[Tensor, Tensor | None]:
    """Project, attend and project; the sequence is the first axis, the batch the second."""
    torch = import_torch()
    linear = torch.nn.functional.linear
    if more.get("attn_mask") is None and more.get("key_padding_mask") is None:
        return torch.nn.functional.multi_head_attention_forward(
            *(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias),
            *(bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias),
            **more,
        )
    if bias_k is not None or add_zero_attn or more.get("static_k") is not None:
        raise TypeError("attention with added keys is not converted")
    if more.get("use_separate_proj_weight"):
        weights = [more[f"{name}_proj_weight"] for name in "qkv"]
    else:
        weights = in_proj_weight.chunk(3)
    biases = [None] * 3 if in_proj_bias is None else in_proj_bias.chunk(3)
    has_batch = query.ndim == 3
    rows = [each.transpose(0, 1) if has_batch else each[None] for each in (query, key, value)]
    heads = [
        linear(*each).unflatten(-1, (num_heads, -1)).transpose(1, 2)
        for each in zip(rows, weights, biases, strict=True)
    ]
    mask = mask_of(more.get("attn_mask"), more.get("key_padding_mask"), heads[0].shape)
    is_wanted = more.get("need_weights", True)
    shares = shares_of(heads[0], heads[1], mask) if is_wanted else None
    found = attention(*heads, mask) if shares is None else shares @ heads[2]
    found = linear(found.transpose(1, 2).flatten(2), out_proj_weight, out_proj_bias)
    if shares is not None and more.get("average_attn_weights", True):
        shares = shares.mean(1)
    if not has_batch:
        return found[0], None if shares is None else shares[0]
    return found.transpose(0, 1), shares


def shares_of(query: Tensor, key: Tensor, mask: Any) -> Tensor:
    """Return how much of each value is in each result."""
    scores = (query * query.shape[-1] ** -0.5) @ key.transpose(-1, -2)
    return (scores if mask is None else scores + mask).softmax(-1)


def mask_of(mask: Any, padding: Any, shape: Any) -> Any:
    """Return what is added to scores for a mask, and for keys that are none."""
    batch, heads = shape[:2]
    if mask is not None:
        mask = numbers(mask)
        mask = mask[None, None] if mask.ndim == 2 else mask.reshape(batch, heads, *mask.shape[1:])
    if padding is None:
        return mask
    padding = numbers(padding).reshape(-1, 1, 1, padding.shape[-1])
    return padding if mask is None else (mask + padding).clamp(min=-LARGEST)


def numbers(mask: Any) -> Tensor:
    """Return a mask as finite numbers: truth values are places without attention."""
    if is_truth(mask):
        return mask.float() * -LARGEST
    return mask.clamp(min=-LARGEST)
