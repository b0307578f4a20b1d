"""`python -m ncnnc.compat program.py args`: run a program whose `import ncnn` is this package."""

from __future__ import annotations

import os
import runpy
import sys

from .install import install

USAGE = "usage: python -m ncnnc.compat (program.py | -m module) [arguments]"


def main() -> None:
    """Run the program named by the first argument, with the remaining arguments."""
    arguments = sys.argv[1:]
    is_module = arguments[:1] == ["-m"]
    if is_module:
        del arguments[0]
    if not arguments:
        raise SystemExit(USAGE)
    install()
    sys.argv[:] = arguments
    if is_module:
        sys.path[0] = os.getcwd()
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
        return
    if not os.path.isfile(arguments[0]):
        raise SystemExit(f"{USAGE}\nthere is no file '{arguments[0]}'")
    sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
    runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
