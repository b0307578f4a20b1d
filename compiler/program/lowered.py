"""A lowered module, which can be printed as LLVM IR or compiled once it is at level `loops`."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp

from ...dialects.context import NcnncContext
from ...dialects.target.isa import ObjectFormat
from ...dialects.target.records import Target
from ...runtime.model.precision_choice import PrecisionChoice
from ...runtime.model.tensors import TensorSpec
from ..backend.llvm.program_text import program_text, program_texts
from ..backend.object.machine_code import emit_assembly
from ..backend.object.object_code import emit_program
from ..options.compile_options import CompileOptions
from ..pipeline.reproducer import backend_bugs_reported
from ..pipeline.runner import PassRunner
from ..pipeline.timed import timed


@dataclass
class Lowered:
    """A lowered module, with its context and weights."""

    module: ModuleOp
    ctx: NcnncContext
    target: Target
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    runner: PassRunner
    batch: int = CompileOptions.batch
    """Items per run; 0: one item, without an axis for items."""
    threads: int = 1
    """Default number of threads; 0: chosen by the first runs."""
    jobs: int = CompileOptions.jobs
    """Number of LLVM processes; 0: one per core, up to 4."""
    model: str = ""
    """Fingerprint of the model's files, if it has states."""
    precision_choice: PrecisionChoice | None = None
    """The precisions that were chosen within an error, if they were."""

    def llvm_ir(self) -> str:
        """Return LLVM IR text; the module must be at level `loops`. Raises: InternalError."""
        with self._printing():
            return program_text(self.module, self.target.function_attributes)

    def assembly(self) -> str:
        """Return assembly text. Raises: InternalError."""
        text = self.llvm_ir()
        with backend_bugs_reported(self.runner, self.module, "LLVM"):
            return emit_assembly(text, self.target)

    def object_code(self) -> bytes:
        """Return an object with the functions of `dialects.entry_points`. Raises: InternalError."""
        if self.runner.show.dump_dir is not None:
            self.runner.dump("llvm.ll", self.llvm_ir())
        with self._printing():
            texts = self._texts()
        with (
            backend_bugs_reported(self.runner, self.module, "LLVM"),
            timed(self.runner.seconds, "LLVM"),
        ):
            return emit_program(texts, self.target, self.jobs)

    def _texts(self) -> list[str]:
        """Return the LLVM modules to compile; only one where we cannot merge objects."""
        attributes = self.target.function_attributes
        if self.target.object_format is not ObjectFormat.WASM:
            return program_texts(self.module, attributes)
        return [program_text(self.module, attributes)]

    @contextmanager
    def _printing(self) -> Generator[None]:
        with (
            backend_bugs_reported(self.runner, self.module, "printing LLVM IR"),
            timed(self.runner.seconds, "printing LLVM IR"),
        ):
            yield
