"""The model of how threads share kernels."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.driver.lowering import lower
from ncnnc.compiler.driver.options import CompileOptions

from tests.helpers import thread_shares
from tests.helpers.thread_shares import Kernel, KernelWatcher, Scaling, Work

NETWORK = """7767517
4 4
Input                data 0 1 data
Convolution          conv 1 1 data conv 0=32 1=1 6=256
ConvolutionDepthWise deep 1 1 conv deep 0=32 1=3 4=1 6=288 7=32
Softmax              prob 1 1 deep prob 0=0 1=1
"""


def test_the_busiest_thread():
    work = Work(3, 300.0)
    assert [work.busiest(n) for n in (1, 2, 3, 4)] == [300, 200, 100, 100]
    assert Kernel((work, Work(100, 100.0))).busiest(2) == (200 + 50) / 400
    assert Kernel((Work(1, 1.0),)).busiest(16) == 1


def test_speedup():
    kernels = {"a": Kernel((Work(2, 2.0),)), "b": Kernel((Work(1, 1.0),))}
    network = Scaling([("one", "a", 6.0), ("two", "b", 1.0)], kernels)
    assert network.speedup(2) == 7 / 4
    assert network.stragglers(4) == ["one 67%", "two 33%"]


def test_kernels_of_a_network(tmp_path: Path):
    """Of the depthwise convolution threads share rows of blocks of channels."""
    param = tmp_path / "net.param"
    param.write_text(NETWORK)
    watcher = KernelWatcher()
    options = CompileOptions(
        str(param), target="x86-avx2", inputs={"data": (8, 20, 20)}, random_weights=1
    )
    lower(options, watcher=watcher)
    parts = [[part.units for part in kernel.parts] for kernel in watcher.kernels.values()]
    assert [4 * 20] in parts
    assert all(part.operations > 0 for k in watcher.kernels.values() for part in k.parts)


@pytest.mark.isa
def test_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "net.param").write_text(NETWORK)
    (tmp_path / "shapes.json").write_text('{"net": [8, 20, 20]}')
    arguments = ["--target", "x86-64", "--models", str(tmp_path), "--threads", "2,16"]
    monkeypatch.setattr("sys.argv", ["thread_shares", *arguments])
    thread_shares.main()
    header, row, mean = capsys.readouterr().out.splitlines()
    assert header.split() == ["network", "2", "16", "most", "lost"]
    assert row.startswith("net ")
    assert 1 < float(mean.split()[2]) <= float(mean.split()[3]) <= 16
