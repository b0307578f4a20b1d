// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' --split-input-file --verify-diagnostics | filecheck %s

// A packed image of whole vectors is read as it lies: the weights' columns are permuted ([8, 4]).
func.func @image(%x: tensor<16x2x2xf32, #ncnn.layout<pack = 8>>) -> tensor<20xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<20x64xf32>
  %b = ncnn.weight <"b"> : tensor<20xf32>
  %y = ncnn.innerproduct %x, %w bias %b : tensor<20xf32> activation relu : tensor<16x2x2xf32, #ncnn.layout<pack = 8>>, tensor<20x64xf32> -> tensor<20xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<20xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @image
// CHECK:         [[X:%.*]] = kernel.view %x[0] : tensor<2x2x2x8xf32> -> tensor<1x64xf32>
// CHECK-NEXT:    [[U:%.*]] = ncnn.pack_weights %w into #ncnn.matvec_weights<lanes = 8, vectors = 3, pack = 8, pixels = 4> : tensor<20x64xf32> -> tensor<1536xf32>
// CHECK:         kernel.matvec ins([[X]], [[U]], %{{.*}} : tensor<1x64xf32>, tensor<1536xf32>, tensor<3x8xf32>) outs(%{{.*}} : tensor<1x24xf32>) {{.*}}lanes = 8 : i64{{.*}} epilogue {
// CHECK:           arith.addf
// CHECK:           simd.maximum

// -----

// With 12 channels in vectors of 8 the padding would come between: the image is unpacked.
func.func @partial(%x: tensor<12x2x2xf32, #ncnn.layout<pack = 8>>) -> tensor<20xf32> {
  %w = ncnn.weight <"w"> : tensor<20x48xf32>
  %y = ncnn.innerproduct %x, %w : tensor<12x2x2xf32, #ncnn.layout<pack = 8>>, tensor<20x48xf32> -> tensor<20xf32>
  func.return %y : tensor<20xf32>
}
// CHECK-LABEL: @partial
// CHECK:         kernel.unpack ins(%x
// CHECK:         ncnn.pack_weights %w into #ncnn.matvec_weights<lanes = 8, vectors = 3, pack = 1, pixels = 1> :
// CHECK:         kernel.matvec {{.*}} outs(%{{.*}} : tensor<1x20xf32>)

// -----

// Every row of a matrix: 4 rows and 3 vectors of outputs at a time.
func.func @rows(%x: tensor<7x48xf32>) -> tensor<7x20xf32> {
  %w = ncnn.weight <"w"> : tensor<20x48xf32>
  %y = ncnn.innerproduct %x, %w : tensor<7x48xf32>, tensor<20x48xf32> -> tensor<7x20xf32>
  func.return %y : tensor<7x20xf32>
}
// CHECK-LABEL: @rows
// CHECK:         kernel.matvec ins(%x, {{.*}} outs(%{{.*}} : tensor<7x20xf32>) {{.*}}register = array<i64: 4, 3>

// -----

// Weights that are looked up are multiplied as those of Gemm are, of plain rows.
func.func @codebook(%x: tensor<16x2x2xf32, #ncnn.layout<pack = 8>>) -> tensor<20xf32, #ncnn.layout<pack = 8>> {
  %p = ncnn.weight <"p"> : tensor<20x64xui8>
  %c = ncnn.weight <"c"> : tensor<256xf32>
  %b = ncnn.weight <"b"> : tensor<20xf32>
  %w = ncnn.lookup %p, %c : tensor<20x64xui8>, tensor<256xf32> -> tensor<20x64xf32>
  %y = ncnn.innerproduct %x, %w bias %b : tensor<20xf32> activation relu : tensor<16x2x2xf32, #ncnn.layout<pack = 8>>, tensor<20x64xf32> -> tensor<20xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<20xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @codebook
// CHECK:         kernel.unpack ins(%x
// CHECK:         kernel.widening_matmul ins(%{{.*}}, %{{.*}}, %c, %{{.*}} : tensor<1x64xf32>, tensor<1536xui8>, tensor<256xf32>, tensor<1x20xf32>) outs(%{{.*}} : tensor<1x20xf32>) {{.*}} epilogue {
// CHECK:         kernel.pack

// -----

func.func @int8(%x: tensor<48xf32>) -> tensor<20xf32> {
  %w = ncnn.weight <"w"> : tensor<20x48xf32>
  // CHECK: int8 weights are not supported
  %y = ncnn.innerproduct %x, %w int8_scale_term 1 : tensor<48xf32>, tensor<20x48xf32> -> tensor<20xf32>
  func.return %y : tensor<20xf32>
}
