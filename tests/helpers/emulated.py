"""Link programs for aarch64, and run them and libraries under QEMU."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from ncnnc.runtime.model.tensors import TensorSpec

EMULATOR = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
HAS_COMPILER = importlib.util.find_spec("ziglang") is not None
needs_emulator = pytest.mark.skipif(
    not (EMULATOR and HAS_COMPILER), reason="needs ncnnc[link] and qemu-user-static"
)
LIBRARIES = Path("/usr/aarch64-linux-gnu")
needs_libraries = pytest.mark.skipif(
    not (EMULATOR and HAS_COMPILER and (LIBRARIES / "lib" / "libgomp.so.1").exists()),
    reason="needs ncnnc[link], qemu-user-static, libc6-arm64-cross and libgomp1-arm64-cross",
)
COMPILER = (sys.executable, "-m", "ziglang", "cc", "-O1", "-Wall", "-Werror")
STATIC = ("-target", "aarch64-linux-musl", "-static")
SHARED = ("-target", "aarch64-linux-gnu", "-Wl,--allow-shlib-undefined", "-Wl,-rpath,.")
"""Options that link programs of object files, and of shared libraries."""


def link_emulated(folder: Path, *files: str) -> Path:
    """Return the program of C files and object files, or shared libraries, in a folder."""
    program = folder / "emulated"
    form = SHARED if any(name.endswith(".so") for name in files) else STATIC
    command = [*COMPILER, *form, "-o", program.name, *files, "-lm"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program


def run_emulated(program: Path, *arguments: str, given: bytes = b"", cpu: str = "max") -> bytes:
    """Return what a program writes that is given some bytes, on a CPU of QEMU's."""
    assert EMULATOR is not None
    command = [EMULATOR, "-cpu", cpu, "-L", str(LIBRARIES), str(program), *arguments]
    done = subprocess.run(
        command, cwd=program.parent, input=given, capture_output=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


GUARDED = """#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, MOST = 32 };

/* Return memory between pages that nobody may touch, at the end or the beginning of its own. */
static char *guarded(size_t size, size_t unit, int at_end) {
  size_t room = (size + PAGE) / PAGE * PAGE;
  char *start = mmap(NULL, room + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(start + PAGE, room, PROT_READ | PROT_WRITE);
  memset(start + PAGE, 0xff, room);
  return start + PAGE + (at_end ? (room - size) / unit * unit : 0);
}

/* Of a model, run it in such memory, again at the other end, and write its outputs. */
#define RUN(NAME)                                                                              \\
  {                                                                                            \\
    NAME##_model *model;                                                                       \\
    const void *x[2][MOST];                                                                    \\
    void *y[2][MOST];                                                                          \\
    if (NAME##_create(&model)) return fprintf(stderr, #NAME " is not created\\n"), 1;          \\
    int inputs = NAME##_input_count(model), outputs = NAME##_output_count(model);              \\
    for (int i = 0; i < inputs; i++) {                                                         \\
      const NAME##_tensor *t = NAME##_input(model, i);                                         \\
      for (int end = 0; end < 2; end++) x[end][i] = guarded(t->bytes, t->element_bytes, end);  \\
      if (t->bytes && !fread((void *)x[0][i], t->bytes, 1, stdin)) return 2;                   \\
      memcpy((void *)x[1][i], x[0][i], t->bytes);                                              \\
    }                                                                                          \\
    for (int end = 0; end < 2; end++) {                                                        \\
      NAME##_options options = {.threads = 1};                                                 \\
      options.memory = guarded(NAME##_workspace_bytes(model, 1), 64, end);                     \\
      for (int i = 0; i < outputs; i++) {                                                      \\
        const NAME##_tensor *t = NAME##_output(model, i);                                      \\
        y[end][i] = guarded(t->bytes, t->element_bytes, end);                                  \\
      }                                                                                        \\
      int status = NAME##_run_with(model, x[end], y[end], &options);                           \\
      if (status) return fprintf(stderr, #NAME ": %s\\n", NAME##_error_string(status)), 3;     \\
    }                                                                                          \\
    for (int i = 0; i < outputs; i++) {                                                        \\
      size_t size = NAME##_output(model, i)->bytes;                                            \\
      if (memcmp(y[0][i], y[1][i], size))                                                      \\
        return fprintf(stderr, #NAME " depends on where memory is\\n"), 4;                     \\
      fwrite(y[0][i], 1, size, stdout);                                                        \\
    }                                                                                          \\
    NAME##_destroy(model);                                                                     \\
  }
"""


def run_libraries(
    folder: Path,
    models: Mapping[str, Sequence[TensorSpec]],
    arrays: Sequence[np.ndarray],
    cpu: str = "max",
    suffix: str = ".o",
) -> dict[str, dict[str, np.ndarray]]:
    """
    Return the outputs of models, each in `NAME.o` and `NAME.h`, in one program with guard pages.

    With the suffix `.so` they are shared libraries.
    The arrays are the inputs of all of them, in their order.
    """
    headers = "".join(f'#include "{name}.h"\n' for name in models)
    calls = "".join(f"  RUN({name})\n" for name in models)
    main = f"{GUARDED}{headers}int main(void) {{\n{calls}  return 0;\n}}\n"
    (folder / "main.c").write_text(main)
    program = link_emulated(folder, "main.c", *(f"{name}{suffix}" for name in models))
    written = run_emulated(program, given=b"".join(map(np.ndarray.tobytes, arrays)), cpu=cpu)
    results, at = dict[str, dict[str, np.ndarray]](), 0
    for name, outputs in models.items():
        results[name] = {}
        for spec in outputs:
            part = np.frombuffer(written[at : at + spec.nbytes], spec.dtype)
            results[name][spec.name] = spec.found(part.reshape(spec.shape))
            at += spec.nbytes
    assert at == len(written)
    return results


ROOT = Path(__file__).parents[2]
PACKAGES = ("compat", "compiler", "dialects", "passes", "runtime")
PYTHON = Path(sys.prefix) / "aarch64" / "python"
"""Program that `.ci/emulated_python` makes in the virtual environment."""
needs_emulated_python = pytest.mark.skipif(
    not PYTHON.exists(), reason=f"needs {PYTHON}, which .ci/emulated_python makes"
)


def run_emulated_python(folder: Path, code: str) -> str:
    """Return what Python for aarch64 prints that runs code with this ncnnc, in a folder."""
    package = folder / "ncnnc"
    package.mkdir()
    for entry in (*(ROOT / "compiler" / "_root").iterdir(), *map(ROOT.joinpath, PACKAGES)):
        (package / entry.name).symlink_to(entry)
    environment = os.environ | {"PYTHONPATH": str(folder), "NCNNC_CACHE_DIR": str(folder / "kept")}
    command = [str(PYTHON), "-c", code]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
