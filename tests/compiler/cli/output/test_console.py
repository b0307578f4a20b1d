"""Output of the command line on terminals, and none elsewhere."""

from __future__ import annotations

import io
import sys
import time

import pytest
from ncnnc.compiler.cli.output import console


class Terminal(io.StringIO):
    """A stream that a person watches."""

    def isatty(self) -> bool:
        return True


def test_no_progress_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(console, "PROGRESS_DELAY", 0.0)
    with console.progress("working") as show:
        show("step")
        time.sleep(0.05)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("delay", "shown"), [(0.0, True), (60.0, False)])
def test_progress_appears_when_something_takes_long(
    delay: float, shown: bool, monkeypatch: pytest.MonkeyPatch
):
    terminal = Terminal()
    monkeypatch.setattr(console, "PROGRESS_DELAY", delay)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with console.progress("working") as show:
        show("first step")
        end = time.monotonic() + (10 if shown else 0.05)
        while "first step" not in terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.01)
    assert ("working: first step" in terminal.getvalue()) == shown


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (5 << 20, "5.0 MiB"), (3 << 30, "3.0 GiB")],
)
def test_describe_bytes(count: int, text: str):
    assert console.describe_bytes(count) == text
