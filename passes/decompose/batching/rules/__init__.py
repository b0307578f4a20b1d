"""
Rules that serve all items at once: one module per theme, with `@rules.register(SomeNcnnOp)`.

A rule receives a `BatchBuilder`, the layer and its operands, each as a `BatchedBlob` or as a value
shared by all items. It inserts layers and returns the results as batched blobs, or None if the
layer has to be computed item by item.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ....common.registry import Registry
from ..blob import BatchedBlob

Results: TypeAlias = list[BatchedBlob] | None

rules: Registry[Callable[..., Results]] = Registry(__name__, __path__)
