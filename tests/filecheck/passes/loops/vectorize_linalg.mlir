// RUN: ncnnc-opt %s -p vectorize-linalg --split-input-file | filecheck %s

builtin.module attributes {target.machine = #target.machine<"x86-avx512", [], l2 = 1048576>} {

// All loops merge into one of 1200 elements: 18 steps of four vectors, 3 vectors more.
func.func @merged(%x: memref<3x20x20xf32>, %y: memref<3x20x20xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
    iterator_types = ["parallel", "parallel", "parallel"]
  } ins(%x : memref<3x20x20xf32>) outs(%y : memref<3x20x20xf32>) {
  ^bb0(%a: f32, %b: f32):
    %zero = arith.constant 0.0 : f32
    %r = simd.maximum %zero, %a : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @merged
// CHECK-DAG:     %[[END:.*]] = arith.constant 1152 : index
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[END]] step %{{.*}} {
// CHECK-NEXT:      %[[A:.*]] = simd.load %x[%[[I]] + 0]
// CHECK-COUNT-3:   simd.load
// CHECK:           simd.maximum %[[ZERO]], %[[A]] : vector<16xf32>
// CHECK-COUNT-4:   simd.store
// CHECK:         }
// CHECK-NEXT:    simd.load %x[1152]
// CHECK-NOT:     linalg.generic
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {

// One factor per channel of a packed blob, loaded once for all its pixels; product and sum are one.
func.func @by_channel(%x: memref<2x9x8xf32>, %s: memref<2x8xf32>, %y: memref<2x9x8xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
    iterator_types = ["parallel", "parallel", "parallel"]
  } ins(%x, %s : memref<2x9x8xf32>, memref<2x8xf32>) outs(%y : memref<2x9x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %two = arith.constant 2.0 : f32
    %p = arith.mulf %a, %b fastmath<contract> : f32
    %r = arith.addf %two, %p fastmath<contract> : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @by_channel
// CHECK:         %[[S:.*]] = simd.load %s[%{{.*}} + 0] : memref<2x8xf32> -> vector<8xf32>
// CHECK-NEXT:    scf.for
// CHECK-COUNT-4:   simd.load %x
// CHECK-NOT:       simd.load %s
// CHECK:           simd.fma %{{.*}}, %[[S]], %{{.*}} : vector<8xf32>
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 1048576>} {

// The last vector is partial; one value for all is broadcast.
func.func @tail(%x: memref<6xf32>, %s: memref<1xf32>, %y: memref<6xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%x, %s : memref<6xf32>, memref<1xf32>) outs(%y : memref<6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @tail
// CHECK:         simd.broadcast_load %s[0] : memref<1xf32> -> vector<4xf32>
// CHECK:         simd.load %x[0] : memref<6xf32> -> vector<4xf32>
// CHECK:         simd.load %x[4] first 2 : memref<6xf32> -> vector<4xf32>
// CHECK:         simd.store %{{.*}}, %y[4] first 2 : vector<4xf32>, memref<6xf32>
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 1048576>} {

// A copy that is contiguous along different loops is transposed in registers.
func.func @transposed(%x: memref<4x8xf32>, %y: memref<8x4xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : memref<4x8xf32>) outs(%y : memref<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  func.return
}
// CHECK-LABEL: @transposed
// CHECK:         scf.for
// CHECK-COUNT-4:   simd.load %x[%{{.*}}] : memref<4x8xf32> -> vector<4xf32>
// CHECK-COUNT-8:   simd.shuffle
// CHECK-COUNT-4:   simd.store
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 1048576>} {

// A copy into columns of a larger buffer.
func.func @columns(%x: memref<2x4xf32>, %y: memref<2x12xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1 + 5)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : memref<2x4xf32>) outs(%y : memref<2x12xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  func.return
}
// CHECK-LABEL: @columns
// CHECK-DAG:     simd.store %{{.*}}, %y[5] : vector<4xf32>, memref<2x12xf32>
// CHECK-DAG:     simd.store %{{.*}}, %y[17] : vector<4xf32>, memref<2x12xf32>
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 1048576>} {

// A reduction carries a vector of sums, from the output's previous value on.
func.func @sum(%x: memref<3x4xf32>, %y: memref<4xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : memref<3x4xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @sum
// CHECK:         %[[INITIAL:.*]] = simd.load %y[0] : memref<4xf32> -> vector<4xf32>
// CHECK:         %[[SUM:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[INITIAL]]) -> (vector<4xf32>) {
// CHECK:           arith.addf
// CHECK:         simd.store %[[SUM]], %y[0] : vector<4xf32>, memref<4xf32>
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {

// A vector of narrow elements has as many as the register holds.
func.func @narrow(%x: memref<40xi8>, %y: memref<40xi8>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%x : memref<40xi8>) outs(%y : memref<40xi8>) {
  ^bb0(%a: i8, %b: i8):
    %k = arith.constant 3 : i8
    %r = arith.maxsi %a, %k : i8
    linalg.yield %r : i8
  }
  func.return
}
// CHECK-LABEL: @narrow
// CHECK-DAG:     %[[K:.*]] = arith.constant dense<3> : vector<32xi8>
// CHECK:         %[[A:.*]] = simd.load %x[0] : memref<40xi8> -> vector<32xi8>
// CHECK:         arith.maxsi %[[A]], %[[K]] : vector<32xi8>
// CHECK:         simd.load %x[32] first 8 : memref<40xi8> -> vector<32xi8>
// CHECK:         simd.store %{{.*}}, %y[32] first 8 : vector<32xi8>, memref<40xi8>
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {

// The widest type, even if it is only in between, says how many lanes all values have.
func.func @mixed(%x: memref<9xi8>, %y: memref<9xi16>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%x : memref<9xi8>) outs(%y : memref<9xi16>) {
  ^bb0(%a: i8, %b: i16):
    %half = arith.constant 0.5 : f32
    %f = arith.sitofp %a : i8 to f32
    %s = arith.mulf %f, %half : f32
    %r = arith.fptosi %s : f32 to i16
    linalg.yield %r : i16
  }
  func.return
}
// CHECK-LABEL: @mixed
// CHECK:         %[[A:.*]] = simd.load %x[0] : memref<9xi8> -> vector<8xi8>
// CHECK:         %[[F:.*]] = simd.convert sitofp %[[A]] : vector<8xi8> -> vector<8xf32>
// CHECK:         %[[S:.*]] = arith.mulf %[[F]], %{{.*}} : vector<8xf32>
// CHECK:         %[[R:.*]] = simd.convert fptosi %[[S]] : vector<8xf32> -> vector<8xi16>
// CHECK:         simd.store %[[R]], %y[0] : vector<8xi16>, memref<9xi16>
// CHECK:         simd.load %x[8] first 1 : memref<9xi8> -> vector<8xi8>
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {

// bf16 is widened by a shift and rounded by integer arithmetic.
func.func @bf16(%x: memref<8xbf16>, %y: memref<8xbf16>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%x : memref<8xbf16>) outs(%y : memref<8xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %f = arith.extf %a : bf16 to f32
    %s = arith.addf %f, %f : f32
    %r = arith.truncf %s : f32 to bf16
    linalg.yield %r : bf16
  }
  func.return
}
// CHECK-LABEL: @bf16
// CHECK:         %[[A:.*]] = simd.load %x[0] : memref<8xbf16> -> vector<8xbf16>
// CHECK:         %[[BITS:.*]] = simd.convert bitcast %[[A]] : vector<8xbf16> -> vector<8xi16>
// CHECK:         %[[WIDE:.*]] = simd.convert extui %[[BITS]] : vector<8xi16> -> vector<8xi32>
// CHECK:         %[[HIGH:.*]] = arith.shli %[[WIDE]], %{{.*}} : vector<8xi32>
// CHECK:         simd.convert bitcast %[[HIGH]] : vector<8xi32> -> vector<8xf32>
// CHECK:         arith.addf
// CHECK:         %[[NAN:.*]] = simd.compare uno
// CHECK:         simd.select %[[NAN]]
// CHECK:         %[[LOW:.*]] = simd.convert trunci %{{.*}} : vector<8xi32> -> vector<8xi16>
// CHECK:         %[[R:.*]] = simd.convert bitcast %[[LOW]] : vector<8xi16> -> vector<8xbf16>
// CHECK:         simd.store %[[R]], %y[0] : vector<8xbf16>, memref<8xbf16>
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {

// A sum may be wider than what is summed.
func.func @products(%x: memref<4x3xi16>, %w: memref<3x8xi16>, %y: memref<4x8xi32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x, %w : memref<4x3xi16>, memref<3x8xi16>) outs(%y : memref<4x8xi32>) {
  ^bb0(%a: i16, %b: i16, %sum: i32):
    %c = arith.extsi %a : i16 to i32
    %d = arith.extsi %b : i16 to i32
    %p = arith.muli %c, %d : i32
    %r = arith.addi %p, %sum : i32
    linalg.yield %r : i32
  }
  func.return
}
// CHECK-LABEL: @products
// CHECK:         simd.broadcast_load %x[{{.*}}] : memref<4x3xi16> -> vector<8xi16>
// CHECK:         simd.load %w[{{.*}}] : memref<3x8xi16> -> vector<8xi16>
// CHECK:         arith.addi %{{.*}} : vector<8xi32>
// CHECK:         simd.store %{{.*}} : vector<8xi32>, memref<4x8xi32>
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {

// Rows that end at run time: rows and columns are one loop of s0 * 20 elements, of four vectors, then
// of one; the last may reach past the bound, not past the buffer.
func.func @bounded_rows(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<32x20xf32>, %y: memref<32x20xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : memref<32x20xf32>) outs(%y : memref<32x20xf32>) attrs = {kernel.bounds = affine_map<()[s0] -> (s0, 20)>} {
  ^bb0(%a: f32, %b: f32):
    %r = math.absf %a : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @bounded_rows
// CHECK:         %[[T:.*]] = simd.load %n[0] : memref<1xi64> -> i64
// CHECK-NEXT:    %[[ROWS:.*]] = arith.index_cast %[[T]]
// CHECK-NEXT:    %[[END:.*]] = arith.muli %[[ROWS]], %{{.*}}
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[MAIN:.*]] step
// CHECK-COUNT-4:   simd.store
// CHECK:         scf.for %{{.*}} = %[[MAIN]] to %[[END]] step
// CHECK:           simd.store
// CHECK-NOT:       simd.store
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {

// Columns that end at run time are not merged with the rows around them. Where the buffer ends
// within a vector, that one is masked, and only worked on if the loop comes so far.
func.func @bounded_columns(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<3x20xf32>, %y: memref<3x20xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : memref<3x20xf32>) outs(%y : memref<3x20xf32>) attrs = {kernel.bounds = affine_map<()[s0] -> (3, s0)>} {
  ^bb0(%a: f32, %b: f32):
    %r = math.absf %a : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @bounded_columns
// CHECK-DAG:     %[[ROWS:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[LAST:.*]] = arith.constant 16 : index
// CHECK:         %[[COLUMNS:.*]] = arith.index_cast
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[ROWS]] step
// CHECK:           %[[WHOLE:.*]] = arith.minsi %{{.*}}, %[[LAST]]
// CHECK:           scf.for %{{.*}} to %[[WHOLE]] step
// CHECK:           %[[REACHED:.*]] = arith.cmpi sgt, %[[COLUMNS]], %[[LAST]]
// CHECK-NEXT:      scf.if %[[REACHED]] {
// CHECK-NEXT:        simd.load {{.*}} first 4
}

// -----

builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 1048576>} {

// A reduction ends exactly at its bound.
func.func @bounded_sum(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x4xf32>, %y: memref<4xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : memref<16x4xf32>) outs(%y : memref<4xf32>) attrs = {kernel.bounds = affine_map<()[s0] -> (4, s0)>} {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @bounded_sum
// CHECK:         %[[END:.*]] = arith.index_cast
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[END]] step %{{.*}} iter_args
}

// -----

// How many vectors a loop works on together, and from how many elements on threads share it, are sizes of
// the target.
builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 1048576, vectors_together = 2, shared_elements = 64>} {
func.func @sizes_of_the_target(%x: memref<64xf32>, %y: memref<64xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  func.return
}
// CHECK-LABEL: @sizes_of_the_target
// CHECK:         simd.share
// CHECK-COUNT-2:   simd.load
// CHECK-COUNT-2:   simd.store
// CHECK-NOT:       simd.store
}
