// RUN: ncnnc-opt %s -p 'fixed-point{passes="eliminate-permute,eliminate-dropout"}' --remarks | filecheck %s
// RUN: ncnnc-opt %s -p 'eliminate-permute,eliminate-dropout' | filecheck %s --check-prefix=ONCE
// RUN: ncnnc-opt %s -p 'fixed-point{passes="eliminate-permute,fixed-point{passes=\"eliminate-dropout\"}" max-rounds=3}' | filecheck %s
// RUN: not ncnnc-opt %s -p 'fixed-point{passes="eliminate-permute,nosuch"}' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not ncnnc-opt %s -p 'fixed-point' 2>&1 | filecheck %s --check-prefix=MISSING

// UNKNOWN: unknown pass 'nosuch'
// MISSING: fixed-point requires argument "passes"

// The permutations meet only when the dropout between them has gone: in the second round.
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %a = ncnn.permute %x order 3 : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %b = ncnn.dropout %a : (tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  %y = ncnn.permute %b order 4 : tensor<3x4x2xf32> -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @main
// CHECK-NEXT:    func.return %x
// ONCE:          ncnn.permute
// ONCE-NEXT:     ncnn.permute
