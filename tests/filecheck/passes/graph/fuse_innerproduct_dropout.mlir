// RUN: ncnnc-opt %s -p fuse-innerproduct-dropout | filecheck %s
// RUN: verify-diagnostics %s -p fuse-innerproduct-dropout

// Weights and bias take the scale; a ReLU lets a positive one through.
func.func @relu(%x: tensor<12xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-innerproduct-dropout: InnerProduct, Dropout}}
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

func.func @left_alone(%x: tensor<4xf32>, %v: tensor<4x4xf32>, %i: tensor<1x2x2xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x2x2xf32>) {
  // A ReLU does not let a negative scale through, a sigmoid none.
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-dropout: InnerProduct, Dropout: InnerProduct has an activation}}
  %a = ncnn.innerproduct %x, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b = ncnn.dropout %a scale -0.5 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-dropout: InnerProduct, Dropout: factors do not go through the sigmoid of InnerProduct}}
  %c = ncnn.innerproduct %b, %w activation sigmoid : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d = ncnn.dropout %c scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  // Another user; another layer; weights that are no constants; int8 scales.
  // expected-remark @+1 {{missed: fuse-innerproduct-dropout: InnerProduct, Dropout: the result of InnerProduct has other users}}
  %a1 = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b1 = ncnn.dropout %a1 scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-dropout: InnerProduct, Dropout: the network computes the weights of InnerProduct}}
  %c1 = ncnn.innerproduct %b1, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d1 = ncnn.dropout %c1 scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-dropout: InnerProduct, Dropout: InnerProduct has int8 weights}}
  %e = ncnn.innerproduct %d1, %w int8_scale_term 1
    : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %f = ncnn.dropout %e scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<1x1x1x1xf32>
  %g = ncnn.convolution %i, %k : tensor<1x2x2xf32>, tensor<1x1x1x1xf32> -> tensor<1x2x2xf32>
  %h = ncnn.dropout %g scale 0.5 : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  func.return %d, %a1, %f, %h : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x2x2xf32>
}

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
