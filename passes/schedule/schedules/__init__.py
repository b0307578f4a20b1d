"""The schedules of layers, by kind."""
