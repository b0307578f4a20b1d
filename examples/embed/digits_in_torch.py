# pyright: basic, reportMissingImports=false
"""The network of `../digits` in PyTorch, with its trained weights: a model to export."""

from pathlib import Path

import numpy as np
import torch
from torch import nn

WEIGHTS = Path(__file__).resolve().parents[1] / "digits/digits.bin"


def convolution(inputs: int, outputs: int, kernel: int, groups: int = 1) -> nn.Sequential:
    """A convolution that keeps the size, with BatchNorm."""
    layer = nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, groups=groups, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs))


class Digits(nn.Module):
    """`n,1,8,8` with values from 0 to 1 to the probabilities of ten digits, `n,10`."""

    def __init__(self):
        super().__init__()
        self.first = convolution(1, 16, 3)
        self.depthwise = convolution(16, 16, 3, groups=16)
        self.pointwise = convolution(16, 16, 1)
        self.second = convolution(16, 32, 3)
        self.score = nn.Linear(32 * 2 * 2, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.first(x))
        x = x + self.pointwise(torch.relu(self.depthwise(x)))
        x = torch.max_pool2d(x, 2)
        x = torch.max_pool2d(torch.relu(self.second(x)), 2)
        return torch.softmax(self.score(torch.flatten(x, 1)), 1)


def trained(path: Path) -> Digits:
    """The network with the weights of a file of ncnn's: what each layer has, in its order."""
    model, numbers = Digits(), np.fromfile(path, "<f4")
    place = 0
    for layer in model.modules():
        match layer:
            case nn.Conv2d() | nn.Linear():
                place += 1  # ncnn's tag: these are float32
                parts = [layer.weight, layer.bias]
            case nn.BatchNorm2d():
                parts = [layer.weight, layer.running_mean, layer.running_var, layer.bias]
            case _:
                continue
        for part in parts:
            if part is not None:
                values = numbers[place : place + part.numel()].reshape(part.shape)
                part.data = torch.from_numpy(values.copy())
                place += part.numel()
    return model.eval()


model = trained(WEIGHTS)
