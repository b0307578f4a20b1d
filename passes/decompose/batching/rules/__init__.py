"""
How a layer serves all items at once: one module per theme, with `@rules.register(SomeNcnnOp)`.

A function gets a `BatchBuilder`, the layer and its operands, each the `BatchedBlob` that it has
become or the value that all items share. It inserts layers and returns the blobs that the results
have become, or None if the layer has to be computed for each item.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ....common.registry import Registry
from ..blob import BatchedBlob

Results: TypeAlias = list[BatchedBlob] | None

rules: Registry[Callable[..., Results]] = Registry(__name__, __path__)
