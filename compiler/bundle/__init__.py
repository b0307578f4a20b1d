"""
Read bundles: folders and zip archives with a model and the files that describe it.

Converters and hubs produce them: Ultralytics writes `best_ncnn_model/` with `model.ncnn.param`,
`model.ncnn.bin` and `metadata.yaml`, pnnx leaves `model.pnnx.param` beside `model.ncnn.param`.
"""
