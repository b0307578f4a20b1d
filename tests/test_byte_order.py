"""Machines whose words have the other byte order are refused."""

from __future__ import annotations

import runpy
import sys

import ncnnc
import pytest


@pytest.mark.requirement("W10")
def test_a_big_endian_machine_is_refused_at_once(monkeypatch: pytest.MonkeyPatch):
    source = ncnnc.__file__
    assert source is not None
    assert "compile" in runpy.run_path(source)["__all__"]
    monkeypatch.setattr(sys, "byteorder", "big")
    with pytest.raises(ImportError, match="models are little-endian"):
        runpy.run_path(source)
