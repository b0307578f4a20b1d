// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Each part has a size.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: 2 parts need 2 sizes, not 1
  %0, %1 = ncnn.slice %x sizes [2] : (tensor<4x7x9xf32>) -> (tensor<2x7x9xf32>, tensor<2x7x9xf32>)
  func.return
}

// -----

// Between parts there is a point.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: 3 parts need 2 split points, not 1
  %0, %1, %2 = ncnn.slice %x split_points [2] : (tensor<4x7x9xf32>) -> (tensor<2x7x9xf32>, tensor<1x7x9xf32>, tensor<1x7x9xf32>)
  func.return
}

// -----

// Parts lie in the input.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: part 2 to 5 is empty or outside of an axis of 4
  %0, %1 = ncnn.slice %x sizes [2, 3] : (tensor<4x7x9xf32>) -> (tensor<2x7x9xf32>, tensor<3x7x9xf32>)
  func.return
}

// -----

// Parts have cells.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: part 0 to 0 is empty or outside of an axis of 4
  %0, %1 = ncnn.slice %x split_points [0] : (tensor<4x7x9xf32>) -> (tensor<1x7x9xf32>, tensor<4x7x9xf32>)
  func.return
}

// -----

// Of an inner axis nothing is left over.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: the sizes cover 3 of the 9 cells of the axis
  %0 = ncnn.slice %x axis 2 sizes [3] : (tensor<4x7x9xf32>) -> tensor<4x7x3xf32>
  func.return
}

// -----

// The axis exists.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: axis 3 is outside of 3 dimensions
  %0 = ncnn.slice %x axis 3 sizes [-233] : (tensor<4x7x9xf32>) -> tensor<4x7x9xf32>
  func.return
}
