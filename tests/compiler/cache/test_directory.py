"""A folder that others can change is not used, and that is said once."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import platformdirs
import pytest
from ncnnc.compiler.cache import directory
from ncnnc.compiler.cache.directory import cache_directory, usable_directory, why_not_private
from ncnnc.compiler.cache.objects import ObjectCache


def test_a_new_folder_is_the_users_alone(cache, monkeypatch, tmp_path: Path):
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "new" / "er"))
    folder = usable_directory()
    assert folder == tmp_path / "new" / "er"
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_folder_that_others_may_enter_is_refused(cache, mode: int):
    cache.directory.chmod(mode)
    with pytest.warns(RuntimeWarning, match=f"its mode is {mode:o}, others may enter it; hint"):
        assert usable_directory() is None


def test_a_symbolic_link_is_refused(cache, monkeypatch, tmp_path: Path):
    (tmp_path / "link").symlink_to(cache.directory)
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "link"))
    with pytest.warns(RuntimeWarning, match="it is a symbolic link"):
        assert usable_directory() is None


def test_a_folder_of_another_user_is_refused(cache, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.warns(RuntimeWarning, match="it belongs to another user"):
        assert usable_directory() is None


def test_an_ancestor_that_others_may_write_into_is_refused_unless_sticky(cache, tmp_path: Path):
    tmp_path.chmod(0o777)
    assert f"they may write into '{tmp_path}'" in str(why_not_private(cache.directory))
    tmp_path.chmod(0o1777)
    assert why_not_private(cache.directory) is None


def test_a_link_on_the_way_counts_as_what_it_leads_to(cache, tmp_path: Path):
    open_folder = tmp_path / "open"
    (open_folder / "inner").mkdir(parents=True, mode=0o700)
    (tmp_path / "link").symlink_to(open_folder)
    open_folder.chmod(0o777)
    assert "open'" in str(why_not_private(tmp_path / "link" / "inner"))


def test_a_file_is_no_folder(cache, monkeypatch, tmp_path: Path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "file"))
    with pytest.warns(RuntimeWarning, match="the cache cannot be used: .*File exists"):
        assert usable_directory() is None


def test_the_warning_comes_once(cache):
    cache.directory.chmod(0o755)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert [ObjectCache.open(1 << 20) for _ in range(3)] == [None] * 3
    assert len(said) == 1


def test_the_users_own_folder_is_closed_to_readers_only(cache, monkeypatch):
    monkeypatch.delenv("NCNNC_CACHE_DIR")
    monkeypatch.setattr(directory, "cache_directory", lambda: cache.directory)
    cache.directory.chmod(0o755)
    assert usable_directory() == cache.directory
    assert cache.directory.stat().st_mode & 0o777 == 0o700
    cache.directory.chmod(0o775)
    with pytest.warns(RuntimeWarning, match="its mode is 775"):
        assert usable_directory() is None


@pytest.mark.parametrize("caches", [None, "", " ", "/var/tmp/caches", "/var/tmp/caches/"])
def test_without_a_variable_it_is_where_platformdirs_has_it(monkeypatch, caches: str | None):
    monkeypatch.setenv("NCNNC_CACHE_DIR", "")
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if caches is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", caches)
    expected = platformdirs.user_cache_dir("ncnnc", appauthor=False)
    assert cache_directory() == Path(expected)
