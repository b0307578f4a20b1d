"""The plug-in that lets stock `xdsl-opt` parse our dialects and run our passes and targets."""

from __future__ import annotations

from xdsl.universe import Universe

from ...dialects import get_all_dialects
from ...passes import get_all_passes
from ..backend import get_all_targets

NCNNC_UNIVERSE = Universe(
    all_dialects=get_all_dialects(),
    all_passes=get_all_passes(),
    all_targets=get_all_targets(),
)
