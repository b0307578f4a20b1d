// RUN: ncnnc-opt %s -p 'attach-target{target=x86-avx2},narrow-states{type=bf16}' --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target=x86-avx2},narrow-states{type=fp16}' --split-input-file | filecheck %s --check-prefix FP16
// RUN: not ncnnc-opt %s -p 'attach-target{target=x86-64},narrow-states{type=fp16}' --split-input-file 2>&1 | filecheck %s --check-prefix REFUSED
// RUN: ncnnc-opt %s -p 'attach-target{target=x86-avx2},narrow-states{type=int8}' --split-input-file | filecheck %s --check-prefix INT8

// Rows of float32 are appended to a state of bf16, from which attention reads.
func.func @main(%q: tensor<2x32x16xf32>, %n: tensor<2x32x16xf32>, %c: tensor<2x80x16xf32> {ncnn.name = "c", ncnn.state = "n", ncnn.extents = affine_map<()[s0] -> (2, s0, 16)>, ncnn.panels = array<i64: 8, 2, 1>}, %v: tensor<2x80x16xf32>) -> tensor<2x32x16xf32> {
  %k = ncnn.append %c, %n axis 1 panels [8, 2] : tensor<2x80x16xf32>, tensor<2x32x16xf32> -> tensor<2x80x16xf32>
  %0 = ncnn.sdpa %q, %k, %v : tensor<2x32x16xf32>, tensor<2x80x16xf32>, tensor<2x80x16xf32> -> tensor<2x32x16xf32>
  func.return %0 : tensor<2x32x16xf32>
}
// CHECK:       @main({{.*}}, %c: tensor<2x80x16xbf16> {
// CHECK-NEXT:    [[K:%.*]] = ncnn.append %c, %n axis 1 panels [8, 2] : tensor<2x80x16xbf16>, tensor<2x32x16xf32> -> tensor<2x80x16xbf16>
// CHECK-NEXT:    ncnn.sdpa %q, [[K]], %v : tensor<2x32x16xf32>, tensor<2x80x16xbf16>, tensor<2x80x16xf32> -> tensor<2x32x16xf32>
// FP16:        ncnn.append {{.*}} -> tensor<2x80x16xf16>
// INT8:        @main({{.*}}, %c: tensor<2x80x16xi8> {{{.*}}}, %v: {{.*}}, [[F:%.*]]: tensor<2x80xf32> {ncnn.name = "c.scales", ncnn.state = "n.scales", ncnn.scales_of = "c", ncnn.extents = affine_map<()[s0] -> (2, s0)>})
// INT8-NEXT:     [[N:%.*]], [[G:%.*]] = ncnn.quantize_rows %n : tensor<2x32x16xf32> -> tensor<2x32x16xi8>, tensor<2x32xf32>
// INT8-NEXT:     [[S:%.*]] = ncnn.append [[F]], [[G]] axis 1 : tensor<2x80xf32>, tensor<2x32xf32> -> tensor<2x80xf32>
// INT8-NEXT:     [[K8:%.*]] = ncnn.append %c, [[N]] axis 1 panels [8, 2] : tensor<2x80x16xi8>, tensor<2x32x16xi8> -> tensor<2x80x16xi8>
// INT8-NEXT:     ncnn.sdpa %q, [[K8]], %v key_scales [[S]] : tensor<2x80xf32>

// -----

// Factors of rows are read by whole vectors: of 85 rows a state stays as it is.
func.func @main(%q: tensor<2x5x16xf32>, %n: tensor<2x5x16xf32>, %c: tensor<2x85x16xf32> {ncnn.name = "c", ncnn.state = "n", ncnn.extents = affine_map<()[s0] -> (2, s0 + 5, 16)>, ncnn.panels = array<i64: 8, 2, 2>}, %v: tensor<2x85x16xf32>) -> tensor<2x5x16xf32> {
  %k = ncnn.append %c, %n axis 1 panels [8, 2] transposed : tensor<2x85x16xf32>, tensor<2x5x16xf32> -> tensor<2x85x16xf32>
  %0 = ncnn.sdpa %q, %v, %k : tensor<2x5x16xf32>, tensor<2x85x16xf32>, tensor<2x85x16xf32> -> tensor<2x5x16xf32>
  func.return %0 : tensor<2x5x16xf32>
}
// CHECK:       ncnn.append {{.*}} -> tensor<2x85x16xbf16>
// INT8:        ncnn.append {{.*}} -> tensor<2x85x16xf32>

// -----

// A state that is not in panels stays as it is.
func.func @main(%n: tensor<2x32x16xf32>, %c: tensor<2x80x16xf32> {ncnn.state = "n"}) -> tensor<2x80x16xf32> {
  %0 = ncnn.append %c, %n axis 1 : tensor<2x80x16xf32>, tensor<2x32x16xf32> -> tensor<2x80x16xf32>
  %1 = ncnn.sigmoid %0 : (tensor<2x80x16xf32>) -> tensor<2x80x16xf32>
  func.return %1 : tensor<2x80x16xf32>
}
// CHECK:       @main({{.*}}, %c: tensor<2x80x16xf32> {
// CHECK-NEXT:    ncnn.append %c, %n axis 1 : tensor<2x80x16xf32>

// REFUSED: x86-64 has no instructions that convert float16; hint: --state-type bf16
