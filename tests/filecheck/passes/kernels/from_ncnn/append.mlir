// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},infer-extents,convert-ncnn-to-kernel,bufferize' --split-input-file | filecheck %s

// New rows are copied behind those of earlier runs, into the memory of the state; nothing else is.
#past = affine_map<()[s0, s1] -> (2, s0 + s1, 8)>
#new = affine_map<()[s0, s1] -> (2, s0, 8)>
func.func @main(%c: tensor<2x96x8xf32> {ncnn.name = "c", ncnn.state = "c1", ncnn.extents = #past}, %k: tensor<2x32x8xf32> {ncnn.extents = #new}) -> tensor<2x96x8xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 20 : i64, planned = 32 : i64}, {name = "P", least = 0 : i64, most = 60 : i64, planned = 64 : i64}]} {
  %c1 = ncnn.append %c, %k axis 1 : tensor<2x96x8xf32>, tensor<2x32x8xf32> -> tensor<2x96x8xf32>
  %y = ncnn.sigmoid %c1 : (tensor<2x96x8xf32>) -> tensor<2x96x8xf32>
  func.return %y : tensor<2x96x8xf32>
}
// CHECK:       func.func @main(%{{.*}}: memref<2x96x8xf32> {ncnn.name = "c", {{.*}}kernel.role = #kernel<role state>}, %{{.*}}: memref<2x32x8xf32> {{{.*}}role input>}
// CHECK-NEXT:    kernel.copy_rows ins(%{{.*}} : memref<2x32x8xf32>) outs([[C:%.*]] : memref<2x96x8xf32>) {begin = affine_map<()[s0, s1] -> (s1)>, bounds = affine_map<()[s0, s1] -> (2, s0, 8)>}
// CHECK-NEXT:    linalg.generic {{.*}} ins([[C]] : memref<2x96x8xf32>)
// CHECK-NOT:     kernel.copy

// -----

// A state that no layer reads is written all the same.
#past = affine_map<()[s0] -> (s0 + 1, 8)>
func.func @main(%c: tensor<65x8xf32> {ncnn.state = "c1", ncnn.extents = #past}, %k: tensor<1x8xf32>) -> tensor<1x8xf32> attributes {ncnn.symbols = [{name = "P", least = 0 : i64, most = 60 : i64, planned = 64 : i64}]} {
  %c1 = ncnn.append %c, %k axis 0 : tensor<65x8xf32>, tensor<1x8xf32> -> tensor<65x8xf32>
  %y = ncnn.sigmoid %k : (tensor<1x8xf32>) -> tensor<1x8xf32>
  func.return %y : tensor<1x8xf32>
}
// CHECK:       func.func @main(%{{.*}}: memref<65x8xf32> {{{.*}}role state>}
// CHECK:         [[K:%.*]] = kernel.view %{{.*}}[0] : memref<1x8xf32> -> memref<1x1x8xf32>
// CHECK:         [[C:%.*]] = kernel.view %{{.*}}[0] : memref<65x8xf32> -> memref<1x65x8xf32>
// CHECK:         kernel.copy_rows ins([[K]] : memref<1x1x8xf32>) outs([[C]] : memref<1x65x8xf32>) {begin = affine_map<()[s0] -> (s0)>, bounds = affine_map<()[s0] -> (1, 1, 8)>}
