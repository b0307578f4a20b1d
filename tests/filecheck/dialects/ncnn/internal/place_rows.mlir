// RUN: round-trip %s

func.func @main(%a: tensor<5x6xf32>, %p: tensor<5x57xf32>, %e: tensor<3xi32>, %u: tensor<*xf32>) {
  %0 = ncnn.place_rows %a, %e from [640, 320] : (tensor<5x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  %1 = ncnn.place_rows %p, %e from [640, 320] letterbox point 3 : (tensor<5x57xf32>, tensor<3xi32>) -> tensor<5x57xf32>
  %2 = ncnn.place_rows %u, %e from [640, 320] letterbox : (tensor<*xf32>, tensor<3xi32>) -> tensor<*xf32>
  func.return
}
