// RUN: ncnnc-opt %s -p fold-constants --import %S/../../inputs/own_layers.py | filecheck %s
// RUN: ncnnc-opt %s -p 'fold-constants{growth_limit=16}' | filecheck %s --check-prefix=LIMIT

// A chain of ops on dense constants becomes one dense constant, a layer as the first of them is.
func.func @chain() -> tensor<2x2xf32> {
  %a = ncnn.weight <"a"> memory_data dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = ncnn.weight <"b"> dense<[10.0, 20.0]> : tensor<2xf32>
  %c = ncnn.binaryop mul %a, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %d = ncnn.binaryop_scalar add %c, 1.0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  func.return %d : tensor<2x2xf32>
}
// CHECK-LABEL: @chain
// CHECK-NEXT:    %d = ncnn.weight <"a"> memory_data dense<{{\[\[}}1.100000e+01, 2.100000e+01], [6.100000e+01, 8.100000e+01]]>
// CHECK-NEXT:    func.return %d

// An operand that is no constant, or whose array is not at hand.
func.func @unknown(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = ncnn.weight <"a"> dense<[1.0, 2.0]> : tensor<2xf32>
  %b = ncnn.weight <"b"> : tensor<2xf32>
  %c = ncnn.binaryop mul %a, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %d = ncnn.binaryop mul %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %c, %d : tensor<2xf32>, tensor<2xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         ncnn.binaryop mul %a, %x
// CHECK-NEXT:    ncnn.binaryop mul %a, %b

// A result that is larger than its operands and the limit is not stored,
func.func @growth(%x: tensor<8x4x8xf32>) -> tensor<8x4x8xf32> {
  %a = ncnn.weight <"a"> dense<2.0> : tensor<8x1x1xf32>
  %b = ncnn.weight <"b"> dense<3.0> : tensor<1x1x8xf32>
  %c = ncnn.binaryop mul %a, %b : (tensor<8x1x1xf32>, tensor<1x1x8xf32>) -> tensor<8x1x8xf32>
  %y = ncnn.binaryop add %x, %c : (tensor<8x4x8xf32>, tensor<8x1x8xf32>) -> tensor<8x4x8xf32>
  func.return %y : tensor<8x4x8xf32>
}
// CHECK-LABEL: @growth
// CHECK:         %c = ncnn.weight <"a"> dense<6.000000e+00> : tensor<8x1x8xf32>
// LIMIT-LABEL: @growth
// LIMIT:         ncnn.binaryop mul

// unless it is the weight of a layer.
func.func @weights(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = ncnn.weight <"a"> dense<2.0> : tensor<8x1xf32>
  %b = ncnn.weight <"b"> dense<3.0> : tensor<1x8xf32>
  %w = ncnn.binaryop mul %a, %b : (tensor<8x1xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
  %y = ncnn.innerproduct %x, %w : tensor<8xf32>, tensor<8x8xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// LIMIT-LABEL: @weights
// LIMIT:         %w = ncnn.weight <"a"> dense<6.000000e+00> : tensor<8x8xf32>
// LIMIT-NEXT:    ncnn.innerproduct %x, %w

// What a layer of a user's own makes of constants is computed when the model runs.
func.func @own() -> (tensor<2xf32>, tensor<2xf32>) {
  %a = ncnn.weight <"a"> dense<[1.0, 2.0]> : tensor<2xf32>
  %b = ncnn.custom "OwnIdentity"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %c = ncnn.binaryop_scalar add %a, 1.0 : (tensor<2xf32>) -> tensor<2xf32>
  func.return %b, %c : tensor<2xf32>, tensor<2xf32>
}
// CHECK-LABEL: @own
// CHECK:         ncnn.custom "OwnIdentity"
// CHECK-NEXT:    ncnn.weight <"a"> dense<[2.000000e+00, 3.000000e+00]>

// Elements of int8 that are moved stay int8; they are in the store, as all of them are.
func.func @integers() -> (tensor<2xi8>, tensor<1xi8>) {
  %a = ncnn.weight <"a"> dense<[1, 2, 3]> : tensor<3xi8>
  %b, %c = ncnn.slice %a sizes [2, 1] : (tensor<3xi8>) -> (tensor<2xi8>, tensor<1xi8>)
  func.return %b, %c : tensor<2xi8>, tensor<1xi8>
}
// CHECK-LABEL: @integers
// CHECK-NEXT:    ncnn.weight <"a{{.*}}"> : tensor<2xi8>
// CHECK-NEXT:    ncnn.weight <"a{{.*}}"> : tensor<1xi8>
// CHECK-NEXT:    func.return
