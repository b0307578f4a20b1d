// RUN: ncnnc-opt %s -p fuse-innerproduct-dropout --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-innerproduct-dropout --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// Weights and bias take the scale; a ReLU lets a positive one through.
func.func @relu(%x: tensor<12xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w bias %b : tensor<4xf32> activation relu
    : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.dropout %a scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @relu
// CHECK:         %[[W:.*]] = ncnn.dropout %w scale 5.000000e-01
// CHECK-NEXT:    %[[B:.*]] = ncnn.dropout %b scale 5.000000e-01
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]] bias %[[B]] : tensor<4xf32> activation relu
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @relu
// REMARK:        // remark: fuse-innerproduct-dropout: InnerProduct, Dropout

// -----

// Inner products of rows are no different: every output takes the same scale.
func.func @rows(%x: tensor<5x6xf32>) -> tensor<5x4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %a = ncnn.innerproduct %x, %w : tensor<5x6xf32>, tensor<4x6xf32> -> tensor<5x4xf32>
  %y = ncnn.dropout %a scale -0.5 : (tensor<5x4xf32>) -> tensor<5x4xf32>
  func.return %y : tensor<5x4xf32>
}
// CHECK-LABEL: @rows
// CHECK:         %[[W:.*]] = ncnn.dropout %w scale -5.000000e-01
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]]

// -----

// A ReLU does not let a negative scale through, a sigmoid none.
func.func @activations(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %a = ncnn.innerproduct %x, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b = ncnn.dropout %a scale -0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.innerproduct %b, %w activation sigmoid : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d = ncnn.dropout %c scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %d : tensor<4xf32>
}
// CHECK-LABEL: @activations
// CHECK:         ncnn.dropout %a
// CHECK:         ncnn.dropout %c
// REMARK-LABEL: @activations
// REMARK:        // missed: fuse-innerproduct-dropout: InnerProduct, Dropout: InnerProduct has an activation
// REMARK:        // missed: fuse-innerproduct-dropout: InnerProduct, Dropout: factors do not go through the sigmoid of InnerProduct

// -----

// Another user; another layer; weights that are no constants; int8 scales.
func.func @guards(%x: tensor<4xf32>, %v: tensor<4x4xf32>, %i: tensor<1x2x2xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<1x2x2xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b = ncnn.dropout %a scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.innerproduct %b, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d = ncnn.dropout %c scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %e = ncnn.innerproduct %d, %w int8_scale_term 1
    : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %f = ncnn.dropout %e scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<1x1x1x1xf32>
  %g = ncnn.convolution %i, %k : tensor<1x2x2xf32>, tensor<1x1x1x1xf32> -> tensor<1x2x2xf32>
  %h = ncnn.dropout %g scale 0.5 : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  func.return %a, %f, %h : tensor<4xf32>, tensor<4xf32>, tensor<1x2x2xf32>
}
// CHECK-LABEL: @guards
// CHECK:         ncnn.dropout %a
// CHECK:         ncnn.dropout %c
// CHECK:         ncnn.dropout %e
// CHECK:         ncnn.dropout %g
// REMARK-LABEL: @guards
// REMARK:        // missed: fuse-innerproduct-dropout: InnerProduct, Dropout: the result of InnerProduct has other users
// REMARK:        // missed: fuse-innerproduct-dropout: InnerProduct, Dropout: the network computes the weights of InnerProduct
// REMARK:        // missed: fuse-innerproduct-dropout: InnerProduct, Dropout: InnerProduct has int8 weights

// -----

// A dropout that does nothing is left to eliminate-dropout, and shapes are not needed.
func.func @nothing(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<*xf32>, tensor<4x4xf32> -> tensor<*xf32>
  %b = ncnn.dropout %a : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.innerproduct %b, %w : tensor<*xf32>, tensor<4x4xf32> -> tensor<*xf32>
  %y = ncnn.dropout %c scale 0.5 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @nothing
// CHECK:         %b = ncnn.dropout %a
// CHECK:         %y = ncnn.innerproduct %b
