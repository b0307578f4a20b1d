// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},assign-layout,schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Blobs that are packed are unpacked for it; layers are numbered, and stored arrays come last.
func.func @main(%x: tensor<16x4x5xf32>, %v: tensor<16xf32>) -> (tensor<16x4x5xf32>, tensor<7xf32>, tensor<7xf32>) {
  %w = ncnn.weight<"w"> : tensor<16x16x1x1xf32>
  %s = ncnn.weight<"s"> : tensor<3xf32>
  %c = ncnn.convolution %x, %w algorithm packed : tensor<16x4x5xf32>, tensor<16x16x1x1xf32> -> tensor<16x4x5xf32>
  %0 = ncnn.custom "MyOp"(%c) params {"0" = 2 : i64} : (tensor<16x4x5xf32>) -> tensor<16x4x5xf32> loc("first"("m.param":3:0))
  %1, %2 = ncnn.custom "Two"(%v, %c) weights(%s : tensor<3xf32>) : (tensor<16xf32>, tensor<16x4x5xf32>) -> (tensor<7xf32>, tensor<7xf32>)
  func.return %0, %1, %2 : tensor<16x4x5xf32>, tensor<7xf32>, tensor<7xf32>
}
// CHECK:      kernel.convolution
// CHECK:      [[U:%.*]] = kernel.unpack
// CHECK:      kernel.call_back ins([[U]] : tensor<16x4x5xf32>) outs(%{{.*}} : tensor<16x4x5xf32>) {number = 0 : i64, layer_type = "MyOp", layer = "first", params = {"0" = 2 : i64}} -> tensor<16x4x5xf32>
// CHECK:      kernel.call_back ins(%v, [[V:%.*]], %s : tensor<16xf32>, tensor<16x4x5xf32>, tensor<3xf32>) outs(%{{.*}}, %{{.*}} : tensor<7xf32>, tensor<7xf32>) {number = 1 : i64, layer_type = "Two", layer = "Two"}

// Extents known at run time are those of all its buffers, one after the other.
func.func @rows(%x: tensor<16x4xf32> {ncnn.extents = affine_map<()[s0] -> (s0, 4)>}) -> tensor<4x16xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 16 : i64, planned = 16 : i64}]} {
  %0 = ncnn.custom "MyOp"(%x) {ncnn.extents = [affine_map<()[s0] -> (4, s0)>]} : (tensor<16x4xf32>) -> tensor<4x16xf32>
  func.return %0 : tensor<4x16xf32>
}
// CHECK-LABEL: @rows
// CHECK:      kernel.call_back ins(%x : tensor<16x4xf32>) outs(%{{.*}} : tensor<4x16xf32>) {{.*}}bounds = affine_map<()[s0] -> (s0, 4, 4, s0)>
