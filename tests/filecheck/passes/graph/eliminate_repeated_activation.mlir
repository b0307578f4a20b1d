// RUN: ncnnc-opt %s -p eliminate-repeated-activation | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-repeated-activation

// Nothing is negative: after a sigmoid, after a convolution's own activation, through pooling.
func.func @positive(%x: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x2x2xf32>) {
  %w = ncnn.weight <"w"> : tensor<2x2x1x1xf32>
  %a = ncnn.sigmoid %x : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  // expected-remark @+1 {{eliminate-repeated-activation: ReLU}}
  %b = ncnn.relu %a slope 0.5 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  // expected-remark @+1 {{eliminate-repeated-activation: Clip}}
  %c = ncnn.clip %b min 0.0 max 6.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %d = ncnn.convolution %x, %w activation relu
    : tensor<2x4x4xf32>, tensor<2x2x1x1xf32> -> tensor<2x4x4xf32>
  %e = ncnn.pooling avg %d kernel [2, 2] stride [2, 2] : tensor<2x4x4xf32> -> tensor<2x2x2xf32>
  %f = ncnn.absval %e : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  func.return %c, %f : tensor<2x4x4xf32>, tensor<2x2x2xf32>
}
// CHECK-LABEL: @positive
// CHECK:         %a = ncnn.sigmoid
// CHECK-NEXT:    %d = ncnn.convolution
// CHECK-NEXT:    %e = ncnn.pooling
// CHECK-NEXT:    func.return %a, %e

// The bounds of two become one pair; of unknown shape, too.
func.func @clamps(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  // expected-remark @+1 {{eliminate-repeated-activation: ReLU, Clip}}
  %a = ncnn.relu %x : (tensor<*xf32>) -> tensor<*xf32>
  %b = ncnn.clip %a min -1.0 max 6.0 : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.clip %x min -1.0 : (tensor<*xf32>) -> tensor<*xf32>
  %d = ncnn.relu %c : (tensor<*xf32>) -> tensor<*xf32>
  %e = ncnn.clip %x min 2.0 max 3.0 : (tensor<*xf32>) -> tensor<*xf32>
  %f = ncnn.clip %e min -1.0 max 1.0 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %b, %d, %f : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @clamps
// CHECK-NEXT:    %b = ncnn.clip %x min 0.000000e+00 max 6.000000e+00
// CHECK-NEXT:    %d = ncnn.clip %x min 0.000000e+00 :
// CHECK-NEXT:    %f = ncnn.clip %x min 1.000000e+00 max 1.000000e+00

// Values may be negative; the first has another user.
func.func @guards(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %a = ncnn.relu %x slope 0.5 : (tensor<8xf32>) -> tensor<8xf32>
  // expected-remark @+1 {{missed: eliminate-repeated-activation: ReLU, Clip: the result of ReLU has other users}}
  %b = ncnn.relu %a : (tensor<8xf32>) -> tensor<8xf32>
  %c = ncnn.clip %b min 1.0 : (tensor<8xf32>) -> tensor<8xf32>
  %d = ncnn.hardswish %b : (tensor<8xf32>) -> tensor<8xf32>
  %e = ncnn.relu %d : (tensor<8xf32>) -> tensor<8xf32>
  func.return %b, %c, %e : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
