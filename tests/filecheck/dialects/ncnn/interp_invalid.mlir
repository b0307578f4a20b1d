// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// The new size is not empty.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: the new size [0, 9] must be positive
  %0 = ncnn.interp nearest %x scale [0.100000e+00, 1.000000e+00] : (tensor<4x7x9xf32>) -> tensor<4x1x9xf32>
  func.return
}

// -----

// A size is finite.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: give no size
  %0 = ncnn.interp nearest %x scale [1.0, 1.0e+38] : (tensor<4x7x9xf32>) -> tensor<4x7x1xf32>
  func.return
}

// -----

// Planes, not volumes.
func.func @main(%x: tensor<2x3x4x5xf32>) {
  // CHECK: input must have 1 to 3 dimensions, not 4
  %0 = ncnn.interp nearest %x : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  func.return
}

// -----

// A scale for height and width.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: scale must have 2 entries, not 1
  %0 = ncnn.interp nearest %x scale [2.0] : (tensor<4x7x9xf32>) -> tensor<4x14x18xf32>
  func.return
}

// -----

// A size for height and width.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: size must have 2 entries, not 1
  %0 = ncnn.interp nearest %x size [2] : (tensor<4x7x9xf32>) -> tensor<4x2x2xf32>
  func.return
}

// -----

// An expression lists width and height.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: the expression has 3 values, not 1 or 2
  %0 = ncnn.interp nearest %x expression "1,2,3" : (tensor<4x7x9xf32>) -> tensor<4x2x1xf32>
  func.return
}
