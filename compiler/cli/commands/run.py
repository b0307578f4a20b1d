"""`ncnnc run`: one run of a model, on files or on a fixed seeded input."""

from __future__ import annotations

import argparse
import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....runtime.files.replacing_files import check_outputs, write_atomically
from ...diagnostics import UsageError
from ...options.channel_options import ChannelOptions
from ...options.compile_options import CompileOptions
from ..arguments import (
    add_compile_arguments,
    add_fallback_argument,
    add_model_arguments,
    add_options,
    add_outputs_argument,
    compile_options,
    given_of,
    only_shapes,
    option_of,
    shape_sets,
)
from ..found_objects import (
    add_finding_arguments,
    check_what_is_wanted,
    metadata_for,
    picture_for,
    saves_picture,
    show_found,
)
from ..imports import add_import_argument
from ..output.console import file_of, results_on_standard_output, write_json
from ..parser import Verbs
from ..values import input_value, threads

if TYPE_CHECKING:
    import numpy as np

    from ....runtime.model.program import Program
    from ....runtime.model.tensors import TensorSpec
    from ....runtime.sessions.compiled_model import CompiledModel
    from ...bundle.metadata import Metadata
    from ...image import Image

TRACED_RUNS = 5
"""Of each step the fastest of these is shown."""


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "run",
        help="run a model once and show its outputs",
        description="Run a model once. Inputs that are not given are small random numbers, the "
        "same every time.",
    )
    add_model_arguments(parser, compiled=True)
    parser.add_argument(
        "--input",
        metavar="[NAME=]VALUE",
        type=input_value,
        action="append",
        default=[],
        help="an input: data=@x.npy, data=@cat.png, or its shape, data=3,224,224; the name of the "
        "only input may be left out: @cat.png; `auto` finds shapes that fit for all inputs that "
        "are not named; an inner blob becomes an input, and what only feeds it is left out; a "
        "second shape of an input begins another set of shapes, for which the model is run, too",
    )
    add_outputs_argument(parser)
    add_import_argument(parser)
    add_options(parser, ChannelOptions)
    parser.add_argument(
        "--threads",
        metavar="N",
        type=threads,
        help="threads to run on, or `auto` (default: as compiled, or 1)",
    )
    parser.add_argument(
        "--dynamic",
        action="store_true",
        help="take an image as large as it is, instead of resizing it to the input's shape",
    )
    parser.add_argument(
        "--save",
        metavar="OUT",
        help="write the outputs, by blob name, into an .npz, or the image with what is found in it "
        "into a .png, .jpg, .webp or .bmp",
    )
    parser.add_argument(
        "--reference",
        action="store_true",
        help="also compute with numpy, layer by layer, and show the largest difference",
    )
    parser.add_argument(
        "--trace",
        metavar="FILE",
        help="also time each layer, and write a timeline of all threads that trace viewers read: "
        "ui.perfetto.dev, chrome://tracing",
    )
    add_finding_arguments(parser)
    add_fallback_argument(parser)
    add_compile_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the model and summarize its outputs. Raises: NcnncError; OSError for outputs."""
    from ....runtime.model.specialisation import described_shapes
    from ..model_source import is_artifact, open_models

    if arguments.reference and is_artifact(arguments.model):
        raise UsageError("a compiled model holds no graph; --reference needs the .param")
    check_saved(arguments.save)
    check_outputs(arguments.save, file_of(arguments.json), arguments.trace)
    name_inputs(arguments)
    files = {name: value for name, value in arguments.input if isinstance(value, str)}
    shapes: list[tuple[str, tuple[int, ...]]]
    shapes = [entry for entry in arguments.input if isinstance(entry[1], tuple)]
    sets = shape_sets(shapes)
    metadata = metadata_of(arguments, files)
    if not is_artifact(arguments.model):
        images: dict[str, Image] = dict(arguments.preprocess or ())
        blobs = {name: path for name, path in files.items() if name not in images}
        of_files = shapes_of_files(blobs, arguments.dynamic)
        if metadata is not None:
            of_files |= whole_strides(of_files, files, metadata)
        if arguments.batch:
            of_files = {name: shape[1:] for name, shape in of_files.items()}
        if arguments.dynamic:
            of_files |= shapes_of_pixels(files, images)
        sets = [of_files | given for given in sets]
    models = open_models(arguments, sets, arguments.threads or 0)
    if is_artifact(arguments.model) and not any(sets) and files:
        models = models_that_fit(models, files, arguments.dynamic)
    if len(models) > 1 and (arguments.save or arguments.trace):
        option = "--save" if arguments.save else "--trace"
        raise UsageError(f"{option} takes one set of shapes; hint: give it with --input")
    with results_on_standard_output(arguments):
        for model in models:
            if len(models) > 1:
                between = chr(10) * (model is not models[0])
                print(f"{between}inputs {described_shapes(model.program)}")
            run_once(arguments, model, files, metadata)
    return 0


def name_inputs(arguments: argparse.Namespace) -> None:
    """Name unnamed inputs after the only one. Raises: UsageError if there are several."""
    if all(name for name, _ in arguments.input):
        return
    names = names_of_inputs(arguments)
    if len(names) != 1:
        raise UsageError(f"the model has {len(names)} inputs, name one: {', '.join(names)}")
    arguments.input = [(name or names[0], value) for name, value in arguments.input]


def names_of_inputs(arguments: argparse.Namespace) -> list[str]:
    """The names of a model's inputs. Raises: NcnncError if it cannot be read."""
    from ..model_source import compiled_programs, is_artifact, names_in_files

    if is_artifact(arguments.model):
        contents, _ = compiled_programs(arguments)
        return [spec.name for spec in contents.programs[0].inputs]
    return names_in_files(CompileOptions(arguments.model, outputs=arguments.outputs or ()))


def metadata_of(arguments: argparse.Namespace, files: Mapping[str, str]) -> Metadata | None:
    """Return the metadata for detections in the given image, if any. Raises: as `metadata_for`."""
    from ...analysis.model_inputs import is_image
    from ..model_source import is_artifact

    metadata = None
    has_image = any(map(is_image, files.values()))
    if has_image:
        options = None if is_artifact(arguments.model) else CompileOptions(arguments.model)
        metadata = metadata_for(arguments, options)
    check_what_is_wanted(arguments, metadata, has_image)
    return metadata


def whole_strides(
    shapes: Mapping[str, tuple[int, ...]], files: Mapping[str, str], metadata: Metadata
) -> dict[str, tuple[int, ...]]:
    """The shapes of images as a detector takes them, rows and columns multiples of its stride."""
    from ...analysis.model_inputs import is_image

    if metadata.task == "classify":
        return {}
    stride = metadata.stride
    return {
        name: (shape[0], *(-(-extent // stride) * stride for extent in shape[1:]))
        for name, shape in shapes.items()
        if is_image(files[name])
    }


def run_once(
    arguments: argparse.Namespace,
    model: CompiledModel,
    files: Mapping[str, str],
    metadata: Metadata | None,
) -> None:
    """Run a model, and print a summary of its outputs, or what it finds in an image."""
    from ...analysis.model_inputs import dequantized, read_inputs, specs_of_run

    picture = picture_for(arguments, model, files, metadata)
    others = {} if picture is None else {picture.name: picture.blob}
    left = {name: path for name, path in files.items() if name not in others}
    channels = channels_of(arguments, model, files)
    known = {spec.name: left[spec.name] for spec in model.inputs if spec.name in left}
    specs = specs_of_run(model.program, shapes_of_files(known, dynamic=False))
    inputs = read_inputs(specs, left, channels.image) | others
    # A session that is new: states are as they begin.
    outputs = (model.session() if model.program.states else model).run(inputs)
    rows = [spec.name for spec in model.outputs if spec.has_found_rows]
    if (
        picture is None
        or metadata is None
        or not show_found(arguments, picture, outputs, metadata, rows)
    ):
        from ..output.outputs import print_detections, print_outputs

        print_outputs(outputs)
        for name in rows:
            print_detections(name, outputs[name])
    if arguments.reference:
        print_difference(arguments, model.program, dequantized(model.inputs, inputs), outputs)
    if arguments.trace:
        from ..output.trace_events import trace_events

        traced = model.session() if model.program.states else model
        times = traced.profile_threads(inputs, 0, TRACED_RUNS)
        write_json(arguments.trace, trace_events(arguments.model, model.program, times))
    if arguments.save and not saves_picture(arguments):
        save(arguments.save, outputs)


def channels_of(
    arguments: argparse.Namespace, model: CompiledModel, files: Mapping[str, str]
) -> ChannelOptions:
    """Return what is done to channels of images. Raises: UsageError if no image is read so."""
    from ...analysis.model_inputs import is_image

    given = given_of(arguments, ChannelOptions)
    images = [s for s in model.inputs if s.name in files and is_image(files[s.name])]
    if given and all(spec.pixels for spec in images):
        words = ", ".join(map(option_of, given))
        if not images:
            raise UsageError(f"{words}: no input is an image; hint: --input data=@cat.png")
        name = images[0].name
        raise UsageError(f"{words} comes too late: the code prepares the pixels of '{name}' itself")
    return ChannelOptions(**given)


def shapes_of_files(files: Mapping[str, str], dynamic: bool) -> dict[str, tuple[int, ...]]:
    """The shapes of arrays by input, and if the model is to be `dynamic` of images, too."""
    from ...analysis.model_inputs import image_shape, is_image, npy_array

    return {
        name: image_shape(path) if is_image(path) else npy_array(path).shape
        for name, path in files.items()
        if dynamic or not is_image(path)
    }


def shapes_of_pixels(
    files: Mapping[str, str], images: Mapping[str, Image]
) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the blobs that are made of images as large as these are."""
    from ...analysis.model_inputs import image_shape, is_image

    return {
        name: (image.channels, *image_shape(files[name])[1:])
        for name, image in images.items()
        if name in files and is_image(files[name]) and image.resize is None
    }


def models_that_fit(
    models: list[CompiledModel], files: Mapping[str, str], dynamic: bool
) -> list[CompiledModel]:
    """The compiled model that fits the files (images by size). Raises: UsageError if none does."""
    from ....runtime.model.specialisation import described_programs, described_shape

    if len(models) == 1 and not dynamic:
        return models
    shapes = shapes_of_files(files, dynamic=True)
    for model in models:
        specs = {spec.name: spec for spec in model.inputs}
        if all(name in specs and has_size(specs[name], shape) for name, shape in shapes.items()):
            return [model]
    known = described_programs(model.program for model in models)
    given = " ".join(described_shape(name, shape) for name, shape in shapes.items())
    raise UsageError(
        f"{models[0].source} is compiled already, for {known}, not for {given}; "
        "hint: an image is resized to a shape that is given with --input"
    )


def has_size(spec: TensorSpec, shape: tuple[int, ...]) -> bool:
    """Return true if an input takes the height and width of a shape."""
    if spec.extents:
        return True
    return shape[-2:] == (spec.shape[-3:-1] if spec.pixels else spec.shape[-2:])


def print_difference(
    arguments: argparse.Namespace,
    program: Program,
    inputs: Mapping[str, np.ndarray],
    outputs: Mapping[str, np.ndarray],
) -> None:
    """The largest difference to what numpy computes layer by layer from the unchanged graph."""
    import numpy as np

    from ...analysis.fixed_extents import graph_for, shapes_at
    from ...analysis.model_inputs import extents_of_run, items_of, results_of
    from ...analysis.relative_error import output_errors
    from ..model_source import item_shapes
    from ..output.console import progress

    if program.symbols or program.states:
        given = [entry for entry in arguments.input if isinstance(entry[1], tuple)]
        options = compile_options(arguments, inputs=only_shapes(given))
        extents = extents_of_run(program, {name: array.shape for name, array in inputs.items()})
        shapes = shapes_at(options, extents)
    else:
        shapes = item_shapes(program, dict(arguments.preprocess or ()))
        options = compile_options(arguments, inputs=shapes, dims={})
    with progress("computing with numpy"):
        graph = graph_for(options, shapes)
        states = [spec for spec in graph.inputs if program.states and spec.name not in inputs]
        begun = {spec.name: np.zeros(spec.shape, spec.dtype) for spec in states}
        items = [graph.run({**item, **begun}) for item in items_of(inputs, program.batch)]
        found = results_of(items, program.batch)
        expected = {name: found[name] for name in outputs}  # States have next values, too.
    difference = max(output_errors(expected, outputs).values())
    print(f"\nlargest difference to numpy: {difference:.2e} of the largest magnitude")


def check_saved(path: str | None) -> None:
    """Raises: UsageError for pictures that are not written, and other files that are no `.npz`."""
    from ...postprocess.picture_formats import is_picture

    suffix = Path(path or "").suffix.lower()
    if path and suffix not in ("", ".npz") and not is_picture(path):
        hint = "hint: .npz for the outputs, .png for the image"
        raise UsageError(f"--save writes no '{suffix}'; {hint}")


def save(path: str, outputs: Mapping[str, np.ndarray]) -> None:
    """Write all outputs into one `.npz`. Raises: OSError if it cannot be written."""
    import numpy as np

    buffer = io.BytesIO()
    arrays: dict[str, Any] = dict(outputs)
    np.savez(buffer, **arrays)
    write_atomically(path, [buffer.getbuffer()])
