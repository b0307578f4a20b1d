"""The examples of docs/postprocessing.md run, and agree in Python and C."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.bundles import write_head
from tests.helpers.c_library import build
from tests.helpers.heads import Known, columns_head
from tests.helpers.page_files import model, written

pytestmark = pytest.mark.isa
PAGE = (Path(__file__).parents[2] / "docs" / "postprocessing.md").read_text(encoding="utf-8")
METADATA = "task: detect\nimgsz: 640\nnames: [cat, dog]\n"
RECOGNIZER = """7767517
5 5
Input        in0 0 1 in0 0=96 1=32 2=3
Convolution  conv1 1 1 in0 conv1 0=27 1=4 11=32 3=4 5=1 6=10368
Reshape      steps 1 1 conv1 steps 0=24 1=27
Permute      rows 1 1 steps rows 0=1
Softmax      out0 1 1 rows out0 0=1 1=1
"""
MAIN = """
int main(void) {
  static unsigned char pixels[3 * 480 * 640];
  yolo_model *model;
  int status = yolo_create(&model);
  if (!status) status = detect(model, pixels, 480, 640);
  yolo_destroy(model);
  return status;
}
"""


def test_the_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A letterbox has 80 rows above an image of 640x480, and boxes are limited to it."""
    monkeypatch.chdir(tmp_path)
    head = columns_head([Known((-4, 100, 50, 120.5), 0.875, 1)], 2)
    write_head(tmp_path / "best_ncnn_model", METADATA, out0=head)
    written("recognizer", RECOGNIZER)
    model()
    capsys.readouterr()
    names: dict[str, np.ndarray] = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(code, names)
    first, *classes = capsys.readouterr().out.splitlines()
    assert first == "1 0.875 0.0 20.0 50.0 40.5"
    assert len(classes) == 5
    assert len(names["text"]) == len(names["rows"])
    if shutil.which("cc") is None:
        return
    (command,) = re.findall(r"```sh\nncnnc (.*?)\n```", PAGE)
    assert cli.main(command.split()) == 0
    (code,) = re.findall(r"```c\n(.*?)```", PAGE, re.DOTALL)
    Path("main.c").write_text(code + MAIN, encoding="utf-8")
    build(tmp_path, "main.c yolo.o", "main", "-std=c99 -Wall -Wextra -Werror")
    found = subprocess.run(["./main"], check=True, capture_output=True, text=True).stdout
    assert found == "1 0.88: 0.0 20.0 50.0 40.5\n"
