"""
Writes `passes/README.md`: all passes, what they do, where they come from and how they are tested.

    python -m tests.generators.passes_readme

A pass says what it does in the first line of its module. It is called as the function of
ncnnoptimize that it stands for, with `-` for `_`; a test checks that the file is up to date.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from ncnnc.passes import PACKAGES, get_all_passes
from ncnnc.passes.graph import GRAPH_PASSES

ROOT = Path(__file__).parents[2]
README = ROOT / "passes" / "README.md"

NCNNOPTIMIZE = (
    "fuse_batchnorm_scale",
    "fuse_convolution_batchnorm",
    "fuse_convolution_mul",
    "fuse_convolution_add",
    "fuse_convolutiondepthwise_batchnorm",
    "fuse_convolutiondepthwise_mul",
    "fuse_convolutiondepthwise_add",
    "fuse_deconvolution_batchnorm",
    "fuse_deconvolution_mul",
    "fuse_deconvolution_add",
    "fuse_deconvolutiondepthwise_batchnorm",
    "fuse_innerproduct_batchnorm",
    "fuse_innerproduct_add",
    "fuse_innerproduct_dropout",
    "replace_reduction_with_global_pooling",
    "replace_prelu_with_leaky_relu",
    "fuse_convolution_activation",
    "fuse_convolutiondepthwise_activation",
    "fuse_deconvolution_activation",
    "fuse_deconvolutiondepthwise_activation",
    "fuse_innerproduct_activation",
    "fuse_memorydata_binaryop",
    "fuse_binaryop_eltwise",
    "eliminate_dropout",
    "eliminate_pooling1x1",
    "eliminate_noop",
    "eliminate_split",
    "eliminate_flatten_after_global_pooling",
    "eliminate_reshape_after_global_pooling",
    "eliminate_reshape_before_binaryop",
    "replace_convolution_with_innerproduct_after_global_pooling",
    "replace_convolution_with_innerproduct_after_innerproduct",
    "eliminate_flatten_after_innerproduct",
    "eliminate_orphaned_memorydata",
)
"""The functions of ncnnoptimize, in the order in which it calls them."""

REWRITES = (*GRAPH_PASSES, "fold-constants", "move-strides-up")
"""The passes that make the graph smaller or faster, in the order in which they run."""

HEAD = """\
# Passes

Every pass is a file `<package>/<pass_name>.py`, found by that name; `ncnnc-opt -p <pass-name>` runs
it alone. The third column names the function of ncnnoptimize that a pass does the work of; *beyond*
are rewrites of the graph that ncnnoptimize has not, *compile* are steps of the compiler. The fourth
is the FileCheck test; graph passes are run on numbers too, in `tests/passes/graph`.

This file is written by `python -m tests.generators.passes_readme`.
"""

TITLES = {
    "graph": "rewrites of the graph, in the order in which they run, then other passes on it",
    "decompose": "layers as simpler layers, for compiling only",
    "schedule": "how layers are computed: algorithms, layouts, epilogues",
    "kernels": "from layers to kernels, weights, buffers and memory",
    "loops": "from kernels to loops, shared by threads",
}


def passes_of(package: str) -> list[str]:
    """The names of a package's passes: those of the graph in pipeline order, others by name."""
    order = {name: i for i, name in enumerate(REWRITES)}
    stems = [stem_of(name) for name in get_all_passes()]
    found = [s for s in stems if (ROOT / "passes" / package / f"{s}.py").exists()]
    names = [stem.replace("_", "-") for stem in found]
    return sorted(names, key=lambda name: (order.get(name, len(order)), name))


def stem_of(name: str) -> str:
    """The stem of the files of a pass."""
    return name.replace("-", "_")


def source_of(name: str) -> str:
    """Return the origin of a pass: a function of ncnnoptimize, a rewrite beyond it, or neither."""
    if stem_of(name) in NCNNOPTIMIZE:
        return f"`{stem_of(name)}`"
    return "*beyond*" if name in REWRITES else "*compile*"


def summary_of(package: str, name: str) -> str:
    """The first line of the pass's module."""
    module = importlib.import_module(f"ncnnc.passes.{package}.{stem_of(name)}")
    return (module.__doc__ or "").strip().split("\n")[0].replace("|", "\\|")


def test_of(package: str, name: str) -> Path:
    """The FileCheck test of a pass, relative to the project: of IR, or of a whole model."""
    of_ir = Path("tests", "filecheck", "passes", package, f"{stem_of(name)}.mlir")
    of_model = of_ir.with_suffix(".test")
    return of_model if (ROOT / of_model).exists() else of_ir


def table(package: str) -> str:
    """The passes of one package."""
    lines = [
        f"## {package}: {TITLES[package]}",
        "",
        "| pass | what it does | ncnnoptimize | test |",
        "|---|---|---|---|",
    ]
    for name in passes_of(package):
        test = test_of(package, name)
        link = f"[{test.name}](../{test.as_posix()})"
        source = f"[`{name}`]({package}/{stem_of(name)}.py)"
        lines.append(f"| {source} | {summary_of(package, name)} | {source_of(name)} | {link} |")
    return "\n".join(lines) + "\n"


def readme() -> str:
    """The whole file."""
    return "\n".join([HEAD, *map(table, PACKAGES)])


if __name__ == "__main__":
    README.write_text(readme(), encoding="utf-8")
