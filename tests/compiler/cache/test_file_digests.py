"""Large files that have not changed are not read twice, and any change is noticed."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from ncnnc.compiler.cache import file_digests, small_files
from ncnnc.compiler.cache.file_digests import LARGE, FileDigests
from ncnnc.runtime.files import input_files

CONTENT = bytes(range(256)) * (LARGE // 256)


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file that takes long to read."""
    path = tmp_path / "large.bin"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def settled(monkeypatch):
    """Files are as if nobody had changed them for long."""
    monkeypatch.setattr(input_files, "SETTLED_NS", -(10**12))


@pytest.fixture
def reads(monkeypatch) -> list[int]:
    """A number for each time that a large file was read."""
    seen: list[int] = []
    digest_of_rest = file_digests.digest_of_rest

    def counted(file):
        seen.append(1)
        return digest_of_rest(file)

    monkeypatch.setattr(file_digests, "digest_of_rest", counted)
    return seen


def test_a_large_file_is_read_once(tmp_path, large: Path, settled, reads):
    expected = hashlib.sha256(CONTENT).hexdigest()
    assert [FileDigests(tmp_path).of(large) for _ in range(3)] == [expected] * 3
    assert len(reads) == 1


def test_a_file_that_was_just_written_is_read_again(tmp_path, large: Path, reads):
    FileDigests(tmp_path).of(large)
    FileDigests(tmp_path).of(large)
    assert len(reads) == 2


def test_a_change_shows_with_the_same_size_and_the_old_time(tmp_path, large, settled, reads):
    digests, status = FileDigests(tmp_path), large.stat()
    first = digests.of(large)
    with open(large, "r+b") as file:
        file.write(b"\xff")
    os.utime(large, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert digests.of(large) != first
    assert len(reads) == 2


def test_another_file_in_its_place_shows(tmp_path, large: Path, settled):
    digests, status = FileDigests(tmp_path), large.stat()
    first = digests.of(large)
    (tmp_path / "other").write_bytes(CONTENT[::-1])
    os.replace(tmp_path / "other", large)
    os.utime(large, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert digests.of(large) != first


def test_after_a_start_of_the_machine_files_are_read_again(
    tmp_path, large: Path, settled, reads, monkeypatch
):
    FileDigests(tmp_path).of(large)
    monkeypatch.setattr(file_digests, "boot", lambda: "another")
    FileDigests(tmp_path).of(large)
    assert len(reads) == 2


@pytest.mark.parametrize("text", ["", "x", "\xe4", "{state} 12", "{state} "])
def test_what_is_remembered_wrongly_is_not_believed(tmp_path, large, settled, text: str):
    digests = FileDigests(tmp_path)
    expected = digests.of(large)
    (memory,) = digests.files.folder.iterdir()
    state = memory.read_text().split()[0]
    memory.write_text(text.format(state=state), encoding="utf-8")
    assert digests.of(large) == expected
    assert memory.read_text().split()[1] == expected


def test_those_used_last_are_remembered(tmp_path, large: Path, settled, monkeypatch):
    monkeypatch.setattr(small_files, "MOST_FILES", 3)
    digests = FileDigests(tmp_path)
    digests.of(large)
    (kept,) = digests.files.folder.iterdir()
    for time in range(3):
        os.utime(large, ns=(time, time))
        os.utime(kept, ns=(2**61, 2**61))
        digests.of(large)
    left = list(digests.files.folder.iterdir())
    assert kept in left
    assert len(left) == 2


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path, large: Path, settled):
    (tmp_path / "files").touch()
    assert FileDigests(tmp_path).of(large) == hashlib.sha256(CONTENT).hexdigest()


def test_a_small_file_is_not_remembered(tmp_path, settled):
    (tmp_path / "small").write_bytes(b"x")
    assert FileDigests(tmp_path).of(tmp_path / "small") == hashlib.sha256(b"x").hexdigest()
    assert not (tmp_path / "files").exists()
