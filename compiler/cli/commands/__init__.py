"""
The verbs of the command line, one module each.

A module offers `add_parser(verbs)`, which describes its arguments and sets `run`, and
`run(arguments)`, which returns the exit status. Whatever takes time to import is imported inside
`run`: `ncnnc --help` loads every verb.
"""
