// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Padding only adds.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: pads -1 and 0 must not be negative
  %0 = ncnn.padding constant %x before [0, -1, 0] : tensor<4x7x9xf32> -> tensor<4x6x9xf32>
  func.return
}

// -----

// A mirror image has fewer cells than the axis.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: pads 7 and 0 reflect beyond an axis of 7
  %0 = ncnn.padding reflect %x before [0, 7, 0] : tensor<4x7x9xf32> -> tensor<4x14x9xf32>
  func.return
}

// -----

// One entry for each of depth, height, width.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: before must have 3 entries, not 2
  %0 = ncnn.padding constant %x before [1, 1] : tensor<4x7x9xf32> -> tensor<4x8x10xf32>
  func.return
}

// -----

// A constant for each channel of the result.
func.func @main(%x: tensor<4x7x9xf32>, %v: tensor<4xf32>) {
  // CHECK: values has shape [4], the result 5 channels
  %0 = ncnn.padding constant %x values %v : tensor<4xf32> before [1, 0, 0] : tensor<4x7x9xf32> -> tensor<5x7x9xf32>
  func.return
}
