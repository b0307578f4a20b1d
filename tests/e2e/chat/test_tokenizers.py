"""Folders as ncnn_llm has them: vocabulary and merges, ChatML, tied weights; `tokenizer.json`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from decoder_layers import Decoder as Network
from description import Description, DescriptionError, read_description
from generate import open_generator
from sampling import Sampling
from shape import DecoderShape
from tokenizer import WORDS, Subwords, Tokenizer, merging, open_tokenizer
from train import write

tokenizers = pytest.importorskip("tokenizers", reason="pip install 'ncnnc[chat]'")

SPECIAL = ["<|im_start|>", "<|im_end|>"]
TEXTS = ["Hello, world!\n\nThe 42 cats' tails\t  end.", "naïve 猫 🐈 déjà-vu", " leading", "a\r\nb"]
TURN = "<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n"


@pytest.fixture(scope="module")
def trained() -> tokenizers.Tokenizer:
    """Byte pairs of a few words, as Qwen's are trained."""
    made = tokenizers.Tokenizer(tokenizers.models.BPE())
    split = tokenizers.pre_tokenizers.Split(tokenizers.Regex(WORDS), "isolated")
    as_bytes = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    made.pre_tokenizer = tokenizers.pre_tokenizers.Sequence([split, as_bytes])
    made.decoder = tokenizers.decoders.ByteLevel()
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=300, initial_alphabet=alphabet)
    made.train_from_iterator(["Hello world, the cats end the world."] * 9, trainer)
    made.add_special_tokens(SPECIAL)
    return made


@pytest.fixture(scope="module")
def folder(trained: tokenizers.Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A decoder with random weights, in the form of ncnn_llm's Qwen3."""
    made = tmp_path_factory.mktemp("qwen")
    plain = json.loads(trained.to_str())["model"]
    words = sorted(plain["vocab"], key=plain["vocab"].get)
    (made / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    merges = ["#version: 0.2", *(" ".join(pair) for pair in plain["merges"])]
    (made / "merges.txt").write_text("\n".join(merges) + "\n", encoding="utf-8")
    shape = DecoderShape(trained.get_vocab_size(), layers=2, heads=2, groups=1, head_size=32)
    network = Network(shape, np.random.default_rng(3))
    network.head.parameters["weight"] = network.embedding.parameters["weight"]
    write(network, shape, made)
    (made / "proj_out.ncnn.bin").unlink()
    params = {f"{part}_{kind}": f"{part}.ncnn.{kind}" for part in PARTS for kind in KINDS}
    tokens = {"type": "bbpe", "vocab_file": "vocab.txt", "merges_file": "merges.txt"}
    described = {
        "params": {**params, "proj_out_bin": "embed_token.ncnn.bin"},
        "tokenizer": {
            **tokens,
            "additional_special_tokens": SPECIAL,
            "bos": "",
            "eos": "<|im_end|>",
        },
        "setting": {
            "attn_cnt": 2,
            "rope": {"type": "RoPE", "rope_head_dim": 32, "rope_theta": 1000000.0},
            "length": 128,
        },
    }
    (made / "model.json").write_text(json.dumps(described))
    return made


PARTS = ("decoder", "embed_token", "proj_out")
KINDS = ("param", "bin")


def decoded(tokenizer: Tokenizer, tokens: list[int]) -> str:
    add = tokenizer.stream()
    return "".join(add(token) for token in tokens)


@pytest.mark.parametrize("text", [*TEXTS, TURN])
def test_vocabulary_and_merges(text: str, folder: Path, trained: tokenizers.Tokenizer):
    found = open_tokenizer(read_description(folder))
    tokens = found.encode(text)
    assert tokens == trained.encode(text, add_special_tokens=False).ids
    shown = text
    for token in SPECIAL:
        shown = shown.replace(token, "")
    assert decoded(found, tokens) == shown
    assert found.end == trained.token_to_id("<|im_end|>")


def test_a_character_of_several_tokens_comes_whole(folder: Path):
    found = open_tokenizer(read_description(folder))
    add = found.stream()
    pieces = [add(token) for token in found.encode("猫")]
    assert pieces == ["", "", "猫"]


def test_a_tokenizer_file(trained: tokenizers.Tokenizer, tmp_path: Path):
    trained.save(str(tmp_path / "tokenizer.json"))
    entry = {"file": "tokenizer.json", "eos": "<|im_end|>", "bos": "<|im_start|>"}
    found = open_tokenizer(Description(tmp_path, {}, entry, 16, 1e4))
    tokens = found.encode(TEXTS[0])
    assert tokens[0] == trained.token_to_id("<|im_start|>")
    assert tokens[1:] == trained.encode(TEXTS[0]).ids
    assert decoded(found, tokens) == TEXTS[0]


def test_tokens_that_are_not_there(folder: Path, trained: tokenizers.Tokenizer):
    with pytest.raises(DescriptionError, match=r"^the vocabulary has no token '<end>'$"):
        Subwords(trained, "", "<end>")
    described = Description(folder, {}, {"type": "bpe"}, 16, 1e4)
    with pytest.raises(DescriptionError, match=r"of type 'bpe'; hint: name a tokenizer\.json"):
        merging(described, {"type": "bpe"})


def test_files_that_cannot_be_read(tmp_path: Path):
    described = Description(tmp_path, {}, {"file": "tokenizer.json"}, 16, 1e4)
    with pytest.raises(FileNotFoundError, match=r"tokenizer\.json"):
        open_tokenizer(described)
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(DescriptionError, match=r"tokenizer\.json: EOF while parsing"):
        open_tokenizer(described)


@pytest.mark.slow
@pytest.mark.isa
def test_a_decoder_of_this_form_answers(folder: Path):
    generator = open_generator(folder)
    prompt = generator.description.prompt([{"role": "user", "content": "Hello"}])
    assert prompt == TURN
    found = generator.complete(prompt, Sampling(temperature=1, seed=0), 20)
    text = "".join(found)
    assert len(found.tokens) == 20
    assert decoded(generator.tokenizer, found.tokens).startswith(text.rstrip("\ufffd"))
    # The end token ends an answer.
    generator.tokenizer.end = found.tokens[5]
    ended = generator.complete(prompt, Sampling(temperature=1, seed=0), 20)
    assert text.startswith("".join(ended))
    assert (ended.reason, ended.tokens) == ("stop", found.tokens[: len(ended.tokens)])
    assert len(ended.tokens) <= 5
