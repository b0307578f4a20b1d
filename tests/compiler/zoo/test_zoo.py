"""The zoo's networks are the published ones, deterministic, and run well in ncnn."""

from __future__ import annotations

import hashlib
import math
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.compiler import zoo
from ncnnc.compiler.cli.main import main
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.zoo.builder import NetworkBuilder, ZooModel
from ncnnc.compiler.zoo.signal import Signal
from ncnnc.compiler.zoo.weights import NOISE_PERIOD, NOISE_RMS, WeightPlan, noise

BIG = ("resnet50", "vgg16")
WEIGHTED = ("Convolution", "ConvolutionDepthWise", "InnerProduct")


@dataclass(frozen=True)
class Published:
    """
    Published facts of a network: its parameters, and its layers with weights.

    Batch normalisation has two learned parameters per channel. Folded, one of them is a bias, the
    other gone: `normalised` says that one per convolution channel is missing here.
    """

    parameters: int
    weighted_layers: int
    normalised: bool = True


# Torchvision's models; Keras's MobileNet; BVLC's GoogLeNet without the auxiliary classifiers.
PUBLISHED = {
    "squeezenet": Published(1_235_496, 26, normalised=False),
    "mobilenet": Published(4_231_976, 28),
    "mobilenet_v2": Published(3_504_872, 53),
    "mobilenet_v3": Published(5_483_032, 64),
    "shufflenet_v2": Published(2_278_604, 57),
    "resnet18": Published(11_689_512, 18 + 3),
    "resnet50": Published(25_557_032, 50 + 4),
    "vgg16": Published(138_357_544, 16, normalised=False),
    "googlenet": Published(6_998_552, 58, normalised=False),
    "efficientnet_b0": Published(5_288_548, 82),
}


def layer_lines(model: ZooModel) -> list[list[str]]:
    """The layers of a `.param`, as lists of words."""
    return [line.split() for line in model.param_text.splitlines()[2:]]


def bottoms_and_tops(words: list[str]) -> tuple[list[str], list[str]]:
    bottoms, tops = int(words[2]), int(words[3])
    return words[4 : 4 + bottoms], words[4 + bottoms : 4 + bottoms + tops]


def channels(words: list[str]) -> int:
    return next(int(word[2:]) for word in words if word.startswith("0="))


def test_published_networks_are_all_there():
    assert set(PUBLISHED) == set(zoo.NAMES) == set(zoo.ZOO)
    assert all(zoo.is_zoo_name(name) for name in PUBLISHED)
    assert not zoo.is_zoo_name("resnet18.param")


@pytest.mark.parametrize("name", zoo.NAMES)
def test_sizes_are_the_published_ones(name: str):
    model = zoo.build(name)
    lines = layer_lines(model)
    convolutions = [words for words in lines if words[0].startswith("Convolution")]
    unfolded = sum(map(channels, convolutions)) if PUBLISHED[name].normalised else 0
    assert model.parameters + unfolded == PUBLISHED[name].parameters
    assert sum(words[0] in WEIGHTED for words in lines) == PUBLISHED[name].weighted_layers


@pytest.mark.parametrize("name", zoo.NAMES)
def test_param_is_well_formed(name: str):
    model = zoo.build(name)
    lines = layer_lines(model)
    blobs: Counter[str] = Counter()
    readers: Counter[str] = Counter()
    for words in lines:
        bottoms, tops = bottoms_and_tops(words)
        assert all(bottom in blobs for bottom in bottoms), words
        readers.update(bottoms)
        blobs.update(tops)
    assert model.param_text.splitlines()[1] == f"{len(lines)} {len(blobs)}"
    assert model.layers == len(lines)
    assert set(blobs.values()) == set(readers.values()) == {1}
    assert blobs.keys() - readers.keys() == {model.output_name}
    assert len({words[1] for words in lines}) == len(lines)


def test_split_goes_before_several_readers_only():
    net = NetworkBuilder("example")
    x = net.input("data", (4, 8, 8))
    y = net.relu("relu", x)
    model = net.finish(net.add("sum", net.swish("swish", y), y))
    assert [words[0] for words in layer_lines(model)] == [
        "Input",
        "ReLU",
        "Split",
        "Swish",
        "BinaryOp",
    ]
    assert "Split splitncnn_0 1 2 relu relu_splitncnn_0 relu_splitncnn_1 " in " ".join(
        layer_lines(model)[2]
    )
    assert "sum 2 1 swish relu_splitncnn_1 sum " in " ".join(layer_lines(model)[4])


def test_weights_are_the_same_everywhere():
    """A changed digest means that seeded networks no longer mean what they meant."""
    model = zoo.build("shufflenet_v2")
    assert hashlib.sha256(model.weights).hexdigest() == (
        "5e0677957b10d6232f77931e1bb7e025cdb4fe09f47fbbd029b1762cc6da01f1"
    )


def test_seed_changes_weights_only():
    first, second = zoo.build("squeezenet", 0), zoo.build("squeezenet", 1)
    assert first.param_text == second.param_text
    assert len(first.weights) == len(second.weights)
    assert first.weights != second.weights


def test_listing_imports_no_numpy():
    code = "import sys; from ncnnc.compiler import zoo; zoo.NAMES; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_noise_has_signs_magnitudes_and_size():
    values = noise(0, "layer.weight", 100_001)
    assert values.dtype == np.float32
    assert values.shape == (100_001,)
    assert 1 <= np.abs(values).min() < 1.01
    assert 1.99 < np.abs(values).max() <= 2
    assert abs(values.mean()) < 0.03
    assert math.isclose(math.sqrt(np.mean(values.astype(float) ** 2)), NOISE_RMS, rel_tol=0.01)


@pytest.mark.parametrize("tagged", [False, True])
@pytest.mark.parametrize("count", [1, NOISE_PERIOD, NOISE_PERIOD + 7])
def test_long_weights_repeat_their_noise(count: int, tagged: bool):
    words = np.frombuffer(b"".join(WeightPlan("w", count, 0.5, tagged).chunks(0)), np.float32)
    values = words[tagged:]
    assert values.size == count
    assert not tagged or words[0] == 0
    assert np.array_equal(values[NOISE_PERIOD:], values[: max(0, count - NOISE_PERIOD)])


def test_signal_of_known_distributions():
    normal = Signal(0.0, 1.0)
    rectified = normal.through(lambda value: max(value, 0.0))
    assert math.isclose(rectified.mean, 1 / math.sqrt(2 * math.pi), rel_tol=1e-2)
    assert math.isclose(rectified.power, 0.5, rel_tol=1e-2)
    assert math.isclose(normal.maximum_of(2).mean, 1 / math.sqrt(math.pi), rel_tol=1e-2)
    assert math.isclose(normal.maximum_of(2).power, 1.0, rel_tol=1e-2)
    assert (normal * Signal(2.0, 0.0)).power == 4.0
    assert (normal + normal).power == 2.0


def test_write_makes_the_folder_and_both_files(tmp_path):
    param, weights = zoo.write("squeezenet", tmp_path / "models")
    model = zoo.build("squeezenet")
    assert (param.name, weights.name) == ("squeezenet.param", "squeezenet.bin")
    assert param.read_text() == model.param_text
    assert weights.read_bytes() == model.weights
    assert sorted(param.parent.iterdir()) == [weights, param]


def test_mistakes_are_usage_errors():
    with pytest.raises(UsageError, match="unknown network 'resnt'; did you mean 'resnet"):
        zoo.build("resnt")
    with pytest.raises(UsageError, match="seed"):
        zoo.build("resnet18", -1)


def test_command_lists_the_networks(capsys):
    assert main(["zoo"]) == 0
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert set(zoo.NAMES) < set(rows)
    assert "138.36" in rows["vgg16"]


def test_command_writes_a_network(tmp_path, capsys):
    assert main(["zoo", "squeezenet", "-o", str(tmp_path), "--seed", "3"]) == 0
    assert (tmp_path / "squeezenet.bin").read_bytes() == zoo.build("squeezenet", 3).weights
    assert str(tmp_path / "squeezenet.param") in capsys.readouterr().out


def test_command_names_the_networks_when_there_is_none_such(capsys):
    assert main(["zoo", "resnt"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.oracle
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in BIG else ()) for name in zoo.NAMES],
)
@pytest.mark.parametrize("low", [-1, 0])
def test_ncnn_runs_it_with_sane_signals(name: str, low: int, tmp_path):
    ncnn = pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    model = zoo.build(name)
    param, weights = zoo.write(name, tmp_path)
    net = ncnn.Net()
    net.opt.num_threads = 1
    net.opt.use_fp16_storage = False
    assert net.load_param(str(param)) == 0
    assert net.load_model(str(weights)) == 0
    image = np.random.default_rng(0).uniform(low, 1, model.input_shape).astype(np.float32)
    extractor = net.create_extractor()
    extractor.set_light_mode(False)
    extractor.input(model.input_name, ncnn.Mat(image).clone())
    for words in layer_lines(model)[:-1]:
        for blob in bottoms_and_tops(words)[1]:
            values = np.array(extractor.extract(blob)[1], np.float64)
            assert 0.01 < math.sqrt(np.mean(values**2)) < 30, blob
    probabilities = np.array(extractor.extract(model.output_name)[1])
    assert probabilities.shape == (1000,)
    assert math.isclose(probabilities.sum(), 1, rel_tol=1e-4)
    assert 0.002 < probabilities.max() < 0.9
