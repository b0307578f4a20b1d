"""Analyses of the values of the graph."""
