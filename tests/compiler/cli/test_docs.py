"""`ncnnc docs`: finds a page of the site, opens it, and says what is missing."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest
from ncnnc.compiler.cli.commands import docs
from ncnnc.compiler.cli.main import main


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site of two pages."""
    for page in ("index.html", "tutorials/python.html"):
        (tmp_path / page).parent.mkdir(exist_ok=True)
        (tmp_path / page).write_text("<html>")
    monkeypatch.setattr(docs, "site_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser gets."""
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    return addresses


@pytest.mark.parametrize(
    ("words", "page"),
    [([], "index.html"), (["tutorials/python.md"], "tutorials/python.html")],
)
def test_a_page(words: list[str], page: str, site: Path, opened: list[str], capsys):
    assert main(["docs", *words]) == 0
    assert capsys.readouterr().out == f"{site / page}\n"
    assert opened == [(site / page).as_uri()]


def test_its_place_alone(site: Path, opened: list[str], capsys):
    assert main(["docs", "--print"]) == 0
    assert capsys.readouterr().out == f"{site / 'index.html'}\n"
    assert not opened


def test_another_name(site: Path, capsys):
    assert main(["docs", "tutorials/pyhton"]) == 2
    assert "did you mean 'tutorials/python'?" in capsys.readouterr().err


def test_no_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(docs, "files", lambda package: tmp_path)
    assert main(["docs"]) == 1
    assert "has no pages; hint: `make docs`" in capsys.readouterr().err
