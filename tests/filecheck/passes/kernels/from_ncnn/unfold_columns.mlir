// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},convert-ncnn-to-kernel' | filecheck %s

func.func @main(%x: tensor<3x64x64xf32>) -> tensor<10x64x32xbf16, #ncnn.layout<pack = 16>> {
  %y = ncnn.unfold_columns %x kernel 3 stride 2 before 1 columns 32 : tensor<3x64x64xf32> -> tensor<10x64x32xbf16, #ncnn.layout<pack = 16>>
  func.return %y : tensor<10x64x32xbf16, #ncnn.layout<pack = 16>>
}
// CHECK-LABEL: @main
// CHECK:         kernel.unfold_columns ins(%x : tensor<3x64x64xf32>) outs({{.*}} : tensor<1x64x32x16xbf16>) {kernel = 3 : i64, stride = 2 : i64, before = 1 : i64}

// Plain channels are blocks of one.
func.func @plain(%x: tensor<3x64x64xf32>) -> tensor<10x64x32xf32> {
  %y = ncnn.unfold_columns %x kernel 3 stride 2 before 1 columns 32 : tensor<3x64x64xf32> -> tensor<10x64x32xf32>
  func.return %y : tensor<10x64x32xf32>
}
// CHECK-LABEL: @plain
// CHECK:         kernel.unfold_columns ins(%x : tensor<3x64x64xf32>) outs({{.*}} : tensor<10x64x32x1xf32>)
