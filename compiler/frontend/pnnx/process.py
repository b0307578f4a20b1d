"""Run pnnx in a separate process; any failure becomes an error of one line."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ...bundle.selection import TRACED
from ...diagnostics import ModelError
from .left_operators import complete

VARIABLE = "NCNNC_PNNX"
"""Environment variable with the path of another pnnx than the package's."""
INSTALL = "pip install pnnx, or name the program in " + VARIABLE
MOST_SECONDS = 900
"""Time limit of a conversion; a longer one is assumed to hang."""
STEP = re.compile(r"#{4,} (\w+)")
"""Pattern of a line that announces a step."""
NOISE = re.compile(r"#|-+$|terminate called|  what\(\):|ignore |replace ncnn|inline module|\w+ = ")
OPERATOR = re.compile(r"\b(?:(?:aten|prim|torchvision|onnx)::\w+|(?:torch|nn|F|Tensor)\.[\w.]+)")
WORD = re.compile(r"\w[\w.-]*")
LONGEST_WORDS = 200


class TracedInput(NamedTuple):
    """An input in the form that pnnx receives."""

    shape: Sequence[int]
    dtype: str = "f32"
    """Element type in pnnx's notation: `f32`, `i64`, ..."""

    def __str__(self) -> str:
        return f"[{','.join(map(str, self.shape))}]{self.dtype}"


class NcnnFiles(NamedTuple):
    """The files written by pnnx."""

    param: Path
    weights: Path

    @property
    def graph(self) -> Path:
        """Return the graph of the trace, a file in the same folder."""
        return self.param.with_name(self.param.name.replace(".ncnn.param", TRACED))


def executable() -> str | None:
    """Return the path of pnnx without importing its package, which would import torch."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    spec = importlib.util.find_spec("pnnx")
    suffix = ".exe" if sys.platform == "win32" else ""
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder, f"pnnx{suffix}")
        if path.is_file():
            return str(path)
    return shutil.which("pnnx")


def run_pnnx(
    model: Path,
    folder: Path,
    name: str,
    inputs: Sequence[TracedInput] = (),
    others: Sequence[TracedInput] = (),
    hint: str | None = None,
) -> NcnnFiles:
    """
    Convert a model into files in a folder, weights in binary.

    `inputs` are the inputs for the trace, none if the model has them; extents that differ in
    `others` stay variable. `name` names the model in errors, `hint` says what to do if pnnx fails.

    Raises: ModelError if there is no pnnx, or if it fails.
    """
    program = executable()
    if program is None:
        raise ModelError(
            "converting this model needs pnnx, which is not installed", file=name, hint=INSTALL
        )
    stem = model.stem if WORD.fullmatch(model.stem) else "model"
    files = NcnnFiles(*(folder / f"{stem}.ncnn.{suffix}" for suffix in ("param", "bin")))
    # It runs in the folder, so that further files it writes are removed with the folder.
    written = {
        "pnnxparam": files.graph,
        "pnnxbin": folder / f"{stem}.pnnx.bin",
        "pnnxpy": folder / "model_pnnx.py",
        "pnnxonnx": folder / "model.pnnx.onnx",
        "ncnnparam": files.param,
        "ncnnbin": files.weights,
        "ncnnpy": folder / "model_ncnn.py",
    }
    # External weights of ONNX are found only by a path without folders.
    path = model.name if model.parent == folder else str(model.absolute())
    command = [program, path, "fp16=0"]
    command += [f"{key}={path}" for key, path in written.items()]
    for key, shapes in (("inputshape", inputs), ("inputshape2", others)):
        command += [f"{key}={','.join(map(str, shapes))}"] if shapes else []
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=MOST_SECONDS,
        )
    except subprocess.TimeoutExpired as late:
        words = last_words((late.output or b"").decode(errors="replace"))
        raise ModelError(f"pnnx did not end within {MOST_SECONDS} s{words}", file=name) from None
    except OSError as error:
        raise ModelError(f"pnnx cannot be run: {error.strerror}", file=name, hint=INSTALL) from None
    said = done.stdout.decode(errors="replace")
    if done.returncode:
        reason = f"pnnx {how_it_ended(done.returncode)}{last_words(said)}"
        raise ModelError(reason, file=name, hint=hint)
    for file in files:
        if not file.is_file():
            raise ModelError(f"pnnx wrote no {file.suffix}{last_words(said)}", file=name)
    complete(files.param, files.graph)
    for key in ("pnnxbin", "pnnxonnx"):
        written[key].unlink(missing_ok=True)  # It contains the weights again.
    return files


def how_it_ended(status: int) -> str:
    """Describe an exit status: a number, or the signal that ended the process."""
    try:
        return f"crashed ({signal.Signals(-status).name})"
    except ValueError:
        return f"failed (exit status {status})"


def last_words(said: str) -> str:
    """
    Return the step in which pnnx ended, the last operator it named, and its last line.

        ` in pass_level2, at aten::unfold: "RuntimeError: ..."`
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    steps = STEP.findall(said)
    text = f" in {steps[-1]}" if steps else ""
    begin = max((i for i, line in enumerate(lines) if STEP.search(line)), default=0)
    operators = OPERATOR.findall("\n".join(lines[begin:]))
    text += f", at {operators[-1]}" if operators else ""
    spoken = [line for line in lines if not NOISE.match(line)]
    return f'{text}: "{spoken[-1][:LONGEST_WORDS]}"' if spoken else text
