// RUN: ncnnc-opt %s -p merge-similar-kernels | filecheck %s

// Where the loop ends and what is multiplied are arguments; equal sizes are one. An addition's order
// does not count.
func.func private @a(%x: memref<4x9xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %at = arith.muli %i, %c9 : index
    %from = arith.muli %i, %c4 : index
    %v = simd.load %x[%at + 0] : memref<4x9xf32> -> f32
    %w = simd.load %x[%from + 2] : memref<4x9xf32> -> f32
    %s = arith.addf %v, %w : f32
    simd.store %s, %y[%i + 0] : f32, memref<4xf32>
  }
  func.return
}
func.func private @b(%x: memref<8x9xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %at = arith.muli %i, %c9 : index
    %from = arith.muli %i, %c8 : index
    %v = simd.load %x[%at + 0] : memref<8x9xf32> -> f32
    %w = simd.load %x[%from + 2] : memref<8x9xf32> -> f32
    %s = arith.addf %w, %v : f32
    simd.store %s, %y[%i + 0] : f32, memref<8xf32>
  }
  func.return
}
func.func @main(%x: memref<4x9xf32>, %y: memref<4xf32>, %z: memref<8x9xf32>, %u: memref<8xf32>) {
  func.call @a(%x, %y) {ncnn.kernel = "one"} : (memref<4x9xf32>, memref<4xf32>) -> ()
  func.call @b(%z, %u) {ncnn.kernel = "two"} : (memref<8x9xf32>, memref<8xf32>) -> ()
  func.return
}
// CHECK:      func.func private @a(%x: memref<?x9xf32>, %y: memref<?xf32>, %size: index {simd.least = 4 : index}) {
// CHECK:        scf.for %i = %c0 to %size step %c1 {
// CHECK-NEXT:     arith.muli %i, %c9
// CHECK-NEXT:     arith.muli %i, %size
// CHECK-NOT:  func.func private @b
// CHECK:      func.func @main
// CHECK-NEXT:   [[X:%.*]] = "memref.cast"(%x) : (memref<4x9xf32>) -> memref<?x9xf32>
// CHECK-NEXT:   [[Y:%.*]] = "memref.cast"(%y) : (memref<4xf32>) -> memref<?xf32>
// CHECK-NEXT:   [[FOUR:%.*]] = arith.constant 4 : index
// CHECK-NEXT:   func.call @a([[X]], [[Y]], [[FOUR]]) {ncnn.kernel = "one"}
// CHECK:        [[EIGHT:%.*]] = arith.constant 8 : index
// CHECK-NEXT:   func.call @a({{.*}}, {{.*}}, [[EIGHT]]) {ncnn.kernel = "two"}

// Where it is divided but once, the divisor is an argument, too.
func.func private @share(%y: memref<4xf32>, %v: f32, %i: index) {
  %c12 = arith.constant 12 : index
  simd.share %c12 {
  ^bb0(%first: index, %last: index):
    %c3 = arith.constant 3 : index
    %at = arith.divui %first, %c3 : index
    simd.store %v, %y[%at + 0] : f32, memref<4xf32>
  }
  func.return
}
func.func private @other_share(%y: memref<4xf32>, %v: f32, %i: index) {
  %c12 = arith.constant 12 : index
  simd.share %c12 {
  ^bb0(%first: index, %last: index):
    %c5 = arith.constant 5 : index
    %at = arith.divui %first, %c5 : index
    simd.store %v, %y[%at + 0] : f32, memref<4xf32>
  }
  func.return
}
// CHECK:      func.func private @share(%y: memref<4xf32>, %v: f32, %i: index, %size: index
// CHECK:        arith.divui %first, %size
// CHECK-NOT:  @other_share

// What stays constant: addresses, divisors in loops, where a loop begins and its step; a subtraction
// has an order, an element a type.
func.func private @address(%y: memref<4xf32>, %v: f32) {
  simd.store %v, %y[1] : f32, memref<4xf32>
  func.return
}
func.func private @other_address(%y: memref<4xf32>, %v: f32) {
  simd.store %v, %y[2] : f32, memref<4xf32>
  func.return
}
func.func private @divisor(%y: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %at = arith.divui %i, %c3 : index
    simd.store %v, %y[%at + 0] : f32, memref<4xf32>
  }
  func.return
}
func.func private @other_divisor(%y: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %at = arith.divui %i, %c5 : index
    simd.store %v, %y[%at + 0] : f32, memref<4xf32>
  }
  func.return
}
func.func private @begin(%y: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    simd.store %v, %y[%i + 0] : f32, memref<4xf32>
  }
  func.return
}
func.func private @other_begin(%y: memref<4xf32>, %v: f32) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c2 to %c4 step %c1 {
    simd.store %v, %y[%i + 0] : f32, memref<4xf32>
  }
  func.return
}
func.func private @order(%y: memref<4xf32>, %v: f32, %w: f32) {
  %s = arith.subf %v, %w : f32
  simd.store %s, %y[3] : f32, memref<4xf32>
  func.return
}
func.func private @other_order(%y: memref<4xf32>, %v: f32, %w: f32) {
  %s = arith.subf %w, %v : f32
  simd.store %s, %y[3] : f32, memref<4xf32>
  func.return
}
func.func private @type(%y: memref<4xf32>, %z: memref<4xi8>, %i: index) {
  %v = simd.load %z[%i + 0] : memref<4xi8> -> i8
  simd.store %v, %z[%i + 3] : i8, memref<4xi8>
  func.return
}
func.func private @other_type(%y: memref<4xf32>, %z: memref<4xbf16>, %i: index) {
  %v = simd.load %z[%i + 0] : memref<4xbf16> -> bf16
  simd.store %v, %z[%i + 3] : bf16, memref<4xbf16>
  func.return
}
// CHECK:       @address(%y: memref<4xf32>, %v: f32) {
// CHECK:       @other_address
// CHECK:       @divisor
// CHECK:       @other_divisor
// CHECK:       @begin
// CHECK:       @other_begin
// CHECK:       @order
// CHECK:       @other_order
// CHECK:       @type
// CHECK:       @other_type

// Thirteen sizes are too many; the graph's functions, and what another module has, are no kernels.
func.func private @many(%y: memref<4xindex>, %v: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %0 = arith.addi %v, %c1 : index
  %1 = arith.addi %0, %c2 : index
  %2 = arith.addi %1, %c3 : index
  %3 = arith.addi %2, %c4 : index
  %4 = arith.addi %3, %c5 : index
  %5 = arith.addi %4, %c6 : index
  %6 = arith.addi %5, %c7 : index
  %7 = arith.addi %6, %c8 : index
  %8 = arith.addi %7, %c9 : index
  %9 = arith.addi %8, %c10 : index
  %10 = arith.addi %9, %c11 : index
  %11 = arith.addi %10, %c12 : index
  %12 = arith.addi %11, %c13 : index
  func.return
}
func.func private @other_many(%y: memref<4xindex>, %v: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %0 = arith.addi %v, %c0 : index
  %1 = arith.addi %0, %c1 : index
  %2 = arith.addi %1, %c2 : index
  %3 = arith.addi %2, %c3 : index
  %4 = arith.addi %3, %c4 : index
  %5 = arith.addi %4, %c5 : index
  %6 = arith.addi %5, %c6 : index
  %7 = arith.addi %6, %c7 : index
  %8 = arith.addi %7, %c8 : index
  %9 = arith.addi %8, %c9 : index
  %10 = arith.addi %9, %c10 : index
  %11 = arith.addi %10, %c11 : index
  %12 = arith.addi %11, %c12 : index
  func.return
}
func.func @one() {
  func.return
}
func.func @two() {
  func.return
}
func.func private @declared(memref<4xf32>)
func.func private @other_declared(memref<8xf32>)
// CHECK:       @many(%y: memref<4xindex>, %v: index) {
// CHECK:       @other_many
// CHECK:       @one
// CHECK:       @two
// CHECK:       @declared(memref<4xf32>)
// CHECK:       @other_declared(memref<8xf32>)
