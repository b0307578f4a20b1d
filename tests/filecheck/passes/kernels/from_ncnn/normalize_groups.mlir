// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// A plain blob has blocks of one channel; groups of several channels need room for statistics.
func.func @plain(%x: tensor<6x4x5xf32>) -> tensor<6x4x5xf32> {
  %f = ncnn.weight <"f"> : tensor<6xf32>
  %y = ncnn.normalize_groups added_to_square %x, %f, %f groups 2 eps 0.5 centred : tensor<6x4x5xf32>, tensor<6xf32>, tensor<6xf32> -> tensor<6x4x5xf32>
  func.return %y : tensor<6x4x5xf32>
}
// CHECK-LABEL: @plain
// CHECK:         [[X:%.*]] = kernel.view %x[0] : tensor<6x4x5xf32> -> tensor<6x20x1xf32>
// CHECK:         kernel.normalize_groups ins([[X]], %f, %f : {{.*}}) outs(%{{.*}}, %{{.*}} : tensor<6x20x1xf32>, tensor<2x6xf32>) {guard = #kernel<eps_guard added_to_square>, channels = 6 : i64, groups = 2 : i64, eps = 5.000000e-01 : f32, centred, shares_vectors}

// A packed blob stays packed, and so is what is fused.
func.func @packed(%x: tensor<6x4x5xf32, #ncnn.layout<pack = 8>>) -> tensor<6x4x5xf32, #ncnn.layout<pack = 8>> {
  %f = ncnn.weight <"f"> : tensor<6xf32>
  %y = ncnn.normalize_groups added_to_square %x, %f, %f groups 6 eps 0.5 fused_with(%x : tensor<6x4x5xf32, #ncnn.layout<pack = 8>>) epilogue {
  ^bb0(%value: f32, %residual: f32):
    %s = arith.addf %value, %residual : f32
    linalg.yield %s : f32
  } : tensor<6x4x5xf32, #ncnn.layout<pack = 8>>, tensor<6xf32>, tensor<6xf32> -> tensor<6x4x5xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<6x4x5xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @packed
// CHECK-NOT:     unpack
// CHECK:         kernel.normalize_groups ins({{.*}} : tensor<1x20x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x20x8xf32>) outs(%{{.*}} : tensor<1x20x8xf32>) {{.*}} epilogue {
