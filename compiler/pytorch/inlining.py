"""Modules that pnnx knows by their class and converts wrongly: their functions are traced."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

from .tracing import import_torch, tensors_in

UNKNOWN = (
    *("LPPool1d", "LPPool2d", "Bilinear", "Threshold", "RReLU", "InstanceNorm1d", "Softplus"),
)
"""Classes that pnnx leaves unconverted in ncnn's files."""
MASKS = ("attn_mask", "key_padding_mask")


@contextmanager
def inlined(module: Any, examples: Sequence[Any]) -> Generator[None]:
    """Give such modules a class of another name, which pnnx does not know, and then their own."""
    torch = import_torch()
    modules: list[Any] = list(module.modules()) if isinstance(module, torch.nn.Module) else []
    masked = masked_attentions(module, modules, examples)
    known = [each for each in modules if each in masked or is_inlined(each)]
    classes: list[Any] = [type(each) for each in known]
    for each, its_class in zip(known, classes, strict=True):
        each.__class__ = type(f"Inlined{its_class.__name__}", (its_class,), {})
    try:
        yield
    finally:
        for each, its_class in zip(known, classes, strict=True):
            each.__class__ = its_class


def is_inlined(module: Any) -> bool:
    """Return whether pnnx misreads a class or its parameters."""
    is_circular = getattr(module, "padding_mode", "") == "circular"
    return is_circular or type(module).__name__ in UNKNOWN


def masked_attentions(module: Any, modules: Sequence[Any], examples: Sequence[Any]) -> set[Any]:
    """Return the attentions that get masks, which pnnx leaves out, when the module is run."""
    attention = import_torch().nn.MultiheadAttention
    masked: set[Any] = set()

    def note(own: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if len(args) > 3 or any(kwargs.get(name) is not None for name in MASKS):
            masked.add(own)

    attentions = [each for each in modules if isinstance(each, attention)]
    hooks = [each.register_forward_pre_hook(note, with_kwargs=True) for each in attentions]
    try:
        if hooks:
            module(*examples)
    finally:
        for hook in hooks:
            hook.remove()
    return masked


@contextmanager
def states_kept(module: Any) -> Generator[list[Any]]:
    """
    Collect the results of recurrent layers: where some are not used, pnnx takes the others for
    the first ones.
    """
    torch = import_torch()
    modules: list[Any] = list(module.modules()) if isinstance(module, torch.nn.Module) else []
    kept: list[Any] = []

    def keep(own: Any, args: Any, results: Any) -> None:
        kept.extend(tensors_in(results))

    layers = [each for each in modules if isinstance(each, torch.nn.RNNBase)]
    hooks = [each.register_forward_hook(keep) for each in layers]
    try:
        yield kept
    finally:
        for hook in hooks:
            hook.remove()
