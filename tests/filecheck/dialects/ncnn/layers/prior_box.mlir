// RUN: round-trip %s

// From the shapes of both inputs, with everything said, in mxnet's form.
func.func @main(%x: tensor<8x3x4xf32>, %image: tensor<3x60x80xf32>) {
  %0 = ncnn.prior_box %x, %image min_sizes [3.000000e+01] : (tensor<8x3x4xf32>, tensor<3x60x80xf32>) -> tensor<2x48xf32>
  %1 = ncnn.prior_box %x min_sizes [3.000000e+01] max_sizes [6.000000e+01] aspect_ratios [2.000000e+00] variances [2.000000e-01, 2.000000e-01, 3.000000e-01, 3.000000e-01] flip 0 image_width 80 image_height 60 step_width 2.000000e+01 step_height 1.900000e+01 offset 5.000000e-01 clip step_mmdetection center_mmdetection : (tensor<8x3x4xf32>) -> tensor<2x144xf32>
  %2 = ncnn.prior_box %x min_sizes [2.000000e-01, 5.000000e-01] aspect_ratios [1.000000e+00, 2.000000e+00] : (tensor<8x3x4xf32>) -> tensor<144xf32>
  func.return
}
