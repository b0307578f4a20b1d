// RUN: verify-diagnostics %s

func.func @main(%x: tensor<8x3x4xf32>) {
  // expected-error @+1 {{takes 1 or 2 inputs, 3 given}}
  ncnn.prior_box %x, %x, %x min_sizes [30.0] : (tensor<8x3x4xf32>, tensor<8x3x4xf32>, tensor<8x3x4xf32>) -> tensor<2x48xf32>
  // expected-error @+1 {{needs at least one of min_sizes}}
  ncnn.prior_box %x, %x min_sizes [] : (tensor<8x3x4xf32>, tensor<8x3x4xf32>) -> tensor<2x48xf32>
  // expected-error @+1 {{has 2 max_sizes for 1 min_sizes}}
  ncnn.prior_box %x, %x min_sizes [30.0] max_sizes [40.0, 50.0] : (tensor<8x3x4xf32>, tensor<8x3x4xf32>) -> tensor<2x48xf32>
  // expected-error @+1 {{needs 4 variances, not 1}}
  ncnn.prior_box %x, %x min_sizes [30.0] variances [0.1] : (tensor<8x3x4xf32>, tensor<8x3x4xf32>) -> tensor<2x48xf32>
  // expected-error @+1 {{needs aspect_ratios; the first one is used for every size}}
  ncnn.prior_box %x min_sizes [0.5] : (tensor<8x3x4xf32>) -> tensor<48xf32>
  // expected-error @+1 {{needs a second input, or the image's width and height}}
  ncnn.prior_box %x min_sizes [30.0] max_sizes [40.0] : (tensor<8x3x4xf32>) -> tensor<2x96xf32>
  // expected-error @+1 {{the image's size [0, 80] must be positive}}
  ncnn.prior_box %x min_sizes [30.0] image_width 80 image_height 0 : (tensor<8x3x4xf32>) -> tensor<2x48xf32>
  // expected-error @+1 {{result has shape [2, 40], the shape rule gives [2, 48]}}
  ncnn.prior_box %x min_sizes [30.0] image_width 80 image_height 60 : (tensor<8x3x4xf32>) -> tensor<2x40xf32>
  func.return
}
