// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%x: tensor<16x8x6xf32, #ncnn.layout<pack = 8>>, %v: tensor<16x4x3xf32>, %i: tensor<16x4x3xf32>) -> (tensor<16x4x3xf32, #ncnn.layout<pack = 8>>, tensor<16x8x6xf32>) {
  // CHECK: kernel.pooling_index ins(%x : tensor<2x8x6x8xf32>) outs({{.*}} : tensor<2x4x3x8xf32>) {{.*}}pad = array<i64: 1, 1>
  %0 = ncnn.pooling_index %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] : tensor<16x8x6xf32, #ncnn.layout<pack = 8>> -> tensor<16x4x3xf32, #ncnn.layout<pack = 8>>
  // CHECK-DAG: [[V:%.*]] = kernel.view %v[0] : tensor<16x4x3xf32> -> tensor<16x12xf32>
  // CHECK-DAG: [[I:%.*]] = kernel.view %i[0] : tensor<16x4x3xf32> -> tensor<16x12xf32>
  // CHECK:     kernel.unpool ins([[V]], [[I]] : {{.*}}) outs({{.*}} : tensor<16x48xf32>)
  %1 = ncnn.unpool %v, %i size [8, 6] : (tensor<16x4x3xf32>, tensor<16x4x3xf32>) -> tensor<16x8x6xf32>
  func.return %0, %1 : tensor<16x4x3xf32, #ncnn.layout<pack = 8>>, tensor<16x8x6xf32>
}
