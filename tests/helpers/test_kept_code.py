"""Machine code is generated again whenever it may be another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ncnnc.compiler.backend.object.object_code import emit_program
from ncnnc.dialects.target.records import Target

from tests.helpers import kept_code
from tests.helpers.kept_code import KeptCode

TEXT = "define i64 @one() {\n  ret i64 1\n}\n"
OTHER = TEXT.replace("one", "two")
BASELINE = Target.parse("x86-64")


@pytest.mark.slow
def test_equal_programs_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made: list[int] = []

    def emit(texts: list[str], target: Target, jobs: int) -> bytes:
        made.append(len(texts))
        return emit_program(texts, target, jobs)

    monkeypatch.setattr(kept_code, "emit_program", emit)
    code = KeptCode(tmp_path)
    for _ in range(2):
        assert code.emit_program([TEXT], BASELINE) == emit_program([TEXT], BASELINE)
    assert made == [1]
    code.emit_program([TEXT, OTHER], BASELINE)
    code.emit_program([TEXT], Target.parse("x86-avx2"))
    monkeypatch.setattr(kept_code, "digest_of_sources", lambda: b"edited")
    code.emit_program([TEXT], BASELINE)
    assert made == [1, 2, 1, 1]
    for file in tmp_path.iterdir():
        file.write_bytes(b"cut")
    assert code.emit_program([TEXT], BASELINE) == emit_program([TEXT], BASELINE)


def test_what_was_used_last_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_code, "MOST_BYTES", 25)
    for age, name in enumerate("abc"):
        (tmp_path / name).write_bytes(bytes(10))
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    KeptCode(tmp_path).prune()
    assert {file.name for file in tmp_path.iterdir()} == {"a", "b"}
