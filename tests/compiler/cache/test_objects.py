"""An entry that is damaged, another's, or too much is a miss, and never an error."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cache.objects import ObjectCache
from ncnnc.runtime.files import input_files
from ncnnc.runtime.files.replacing_files import temporary_name

from tests.helpers.cached_models import SmallModel

pytestmark = pytest.mark.isa


@pytest.fixture
def models(tmp_path: Path) -> list[SmallModel]:
    """The files of some networks."""
    return [SmallModel.write(tmp_path / "models", number) for number in range(3)]


def only_entry(cache: ObjectCache) -> Path:
    """The file of the one entry that there is."""
    (path,) = cache.entries()
    return path


def test_an_entry_that_is_cut_anywhere_is_a_miss(cache, models):
    models[0].compiled()
    path = only_entry(cache)
    content = path.read_bytes()
    for place in range(100):
        path.write_bytes(content[: len(content) * place // 100])
        assert cache.load(path.stem) is None
        assert not path.exists()


def test_an_entry_with_another_byte_is_a_miss(cache, models, monkeypatch):
    monkeypatch.setattr(input_files, "SETTLED_NS", -(10**12))
    models[0].compiled()
    path = only_entry(cache)
    content = path.read_bytes()
    assert cache.load(path.stem) is not None
    assert cache.load(path.stem) is not None  # It is remembered as verified.
    for place in np.random.default_rng(0).integers(0, len(content), 50):
        with open(path, "wb") as file:
            file.write(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert cache.load(path.stem) is None, place


def test_the_entry_of_another_model_is_a_miss(cache, compilations, models):
    expected = models[0].result()
    path = only_entry(cache)
    models[1].compiled()
    (other,) = (entry for entry in cache.entries() if entry != path)
    shutil.copy(other, path)
    assert cache.load(path.stem) is None
    os.replace(other, path)
    assert np.array_equal(models[0].result(), expected)
    assert len(compilations) == 3
    assert cache.load(path.stem) is not None


def test_a_file_that_was_made_without_a_cache_is_a_miss(cache, models):
    model = models[0].compiled()
    path = only_entry(cache)
    model.save(path)
    assert cache.load(path.stem) is None


def test_what_is_used_least_recently_goes(cache, compilations, models, monkeypatch):
    monkeypatch.setattr(input_files, "SETTLED_NS", -(10**12))
    paths: list[Path] = []
    for time, model in enumerate(models[:2]):
        model.compiled()
        (path,) = set(cache.entries()) - set(paths)
        paths.append(path)
        os.utime(path, ns=(time, time))
        for memory in cache.digests.files.folder.iterdir():
            memory.unlink()
    models[0].compiled()
    sizes = [path.stat().st_blocks * 512 for path in paths]
    monkeypatch.setenv("NCNNC_CACHE_SIZE", str(sum(sizes) + (1 << 20)))
    models[2].compiled()
    assert paths[0].exists()
    assert not paths[1].exists()
    assert len(cache.entries()) == 2
    assert len(compilations) == 3


def test_a_model_that_is_too_large_is_not_kept(cache, models, monkeypatch):
    models[0].compiled()
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "1M")
    models[1].compiled()
    assert len(cache.entries()) == 1


def test_what_a_killed_writer_left_is_removed_and_what_is_written_is_not(cache, models):
    cache.folder.mkdir()
    left, written = (cache.folder / temporary_name("a" * 64 + ".ncnnc") for _ in range(2))
    left.write_bytes(b"x")
    with open(written, "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        models[0].compiled()
        assert cache.temporaries() == [written]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_a_disk_that_is_full_or_read_only_is_said_once(cache, models, monkeypatch, code: int):
    def refuse(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    expected = models[0].result(cache=False)
    monkeypatch.setattr(os, "fsync", refuse)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert np.array_equal(models[0].result(), expected)
        assert np.array_equal(models[0].result(), expected)
    (warning,) = said
    assert f"are not kept in '{cache.folder}': {os.strerror(code)}" in str(warning.message)
    assert cache.entries() == cache.temporaries() == []


def test_a_cache_that_is_cleared_while_it_is_written_is_no_error(cache, models, monkeypatch):
    fsync = os.fsync

    def clearing(descriptor: int) -> None:
        fsync(descriptor)
        for path in cache.temporaries():
            path.unlink()

    monkeypatch.setattr(os, "fsync", clearing)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        models[0].result()
    assert cache.entries() == []
