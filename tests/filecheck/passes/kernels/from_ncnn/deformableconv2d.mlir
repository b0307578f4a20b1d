// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Every tap's channels, gathered, are those of a 1x1 convolution.
func.func @deformable(%x: tensor<12x4x5xf32, #ncnn.layout<pack = 8>>, %o: tensor<8x3x4xf32>) -> tensor<16x3x4xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<16x12x2x2xf32>
  %b = ncnn.weight <"b"> : tensor<16xf32>
  %y = ncnn.deformable_conv2d %x, %w bias %b : tensor<16xf32> at %o : tensor<8x3x4xf32> activation relu : tensor<12x4x5xf32, #ncnn.layout<pack = 8>>, tensor<16x12x2x2xf32> -> tensor<16x3x4xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<16x3x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @deformable
// CHECK:         [[S:%.*]] = ncnn.weight <"window_starts{{.*}}"> : tensor<2x3x4xf32>
// CHECK:         [[C:%.*]] = kernel.deformable_im2col ins(%x, [[S]], %o : {{.*}}) outs({{.*}} : tensor<8x3x4x8xf32>) {{.*}}channels = 12
// CHECK:         kernel.convolution ins([[C]], {{.*}}kernel = array<i64: 1, 1>{{.*}}algorithm gemm{{.*}}channels = 64
