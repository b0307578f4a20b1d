// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%x: tensor<3x2x7xf32>) -> (tensor<3x2x4xf32>, tensor<3x2x4xf32>) {
  %0, %1 = ncnn.top_k %x k 4 : (tensor<3x2x7xf32>) -> (tensor<3x2x4xf32>, tensor<3x2x4xf32>)
  func.return %0, %1 : tensor<3x2x4xf32>, tensor<3x2x4xf32>
}
// CHECK-LABEL: @main
// CHECK:         [[X:%.*]] = kernel.view %x[0] : tensor<3x2x7xf32> -> tensor<6x7xf32>
// CHECK:         [[V:%.*]], [[P:%.*]] = kernel.top_k ins([[X]] : tensor<6x7xf32>) outs(%{{.*}}, %{{.*}} : tensor<6x4xf32>, tensor<6x4xf32>)
// CHECK:         kernel.view [[V]][0] : tensor<6x4xf32> -> tensor<3x2x4xf32>
// CHECK:         kernel.view [[P]][0] : tensor<6x4xf32> -> tensor<3x2x4xf32>
