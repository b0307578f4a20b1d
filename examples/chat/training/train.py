"""
Trains a small decoder on the docstrings of Python's standard library, and writes it as ncnn models.

    python examples/chat/training/train.py

Needs ncnnc and some minutes. Writes `docstrings/` beside this folder: decoder, embeddings, head and
`model.json`. Seeds are fixed; another version of Python has other docstrings. The decoder is that
of Qwen3 with three narrow layers, and its tokens are characters.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from corpus import CHARACTERS, read, tokens
from decoder_layers import Decoder, log_probabilities
from ncnn_files import decoder_param, embedding_param, head_param
from ncnnc.digits.adam import Adam
from shape import DecoderShape

FOLDER = Path(__file__).parents[1] / "docstrings"
SEED = 0
STEPS = 4000
TEXTS = 4
LENGTH = 256
LEARNING_RATE = 1.5e-2
WARM_UP = 100
REPORT = 100
SHAPE = DecoderShape(len(CHARACTERS))


def train(text: np.ndarray) -> Decoder:
    """Return a decoder that has learnt from tokens."""
    generator = np.random.default_rng(SEED)
    decoder = Decoder(SHAPE, generator)
    optimizer = Adam(decoder)
    losses = []
    for step in range(STEPS):
        warmth = min(1, (step + 1) / WARM_UP)
        rate = LEARNING_RATE * warmth * (1 + np.cos(np.pi * step / STEPS)) / 2
        starts = generator.integers(0, len(text) - LENGTH, TEXTS)
        windows = text[starts[:, None] + np.arange(LENGTH + 1)]
        logs = log_probabilities(decoder.forward(windows[:, :-1], training=True))
        labels = windows[:, 1:, None]
        losses.append(-np.take_along_axis(logs, labels, -1).mean())
        decoder.backward(cross_entropy_gradient(logs, labels))
        optimizer.step(rate)
        if (step + 1) % REPORT == 0:
            print(f"step {step + 1:4}: perplexity {np.exp(np.mean(losses[-REPORT:])):.2f}")
    return decoder


def cross_entropy_gradient(logs: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the gradient of the mean cross entropy by the scores."""
    gradient = np.exp(logs)
    at_labels = np.take_along_axis(gradient, labels, -1)
    np.put_along_axis(gradient, labels, at_labels - 1, -1)
    return gradient / np.float32(labels.size)


def perplexity(decoder: Decoder, text: np.ndarray) -> float:
    """Return the perplexity of tokens, in windows."""
    count = (len(text) - 1) // LENGTH * LENGTH
    windows = text[:count].reshape(-1, LENGTH)
    logs = log_probabilities(decoder.forward(windows, training=False))
    labels = text[1 : count + 1].reshape(-1, LENGTH, 1)
    return float(np.exp(-np.take_along_axis(logs, labels, -1).mean()))


def write(decoder: Decoder, shape: DecoderShape, folder: Path) -> None:
    """Write the files of the three models."""
    models = {
        "decoder": (decoder_param(shape), decoder.body.ncnn_weights()),
        "embed_token": (embedding_param(shape), decoder.embedding.ncnn_weights()),
        "proj_out": (head_param(shape), decoder.head.ncnn_weights()),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, (param, weights) in models.items():
        (folder / f"{name}.ncnn.param").write_text(param)
        (folder / f"{name}.ncnn.bin").write_bytes(weights)


def description(shape: DecoderShape) -> dict[str, object]:
    """Return what `model.json` has."""
    files = {
        f"{part}_{kind}": f"{part}.ncnn.{kind}"
        for part in ("decoder", "embed_token", "proj_out")
        for kind in ("param", "bin")
    }
    setting = {
        "attn_cnt": shape.layers,
        "rope": {
            "type": "RoPE",
            "rope_head_dim": shape.head_size,
            "rope_theta": shape.theta,
        },
        "length": LENGTH * 2,
        "stop": ["\n>>> "],
        "template": {
            "system": ["", "\n"],
            "user": [">>> help(", ")\n"],
            "assistant": ["", "\n"],
        },
    }
    return {"params": files, "tokenizer": {"characters": CHARACTERS}, "setting": setting}


def main() -> None:
    decoder = train(tokens(read(held_out=False)))
    print(f"perplexity {perplexity(decoder, tokens(read(held_out=True))):.3f} of text held out")
    write(decoder, SHAPE, FOLDER)
    (FOLDER / "model.json").write_text(json.dumps(description(SHAPE), indent=2) + "\n")


if __name__ == "__main__":
    main()
