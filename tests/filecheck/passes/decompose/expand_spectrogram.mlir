// RUN: ncnnc-opt %s -p expand-spectrogram | filecheck %s

// CHECK-LABEL: @there
func.func @there(%x: tensor<100xf32>) -> (tensor<9x26xf32>, tensor<9x22x2xf32>) {
  // CHECK:      [[W:%.*]] = ncnn.weight <"ncnn.spectrogram.waves"> : tensor<18x16xf32>
  // CHECK:      [[P:%.*]] = ncnn.padding reflect {{.*}} before [0, 0, 8] after [0, 0, 8]
  // CHECK-NEXT: [[U:%.*]] = ncnn.unfold [[P]] kernel [1, 16] stride [1, 4]
  // CHECK-NEXT: [[M:%.*]] = ncnn.matmul [[W]], [[U]]
  // CHECK-NEXT: ncnn.unaryop square [[M]]
  // CHECK:      ncnn.binaryop add
  // CHECK-NEXT: ncnn.unaryop sqrt
  %0 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 power 1 : tensor<100xf32> -> tensor<9x26xf32>
  // CHECK-NOT:  ncnn.padding
  // CHECK:      ncnn.matmul
  // CHECK:      ncnn.permute {{.*}} -> tensor<9x22x2xf32>
  %1 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 center 0 : tensor<100xf32> -> tensor<9x22x2xf32>
  func.return %0, %1 : tensor<9x26xf32>, tensor<9x22x2xf32>
}

// CHECK-LABEL: @back
func.func @back(%x: tensor<9x7x2xf32>, %u: tensor<*xf32>) -> (tensor<24x2xf32>, tensor<*xf32>) {
  // CHECK:      [[S:%.*]] = ncnn.permute %x
  // CHECK:      [[M:%.*]] = ncnn.matmul {{.*}} -> tensor<32x7xf32>
  // CHECK-NEXT: ncnn.fold [[M]] kernel [1, 16] stride [1, 4] pad [0, 8, 0, 8] output_size [1, 24] : tensor<32x7xf32> -> tensor<2x1x24xf32>
  // CHECK:      ncnn.binaryop mul
  // CHECK:      ncnn.permute {{.*}} -> tensor<24x2xf32>
  %0 = ncnn.inversespectrogram %x n_fft 16 hop 4 window_length 16 : tensor<9x7x2xf32> -> tensor<24x2xf32>
  // CHECK-NEXT: ncnn.inversespectrogram %u
  %1 = ncnn.inversespectrogram %u n_fft 16 hop 4 window_length 16 : tensor<*xf32> -> tensor<*xf32>
  func.return %0, %1 : tensor<24x2xf32>, tensor<*xf32>
}
