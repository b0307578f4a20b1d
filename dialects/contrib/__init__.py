"""
Layers that programs add to ncnn, built in: the layers of well-known projects, a module for each.

A module lists its layers in `LAYERS`. Nothing else names them: files, tables and tests find them
here, by type. A layer that the user registers under the same type takes precedence.
"""

from __future__ import annotations

import importlib
from functools import cache

from ..custom_layers import CustomLayer, registered_layer
from ..discovery import module_names
from .layer import CONTRIB, ContribLayer


@cache
def contrib_layers() -> dict[str, ContribLayer]:
    """Return the built-in layers by type."""
    modules = [importlib.import_module(f"{__name__}.{name}") for name in module_names(__path__)]
    layers = [layer for module in modules for layer in getattr(module, "LAYERS", ())]
    return {layer.type: layer for layer in layers}


def find_layer(type: str) -> CustomLayer | None:
    """Return the layer that is registered for a type, or else the built-in one, if any."""
    return registered_layer(type) or contrib_layers().get(type)


def marked_type(type: str) -> str:
    """Return a type as errors name it: `rife.Warp, contrib` for a built-in layer in use."""
    return f"{type}, {CONTRIB}" if isinstance(find_layer(type), ContribLayer) else type
