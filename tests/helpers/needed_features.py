"""Skip tests of code that this CPU cannot run before the code is made, or by a child process."""

from __future__ import annotations

import platform

import pytest
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.code.cpu import missing_features

needs_x86 = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64"), reason="asks a CPU of the x86 family"
)


def needs_features_of(target: str) -> None:
    """Skip on machines that cannot run a target."""
    if missing := missing_features(Target.parse(target).features):
        pytest.skip(f"this CPU lacks {', '.join(missing)}")
