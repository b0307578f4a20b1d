"""Arguments that several verbs share, and the compile options they amount to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import Field
from pathlib import Path
from typing import Any

from ...runtime.files.replacing_files import check_outputs, is_stream
from ..bundle.location import is_bundle
from ..diagnostics import UsageError
from ..options.code_options import CODE_OPTIONS
from ..options.compile_options import OPTIONS, CompileOptions
from ..options.record import Option, OptionGroup, options_of
from .output.shape_notes import say_shapes_beside
from .parser import ArgumentContainer
from .values import blob_names, count, named_shape, parsed, positive_seconds


def add_model_arguments(
    parser: argparse.ArgumentParser, *, compiled: bool = False, optional: bool = False
) -> None:
    """The model files; `compiled` allows a `.ncnnc`, `optional` none at all."""
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
        parser.add_argument(
            "--sha256", metavar="DIGEST", help="refuse a compiled model unless its file has this"
        )


SHARED = (".so", ".dll", ".dylib")
"""Suffixes of libraries that Python loads."""


def add_name_argument(parser: ArgumentContainer) -> None:
    """Add the option that chooses a model of a library."""
    parser.add_argument(
        "--name", metavar="NAME", help="take this one of several models that are in one library"
    )


def check_name(arguments: argparse.Namespace) -> None:
    """Raises: UsageError for a name where the model is not in a library."""
    if arguments.name is not None and Path(arguments.model or "").suffix not in SHARED:
        raise UsageError("--name is for one of several models in a library")


MAPPINGS = (
    "conv schedule layer_precision preprocess postprocess input_types masks dims states".split()
)
"""Options that a command line gives in pairs."""
RANDOM_WEIGHTS = "null"
"""Stands for a missing `.bin`, as in ncnnoptimize: weights are generated."""
WEIGHTS_IN_BUNDLE = ""
"""Stands for the weights of a folder or an archive, which are not named."""
REWRITING_VERBS = ("optimize", "quantize")


def with_weights_of_bundle(arguments: Sequence[str]) -> list[str]:
    """Insert a word for weights, which are left out if the model is a folder or an archive."""
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
    add_option(parser, "max_memory")


def check_rewritten_files(arguments: argparse.Namespace) -> None:
    """Raises: UsageError if both outputs have one name; OSError if one cannot be written."""
    outputs = arguments.out_param, arguments.out_weights
    if Path(outputs[0]) == Path(outputs[1]) and not is_stream(outputs[0]):
        raise UsageError(f"both outputs are named '{arguments.out_param}'")
    check_outputs(*outputs)


def rewriting_options(arguments: argparse.Namespace, **more: Any) -> CompileOptions:
    """The model and the shapes that a command line names which writes another one."""
    generated = arguments.weights == RANDOM_WEIGHTS
    beside = arguments.weights == WEIGHTS_IN_BUNDLE
    memory = {} if arguments.max_memory is None else {"max_memory": arguments.max_memory}
    return CompileOptions(
        arguments.model,
        None if generated or beside else arguments.weights,
        inputs=only_shapes(arguments.input),
        random_weights=0 if generated else None,
        outputs=arguments.outputs or (),
        **memory,
        **more,
    )


def with_explicit_seed(arguments: Sequence[str]) -> list[str]:
    """Spell `--random-weights` without a seed as 0, lest argparse take the model for the seed."""
    words = list(arguments)
    for place, word in enumerate(words):
        if word == "--random-weights" and not "".join(words[place + 1 : place + 2]).isdigit():
            words[place] = "--random-weights=0"
    return words


def add_compile_arguments(parser: argparse.ArgumentParser) -> None:
    """Add compilation options, None unless given."""
    group = parser.add_argument_group("compilation")
    add_code_arguments(group)
    for name in OPTIONS:
        if name not in CODE_OPTIONS:
            add_option(group, name)
    group.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=positive_seconds,
        help="end with an error if all takes longer (default: no limit)",
    )


def add_code_arguments(group: ArgumentContainer) -> None:
    """Add options that decide the code; options that are not given are None."""
    for name in CODE_OPTIONS:
        add_option(group, name)


def add_measured_code_arguments(group: ArgumentContainer) -> None:
    """Add options that decide the code, and the number of threads with which it is measured."""
    group.add_argument(
        "--threads",
        metavar="N",
        type=count,
        help=f"threads to measure with (default: {CompileOptions.threads})",
    )
    add_code_arguments(group)


def add_options(parser: ArgumentContainer, *groups: type[OptionGroup]) -> None:
    """Add the arguments of all options of some groups."""
    for name, described in {n: o for group in groups for n, o in options_of(group).items()}.items():
        add_option(parser, name, described)


def add_option(
    parser: ArgumentContainer, name: str, described: tuple[Field[Any], Option] | None = None
) -> None:
    """Add the argument of an option, if it has one; None if it is not given."""
    default, record = described or OPTIONS[name]
    argument = record.argument
    if argument is None:
        return
    more: dict[str, Any] = {}
    if argument.metavar is None and argument.choices is None:
        more["action"] = "store_false" if default.default is True else "store_true"
    else:
        more |= {"metavar": argument.metavar, "choices": argument.choices}
        if argument.parse is not None:
            more["type"] = parsed(argument.parse)
        if argument.repeated:
            more["action"] = "append"
        if argument.joined:
            more["action"] = JoinedWords
        if argument.nargs is not None:
            more |= {"nargs": argument.nargs, "action": "extend"}
    help = argument.help.replace("{default}", str(default.default))
    names = [argument.name or spelling(name), *filter(None, [argument.alias])]
    parser.add_argument(*names, dest=name, default=None, help=help, **more)


class JoinedWords(argparse.Action):
    """Make `--target A --target B` the same as `--target A,B`."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, values if before is None else f"{before},{values}")


def given_of(arguments: argparse.Namespace, group: type[OptionGroup]) -> dict[str, Any]:
    """Return the options of a group that a command line gives, by name."""
    values = {name: getattr(arguments, name) for name in options_of(group)}
    return {name: value for name, value in values.items() if value is not None}


def given_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options of compiling that a command line gives, by name; without shapes and threads."""
    others = {"param", "inputs", "threads", "cache"}
    names = OPTIONS.keys() - others
    values = {name: getattr(arguments, name, None) for name in names}
    return {name: value for name, value in sorted(values.items()) if value is not None}


def option_of(name: str) -> str:
    """Return the spelling on the command line of a field of `CompileOptions`."""
    argument = OPTIONS[name][1].argument if name in OPTIONS else None
    if argument is not None and argument.name is not None:
        return argument.name
    return "WEIGHTS" if name == "weights" else spelling(name)


def spelling(name: str) -> str:
    """Return the usual spelling of an option."""
    return f"--{name.replace('_', '-')}"


def add_shape_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--input",
        metavar="NAME=SHAPE",
        type=named_shape,
        action="append",
        default=[],
        help="shape of an input, outermost extent first: data=3,224,224, or in0=T,64 with a name "
        "for an extent known at run time (see --dim); `auto` finds shapes that "
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


def add_fallback_argument(parser: argparse.ArgumentParser) -> None:
    """Add what to do if layers refuse extents known at run time."""
    parser.add_argument(
        "--fallback",
        choices=["dynamic"],
        help="if layers cannot be computed for extents known at run time, compile for the extents "
        "of this run alone: the largest of --dim",
    )


def only_shapes(
    given: Sequence[tuple[str, tuple[int, ...]]], hint: str = ""
) -> dict[str, tuple[int, ...]]:
    """The one set of shapes given. Raises: UsageError if there are several."""
    sets = shape_sets(given)
    if len(sets) > 1:
        reason = f"{len(sets)} sets of shapes are given, but there can be one here"
        raise UsageError(f"{reason}; hint: {hint}" if hint else reason)
    return sets[0]


def data_by_input(given: Sequence[tuple[str, str]]) -> str | dict[str, str] | None:
    """The samples by input; the path alone if no input is named. Raises: UsageError if mixed."""
    names = [name for name, _ in given]
    if not given:
        return None
    if len(set(names)) < len(names) or ("" in names and len(names) > 1):
        raise UsageError("samples are given twice for an input; hint: NAME=@PATH for each")
    return given[0][1] if names == [""] else dict(given)


def compile_options(arguments: argparse.Namespace, **changes: Any) -> CompileOptions:
    """The options of a command line, overridden by `changes`. Raises: UsageError."""
    values = {**given_options(arguments)}
    if "inputs" not in changes:
        values["inputs"] = only_shapes(arguments.input)
    values |= {name: value for name, value in changes.items() if value is not None}
    if getattr(arguments, "cache", None) is False:
        values["cache"] = False
    for name in MAPPINGS:
        values[name] = dict(values.get(name, ()))
    values["error_data"] = data_by_input(values.get("error_data", ()))
    options = CompileOptions(arguments.model, **values)
    say_shapes_beside(arguments, options)
    return options
