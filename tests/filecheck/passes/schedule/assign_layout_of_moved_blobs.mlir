// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},assign-layout' | filecheck %s
// REQUIREMENT: L1, L10, L11

// Parts of packed channels, more of them, and the same in other shapes are packed as they are.
func.func @between_convolutions(%x: tensor<24x8x8xf32>) -> tensor<20x4x8xf32> {
  %w = ncnn.weight <"w"> : tensor<40x24x1x1xf32>
  %u = ncnn.weight <"u"> : tensor<20x52x1x1xf32>
  // CHECK-LABEL: @between_convolutions
  // CHECK: %conv = ncnn.convolution
  // CHECK-NEXT: %crop = ncnn.crop {{.*}} -> tensor<24x8x8xf32, #ncnn.layout<pack = 16>>
  // CHECK-NEXT: %pad = ncnn.padding {{.*}} -> tensor<52x8x8xf32, #ncnn.layout<pack = 16>>
  // CHECK-NEXT: %rows = ncnn.reshape {{.*}} -> tensor<52x4x16xf32, #ncnn.layout<pack = 16>>
  // CHECK-NEXT: %more = ncnn.convolution %rows
  %conv = ncnn.convolution %x, %w : tensor<24x8x8xf32>, tensor<40x24x1x1xf32> -> tensor<40x8x8xf32>
  %crop = ncnn.crop slice %conv starts [3] ends [27] axes [0] : (tensor<40x8x8xf32>) -> tensor<24x8x8xf32>
  %pad = ncnn.padding constant %crop before [0, 0, 0] after [28, 0, 0] : tensor<24x8x8xf32> -> tensor<52x8x8xf32>
  %rows = ncnn.reshape %pad shape [52, 4, 16] : (tensor<52x8x8xf32>) -> tensor<52x4x16xf32>
  %more = ncnn.convolution %rows, %u stride [1, 2] : tensor<52x4x16xf32>, tensor<20x52x1x1xf32> -> tensor<20x4x8xf32>
  func.return %more : tensor<20x4x8xf32>
}

// Channels become the innermost axis, and plain, in one step; other orders need plain blobs.
func.func @permuted(%x: tensor<24x8x8xf32>) -> (tensor<8x8x24xf32>, tensor<24x8x8xf32>) {
  %w = ncnn.weight <"p"> : tensor<24x24x1x1xf32>
  // CHECK-LABEL: @permuted
  // CHECK: %inside = ncnn.permute %conv order 3 : tensor<24x8x8xf32, #ncnn.layout<pack = 16>> -> tensor<8x8x24xf32>
  // CHECK-NEXT: [[P:%.*]] = ncnn.convert_layout %conv
  // CHECK-NEXT: %turned = ncnn.permute [[P]] order 1
  %conv = ncnn.convolution %x, %w : tensor<24x8x8xf32>, tensor<24x24x1x1xf32> -> tensor<24x8x8xf32>
  %inside = ncnn.permute %conv order 3 : tensor<24x8x8xf32> -> tensor<8x8x24xf32>
  %turned = ncnn.permute %conv order 1 : tensor<24x8x8xf32> -> tensor<24x8x8xf32>
  func.return %inside, %turned : tensor<8x8x24xf32>, tensor<24x8x8xf32>
}

// Of parts that are mostly plain, and read plain, the others are unpacked; read packed, or mostly
// packed, the plain ones are packed.
func.func @mixed(%x: tensor<4x8x8xf32>, %plain: tensor<80x8x8xf32>) -> (tensor<84x8x8xf32>, tensor<4x8x8xf32>, tensor<86x8x8xf32>) {
  %w = ncnn.weight <"m"> : tensor<4x4x1x1xf32>
  %u = ncnn.weight <"n"> : tensor<4x84x1x1xf32>
  %v = ncnn.weight <"o"> : tensor<82x4x1x1xf32>
  // CHECK-LABEL: @mixed
  // CHECK: %few = ncnn.convolution
  // CHECK-NEXT: [[F:%.*]] = ncnn.convert_layout %few {{.*}} -> tensor<4x8x8xf32>
  // CHECK-NEXT: %returned = ncnn.concat [[F]], %plain
  %few = ncnn.convolution %x, %w : tensor<4x8x8xf32>, tensor<4x4x1x1xf32> -> tensor<4x8x8xf32>
  %returned = ncnn.concat %few, %plain : (tensor<4x8x8xf32>, tensor<80x8x8xf32>) -> tensor<84x8x8xf32>
  // CHECK-NEXT: [[P:%.*]] = ncnn.convert_layout %plain
  // CHECK-NEXT: %read = ncnn.concat %few, [[P]]
  // CHECK-NEXT: %y = ncnn.convolution %read
  %read = ncnn.concat %few, %plain : (tensor<4x8x8xf32>, tensor<80x8x8xf32>) -> tensor<84x8x8xf32>
  %y = ncnn.convolution %read, %u : tensor<84x8x8xf32>, tensor<4x84x1x1xf32> -> tensor<4x8x8xf32>
  // CHECK: %many = ncnn.convolution
  // CHECK: ncnn.convert_layout
  // CHECK-NEXT: %z = ncnn.concat {{.*}} -> tensor<86x8x8xf32>
  %many = ncnn.convolution %y, %v : tensor<4x8x8xf32>, tensor<82x4x1x1xf32> -> tensor<82x8x8xf32>
  %z = ncnn.concat %many, %x : (tensor<82x8x8xf32>, tensor<4x8x8xf32>) -> tensor<86x8x8xf32>
  func.return %returned, %y, %z : tensor<84x8x8xf32>, tensor<4x8x8xf32>, tensor<86x8x8xf32>
}

// One channel at a time is read by the vectors in which it is written, however few there are.
func.func @depthwise(%x: tensor<3x8x8xf32>) -> tensor<3x8x8xf32> {
  %w = ncnn.weight <"q"> : tensor<3x1x1x1xf32>
  // CHECK-LABEL: @depthwise
  // CHECK: [[P:%.*]] = ncnn.convert_layout %x
  // CHECK-NEXT: ncnn.convolution_depthwise [[P]]
  %y = ncnn.convolution_depthwise %x, %w group 3 : tensor<3x8x8xf32>, tensor<3x1x1x1xf32> -> tensor<3x8x8xf32>
  func.return %y : tensor<3x8x8xf32>
}
