"""`ncnnc completion`: what makes the Tab key complete verbs, options, names and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

from ... import zoo
from ...diagnostics import UsageError, unknown_name
from ...pipeline.build import OPTIMIZER_PASSES
from ..parser import Verbs

SHELLS = {
    "bash": 'eval "$(ncnnc completion bash)"    # in ~/.bashrc',
    "zsh": 'eval "$(ncnnc completion zsh)"    # in ~/.zshrc, behind compinit',
    "fish": "ncnnc completion fish > ~/.config/fish/completions/ncnnc.fish",
}
"""Shell -> how to install what is printed."""
FILES = frozenset(
    {
        *("WEIGHTS", "A.bin", "B.bin", "IN.bin", "INPUT_FILE", "OUTPUT_FILE"),
        *("OUT", "OUT.param", "OUT.bin", "OUT.npz", "FILE", "PATH", "MODULE"),
    }
)
"""Metavars of arguments that are files."""
FOLDERS = frozenset({"DIR", "FOLDER"})
MODELS = frozenset({"MODEL", "A", "B", "IN.param"})
"""Those of the files in whose place there may be a network of the zoo."""
PASS_LISTS = frozenset({"A,B", "PASSES"})
"""Metavariables of options that take lists of passes."""

Completer: TypeAlias = dict[str, Any]
"""Completion code for each shell; `preamble` holds the functions that it needs."""


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "completion",
        help="print the script that makes a shell complete this command",
        description="Print what makes a shell complete verbs, options, names of networks, targets "
        "and passes, and files. Needs the package shtab: pip install 'ncnnc[completion]'.",
        epilog="\n".join(f"{shell:<5} {how}" for shell, how in SHELLS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", metavar="SHELL", help=", ".join(SHELLS))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the script. Raises: UsageError for an unknown shell, or if shtab is missing."""
    from ..main import build_parser
    from ..opt import build_opt_parser

    if arguments.shell not in SHELLS:
        raise unknown_name("shell", arguments.shell, [*SHELLS])
    try:
        import shtab
    except ImportError as error:
        raise UsageError("completion needs shtab; hint: pip install 'ncnnc[completion]'") from error
    for parser, passes in ((build_parser(), OPTIMIZER_PASSES), (build_opt_parser(), all_passes())):
        add_completers(parser, passes)
        print(shtab.complete(parser, arguments.shell))
    return 0


def all_passes() -> list[str]:
    """Return the names of all passes, those of xDSL left out."""
    from ..universe import NCNNC_UNIVERSE

    return sorted(NCNNC_UNIVERSE.all_passes)


def add_completers(parser: argparse.ArgumentParser, passes: Sequence[str]) -> None:
    """Say for each argument what completes it."""
    import shtab

    names = names_by_argument()
    named = {
        **dict.fromkeys(MODELS, completer_of_models(zoo.NAMES)),
        **dict.fromkeys(PASS_LISTS, completer_of_list(parser.prog, passes)),
        **dict.fromkeys(FILES, shtab.FILE),
        **dict.fromkeys(FOLDERS, shtab.DIRECTORY),
    }
    for action in all_actions(parser):
        what = str(action.metavar or action.dest.upper())
        word = (action.option_strings or [what])[-1]
        if action.choices is None and word in names:
            action.choices = names[word]
        elif action.choices is None and what in named:
            setattr(action, "complete", named[what])


def completer_of_models(networks: Sequence[str]) -> Completer:
    """Complete files and the names of networks."""
    words, name = " ".join(networks), "_ncnnc_models"
    bash = f'compgen -W "{words}" -- "$1"; _shtab_compgen_files "$1"'
    zsh = f"_alternative 'files:file:_files' 'networks:network:({words})'"
    fish = f"__fish_complete_path (commandline -ct); string split ' ' '{words}'"
    return completer(name, bash, zsh, fish)


def completer_of_list(program: str, words: Sequence[str]) -> Completer:
    """Complete the last of words between commas."""
    listed, name = " ".join(words), f"_{program.replace('-', '_')}_list"
    bash = (
        'local before=""; case "$1" in *,*) before="${1%,*},";; esac; '
        f'compgen -P "$before" -W "{listed}" -- "${{1##*,}}"'
    )
    zsh = f"_values -s , word {listed}"
    fish = f"__fish_append , {listed}"
    return completer(name, bash, zsh, fish)


def completer(name: str, bash: str, zsh: str, fish: str) -> Completer:
    """Call a function of each shell, which has this body."""
    functions = {
        "bash": f"{name}() {{ {bash}; }}",
        "zsh": f"{name}() {{ {zsh} }}",
        "fish": f"function {name}\n  {fish}\nend",
    }
    return {"bash": name, "zsh": name, "fish": f"({name})", "preamble": functions}


def names_by_argument() -> Mapping[str, Sequence[str]]:
    """Map the last option string, or the metavar, of an argument to its values."""
    from ....dialects.target.operating_systems import OPERATING_SYSTEMS
    from ....dialects.target.records import all_targets
    from ...options.compile_options import CompileOptions
    from ...options.target import HOST
    from ...pipeline.build import ALL_PASSES, build_pipeline
    from ...pipeline.steps import Level

    steps = build_pipeline(CompileOptions("m.param")).passes
    return {
        "--target": [*(target.name for target in all_targets()), HOST],
        "--system": [*OPERATING_SYSTEMS],
        "--print-ir-after": [ALL_PASSES, *dict.fromkeys(step.name for step in steps)],
        "--emit-level": [*Level],
        "NETWORK": zoo.NAMES,
        "NAME": zoo.NAMES,
        "SHELL": [*SHELLS],
    }


def all_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser, and of those of its verbs."""
    for action in parser._actions:
        yield action
        if isinstance(action, Verbs):
            # `isinstance` does not tell of which parsers.
            for verb in cast("Verbs[argparse.ArgumentParser]", action).choices.values():
                yield from all_actions(verb)
