// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' --split-input-file --verify-diagnostics | filecheck %s

// Rows of 6 in a matrix of whatever outer axes there are.
func.func @rows(%x: tensor<3x4x6xf32>) -> tensor<3x4x6xf32> {
  %g = ncnn.weight <"g"> : tensor<6xf32>
  %y = ncnn.layernorm %x gamma %g : tensor<6xf32> beta %g : tensor<6xf32> size 6 : tensor<3x4x6xf32> -> tensor<3x4x6xf32>
  func.return %y : tensor<3x4x6xf32>
}
// CHECK-LABEL: @rows
// CHECK:         [[X:%.*]] = kernel.view %x[0] : tensor<3x4x6xf32> -> tensor<12x6xf32>
// CHECK:         kernel.normalize_rows ins([[X]], %g, %g : {{.*}}) {{.*}}centred}

// -----

// A whole image for each channel; RMSNorm keeps the mean.
func.func @images(%x: tensor<3x4x6xf32>) -> tensor<3x4x6xf32> {
  %y = ncnn.rmsnorm %x size 24 : tensor<3x4x6xf32> -> tensor<3x4x6xf32>
  func.return %y : tensor<3x4x6xf32>
}
// CHECK-LABEL: @images
// CHECK:         kernel.normalize_rows ins(%{{.*}} : tensor<3x24xf32>) outs(%{{.*}} : tensor<3x24xf32>) {eps = 1.000000e-03 : f32}
