// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-ncnn-to-kernel' | filecheck %s

func.func @main(%x: tensor<3x4x6xf32>, %f: tensor<2x4x6xf32>) -> tensor<3x4x6xf32> {
  // CHECK: [[X:%.*]] = kernel.pack ins(%x{{.*}} -> tensor<1x4x6x4xf32>
  // CHECK: [[Y:%.*]] = kernel.warp ins([[X]], %f : tensor<1x4x6x4xf32>, tensor<2x4x6xf32>) {{.*}}zeros_outside
  // CHECK: kernel.unpack ins([[Y]]
  %y = ncnn.warp %x, %f zeros_outside : (tensor<3x4x6xf32>, tensor<2x4x6xf32>) -> tensor<3x4x6xf32>
  func.return %y : tensor<3x4x6xf32>
}
