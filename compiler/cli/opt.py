"""`ncnnc-opt`: xdsl-opt with the dialects, passes and targets of ncnnc."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnrankedTensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass, PassPipeline
from xdsl.targets.mlir import MLIRTarget
from xdsl.utils.arg_spec import parse_pipeline
from xdsl.utils.exceptions import ArgSpecParseError, DiagnosticException, ParseError
from xdsl.xdsl_opt_main import xDSLOptMain

from ...dialects.context import NcnncContext
from ...dialects.ir_parser import IRParser
from ...dialects.ir_printer import IRPrinter
from ...dialects.kernel.attributes import Algorithm
from ...dialects.ncnn.errors import ShapeError
from ...dialects.ncnn.internal.pack_weights import PackWeightsOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...passes.common.errors import OperationError
from ...passes.common.target import target_of
from ...runtime.errors import shortened
from ...runtime.files.input_files import shown_path
from ..diagnostics import NcnncError, UsageError, unknown_name
from ..reference import evaluate
from .arguments import add_shape_argument, only_shapes
from .imports import add_import_argument, import_modules
from .main import (
    EXIT_INPUT,
    EXIT_USAGE,
    TRACEBACK_VARIABLE,
    complain,
    complain_of_bug,
    complain_of_file,
    escape_what_cannot_be_printed,
)
from .universe import NCNNC_UNIVERSE

PARAM_SUFFIXES = (".param", ".param.bin")
"""Files of other names are IR."""
NO_ARRAYS = "IR only names the arrays of weights; give ncnnc-opt the .param, whose .bin has them"


def measure_algorithms(op: Operation, candidates: Sequence[Algorithm]) -> Mapping[Algorithm, float]:
    """As the compiler does; what that needs is imported only if it is wanted."""
    from ..tuning.timer import ConvolutionTimer

    module = op.get_toplevel_object()
    assert isinstance(module, ModuleOp)  # xDSL knows any op
    return ConvolutionTimer(target_of(module))(op, candidates)


@dataclass(frozen=True)
class IRTarget(MLIRTarget):
    """IR as text, which parses with its locations, too."""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        if not self.print_debuginfo or self.syntax_highlight:
            super().emit(ctx, module, output)
            return
        printer = IRPrinter(
            stream=output,
            print_generic_format=self.print_generic_format,
            print_properties_as_attributes=self.print_properties_as_attributes,
            print_debuginfo=True,
        )
        printer.print_op(module)
        printer.print_metadata(ctx.loaded_dialects)
        print("\n", file=output)


class NcnncOptMain(xDSLOptMain):
    """xDSL's driver with our context and `.param` files; adds our passes if not installed."""

    has_arrays = True
    """False for IR that only names the arrays of its weights."""
    running: ModulePass | None = None

    def register_all_dialects(self) -> None:
        self.ctx = NcnncContext(evaluate=evaluate, measure_algorithms=measure_algorithms)
        super().register_all_dialects()
        for name, factory in NCNNC_UNIVERSE.all_dialects.items():
            if name not in self.ctx.registered_dialect_names:
                self.ctx.register_dialect(name, factory)

    def register_all_frontends(self) -> None:
        super().register_all_frontends()
        self.available_frontends["mlir"] = self.parse_module
        self.available_frontends["param"] = self.import_param

    def parse_module(self, file: IO[bytes]) -> ModuleOp:
        """The IR of a file. Raises: ParseError; NcnncError if it is no text."""
        name = self.get_input_name()
        try:
            text = file.read().decode()
        except UnicodeDecodeError as error:
            reason = f"no text in UTF-8, as the byte at {error.start:#x} shows"
            raise NcnncError(f"{shown_path(name)}: error: {reason}") from error
        parser = IRParser(self.ctx, text, name)
        module = parser.parse_module(not self.args.no_implicit_module)
        weights = (op for op in module.walk() if isinstance(op, WeightOp))
        self.has_arrays = all(op.value is not None for op in weights)
        return module

    def import_param(self, _: IO[bytes]) -> ModuleOp:
        """Import a model with the arrays of its `.bin`. Raises: NcnncError."""
        from ..driver.import_model import import_graph
        from ..options.compile_options import CompileOptions
        from .model_source import with_weights

        assert isinstance(self.ctx, NcnncContext)  # the only kind here
        options = CompileOptions(self.args.input_file, inputs=only_shapes(self.args.input))
        return import_graph(with_weights(options), self.ctx, allow_unknown_shapes=True)

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        super().register_all_arguments(arg_parser)
        add_import_argument(arg_parser)
        add_shape_argument(arg_parser)
        arg_parser.add_argument(
            "--remarks",
            action="store_true",
            help="show, as comments, which rewrites the passes made, and why they declined others",
        )

    def output_resulting_program(self, prog: ModuleOp) -> str:
        text = super().output_resulting_program(prog)
        assert isinstance(self.ctx, NcnncContext)  # the only kind here
        if self.args.remarks:
            text += "".join(f"// {remark}\n" for remark in self.ctx.remarks)
        self.ctx.remarks.clear()
        return text

    def register_all_passes(self) -> None:
        super().register_all_passes()
        self.available_passes = self.available_passes | NCNNC_UNIVERSE.all_passes

    def setup_pipeline(self) -> None:
        """Raises: UsageError for an unknown pass, or options that a pass does not take."""
        try:
            for spec in parse_pipeline(self.args.passes):
                if spec.name not in self.available_passes:
                    raise unknown_name("pass", spec.name, list(self.available_passes))
            super().setup_pipeline()
        except (ArgSpecParseError, ValueError) as error:
            raise UsageError(f"the passes '{shortened(self.args.passes)}': {error}") from error
        between_passes = self.pipeline.callback

        def note_pass(done: ModulePass | None, module: ModuleOp, following: ModulePass | None):
            if between_passes is not None:
                between_passes(done, module, following)
            self.running = following

        self.pipeline = PassPipeline(self.pipeline.passes, note_pass)

    @property
    def pass_name(self) -> str:
        """Return what an error of the pass under way begins with."""
        return f"pass {self.running.name}: " if self.running else ""

    def apply_passes(self, prog: ModuleOp) -> None:
        """Raises: OperationError that names the pass, too; NcnncError if shapes are missing."""
        try:
            super().apply_passes(prog)
        except ShapeError as error:
            if not has_unknown_shapes(prog):
                raise
            hint = "hint: `--input NAME=3,224,224` gives a shape that the file lacks"
            raise NcnncError(f"{self.pass_name}{error}; {hint}") from error
        except OperationError as error:
            hint = f"; hint: {NO_ARRAYS}" * (
                isinstance(error.op, PackWeightsOp) and not self.has_arrays
            )
            error.args = (f"{self.pass_name}{error}{hint}",)
            raise

    def register_all_targets(self) -> None:
        super().register_all_targets()
        ours = {**NCNNC_UNIVERSE.all_targets, "mlir": lambda: IRTarget}
        self.available_targets = self.available_targets | ours


def has_unknown_shapes(module: ModuleOp) -> bool:
    """Return whether an argument of a function has no shape."""
    functions = (op for op in module.walk() if isinstance(op, FuncOp))
    types = (type for op in functions for type in op.function_type.inputs)
    return any(isinstance(type, UnrankedTensorType) for type in types)


def build_opt_parser() -> argparse.ArgumentParser:
    """Return the parser of `ncnnc-opt`, which xDSL's driver makes only to parse a command line."""
    driver = NcnncOptMain.__new__(NcnncOptMain)
    driver.available_frontends, driver.available_passes, driver.available_targets = {}, {}, {}
    driver.register_all_dialects()
    driver.register_all_frontends()
    driver.register_all_passes()
    driver.register_all_targets()
    parser = argparse.ArgumentParser(prog="ncnnc-opt")
    driver.register_all_arguments(parser)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ncnnc-opt`; IR errors are shown in place, pass errors on one line."""
    escape_what_cannot_be_printed()
    try:
        driver = NcnncOptMain(args=arguments)
        is_param = str(driver.args.input_file).endswith(PARAM_SUFFIXES)
        driver.args.frontend = driver.args.frontend or ("param" if is_param else "mlir")
        import_modules(driver.args.imports)
        driver.run()
    except UsageError as error:
        return complain(error, EXIT_USAGE)
    except OSError as error:
        return complain_of_file(error)
    except (NcnncError, DiagnosticException, ParseError) as error:
        if os.environ.get(TRACEBACK_VARIABLE) == "1":
            raise
        print(error, file=sys.stderr)
        return EXIT_INPUT
    except Exception as error:
        return complain_of_bug(error)
    return 0
