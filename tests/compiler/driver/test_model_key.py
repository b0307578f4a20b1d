"""The fingerprint of a model's files, by which states tell models apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.cache.file_digests import LARGE
from ncnnc.compiler.driver.model_key import source_key
from ncnnc.compiler.options.compile_options import CompileOptions


@pytest.mark.parametrize("size", [12, LARGE + 12])
def test_content_alone_makes_the_fingerprint(size: int, tmp_path: Path):
    """Not names; and every byte of a large file, too."""

    def key(folder: str, *changed: int) -> str:
        (tmp_path / folder).mkdir(exist_ok=True)
        param, weights = tmp_path / folder / "m.param", tmp_path / folder / "m.bin"
        param.write_bytes(b"7767517\n")
        content = bytearray(range(256)) * (size // 256 + 1)
        for place in changed:
            content[place] ^= 1
        weights.write_bytes(content[:size])
        return source_key(CompileOptions(str(param), str(weights)))

    assert key("a") == key("b")
    assert len({key("a", place) for place in (0, 5, size // 2, size - 1)} | {key("a")}) == 5
    assert len({key("a", 1, 2), key("a", 2, 3), key("a")}) == 3
