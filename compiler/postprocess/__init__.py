"""
Decode the outputs of detectors and classifiers into pixels of the image.

The heads are those of Ultralytics' exports, identified by the metadata beside a model.
"""
