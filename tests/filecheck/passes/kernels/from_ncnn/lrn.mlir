// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// alpha is divided by the number of neighbours.
func.func @across(%x: tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.lrn across_channels %x local_size 4 alpha 2.0 : (tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @across
// CHECK:         kernel.lrn ins(%x : tensor<2x4x4x8xf32>) outs(%{{.*}}) {region = #kernel<lrn_region across_channels>, channels = 12 : i64, local_size = 4 : i64, scale = 5.000000e-01 : f32,

// A matrix is an image of one channel, packed for it.
func.func @within(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %y = ncnn.lrn within_channel %x local_size 4 alpha 2.0 : (tensor<4x5xf32>) -> tensor<4x5xf32>
  func.return %y : tensor<4x5xf32>
}
// CHECK-LABEL: @within
// CHECK:         [[X:%.*]] = kernel.pack ins({{.*}} : tensor<1x4x5xf32>) outs(%{{.*}} : tensor<1x4x5x4xf32>)
// CHECK:         kernel.lrn ins([[X]] : {{.*}}scale = 1.250000e-01 : f32,
// CHECK:         kernel.unpack
// CHECK-NEXT:    kernel.view {{.*}} -> tensor<4x5xf32>
