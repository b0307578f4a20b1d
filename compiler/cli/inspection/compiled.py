"""`ncnnc inspect` of a compiled model: its programs."""

from __future__ import annotations

from ....runtime.loading import programs_of
from ....runtime.model.precision_choice import PrecisionChoice
from ....runtime.model.specialisation import described_shapes
from ....runtime.model.tensors import given_inputs
from ....runtime.weights.shared_weights import SharedWeights
from ..output.console import describe_bytes
from ..output.tables import print_table


def print_precisions(choice: PrecisionChoice) -> None:
    """Print the precision of each layer, and why."""
    rows = [
        (
            *(layer.layer, layer.precision),
            "" if layer.error is None else f"{layer.error:.1e}",
            f"{layer.gain / 1e3:.0f} k" if layer.gain else "",
            layer.reason,
        )
        for layer in choice.layers
    ]
    columns = ("layer", "precision", "error alone", "cycles saved", "")
    print_table(columns, rows, numeric=columns[2:4])


def print_compiled(path: str, name: str = "") -> None:
    """Print a compiled model's programs, shapes and shared data. Raises: NcnncError."""
    contents, _ = programs_of(path, name)
    rows = [
        (
            described_shapes(program),
            str(len(program.steps)),
            describe_bytes(len(program.object_code)),
            describe_bytes(program.arena_bytes + program.workspace_bytes),
        )
        for program in contents.programs
    ]
    columns = ("inputs", "steps", "code", "memory")
    print_table(columns, rows, numeric=columns[1:])
    first = contents.programs[0]
    print()
    print(f"target         {first.target}")
    print(f"weights        {describe_bytes(SharedWeights(contents.programs).size)}")
    if (choice := first.precision_choice) is not None:
        print(f"precision      {choice}")
        print()
        print_precisions(choice)
        print()
    kinds = (
        ("input", given_inputs(first.inputs)),
        ("state", first.states),
        ("output", first.given_outputs),
    )
    for kind, specs in kinds:
        for index, spec in enumerate(specs):
            label = f"{kind} {index}" if len(specs) > 1 else kind
            name = f"{spec.name} of scale {spec.scale_text}" if spec.scale else spec.name
            print(f"{label:14} {name if contents.dynamic else spec}")
