"""Arguments that several verbs share, and the compile options they amount to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from ...runtime.replacing_files import check_outputs, is_stream
from ..bundle.location import is_bundle
from ..diagnostics import UsageError
from ..driver.code_options import ConvPolicy, Precision
from ..driver.options import CompileOptions
from ..image import Image
from .shape_notes import say_shapes_beside
from .values import (
    blob_names,
    count,
    layer_algorithm,
    named_image,
    named_shape,
    numbers,
    positive_seconds,
    precision,
    typed_input,
)


def add_model_arguments(
    parser: argparse.ArgumentParser, *, compiled: bool = False, optional: bool = False
) -> None:
    """
    The model files; `compiled` allows a `.ncnnc` in place of the `.param`, `optional` none at all.
    """
    kinds = ".param, folder or .zip with one, .ncnnc or zoo name"
    kinds = kinds if compiled else kinds.replace(".ncnnc or ", "or ")
    number = "?" if optional else None
    parser.add_argument("model", metavar="MODEL", nargs=number, help=f"the network: {kinds}")
    parser.add_argument(
        "weights", metavar="WEIGHTS", nargs="?", help="its .bin (default: beside the .param)"
    )
    parser.add_argument(
        "--random-weights",
        metavar="SEED",
        type=int,
        help="generate the weights instead of reading them (default seed: 0)",
    )
    if compiled:
        add_name_argument(parser)


def add_name_argument(parser: argparse._ActionsContainer) -> None:
    """Which model of a library."""
    parser.add_argument(
        "--name", metavar="NAME", help="take this one of several models that are in one .so"
    )


def check_name(arguments: argparse.Namespace) -> None:
    """Raises: UsageError for a name where the model is not in a library."""
    if arguments.name is not None and Path(arguments.model or "").suffix != ".so":
        raise UsageError("--name is for one of several models in a .so")


RANDOM_WEIGHTS = "null"
"""What ncnnoptimize takes for a `.bin` that does not exist: the weights are generated."""
WEIGHTS_IN_BUNDLE = ""
"""Stands for the weights of a folder or an archive, which are not named."""
REWRITING_VERBS = ("optimize", "quantize")


def with_weights_of_bundle(arguments: Sequence[str]) -> list[str]:
    """
    Return the arguments of a verb that writes a model, with a word for the weights: they may be
    left out if the model is a folder or an archive.
    """
    words = list(arguments)
    if len(words) > 2 and words[0] in REWRITING_VERBS and is_bundle(words[1]):
        is_weights = words[2].endswith(".bin") and not words[2].endswith(".param.bin")
        if not is_weights and words[2] != RANDOM_WEIGHTS:
            words.insert(2, WEIGHTS_IN_BUNDLE)
    return words


def add_rewriting_arguments(parser: argparse.ArgumentParser) -> None:
    """The files that are read, and those that are written."""
    parser.add_argument(
        "model", metavar="IN.param", help="text or binary, folder or .zip with one, or zoo name"
    )
    parser.add_argument(
        "weights",
        metavar="IN.bin",
        help="`null` generates weights; may be left out behind a folder or a .zip",
    )
    parser.add_argument("out_param", metavar="OUT.param", help="binary if named .param.bin")
    parser.add_argument("out_weights", metavar="OUT.bin")


def check_rewritten_files(arguments: argparse.Namespace) -> None:
    """
    Raises: UsageError if both files that are written have one name; OSError if one cannot be
    written.
    """
    outputs = arguments.out_param, arguments.out_weights
    if Path(outputs[0]) == Path(outputs[1]) and not is_stream(outputs[0]):
        raise UsageError(f"both outputs are named '{arguments.out_param}'")
    check_outputs(*outputs)


def rewriting_options(arguments: argparse.Namespace, **more: Any) -> CompileOptions:
    """The model and the shapes that a command line names which writes another one."""
    generated = arguments.weights == RANDOM_WEIGHTS
    beside = arguments.weights == WEIGHTS_IN_BUNDLE
    return CompileOptions(
        arguments.model,
        None if generated or beside else arguments.weights,
        inputs=only_shapes(arguments.input),
        random_weights=0 if generated else None,
        outputs=arguments.outputs or (),
        **more,
    )


def with_explicit_seed(arguments: Sequence[str]) -> list[str]:
    """
    The arguments with `--random-weights` spelled `--random-weights=0` where no seed follows.

    Without this, argparse would take a model's name behind it for the seed.
    """
    words = list(arguments)
    for place, word in enumerate(words):
        if word == "--random-weights" and not "".join(words[place + 1 : place + 2]).isdigit():
            words[place] = "--random-weights=0"
    return words


def add_compile_arguments(parser: argparse.ArgumentParser) -> None:
    """How a model is compiled; what is not said is None here, and by default in the options."""
    group = parser.add_argument_group("compilation")
    add_code_arguments(group)
    group.add_argument(
        "--print-ir-after",
        metavar="PASS",
        action="append",
        help="print the IR after a pass, or after `all` of them, on standard error",
    )
    group.add_argument("--dump-dir", metavar="DIR", help="write every stage into this folder")
    group.add_argument(
        "--verify-each",
        action="store_true",
        default=None,
        help="verify the IR after every pass, that of loops too",
    )
    group.add_argument(
        "--remarks",
        action="store_true",
        default=None,
        help="say which rewrites of the graph were made, and why others were not",
    )
    group.add_argument(
        "--jobs",
        metavar="N",
        type=count,
        help="processes in which LLVM runs at once; what is written is the same for any number "
        "(default: the cores that may be used, up to 4)",
    )
    group.add_argument(
        "--no-cache",
        dest="cache",
        action="store_false",
        default=None,
        help="compile, even if the cache has the model, and do not keep it (see `ncnnc cache`)",
    )
    group.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=positive_seconds,
        help="end with an error if all takes longer (default: no limit)",
    )
    group.add_argument(
        "--time-passes", action="store_true", default=None, help="print the time of every pass"
    )


def add_code_arguments(group: argparse._ActionsContainer) -> None:
    """What decides the code; what is not said is None here, and by default in the options."""
    group.add_argument(
        "--target",
        metavar="NAME",
        help="machine to compile for, see `ncnnc targets` (default: this machine)",
    )
    group.add_argument(
        "--conv-policy",
        choices=[policy.value for policy in ConvPolicy],
        help="how convolution algorithms are chosen: by a cost model, by ncnn's rules, or by "
        f"measuring on this machine (default: {CompileOptions.conv_policy})",
    )
    group.add_argument(
        "--conv",
        metavar="LAYER=ALGORITHM",
        type=layer_algorithm,
        action="append",
        help="algorithm of one convolution; `tiled:24` for tiles of 24 output positions",
    )
    group.add_argument(
        "--precision",
        type=precision,
        choices=[one.value for one in Precision],
        help="what blobs are stored in and multiplied as; bf16 is faster where the machine has "
        f"products of it, and rounds (default: {CompileOptions.precision})",
    )
    group.add_argument(
        "--memory-limit",
        metavar="BYTES",
        help="what weights, arena and workspace may take together, `512M` say: convolutions that "
        "lose least time by it get smaller weights (default: no limit)",
    )
    group.add_argument(
        "--max-memory",
        metavar="BYTES",
        help="refuse a model that takes more, before anything is allocated "
        f"(default: {CompileOptions.max_memory})",
    )
    group.add_argument(
        "--debug-bounds",
        action="store_true",
        default=None,
        help="check every load and store of the code: one that is out of bounds ends the run with "
        "an error that names layer and buffer",
    )
    add_batch_argument(group)
    add_preprocess_argument(group)
    add_input_type_argument(group)


def add_input_type_argument(parser: argparse._ActionsContainer) -> None:
    """What inputs are made of."""
    parser.add_argument(
        "--input-type",
        metavar="NAME=int8",
        dest="input_types",
        type=typed_input,
        action="append",
        help="take an input as the int8 numbers that the layers which read it make of float32",
    )


def add_preprocess_argument(parser: argparse._ActionsContainer) -> None:
    """What is done to inputs that are images."""
    parser.add_argument(
        "--preprocess",
        metavar="NAME[=STEP:...]",
        type=named_image,
        action="append",
        help="take an input as an image, uint8 h,w,channels, and preprocess it as ncnn does: "
        "data=resize=224,224:mean=104,117,123:norm=0.017:order=rgb2bgr",
    )


def add_batch_argument(parser: argparse._ActionsContainer) -> None:
    """How many items a run computes."""
    parser.add_argument(
        "--batch",
        metavar="N",
        type=count,
        help="compute N items a run: all arrays get one more axis, the first",
    )


def given_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options of compiling that a command line gives, by name; without shapes and threads."""
    others = {"param", "inputs", "threads", "cache"}
    names = {option.name for option in fields(CompileOptions)} - others
    values = {name: getattr(arguments, name, None) for name in names}
    return {name: value for name, value in sorted(values.items()) if value is not None}


def option_of(name: str) -> str:
    """How a command line spells the option of a field of `CompileOptions`."""
    return SPELLED_OTHERWISE.get(name, f"--{name.replace('_', '-')}")


SPELLED_OTHERWISE = {"weights": "WEIGHTS", "input_types": "--input-type"}


def add_shape_argument(parser: argparse.ArgumentParser) -> None:
    """The shapes of the inputs."""
    parser.add_argument(
        "--input",
        metavar="NAME=SHAPE",
        type=named_shape,
        action="append",
        default=[],
        help="shape of an input, outermost extent first: data=3,224,224; `auto` finds shapes that "
        "fit for all inputs that are not named; an inner blob becomes an input, and what only "
        "feeds it is left out; an input that is named again begins another set of shapes, where a "
        "verb takes several",
    )


def add_outputs_argument(parser: argparse.ArgumentParser) -> None:
    """The blobs to compute."""
    parser.add_argument(
        "--outputs",
        metavar="BLOB,...",
        type=blob_names,
        action="extend",
        help="compute these blobs, in this order, and only what they need; they may be inner ones "
        "(default: all blobs that no layer reads)",
    )


def add_image_arguments(parser: argparse.ArgumentParser) -> None:
    """What is done to the channels of images."""
    parser.add_argument("--mean", type=numbers, help="of an image's channels, to be subtracted")
    parser.add_argument("--norm", type=numbers, help="what its channels are then multiplied by")


def image_of(arguments: argparse.Namespace) -> Image:
    """Return what is done to the channels of images."""
    return Image(
        mean=Image.mean if arguments.mean is None else arguments.mean,
        norm=Image.norm if arguments.norm is None else arguments.norm,
    )


def shape_sets(given: Sequence[tuple[str, tuple[int, ...]]]) -> list[dict[str, tuple[int, ...]]]:
    """
    The sets of shapes that a command line gives, at least one: an input that is named again begins
    the next set, in which inputs that it does not name are as in the one before.
    """
    sets: list[dict[str, tuple[int, ...]]] = [{}]
    named: set[str] = set()
    for name, shape in given:
        if name in named:
            sets.append(dict(sets[-1]))
            named.clear()
        named.add(name)
        sets[-1][name] = shape
    return sets


def only_shapes(
    given: Sequence[tuple[str, tuple[int, ...]]], hint: str = ""
) -> dict[str, tuple[int, ...]]:
    """
    The shapes that a command line gives where there can be one set.

    Raises: UsageError if there are several.
    """
    sets = shape_sets(given)
    if len(sets) > 1:
        reason = f"{len(sets)} sets of shapes are given, but there can be one here"
        raise UsageError(f"{reason}; hint: {hint}" if hint else reason)
    return sets[0]


def compile_options(arguments: argparse.Namespace, **changes: Any) -> CompileOptions:
    """
    The options that a command line asks for; `changes` that are not None come before what it says.

    Raises: UsageError for a value outside its range.
    """
    values = {**given_options(arguments)}
    if "inputs" not in changes:
        values["inputs"] = only_shapes(arguments.input)
    values |= {name: value for name, value in changes.items() if value is not None}
    if getattr(arguments, "cache", None) is False:
        values["cache"] = False
    for name in ("conv", "preprocess", "input_types"):
        values[name] = dict(values.get(name, ()))
    options = CompileOptions(arguments.model, **values)
    say_shapes_beside(arguments, options)
    return options
