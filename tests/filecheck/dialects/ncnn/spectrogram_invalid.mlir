// RUN: verify-diagnostics %s

func.func @main(%x: tensor<100xf32>, %x1: tensor<8xf32>, %x2: tensor<9x7x3xf32>, %x3: tensor<8x7x2xf32>, %x4: tensor<9x7x2xf32>, %x5: tensor<9x1x2xf32>) {
  // expected-error @+1 {{n_fft 16 and hop 0 must be positive}}
  ncnn.spectrogram %x n_fft 16 hop 0 window_length 16 : tensor<100xf32> -> tensor<9x26x2xf32>
  // expected-error @+1 {{n_fft 8192 is more than 4096}}
  ncnn.spectrogram %x n_fft 8192 hop 4 window_length 16 : tensor<100xf32> -> tensor<9x26x2xf32>
  // expected-error @+1 {{a window of 17 does not fit n_fft 16}}
  ncnn.spectrogram %x n_fft 16 hop 4 window_length 17 : tensor<100xf32> -> tensor<9x26x2xf32>
  // expected-error @+1 {{window 3 is unknown, ncnn has 0 to 2}}
  ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 window 3 : tensor<100xf32> -> tensor<9x26x2xf32>
  // expected-error @+1 {{power 3 is unknown, ncnn has 0 to 2}}
  ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 power 3 : tensor<100xf32> -> tensor<9x26x2xf32>
  // expected-error @+1 {{8 cells reflect beyond a signal of 8}}
  ncnn.spectrogram %x1 n_fft 16 hop 4 window_length 16 : tensor<8xf32> -> tensor<9x26x2xf32>
  // expected-error @+1 {{n_fft 16 exceeds the signal}}
  ncnn.spectrogram %x1 n_fft 16 hop 4 window_length 16 center 0 : tensor<8xf32> -> tensor<9x26x2xf32>
  // expected-error @+1 {{input must have shape frequencies,pieces,2, not [9, 7, 3]}}
  ncnn.inversespectrogram %x2 n_fft 16 hop 4 window_length 16 : tensor<9x7x3xf32> -> tensor<24x2xf32>
  // expected-error @+1 {{8 frequencies are neither n_fft 16 nor 9}}
  ncnn.inversespectrogram %x3 n_fft 16 hop 4 window_length 16 : tensor<8x7x2xf32> -> tensor<24x2xf32>
  // expected-error @+1 {{returns 3 is unknown, ncnn has 0 to 2}}
  ncnn.inversespectrogram %x4 n_fft 16 hop 4 window_length 16 returns 3 : tensor<9x7x2xf32> -> tensor<24x2xf32>
  // expected-error @+1 {{nothing is left of the signal}}
  ncnn.inversespectrogram %x5 n_fft 16 hop 4 window_length 16 : tensor<9x1x2xf32> -> tensor<24x2xf32>
  func.return
}
