// RUN: ncnnc-opt %s -p insert-bounds-checks | filecheck %s

// Loads of one block with the same base and index share a check, as do stores; what is far from the
// others has its own. Prefetches have none, nor has what lies at constant places in the bounds.
func.func private @kernel(%x: memref<4x16xf32>, %y: memref<4096xf32>, %thread: index, %threads: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = simd.load %x[56] : memref<4x16xf32> -> vector<8xf32>
  %b = simd.load %y[4089] : memref<4096xf32> -> vector<8xf32>
  scf.for %i = %c0 to %c8 step %c8 {
    simd.prefetch %x[%i + 999] : memref<4x16xf32>
    %c = simd.load %x[%i + 32] first 3 : memref<4x16xf32> -> vector<8xf32>
    %d = simd.broadcast_load %x[%i + 16] of 2 : memref<4x16xf32> -> vector<8xf32>
    simd.store %c, %y[%i + 0] first 5 : vector<8xf32>, memref<4096xf32>
    %e = simd.load %y[%i + 1] : memref<4096xf32> -> f32
    simd.store %d, %y[%i + 2048] : vector<8xf32>, memref<4096xf32>
  }
  func.return
}
func.func @main(%x: memref<4x16xf32> {kernel.role = #kernel<role input>}, %y: memref<4096xf32> {kernel.role = #kernel<role output>}, %arena: memref<100xi8> {kernel.role = #kernel<role arena>}, %thread: index, %threads: index) {
  func.call @kernel(%x, %y, %thread, %threads) {ncnn.kernel = "k"} : (memref<4x16xf32>, memref<4096xf32>, index, index) -> ()
  func.call @kernel(%x, %y, %thread, %threads) : (memref<4x16xf32>, memref<4096xf32>, index, index) -> ()
  func.return
}
// CHECK-LABEL: func.func private @kernel(
// CHECK-SAME:    %failure: memref<8xi64> {llvm.noalias}, %step: index) {
// CHECK-DAG:     [[X:%.*]] = arith.constant 64 : index
// CHECK-DAG:     [[Y:%.*]] = arith.constant 4096 : index
// CHECK:         simd.load %x[56] : memref<4x16xf32> -> vector<8xf32>
// CHECK-NEXT:    [[P:%.*]] = simd.check_bounds %y[4089] within [[Y]], %step, %failure {buffer = 1 : i64} : memref<4096xf32> -> memref<8xf32>
// CHECK-NEXT:    simd.load [[P]][0] : memref<8xf32> -> vector<8xf32>
// CHECK:         scf.for %i
// CHECK-NEXT:      simd.prefetch %x[%i + 999]
// CHECK-NEXT:      [[Q:%.*]] = simd.check_bounds %x[%i + 16] within [[X]], %step, %failure {buffer = 0 : i64} : memref<4x16xf32> -> memref<19xf32>
// CHECK-NEXT:      simd.load [[Q]][16] first 3 : memref<19xf32> -> vector<8xf32>
// CHECK-NEXT:      simd.broadcast_load [[Q]][0] of 2 : memref<19xf32> -> vector<8xf32>
// CHECK-NEXT:      [[R:%.*]] = simd.check_bounds %y[%i + 0] within [[Y]], %step, %failure {buffer = 1 : i64, writes} : memref<4096xf32> -> memref<5xf32>
// CHECK-NEXT:      simd.store %c, [[R]][0] first 5
// CHECK-NEXT:      [[S:%.*]] = simd.check_bounds %y[%i + 1] within [[Y]], %step, %failure {buffer = 1 : i64} : memref<4096xf32> -> memref<1xf32>
// CHECK-NEXT:      simd.load [[S]][0] : memref<1xf32> -> f32
// CHECK-NEXT:      [[T:%.*]] = simd.check_bounds %y[%i + 2048] within [[Y]], %step, %failure {buffer = 1 : i64, writes} : memref<4096xf32> -> memref<8xf32>
// CHECK-NEXT:      simd.store %d, [[T]][0]
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %arena: memref<192xi8>
// CHECK-NEXT:    [[END:%.*]] = arith.constant 128 : index
// CHECK-NEXT:    %failure = memref.view %arena[[[END]]][] {simd.failure} : memref<192xi8> to memref<8xi64>
// CHECK-NEXT:    [[ZERO:%.*]] = arith.constant 0 : index
// CHECK-NEXT:    func.call @kernel(%x, %y, %thread, %threads, %failure, [[ZERO]]) {ncnn.kernel = "k"}
// CHECK-NEXT:    [[ONE:%.*]] = arith.constant 1 : index
// CHECK-NEXT:    func.call @kernel(%x, %y, %thread, %threads, %failure, [[ONE]]) :

// The size of a buffer is an argument where its type does not have it. A workspace is a buffer in
// parts.
func.func private @merged(%x: memref<?x16xf32>, %w: memref<512xi8>, %i: index) {
  %c256 = arith.constant 256 : index
  %v = memref.view %w[%c256][] : memref<512xi8> to memref<64xf32>
  %a = simd.load %x[%i + 0] : memref<?x16xf32> -> f32
  simd.store %a, %v[%i + 0] : f32, memref<64xf32>
  func.return
}
func.func @main2(%x: memref<4x16xf32>, %y: memref<5x16xf32>, %arena: memref<1xi8> {kernel.role = #kernel<role arena>}, %w: memref<512xi8>, %i: index) {
  %0 = "memref.cast"(%x) : (memref<4x16xf32>) -> memref<?x16xf32>
  func.call @merged(%0, %w, %i) : (memref<?x16xf32>, memref<512xi8>, index) -> ()
  %1 = "memref.cast"(%y) : (memref<5x16xf32>) -> memref<?x16xf32>
  func.call @merged(%1, %w, %i) : (memref<?x16xf32>, memref<512xi8>, index) -> ()
  func.return
}
// CHECK-LABEL: func.func private @merged(
// CHECK-SAME:    %failure: memref<8xi64> {llvm.noalias}, %step: index, %elements: index) {
// CHECK-NEXT:    [[SIZE:%.*]] = arith.constant 64 : index
// CHECK:         simd.check_bounds %x[%i + 0] within %elements, %step, %failure {buffer = 0 : i64} : memref<?x16xf32> -> memref<1xf32>
// CHECK:         simd.check_bounds %v[%i + 0] within [[SIZE]], %step, %failure {buffer = 1 : i64, writes} : memref<64xf32> -> memref<1xf32>
// CHECK-LABEL: func.func @main2(
// CHECK:         "memref.cast"(%x)
// CHECK-NEXT:    arith.constant 0 : index
// CHECK-NEXT:    [[X:%.*]] = arith.constant 64 : index
// CHECK-NEXT:    func.call @merged({{.*}}, %w, %i, %failure, {{.*}}, [[X]])
// CHECK:         [[Y:%.*]] = arith.constant 80 : index
// CHECK-NEXT:    func.call @merged({{.*}}, %w, %i, %failure, {{.*}}, [[Y]])
