"""A cache of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.cache import directory
from ncnnc.compiler.cache.objects import ObjectCache
from ncnnc.compiler.driver import compile as compiling
from ncnnc.compiler.driver import specialise as specialiser


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ObjectCache:
    """A cache that is on, and empty."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(folder))
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "64M")
    monkeypatch.setattr(directory, "_said", set[str]())
    return ObjectCache(folder, 64 << 20)


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models that have been lowered, as they are called."""
    seen: list[str] = []
    lower = compiling.lower

    def counted(options, *arguments, **named):
        seen.append(Path(options.name).name)
        return lower(options, *arguments, **named)

    monkeypatch.setattr(compiling, "lower", counted)
    monkeypatch.setattr(specialiser, "lower", counted)  # it knows it by a name of its own
    return seen
