// RUN: round-trip %s

func.func @main(%a: tensor<1000xf32>, %b: tensor<1x40xf32>, %c: tensor<21x33x47xf32>, %d: tensor<40x1x1xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.classes %a top 5 : tensor<1000xf32> -> tensor<5x2xf32>
  %1 = ncnn.classes %b top 1 : tensor<1x40xf32> -> tensor<1x2xf32>
  %2 = ncnn.classes %c top 1 : tensor<21x33x47xf32> -> tensor<33x47xf32>
  %3 = ncnn.classes %d top 2 : tensor<40x1x1xf32> -> tensor<2x2xf32>
  %4 = ncnn.classes %u top 1 : tensor<*xf32> -> tensor<*xf32>
  func.return
}
