"""Find shapes in `Input` lines that do not fit the layers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp

from ....dialects.main_function import find_main, input_names
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.rules.borrowed_types import set_type
from ....dialects.ncnn.shapes import UNRANKED, Shape
from ....passes.common.errors import LayerPlace, place_at
from ....runtime.files.input_files import shown_path
from ...input_shapes.solver import HINT_SECONDS, Solver, Unsolved


@dataclass(frozen=True)
class WrongInput:
    """An input, its shape in the file, and one that fits."""

    name: str
    shape: Shape
    fitting: Shape
    place: LayerPlace

    def __str__(self) -> str:
        said, fits = ("x".join(map(str, self.shape)), ",".join(map(str, self.fitting)))
        file = shown_path(self.place.file or "")
        line = self.place.line or f"{self.place.offset or 0:#x}"
        return (
            f"{file}:{line}: warning: input '{self.name}' is {said} in the file, which the layers "
            f"do not take; hint: --input {self.name}={fits} fits"
        )


def forget_wrong_inputs(module: ModuleOp, given: Collection[str]) -> list[WrongInput]:
    """Forget shapes of inputs that layers reject, unless given, and of all other blobs."""
    main = find_main(module)
    solution = Solver(main, given, seconds=HINT_SECONDS).solve()
    if isinstance(solution, Unsolved):
        return []
    arguments = dict(zip(input_names(main), main.body.block.args, strict=True))
    wrong = [
        WrongInput(name, shape, solution.shapes[name], place_at(arguments[name].location))
        for name, shape in solution.declared.items()
        if solution.shapes[name] != shape
    ]
    if wrong:
        for one in wrong:
            set_type(arguments[one.name], UNRANKED)
        for op in main.body.block.ops:
            if not isinstance(op, WeightOp):
                for result in op.results:
                    set_type(result, UNRANKED)
        main.update_function_type()
    return wrong
