"""Files of archives: bounded, checked, in memory."""

from __future__ import annotations

import pickle
import zipfile
from pathlib import Path

import pytest
from ncnnc.compiler.bundle import archive as archives
from ncnnc.compiler.bundle.archive import ArchivedFile, members_of, read_member, split_archive
from ncnnc.compiler.diagnostics import ModelError


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive with two files, one of a name that leads out of any folder."""
    path = tmp_path / "m.ZIP"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("a/m.param", b"x" * 1000)
        opened.writestr("../../out.bin", b"weights")
        opened.writestr("__MACOSX/m.param", b"")
    return path


def refused(archive: Path, member: str = "a/m.param") -> str:
    """Return what is said of a file that cannot be read."""
    with pytest.raises(ModelError) as caught:
        read_member(str(archive), member)
    return str(caught.value)


def test_files_are_read_into_memory(archive: Path):
    before = sorted(archive.parents[1].rglob("*"))
    assert members_of(str(archive)) == ["a/m.param", "../../out.bin"]
    content = read_member(str(archive), "a/m.param")
    assert content == b"x" * 1000
    assert content.name == f"{archive}/a/m.param"
    assert read_member(str(archive), "../../out.bin") == b"weights"
    assert sorted(archive.parents[1].rglob("*")) == before


def test_it_survives_pickling():
    sent = pickle.loads(pickle.dumps(ArchivedFile(b"abc", "m.zip", "a/b")))
    assert (sent, sent.name) == (b"abc", "m.zip/a/b")


def test_a_path_is_split(archive: Path):
    assert split_archive(f"{archive}") == (str(archive), "")
    assert split_archive(f"{archive}/a/m.param") == (str(archive), "a/m.param")
    assert split_archive(f"{archive}s/a") is None
    assert split_archive("none.zip/a") is None


def test_a_file_that_is_too_long_when_unpacked(archive: Path):
    with pytest.raises(ModelError, match="has 1000 bytes when unpacked, more than 999"):
        read_member(str(archive), "a/m.param", 999)


def test_too_many_files(archive: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archives, "MOST_MEMBERS", 2)
    with pytest.raises(ModelError, match="holds 3 files, more than 2"):
        members_of(str(archive))


def test_a_missing_file(archive: Path):
    assert refused(archive, "b") == f"{archive}: error: has no file 'b'"


def test_no_archive(tmp_path: Path):
    path = tmp_path / "m.zip"
    path.write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(ModelError, match=r"m.zip: error: is no readable zip archive: "):
        members_of(str(path))


def test_damaged_bytes_of_a_file(archive: Path):
    data = bytearray(archive.read_bytes())
    data[42] ^= 0xFF
    archive.write_bytes(data)
    assert "is no readable zip archive: " in refused(archive)


def test_every_truncation_is_refused(archive: Path):
    data = archive.read_bytes()
    for size in range(0, len(data), 17):
        archive.write_bytes(data[:size])
        with pytest.raises(ModelError):
            members_of(str(archive))


def test_every_changed_byte_is_refused_or_harmless(archive: Path):
    data = archive.read_bytes()
    for place in range(0, len(data), 3):
        archive.write_bytes(data[:place] + bytes([data[place] ^ 0x81]) + data[place + 1 :])
        try:
            names = members_of(str(archive))
            content = read_member(str(archive), "a/m.param")
        except ModelError:
            continue
        assert "a/m.param" in names
        assert content == b"x" * 1000


def test_an_encrypted_file(archive: Path):
    data = archive.read_bytes()
    central = data.index(b"PK\x01\x02")
    for start in (6, central + 8):
        data = data[:start] + bytes([data[start] | 1]) + data[start + 1 :]
    archive.write_bytes(data)
    assert refused(archive) == f"{archive}/a/m.param: error: is encrypted; hint: unpack it first"
