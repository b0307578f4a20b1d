"""Level 2: how each layer is computed: algorithms, layouts, epilogues."""
