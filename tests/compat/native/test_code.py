"""The code of images is compiled once for a machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compat.native import code


@pytest.mark.isa
def test_code_comes_from_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "1M")
    made: list[str] = []
    original = code.compiled

    def compiled(text: str, target: str) -> bytes:
        made.append(target)
        return original(text, target)

    monkeypatch.setattr(code, "compiled", compiled)
    code.image_code.__wrapped__()
    code.image_code.__wrapped__()
    assert len(made) == 1
    (entry,) = (tmp_path / "functions").iterdir()
    entry.write_text(entry.read_text()[:-9])
    code.image_code.__wrapped__()
    assert len(made) == 2
