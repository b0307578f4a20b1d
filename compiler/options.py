"""Everything a compilation depends on, in one frozen record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .diagnostics import UsageError, unknown_name

CONV_POLICIES = ("cost", "ncnn", "measure")
"""How a convolution's algorithm is chosen: a cost model, ncnn's rules, or timings made here."""


@dataclass(frozen=True)
class CompileOptions:
    """
    The input and the choices of one compilation; each is an option of `ncnnc compile`.

    Shapes: `inputs` maps a blob name to its numpy shape, `(w,)`, `(h, w)`, `(c, h, w)` or
    `(c, d, h, w)`; an input that is not named keeps the shape its `.param` gives.
    Raises: UsageError for a value outside its range.
    """

    param: str
    """Path of the `.param`, or the name of a network of the zoo."""
    weights: str | None = None
    """Path of the `.bin`; None means the one beside the `.param`, with the same stem."""
    target: str = "host"
    """Name of the target, as `compiler/target.py` parses it."""
    inputs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    threads: int = 1
    random_weights: int | None = None
    """Seed of generated weights; None means that the weights are read."""
    conv_policy: str = "cost"
    conv: Mapping[str, str] = field(default_factory=dict)
    """Algorithm by layer name; comes before the policy."""
    print_ir_after: tuple[str, ...] = ()
    """Names of passes after which the IR is printed on stderr; `all` stands for every pass."""
    dump_dir: str | None = None
    """Folder that receives the IR after every pass, and the LLVM IR."""
    time_passes: bool = False
    remarks: bool = False
    """Whether the rewrites of the graph, and those declined, are printed on stderr."""

    def __post_init__(self) -> None:
        if self.threads < 1:
            raise UsageError(f"threads must be at least 1, not {self.threads}")
        if self.conv_policy not in CONV_POLICIES:
            raise unknown_name("convolution policy", self.conv_policy, CONV_POLICIES)
        from ..dialects.ncnn.attributes import Algorithm

        known = [algorithm.value for algorithm in Algorithm]
        for layer, algorithm in self.conv.items():
            if algorithm not in known:
                raise unknown_name(f"algorithm of layer '{layer}'", algorithm, known)
        for name, shape in self.inputs.items():
            if not 1 <= len(shape) <= 4 or min(shape) < 1:
                raise UsageError(
                    f"input '{name}' needs 1 to 4 extents of at least 1, "
                    f"not {'x'.join(map(str, shape)) or 'none'}"
                )
