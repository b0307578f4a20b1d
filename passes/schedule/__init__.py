"""Level 2: choose how each layer is computed: algorithms, layouts, epilogues, schedules."""
