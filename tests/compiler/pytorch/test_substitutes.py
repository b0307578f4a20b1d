"""Substitutes compute what PyTorch's operators do, and pnnx converts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ncnnc
import pytest
from ncnnc.compiler.frontend.pnnx.process import executable

torch: Any = pytest.importorskip("torch", reason="needs PyTorch")
from ncnnc.compiler.pytorch.substitutes import SUBSTITUTES, substituted  # noqa: E402
from ncnnc.compiler.pytorch.tracing import tensors_in  # noqa: E402

needs_pnnx = pytest.mark.skipif(executable() is None, reason="needs pnnx")
torch.manual_seed(1)
F = torch.nn.functional
IMAGE, ROWS = torch.rand(1, 4, 6, 9) * 4 - 2, torch.rand(1, 7, 8) * 4 - 2
PLACES = torch.tensor([2, 3, 0])
ROWS_AT = PLACES[None, :, None].expand(1, 3, 8)
WAVE = torch.polar(torch.ones(4, 8), torch.arange(32.0).reshape(4, 8))
EVERY_OTHER = torch.arange(49).reshape(7, 7) % 2 == 0


MASKED = torch.nn.MultiheadAttention(8, 2).requires_grad_(False)


def heads(x: Any) -> Any:
    """Return q, k and v of a product, as in vision transformers."""
    return x.repeat(1, 1, 3).reshape(x.shape[0], 7, 3, 2, 4).permute(2, 0, 3, 1, 4)


def attention(x: Any, **masks: Any) -> Any:
    query, key, value = heads(x).unbind(0)
    found = F.scaled_dot_product_attention(query, key, value, **masks)
    return found.transpose(1, 2).reshape(x.shape)


def assigned(x: Any) -> tuple[Any, ...]:
    """Write to a tensor and to parts of it, as statements."""
    y, z, scores = x.clone(), torch.zeros_like(x), x[0, :, :, :4] @ x[0, :, :, 4:8].mT
    y[:, :2, 1:3] = x[:, 2:4, 3:5]
    y[..., 0] *= 2
    y[:, 1:3].mul_(3).add_(1)
    y[y > 3] = 0.5
    y[..., 1::2] = -1
    z[:, 1:] = x[:, :-1]
    z[:, 0].copy_(x[:, 3])
    scores.masked_fill_(scores > 0.5, -1e9)
    return y * 1, z * 1, scores.softmax(-1)


def masked_module(x: Any) -> Any:
    """Return what an attention sees that pnnx converts without its masks."""
    return F.multi_head_attention_forward(
        *(x.transpose(0, 1),) * 3,
        *(8, 2, MASKED.in_proj_weight, MASKED.in_proj_bias, None, None, False, 0.0),
        *(MASKED.out_proj.weight, MASKED.out_proj.bias),
        key_padding_mask=torch.arange(7)[None] > 4,
        attn_mask=~EVERY_OTHER,
    )


def windows(x: Any) -> Any:
    """Return windows of 3x3 pixels, as in shifted window transformers."""
    parts = x.permute(0, 2, 3, 1).reshape(1, 2, 3, 3, 3, 4).permute(0, 1, 3, 2, 4, 5)
    return parts.reshape(6, 9, 4)


def pixels_of(parts: Any) -> Any:
    return parts.reshape(1, 2, 3, 3, 3, 4).permute(0, 1, 3, 2, 4, 5).reshape(1, 6, 9, 4)


CASES: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "comparisons": (lambda x: (x > 0.5) * x + (x <= -1) * 2.0 + (x >= 1) + (x < x * x), IMAGE),
    "equal": (lambda x: (x.round() == 1) * 2.0 + (x.round() != 0) * x, IMAGE),
    "logic": (lambda x: ((x > 0) & ~(x > 1)) * x + ((x < -1) | (x > 1)) * 3.0, IMAGE),
    "where": (
        lambda x: torch.where(x > 0, x, torch.zeros_like(x)) + torch.where(x > 1, 2, x),
        IMAGE,
    ),
    "masked_fill": (lambda x: (x @ x.mT).masked_fill(EVERY_OTHER, -torch.inf).softmax(-1), ROWS),
    "attention": (attention, ROWS),
    "causal": (lambda x: attention(x, is_causal=True), ROWS),
    "mask": (lambda x: attention(x, attn_mask=EVERY_OTHER), ROWS),
    "select": (lambda x: heads(x)[0] + heads(x).select(0, 2) * 2, ROWS),
    "lists": (lambda x: x[:, [3, 0, -2]], IMAGE),
    "steps": (lambda x: torch.cat([x[..., ::2, 1::2], x[..., 1::2, :-1:2]], 1), IMAGE),
    "steps of rows": (lambda x: x[:, 1::3], ROWS),
    "windows": (lambda x: pixels_of(windows(x) * 2), IMAGE),
    "roll": (lambda x: pixels_of(windows(torch.roll(x, (1, 2), (2, 3)))), IMAGE),
    "grid": (lambda x: x.reshape(1, 2, 2, 6, 9).permute(0, 1, 3, 4, 2).reshape(1, 108, 2), IMAGE),
    "movedim": (lambda x: x.movedim(1, -1).movedim((0, 1), (0, 2)) + 0, IMAGE),
    "unflatten": (lambda x: x.unflatten(1, (2, -1)).mean(1), IMAGE),
    "repeat": (lambda x: x.repeat_interleave(2, 1) + 1, ROWS),
    "triangles": (lambda x: (x @ x.mT).tril() - (x @ x.mT).triu(2), ROWS),
    "deviation": (
        lambda x: x.std((2, 3), keepdim=True) + x.var(1, correction=0, keepdim=True),
        IMAGE,
    ),
    "clamps": (lambda x: x.clamp_max(0.5) + x.clamp_min(-0.5) + (x.abs() + 1).log2(), IMAGE),
    "division": (lambda x: x % 0.7 + x // 0.3 + torch.fmod(x, 0.9), IMAGE),
    "products": (lambda x: torch.baddbmm(torch.ones(1, 7, 7), x, x.mT, beta=2, alpha=0.5), ROWS),
    "lengths": (
        lambda x: F.normalize(x, dim=-1) + F.cosine_similarity(x, x + 1, -1)[..., None],
        ROWS,
    ),
    "assignments": (assigned, IMAGE),
    "module": (masked_module, ROWS),
    "formulas": (
        lambda x: (
            *(torch.lerp(x, x * 2, 0.3), torch.hypot(x, x + 1), torch.erfc(x), torch.frac(x)),
            *(torch.addcmul(x, x, x, value=0.5), torch.addcdiv(x, x, x + 9), torch.sinc(x.floor())),
            *(torch.logit(x, eps=1e-3), torch.xlogy((x + 9).floor(), x + 9), x.sub(1).view_as(x)),
            *(torch.logical_xor(x > 0, x > 1) * 1.0, torch.heaviside(x, torch.tensor([0.5]))),
            *(x.clamp(x * 0 - 1, x * 0 + 1), F.softplus(x, beta=2), F.threshold(x, 0.5, 9.0)),
            *(
                F.rrelu(x),
                F.pairwise_distance(x, x + 1),
                torch.norm(x, p=1, dim=-1),
                torch.norm(x, p=3, dim=1),
            ),
            *(torch.linalg.norm(x, dim=-1), torch.linalg.cross(x[..., :3], x[..., 3:6])),
            *(torch.cdist(x, x * 2), torch.bilinear(x, x, torch.ones(2, 8, 8), torch.ones(2))),
        ),
        ROWS,
    ),
    "sums": (
        lambda x: (
            *(torch.logcumsumexp(x, 1), x.cumprod(1), x.diff(dim=1), x.diagonal(0, 1, 2)),
            *((x > 1.5).any(-1) * 1.0, (x > -1.5).all(-1) * 1.0, torch.outer(x[0, 0], x[0, 1])),
            *(torch.bucketize(x, torch.tensor([0.2, 0.5])), torch.tensordot(x, x, ([2], [2]))),
            *(torch.stack([x, x * 2]).mean(0), F.one_hot((x[..., 0] > 0).long(), 2)),
            *(F.embedding_bag((x > 0).long()[0], torch.ones(2, 5)), F.instance_norm(x)),
        ),
        ROWS[:, :7, :7],
    ),
    "pieces": (
        lambda x: (
            *(
                x.narrow(1, 1, 2),
                x.tensor_split(4, 3)[1],
                x.tensor_split(indices=(1, 4), dim=3)[1],
                x.tile(1, 2),
                x.rot90(1, (2, 3)),
            ),
            *(x.roll((1, -2, 3), (1, 2, 3)), torch.vstack([x[0, 0], x[0, 1]]), x.unfold(3, 3, 3)),
            *(torch.hstack([x[0, 0], x[0, 1]]), x.unfold(2, 3, 2), x.index_select(1, PLACES)),
            *(
                x[:, PLACES],
                x[..., 0],
                x.reshape(1, 2, 2, 3, 2, 9).permute(0, 4, 2, 5, 1, 3).reshape(1, 8, 27),
            ),
        ),
        IMAGE,
    ),
    "orders": (
        lambda x: (
            *(x.sort(1)[0], x.argsort(-1, True), x.msort(), x.kthvalue(2, 1)[0]),
            *(x.median(-1)[0], x.argmax(1), x.argmin(), *x.max(1), *x.min(-1, True)),
            torch.take_along_dim(x, x.argsort(1), 1),
        ),
        ROWS,
    ),
    "scattered": (
        lambda x: (
            *(x.index_fill(1, PLACES, 0.5), x.index_add(1, PLACES, x[:, :3])),
            *(x.index_copy(1, PLACES, x[:, 2:5]), x.scatter(1, ROWS_AT, x[:, :3])),
            x.scatter_add(1, ROWS_AT, x[:, :3]),
        ),
        ROWS,
    ),
    "samples": (
        lambda x: (
            *(F.interpolate(x, (4, 5), mode="bilinear", antialias=True), F.lp_pool2d(x, 2, 2)),
            *(
                F.pad(x, (1, 2, 2, 1), "circular"),
                F.max_unpool2d(*F.max_pool2d(x, 2, 2, 0, 1, False, True), 2),
            ),
            F.grid_sample(x, F.affine_grid(x[:, 0, :2, :3] / 9, [1, 4, 3, 5], False)),
        ),
        IMAGE[..., :8],
    ),
    "cells": (
        lambda x: (
            *torch._VF.lstm_cell(x, [x[:, :4], x[:, 4:]], torch.ones(16, 8), torch.ones(16, 4)),
            torch._VF.gru_cell(x, x[:, :4], torch.ones(12, 8), torch.ones(12, 4)),
        ),
        ROWS[:, 0],
    ),
    "spectra": (
        lambda x: (
            *(torch.fft.irfft(torch.fft.rfft(x, dim=1) * WAVE, 7, 1), torch.fft.fft2(x).real),
            *(torch.fft.ifftn(torch.fft.fftn(x)).abs(), torch.fft.irfft2(torch.fft.rfft2(x) / 2)),
            *(torch.stft(x[0], 6, 2, return_complex=True).abs(), torch.fft.fft(x, norm="ortho")),
            torch.view_as_real(
                torch.view_as_complex(x.reshape(1, 7, 4, 2)) * torch.polar(x, x)[0, :, :4]
            ),
            *(torch.fft.ifft(x).real, torch.fft.ifft2(x).imag),
            torch.fft.irfftn(torch.fft.rfftn(x, dim=(1, 2)), s=(7, 8), dim=(1, 2)),
            torch.complex(x, x + 1)[:, 2:].conj().angle(),
        ),
        ROWS.abs(),
    ),
    "results": (lambda x: {"a": x.relu(), "b": (x + 1, [x * 2])}, IMAGE),
}


@pytest.mark.parametrize("name", [name for name in CASES if name != "results"])
def test_it_computes_the_same(name: str):
    function, x = CASES[name]
    with substituted():
        found = tensors_in(function(x))
    torch.testing.assert_close(
        found, tensors_in(function(x)), atol=2e-6, rtol=1e-5, check_dtype=False
    )


def test_all_are_called():
    called: set[str] = set()

    class Recording(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None):
            called.add(function.__name__)
            called.add(getattr(getattr(function, "__self__", None), "__name__", ""))
            return function(*args, **(kwargs or {}))

    with Recording():
        for function, x in CASES.values():
            function(x)
    called = {name.strip("_") for name in called}
    names: dict[Callable[..., Any], list[str]] = {}
    for name, substitute in SUBSTITUTES.items():
        names.setdefault(substitute, []).append(name)
    uncalled = [each for each in names.values() if called.isdisjoint(n.strip("_") for n in each)]
    assert not uncalled


@pytest.mark.isa
@needs_pnnx
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CASES)
def test_it_is_converted(name: str):
    function, x = CASES[name]
    ncnnc.from_torch(function, x)  # compares the results


@pytest.mark.isa
@needs_pnnx
@pytest.mark.filterwarnings("ignore")
def test_encoders_and_counts():
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    ncnnc.from_torch(torch.nn.TransformerEncoder(layer, 1), ROWS)
    places = torch.nn.Embedding(9, 8).requires_grad_(False)

    def placed(x: Any) -> Any:
        return x + places(torch.arange(x.shape[1]))

    ncnnc.from_torch(placed, ROWS)
