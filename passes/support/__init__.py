"""What several passes share: builders, scalar arithmetic, broadcasting, shapes of windows."""
