// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<7x9xf32>, %r: tensor<4xf32>) {
  // CHECK: input must have 3 dimensions (c,h,w), not 2
  %0 = ncnn.roi_pooling %x, %r size 2 x 3 scale 0.5 : (tensor<7x9xf32>, tensor<4xf32>) -> tensor<7x2x3xf32>
  func.return
}

// -----

func.func @main(%x: tensor<12x7x9xf32>, %r: tensor<3xf32>) {
  // CHECK: a region needs four corners
  %0 = ncnn.roi_align %x, %r size 2 x 3 scale 0.5 : (tensor<12x7x9xf32>, tensor<3xf32>) -> tensor<12x2x3xf32>
  func.return
}

// -----

func.func @main(%x: tensor<12x7x9xf32>, %r: tensor<4xf32>) {
  // CHECK: the pooled size [0, 3] must be positive
  %0 = ncnn.roi_align %x, %r size 0 x 3 scale 0.5 : (tensor<12x7x9xf32>, tensor<4xf32>) -> tensor<12x0x3xf32>
  func.return
}

// -----

func.func @main(%x: tensor<11x7x9xf32>, %r: tensor<4xf32>) {
  // CHECK: input has 11 channels, 2 outputs of 6 bins need 12
  %0 = ncnn.psroi_pooling %x, %r size 2 x 3 scale 0.5 channels 2 : (tensor<11x7x9xf32>, tensor<4xf32>) -> tensor<2x2x3xf32>
  func.return
}
