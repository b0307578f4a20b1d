// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' --split-input-file --verify-diagnostics | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=VNNI

// Constant B is packed at compile time; alpha, beta and C come before what is fused.
func.func @constant_b(%a: tensor<7x48xf32>, %c: tensor<20xf32>, %r: tensor<7x20xf32>) -> tensor<7x20xf32> {
  %b = ncnn.weight <"b"> : tensor<48x20xf32>
  %y = ncnn.gemm %a, %b plus %c : tensor<20xf32> alpha 2.0 beta 0.5 constant_b n 20 k 48 fused_with(%r : tensor<7x20xf32>) epilogue {
  ^bb0(%v: f32, %e: f32):
    %0 = arith.subf %v, %e : f32
    linalg.yield %0 : f32
  } : tensor<7x48xf32>, tensor<48x20xf32> -> tensor<7x20xf32>
  func.return %y : tensor<7x20xf32>
}
// CHECK-LABEL: @constant_b
// CHECK:         [[C:%.*]] = kernel.view %c[0] : tensor<20xf32> -> tensor<1x20xf32>
// CHECK:         [[U:%.*]] = ncnn.pack_weights %b into #ncnn.matrix_panels<lanes = 8, vectors = {{[0-9]+}}, columns = 48, transposed = true> : tensor<48x20xf32> -> tensor<1152xf32>
// CHECK:         kernel.matmul ins(%a, [[U]], [[C]], %r : {{.*}}) outs(%{{.*}} : tensor<7x20xf32>) {{.*}}extents = array<i64: 1, 7, 20, 48>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 20>{{.*}} epilogue {
// CHECK:           arith.mulf
// CHECK:           arith.addf
// CHECK:           arith.mulf
// CHECK-NEXT:      arith.subf

// -----

// B from a blob is packed at run time; a result that is turned is turned afterwards.
func.func @dynamic_b(%a: tensor<7x48xf32>, %b: tensor<20x48xf32>) -> tensor<20x1x7xf32> {
  %y = ncnn.gemm %a, %b transpose_b output_n1m output_transpose : tensor<7x48xf32>, tensor<20x48xf32> -> tensor<20x1x7xf32>
  func.return %y : tensor<20x1x7xf32>
}
// CHECK-LABEL: @dynamic_b
// CHECK:         kernel.pack_panels ins(%b : tensor<20x48xf32>) outs(%{{.*}} : tensor<1152xf32>) {extents = array<i64: 1, 20, 48>, strides = array<i64: 0, 48, 1>, lanes = 8 : i64
// CHECK:         kernel.matmul ins(%a,
// CHECK:         linalg.generic
// CHECK:         kernel.view %{{.*}}[0] : tensor<20x7xf32> -> tensor<20x1x7xf32>

// -----

// Rows that lie apart are put in panels first, where enough columns repay it.
func.func @transposed_a(%a: tensor<48x7xf32>, %b: tensor<48x64xf32>) -> tensor<7x64xf32> {
  %y = ncnn.gemm %a, %b transpose_a : tensor<48x7xf32>, tensor<48x64xf32> -> tensor<7x64xf32>
  func.return %y : tensor<7x64xf32>
}
// CHECK-LABEL: @transposed_a
// CHECK:         [[A:%.*]] = kernel.pack_panels ins(%a : tensor<48x7xf32>) outs(%{{.*}} : tensor<336xf32>) {extents = array<i64: 1, 7, 48>, strides = array<i64: 0, 1, 7>, lanes = 1 : i64
// CHECK:         kernel.matmul ins([[A]], %{{.*}} {extents = array<i64: 1, 7, 64, 48>, y_strides = array<i64: 0, 64>

// -----

// Integers of few bits stay so: for one row they are widened in registers, for many in the cache.
func.func @blocks(%a: tensor<1x48xf32>, %m: tensor<64x48xf32>) -> (tensor<1x20xf32>, tensor<64x20xf32>) {
  %q = ncnn.weight <"q"> : tensor<20x24xi8>
  %s = ncnn.weight <"s"> : tensor<20x2xf32>
  %b = ncnn.dequantize_blocks %q, %s bits 4 size 32 : tensor<20x24xi8>, tensor<20x2xf32> -> tensor<20x48xf32>
  %y = ncnn.gemm %a, %b transpose_b constant_b n 20 k 48 : tensor<1x48xf32>, tensor<20x48xf32> -> tensor<1x20xf32>
  %z = ncnn.gemm %m, %b transpose_b constant_b n 20 k 48 : tensor<64x48xf32>, tensor<20x48xf32> -> tensor<64x20xf32>
  func.return %y, %z : tensor<1x20xf32>, tensor<64x20xf32>
}
// CHECK-LABEL: @blocks
// CHECK-NOT:     ncnn.dequantize_blocks
// CHECK:         [[Q:%.*]] = ncnn.pack_weights %q into #ncnn.block_integers<lanes = 8, vectors = 2, bits = 4, columns = 48> : tensor<20x24xi8> -> tensor<144xi32>
// Where an instruction multiplies bytes, rows become three digits of int8.
// VNNI:          [[I:%.*]], [[F:%.*]], [[S:%.*]] = kernel.quantize_blocks ins(%a : tensor<1x48xf32>) outs(%{{.*}} : tensor<3x48xi8>, tensor<3x2xf32>, tensor<3x2xi32>) {size = 32 : i64, offset = 8 : i64, digits = 3 : i64}
// VNNI:          kernel.block_matmul ins([[I]], [[F]], [[S]], {{.*}}digits = 3 : i64
// CHECK-NEXT:    [[S:%.*]] = ncnn.pack_weights %s into #ncnn.block_factors<lanes = 8, vectors = 2> : tensor<20x2xf32> -> tensor<48xf32>
// CHECK:         kernel.widening_matmul ins(%a, [[Q]], [[S]] : {{.*}}extents = array<i64: 1, 1, 20, 48>{{.*}}register = array<i64: 1, 2>{{.*}}product = #target.product<"x86-avx2", "vpmaddwd">
// CHECK:         kernel.widening_matmul ins(%m, {{.*}}extents = array<i64: 1, 64, 20, 48>{{.*}}block = 11 : i64

// -----

// Places in a codebook stay so, too; those of a B that lies transposed are turned.
func.func @codebook(%a: tensor<1x48xf32>) -> tensor<1x20xf32> {
  %p = ncnn.weight <"p"> : tensor<48x20xui8>
  %c = ncnn.weight <"c"> : tensor<256xf32>
  %b = ncnn.lookup %p, %c : tensor<48x20xui8>, tensor<256xf32> -> tensor<48x20xf32>
  %y = ncnn.gemm %a, %b constant_b n 20 k 48 : tensor<1x48xf32>, tensor<48x20xf32> -> tensor<1x20xf32>
  func.return %y : tensor<1x20xf32>
}
// CHECK-LABEL: @codebook
// CHECK:         [[P:%.*]] = ncnn.pack_weights %p into #ncnn.matrix_panels<lanes = 8, vectors = 2, columns = 48, transposed = true> : tensor<48x20xui8> -> tensor<1152xui8>
// CHECK:         kernel.widening_matmul ins(%a, [[P]], %c : {{.*}}extents = array<i64: 1, 1, 20, 48>{{.*}}register = array<i64: 1, 2>}

// -----

// Rows that are rounded in the blocks of the matrix are multiplied as integers, made once for all products.
func.func @rounded(%a: tensor<5x48xf32>) -> (tensor<5x20xf32>, tensor<5x20xf32>) {
  %q = ncnn.weight <"q"> : tensor<20x48xi8>
  %s = ncnn.weight <"s"> : tensor<20x2xf32>
  %b = ncnn.dequantize_blocks %q, %s bits 8 size 32 : tensor<20x48xi8>, tensor<20x2xf32> -> tensor<20x48xf32>
  %r = ncnn.round_blocks %a size 32 : tensor<5x48xf32> -> tensor<5x48xf32>
  %y = ncnn.gemm %r, %b transpose_b constant_b n 20 k 48 : tensor<5x48xf32>, tensor<20x48xf32> -> tensor<5x20xf32>
  %z = ncnn.gemm %r, %b alpha 2.0 transpose_b constant_b n 20 k 48 : tensor<5x48xf32>, tensor<20x48xf32> -> tensor<5x20xf32>
  func.return %y, %z : tensor<5x20xf32>, tensor<5x20xf32>
}
// CHECK-LABEL: @rounded
// CHECK-NOT:     kernel.round_rows
// CHECK:         [[Q:%.*]] = ncnn.pack_weights %q into #ncnn.block_bytes<lanes = 8, vectors = 2, bits = 8, columns = 48, offset = 128> : tensor<20x48xi8> -> tensor<288xi32>
// CHECK:         [[I:%.*]], [[F:%.*]], [[S:%.*]] = kernel.quantize_blocks ins(%a : tensor<5x48xf32>) outs(%{{.*}} : tensor<5x48xi16>, tensor<5x2xf32>, tensor<5x2xi32>) {size = 32 : i64, offset = 128 : i64}
// CHECK:         kernel.block_matmul ins([[I]], [[F]], [[S]], [[Q]], {{.*}}register = array<i64: 3, 2>{{.*}}block = 2 : i64{{.*}}product = #target.product<"x86-avx2", "vpmaddwd">
// CHECK-NOT:     kernel.quantize_blocks
// CHECK:         kernel.block_matmul ins([[I]], [[F]], [[S]],

// -----

// Rows that are rounded in other blocks are floats.
func.func @other_blocks(%a: tensor<5x48xf32>) -> tensor<5x20xf32> {
  %q = ncnn.weight <"q"> : tensor<20x48xi8>
  %s = ncnn.weight <"s"> : tensor<20x2xf32>
  %b = ncnn.dequantize_blocks %q, %s bits 8 size 32 : tensor<20x48xi8>, tensor<20x2xf32> -> tensor<20x48xf32>
  %r = ncnn.round_blocks %a size 16 : tensor<5x48xf32> -> tensor<5x48xf32>
  %y = ncnn.gemm %r, %b transpose_b constant_b n 20 k 48 : tensor<5x48xf32>, tensor<20x48xf32> -> tensor<5x20xf32>
  func.return %y : tensor<5x20xf32>
}
// CHECK-LABEL: @other_blocks
// CHECK:         [[R:%.*]] = kernel.round_rows
// CHECK:         kernel.widening_matmul ins([[R]],

// -----

// A computed matrix that is rounded by its largest magnitude is packed as integers.
func.func @computed(%a: tensor<5x48xf32>, %b: tensor<48x20xf32>, %m: tensor<1xf32>) -> tensor<5x20xf32> {
  %r = ncnn.round_blocks %a size 48 : tensor<5x48xf32> -> tensor<5x48xf32>
  %w = ncnn.round_blocks %b largest %m : tensor<1xf32> size 20 : tensor<48x20xf32> -> tensor<48x20xf32>
  %y = ncnn.gemm %r, %w : tensor<5x48xf32>, tensor<48x20xf32> -> tensor<5x20xf32>
  func.return %y : tensor<5x20xf32>
}
// CHECK-LABEL: @computed
// CHECK-NOT:     kernel.round_rows
// CHECK:         [[Q:%.*]], [[G:%.*]] = kernel.pack_integers ins(%b, %m : {{.*}} -> tensor<288xi32>, tensor<24xf32>
// CHECK:         [[I:%.*]], [[F:%.*]], [[S:%.*]] = kernel.quantize_blocks ins(%a : {{.*}}size = 48
// CHECK:         kernel.block_matmul ins([[I]], [[F]], [[S]], [[Q]], [[G]]

// -----

// Rows that are rounded in parts, or both operands without a magnitude for the matrix, are floats.
func.func @parts(%a: tensor<5x48xf32>, %b: tensor<48x20xf32>, %m: tensor<1xf32>) -> (tensor<5x20xf32>, tensor<5x20xf32>) {
  %r = ncnn.round_blocks %a size 32 : tensor<5x48xf32> -> tensor<5x48xf32>
  %s = ncnn.round_blocks %a size 48 : tensor<5x48xf32> -> tensor<5x48xf32>
  %v = ncnn.round_blocks %b size 20 : tensor<48x20xf32> -> tensor<48x20xf32>
  %w = ncnn.round_blocks %b largest %m : tensor<1xf32> size 20 : tensor<48x20xf32> -> tensor<48x20xf32>
  %y = ncnn.gemm %r, %w : tensor<5x48xf32>, tensor<48x20xf32> -> tensor<5x20xf32>
  %z = ncnn.gemm %s, %v : tensor<5x48xf32>, tensor<48x20xf32> -> tensor<5x20xf32>
  func.return %y, %z : tensor<5x20xf32>, tensor<5x20xf32>
}
// CHECK-LABEL: @parts
// CHECK-COUNT-2: kernel.matmul

// -----

func.func @int8(%a: tensor<7x48xf32>, %b: tensor<48x20xf32>) {
  // CHECK: int8 weights are not supported
  %y = ncnn.gemm %a, %b quantize_term 2 : tensor<7x48xf32>, tensor<48x20xf32> -> tensor<7x20xf32>
  func.return
}
