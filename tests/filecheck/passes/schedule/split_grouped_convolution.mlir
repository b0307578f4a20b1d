// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},split-grouped-convolution' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+zen5"},split-grouped-convolution' | filecheck %s --check-prefix=PARTS
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+zen5"},split-grouped-convolution{bfloat16=true}' | filecheck %s --check-prefix=ROUNDED

// Groups of whole vectors become convolutions, with all that the layer says.
func.func @wide(%x: tensor<16x4x4xf32>) -> tensor<32x2x2xf32> {
  %w = ncnn.weight <"w"> : tensor<32x8x1x1xf32>
  %b = ncnn.weight <"b"> : tensor<32xf32>
  %y = ncnn.convolution_depthwise %x, %w bias %b : tensor<32xf32> group 2 stride [2, 2] activation relu : tensor<16x4x4xf32>, tensor<32x8x1x1xf32> -> tensor<32x2x2xf32>
  func.return %y : tensor<32x2x2xf32>
}
// CHECK-LABEL: @wide
// CHECK:         [[X0:%.*]], [[X1:%.*]] = ncnn.slice %x sizes [8, 8]
// CHECK-NEXT:    [[W0:%.*]], [[W1:%.*]] = ncnn.slice %w sizes [16, 16]
// CHECK-NEXT:    [[B0:%.*]], [[B1:%.*]] = ncnn.slice %b sizes [16, 16]
// CHECK-NEXT:    [[Y0:%.*]] = ncnn.convolution [[X0]], [[W0]] bias [[B0]] : tensor<16xf32> stride [2, 2] activation relu : tensor<8x4x4xf32>, tensor<16x8x1x1xf32> -> tensor<16x2x2xf32>
// CHECK-NEXT:    [[Y1:%.*]] = ncnn.convolution [[X1]], [[W1]] bias [[B1]]
// CHECK-NEXT:    [[Y:%.*]] = ncnn.concat [[Y0]], [[Y1]]
// CHECK-NEXT:    func.return [[Y]]

// Left alone: parts of vectors in or out, many groups, one group, depthwise, weights that are
// computed, and what has an algorithm already.
func.func @kept(%x: tensor<16x4x4xf32>, %z: tensor<128x1x1xf32>, %v: tensor<16x8x1x1xf32>) {
  %narrow = ncnn.weight <"narrow"> : tensor<8x8x1x1xf32>
  %0 = ncnn.convolution_depthwise %x, %narrow group 2 : tensor<16x4x4xf32>, tensor<8x8x1x1xf32> -> tensor<8x4x4xf32>
  %few = ncnn.weight <"few"> : tensor<32x4x1x1xf32>
  %1 = ncnn.convolution_depthwise %x, %few group 4 : tensor<16x4x4xf32>, tensor<32x4x1x1xf32> -> tensor<32x4x4xf32>
  %many = ncnn.weight <"many"> : tensor<128x8x1x1xf32>
  %2 = ncnn.convolution_depthwise %z, %many group 16 : tensor<128x1x1xf32>, tensor<128x8x1x1xf32> -> tensor<128x1x1xf32>
  %one = ncnn.weight <"one"> : tensor<16x16x1x1xf32>
  %3 = ncnn.convolution_depthwise %x, %one : tensor<16x4x4xf32>, tensor<16x16x1x1xf32> -> tensor<16x4x4xf32>
  %deep = ncnn.weight <"deep"> : tensor<16x1x1x1xf32>
  %4 = ncnn.convolution_depthwise %x, %deep group 16 : tensor<16x4x4xf32>, tensor<16x1x1x1xf32> -> tensor<16x4x4xf32>
  %5 = ncnn.convolution_depthwise %x, %v group 2 : tensor<16x4x4xf32>, tensor<16x8x1x1xf32> -> tensor<16x4x4xf32>
  %w = ncnn.weight <"w"> : tensor<16x8x1x1xf32>
  %6 = ncnn.convolution_depthwise %x, %w group 2 algorithm packed : tensor<16x4x4xf32>, tensor<16x8x1x1xf32> -> tensor<16x4x4xf32>
  func.return
}
// CHECK-LABEL: @kept
// CHECK-NOT:     ncnn.slice
// CHECK:         func.return

// Groups wider than a vector are split too, if an output sums over several taps.
func.func @partial(%x: tensor<40x9x9xf32>) -> (tensor<40x7x7xf32>, tensor<40x9x9xf32>) {
  %w = ncnn.weight <"w"> : tensor<40x20x3x3xf32>
  %v = ncnn.weight <"v"> : tensor<40x20x1x1xf32>
  %y = ncnn.convolution_depthwise %x, %w group 2 : tensor<40x9x9xf32>, tensor<40x20x3x3xf32> -> tensor<40x7x7xf32>
  %z = ncnn.convolution_depthwise %x, %v group 2 : tensor<40x9x9xf32>, tensor<40x20x1x1xf32> -> tensor<40x9x9xf32>
  func.return %y, %z : tensor<40x7x7xf32>, tensor<40x9x9xf32>
}
// CHECK-LABEL: @partial
// CHECK:         [[X0:%.*]], [[X1:%.*]] = ncnn.slice %x sizes [20, 20]
// CHECK:         ncnn.convolution [[X0]],
// CHECK-NEXT:    ncnn.convolution [[X1]],
// CHECK-NEXT:    ncnn.concat
// CHECK-NEXT:    %z = ncnn.convolution_depthwise %x, %v group 2

// Outputs of a group that leave lanes unused are summed in parts, if there are registers enough,
// if inputs of a group are whole vectors, and if they do not become bfloat16.
func.func @few_outputs(%x: tensor<192x28x28xf32>, %z: tensor<120x28x28xf32>) -> (tensor<60x28x28xf32>, tensor<60x28x28xf32>) {
  %w = ncnn.weight <"w"> : tensor<60x64x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<60x40x1x1xf32>
  %y = ncnn.convolution_depthwise %x, %w group 3 : tensor<192x28x28xf32>, tensor<60x64x1x1xf32> -> tensor<60x28x28xf32>
  %u = ncnn.convolution_depthwise %z, %v group 3 : tensor<120x28x28xf32>, tensor<60x40x1x1xf32> -> tensor<60x28x28xf32>
  func.return %y, %u : tensor<60x28x28xf32>, tensor<60x28x28xf32>
}
// CHECK-LABEL: @few_outputs
// CHECK:         %y = ncnn.convolution_depthwise %x, %w group 3
// PARTS-LABEL: @few_outputs
// PARTS:         [[X0:%.*]], [[X1:%.*]], [[X2:%.*]] = ncnn.slice %x sizes [64, 64, 64]
// PARTS:         ncnn.convolution [[X0]],
// PARTS-NEXT:    ncnn.convolution [[X1]],
// PARTS-NEXT:    ncnn.convolution [[X2]],
// PARTS-NEXT:    ncnn.concat
// PARTS-NEXT:    %u = ncnn.convolution_depthwise %z, %v group 3
// ROUNDED-LABEL: @few_outputs
// ROUNDED:         %y = ncnn.convolution_depthwise %x, %w group 3

// Sums of int8 are split with the op that rescales them; a factor for all channels stays whole.
func.func @integers(%x: tensor<16x4x4xi8>) -> (tensor<32x4x4xi8>, tensor<32x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<32x8x1x1xi8>
  %s = ncnn.weight <"s"> : tensor<32xf32>
  %o = ncnn.weight <"o"> : tensor<1xf32>
  %b = ncnn.weight <"b"> : tensor<32xf32>
  %a = ncnn.convolution_depthwise %x, %w group 2 : tensor<16x4x4xi8>, tensor<32x8x1x1xi8> -> tensor<32x4x4xi32>
  %y = ncnn.requantize %a, %s, %o bias %b activation relu : (tensor<32x4x4xi32>, tensor<32xf32>, tensor<1xf32>, tensor<32xf32>) -> tensor<32x4x4xi8>
  %c = ncnn.convolution_depthwise %x, %w group 2 : tensor<16x4x4xi8>, tensor<32x8x1x1xi8> -> tensor<32x4x4xi32>
  %z = ncnn.dequantize %c, %s : (tensor<32x4x4xi32>, tensor<32xf32>) -> tensor<32x4x4xf32>
  func.return %y, %z : tensor<32x4x4xi8>, tensor<32x4x4xf32>
}
// CHECK-LABEL: @integers
// CHECK:         [[X0:%.*]], [[X1:%.*]] = ncnn.slice %x sizes [8, 8]
// CHECK:         [[A0:%.*]] = ncnn.convolution [[X0]], {{.*}} -> tensor<16x4x4xi32>
// CHECK-NEXT:    [[A1:%.*]] = ncnn.convolution [[X1]], {{.*}} -> tensor<16x4x4xi32>
// CHECK:         [[S0:%.*]], [[S1:%.*]] = ncnn.slice %s sizes [16, 16]
// CHECK:         [[B0:%.*]], [[B1:%.*]] = ncnn.slice %b sizes [16, 16]
// CHECK-NEXT:    [[Y0:%.*]] = ncnn.requantize [[A0]], [[S0]], %o bias [[B0]] activation relu
// CHECK-NEXT:    [[Y1:%.*]] = ncnn.requantize [[A1]], [[S1]], %o bias [[B1]] activation relu
// CHECK-NEXT:    %y = ncnn.concat [[Y0]], [[Y1]]
// CHECK:         [[Z0:%.*]] = ncnn.dequantize
// CHECK-NEXT:    [[Z1:%.*]] = ncnn.dequantize
// CHECK-NEXT:    %z = ncnn.concat [[Z0]], [[Z1]]

// Left alone: sums that other ops read, and single taps of parts of vectors.
func.func @kept_integers(%x: tensor<16x4x4xi8>) -> (tensor<32x4x4xi32>, tensor<32x4x4xf32>, tensor<24x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<32x8x1x1xi8>
  %v = ncnn.weight <"v"> : tensor<24x8x1x1xi8>
  %s = ncnn.weight <"s"> : tensor<1xf32>
  %a = ncnn.convolution_depthwise %x, %w group 2 : tensor<16x4x4xi8>, tensor<32x8x1x1xi8> -> tensor<32x4x4xi32>
  %y = ncnn.dequantize %a, %s : (tensor<32x4x4xi32>, tensor<1xf32>) -> tensor<32x4x4xf32>
  %b = ncnn.convolution_depthwise %x, %v group 2 : tensor<16x4x4xi8>, tensor<24x8x1x1xi8> -> tensor<24x4x4xi32>
  %z = ncnn.dequantize %b, %s : (tensor<24x4x4xi32>, tensor<1xf32>) -> tensor<24x4x4xf32>
  func.return %a, %y, %z : tensor<32x4x4xi32>, tensor<32x4x4xf32>, tensor<24x4x4xf32>
}
// CHECK-LABEL: @kept_integers
// CHECK-NOT:     ncnn.slice
// CHECK:         func.return
