// RUN: ncnnc-opt %s -p expand-int8-linear | filecheck %s

// An input becomes int8, sums become float32 with bias and activation.
func.func @convolution(%x: tensor<3x6x6xf32>) -> tensor<2x4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<2x3x3x3xi8>
  %b = ncnn.weight <"b"> : tensor<2xf32>
  %ws = ncnn.weight <"ws"> dense<[4.0, 0.0]> : tensor<2xf32>
  %s = ncnn.weight <"s"> dense<[8.0]> : tensor<1xf32>
  %y = ncnn.convolution %x, %w bias %b : tensor<2xf32> weight_scale %ws : tensor<2xf32>
    input_scale %s : tensor<1xf32> activation relu int8_scale_term 2
    : tensor<3x6x6xf32>, tensor<2x3x3x3xi8> -> tensor<2x4x4xf32>
  func.return %y : tensor<2x4x4xf32>
}
// CHECK-LABEL: @convolution
// CHECK:         %[[S:.*]] = ncnn.weight <"scale"> dense<8.000000e+00> : tensor<1xf32>
// CHECK:         %[[Q:.*]] = ncnn.quantize %x, %[[S]] : (tensor<3x6x6xf32>, tensor<1xf32>) -> tensor<3x6x6xi8>
// CHECK-NEXT:    %[[A:.*]] = ncnn.convolution %[[Q]], %w : tensor<3x6x6xi8>, tensor<2x3x3x3xi8> -> tensor<2x4x4xi32>
// CHECK-NEXT:    %[[F:.*]] = ncnn.weight <"ncnn.convolution.scale"> : tensor<2xf32>
// CHECK-NEXT:    %y = ncnn.dequantize %[[A]], %[[F]] bias %b activation relu : (tensor<2x4x4xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    func.return %y

// Above term 100 the result is quantized, and the next layer does not quantize it again. Weights of
// float32 become int8; what is padded is int8 already.
func.func @chain(%x: tensor<2x6x6xf32>) -> tensor<2x6x6xf32> {
  %w = ncnn.weight <"w"> dense<1.0> : tensor<2x1x3x3xf32>
  %ws = ncnn.weight <"ws"> dense<[4.0]> : tensor<1xf32>
  %s = ncnn.weight <"s"> dense<[8.0]> : tensor<1xf32>
  %o = ncnn.weight <"o"> dense<[3.0]> : tensor<1xf32>
  %a = ncnn.convolution_depthwise %x, %w weight_scale %ws : tensor<1xf32>
    input_scale %s : tensor<1xf32> output_scale %o : tensor<1xf32> group 2 pad [1, 1, 1, 1] pad_value 2.5
    int8_scale_term 102 : tensor<2x6x6xf32>, tensor<2x1x3x3xf32> -> tensor<2x6x6xf32>
  %r = ncnn.relu %a : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %y = ncnn.convolution_depthwise %r, %w weight_scale %ws : tensor<1xf32>
    input_scale %s : tensor<1xf32> group 2 pad [1, 1, 1, 1] int8_scale_term 2
    : tensor<2x6x6xf32>, tensor<2x1x3x3xf32> -> tensor<2x6x6xf32>
  func.return %y : tensor<2x6x6xf32>
}
// CHECK-LABEL: @chain
// CHECK:         ncnn.weight <"w{{.*}}"> : tensor<2x1x3x3xi8>
// CHECK:         %[[A:.*]] = ncnn.convolution_depthwise %{{.*}} group 2 pad [1, 1, 1, 1] pad_value 2.000000e+00 : tensor<2x6x6xi8>, tensor<2x1x3x3xi8> -> tensor<2x6x6xi32>
// CHECK:         %[[D:.*]] = ncnn.dequantize %[[A]]
// CHECK:         ncnn.weight <"scale"> dense<3.000000e+00>
// CHECK-NEXT:    %[[O:.*]] = ncnn.quantize %[[D]]{{.*}} -> tensor<2x6x6xf32>
// CHECK-NEXT:    %r = ncnn.relu %[[O]]
// CHECK:         %[[ONE:.*]] = ncnn.weight <"scale"> dense<1.000000e+00>
// CHECK:         ncnn.quantize %r, %[[ONE]] : {{.*}} -> tensor<2x6x6xi8>

// Scales of an inner product lie along its outputs, which are the columns of a matrix.
func.func @innerproduct(%x: tensor<5x3xf32>) -> tensor<5x2xf32> {
  %w = ncnn.weight <"w"> : tensor<2x3xi8>
  %ws = ncnn.weight <"ws"> dense<[4.0, 2.0]> : tensor<2xf32>
  %s = ncnn.weight <"s"> dense<[8.0]> : tensor<1xf32>
  %y = ncnn.innerproduct %x, %w weight_scale %ws : tensor<2xf32> input_scale %s : tensor<1xf32>
    int8_scale_term 1 : tensor<5x3xf32>, tensor<2x3xi8> -> tensor<5x2xf32>
  func.return %y : tensor<5x2xf32>
}
// CHECK-LABEL: @innerproduct
// CHECK:         ncnn.innerproduct %{{.*}}, %w : tensor<5x3xi8>, tensor<2x3xi8> -> tensor<5x2xi32>
// CHECK:         ncnn.dequantize {{.*}} axis 1 : (tensor<5x2xi32>, tensor<2xf32>) -> tensor<5x2xf32>

// In int8 a 1x1 convolution of a vector makes an image.
func.func @vector(%x: tensor<3xf32>) -> tensor<2x1x1xf32> {
  %w = ncnn.weight <"w"> : tensor<2x3x1x1xi8>
  %ws = ncnn.weight <"ws"> dense<[4.0, 2.0]> : tensor<2xf32>
  %s = ncnn.weight <"s"> dense<[8.0]> : tensor<1xf32>
  %y = ncnn.convolution %x, %w weight_scale %ws : tensor<2xf32> input_scale %s : tensor<1xf32>
    int8_scale_term 1 : tensor<3xf32>, tensor<2x3x1x1xi8> -> tensor<2x1x1xf32>
  func.return %y : tensor<2x1x1xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[X:.*]] = ncnn.reshape %x shape [3, 1, 1]
// CHECK:         ncnn.quantize %[[X]]
// CHECK:         ncnn.convolution %{{.*}} : tensor<3x1x1xi8>, tensor<2x3x1x1xi8> -> tensor<2x1x1xi32>

// Left alone: float32, unknown shapes, scales that are not at hand.
func.func @others(%x: tensor<3x6x6xf32>, %u: tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<2x3x3x3xi8>
  %f = ncnn.weight <"f"> : tensor<2x3x3x3xf32>
  %ws = ncnn.weight <"ws"> : tensor<2xf32>
  %s = ncnn.weight <"s"> dense<[8.0]> : tensor<1xf32>
  %0 = ncnn.convolution %x, %f : tensor<3x6x6xf32>, tensor<2x3x3x3xf32> -> tensor<2x4x4xf32>
  %1 = ncnn.convolution %x, %w weight_scale %ws : tensor<2xf32> input_scale %s : tensor<1xf32>
    int8_scale_term 2 : tensor<3x6x6xf32>, tensor<2x3x3x3xi8> -> tensor<2x4x4xf32>
  %2 = ncnn.convolution %u, %w weight_scale %ws : tensor<2xf32> input_scale %s : tensor<1xf32>
    int8_scale_term 2 : tensor<*xf32>, tensor<2x3x3x3xi8> -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: @others
// CHECK-NOT:     ncnn.quantize
// CHECK:         func.return

// A recurrent layer stays, of weights that are integers; those of one without a term are floats.
func.func @recurrent(%x: tensor<5x3xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>) {
  %w = ncnn.weight <"w"> dense<0.5> : tensor<1x2x3xf32>
  %b = ncnn.weight <"b"> : tensor<1x1x2xf32>
  %h = ncnn.weight <"h"> : tensor<1x2x2xi8>
  %f = ncnn.weight <"f"> : tensor<1x2x2xf32>
  %s = ncnn.weight <"s"> dense<[[8.0, 0.0]]> : tensor<1x2xf32>
  %y = ncnn.rnn %x weights %w, %b, %h : tensor<1x2x3xf32>, tensor<1x1x2xf32>, tensor<1x2x2xi8> scale_xc %s : tensor<1x2xf32> scale_hc %s : tensor<1x2xf32> int8_scale_term 2 : tensor<5x3xf32> -> tensor<5x2xf32>
  %z = ncnn.rnn %x weights %w, %b, %f : tensor<1x2x3xf32>, tensor<1x1x2xf32>, tensor<1x2x2xf32> : tensor<5x3xf32> -> tensor<5x2xf32>
  func.return %y, %z : tensor<5x2xf32>, tensor<5x2xf32>
}
// CHECK-LABEL: @recurrent
// CHECK:         %[[W:.*]] = ncnn.weight <"w{{.*}}"> : tensor<1x2x3xi8>
// CHECK-NEXT:    ncnn.rnn %x weights %[[W]], %b, %h : tensor<1x2x3xi8>, tensor<1x1x2xf32>, tensor<1x2x2xi8> scale_xc
// CHECK-NEXT:    ncnn.rnn %x weights %w, %b, %f : tensor<1x2x3xf32>
