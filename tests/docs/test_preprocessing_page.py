"""The example of docs/preprocessing.md runs, at the command line too."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.c_library import build

pytestmark = [pytest.mark.isa, pytest.mark.usefixtures("model_of_the_page")]
PAGE = (Path(__file__).parents[2] / "docs" / "preprocessing.md").read_text(encoding="utf-8")


def test_the_examples():
    compiled, placed = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, np.ndarray] = {}
    exec(compiled, names)
    assert names["y"].shape == (4,)
    exec(placed, names)
    np.testing.assert_array_equal(names["corners"], [[0, 0], [640, 480]])


def test_the_call_in_c(tmp_path: Path):
    if shutil.which("cc") is None:
        pytest.skip("no cc")
    command = ["compile", "m.param", "-o", "m.o", "--preprocess", "data=resize=224,224"]
    assert cli.main(command) == 0
    (code,) = re.findall(r"```c\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "main.c").write_text(
        '#include "m.h"\n'
        "int main(void) {\n  enum { height = 5, width = 7 };\n"
        "  static unsigned char pixels[3 * height * width];\n  float scores[4];\n"
        "  void *outputs[] = {scores};\n  m_model *model;\n  int status = m_create(&model);\n"
        f"  if (status) return status;\n{code}  m_destroy(model);\n  return status;\n}}\n"
    )
    build(tmp_path, "main.c m.o", "main", "-std=c99 -Wall -Wextra -Werror")
    assert subprocess.run(["./main"], check=False).returncode == 0


def test_the_command_line():
    pillow = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    pillow.fromarray(np.zeros((9, 7, 3), np.uint8)).save("cat.png")
    (block,) = re.findall(r"```sh\n(ncnnc compile.*?)```", PAGE, re.DOTALL)
    compile_it, run_it, _ = block.splitlines()
    for line in (compile_it, run_it):
        assert cli.main(line.split()[1:]) == 0
