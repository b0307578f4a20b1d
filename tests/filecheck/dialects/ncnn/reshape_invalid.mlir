// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// The cells are the same.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: [4, 7, 9] does not fit the new shape [4, 60]
  %0 = ncnn.reshape %x shape [4, 60] : (tensor<4x7x9xf32>) -> tensor<4x60xf32>
  func.return
}

// -----

// What is left divides.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: [4, 7, 9] does not fit the new shape [5, -1]
  %0 = ncnn.reshape %x shape [5, -1] : (tensor<4x7x9xf32>) -> tensor<5x50xf32>
  func.return
}

// -----

// One extent is left open.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: [4, 7, 9] does not fit the new shape [-1, -1]
  %0 = ncnn.reshape %x shape [-1, -1] : (tensor<4x7x9xf32>) -> tensor<4x63xf32>
  func.return
}

// -----

// There is a shape.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: the new shape has 0 dimensions, not 1 to 4
  %0 = ncnn.reshape %x : (tensor<4x7x9xf32>) -> tensor<252xf32>
  func.return
}

// -----

// Expressions speak of inputs that are there.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: '1w' names input 1, there are 1
  %0 = ncnn.reshape %x expression "1w,-1" : (tensor<4x7x9xf32>) -> tensor<28x9xf32>
  func.return
}

// -----

// Flatten gives a vector.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: result has shape [4, 63], the shape rule gives [252]
  %0 = ncnn.flatten %x : tensor<4x7x9xf32> -> tensor<4x63xf32>
  func.return
}

// -----

// A batch of several blobs has no type.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: gives a batch of 4, which no tensor is
  %0 = ncnn.reshape %x shape [4, 63] output_batch_axis 0 : (tensor<4x7x9xf32>) -> tensor<63xf32>
  func.return
}
