"""Files appear whole; what is no file is written to."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import BinaryIO

import pytest
from ncnnc.runtime.files.replacing_files import (
    check_outputs,
    is_stream,
    replace_files,
    write_all_atomically,
)


def write(path: str | Path, content: bytes) -> None:
    """Write one file."""
    write_all_atomically({path: [content]})


def test_a_file_is_replaced(tmp_path: Path):
    file = tmp_path / "m"
    for content in (b"first", b"second"):
        write(file, content)
        assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


def test_small_pieces_are_written_together(tmp_path: Path):
    def write(file: BinaryIO) -> None:
        for _ in range(64):
            file.write(bytes(1 << 16))
        assert os.fstat(file.fileno()).st_size == 0

    replace_files({tmp_path / "f": write})
    assert (tmp_path / "f").stat().st_size == 64 << 16


def test_a_fifo_is_written_to_and_stays(tmp_path: Path):
    fifo, read = tmp_path / "fifo", list[bytes]()
    os.mkfifo(fifo)
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()), daemon=True)
    reader.start()
    write_all_atomically({fifo: [b"to the ", b"reader"], tmp_path / "m": [b"file"]})
    reader.join(10)
    assert read == [b"to the reader"]
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fifo", "m"]


def test_an_open_file_is_appended_to(tmp_path: Path):
    """As `/dev/stdout` is where the output goes to a file."""
    link = tmp_path / "stdout"
    with open(tmp_path / "out", "wb") as out:
        out.write(b"printed, ")
        out.flush()
        link.symlink_to(f"/proc/self/fd/{out.fileno()}")
        write(link, b"written, ")
        write(f"/dev/fd/{out.fileno()}", b"written")
    assert (tmp_path / "out").read_bytes() == b"printed, written, written"
    assert link.is_symlink()


def test_a_device_is_a_stream_and_a_file_is_none(tmp_path: Path):
    (tmp_path / "m").write_bytes(b"")
    (tmp_path / "link").symlink_to("m")
    assert is_stream(os.devnull)
    assert not any(map(is_stream, (tmp_path, tmp_path / "m", tmp_path / "link", tmp_path / "no")))


def test_outputs_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "m"
    check_outputs(None, file, os.devnull)
    with pytest.raises(IsADirectoryError) as folder_error:
        check_outputs(file, tmp_path)
    assert folder_error.value.filename == str(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"the folder '.*/none' does not exist"):
        check_outputs(tmp_path / "none" / "m")
    with pytest.raises(FileNotFoundError, match=r"the folder '.*/none' does not exist"):
        write(tmp_path / "none" / "m", b"")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError, match="Permission denied"):
        check_outputs(file)
