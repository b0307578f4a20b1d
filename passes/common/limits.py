"""Limits on models, so that a small hostile file cannot exhaust the machine."""

from __future__ import annotations

MAX_ELEMENTS = 1 << 31
"""Largest number of elements of a tensor."""

MAX_BATCHED_LAYERS = 1 << 12
"""Largest number of layers that batches expand to, counting each layer once per item of its batch.
"""

MAX_LAYERS_APART = 1024
"""Largest number of layers that a network expands to for serving items of a batch one by one."""
