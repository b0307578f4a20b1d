// RUN: ncnnc-opt %s -p expand-spp | filecheck %s

func.func @main(%x: tensor<3x7x8xf32>, %u: tensor<*xf32>) {
  // CHECK:      ncnn.pooling max %x kernel [7, 8] stride [7, 8] pad_mode valid : tensor<3x7x8xf32> -> tensor<3x1x1xf32>
  // CHECK:      [[P:%.*]] = ncnn.padding constant %x before [0, 1, 0] : tensor<3x7x8xf32>
  // CHECK-NEXT: ncnn.pooling max [[P]] kernel [4, 4] stride [4, 4] pad_mode valid
  // CHECK:      ncnn.concat {{.*}} -> tensor<15xf32>
  %0 = ncnn.spp max %x levels 2 : tensor<3x7x8xf32> -> tensor<15xf32>
  // CHECK-NEXT: ncnn.spp avg %u
  %1 = ncnn.spp avg %u : tensor<*xf32> -> tensor<*xf32>
  func.return
}
