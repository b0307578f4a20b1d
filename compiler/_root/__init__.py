"""ncnnc: an optimizing compiler for ncnn models."""
