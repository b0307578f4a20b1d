"""Folders and archives as converters write them, around a small network."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np

PARAM = """7767517
4 4
Input        in0   0 1 in0
Convolution  conv1 1 1 in0 a 0=4 1=3 4=1 5=1 6=108
ReLU         relu1 1 1 a b
Pooling      pool  1 1 b out0 0=1 4=1
"""
"""It has no shape, and takes an image of any size."""
METADATA = """description: Ultralytics YOLO11n model trained on a path that is long enough to go on
  in the next line
author: Ultralytics
date: '2026-08-26T22:51:10.091835+08:00'
version: 8.4.129
stride: 32
task: detect
batch: 1
imgsz:
- 24
- 32
names:
  0: person
  1: 'it''s # a name'
args:
  batch: 1
  half: false
channels: 3
end2end: false
"""
TRACED = """7767517
3 2
pnnx.Input               pnnx_input_0             0 1 0 #0=(1,3,40,48)f32
nn.Conv2d                conv1                    1 1 0 1 bias=True #0=(1,3,40,48)f32
pnnx.Output              pnnx_output_0            1 0 1 #1=(1,4,40,48)f32
"""


def weights() -> bytes:
    """Return the `.bin` of the network."""
    numbers = np.random.default_rng(0).uniform(-0.3, 0.3, 112).astype("<f4")
    return bytes(4) + numbers.tobytes()


def write_bundle(folder: Path, name: str = "model.ncnn", **texts: str) -> Path:
    """Write the network, and other files whose dots are `__`, into a folder; return that."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.param").write_text(PARAM)
    (folder / f"{name}.bin").write_bytes(weights())
    for other, text in texts.items():
        (folder / other.replace("__", ".")).write_text(text)
    return folder


def zipped(folder: Path, archive: Path, below: str = "") -> Path:
    """Write the files of a folder into an archive, under a folder of it; return the archive."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                opened.write(file, f"{below}{file.relative_to(folder)}")
    return archive


def write_head(folder: Path, metadata: str, **outputs: np.ndarray) -> Path:
    """Write a network that computes these outputs whatever image it is given; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    names = list(outputs)
    parts = " ".join(f"n{i}" for i in range(len(names)))
    lines = [
        "Input in0 0 1 in0",
        "Reduction sum 1 1 in0 s 0=0 1=1 4=0 5=1",
        "BinaryOp none 1 1 s n 0=2 1=1 2=0.0",
        f"Split split 1 {len(names)} n {parts}",
    ]
    for i, (name, array) in enumerate(outputs.items()):
        extents = zip((0, 1, 2) if array.ndim == 3 else (0, 1), array.shape[::-1], strict=False)
        sizes = " ".join(f"{key}={extent}" for key, extent in extents)
        lines.append(f"MemoryData m{i} 0 1 m{i} {sizes}")
        lines.append(f"BinaryOp add{i} 2 1 m{i} n{i} {name} 0=0")
    blobs = 3 + 3 * len(names)
    text = "\n".join(["7767517", f"{len(lines)} {blobs}", *lines, ""])
    (folder / "model.ncnn.param").write_text(text)
    data = b"".join(array.astype("<f4").tobytes() for array in outputs.values())
    (folder / "model.ncnn.bin").write_bytes(data)
    (folder / "metadata.yaml").write_text(metadata)
    return folder
