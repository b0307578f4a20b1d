// RUN: round-trip %s

func.func @roi(%x: tensor<12x7x9xf32>, %r: tensor<4xf32>, %s: tensor<5x1x4xf32>) {
  %0 = ncnn.roi_align %x, %r size 2 x 3 scale 5.000000e-01 : (tensor<12x7x9xf32>, tensor<4xf32>) -> tensor<12x2x3xf32>
  %1 = ncnn.roi_align %x, %s size 2 x 3 scale 5.000000e-01 samples 2 aligned detectron : (tensor<12x7x9xf32>, tensor<5x1x4xf32>) -> tensor<12x2x3xf32>
  %2 = ncnn.roi_pooling %x, %r size 7 x 7 scale 6.250000e-02 : (tensor<12x7x9xf32>, tensor<4xf32>) -> tensor<12x7x7xf32>
  %3 = ncnn.psroi_pooling %x, %r size 2 x 3 scale 6.250000e-02 channels 2 : (tensor<12x7x9xf32>, tensor<4xf32>) -> tensor<2x2x3xf32>
  func.return
}
