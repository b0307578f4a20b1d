// RUN: ncnnc-opt %s -p expand-int8-embed | filecheck %s

func.func @main(%x: tensor<5xf32>, %t: tensor<2x2xi8>) {
  %q = ncnn.weight <"q"> dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %w = ncnn.weight <"w"> : tensor<9x4xf32>
  // CHECK: [[W:%.*]] = ncnn.weight <"q"> dense<{{\[}}[5.000000e-01, -1.000000e+00], [1.500000e+00, 2.000000e+00]]>
  // CHECK-NEXT: ncnn.embed %x, [[W]] input_dim 2 : tensor<5xf32>, tensor<2x2xf32> -> tensor<5x2xf32>
  %0 = ncnn.embed %x, %q scale %s : tensor<1xf32> input_dim 2 : tensor<5xf32>, tensor<2x2xi8> -> tensor<5x2xf32>
  // A table that is no constant, and one of floats, are left alone.
  // CHECK-NEXT: ncnn.embed %x, %t scale %s
  %1 = ncnn.embed %x, %t scale %s : tensor<1xf32> input_dim 2 : tensor<5xf32>, tensor<2x2xi8> -> tensor<5x2xf32>
  // CHECK-NEXT: ncnn.embed %x, %w
  %2 = ncnn.embed %x, %w input_dim 9 : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>
  func.return
}
