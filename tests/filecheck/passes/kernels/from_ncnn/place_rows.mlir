// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%a: tensor<5x57xf32>, %e: tensor<3xi32>) -> tensor<5x57xf32> {
  // CHECK: kernel.place_rows ins(%a, %e : tensor<5x57xf32>, tensor<3xi32>) {{.*}}size = array<i64: 640, 320>, letterbox, point = 3
  %y = ncnn.place_rows %a, %e from [640, 320] letterbox point 3 : (tensor<5x57xf32>, tensor<3xi32>) -> tensor<5x57xf32>
  func.return %y : tensor<5x57xf32>
}
