// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<2x6x5xf32>) {
  // CHECK: kernel [0, 3] must be positive
  %0 = ncnn.unfold %x kernel [0, 3] : tensor<2x6x5xf32> -> tensor<18x12xf32>
  func.return
}

// -----

func.func @main(%x: tensor<2x2x6x5xf32>) {
  // CHECK: input must have 1 to 3 dimensions, not 4
  %0 = ncnn.unfold %x kernel [3, 3] : tensor<2x2x6x5xf32> -> tensor<18x12xf32>
  func.return
}

// -----

func.func @main(%x: tensor<2x6x5xf32>) {
  // CHECK: kernel extent 7 exceeds the padded input of 6
  %0 = ncnn.unfold %x kernel [7, 3] : tensor<2x6x5xf32> -> tensor<18x12xf32>
  func.return
}

// -----

func.func @main(%x: tensor<18x12xf32>) {
  // CHECK: pads [-233, -233, -233, -233] must not be negative
  %0 = ncnn.fold %x kernel [3, 3] pad [-233, -233, -233, -233] output_size [6, 5] : tensor<18x12xf32> -> tensor<2x6x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<18x11xf32>) {
  // CHECK: input has 11 windows, the output 12
  %0 = ncnn.fold %x kernel [3, 3] output_size [6, 5] : tensor<18x11xf32> -> tensor<2x6x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<8x12xf32>) {
  // CHECK: input has 8 rows, a window 9 taps
  %0 = ncnn.fold %x kernel [3, 3] output_size [6, 5] : tensor<8x12xf32> -> tensor<2x6x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<2x9x12xf32>) {
  // CHECK: input must have 2 dimensions (rows, windows), not 3
  %0 = ncnn.fold %x kernel [3, 3] output_size [6, 5] : tensor<2x9x12xf32> -> tensor<2x6x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<9x12xf32>) {
  // CHECK: nothing is left
  %0 = ncnn.fold %x kernel [3, 3] output_size [0, 5] : tensor<9x12xf32> -> tensor<1x6x5xf32>
  func.return
}
