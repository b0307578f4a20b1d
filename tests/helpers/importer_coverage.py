"""
Measure the lines of the importer that mutants reach, and list the others (extra `dev`).

    python -m tests.helpers.importer_coverage 10000
"""

from __future__ import annotations

import sys

from coverage import Coverage

PACKAGES = ["ncnnc.compiler.format", "ncnnc.compiler.frontend"]


def main() -> None:
    """Import the first mutants, and print the lines that they do not reach."""
    lines = Coverage(data_file=None, source_pkgs=PACKAGES)
    lines.start()
    # What runs when modules are imported counts, too.
    from tests.helpers.fuzzing import import_and_export

    for number in range(int(sys.argv[1])):
        import_and_export(number)
    lines.stop()
    total = lines.report(show_missing=True, skip_covered=True)
    print(f"{total:.1f}")


if __name__ == "__main__":
    main()
