"""
What the outputs of detectors and classifiers mean, in the pixels of the image.

The heads are those of Ultralytics' exports, which the metadata beside a model tell apart.
"""
