// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// The first four elements are the region, whatever the blob is.
func.func @roi(%x: tensor<12x4x5xf32, #ncnn.layout<pack = 8>>, %p: tensor<12x4x5xf32>, %r: tensor<3x1x4xf32>) -> (tensor<12x2x3xf32, #ncnn.layout<pack = 8>>, tensor<2x2x3xf32>) {
  %y = ncnn.roi_align %x, %r size 2 x 3 scale 0.5 : (tensor<12x4x5xf32, #ncnn.layout<pack = 8>>, tensor<3x1x4xf32>) -> tensor<12x2x3xf32, #ncnn.layout<pack = 8>>
  %z = ncnn.psroi_pooling %p, %r size 2 x 3 scale 0.5 channels 2 : (tensor<12x4x5xf32>, tensor<3x1x4xf32>) -> tensor<2x2x3xf32>
  func.return %y, %z : tensor<12x2x3xf32, #ncnn.layout<pack = 8>>, tensor<2x2x3xf32>
}
// CHECK-LABEL: @roi
// CHECK:         [[R:%.*]] = kernel.view %r[0] : tensor<3x1x4xf32> -> tensor<4xf32>
// CHECK:         kernel.roi_align ins(%x, [[R]] : {{.*}}) outs({{.*}} : tensor<2x2x3x8xf32>)
// CHECK:         kernel.roi_mean ins(%p, {{.*}} : {{.*}}) outs({{.*}} : tensor<2x2x3xf32>)
