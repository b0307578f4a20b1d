// RUN: ncnnc-opt %s -p fuse-affine | filecheck %s
// RUN: verify-diagnostics %s -p fuse-affine

// Scalars, one after the other: factors go into the weights, all goes into the bias.
func.func @scalars(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-affine: conv1, div1}}
  %0 = ncnn.convolution %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32> loc("conv1"("m.param":3:0))
  %1 = ncnn.binaryop_scalar div %0, 4.0 : (tensor<*xf32>) -> tensor<*xf32> loc("div1"("m.param":4:0))
  %y = ncnn.binaryop_scalar sub %1, 2.0 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @scalars
// CHECK:         %[[W:.*]] = ncnn.binaryop_scalar div %w, 4.000000e+00 : (tensor<4x3x3x3xf32>)
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop_scalar div %b, 4.000000e+00 : (tensor<4xf32>)
// CHECK-NEXT:    %[[C:.*]] = ncnn.binaryop_scalar sub %[[B]], 2.000000e+00
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] bias %[[C]] : tensor<4xf32> {kept} : tensor<*xf32>
// CHECK-NEXT:    func.return %y

// A scalar minus the result negates the weights, as does a negation; a Power without a power.
func.func @others(%x: tensor<5x6xf32>, %i: tensor<3x4x4xf32>)
    -> (tensor<5x4xf32>, tensor<5x4xf32>, tensor<4x8x8xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %v = ncnn.weight <"v"> : tensor<4x3x2x2xf32>
  %a = ncnn.innerproduct %x, %w : tensor<5x6xf32>, tensor<4x6xf32> -> tensor<5x4xf32>
  %y = ncnn.binaryop_scalar rsub %a, 1.0 : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %b = ncnn.innerproduct %x, %w : tensor<5x6xf32>, tensor<4x6xf32> -> tensor<5x4xf32>
  %z = ncnn.unaryop neg %b : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %c = ncnn.deconvolution %i, %v stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %u = ncnn.power %c scale 2.0 shift 3.0 : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  func.return %y, %z, %u : tensor<5x4xf32>, tensor<5x4xf32>, tensor<4x8x8xf32>
}
// CHECK-LABEL: @others
// CHECK:         %[[W:.*]] = ncnn.binaryop_scalar mul %w, -1.000000e+00
// CHECK-NEXT:    %[[ZEROS:.*]] = ncnn.weight <"w.bias"> dense<0.000000e+00>
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop_scalar rsub %[[ZEROS]], 1.000000e+00
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]] bias %[[B]]
// CHECK-NEXT:    %[[V:.*]] = ncnn.unaryop neg %w
// CHECK-NEXT:    %z = ncnn.innerproduct %x, %[[V]] :
// CHECK-NEXT:    %[[U:.*]] = ncnn.binaryop_scalar mul %v, 2.000000e+00
// CHECK-NEXT:    %[[MORE:.*]] = ncnn.weight <"v.bias"> dense<0.000000e+00>
// CHECK-NEXT:    %[[C:.*]] = ncnn.power %[[MORE]] scale 2.000000e+00 shift 3.000000e+00
// CHECK-NEXT:    %u = ncnn.deconvolution %i, %[[U]] bias %[[C]]

// Differences with a constant for each channel, in both orders; the result divided by one.
func.func @constants(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-affine: Convolution, BinaryOp}}
  %0 = ncnn.convolution %x, %w bias %b : tensor<4xf32> : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %y = ncnn.binaryop sub %0, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  %1 = ncnn.convolution %x, %w bias %b : tensor<4xf32> : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %z = ncnn.binaryop sub %k, %1 : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>
  %2 = ncnn.convolution %x, %w bias %b : tensor<4xf32> : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %u = ncnn.binaryop rsub %2, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  %3 = ncnn.convolution %x, %w bias %b : tensor<4xf32> : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %v = ncnn.binaryop rdiv %k, %3 : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %y, %z, %u, %v : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @constants
// CHECK:         %[[B:.*]] = ncnn.binaryop sub %b, %k
// CHECK-NEXT:    %y = ncnn.convolution %x, %w bias %[[B]]
// CHECK-NEXT:    %[[W1:.*]] = ncnn.binaryop_scalar mul %w, -1.000000e+00
// CHECK-NEXT:    %[[B1:.*]] = ncnn.binaryop sub %k, %b
// CHECK-NEXT:    %z = ncnn.convolution %x, %[[W1]] bias %[[B1]]
// CHECK-NEXT:    %[[W2:.*]] = ncnn.binaryop_scalar mul %w, -1.000000e+00
// CHECK-NEXT:    %[[B2:.*]] = ncnn.binaryop sub %k, %b
// CHECK-NEXT:    %u = ncnn.convolution %x, %[[W2]] bias %[[B2]]
// CHECK-NEXT:    %[[W3:.*]] = ncnn.binaryop div %w, %k
// CHECK-NEXT:    %[[B3:.*]] = ncnn.binaryop div %b, %k
// CHECK-NEXT:    %v = ncnn.convolution %x, %[[W3]] bias %[[B3]]

// Eltwise with a constant: a product, and a weighted sum.
func.func @eltwise(%x: tensor<12xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %0 = ncnn.innerproduct %x, %w bias %b : tensor<4xf32> : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.eltwise prod %0, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = ncnn.innerproduct %x, %w bias %b : tensor<4xf32> : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %z = ncnn.eltwise sum %k, %1 coeffs [0.5, 2.0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y, %z : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @eltwise
// CHECK:         %[[W:.*]] = ncnn.binaryop mul %w, %k
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop mul %b, %k
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]] bias %[[B]]
// CHECK-NEXT:    %[[C:.*]] = ncnn.eltwise sum %k, %b coeffs [5.000000e-01, 2.000000e+00]
// CHECK-NEXT:    %[[V:.*]] = ncnn.binaryop_scalar mul %w, 2.000000e+00
// CHECK-NEXT:    %z = ncnn.innerproduct %x, %[[V]] bias %[[C]]

// A positive factor goes through a ReLU, another one or a term does not, and nothing through a sigmoid.
func.func @activations(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  // expected-remark @+1 {{fuse-affine: InnerProduct, BinaryOp}}
  %0 = ncnn.innerproduct %x, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %y = ncnn.binaryop_scalar mul %0, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, BinaryOp: InnerProduct has an activation}}
  %1 = ncnn.innerproduct %y, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %2 = ncnn.binaryop_scalar mul %1, -2.0 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, BinaryOp: InnerProduct has an activation}}
  %3 = ncnn.innerproduct %2, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %4 = ncnn.binaryop_scalar add %3, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, Dropout: factors do not go through the sigmoid of InnerProduct}}
  %5 = ncnn.innerproduct %4, %w activation sigmoid : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %z = ncnn.dropout %5 scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @activations
// CHECK:         %[[W:.*]] = ncnn.binaryop_scalar mul %w, 2.000000e+00
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]] activation relu
// CHECK:         ncnn.binaryop_scalar mul %{{.*}}, -2.000000e+00 : (tensor<4xf32>)
// CHECK:         ncnn.binaryop_scalar add
// CHECK:         ncnn.dropout

// Positive constants for each channel go through a ReLU, if their values are at hand.
func.func @positive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %k = ncnn.weight <"k"> dense<[1.0, 0.5, 2.0, 3.0]> : tensor<4xf32>
  %l = ncnn.weight <"l"> dense<[1.0, 0.5, 0.0, 3.0]> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  // expected-remark @+2 {{fuse-affine: InnerProduct, BinaryOp}}
  // expected-remark @+1 {{fuse-affine: InnerProduct, Scale}}
  %0 = ncnn.innerproduct %x, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %1 = ncnn.binaryop mul %k, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = ncnn.binaryop div %1, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = ncnn.scale %2, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = ncnn.innerproduct %y, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %4 = ncnn.binaryop mul %3, %l : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = ncnn.innerproduct %4, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %6 = ncnn.scale %5, %k bias %k : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = ncnn.innerproduct %6, %w activation mish : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %8 = ncnn.binaryop mul %7, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %9 = ncnn.innerproduct %8, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %z = ncnn.binaryop mul %9, %m : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @positive
// CHECK:         %[[W1:.*]] = ncnn.binaryop mul %w, %k
// CHECK-NEXT:    %[[W2:.*]] = ncnn.binaryop div %[[W1]], %k
// CHECK-NEXT:    %[[W3:.*]] = ncnn.binaryop mul %[[W2]], %k
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W3]] activation relu
// CHECK:         ncnn.binaryop mul %{{.*}}, %l
// CHECK:         ncnn.scale %{{.*}}, %k bias %k
// CHECK:         ncnn.binaryop mul %{{.*}}, %k
// CHECK:         ncnn.binaryop mul %{{.*}}, %m

func.func @left_alone(%x: tensor<4xf32>, %v: tensor<4x4xf32>, %u: tensor<*xf32>, %r: tensor<2x4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<*xf32>, tensor<2x4xf32>) {
  // What is not affine, and a Dropout that does nothing.
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %0 = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %1 = ncnn.binaryop_scalar pow %0, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = ncnn.innerproduct %1, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %3 = ncnn.binaryop_scalar rdiv %2, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %4 = ncnn.innerproduct %3, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %5 = ncnn.power %4 power 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %6 = ncnn.innerproduct %5, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %7 = ncnn.binaryop div %k, %6 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %8 = ncnn.innerproduct %7, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %9 = ncnn.eltwise max %8, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %10 = ncnn.innerproduct %9, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %11 = ncnn.unaryop abs %10 : (tensor<4xf32>) -> tensor<4xf32>
  %12 = ncnn.innerproduct %11, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %13 = ncnn.dropout %12 : (tensor<4xf32>) -> tensor<4xf32>
  // Division by zero would make weights infinite, and zeros among them to NaN.
  %k2 = ncnn.weight <"k"> dense<[1.0, 0.0, 2.0, 3.0]> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, BinaryOp: the result of BinaryOp is not finite}}
  %t4 = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %t5 = ncnn.binaryop_scalar div %t4, 0.0 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, BinaryOp: BinaryOp divides by zero}}
  %t6 = ncnn.innerproduct %t5, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %y = ncnn.binaryop div %t6, %k2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // Another user; weights from the network; int8 weights; no constant for each channel; unknown axes.
  %k1 = ncnn.weight <"k"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<2x4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, BinaryOp: the result of InnerProduct has other users}}
  %t1 = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %t2 = ncnn.binaryop_scalar add %t1, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, UnaryOp: the network computes the weights of InnerProduct}}
  %t3 = ncnn.innerproduct %t2, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %t7 = ncnn.unaryop neg %t3 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, Dropout: InnerProduct has int8 weights}}
  %t8 = ncnn.innerproduct %t7, %w int8_scale_term 1 : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %t9 = ncnn.dropout %t8 scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, BinaryOp: the shape of the result of InnerProduct is unknown}}
  %t10 = ncnn.innerproduct %u, %w : tensor<*xf32>, tensor<4x4xf32> -> tensor<*xf32>
  %t11 = ncnn.binaryop sub %t10, %k1 : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{missed: fuse-affine: InnerProduct, Eltwise: a constant of shape 2x4 is not one for each channel of InnerProduct}}
  %t12 = ncnn.innerproduct %r, %w : tensor<2x4xf32>, tensor<4x4xf32> -> tensor<2x4xf32>
  %t13 = ncnn.eltwise sum %t12, %m : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %13, %y, %t1, %t9, %t11, %t13 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<*xf32>, tensor<2x4xf32>
}
