// RUN: verify-diagnostics %s

func.func @main(%x: tensor<7x9xf32>, %r: tensor<4xf32>, %x1: tensor<12x7x9xf32>, %r1: tensor<3xf32>, %x2: tensor<11x7x9xf32>) {
  // expected-error @+1 {{input must have 3 dimensions (c,h,w), not 2}}
  ncnn.roi_pooling %x, %r size 2 x 3 scale 0.5 : (tensor<7x9xf32>, tensor<4xf32>) -> tensor<7x2x3xf32>
  // expected-error @+1 {{a region needs four corners}}
  ncnn.roi_align %x1, %r1 size 2 x 3 scale 0.5 : (tensor<12x7x9xf32>, tensor<3xf32>) -> tensor<12x2x3xf32>
  // expected-error @+1 {{the pooled size [0, 3] must be positive}}
  ncnn.roi_align %x1, %r size 0 x 3 scale 0.5 : (tensor<12x7x9xf32>, tensor<4xf32>) -> tensor<12x0x3xf32>
  // expected-error @+1 {{input has 11 channels, 2 outputs of 6 bins need 12}}
  ncnn.psroi_pooling %x2, %r size 2 x 3 scale 0.5 channels 2 : (tensor<11x7x9xf32>, tensor<4xf32>) -> tensor<2x2x3xf32>
  func.return
}
