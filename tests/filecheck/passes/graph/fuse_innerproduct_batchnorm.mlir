// RUN: ncnnc-opt %s -p fuse-innerproduct-batchnorm --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-innerproduct-batchnorm --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// The batchnorm normalises the bias, and scales the weights. What else the inner product says stays.
func.func @fold(%x: tensor<3x2x2xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32> loc("a1"("m.param":3:0))
  %y = ncnn.batchnorm %a, %s, %m, %v, %t eps 0.5
    : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @fold
// CHECK:         %[[ZERO:.*]] = ncnn.weight <"zeros"> dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.batchnorm %w, %s, %[[ZERO]], %v, %[[ZERO]] eps 5.000000e-01 : (tensor<4x12xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.batchnorm %b, %s, %m, %v, %t eps 5.000000e-01 : (tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]] bias %[[B]] : tensor<4xf32> {kept} :
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @fold
// REMARK:        m.param:3: remark: fuse-innerproduct-batchnorm: a1, b1

// -----

// Another number of channels, which nothing has compared yet.
func.func @channels(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<3xf32>
  %a = ncnn.innerproduct %x, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @channels
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @channels
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: BatchNorm is for 3 channels, InnerProduct has 4

// -----

// Parameters that the network computes.
func.func @parameters(%x: tensor<3x2x2xf32>, %k: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %a = ncnn.innerproduct %x, %w : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @parameters
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @parameters
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: the network computes the parameters of BatchNorm

// -----

// Before shapes are known: after a Flatten the result is a vector.
func.func @flattened(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %f = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  %a = ncnn.innerproduct %f, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @flattened
// CHECK:         %y = ncnn.innerproduct %f, %{{.*}} : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
// REMARK-LABEL: @flattened
// REMARK:        // remark: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm

// -----

// Otherwise it may be a matrix, whose outputs lie along another axis than its channels.
func.func @unknown_shape(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @unknown_shape
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: the shape of the result of InnerProduct is unknown

// -----

// An inner product of rows has its outputs along the other axis than the batchnorm its channels.
func.func @rows(%x: tensor<4x6xf32>) -> tensor<4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return %y : tensor<4x4xf32>
}
// CHECK-LABEL: @rows
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @rows
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: BatchNorm scales rows, the channels of InnerProduct are columns

// -----

// An activation between the two does not commute.
func.func @activation(%x: tensor<3x2x2xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w activation sigmoid
    : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @activation
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @activation
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: InnerProduct has an activation

// -----

// The result of the inner product is an output of the network, too.
func.func @user(%x: tensor<3x2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %a, %y : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: the result of InnerProduct has other users

// -----

// Weights that the network computes.
func.func @dynamic(%x: tensor<3x2x2xf32>, %w: tensor<4x12xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @dynamic
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: the network computes the weights of InnerProduct

// -----

// Weights that int8 scales go with.
func.func @int8(%x: tensor<3x2x2xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  %a = ncnn.innerproduct %x, %w weight_scale %k : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 2
    : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @int8
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: InnerProduct has int8 weights

// -----

// Other layers have passes of their own.
func.func @others(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @others
// REMARK-NOT:    // missed
