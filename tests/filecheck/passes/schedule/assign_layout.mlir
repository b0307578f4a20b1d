// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},assign-layout' | filecheck %s --check-prefixes=ZMM,ANY
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},assign-layout' | filecheck %s --check-prefixes=YMM,ANY
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},assign-layout{policy="divisible"}' | filecheck %s --check-prefix=NCNN
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},assign-layout{packing=false}' | filecheck %s --check-prefix=PLAIN
// REQUIREMENT: L1, L5, L7, L10, L11, L17, D11

// PLAIN-NOT: layout
// PLAIN: func.return

func.func @main(%image: tensor<3x8x8xf32>, %r: tensor<24x8x8xf32>, %v: tensor<24xf32>) -> tensor<24x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<24x3x1x1xf32>
  %b = ncnn.weight <"b"> : tensor<24xf32>
  %u = ncnn.weight <"u"> : tensor<24x24x1x1xf32>
  // Few channels are read as they come; weights have no layout. ncnn: 24 is divisible by 8 only.
  // ZMM: %conv = ncnn.convolution %image, %w bias %b : tensor<24xf32> : tensor<3x8x8xf32>, tensor<24x3x1x1xf32> -> tensor<24x8x8xf32, #ncnn.layout<pack = 16>>
  // YMM: %conv = ncnn.convolution %image, {{.*}} -> tensor<24x8x8xf32, #ncnn.layout<pack = 8>>
  // NCNN: %conv = ncnn.convolution %image, {{.*}} -> tensor<24x8x8xf32, #ncnn.layout<pack = 8>>
  %conv = ncnn.convolution %image, %w bias %b : tensor<24xf32> : tensor<3x8x8xf32>, tensor<24x3x1x1xf32> -> tensor<24x8x8xf32>
  // An op that follows works on packed blobs if one of its inputs is one; the others are converted.
  // ANY: [[R:%.*]] = ncnn.convert_layout %r : tensor<24x8x8xf32> ->
  // ANY-NEXT: %sum = ncnn.binaryop add %conv, [[R]]
  %sum = ncnn.binaryop add %conv, %r : (tensor<24x8x8xf32>, tensor<24x8x8xf32>) -> tensor<24x8x8xf32>
  // Vectors are packed too.
  // ZMM: [[V:%.*]] = ncnn.convert_layout %v : tensor<24xf32> -> tensor<24xf32, #ncnn.layout<pack = 16>>
  // ZMM-NEXT: %product = ncnn.binaryop mul %sum, [[V]]
  %product = ncnn.binaryop mul %sum, %v : (tensor<24x8x8xf32>, tensor<24xf32>) -> tensor<24x8x8xf32>
  // A softmax over the width has no packed form: it gets the plain blob.
  // ANY: [[P:%.*]] = ncnn.convert_layout %product
  // ANY-NEXT: %soft = ncnn.softmax [[P]] axis 2 : tensor<24x8x8xf32> -> tensor<24x8x8xf32>
  %soft = ncnn.softmax %product axis 2 : tensor<24x8x8xf32> -> tensor<24x8x8xf32>
  // An op that merely follows stays plain.
  // ANY-NEXT: %relu = ncnn.relu %soft : (tensor<24x8x8xf32>) -> tensor<24x8x8xf32>
  %relu = ncnn.relu %soft : (tensor<24x8x8xf32>) -> tensor<24x8x8xf32>
  // A convolution wants packed input, and the function returns plain blobs.
  // ANY-NEXT: [[X:%.*]] = ncnn.convert_layout %relu
  // ANY-NEXT: %y = ncnn.convolution [[X]], %u
  // ANY-NEXT: [[Y:%.*]] = ncnn.convert_layout %y
  // ANY-NEXT: func.return [[Y]] : tensor<24x8x8xf32>
  %y = ncnn.convolution %relu, %u : tensor<24x8x8xf32>, tensor<24x24x1x1xf32> -> tensor<24x8x8xf32>
  func.return %y : tensor<24x8x8xf32>
}

// What only lends its shape is not converted, and does not make an op follow.
func.func @shape_only(%x: tensor<24x8x8xf32>, %z: tensor<3x4x4xf32>) -> tensor<24x4x4xf32> {
  %w = ncnn.weight <"s"> : tensor<24x24x1x1xf32>
  %conv = ncnn.convolution %x, %w : tensor<24x8x8xf32>, tensor<24x24x1x1xf32> -> tensor<24x8x8xf32>
  // ANY-LABEL: @shape_only
  // ANY: %small = ncnn.interp nearest %conv like %z
  %small = ncnn.interp nearest %conv like %z : (tensor<24x8x8xf32>, tensor<3x4x4xf32>) -> tensor<24x4x4xf32>
  // ANY-NEXT: %y = ncnn.interp nearest %x like %small : (tensor<24x8x8xf32>, {{.*}}) -> tensor<24x4x4xf32>
  %y = ncnn.interp nearest %x like %small : (tensor<24x8x8xf32>, tensor<24x4x4xf32>) -> tensor<24x4x4xf32>
  func.return %y : tensor<24x4x4xf32>
}

// A deconvolution of a packed blob to few channels makes a plain one, and what follows stays plain;
// one to more channels packs its result.
func.func @deconvolution(%x: tensor<24x8x8xf32>) -> (tensor<4x16x16xf32>, tensor<5x16x16xf32>) {
  %u = ncnn.weight <"c"> : tensor<24x24x1x1xf32>
  %w = ncnn.weight <"d"> : tensor<4x24x2x2xf32>
  %v = ncnn.weight <"e"> : tensor<5x24x2x2xf32>
  // ANY-LABEL: @deconvolution
  // ANY: %conv = ncnn.convolution
  %conv = ncnn.convolution %x, %u : tensor<24x8x8xf32>, tensor<24x24x1x1xf32> -> tensor<24x8x8xf32>
  // ZMM-NEXT: %few = ncnn.deconvolution %conv, {{.*}} tensor<24x8x8xf32, #ncnn.layout<pack = 16>>, tensor<4x24x2x2xf32> -> tensor<4x16x16xf32>{{$}}
  // YMM-NEXT: %few = ncnn.deconvolution %conv, {{.*}} -> tensor<4x16x16xf32>{{$}}
  // ANY-NEXT: %relu = ncnn.relu %few : (tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %few = ncnn.deconvolution %conv, %w stride [2, 2] : tensor<24x8x8xf32>, tensor<4x24x2x2xf32> -> tensor<4x16x16xf32>
  %relu = ncnn.relu %few : (tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  // ZMM-NEXT: %more = ncnn.deconvolution {{.*}} -> tensor<5x16x16xf32, #ncnn.layout<pack = 16>>
  // YMM-NEXT: %more = ncnn.deconvolution {{.*}} -> tensor<5x16x16xf32, #ncnn.layout<pack = 8>>
  %more = ncnn.deconvolution %conv, %v stride [2, 2] : tensor<24x8x8xf32>, tensor<5x24x2x2xf32> -> tensor<5x16x16xf32>
  func.return %relu, %more : tensor<4x16x16xf32>, tensor<5x16x16xf32>
}

// Some operands are always plain; they do not make an op packed either.
func.func @plain_operands(%x: tensor<24x8x8xf32>, %plain: tensor<24x4x4xf32>, %g: tensor<2x4x4xf32>) -> (tensor<24x4x4xf32>, tensor<24x4x4xf32>) {
  %w = ncnn.weight <"grid"> : tensor<2x24x1x1xf32>
  %u = ncnn.weight <"u"> : tensor<24x24x1x1xf32>
  %grid = ncnn.convolution %x, %w stride [2, 2] : tensor<24x8x8xf32>, tensor<2x24x1x1xf32> -> tensor<2x4x4xf32>
  %features = ncnn.convolution %x, %u : tensor<24x8x8xf32>, tensor<24x24x1x1xf32> -> tensor<24x8x8xf32>
  // ANY-LABEL: @plain_operands
  // ANY: [[G:%.*]] = ncnn.convert_layout %grid {{.*}} -> tensor<2x4x4xf32>
  // ANY: ncnn.grid_sample bilinear %features, [[G]] planar
  // ZMM-SAME: -> tensor<24x4x4xf32, #ncnn.layout<pack = 16>>
  %y = ncnn.grid_sample bilinear %features, %grid planar : (tensor<24x8x8xf32>, tensor<2x4x4xf32>) -> tensor<24x4x4xf32>
  // ANY: ncnn.grid_sample bilinear %plain, {{.*}} planar : (tensor<24x4x4xf32>, tensor<2x4x4xf32>) -> tensor<24x4x4xf32>
  %z = ncnn.grid_sample bilinear %plain, %grid planar : (tensor<24x4x4xf32>, tensor<2x4x4xf32>) -> tensor<24x4x4xf32>
  func.return %y, %z : tensor<24x4x4xf32>, tensor<24x4x4xf32>
}
