// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s

func.func @main(%x: tensor<3x4x4xf32> {ncnn.name = "entrée"}) -> (tensor<2x2x2xf32> {ncnn.name = "\D0\B2\D1\8B\D1\85\D0\BE\D0\B4"}) {
  %w = ncnn.weight <"c\C3\B6nv.weight"> : tensor<2x3x3x3xf32>
  %y = ncnn.convolution %x, %w : tensor<3x4x4xf32>, tensor<2x3x3x3xf32> -> tensor<2x2x2xf32>
  func.return %y : tensor<2x2x2xf32>
}

// CHECK:      func.func @main(%x: tensor<3x4x4xf32> {ncnn.name = "entr\C3\A9e"})
// CHECK-SAME: {ncnn.name = "\D0\B2\D1\8B\D1\85\D0\BE\D0\B4"}
// CHECK-NEXT: ncnn.weight <"c\C3\B6nv.weight"> : tensor<2x3x3x3xf32>
