"""expand-spectrogram: the same numbers, and signals that come back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest

from tests.helpers.lowering import TARGETS
from tests.helpers.model_files import ModelFiles

SIGNAL = "ncnn.spectrogram %x n_fft {} : tensor<77xf32> -> tensor<*xf32>"
SPECTRA = "ncnn.inversespectrogram %x n_fft {} : tensor<{}x5x2xf32> -> tensor<*xf32>"


def run(run_passes: Callable[..., Any], layer: str) -> Any:
    """The layer before and after the pass."""
    source = layer.split(" : ")[1].split(" ->")[0]
    text = f"""
        func.func @main(%x: {source}) -> tensor<*xf32> {{
          %y = {layer}
          func.return %y : tensor<*xf32>
        }}"""
    return run_passes(text, "infer-shapes,expand-spectrogram")


@pytest.mark.parametrize(
    "parameters",
    [
        "16 hop 4 window_length 16 window 1",
        "17 hop 7 window_length 15 normalized 1 power 1",
        "16 hop 5 window_length 12 window 2 normalized 2 power 2 pad_kind 0",
        "15 hop 3 window_length 15 center 0 onesided 0",
        "16 hop 20 window_length 16 power 2 pad_kind 1 onesided 0",
    ],
)
def test_spectra(parameters: str, run_passes: Callable[..., Any]):
    result = run(run_passes, SIGNAL.format(parameters))
    assert "matmul" in result.layers
    result.assert_close()


@pytest.mark.parametrize("frequencies", [9, 16])
@pytest.mark.parametrize(
    "parameters",
    [
        "16 hop 4 window_length 16 window 1",
        "16 hop 7 window_length 11 window 2 normalized 1 returns 1",
        "16 hop 17 window_length 16 center 0 normalized 2 returns 2",
        "16 hop 4 window_length 16 center 2 returns 1",
    ],
)
def test_signals(parameters: str, frequencies: int, run_passes: Callable[..., Any]):
    result = run(run_passes, SPECTRA.format(parameters, frequencies))
    assert "fold" in result.layers
    result.assert_close()


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("normalized", [0, 1, 2])
def test_a_signal_comes_back(normalized: int, target: str, tmp_path: Path):
    text = f"""
        Input              x 0 1 x
        Spectrogram        s 1 1 x s 0=32 2=8 4=1 7={normalized}
        InverseSpectrogram y 1 1 s y 0=32 1=1 2=8 4=1 7={normalized}
    """
    files = ModelFiles(tmp_path, text)
    x = np.random.default_rng(0).uniform(-1, 1, 200).astype(np.float32)
    model = ncnnc.compile(
        files.path("in.param"), files.path("in.bin"), inputs={"x": x.shape}, target=target
    )
    np.testing.assert_allclose(model(x), x, rtol=0, atol=1e-5)
