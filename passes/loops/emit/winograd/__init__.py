"""Emit the stages of Winograd convolutions."""
