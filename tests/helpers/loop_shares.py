"""
Prints the table of docs/deploy.md: what part of a core's multiply-adds inner loops for aarch64 do.

`python -m tests.helpers.loop_shares`, where `llvm-mca` is on the path, or named by LLVM_MCA.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.target.records import Target

from tests.helpers.assembly_loops import innermost_loops, products_of, share
from tests.helpers.dual_issue import in_order_cycles

CORES = ("cortex-a55", "cortex-a76", "neoverse-n1", "neoverse-v2", "apple-m1")
IN_ORDER = "cortex-a55"
"""The core whose loads of integers LLVM's model does not show."""
OLD = ("cortex-a55", "cortex-a76", "neoverse-n1")
"""Cores without products of small matrices."""


def convolution(kernel: int, weights: int, flags: str = "") -> str:
    """Return a network of one convolution, from 64 to 64 channels."""
    return f"""7767517
2 2
Input in 0 1 in 0=28 1=28 2=64
Convolution c 1 1 in out 0=64 1={kernel} 4={kernel // 2} 5=1 6={weights}{flags}
"""


MATRICES = """7767517
3 3
Input a 0 1 a 0=256 1=128
Input b 0 1 b 0=192 1=256
MatMul m 2 1 a b out
"""


INT8_MATRICES = """7767517
2 2
Input a 0 1 a 0=256 1=64
Gemm g 1 1 a out 3=1 5=1 6=1 7=0 8=192 9=256 10=-1 18=2
"""


@dataclass(frozen=True)
class Case:
    """A network, whose loop with the most products is estimated."""

    title: str
    param: str
    extension: str = ""
    precision: str = "fp32"
    conv: dict[str, str] = field(default_factory=dict[str, str])
    without: tuple[str, ...] = ()
    """Cores that lack its instruction."""

    def loop(self, core: str, folder: Path) -> list[str]:
        """Return the loop as it is for a core."""
        path = folder / "net.param"
        path.write_text(self.param)
        options = CompileOptions(
            str(path),
            target=f"aarch64{self.extension}+{core}",
            precision=self.precision,
            conv=self.conv,
            random_weights=1,
        )
        loops = innermost_loops(lower(options).assembly())
        return max(loops, key=lambda loop: len(products_of(loop)))


CASES = (
    Case("1x1, `fmla`", convolution(1, 4096)),
    Case("packed 3x3, `fmla`", convolution(3, 36864), conv={"c": "packed"}),
    Case("products of Winograd, `fmla`", convolution(3, 36864), conv={"c": "winograd4"}),
    Case("products of matrices, `fmla`", MATRICES),
    Case("3x3, `sdot`", convolution(3, 36864, " 8=2"), "+dotprod"),
    Case("products of matrices, `sdot`", INT8_MATRICES, "+dotprod"),
    Case("3x3, `smmla`", convolution(3, 36864, " 8=2"), "+i8mm", without=(*OLD, "apple-m1")),
    Case("1x1, `bfmmla`", convolution(1, 4096), "+bf16", "bf16", without=(*OLD, "apple-m1")),
)


def shares(case: Case, cores: tuple[str, ...] = CORES) -> dict[str, float]:
    """Return the share of the loop of a case on each core that has the instruction."""
    found = dict[str, float]()
    with tempfile.TemporaryDirectory() as folder:
        for core in (c for c in cores if c not in case.without):
            loop, pipes = case.loop(core, Path(folder)), Target.parse(f"aarch64+{core}").costs.pipes
            if core == IN_ORDER and "sdot" in case.title:
                found[core] = len(products_of(loop)) / in_order_cycles(loop)
                continue
            found[core] = share(loop, core, pipes)
    return found


def main() -> None:
    print("| loop |", " | ".join(CORES), "|")
    print("|---" * (len(CORES) + 1) + "|")
    for case in CASES:
        found = shares(case)
        cells = (f"{found[core]:.2f}" if core in found else "" for core in CORES)
        print(f"| {case.title} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
