// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<100xf32>) {
  // CHECK: n_fft 16 and hop 0 must be positive
  %0 = ncnn.spectrogram %x n_fft 16 hop 0 window_length 16 : tensor<100xf32> -> tensor<9x26x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<100xf32>) {
  // CHECK: n_fft 8192 is more than 4096
  %0 = ncnn.spectrogram %x n_fft 8192 hop 4 window_length 16 : tensor<100xf32> -> tensor<9x26x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<100xf32>) {
  // CHECK: a window of 17 does not fit n_fft 16
  %0 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 17 : tensor<100xf32> -> tensor<9x26x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<100xf32>) {
  // CHECK: window 3 is unknown, ncnn has 0 to 2
  %0 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 window 3 : tensor<100xf32> -> tensor<9x26x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<100xf32>) {
  // CHECK: power 3 is unknown, ncnn has 0 to 2
  %0 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 power 3 : tensor<100xf32> -> tensor<9x26x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<8xf32>) {
  // CHECK: 8 cells reflect beyond a signal of 8
  %0 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 : tensor<8xf32> -> tensor<9x26x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<8xf32>) {
  // CHECK: n_fft 16 exceeds the signal
  %0 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 center 0 : tensor<8xf32> -> tensor<9x26x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<9x7x3xf32>) {
  // CHECK: input must have shape frequencies,pieces,2, not [9, 7, 3]
  %0 = ncnn.inversespectrogram %x n_fft 16 hop 4 window_length 16 : tensor<9x7x3xf32> -> tensor<24x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<8x7x2xf32>) {
  // CHECK: 8 frequencies are neither n_fft 16 nor 9
  %0 = ncnn.inversespectrogram %x n_fft 16 hop 4 window_length 16 : tensor<8x7x2xf32> -> tensor<24x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<9x7x2xf32>) {
  // CHECK: returns 3 is unknown, ncnn has 0 to 2
  %0 = ncnn.inversespectrogram %x n_fft 16 hop 4 window_length 16 returns 3 : tensor<9x7x2xf32> -> tensor<24x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<9x1x2xf32>) {
  // CHECK: nothing is left of the signal
  %0 = ncnn.inversespectrogram %x n_fft 16 hop 4 window_length 16 : tensor<9x1x2xf32> -> tensor<24x2xf32>
  func.return
}
