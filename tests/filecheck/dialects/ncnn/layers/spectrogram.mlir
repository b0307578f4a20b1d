// RUN: round-trip %s

func.func @spectrogram(%x: tensor<100xf32>, %y: tensor<9x7x2xf32>) {
  %0 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 : tensor<100xf32> -> tensor<9x26x2xf32>
  %1 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 12 window 1 center 0 normalized 2 power 2 pad_kind 0 onesided 0 : tensor<100xf32> -> tensor<16x22xf32>
  %2 = ncnn.inversespectrogram %y n_fft 16 hop 4 window_length 16 : tensor<9x7x2xf32> -> tensor<24x2xf32>
  %3 = ncnn.inversespectrogram %y n_fft 16 hop 4 window_length 12 window 2 center 0 normalized 1 returns 1 : tensor<9x7x2xf32> -> tensor<40xf32>
  func.return
}
