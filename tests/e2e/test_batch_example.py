"""The example of many machines: images, classified by two processes of a Dask cluster."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import ncnnc
import numpy as np
import pytest

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'ncnnc[batch]'")
images = pytest.importorskip("PIL.Image", reason="pillow is not installed: ncnnc[image]")

EXAMPLES = Path(__file__).parents[2] / "examples"
DIGITS = EXAMPLES / "digits"
COUNT = 150


@pytest.mark.slow
@pytest.mark.isa
def test_a_folder_is_classified_by_two_processes(tmp_path: Path):
    with np.load(DIGITS / "digits_test.npz") as test:
        arrays = [np.uint8(np.rint(image[0] * 255)) for image in test["images"][:COUNT]]
    folder = tmp_path / "images"
    folder.mkdir()
    for number, array in enumerate(arrays):
        images.fromarray(array).save(folder / f"{number:03}.png")
    (folder / "999.png").write_text("no image")
    (folder / "notes.txt").write_text("not to be read")

    model = [DIGITS / "digits.param", DIGITS / "digits.bin"]
    command = [sys.executable, EXAMPLES / "batch" / "classify.py", folder, *model]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    *rows, broken = csv.reader(done.stdout.splitlines())

    here = ncnnc.compile(*model, target="host", threads=1)
    for number, (row, array) in enumerate(zip(rows, arrays, strict=True)):
        scores = here(np.float32(array)[None] * np.float32(1 / 255))
        assert row == [f"{number:03}.png", str(scores.argmax()), str(float(scores.max()))]
    assert broken[0] == "999.png"
    assert broken[1].startswith("error: cannot identify image file")
