"""`ncnnc demo`: every step of the tour is a command that works, and what it shows is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ncnnc.compiler.analysis import benchmark
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli.commands import demo

from tests.helpers.command_line import fails

pytestmark = pytest.mark.isa


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is timed, and ncnn is not."""
    monkeypatch.setattr(demo, "SECONDS", 0.05)
    monkeypatch.setattr(benchmark, "has_ncnn", lambda: False)


@pytest.mark.slow
def test_the_tour(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    here = Path.cwd()
    assert cli.main(["demo", "shufflenet_v2", "-o", str(tmp_path / "demo")]) == 0
    assert Path.cwd() == here
    shown = capsys.readouterr().out
    assert re.findall(r"^\$ ncnnc (\w+)", shown, re.M) == ["optimize", "run", "compile", "bench"]
    assert re.search(r"^largest of prob\n +6  0\.99", shown, re.M)
    difference = re.search(r"^largest difference to numpy: (\S+)", shown, re.M)
    assert difference is not None
    assert float(difference[1]) < 1e-5
    right = re.search(r"^(\d+) +# of 450 images", shown, re.M)
    assert right is not None
    assert 435 < int(right[1]) <= 450
    assert "beside ncnn, after `pip install ncnn`" in shown
    kept = {"digits.param", "digits.bin", "digits.ncnnc", "small.param", "small.bin", "six.npy"}
    assert kept <= {path.name for path in (tmp_path / "demo").iterdir()}


def test_ncnn_is_timed_where_it_is(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(benchmark, "has_ncnn", lambda: True)
    *_, (_, command) = demo.tour("resnet18")
    assert command == ["bench", "resnet18", "--seconds", "0.05", "--compare", "ncnn"]


def test_it_ends_with_the_step_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(demo, "tour", lambda _: [("", ["run", "nosuch.param"]), ("", ["zoo"])])
    assert cli.main(["demo"]) == cli.EXIT_INPUT
    shown = capsys.readouterr()
    assert "$ ncnnc zoo" not in shown.out
    assert shown.err.startswith("nosuch.param: error:")


def test_unknown_network(capsys: pytest.CaptureFixture[str]):
    fails(["demo", "resnet81"], cli.EXIT_USAGE, "unknown network 'resnet81'; did you mean", capsys)


def test_a_folder_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").write_text("")
    fails(["demo", "-o", str(tmp_path / "file")], cli.EXIT_INPUT, "File exists", capsys)
