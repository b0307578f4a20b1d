// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// The box lies in the input.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: offsets [0, -1, 0] and sizes [4, 3, 9] do not lie in [4, 7, 9]
  %0 = ncnn.crop slice %x starts [-8] ends [2] axes [1] : (tensor<4x7x9xf32>) -> tensor<4x2x9xf32>
  func.return
}

// -----

// It is not empty; a size that is not given is 0.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: offsets [0, 0, 0] and sizes [4, 7, 0] do not lie in [4, 7, 9]
  %0 = ncnn.crop box %x size [-233, -233, -233, 0] : (tensor<4x7x9xf32>) -> tensor<4x7x1xf32>
  func.return
}

// -----

// All four axes have an offset.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: offset must have 4 entries, not 2
  %0 = ncnn.crop box %x offset [1, 1] : (tensor<4x7x9xf32>) -> tensor<4x7x1xf32>
  func.return
}

// -----

// Every axis has a start and an end.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: 1 starts, 1 ends for 3 axes
  %0 = ncnn.crop slice %x starts [1] ends [2] : (tensor<4x7x9xf32>) -> tensor<1x7x9xf32>
  func.return
}

// -----

// Axes exist.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: axis 3 is outside of 3 dimensions
  %0 = ncnn.crop slice %x starts [1] ends [2] axes [3] : (tensor<4x7x9xf32>) -> tensor<4x7x1xf32>
  func.return
}

// -----

// Some forms have one input.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: takes one input, has 2
  %0 = ncnn.crop slice %x of %x starts [1] ends [2] axes [0] : (tensor<4x7x9xf32>, tensor<4x7x9xf32>) -> tensor<1x7x9xf32>
  func.return
}

// -----

// Others have two.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: needs a second input, has 1
  %0 = ncnn.crop like %x : (tensor<4x7x9xf32>) -> tensor<4x7x9xf32>
  func.return
}

// -----

// Expressions speak of inputs that are there.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: '1w' names input 1, there are 1
  %0 = ncnn.crop expression %x from "1w" to "3" along "0" : (tensor<4x7x9xf32>) -> tensor<1x7x9xf32>
  func.return
}

// -----

// There are enough values.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: the second input has 2 values, not 6
  %v = ncnn.weight <"c"> dense<[1, 2]> : tensor<2xi32>
  %0 = ncnn.crop values %x of %v : (tensor<4x7x9xf32>, tensor<2xi32>) -> tensor<4x7x9xf32>
  func.return
}
