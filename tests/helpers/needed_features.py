"""Skip tests of code that this CPU cannot run before the code is made, or by a child process."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.code.cpu import missing_features


def needs_features_of(target: str) -> None:
    """Skip on machines that cannot run a target."""
    if missing := missing_features(Target.parse(target).features):
        pytest.skip(f"this CPU lacks {', '.join(missing)}")
