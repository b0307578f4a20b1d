// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x5x3xui8>) {
  // CHECK: unknown type of pixels 'yuv'
  %0 = ncnn.from_pixels %x "yuv" mean [1.0] norm [1.0] : tensor<4x5x3xui8> -> tensor<3x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x3xui8>) {
  // CHECK: the pixels must have shape [h, w, 1], not [4, 5, 3]
  %0 = ncnn.from_pixels %x "gray" mean [1.0] norm [1.0] : tensor<4x5x3xui8> -> tensor<1x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x3xui8>) {
  // CHECK: needs a mean and a norm for each of 3 channels
  %0 = ncnn.from_pixels %x "rgb" mean [1.0] norm [1.0, 1.0, 1.0] : tensor<4x5x3xui8> -> tensor<3x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x1xi8>) {
  // CHECK: the pixels must be of ui8, not i8
  %0 = ncnn.from_pixels %x "gray" mean [1.0] norm [1.0] : tensor<4x5x1xi8> -> tensor<1x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x1xui8>) {
  // CHECK: the result must be of f32, not bf16
  %0 = ncnn.from_pixels %x "gray" mean [1.0] norm [1.0] : tensor<4x5x1xui8> -> tensor<1x4x5xbf16>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x1xui8>) {
  // CHECK: result has shape
  %0 = ncnn.from_pixels %x "gray" mean [1.0] norm [1.0] : tensor<4x5x1xui8> -> tensor<1x5x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x1xui8>, %e: tensor<2xi32>) {
  // CHECK: the extents must be 3 numbers
  %0 = ncnn.from_pixels_resize %x, %e "gray" to [6, 7] mean [1.0] norm [1.0] : (tensor<4x5x1xui8>, tensor<2xi32>) -> tensor<1x6x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x1xui8>, %e: tensor<3xi32>) {
  // CHECK: the size must be a height and a width, not
  %0 = ncnn.from_pixels_resize %x, %e "gray" to [0, 7] mean [1.0] norm [1.0] : (tensor<4x5x1xui8>, tensor<3xi32>) -> tensor<1x0x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x1xui8>, %e: tensor<3xi64>) {
  // CHECK: the extents must be of i32, not i64
  %0 = ncnn.from_pixels_resize %x, %e "gray" to [6, 7] mean [1.0] norm [1.0] : (tensor<4x5x1xui8>, tensor<3xi64>) -> tensor<1x6x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x1xui8>, %e: tensor<3xi32>) {
  // CHECK: there is no item -1
  %0 = ncnn.from_pixels_resize %x, %e item -1 "gray" to [6, 7] mean [1.0] norm [1.0] : (tensor<4x5x1xui8>, tensor<3xi32>) -> tensor<1x6x7xf32>
  func.return
}
