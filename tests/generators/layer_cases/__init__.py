"""
Random cases of single layers, and a script that looks for those that we compile wrong.

    python -m tests.generators.layer_cases --layer Softmax --count 500 --seed 7
    python -m tests.generators.layer_cases --layer Softmax,Crop --jobs 2 --target x86-avx2

A case is one layer with parameters, weights and inputs: a seed and a layer type make the same one
every time. The measure is the ncnn wheel. What the script prints of a failure is made small first.
"""
