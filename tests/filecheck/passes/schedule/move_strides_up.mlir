// RUN: ncnnc-opt %s -p "attach-target{target=x86-avx512},move-strides-up" --split-input-file --remarks | filecheck %s

// A residual block of ResNet, as Caffe has it: the last three layers work on a quarter of the
// pixels; of the sum's other input, which the block reads too, a quarter is copied.
func.func @residual(%r: tensor<64x28x28xf32>) -> (tensor<32x14x14xf32>, tensor<16x14x14xf32>) {
  %v = ncnn.weight <"v"> : tensor<32x64x3x3xf32>
  %u = ncnn.weight <"u"> : tensor<64x32x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<32x64x1x1xf32>
  %z = ncnn.weight <"z"> : tensor<16x64x1x1xf32>
  %b = ncnn.convolution %r, %v pad [-233, -233, -233, -233] activation relu
    : tensor<64x28x28xf32>, tensor<32x64x3x3xf32> -> tensor<32x28x28xf32>
  %c = ncnn.convolution %b, %u : tensor<32x28x28xf32>, tensor<64x32x1x1xf32> -> tensor<64x28x28xf32>
  %s = ncnn.binaryop add %r, %c
    : (tensor<64x28x28xf32>, tensor<64x28x28xf32>) -> tensor<64x28x28xf32>
  %t = ncnn.relu %s : (tensor<64x28x28xf32>) -> tensor<64x28x28xf32>
  %y0 = ncnn.convolution %t, %w stride [2, 2]
    : tensor<64x28x28xf32>, tensor<32x64x1x1xf32> -> tensor<32x14x14xf32>
  %y1 = ncnn.convolution %t, %z stride [2, 2] activation relu
    : tensor<64x28x28xf32>, tensor<16x64x1x1xf32> -> tensor<16x14x14xf32>
  func.return %y0, %y1 : tensor<32x14x14xf32>, tensor<16x14x14xf32>
}
// CHECK-LABEL: @residual
// CHECK:         %[[B:.*]] = ncnn.convolution %r, %v stride [2, 2] pad [1, 1, 1, 1] activation relu
// CHECK-NEXT:    %[[C:.*]] = ncnn.convolution %[[B]], %u :
// CHECK-NEXT:    %[[R:.*]] = ncnn.pooling max %r stride [2, 2] pad_mode valid
// CHECK-NEXT:    %[[S:.*]] = ncnn.binaryop add %[[R]], %[[C]]
// CHECK-NEXT:    %[[T:.*]] = ncnn.relu %[[S]]
// CHECK-NEXT:    %y0 = ncnn.convolution %[[T]], %w :
// CHECK-NEXT:    %y1 = ncnn.convolution %[[T]], %z activation relu :
// CHECK-COUNT-4: // remark: move-strides-up:

// -----

// Through constants for each channel, a concatenation, a pooling; strides multiply, sizes are odd.
func.func @ops(%x: tensor<8x21x15xf32>) -> tensor<4x3x2xf32> {
  %k = ncnn.weight <"k"> : tensor<8xf32>
  %v = ncnn.weight <"v"> : tensor<8x1x3x3xf32>
  %w = ncnn.weight <"w"> : tensor<4x16x1x1xf32>
  %a = ncnn.convolution_depthwise %x, %v group 8 stride [2, 2] pad [1, 1, 1, 1]
    : tensor<8x21x15xf32>, tensor<8x1x3x3xf32> -> tensor<8x11x8xf32>
  %b = ncnn.scale %a, %k : (tensor<8x11x8xf32>, tensor<8xf32>) -> tensor<8x11x8xf32>
  %c = ncnn.pooling max %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] pad_mode valid
    : tensor<8x21x15xf32> -> tensor<8x11x8xf32>
  %d = ncnn.concat %b, %c : (tensor<8x11x8xf32>, tensor<8x11x8xf32>) -> tensor<16x11x8xf32>
  %e = ncnn.pooling avg %d kernel [1, 1] stride [2, 2] pad_mode valid
    : tensor<16x11x8xf32> -> tensor<16x6x4xf32>
  %y = ncnn.convolution %e, %w stride [2, 3]
    : tensor<16x6x4xf32>, tensor<4x16x1x1xf32> -> tensor<4x3x2xf32>
  func.return %y : tensor<4x3x2xf32>
}
// CHECK-LABEL: @ops
// CHECK:         ncnn.convolution_depthwise %x, %v group 8 stride [8, 12] pad [1, 1, 1, 1] {{.*}} -> tensor<8x3x2xf32>
// CHECK-NEXT:    ncnn.scale
// CHECK-NEXT:    ncnn.pooling max %x kernel [3, 3] stride [8, 12] pad [1, 1, 1, 1] pad_mode valid
// CHECK-NEXT:    ncnn.concat
// CHECK-NEXT:    %y = ncnn.convolution %{{.*}}, %w : tensor<16x3x2xf32>

// -----

// Winograd's algorithm computes all of the first sooner than half of it takes; users of the second differ; nothing
// before the third has a stride; the fourth has too few inputs of its own.
func.func @guards(%x: tensor<64x56x56xf32>, %r: tensor<64x56x56xf32>) -> (tensor<64x14x28xf32>,
    tensor<64x28x28xf32>, tensor<64x56x56xf32>, tensor<64x28x28xf32>, tensor<64x28x28xf32>) {
  %v = ncnn.weight <"v"> : tensor<64x64x3x3xf32>
  %w = ncnn.weight <"w"> : tensor<64x64x1x1xf32>
  %small = ncnn.pooling max %x kernel [2, 2] stride [2, 2]
    : tensor<64x56x56xf32> -> tensor<64x28x28xf32>
  %a = ncnn.convolution %small, %v pad [1, 1, 1, 1]
    : tensor<64x28x28xf32>, tensor<64x64x3x3xf32> -> tensor<64x28x28xf32>
  %b = ncnn.convolution %a, %w stride [2, 1]
    : tensor<64x28x28xf32>, tensor<64x64x1x1xf32> -> tensor<64x14x28xf32>
  %c = ncnn.convolution %x, %w : tensor<64x56x56xf32>, tensor<64x64x1x1xf32> -> tensor<64x56x56xf32>
  %d = ncnn.convolution %c, %w stride [2, 2]
    : tensor<64x56x56xf32>, tensor<64x64x1x1xf32> -> tensor<64x28x28xf32>
  %e = ncnn.interp nearest %x scale [1.0, 1.0] : (tensor<64x56x56xf32>) -> tensor<64x56x56xf32>
  %h = ncnn.convolution %e, %w stride [2, 2]
    : tensor<64x56x56xf32>, tensor<64x64x1x1xf32> -> tensor<64x28x28xf32>
  %i = ncnn.binaryop add %x, %r
    : (tensor<64x56x56xf32>, tensor<64x56x56xf32>) -> tensor<64x56x56xf32>
  %j = ncnn.convolution %i, %w stride [2, 2]
    : tensor<64x56x56xf32>, tensor<64x64x1x1xf32> -> tensor<64x28x28xf32>
  func.return %b, %d, %c, %h, %j : tensor<64x14x28xf32>, tensor<64x28x28xf32>,
    tensor<64x56x56xf32>, tensor<64x28x28xf32>, tensor<64x28x28xf32>
}
// CHECK-LABEL: @guards
// CHECK-NOT:     pad_mode valid
// CHECK:         %b = ncnn.convolution %a, %w stride [2, 1]
// CHECK-COUNT-3: ncnn.convolution %{{.*}} stride [2, 2]
// CHECK-DAG:   // missed: move-strides-up: Convolution, Convolution: winograd{{[246]}} computes all of Convolution sooner
// CHECK-DAG:   // missed: move-strides-up: Interp, Convolution: Interp has no stride, nor does it work cell by cell
// CHECK-DAG:   // missed: move-strides-up: BinaryOp, Convolution: no input of BinaryOp is computed for it alone, with a stride
