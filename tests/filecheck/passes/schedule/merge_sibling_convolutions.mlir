// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},merge-sibling-convolutions' | filecheck %s

// The input is transformed once. Outputs are padded to whole vectors, which slices need not copy.
func.func @heads(%x: tensor<256x37x37xf32>) -> (tensor<37x37x84xf32>, tensor<37x37x16xf32>) {
  // CHECK-LABEL: @heads
  // CHECK:       [[W:%.*]] = ncnn.weight <"v{{.*}}"> : tensor<112x256x3x3xf32>
  // CHECK:       [[B:%.*]] = ncnn.weight <"c{{.*}}"> : tensor<112xf32>
  // CHECK:       [[Y:%.*]] = ncnn.convolution %x, [[W]] bias [[B]] : tensor<112xf32> pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<112x256x3x3xf32> -> tensor<112x37x37xf32>
  // CHECK:       [[P:%.*]], %{{.*}}, [[Q:%.*]] = ncnn.slice [[Y]] sizes [84, 12, 16]
  // CHECK:       ncnn.permute [[P]]
  // CHECK:       ncnn.permute [[Q]]
  %v = ncnn.weight <"v"> : tensor<84x256x3x3xf32>
  %w = ncnn.weight <"w"> : tensor<16x256x3x3xf32>
  %c = ncnn.weight <"c"> : tensor<16xf32>
  %a = ncnn.convolution %x, %v pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<84x256x3x3xf32> -> tensor<84x37x37xf32>
  %b = ncnn.convolution %x, %w bias %c : tensor<16xf32> pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x37x37xf32>
  %0 = ncnn.permute %a order 3 : tensor<84x37x37xf32> -> tensor<37x37x84xf32>
  %1 = ncnn.permute %b order 3 : tensor<16x37x37xf32> -> tensor<37x37x16xf32>
  func.return %0, %1 : tensor<37x37x84xf32>, tensor<37x37x16xf32>
}

// Left alone: another activation, padding or input.
func.func @apart(%x: tensor<256x37x37xf32>, %z: tensor<256x37x37xf32>) -> (tensor<37x37x16xf32>, tensor<37x37x16xf32>, tensor<35x35x16xf32>, tensor<37x37x16xf32>) {
  // CHECK-LABEL: @apart
  // CHECK-NOT:   ncnn.slice
  // CHECK:       func.return
  %w = ncnn.weight <"w"> : tensor<16x256x3x3xf32>
  %a = ncnn.convolution %x, %w pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x37x37xf32>
  %b = ncnn.convolution %x, %w pad [1, 1, 1, 1] activation relu : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x37x37xf32>
  %c = ncnn.convolution %x, %w : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x35x35xf32>
  %d = ncnn.convolution %z, %w pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x37x37xf32>
  %0 = ncnn.permute %a order 3 : tensor<16x37x37xf32> -> tensor<37x37x16xf32>
  %1 = ncnn.permute %b order 3 : tensor<16x37x37xf32> -> tensor<37x37x16xf32>
  %2 = ncnn.permute %c order 3 : tensor<16x35x35xf32> -> tensor<35x35x16xf32>
  %3 = ncnn.permute %d order 3 : tensor<16x37x37xf32> -> tensor<37x37x16xf32>
  func.return %0, %1, %2, %3 : tensor<37x37x16xf32>, tensor<37x37x16xf32>, tensor<35x35x16xf32>, tensor<37x37x16xf32>
}

// A sum may become part of a convolution, and a concatenation is where the other stores its result.
func.func @stored(%x: tensor<256x37x37xf32>) -> (tensor<16x37x37xf32>, tensor<272x37x37xf32>) {
  // CHECK-LABEL: @stored
  // CHECK-NOT:   ncnn.slice
  // CHECK:       func.return
  %v = ncnn.weight <"v"> : tensor<16x256x3x3xf32>
  %w = ncnn.weight <"w"> : tensor<16x256x3x3xf32>
  %a = ncnn.convolution %x, %v pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x37x37xf32>
  %b = ncnn.convolution %x, %w pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x37x37xf32>
  %0 = ncnn.tanh %a : (tensor<16x37x37xf32>) -> tensor<16x37x37xf32>
  %1 = ncnn.concat %x, %b : (tensor<256x37x37xf32>, tensor<16x37x37xf32>) -> tensor<272x37x37xf32>
  func.return %0, %1 : tensor<16x37x37xf32>, tensor<272x37x37xf32>
}

// 1x1 convolutions read the input itself: whole vectors of outputs take as long apart.
func.func @pointwise(%x: tensor<512x10x10xf32>) -> (tensor<10x10x32xf32>, tensor<10x10x128xf32>) {
  // CHECK-LABEL: @pointwise
  // CHECK-NOT:   ncnn.slice
  // CHECK:       func.return
  %v = ncnn.weight <"v"> : tensor<32x512x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<128x512x1x1xf32>
  %a = ncnn.convolution %x, %v : tensor<512x10x10xf32>, tensor<32x512x1x1xf32> -> tensor<32x10x10xf32>
  %b = ncnn.convolution %x, %w : tensor<512x10x10xf32>, tensor<128x512x1x1xf32> -> tensor<128x10x10xf32>
  %0 = ncnn.permute %a order 3 : tensor<32x10x10xf32> -> tensor<10x10x32xf32>
  %1 = ncnn.permute %b order 3 : tensor<128x10x10xf32> -> tensor<10x10x128xf32>
  func.return %0, %1 : tensor<10x10x32xf32>, tensor<10x10x128xf32>
}

// A weight that is an input.
func.func @other_weights(%x: tensor<256x37x37xf32>, %w: tensor<16x256x3x3xf32>) -> (tensor<37x37x16xf32>, tensor<37x37x16xf32>) {
  // CHECK-LABEL: @other_weights
  // CHECK-NOT:   ncnn.slice
  // CHECK:       func.return
  %v = ncnn.weight <"v"> : tensor<16x256x3x3xf32>
  %a = ncnn.convolution %x, %v pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x37x37xf32>
  %b = ncnn.convolution %x, %w pad [1, 1, 1, 1] : tensor<256x37x37xf32>, tensor<16x256x3x3xf32> -> tensor<16x37x37xf32>
  %0 = ncnn.permute %a order 3 : tensor<16x37x37xf32> -> tensor<37x37x16xf32>
  %1 = ncnn.permute %b order 3 : tensor<16x37x37xf32> -> tensor<37x37x16xf32>
  func.return %0, %1 : tensor<37x37x16xf32>, tensor<37x37x16xf32>
}
