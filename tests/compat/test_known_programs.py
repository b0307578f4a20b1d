"""Programs that others wrote for the wheel: Ultralytics, and the wheel's own `ncnn.model_zoo`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.compat_networks import stored

pytestmark = [pytest.mark.oracle, pytest.mark.isa]
SQUEEZENET = """7767517
3 3
Input       data 0 1 data
Convolution conv 1 1 data conv 0=5 1=9 3=9 5=1 6=1215
Pooling     prob 1 1 conv prob 0=1 4=1
"""
"""A network with the blobs that the zoo's SqueezeNet asks for."""
ZOO = """
import sys, numpy as np, ncnn
from ncnn.model_zoo import squeezenet
squeezenet.get_model_file = lambda name: "net." + name.rpartition(".")[2]
image = np.random.default_rng(0).integers(0, 256, (40, 50, 3)).astype(np.uint8)
np.save(sys.argv[1], squeezenet.SqueezeNet()(image))
"""
EXPORT = """
from ultralytics import YOLO
print(YOLO("yolov8n.yaml").export(format="ncnn", imgsz=64))
"""
PREDICT = """
import sys, numpy as np, torch
from ultralytics import YOLO
from ultralytics.nn.autobackend import AutoBackend
image = np.random.default_rng(0).integers(0, 256, (48, 64, 3)).astype(np.uint8)
YOLO("yolov8n_ncnn_model", task="detect").predict(image, imgsz=64, verbose=False)
backend = AutoBackend("yolov8n_ncnn_model", device=torch.device("cpu"))
boxes = backend(torch.from_numpy(np.random.default_rng(1).random((1, 3, 64, 64), np.float32)))
np.save(sys.argv[1], np.asarray(boxes[0] if isinstance(boxes, (list, tuple)) else boxes))
"""


def run(folder: Path, *arguments: str) -> None:
    """Run Python in a folder; nothing is downloaded or installed."""
    offline = {"YOLO_AUTOINSTALL": "false", "YOLO_OFFLINE": "true", "YOLO_CONFIG_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=folder,
        env={**os.environ, **offline},
    )
    assert done.returncode == 0, done.stderr[-2000:]


def results(folder: Path, program: str) -> tuple[np.ndarray, np.ndarray]:
    """Return what a program saves by the wheel, and by us."""
    (folder / "program.py").write_text(program)
    run(folder, "program.py", "theirs.npy")
    run(folder, "-m", "ncnnc.compat", "program.py", "ours.npy")
    return np.load(folder / "theirs.npy"), np.load(folder / "ours.npy")


def test_the_zoo_of_the_wheel(tmp_path: Path):
    for module in ("ncnn", "cv2", "tqdm", "requests", "portalocker"):
        pytest.importorskip(module)
    rng = np.random.default_rng(3)
    weight = rng.standard_normal((5, 3, 9, 9)) / 1000
    (tmp_path / "net.param").write_text(SQUEEZENET)
    (tmp_path / "net.bin").write_bytes(stored(weight, rng.standard_normal(5)))
    theirs, ours = results(tmp_path, ZOO)
    assert theirs.shape == (5,)
    np.testing.assert_allclose(ours, theirs, atol=1e-3 * np.abs(theirs).max())


@pytest.mark.slow
def test_a_folder_of_ultralytics(tmp_path: Path):
    for module in ("ncnn", "torch", "ultralytics", "pnnx"):
        pytest.importorskip(module)
    run(tmp_path, "-c", EXPORT)
    theirs, ours = results(tmp_path, PREDICT)
    assert theirs.shape[:2] == (1, 84)
    np.testing.assert_allclose(ours, theirs, atol=1e-3 * np.abs(theirs).max())
