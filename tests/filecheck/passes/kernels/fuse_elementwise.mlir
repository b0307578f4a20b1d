// RUN: ncnnc-opt %s -p fuse-elementwise | filecheck %s
// RUN: ncnnc-opt %s -p 'fuse-elementwise{most_inputs=1}' | filecheck %s --check-prefix=INPUTS
// RUN: ncnnc-opt %s -p 'fuse-elementwise{most_instructions=2}' | filecheck %s --check-prefix=INSTRUCTIONS

// A chain is one loop nest; what both bodies read alike is read once.
func.func @chain(%x: tensor<2x3x3x16xf32>, %g: tensor<2x16xf32>) -> tensor<2x3x3x16xf32> {
  %e = tensor.empty() : tensor<2x3x3x16xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %g : tensor<2x3x3x16xf32>, tensor<2x16xf32>) outs(%e : tensor<2x3x3x16xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x3x3x16xf32>
  %f = tensor.empty() : tensor<2x3x3x16xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %a : tensor<2x3x3x16xf32>, tensor<2x3x3x16xf32>) outs(%f : tensor<2x3x3x16xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.subf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x3x3x16xf32>
  %h = tensor.empty() : tensor<2x3x3x16xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%b : tensor<2x3x3x16xf32>) outs(%h : tensor<2x3x3x16xf32>) {
  ^bb0(%i: f32, %k: f32):
    %z = arith.constant 0.0 : f32
    %m = simd.maximum %z, %i : f32
    linalg.yield %m : f32
  } -> tensor<2x3x3x16xf32>
  func.return %c : tensor<2x3x3x16xf32>
}
// Not with fewer inputs or instructions.
// INPUTS-LABEL:         @chain
// INPUTS-COUNT-3:       linalg.generic
// INSTRUCTIONS-LABEL:   @chain
// INSTRUCTIONS-COUNT-2: linalg.generic
// CHECK-LABEL: @chain
// CHECK:         linalg.generic {{.*}} ins(%x, %g : tensor<2x3x3x16xf32>, tensor<2x16xf32>) outs(%h
// CHECK-NEXT:    ^{{.*}}(%[[X:.*]]: f32, %[[G:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[A:.*]] = arith.mulf %[[X]], %[[G]]
// CHECK-NEXT:      %[[B:.*]] = arith.subf %[[X]], %[[A]]
// CHECK-NEXT:      %[[Z:.*]] = arith.constant
// CHECK-NEXT:      %[[C:.*]] = simd.maximum %[[Z]], %[[B]]
// CHECK-NEXT:      linalg.yield %[[C]]
// CHECK-NOT:     linalg.generic

// Read by two; read for every channel anew; summed up.
func.func @guards(%x: tensor<4x5xf32>, %v: tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x5xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) {
  ^bb0(%i: f32, %k: f32):
    %m = math.absf %i : f32
    linalg.yield %m : f32
  } -> tensor<4x5xf32>
  %f = tensor.empty() : tensor<5xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v : tensor<5xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%i: f32, %k: f32):
    %m = math.absf %i : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %g = tensor.empty() : tensor<4x5xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xf32>, tensor<5xf32>) outs(%g : tensor<4x5xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.addf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<4x5xf32>
  %h = tensor.empty() : tensor<4xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<4x5xf32>) outs(%h : tensor<4xf32>) {
  ^bb0(%i: f32, %k: f32):
    %m = arith.addf %i, %k : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  func.return %a, %a, %d : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4xf32>
}
// CHECK-LABEL: @guards
// CHECK-COUNT-4: linalg.generic

// A copy that transposes takes in what follows: blocks of vectors are transposed, then computed on.
func.func @transposed(%x: tensor<8x32xf32>, %v: tensor<8xf32>) -> tensor<32x8xf32> {
  %e = tensor.empty() : tensor<32x8xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x32xf32>) outs(%e : tensor<32x8xf32>) {
  ^bb0(%i: f32, %k: f32):
    linalg.yield %i : f32
  } -> tensor<32x8xf32>
  %f = tensor.empty() : tensor<32x8xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %v : tensor<32x8xf32>, tensor<8xf32>) outs(%f : tensor<32x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.addf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<32x8xf32>
  func.return %b : tensor<32x8xf32>
}
// CHECK-LABEL: @transposed
// CHECK:         linalg.generic {{.*}} ins(%x, %v : tensor<8x32xf32>, tensor<8xf32>) outs(%f
// CHECK:           arith.addf
// CHECK-NOT:     linalg.generic

// Two transposed inputs would not fit into the registers.
func.func @two_transposed(%x: tensor<8x32xf32>, %y: tensor<8x32xf32>) -> tensor<32x8xf32> {
  %e = tensor.empty() : tensor<32x8xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x32xf32>) outs(%e : tensor<32x8xf32>) {
  ^bb0(%i: f32, %k: f32):
    linalg.yield %i : f32
  } -> tensor<32x8xf32>
  %f = tensor.empty() : tensor<32x8xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<8x32xf32>) outs(%f : tensor<32x8xf32>) {
  ^bb0(%i: f32, %k: f32):
    linalg.yield %i : f32
  } -> tensor<32x8xf32>
  %g = tensor.empty() : tensor<32x8xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<32x8xf32>, tensor<32x8xf32>) outs(%g : tensor<32x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<32x8xf32>
  func.return %c : tensor<32x8xf32>
}
// CHECK-LABEL: @two_transposed
// CHECK:         linalg.generic {{.*}} ins(%x : tensor<8x32xf32>) outs(%e
// CHECK:         linalg.generic {{.*}} ins(%y, %{{.*}} : tensor<8x32xf32>, tensor<32x8xf32>) outs(%g
// CHECK-NOT:     linalg.generic

// A function of the C library costs more than a loop may: it stays alone.
func.func @too_much(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %k: f32):
    %m = math.sinh %i : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%i: f32, %k: f32):
    %m = math.absf %i : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  func.return %b : tensor<8xf32>
}
// CHECK-LABEL: @too_much
// CHECK-COUNT-2: linalg.generic

// Operands of different types: each has its own in the body.
#id = affine_map<(d0) -> (d0)>
func.func @types(%x: tensor<8xi8>, %s: tensor<8xf32>) -> tensor<8xi8> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xi8>) outs(%0 : tensor<8xf32>) {
  ^bb0(%a: i8, %b: f32):
    %f = arith.sitofp %a : i8 to f32
    linalg.yield %f : f32
  } -> tensor<8xf32>
  %2 = tensor.empty() : tensor<8xi8>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%1, %s : tensor<8xf32>, tensor<8xf32>) outs(%2 : tensor<8xi8>) {
  ^bb0(%a: f32, %b: f32, %c: i8):
    %p = arith.mulf %a, %b : f32
    %i = arith.fptosi %p : f32 to i8
    linalg.yield %i : i8
  } -> tensor<8xi8>
  func.return %3 : tensor<8xi8>
}
// CHECK-LABEL: @types(
// CHECK:         linalg.generic {{.*}} ins(%x, %s : tensor<8xi8>, tensor<8xf32>) outs(%{{.*}} : tensor<8xi8>)
// CHECK-NEXT:    ^{{.*}}(%{{.*}}: i8, %{{.*}}: f32, %{{.*}}: i8):
// CHECK:         arith.sitofp
// CHECK-NEXT:    arith.mulf
// CHECK-NEXT:    arith.fptosi
// CHECK-NOT:     linalg.generic

// Loops with the same bounds become one with these.
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<()[s0] -> (s0, 8)>
func.func @bounded(%x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = tensor.empty() : tensor<32x8xf32>
  %1 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<32x8xf32>) outs(%0 : tensor<32x8xf32>) attrs = {kernel.bounds = #rows} {
  ^bb0(%a: f32, %b: f32):
    %r = math.absf %a : f32
    linalg.yield %r : f32
  } -> tensor<32x8xf32>
  %2 = tensor.empty() : tensor<32x8xf32>
  %3 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<32x8xf32>) outs(%2 : tensor<32x8xf32>) attrs = {kernel.bounds = #rows} {
  ^bb0(%a: f32, %b: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<32x8xf32>
  func.return %3 : tensor<32x8xf32>
}
// CHECK-LABEL: @bounded(
// CHECK:         linalg.generic {{.*}} ins(%x : {{.*}} attrs = {kernel.bounds = affine_map<()[s0] -> (s0, 8)>} {
// CHECK:         math.absf
// CHECK-NEXT:    arith.negf
// CHECK-NOT:     linalg.generic

// With other bounds they are left alone: the first is read past those that it has.
func.func @other_bounds(%x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = tensor.empty() : tensor<32x8xf32>
  %1 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<32x8xf32>) outs(%0 : tensor<32x8xf32>) attrs = {kernel.bounds = #rows} {
  ^bb0(%a: f32, %b: f32):
    %r = math.absf %a : f32
    linalg.yield %r : f32
  } -> tensor<32x8xf32>
  %2 = tensor.empty() : tensor<32x8xf32>
  %3 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<32x8xf32>) outs(%2 : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<32x8xf32>
  func.return %3 : tensor<32x8xf32>
}
// CHECK-LABEL: @other_bounds(
// CHECK-COUNT-2: linalg.generic
