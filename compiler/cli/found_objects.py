"""Run a detector or classifier on an image, and show what it finds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...dialects.detections import DETECTION_FIELDS
from ...runtime.files.input_files import shown_path
from ...runtime.files.replacing_files import write_atomically
from ..bundle.metadata import TASKS, Metadata, metadata_beside, read_metadata
from ..diagnostics import UsageError
from ..image import Image, ImagePlacement
from ..postprocess.picture_formats import is_picture
from .output.console import write_json
from .output.tables import print_table
from .values import share

if TYPE_CHECKING:
    import numpy as np

    from ...runtime.model.tensors import TensorSpec
    from ...runtime.sessions.compiled_model import CompiledModel
    from ..options.compile_options import CompileOptions
    from ..postprocess.findings import FoundObject
    from ..postprocessing import Postprocessing

from ..yolo_boxes import IMAGE, POSE, Thresholds, YoloBoxes

MOST_SHOWN = 30
"""Rows in the table of detections."""


def add_finding_arguments(parser: argparse.ArgumentParser) -> None:
    """Add options of detections in an image."""
    group = parser.add_argument_group("what a detector finds in an image")
    group.add_argument(
        "--metadata",
        metavar="FILE",
        help="metadata.yaml of Ultralytics, which says how an image is prepared, and what the "
        "outputs mean (default: the one beside the .param)",
    )
    group.add_argument(
        "--confidence",
        metavar="X",
        type=share,
        help=f"show what has a score above it (default: {Thresholds.confidence})",
    )
    group.add_argument(
        "--overlap",
        metavar="X",
        type=share,
        help="drop boxes that overlap a better one of their class by more, intersection over "
        f"union (default: {Thresholds.overlap})",
    )
    group.add_argument("--json", metavar="FILE", help="write what is found; `-` is standard output")


def metadata_for(arguments: argparse.Namespace, options: CompileOptions | None) -> Metadata | None:
    """Return the model's metadata, if of a known kind. Raises: ModelError; UsageError."""
    if arguments.metadata is None:
        found = None if options is None else metadata_beside(options.param)
    else:
        found = read_metadata(arguments.metadata)
        if found is None:
            raise UsageError(f"{shown_path(arguments.metadata)} is no metadata of Ultralytics")
    return found if found is not None and found.task in TASKS else None


def thresholds_of(arguments: argparse.Namespace) -> Thresholds:
    """Return the thresholds that a command line gives."""
    return Thresholds(
        Thresholds.confidence if arguments.confidence is None else arguments.confidence,
        Thresholds.overlap if arguments.overlap is None else arguments.overlap,
    )


@dataclass(frozen=True)
class Picture:
    """An image that is given to a model, and how it becomes the input."""

    name: str
    """Name of the input."""
    path: str
    pixels: np.ndarray
    """As the file has it, `h,w,channels`."""
    blob: np.ndarray
    """The array that the model receives."""
    placement: ImagePlacement
    input_size: tuple[int, int]

    @classmethod
    def read(
        cls,
        spec: TensorSpec,
        path: str,
        metadata: Metadata,
        arguments: argparse.Namespace,
        compiled_in: Image | None,
    ) -> Picture:
        """Read and prepare an image, options before metadata. Raises: as `opened_image`."""
        from ..analysis.model_inputs import fitting_pixels, read_pixels
        from ..postprocess.preparation import center_crop, letterboxed, normalized

        order = spec.pixels or ("gray" if metadata.channels == 1 else arguments.order or "rgb")
        pixels = read_pixels(path, order, upright=True)
        size = pixels.shape[0], pixels.shape[1]
        if compiled_in is not None:
            fitted = fitting_pixels(pixels, spec)
            given = fitted.shape[0], fitted.shape[1]
            within = compiled_in.placement(given)
            placement = ImagePlacement(
                (within.scale[0] * given[0] / size[0], within.scale[1] * given[1] / size[1]),
                within.offset,
            )
            shape = compiled_in.resize or given
            return cls(spec.name, path, rgb_of(pixels, order), fitted, placement, shape)
        shape = spec.shape[1], spec.shape[2]
        if metadata.task == "classify":
            prepared, placement = center_crop(pixels, shape), ImagePlacement()
        else:
            prepared, placement = letterboxed(pixels, shape)
        blob = normalized(prepared, arguments.mean, arguments.norm)
        return cls(spec.name, path, rgb_of(pixels, order), blob, placement, shape)


def rgb_of(pixels: np.ndarray, order: str) -> np.ndarray:
    """Return the pixels with red first, or gray, and without opacity."""
    return pixels[..., [2, 1, 0]] if order.startswith("bgr") else pixels[..., :3]


def picture_for(
    arguments: argparse.Namespace,
    model: CompiledModel,
    files: Mapping[str, str],
    metadata: Metadata | None,
) -> Picture | None:
    """Return the image to search, if one is given and the model's objects are known."""
    from ..analysis.model_inputs import is_image

    specs = [spec for spec in model.inputs if spec.name in files]
    if metadata is None or len(specs) != 1 or not is_image(files[specs[0].name]):
        return None
    spec = specs[0]
    images: dict[str, Image] = dict(arguments.preprocess or ())
    compiled_in = images.get(spec.name)
    if spec.pixels:
        if compiled_in is None:
            return None
    elif len(spec.shape) != 3 or spec.shape[0] != metadata.channels:
        return None
    return Picture.read(spec, files[spec.name], metadata, arguments, compiled_in)


def show_found(
    arguments: argparse.Namespace,
    picture: Picture,
    outputs: Mapping[str, np.ndarray],
    metadata: Metadata,
    chosen: Collection[str],
) -> bool:
    """
    Print and save findings, the model having chosen boxes of some outputs; false if outputs have
    another form. Raises: UsageError; OSError.
    """
    from ..postprocess.findings import find, report_of

    size = picture.pixels.shape[0], picture.pixels.shape[1]
    thresholds = thresholds_of(arguments)
    outputs = in_input(outputs, picture, dict(arguments.postprocess or ()))
    try:
        found = find(
            *(outputs, metadata, picture.input_size, size, picture.placement, thresholds), chosen
        )
    except UsageError as error:
        if arguments.json or saves_picture(arguments):
            raise
        print(str(error).replace("error:", "warning:", 1), file=sys.stderr)
        return False
    print_found(found)
    if saves_picture(arguments):
        from ..postprocess.drawing import picture as drawn

        write_atomically(arguments.save, [drawn(picture.pixels, found, arguments.save)])
    if arguments.json:
        report = {
            "image": picture.path,
            "width": size[1],
            "height": size[0],
            "task": metadata.task,
            "found": [report_of(each) for each in found],
        }
        write_json(arguments.json, report)
    return True


def in_input(
    outputs: Mapping[str, np.ndarray], picture: Picture, steps: Mapping[str, Postprocessing]
) -> dict[str, np.ndarray]:
    """Return outputs in the pixels of the network's input, also those in pixels of the image."""
    import numpy as np

    made = dict(outputs)
    given = np.divide(picture.pixels.shape[:2], picture.blob.shape[:2])[::-1]
    for name, boxes in steps.items():
        if not isinstance(boxes, YoloBoxes) or boxes.coordinates != IMAGE:
            continue
        name = name or next(iter(outputs))
        made[name] = rows = outputs[name].copy()
        for first in places_of_points(rows.shape[1], boxes):
            points = rows[:, first : first + 2] * given
            rows[:, first : first + 2] = picture.placement.to_blob(points)
    return made


def places_of_points(fields: int, boxes: YoloBoxes) -> list[int]:
    """Return where in a row x and y of points are: corners, and keypoints of poses."""
    extras = range(DETECTION_FIELDS, fields, boxes.point) if boxes.task == POSE else ()
    return [2, 4, *extras]


def saves_picture(arguments: argparse.Namespace) -> bool:
    return arguments.save is not None and is_picture(arguments.save)


def print_found(found: Sequence[FoundObject]) -> None:
    """Print a table of detections, boxes in pixels of the image."""
    if not found:
        print("nothing found")
        return
    has_boxes = found[0].box is not None
    columns = ("label", "score", *(("x0", "y0", "x1", "y1") if has_boxes else ()))
    extra = "mask pixels" if found[0].mask is not None else ""
    extra = "keypoints" if found[0].keypoints is not None else extra
    columns = (*columns, extra) if extra else columns
    rows = [
        (
            each.name,
            f"{each.score:.3f}",
            *(f"{edge:.1f}" for edge in each.box or ()),
            *([str(each.mask.area)] if each.mask is not None else ()),
            *([f"{each.seen.sum()} of {len(each.seen)}"] if each.keypoints is not None else ()),
        )
        for each in found[:MOST_SHOWN]
    ]
    print_table(columns, rows, numeric=columns[1:])
    if len(found) > MOST_SHOWN:
        print(f"and {len(found) - MOST_SHOWN} of lower scores, which --json lists")


def check_what_is_wanted(
    arguments: argparse.Namespace, metadata: Metadata | None, has_image: bool
) -> None:
    """Raises: UsageError for detection options without metadata or an image."""
    options = ("confidence", "overlap", "json", "metadata")
    given = [f"--{name}" for name in options if getattr(arguments, name) is not None]
    given += ["--save of a picture"] if saves_picture(arguments) else []
    if not given:
        return
    if not has_image:
        raise UsageError(f"{given[0]} needs an image; hint: --input @cat.png")
    if metadata is None:
        raise UsageError(
            f"{given[0]} needs to know what the model finds; hint: a metadata.yaml of Ultralytics "
            "beside it, or --metadata FILE"
        )
