// RUN: ncnnc-opt %s -p fuse-affine --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-affine --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// Scalars, one after the other: factors go into the weights, all goes into the bias.
func.func @scalars(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
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
// REMARK-LABEL: @scalars
// REMARK:        // m.param:3: remark: fuse-affine: conv1, div1

// -----

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

// -----

// Differences with a constant for each channel, in both orders; the result divided by one.
func.func @constants(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
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
// REMARK-LABEL: @constants
// REMARK:        // remark: fuse-affine: Convolution, BinaryOp

// -----

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

// -----

// A positive factor goes through a ReLU, another one or a term does not, and nothing through a sigmoid.
func.func @activations(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %0 = ncnn.innerproduct %x, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %y = ncnn.binaryop_scalar mul %0, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %1 = ncnn.innerproduct %y, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %2 = ncnn.binaryop_scalar mul %1, -2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = ncnn.innerproduct %2, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %4 = ncnn.binaryop_scalar add %3, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
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
// REMARK-LABEL: @activations
// REMARK:        // remark: fuse-affine: InnerProduct, BinaryOp
// REMARK:        // missed: fuse-affine: InnerProduct, BinaryOp: InnerProduct has an activation
// REMARK:        // missed: fuse-affine: InnerProduct, Dropout: factors do not go through the sigmoid of InnerProduct

// -----

// Positive constants for each channel go through a ReLU, if their values are at hand.
func.func @positive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %k = ncnn.weight <"k"> dense<[1.0, 0.5, 2.0, 3.0]> : tensor<4xf32>
  %l = ncnn.weight <"l"> dense<[1.0, 0.5, 0.0, 3.0]> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
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
// REMARK-LABEL: @positive
// REMARK:        // remark: fuse-affine: InnerProduct, BinaryOp
// REMARK:        // remark: fuse-affine: InnerProduct, Scale

// -----

// What is not affine, and a Dropout that does nothing.
func.func @not_affine(%x: tensor<4xf32>) -> tensor<4xf32> {
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
  func.return %13 : tensor<4xf32>
}
// CHECK-LABEL: @not_affine
// CHECK:         ncnn.binaryop_scalar pow
// CHECK:         ncnn.binaryop_scalar rdiv
// CHECK:         ncnn.power
// CHECK:         ncnn.binaryop div %k
// CHECK:         ncnn.eltwise max
// CHECK:         ncnn.unaryop abs
// CHECK:         ncnn.dropout
// REMARK-LABEL: @not_affine
// REMARK-NOT:    // missed

// -----

// Division by zero would make weights infinite, and zeros among them to NaN.
func.func @zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %k = ncnn.weight <"k"> dense<[1.0, 0.0, 2.0, 3.0]> : tensor<4xf32>
  %0 = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %1 = ncnn.binaryop_scalar div %0, 0.0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = ncnn.innerproduct %1, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %y = ncnn.binaryop div %2, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @zero
// CHECK:         ncnn.binaryop_scalar div
// CHECK:         ncnn.binaryop div
// REMARK-LABEL: @zero
// REMARK:        // missed: fuse-affine: InnerProduct, BinaryOp: the result of BinaryOp is not finite
// REMARK:        // missed: fuse-affine: InnerProduct, BinaryOp: BinaryOp divides by zero

// -----

// Another user; weights from the network; int8 weights; no constant for each channel; unknown axes.
func.func @guards(%x: tensor<4xf32>, %v: tensor<4x4xf32>, %u: tensor<*xf32>, %r: tensor<2x4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<*xf32>, tensor<2x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<2x4xf32>
  %0 = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %1 = ncnn.binaryop_scalar add %0, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = ncnn.innerproduct %1, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %3 = ncnn.unaryop neg %2 : (tensor<4xf32>) -> tensor<4xf32>
  %4 = ncnn.innerproduct %3, %w int8_scale_term 1 : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %5 = ncnn.dropout %4 scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %6 = ncnn.innerproduct %u, %w : tensor<*xf32>, tensor<4x4xf32> -> tensor<*xf32>
  %7 = ncnn.binaryop sub %6, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  %8 = ncnn.innerproduct %r, %w : tensor<2x4xf32>, tensor<4x4xf32> -> tensor<2x4xf32>
  %9 = ncnn.eltwise sum %8, %m : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %0, %5, %7, %9 : tensor<4xf32>, tensor<4xf32>, tensor<*xf32>, tensor<2x4xf32>
}
// CHECK-LABEL: @guards
// CHECK:         ncnn.binaryop_scalar add
// CHECK:         ncnn.unaryop neg
// CHECK:         ncnn.dropout
// CHECK:         ncnn.binaryop sub
// CHECK:         ncnn.eltwise sum
// REMARK-LABEL: @guards
// REMARK:        // missed: fuse-affine: InnerProduct, BinaryOp: the result of InnerProduct has other users
// REMARK:        // missed: fuse-affine: InnerProduct, UnaryOp: the network computes the weights of InnerProduct
// REMARK:        // missed: fuse-affine: InnerProduct, Dropout: InnerProduct has int8 weights
// REMARK:        // missed: fuse-affine: InnerProduct, BinaryOp: the shape of the result of InnerProduct is unknown
// REMARK:        // missed: fuse-affine: InnerProduct, Eltwise: a constant of shape 2x4 is not one for each channel of InnerProduct
