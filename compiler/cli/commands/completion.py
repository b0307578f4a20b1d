"""`ncnnc completion`: what makes the Tab key complete verbs, options, names and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence

from ...diagnostics import UsageError, unknown_name

SHELLS = {
    "bash": 'eval "$(ncnnc completion bash)"    # in ~/.bashrc',
    "zsh": 'eval "$(ncnnc completion zsh)"    # in ~/.zshrc, behind compinit',
    "fish": "ncnnc completion fish > ~/.config/fish/completions/ncnnc.fish",
}
"""Shell -> how to install what is printed."""
FILES = frozenset(
    {
        *("MODEL", "WEIGHTS", "A", "B", "A.bin", "B.bin", "IN.param", "IN.bin"),
        *("OUT", "OUT.param", "OUT.bin", "OUT.npz", "FILE", "PATH", "MODULE"),
    }
)
"""What the help calls arguments that are files."""
FOLDERS = frozenset({"DIR", "FOLDER"})


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the verb."""
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
    """
    Print the script.

    Raises: UsageError for an unknown shell, or if shtab is missing.
    """
    from ..main import build_parser

    if arguments.shell not in SHELLS:
        raise unknown_name("shell", arguments.shell, [*SHELLS])
    try:
        import shtab
    except ImportError as error:
        raise UsageError("completion needs shtab; hint: pip install 'ncnnc[completion]'") from error
    parser = build_parser()
    names = names_by_argument()
    for action in all_actions(parser):
        what = str(action.metavar)
        word = (action.option_strings or [what])[-1]
        if action.choices is None and word in names:
            action.choices = names[word]
        elif what in FILES | FOLDERS:
            setattr(action, "complete", shtab.FILE if what in FILES else shtab.DIRECTORY)
    print(shtab.complete(parser, arguments.shell))
    return 0


def names_by_argument() -> Mapping[str, Sequence[str]]:
    """What can be named: a last option string, or what the help calls an argument -> the names."""
    from ....dialects.target.records import all_targets
    from ... import zoo
    from ...driver.options import CompileOptions
    from ...driver.pipeline import ALL_PASSES, build_pipeline
    from ...driver.steps import Level
    from ...driver.target import HOST

    steps = build_pipeline(CompileOptions("m.param").code).passes
    return {
        "--target": [*(target.name for target in all_targets()), HOST],
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
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                yield from all_actions(verb)
