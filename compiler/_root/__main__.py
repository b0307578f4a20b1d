"""`python -m ncnnc` is the `ncnnc` command."""

from ncnnc.compiler.cli import main

raise SystemExit(main())
