// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Groups divide the channels.
func.func @main(%x: tensor<8x7x9xf32>) {
  // CHECK: 8 channels do not divide into 3 groups
  %0 = ncnn.shufflechannel %x group 3 : tensor<8x7x9xf32> -> tensor<8x7x9xf32>
  func.return
}

// -----

// There is at least one group.
func.func @main(%x: tensor<8x7x9xf32>) {
  // CHECK: 8 channels do not divide into 0 groups
  %0 = ncnn.shufflechannel %x group 0 : tensor<8x7x9xf32> -> tensor<8x7x9xf32>
  func.return
}

// -----

// There are channels.
func.func @main(%x: tensor<8x7xf32>) {
  // CHECK: input must have channels (3 or 4 dimensions), not 2
  %0 = ncnn.shufflechannel %x group 2 : tensor<8x7xf32> -> tensor<8x7xf32>
  func.return
}

// -----

// Blocks of pixels lie in a plane.
func.func @main(%x: tensor<8x7xf32>) {
  // CHECK: input must have 3 dimensions (c,h,w), not 2
  %0 = ncnn.pixelshuffle %x factor 2 : tensor<8x7xf32> -> tensor<8x7xf32>
  func.return
}

// -----

// Enough channels for a block of pixels.
func.func @main(%x: tensor<8x7x9xf32>) {
  // CHECK: 8 channels are too few for a factor of 3
  %0 = ncnn.pixelshuffle %x factor 3 : tensor<8x7x9xf32> -> tensor<1x21x27xf32>
  func.return
}

// -----

func.func @main(%x: tensor<3x4x7xf32>) {
  // CHECK: 4 rows of 7 have no blocks of 5
  %0 = ncnn.reorg %x stride 5 : tensor<3x4x7xf32> -> tensor<75x0x1xf32>
  func.return
}
