// RUN: ncnnc-opt %s -p expand-statistics-pooling | filecheck %s

func.func @main(%x: tensor<3x5x5xf32>, %u: tensor<*xf32>) {
  // CHECK:      [[C:%.*]] = ncnn.reshape %x shape [3, 25]
  // CHECK-NEXT: [[M:%.*]] = ncnn.reduction mean [[C]] axes [1] keepdims
  // CHECK-NEXT: [[R:%.*]] = ncnn.binaryop sub [[C]], [[M]]
  // CHECK-NEXT: [[S:%.*]] = ncnn.unaryop square [[R]]
  // CHECK-NEXT: [[V:%.*]] = ncnn.reduction mean [[S]] axes [1] keepdims
  // CHECK-NEXT: ncnn.unaryop sqrt [[V]]
  // CHECK:      ncnn.concat {{.*}} -> tensor<6xf32>
  %0 = ncnn.statisticspooling %x stddev : tensor<3x5x5xf32> -> tensor<6xf32>
  // CHECK-NEXT: ncnn.statisticspooling %u
  %1 = ncnn.statisticspooling %u : tensor<*xf32> -> tensor<*xf32>
  func.return
}
