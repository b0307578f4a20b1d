"""The stages of Winograd convolutions."""
