// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%x: tensor<3x4x6xf32>, %f: tensor<2x4x6xf32>) -> tensor<3x4x6xf32> {
  // CHECK: [[X:%.*]] = kernel.pack ins(%x{{.*}} -> tensor<1x4x6x4xf32>
  // CHECK: [[Y:%.*]] = kernel.warp ins([[X]], %f : tensor<1x4x6x4xf32>, tensor<2x4x6xf32>) {{.*}}zeros_outside
  // CHECK: kernel.unpack ins([[Y]]
  %y = ncnn.warp %x, %f zeros_outside : (tensor<3x4x6xf32>, tensor<2x4x6xf32>) -> tensor<3x4x6xf32>
  func.return %y : tensor<3x4x6xf32>
}

// CHECK-LABEL: @filter
func.func @filter(%x: tensor<8x4x6xf32, #ncnn.layout<pack = 8>>, %f: tensor<2x4x6xf32>, %w: tensor<16x4x6xf32>) -> tensor<8x4x6xf32, #ncnn.layout<pack = 8>> {
  // CHECK: kernel.filter_interpolation ins(%x, %f, %w : tensor<1x4x6x8xf32>, tensor<2x4x6xf32>, tensor<16x4x6xf32>)
  %y = ncnn.filter_interpolation %x, %f, %w : (tensor<8x4x6xf32, #ncnn.layout<pack = 8>>, tensor<2x4x6xf32>, tensor<16x4x6xf32>) -> tensor<8x4x6xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x4x6xf32, #ncnn.layout<pack = 8>>
}
