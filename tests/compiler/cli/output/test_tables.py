"""Tables fit a terminal of any width, and lose no number."""

from __future__ import annotations

import io
import re
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli.output import profiles, tables
from ncnnc.runtime.model.program import ProgramStep
from ncnnc.runtime.sessions.profiling import StepTime

pytestmark = pytest.mark.isa

WIDTHS = (60, 80, 100)
ESCAPES = re.compile(r"\x1b\[[\d;]*m")
OUTPUTS = 24
LONG = "model.22.dfl.conv.weighted_sum_of_all_branches"
"""A name that is longer than half of a terminal."""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO) -> list[str]:
    return [ESCAPES.sub("", line).rstrip() for line in stream.getvalue().splitlines()]


def numbers(lines: list[str]) -> Counter[str]:
    """Return the numbers of a table: words with a decimal point or a comma."""
    text = "  ".join(lines)
    return Counter(re.findall(r"(?<![\w.,])\d+(?:[.,]\d+)+%?(?![\w.,])", text))


@pytest.fixture
def model(tmp_path: Path) -> str:
    """Long names, and a Split of many outputs."""
    copies = [f"{LONG}_{i}" for i in range(OUTPUTS)]
    layers = [
        "Input data 0 1 data 0=16 1=16 2=3",
        f"Convolution {LONG} 1 1 data {LONG} 0=32 1=3 4=1 6=864",
        f"Split split 1 {OUTPUTS} {LONG} {' '.join(copies)}",
        *(f"Convolution c{i} 1 1 {copy} c{i} 0=8 1=1 6=256" for i, copy in enumerate(copies[:3])),
        f"Concat all {OUTPUTS - 3} 1 {' '.join(copies[3:])} all",
    ]
    path = tmp_path / "m.param"
    path.write_text("\n".join(["7767517", f"{len(layers)} {OUTPUTS + 6}", *layers, ""]))
    return str(path)


@pytest.mark.parametrize("width", [20, *WIDTHS, 200])
def test_numbers_are_whole_at_any_width(width: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", str(width))
    columns = ("layer", "kernel", "ms", "its share of the time", "bytes")
    rows = [
        (LONG, "convolution winograd6", f"{i}.125", f"{i}.5%", f"1,000,{i:03}") for i in (1, 22)
    ]
    with redirect_stdout(Terminal()) as terminal:
        tables.print_table(columns, rows, numeric=columns[2:])
    lines = shown(terminal)
    assert max(map(len, lines)) <= width
    text = "".join("".join(lines).split())
    assert numbers(lines) == Counter(cell for row in rows for cell in row[2:])
    if width == 200:
        assert len(lines) == 3
    elif width > 20:
        assert LONG[:10] in text


def test_tables_are_never_folded_in_a_file(capsys: pytest.CaptureFixture[str]):
    long = "layer" * 60
    tables.print_table(("name", "ms"), [(long, "1.5"), ("[b]x[/b]", "20")], numeric=("ms",))
    header, first, second = capsys.readouterr().out.splitlines()
    assert header.split() == ["name", "ms"]
    assert first.split() == [long, "1.5"]
    assert second.split() == ["[b]x[/b]", "20"]
    assert second.endswith(" 20")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("view", ["", "--algorithms", "--memory", "--layouts"])
def test_views_of_a_model(
    view: str,
    width: int,
    model: str,
    monkeypatch: pytest.MonkeyPatch,
):
    words = ["inspect", model, "--target", "x86-avx2", view] if view else ["inspect", model]
    texts: list[list[str]] = []
    monkeypatch.setenv("COLUMNS", str(width))
    for stream in (io.StringIO(), Terminal()):
        with redirect_stdout(stream):
            assert cli.main(words) == 0
        texts.append(shown(stream))
    whole, fitting = texts
    table = fitting if view else fitting[: fitting.index("")]
    assert max(map(len, table)) <= width
    assert numbers(fitting) == numbers(whole)
    if not view:
        assert any(f"32x16x16 ({OUTPUTS})" in line for line in whole)


@pytest.mark.parametrize("width", WIDTHS)
def test_profiles_of_teams(width: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", str(width))
    step = ProgramStep(LONG, (LONG, "relu"), "convolution winograd6", 10**9, 10**6, "f")
    times = [
        StepTime(step, 1e-3 * i, (9e-4 * i, 8e-4 * i), (1e-4 * i, 2e-4 * i), 9e-4 * i)
        for i in (1, 2)
    ]
    program = SimpleNamespace(symbols=())
    model = SimpleNamespace(inputs=(), threads=2, program=program, profile_threads=lambda *_: times)
    with redirect_stdout(Terminal()) as terminal:
        profiles.show_profile(model, 1)  # pyright: ignore[reportArgumentType]
    lines = shown(terminal)
    assert max(map(len, lines)) <= width
    found = numbers(lines)
    for number in ("1.000", "2.000", "3.000", "33.3%", "66.7%", "0.900", "1.800", "0.400"):
        assert found[number] >= 1, number


def test_long_lists():
    names = [f"b{i}" for i in range(OUTPUTS)]
    with redirect_stdout(Terminal()):
        assert tables.listed(names, "blobs") == "24 blobs: b0, b1, b2, ..."
        assert tables.listed(names[:3], "blobs", ", ") == "b0, b1, b2"
    assert tables.listed(names, "blobs") == " ".join(names)


@pytest.mark.parametrize(
    ("part", "text"), [(0, ""), (1, "█"), (0.5, "▌"), (8, "█" * 8), (2.125, "██▏")]
)
def test_bars(part: float, text: str):
    assert tables.bar_text(part, 8, 8) == text
    assert not tables.bar_text(1, 0, 8)
