"""Parse the command line; errors take one line and suggest a similar word."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from ...runtime.errors import shortened
from ...runtime.suggestions import did_you_mean
from ..diagnostics import why_unknown

EXIT_USAGE = 2

# What `add_subparsers` and `add_argument_group` return has no public name in argparse.
Verbs = argparse._SubParsersAction  # pyright: ignore[reportPrivateUsage]
ArgumentContainer = argparse._ActionsContainer  # pyright: ignore[reportPrivateUsage]


class Parser(argparse.ArgumentParser):
    """A parser of the whole command line, or of a verb's."""

    def __init__(self, *arguments: Any, **more: Any):
        super().__init__(*arguments, **more)
        # The namespace gets the parser of the verb, if there is one, since its defaults win.
        self.set_defaults(parser=self)

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments; ends the process, as `parse_args` does, if they are wrong."""
        if words and words[0].startswith("-") and not self._get_option_tuples(words[0]):
            self.error(self.why_too_many(words[0]))
        found, unknown = self.parse_known_args(words)
        if unknown:
            found.parser.error(found.parser.why_too_many(unknown[0]))
        delattr(found, "parser")
        return found

    def why_too_many(self, word: str) -> str:
        """Return the reason why a word is no argument."""
        if not word.startswith("-"):
            return f"there is one argument too many, '{shortened(word)}'"
        name = word.partition("=")[0]
        guess = did_you_mean(name, [*self._option_string_actions])
        return f"unknown option '{shortened(name)}'{guess and f'; {guess}'}"

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        self.exit(EXIT_USAGE, f"error: {message}; hint: {self.prog} --help\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raises: ArgumentError for a word that is not among those that an argument may be."""
        if action.choices is None or value in action.choices:
            return
        known = list(map(str, action.choices))
        if isinstance(action, Verbs):
            raise argparse.ArgumentError(None, why_unknown("verb", value, known))
        kind = action.dest
        if action.option_strings:
            kind = f"value of {max(action.option_strings, key=len)}"
        raise argparse.ArgumentError(None, why_unknown(kind, str(value), known))
