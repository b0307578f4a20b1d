"""Limits on models, so that a small hostile file cannot exhaust the machine."""

from __future__ import annotations

MAX_ELEMENTS = 1 << 31
"""Most elements of one tensor."""

MAX_BATCHED_LAYERS = 1 << 12
"""Most layers that those on batches become, each counted once for every item of its batch."""

MAX_LAYERS_APART = 1024
"""Layers that those of a network may become to serve the items of its batch one by one."""
