"""`ncnnc-opt`: xdsl-opt with the dialects, passes and targets of ncnnc."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.xdsl_opt_main import xDSLOptMain

from ..dialects.context import NcnncContext
from .reference import evaluate
from .universe import NCNNC_UNIVERSE


class NcnncOptMain(xDSLOptMain):
    """
    The opt driver with an ncnnc context.

    xDSL's driver already loads every installed universe, ours included; what is missing (when ncnnc
    is imported without being installed) is added here.
    """

    def register_all_dialects(self) -> None:
        self.ctx = NcnncContext(evaluate=evaluate)
        super().register_all_dialects()
        for name, factory in NCNNC_UNIVERSE.all_dialects.items():
            if name not in self.ctx.registered_dialect_names:
                self.ctx.register_dialect(name, factory)

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        super().register_all_arguments(arg_parser)
        arg_parser.add_argument(
            "--remarks",
            action="store_true",
            help="show, as comments, which rewrites the passes made, and why they declined others",
        )

    def output_resulting_program(self, prog: ModuleOp) -> str:
        text = super().output_resulting_program(prog)
        assert isinstance(self.ctx, NcnncContext)
        if self.args.remarks:
            text += "".join(f"// {remark}\n" for remark in self.ctx.remarks)
        self.ctx.remarks.clear()
        return text

    def register_all_passes(self) -> None:
        super().register_all_passes()
        self.available_passes = self.available_passes | NCNNC_UNIVERSE.all_passes

    def register_all_targets(self) -> None:
        super().register_all_targets()
        self.available_targets = self.available_targets | NCNNC_UNIVERSE.all_targets


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the `ncnnc-opt` command."""
    NcnncOptMain(args=arguments).run()
