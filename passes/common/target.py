"""The target that a module is compiled for."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException

from ...dialects.ncnn.attributes import TargetAttr

TARGET_ATTRIBUTE = "ncnn.target"


def target_of(module: ModuleOp) -> TargetAttr:
    """The module's `ncnn.target`. Raises: PassFailedException if it has none."""
    target = module.attributes.get(TARGET_ATTRIBUTE)
    if not isinstance(target, TargetAttr):
        raise PassFailedException(
            'the module has no ncnn.target; run attach-target{target="x86-avx512"} first'
        )
    return target
