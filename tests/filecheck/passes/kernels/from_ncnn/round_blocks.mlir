// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-ncnn-to-kernel' | filecheck %s

// The rows of all outer axes are rows of one matrix.
func.func @main(%x: tensor<2x3x40xf32>) -> tensor<2x3x40xf32> {
  %y = ncnn.round_blocks %x size 32 : tensor<2x3x40xf32> -> tensor<2x3x40xf32>
  func.return %y : tensor<2x3x40xf32>
}
// CHECK-LABEL: @main
// CHECK:         kernel.round_rows
// CHECK-SAME:      tensor<6x40xf32>
// CHECK-SAME:      size = 32

// Each matrix may have a largest magnitude.
func.func @magnitudes(%x: tensor<2x3x40xf32>, %m: tensor<2xf32>) -> tensor<2x3x40xf32> {
  %y = ncnn.round_blocks %x largest %m : tensor<2xf32> size 40 : tensor<2x3x40xf32> -> tensor<2x3x40xf32>
  func.return %y : tensor<2x3x40xf32>
}
// CHECK-LABEL: @magnitudes
// CHECK:         kernel.round_rows ins(%{{.*}}, %m : tensor<6x40xf32>, tensor<2xf32>)
