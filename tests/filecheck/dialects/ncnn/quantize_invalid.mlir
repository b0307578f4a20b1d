// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// One scale, or one for each channel.
func.func @main(%x: tensor<4x6xf32>, %s: tensor<6xf32>) {
  // CHECK: scale has shape [6], not [1] or [4]
  %0 = ncnn.quantize %x, %s : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6x8xf32>, %s: tensor<1xf32>, %b: tensor<3xf32>) {
  // CHECK: bias has shape [3], not [1] or [4]
  %0 = ncnn.dequantize %x, %s bias %b : (tensor<4x6x8xf32>, tensor<1xf32>, tensor<3xf32>) -> tensor<4x6x8xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6x8xf32>, %s: tensor<1xf32>, %c: tensor<8xf32>) {
  // CHECK: scale_out has shape [8], not [1] or [4]
  %0 = ncnn.requantize %x, %s, %c : (tensor<4x6x8xf32>, tensor<1xf32>, tensor<8xf32>) -> tensor<4x6x8xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6x8xi32>, %s: tensor<1xf32>) {
  // CHECK: reads f32, not i32
  %0 = ncnn.quantize %x, %s : (tensor<4x6x8xi32>, tensor<1xf32>) -> tensor<4x6x8xi8>
  func.return
}

// -----

func.func @main(%x: tensor<4x6x8xf32>, %s: tensor<1xf32>) {
  // CHECK: makes f32 or i8, not i32
  %0 = ncnn.quantize %x, %s : (tensor<4x6x8xf32>, tensor<1xf32>) -> tensor<4x6x8xi32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6x8xi8>, %s: tensor<1xf32>) {
  // CHECK: reads f32 or i32, not i8
  %0 = ncnn.dequantize %x, %s : (tensor<4x6x8xi8>, tensor<1xf32>) -> tensor<4x6x8xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6x8xi32>, %s: tensor<1xf32>) {
  // CHECK: makes f32, not i8
  %0 = ncnn.dequantize %x, %s : (tensor<4x6x8xi32>, tensor<1xf32>) -> tensor<4x6x8xi8>
  func.return
}

// -----

func.func @main(%x: tensor<4x6xi32>, %c: tensor<4xf32>) {
  // CHECK: axis 2 is none of 2 dimensions
  %0 = ncnn.dequantize %x, %c axis 2 : (tensor<4x6xi32>, tensor<4xf32>) -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6xi32>, %c: tensor<4xf32>) {
  // CHECK: scale has shape [4], not [1] or [6]
  %0 = ncnn.dequantize %x, %c axis 1 : (tensor<4x6xi32>, tensor<4xf32>) -> tensor<4x6xf32>
  func.return
}
