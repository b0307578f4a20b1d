// RUN: ncnnc-opt %s -p expand-unfold-pads | filecheck %s

func.func @main(%x: tensor<2x6x5xf32>, %m: tensor<6x5xf32>) {
  // CHECK: [[P:%.*]] = ncnn.padding constant %x before [0, 1, 0] after [0, 1, 2] value 5.000000e-01
  // CHECK-NEXT: ncnn.unfold [[P]] kernel [3, 3] stride [2, 1] : tensor<2x8x7xf32> -> tensor<18x15xf32>
  %0 = ncnn.unfold %x kernel [3, 3] stride [2, 1] pad [1, 0, 1, 2] pad_value 0.5 : tensor<2x6x5xf32> -> tensor<18x15xf32>
  // CHECK-NEXT: ncnn.unfold %x kernel [3, 3] : tensor<2x6x5xf32>
  %1 = ncnn.unfold %x kernel [3, 3] : tensor<2x6x5xf32> -> tensor<18x12xf32>
  // CHECK-NEXT: ncnn.reshape %m
  // CHECK-NEXT: ncnn.padding constant {{.*}} after [0, 1, 1]
  %2 = ncnn.unfold %m kernel [2, 2] pad [-233, -233, -233, -233] : tensor<6x5xf32> -> tensor<4x30xf32>
  func.return
}
