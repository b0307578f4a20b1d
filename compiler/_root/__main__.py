"""`python -m ncnnc` is the `ncnnc` command."""

from ncnnc.compiler.cli.main import main

raise SystemExit(main())
