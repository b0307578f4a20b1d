"""
Compare the output of the compiler before and after a change.

    python -m tests.helpers.same_bytes record before.json     # before the change
    python -m tests.helpers.same_bytes compare before.json    # after it

Both compile networks with random weights by the installed ncnnc's command line, and hash object
code and weights of each compiled model. `compare` prints each difference, and ends with status 1 if
there is one. The networks are those of a folder of `.param` files with a `shapes.json` (ncnn's
benchmark networks, beside the project), or named zoo networks; int8 networks must be named.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ncnnc.runtime import artifact

MODELS = Path(__file__).parents[3] / "shared" / "models"
TARGETS = ("x86-64", "x86-avx", "x86-avx2", "x86-avx512")
SECTIONS = ("object_code", "weights")

Digests = dict[str, dict[str, str]]
"""`network target` -> section -> SHA-256."""


def networks_of(folder: Path) -> list[str]:
    """The float networks of a folder."""
    return sorted(path.stem for path in folder.glob("*.param") if "int8" not in path.stem)


def model_arguments(folder: Path, network: str) -> list[str]:
    """
    Return the arguments of `ncnnc compile` for a network: a file and its shape, or a zoo name.
    """
    param = folder / f"{network}.param"
    if not param.is_file():
        return [network]
    shape = json.loads((folder / "shapes.json").read_text())[network]
    blob = next(line.split()[4] for line in param.read_text().splitlines() if "Input" in line[:5])
    return [str(param), "--input", f"{blob}={','.join(map(str, shape))}"]


def digests(folder: Path, network: str, target: str) -> dict[str, str]:
    """
    Return the digests of a compiled network.

    Raises: RuntimeError with what ncnnc said, if it does not compile.
    """
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / "model.ncnnc"
        arguments = ["--no-cache", "--random-weights", "0", "--target", target, "-o", str(output)]
        command = [sys.executable, "-m", "ncnnc", "compile", *model_arguments(folder, network)]
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{network} {target}: {done.stderr.strip()}")
        program = artifact.read(output)
        return {
            name: hashlib.sha256(bytes(getattr(program, name))).hexdigest() for name in SECTIONS
        }


def record(folder: Path, pairs: Iterable[tuple[str, str]], jobs: int) -> Digests:
    """The digests of pairs of network and target."""
    pairs = list(pairs)
    with ThreadPoolExecutor(jobs) as pool:
        found = pool.map(lambda pair: digests(folder, *pair), pairs)
        return {" ".join(pair): value for pair, value in zip(pairs, found, strict=True)}


def differences(before: Digests, after: Digests) -> list[str]:
    """A line for each section that is not the same."""
    return [
        f"{pair}: {section} differ" if pair in before else f"{pair}: not recorded before"
        for pair, sections in after.items()
        for section in sections
        if before.get(pair, {}).get(section) != sections[section]
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 1 if something differs."""
    parser = argparse.ArgumentParser(description="Compare what two versions of ncnnc compile to.")
    parser.add_argument("verb", choices=("record", "compare"))
    parser.add_argument("file", type=Path, help="where the digests are kept")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of networks")
    parser.add_argument("--networks", nargs="+", help="names of some, or of the zoo (default: all)")
    parser.add_argument("--targets", nargs="+", default=TARGETS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    networks = given.networks or networks_of(given.models)
    pairs = [(network, target) for network in networks for target in given.targets]
    found = record(given.models, pairs, given.jobs)
    if given.verb == "record":
        given.file.write_text(json.dumps(found, indent=1))
        return 0
    changed = differences(json.loads(given.file.read_text()), found)
    print("\n".join(changed) or f"{len(found)} compiled models are the same")
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main())
