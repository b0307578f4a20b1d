// RUN: ncnnc-opt %s -p crop-gemm-operands | filecheck %s

func.func @main(%a: tensor<4x3x8xf32>, %b: tensor<8x2x5xf32>, %m: tensor<4x8xf32>, %n: tensor<8x1x5xf32>) {
  // CHECK: [[A:%.*]] = ncnn.crop slice %a {{.*}} -> tensor<4x1x8xf32>
  // CHECK-NEXT: [[B:%.*]] = ncnn.crop slice %b {{.*}} -> tensor<8x1x5xf32>
  // CHECK-NEXT: ncnn.gemm [[A]], [[B]]
  %0 = ncnn.gemm %a, %b : tensor<4x3x8xf32>, tensor<8x2x5xf32> -> tensor<4x5xf32>
  // CHECK-NEXT: ncnn.gemm %m, %n
  %1 = ncnn.gemm %m, %n : tensor<4x8xf32>, tensor<8x1x5xf32> -> tensor<4x5xf32>
  // CHECK-NEXT: func.return
  func.return
}
