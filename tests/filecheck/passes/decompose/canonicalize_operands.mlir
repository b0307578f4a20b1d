// RUN: ncnnc-opt %s -p canonicalize-operands | filecheck %s

// CHECK-LABEL: @gemm
func.func @gemm(%a: tensor<4x3x8xf32>, %b: tensor<8x2x5xf32>, %m: tensor<4x8xf32>, %n: tensor<8x1x5xf32>, %c: tensor<2x4x5xf32>, %v: tensor<5xf32>) {
  // CHECK: [[A:%.*]] = ncnn.crop slice %a {{.*}} -> tensor<4x1x8xf32>
  // CHECK-NEXT: [[B:%.*]] = ncnn.crop slice %b {{.*}} -> tensor<8x1x5xf32>
  // CHECK-NEXT: ncnn.gemm [[A]], [[B]]
  %0 = ncnn.gemm %a, %b : tensor<4x3x8xf32>, tensor<8x2x5xf32> -> tensor<4x5xf32>
  // CHECK-NEXT: ncnn.gemm %m, %n
  %1 = ncnn.gemm %m, %n : tensor<4x8xf32>, tensor<8x1x5xf32> -> tensor<4x5xf32>
  // CHECK-COUNT-3: ncnn.crop slice
  // CHECK-NEXT: [[C:%.*]] = ncnn.reshape {{.*}} -> tensor<1xf32>
  // CHECK-NEXT: ncnn.gemm %m, %n plus [[C]] : tensor<1xf32>
  %2 = ncnn.gemm %m, %n plus %c : tensor<2x4x5xf32> : tensor<4x8xf32>, tensor<8x1x5xf32> -> tensor<4x5xf32>
  // CHECK-NEXT: ncnn.gemm %m, %n plus %v
  %3 = ncnn.gemm %m, %n plus %v : tensor<5xf32> : tensor<4x8xf32>, tensor<8x1x5xf32> -> tensor<4x5xf32>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: @convolution
func.func @convolution(%x: tensor<8x3x5x5xf32>, %i: tensor<8x5x5xf32>) {
  // CHECK: [[W:%.*]] = ncnn.weight
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  // CHECK-NEXT: [[D:%.*]] = ncnn.crop slice %x {{.*}} -> tensor<8x1x5x5xf32>
  // CHECK-NEXT: [[I:%.*]] = ncnn.reshape [[D]] {{.*}} -> tensor<8x5x5xf32>
  // CHECK-NEXT: ncnn.convolution [[I]], [[W]]
  %0 = ncnn.convolution %x, %w : tensor<8x3x5x5xf32>, tensor<4x8x1x1xf32> -> tensor<4x5x5xf32>
  // CHECK-NEXT: ncnn.convolution %i, [[W]]
  %1 = ncnn.convolution %i, %w : tensor<8x5x5xf32>, tensor<4x8x1x1xf32> -> tensor<4x5x5xf32>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: @spectrogram
func.func @spectrogram(%x: tensor<2x40xf32>, %r: tensor<1x40xf32>, %s: tensor<40xf32>) {
  // CHECK: [[X:%.*]] = ncnn.crop slice %x {{.*}} -> tensor<1x40xf32>
  // CHECK-NEXT: [[V:%.*]] = ncnn.reshape [[X]] {{.*}} -> tensor<40xf32>
  // CHECK-NEXT: ncnn.spectrogram [[V]]
  %0 = ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 power 2 : tensor<2x40xf32> -> tensor<9x11xf32>
  // CHECK-NEXT: [[R:%.*]] = ncnn.reshape %r {{.*}} -> tensor<40xf32>
  // CHECK-NEXT: ncnn.spectrogram [[R]]
  %1 = ncnn.spectrogram %r n_fft 16 hop 4 window_length 16 power 2 : tensor<1x40xf32> -> tensor<9x11xf32>
  // CHECK-NEXT: ncnn.spectrogram %s
  %2 = ncnn.spectrogram %s n_fft 16 hop 4 window_length 16 power 2 : tensor<40xf32> -> tensor<9x11xf32>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: @scale
func.func @scale(%x: tensor<8x5x4xf32>, %s: tensor<8x1xf32>, %v: tensor<8xf32>) {
  // CHECK: [[S:%.*]] = ncnn.reshape %s {{.*}} -> tensor<8xf32>
  // CHECK-NEXT: [[Y:%.*]] = ncnn.scale %x, [[S]] : (tensor<8x5x4xf32>, tensor<8xf32>) -> tensor<8x5x4xf32>
  %0, %1 = ncnn.scale %x, %s : (tensor<8x5x4xf32>, tensor<8x1xf32>) -> (tensor<8x5x4xf32>, tensor<8x1xf32>)
  // CHECK-NEXT: ncnn.scale %x, %v
  %2 = ncnn.scale %x, %v : (tensor<8x5x4xf32>, tensor<8xf32>) -> tensor<8x5x4xf32>
  // CHECK-NEXT: ncnn.noop [[Y]], %s
  %3, %4 = ncnn.noop %0, %1 : (tensor<8x5x4xf32>, tensor<8x1xf32>) -> (tensor<8x5x4xf32>, tensor<8x1xf32>)
  // CHECK-NEXT: func.return
  func.return
}
