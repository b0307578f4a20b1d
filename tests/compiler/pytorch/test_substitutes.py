"""Substitutes compute what PyTorch's operators do, and pnnx converts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ncnnc
import pytest
from ncnnc.compiler.frontend.pnnx.process import executable

torch: Any = pytest.importorskip("torch", reason="needs PyTorch")
from ncnnc.compiler.pytorch.substitutes import SUBSTITUTES, substituted  # noqa: E402

needs_pnnx = pytest.mark.skipif(executable() is None, reason="needs pnnx")
torch.manual_seed(1)
F = torch.nn.functional
IMAGE, ROWS = torch.rand(1, 4, 6, 9) * 4 - 2, torch.rand(1, 7, 8) * 4 - 2
EVERY_OTHER = torch.arange(49).reshape(7, 7) % 2 == 0


def heads(x: Any) -> Any:
    """Return q, k and v of a product, as in vision transformers."""
    return x.repeat(1, 1, 3).reshape(x.shape[0], 7, 3, 2, 4).permute(2, 0, 3, 1, 4)


def attention(x: Any, **masks: Any) -> Any:
    query, key, value = heads(x).unbind(0)
    found = F.scaled_dot_product_attention(query, key, value, **masks)
    return found.transpose(1, 2).reshape(x.shape)


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
    "results": (lambda x: {"a": x.relu(), "b": (x + 1, [x * 2])}, IMAGE),
}


@pytest.mark.parametrize("name", [name for name in CASES if name != "results"])
def test_it_computes_the_same(name: str):
    function, x = CASES[name]
    with substituted():
        found = function(x)
    torch.testing.assert_close(found, function(x), atol=2e-6, rtol=1e-5, check_dtype=False)


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
    known = {substitute.__name__ for name, substitute in SUBSTITUTES.items() if name in called}
    assert known | {"arange"} == {substitute.__name__ for substitute in SUBSTITUTES.values()}


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
