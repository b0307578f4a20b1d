// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-products' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},schedule-products' | filecheck %s --check-prefix=BF16
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2+scores_share=64+panel_vectors=1+weights_together=3+shared_groups=1+block_sums=4"},schedule-products' | filecheck %s --check-prefix=COSTS
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},schedule-products' | filecheck %s --check-prefix=VNNI
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx"},schedule-products' | filecheck %s --check-prefix=AVX
// RUN: ncnnc-opt %s -p 'attach-target{target="wasm"},schedule-products' | filecheck %s --check-prefix=WASM

func.func @products(%v: tensor<512xf32>, %rows: tensor<50x512xf32>, %a: tensor<197x1024xf32>, %b: tensor<8x70x64xf32>, %c: tensor<8x50x64xf32>) {
  %w = ncnn.weight <"w"> : tensor<1000x512xf32>
  %g = ncnn.weight <"g"> : tensor<300x1024xf32>
  // CHECK: ncnn.innerproduct %v, %w schedule <register = [1, 4]>
  // COSTS: ncnn.innerproduct %v, %w schedule <register = [1, 3]>
  %0 = ncnn.innerproduct %v, %w : tensor<512xf32>, tensor<1000x512xf32> -> tensor<1000xf32>
  // CHECK: ncnn.innerproduct %rows, %w schedule <register = [2, 4]>
  %1 = ncnn.innerproduct %rows, %w : tensor<50x512xf32>, tensor<1000x512xf32> -> tensor<50x1000xf32>
  // Rows a way of the cache apart are put in panels first.
  // CHECK: ncnn.gemm %a, %g transpose_b schedule <register = [6, 2], panels, weights_ahead = [0, 1], shares_vectors>
  // Fewer rows than fit in the registers.
  // WASM: ncnn.gemm %a, %g transpose_b schedule <register = [4, 2],
  %2 = ncnn.gemm %a, %g transpose_b : tensor<197x1024xf32>, tensor<300x1024xf32> -> tensor<197x300xf32>
  // CHECK: ncnn.matmul %c, %b transpose_b schedule <register = [4, 3], weights_ahead = [8, 1]>
  %3 = ncnn.matmul %c, %b transpose_b : (tensor<8x50x64xf32>, tensor<8x70x64xf32>) -> tensor<8x50x70xf32>
  // One that is there stays.
  // CHECK: ncnn.innerproduct %v, %w schedule <register = [1, 2]>
  %4 = ncnn.innerproduct %v, %w schedule <register = [1, 2]> : tensor<512xf32>, tensor<1000x512xf32> -> tensor<1000xf32>
  func.return
}

func.func @few_bits(%m: tensor<64x48xf32>) {
  %q = ncnn.weight <"q"> : tensor<20x24xi8>
  %s = ncnn.weight <"s"> : tensor<20x2xf32>
  %b = ncnn.dequantize_blocks %q, %s bits 4 size 32 : tensor<20x24xi8>, tensor<20x2xf32> -> tensor<20x48xf32>
  // CHECK: ncnn.gemm %m, %b {{.*}} schedule <register = [6, 2], block = 11,
  // COSTS: ncnn.gemm %m, %b {{.*}} schedule <register = [14, 1], block = 5,
  // Where an instruction adds products of four bytes, three of them stand for a float.
  // VNNI: ncnn.gemm %m, %b {{.*}} schedule <register = [2, 2], product = #target.product<"x86-avx512", "vpdpbusd">, digits = 3>
  %0 = ncnn.gemm %m, %b transpose_b constant_b n 20 k 48 : tensor<64x48xf32>, tensor<20x48xf32> -> tensor<64x20xf32>
  func.return
}

// Rows that are rounded to int8 are multiplied as integers where vectors of them are as long as those of floats.
func.func @rounded(%m: tensor<64x48xf32>) {
  %q = ncnn.weight <"q"> : tensor<20x48xi8>
  %s = ncnn.weight <"s"> : tensor<20x2xf32>
  %b = ncnn.dequantize_blocks %q, %s bits 8 size 32 : tensor<20x48xi8>, tensor<20x2xf32> -> tensor<20x48xf32>
  %r = ncnn.round_blocks %m size 32 : tensor<64x48xf32> -> tensor<64x48xf32>
  // CHECK: ncnn.gemm %r, %b {{.*}} schedule <register = [3, 2], block = 22, product = #target.product<"x86-avx2", "vpmaddwd">, digits = 1>
  // COSTS: ncnn.gemm %r, %b {{.*}} schedule <register = [4, 1], block = 16, product = #target.product<"x86-avx2", "vpmaddwd">, digits = 1>
  // VNNI: ncnn.gemm %r, %b {{.*}} schedule <register = [6, 2], product = #target.product<"x86-avx512", "vpdpbusd">, digits = 1>
  // AVX: ncnn.gemm %r, %b {{.*}} schedule <register = [6, 2], block = 11>
  %0 = ncnn.gemm %r, %b transpose_b constant_b n 20 k 48 : tensor<64x48xf32>, tensor<20x48xf32> -> tensor<64x20xf32>
  // Their sums leave registers to long epilogues, which do not wait for stores.
  // VNNI: ncnn.gemm %r, %b {{.*}} schedule <register = [6, 2], product = #target.product<"x86-avx512", "vpdpbusd">, digits = 1> epilogue
  %1 = ncnn.gemm %r, %b transpose_b constant_b n 20 k 48 epilogue {
  ^bb0(%v: f32):
    %e = math.exp %v fastmath<afn> : f32
    linalg.yield %e : f32
  } : tensor<64x48xf32>, tensor<20x48xf32> -> tensor<64x20xf32>
  func.return
}

// Of large matrices the last tiles with a panel prefetch the next one. Of 4 bits sums of a few products are exact in 16 bits.
func.func @large(%m: tensor<64x1024xf32>) {
  %q = ncnn.weight <"q"> : tensor<512x512xi8>
  %s = ncnn.weight <"s"> : tensor<512x32xf32>
  %b = ncnn.dequantize_blocks %q, %s bits 4 size 32 : tensor<512x512xi8>, tensor<512x32xf32> -> tensor<512x1024xf32>
  %r = ncnn.round_blocks %m size 32 : tensor<64x1024xf32> -> tensor<64x1024xf32>
  // VNNI: ncnn.gemm %r, %b {{.*}} schedule <register = [6, 2], product = #target.product<"x86-avx512", "vpdpbusd">, digits = 1, weights_ahead = [4, 1]>
  // CHECK: ncnn.gemm %r, %b {{.*}} schedule <register = [3, 2], block = 22, product = #target.product<"x86-avx2", "vpmaddubsw">, digits = 1, weights_ahead = [4, 1]>
  %0 = ncnn.gemm %r, %b transpose_b constant_b n 512 k 1024 : tensor<64x1024xf32>, tensor<512x1024xf32> -> tensor<64x512xf32>
  func.return
}

func.func @bfloat16(%a: tensor<197x768xf32>) {
  %w = ncnn.weight <"w"> : tensor<768x768xbf16>
  // Stored weights are multiplied in pairs, by few rows where these share sets of the cache.
  // BF16: ncnn.gemm %a, %w transpose_b schedule <register = [13, 2], product = #target.product<"x86-avx512", "vdpbf16ps">, weights_ahead = [8, 1], shares_vectors>
  %0 = ncnn.gemm %a, %w transpose_b : tensor<197x768xf32>, tensor<768x768xbf16> -> tensor<197x768xf32>
  func.return
}

func.func @attention(%q: tensor<8x16x64xf32>, %k: tensor<2x70x64xf32>, %v: tensor<2x70x32xf32>, %x: tensor<197x1024xf32>) {
  // Queries that share keys are rows of one matrix.
  // CHECK: ncnn.sdpa {{.*}} schedule <scores = <register = [4, 3], block = 64, weights_ahead = [0, 1]>, values = <register = [6, 2], weights_ahead = [0, 1]>>
  // COSTS: ncnn.sdpa {{.*}} schedule <scores = <register = [4, 3], block = 32,
  %0 = ncnn.sdpa %q, %k, %v : tensor<8x16x64xf32>, tensor<2x70x64xf32>, tensor<2x70x32xf32> -> tensor<8x16x32xf32>
  %w = ncnn.weight <"w"> : tensor<1024x1024xf32>
  %b = ncnn.weight <"b"> : tensor<1024xf32>
  // Heads lie side by side, a way of the cache from one row to the next.
  // CHECK: ncnn.multiheadattention {{.*}} schedule <query = <register = [6, 2], panels, weights_ahead = [0, 1], shares_vectors>, key = <register = [6, 2], panels, weights_ahead = [0, 1], shares_vectors>, value = <register = [6, 2], panels, weights_ahead = [0, 1], shares_vectors>, scores = <register = [5, 2], block = 50, regrouped, weights_ahead = [0, 1]>, values = <register = [5, 2], weights_ahead = [0, 1]>, out = <register = [6, 2], panels, weights_ahead = [0, 1], shares_vectors>>
  %1 = ncnn.multiheadattention %x : tensor<197x1024xf32> query %w : tensor<1024x1024xf32> bias %b : tensor<1024xf32> key %w : tensor<1024x1024xf32> bias %b : tensor<1024xf32> value %w : tensor<1024x1024xf32> bias %b : tensor<1024xf32> out %w : tensor<1024x1024xf32> bias %b : tensor<1024xf32> embed_dim 1024 num_heads 16 query_dim 1024 key_dim 1024 value_dim 1024 scale 0.125 -> tensor<197x1024xf32>
  func.return
}

func.func @recurrent(%x: tensor<13x24xf32>, %one: tensor<1x24xf32>) {
  %w = ncnn.weight <"w"> : tensor<1x160x24xf32>
  %b = ncnn.weight <"b"> : tensor<1x4x40xf32>
  %h = ncnn.weight <"h"> : tensor<1x160x40xf32>
  // CHECK: ncnn.lstm {{.*}} schedule <input = <register = [13, 1]>, steps = <group = 1>>
  %0 = ncnn.lstm %x weights %w, %b, %h : tensor<1x160x24xf32>, tensor<1x4x40xf32>, tensor<1x160x40xf32> : tensor<13x24xf32> -> tensor<13x40xf32>
  // One step is a product with a vector.
  // CHECK: ncnn.lstm {{.*}} schedule <input = <register = [1, 4]>, steps = <group = 1>>
  %1 = ncnn.lstm %one weights %w, %b, %h : tensor<1x160x24xf32>, tensor<1x4x40xf32>, tensor<1x160x40xf32> : tensor<1x24xf32> -> tensor<1x40xf32>
  %p = ncnn.weight <"p"> : tensor<1x20x40xf32>
  %o = ncnn.weight <"o"> : tensor<1x160x20xf32>
  // CHECK: ncnn.lstm {{.*}} schedule <input = <register = [13, 1]>, steps = <group = 1>, projection = <group = 3>>
  %2 = ncnn.lstm %x weights %w, %b, %o : tensor<1x160x24xf32>, tensor<1x4x40xf32>, tensor<1x160x20xf32> projection %p : tensor<1x20x40xf32> : tensor<13x24xf32> -> tensor<13x20xf32>
  %q = ncnn.weight <"q"> : tensor<1x600x24xf32>
  %r = ncnn.weight <"r"> : tensor<1x600x600xf32>
  %c = ncnn.weight <"c"> : tensor<1x1x600xf32>
  // Weights that exceed the L2 cache: threads share each step.
  // CHECK: ncnn.rnn {{.*}} steps = <shares_vectors, group = 5>>
  %3 = ncnn.rnn %x weights %q, %c, %r : tensor<1x600x24xf32>, tensor<1x1x600xf32>, tensor<1x600x600xf32> : tensor<13x24xf32> -> tensor<13x600xf32>
  %u = ncnn.weight <"u"> : tensor<1x800x24xi8>
  %v = ncnn.weight <"v"> : tensor<1x800x800xi8>
  %d = ncnn.weight <"d"> : tensor<1x1x800xf32>
  %s = ncnn.weight <"s"> : tensor<1x800xf32>
  // Weights of int8 that exceed half of it.
  // CHECK: ncnn.rnn {{.*}} steps = <product = #target.product<"x86-avx2", "vpmaddwd">, shares_vectors, group = 5>>
  %4 = ncnn.rnn %x weights %u, %d, %v : tensor<1x800x24xi8>, tensor<1x1x800xf32>, tensor<1x800x800xi8> scale_xc %s : tensor<1x800xf32> scale_hc %s : tensor<1x800xf32> int8_scale_term 2 : tensor<13x24xf32> -> tensor<13x800xf32>
  func.return
}

func.func @late(%a: tensor<16x64xf32>, %f: tensor<16x64xf32>) {
  %w = ncnn.weight <"w"> : tensor<64x64xf32>
  // A long epilogue runs over a tile once it is stored, up to 16 vectors of it;
  // CHECK: schedule <register = [6, 2], weights_ahead = [0, 1], late_epilogue = 16, epilogue_vectors = 6>
  %0 = ncnn.gemm %a, %w transpose_b epilogue {
  ^bb0(%v: f32):
    %e = math.exp %v fastmath<afn> : f32
    linalg.yield %e : f32
  } : tensor<16x64xf32>, tensor<64x64xf32> -> tensor<16x64xf32>
  // BF16: schedule <register = [6, 4], weights_ahead = [0, 1], late_epilogue = 16, epilogue_vectors = 6>
  // or more if it is longer still.
  // BF16: schedule <register = [6, 4], weights_ahead = [0, 1], late_epilogue = 32, epilogue_vectors = 6>
  %1 = ncnn.gemm %a, %w transpose_b epilogue {
  ^bb0(%v: f32):
    %e = math.log1p %v fastmath<afn> : f32
    %t = math.tanh %e fastmath<afn> : f32
    linalg.yield %t : f32
  } : tensor<16x64xf32>, tensor<64x64xf32> -> tensor<16x64xf32>
  func.return
}

func.func @groups(%few: tensor<32x8x8xf32, #ncnn.layout<pack = 8>>, %many: tensor<96x8x8xf32, #ncnn.layout<pack = 8>>, %large: tensor<3x224x224xf32>) {
  %f = ncnn.weight <"f"> : tensor<32xf32>
  %g = ncnn.weight <"g"> : tensor<96xf32>
  %h = ncnn.weight <"h"> : tensor<3xf32>
  // Few groups of several blocks are shared block by block,
  // CHECK: ncnn.normalize_groups added_to_square %few, %f, %f groups 2 eps 1.000000e-05 centred schedule <shares_vectors> :
  // COSTS: ncnn.normalize_groups added_to_square %few, %f, %f groups 2 eps 1.000000e-05 centred :
  %0 = ncnn.normalize_groups added_to_square %few, %f, %f groups 2 eps 1.0e-05 centred : tensor<32x8x8xf32, #ncnn.layout<pack = 8>>, tensor<32xf32>, tensor<32xf32> -> tensor<32x8x8xf32, #ncnn.layout<pack = 8>>
  // groups that fill a block each are not,
  // CHECK: ncnn.normalize_groups added_to_square %many, %g, %g groups 12 eps 1.000000e-05 centred :
  %1 = ncnn.normalize_groups added_to_square %many, %g, %g groups 12 eps 1.0e-05 centred : tensor<96x8x8xf32, #ncnn.layout<pack = 8>>, tensor<96xf32>, tensor<96xf32> -> tensor<96x8x8xf32, #ncnn.layout<pack = 8>>
  // and channels that exceed the L1 cache have a sample.
  // CHECK: ncnn.normalize_groups added_to_square %large, %h, %h groups 3 eps 1.000000e-05 centred schedule <sample = 4096> :
  %2 = ncnn.normalize_groups added_to_square %large, %h, %h groups 3 eps 1.0e-05 centred : tensor<3x224x224xf32>, tensor<3xf32>, tensor<3xf32> -> tensor<3x224x224xf32>
  // Without means there is nothing to sample.
  // CHECK: ncnn.normalize_groups added_to_square %large, %h, %h groups 3 eps 1.000000e-05 :
  %3 = ncnn.normalize_groups added_to_square %large, %h, %h groups 3 eps 1.0e-05 : tensor<3x224x224xf32>, tensor<3xf32>, tensor<3xf32> -> tensor<3x224x224xf32>
  func.return
}

// Of rows known at run time, tiles suit six to twelve together; weights are prefetched so
// that few rows wait little. Rows may be in panels, but not if columns are dynamic, too.
func.func @any_rows(%a: tensor<208x1024xf32> {ncnn.extents = affine_map<()[s0] -> (s0, 1024)>},
                    %b: tensor<208x1024xf32> {ncnn.extents = affine_map<()[s0] -> (s0, s0)>},
                    %c: tensor<208x896xf32> {ncnn.extents = affine_map<()[s0] -> (s0, 896)>}) {
  %g = ncnn.weight <"g"> : tensor<300x1024xf32>
  // CHECK: ncnn.gemm %a, %g transpose_b schedule <register = [4, 3], weights_ahead = [2, 1], shares_vectors>
  // BF16: ncnn.gemm %a, %g transpose_b schedule <register = [12, 2], panels, weights_ahead = [2, 1], shares_vectors>
  %0 = ncnn.gemm %a, %g transpose_b : tensor<208x1024xf32>, tensor<300x1024xf32> -> tensor<208x300xf32>
  // BF16: ncnn.gemm %b, %g transpose_b schedule <register = [12, 2], weights_ahead = [2, 1], shares_vectors>
  %1 = ncnn.gemm %b, %g transpose_b : tensor<208x1024xf32>, tensor<300x1024xf32> -> tensor<208x300xf32>
  %h = ncnn.weight <"h"> : tensor<300x896xf32>
  // CHECK: ncnn.gemm %c, %h transpose_b schedule <register = [4, 3], weights_ahead = [2, 1], shares_vectors>
  %2 = ncnn.gemm %c, %h transpose_b : tensor<208x896xf32>, tensor<300x896xf32> -> tensor<208x300xf32>
  func.return
}

// Attention of dynamic numbers of rows and keys: tiles that leave no vector by itself.
func.func @dynamic_attention(%q: tensor<12x592x64xf32> {ncnn.extents = affine_map<()[s0] -> (12, s0, 64)>}) {
  // CHECK: ncnn.sdpa %q, %q, %q schedule <scores = <register = [6, 2], block = 60, weights_ahead = [0, 1]>, values = <register = [6, 2], weights_ahead = [0, 1]>>
  // BF16: ncnn.sdpa %q, %q, %q schedule <scores = <register = [12, 2], block = 60, weights_ahead = [0, 1]>, values = <register = [12, 2], weights_ahead = [0, 1]>>
  %0 = ncnn.sdpa %q, %q, %q : tensor<12x592x64xf32>, tensor<12x592x64xf32>, tensor<12x592x64xf32> -> tensor<12x592x64xf32>
  func.return
}
