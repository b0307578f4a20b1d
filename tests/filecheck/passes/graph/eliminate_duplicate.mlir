// RUN: ncnnc-opt %s -p eliminate-duplicate | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-duplicate

// What depends on equal layers and constants alone is equal, too.
func.func @equal(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k.data"> memory_data dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %l = ncnn.weight <"l.data"> memory_data dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // expected-remark @+1 {{eliminate-duplicate: ReLU, ReLU}}
  %a = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.binaryop add %a, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %d = ncnn.binaryop add %b, %l : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = ncnn.binaryop mul %c, %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @equal
// CHECK:         %a = ncnn.relu %x
// CHECK-NEXT:    %c = ncnn.binaryop add %a, %k
// CHECK-NEXT:    %y = ncnn.binaryop mul %c, %c

func.func @left_alone(%x: tensor<4xf32>, %z: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // Other parameters, inputs in another order, another feature mask, other weights.
  %l = ncnn.weight <"l.data"> memory_data dense<[1.0, 2.0, 3.0, 5.0]> : tensor<4xf32>
  %v = ncnn.weight <"v"> dense<1.0> : tensor<4x4xf32>
  %w = ncnn.weight <"w"> dense<1.5> : tensor<4x4xf32>
  %a = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.relu %x slope 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.binaryop sub %x, %z : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %d = ncnn.binaryop sub %z, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = ncnn.binaryop sub %z, %x {"ncnn.feature_mask" = 1 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %f = ncnn.binaryop sub %z, %l : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %g = ncnn.innerproduct %x, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %h = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  // A layer of a user's own stays in the file as often as it is there.
  %a1 = ncnn.custom "MyOp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b1 = ncnn.custom "MyOp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %a, %b, %c, %d, %e, %f, %g, %h, %a1, %b1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
