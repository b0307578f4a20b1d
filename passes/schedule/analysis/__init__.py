"""Analyses of the graph for scheduling."""
