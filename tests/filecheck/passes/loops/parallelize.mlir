// RUN: ncnnc-opt %s -p parallelize | filecheck %s

// A kernel takes its share [N*t/n, N*(t+1)/n) of each loop. The second loop reads what the first has
// written: the threads meet in between. A kernel's call gets a workspace for each thread.
func.func private @kernel(%x: memref<64xf32>, %y: memref<64xf32>, %w: memref<256xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %v = memref.view %w[%c0][] : memref<256xi8> to memref<64xf32>
  "scf.parallel"(%c0, %c64, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %a = simd.load %x[%i + 0] : memref<64xf32> -> f32
    simd.store %a, %v[%i + 0] : f32, memref<64xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  "scf.parallel"(%c0, %c64, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%j: index):
    %b = simd.load %v[%j + 0] : memref<64xf32> -> f32
    simd.store %b, %y[%j + 0] : f32, memref<64xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}
func.func @main(%x: memref<64xf32>, %y: memref<64xf32>, %workspace: memref<256xi8> {kernel.role = #kernel<role workspace>}) {
  func.call @kernel(%x, %y, %workspace) {ncnn.kernel = "k"} : (memref<64xf32>, memref<64xf32>, memref<256xi8>) -> ()
  func.return
}
// CHECK-LABEL: func.func private @kernel(
// CHECK-SAME:    %thread: index {{.*}}%threads: index
// CHECK-NOT:     scf.parallel
// CHECK:         memref.view
// CHECK-NEXT:    [[ONE:%.*]] = arith.constant 1 : index
// CHECK-NEXT:    [[NEXT:%.*]] = arith.addi %thread, [[ONE]] overflow<nsw> : index
// CHECK-NEXT:    [[LOW:%.*]] = arith.muli %c64, %thread overflow<nsw> : index
// CHECK-NEXT:    [[HIGH:%.*]] = arith.muli %c64, [[NEXT]] overflow<nsw> : index
// CHECK-NEXT:    [[FIRST:%.*]] = arith.divui [[LOW]], %threads : index
// CHECK-NEXT:    [[LAST:%.*]] = arith.divui [[HIGH]], %threads : index
// CHECK-NEXT:    scf.for {{%.*}} = [[FIRST]] to [[LAST]] step %c1 {
// CHECK:         simd.barrier %threads
// CHECK:         scf.for
// CHECK-NOT:     simd.barrier
// CHECK-LABEL: func.func @main(
// CHECK-NEXT:    [[OWN:%.*]] = simd.thread_part %workspace of %thread : memref<256xi8>
// CHECK-NEXT:    func.call @kernel(%x, %y, [[OWN]], %thread, %threads) {ncnn.kernel = "k"}
// CHECK-NEXT:    simd.barrier %threads
// CHECK-NEXT:    func.return

// Loops on different buffers need no barrier; what is stored outside of loops is thread 0's.
func.func private @apart(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.constant 0.5 : f32
  "scf.parallel"(%c0, %c1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    simd.store %s, %x[%i + 0] : f32, memref<8xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  "scf.parallel"(%c0, %c1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%j: index):
    simd.store %s, %y[%j + 0] : f32, memref<8xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}
func.func private @serial(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.constant 0.5 : f32
  "scf.parallel"(%c0, %c1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    simd.store %s, %x[%i + 0] : f32, memref<8xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  simd.store %s, %x[7] : f32, memref<8xf32>
  func.return
}
// CHECK-LABEL: @apart
// CHECK:         scf.for
// CHECK-NOT:     simd.barrier
// CHECK:         scf.for
// CHECK-LABEL: @serial
// CHECK:         [[ZERO:%.*]] = arith.constant 0 : index
// CHECK-NEXT:    [[FIRST:%.*]] = arith.cmpi eq, %thread, [[ZERO]] : index
// CHECK-NEXT:    scf.if [[FIRST]] {
// CHECK:           scf.for {{%.*}} = %c0 to %c1 step %c1 {
// CHECK:           simd.store %s, %x[7]
// CHECK:         func.return

// Before a loop writes what an earlier one reads, the threads meet too.
func.func private @overwrite(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.constant 0.5 : f32
  "scf.parallel"(%c0, %c1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %a = simd.load %x[%i + 0] : memref<8xf32> -> f32
    simd.store %a, %y[%i + 0] : f32, memref<8xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  "scf.parallel"(%c0, %c1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%j: index):
    simd.store %s, %x[%j + 1] : f32, memref<8xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}
// CHECK-LABEL: @overwrite
// CHECK:         scf.for
// CHECK:         simd.barrier %threads
// CHECK:         scf.for

// The workspace is known by its role: a blob of that name is a blob.
func.func private @copy(%x: memref<8xf32>, %w: memref<32xi8>) {
  func.return
}
func.func @main2(%x: memref<8xf32> {ncnn.name = "workspace", kernel.role = #kernel<role input>}, %w: memref<32xi8> {kernel.role = #kernel<role workspace>}) {
  func.call @copy(%x, %w) : (memref<8xf32>, memref<32xi8>) -> ()
  func.return
}
// CHECK-LABEL: func.func @main2(
// CHECK-SAME:    %thread: index {kernel.role = #kernel<role thread>}, %threads: index {kernel.role = #kernel<role threads>}
// CHECK:         [[OWN:%.*]] = simd.thread_part %w of %thread
// CHECK-NEXT:    func.call @copy(%x, [[OWN]], %thread, %threads)

// A loop around a parallel one is run by all threads; they meet after each iteration.
func.func private @steps(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %c8 step %c1 {
    "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%i: index):
      %a = simd.load %x[%t + 0] : memref<64xf32> -> f32
      simd.store %a, %x[%i + 8] : f32, memref<64xf32>
      scf.reduce
    }) : (index, index, index) -> ()
  }
  func.return
}
// CHECK-LABEL: func.func private @steps(
// CHECK:         scf.for %t = %c0 to %c8 step %c1 {
// CHECK:           [[FIRST:%.*]] = arith.divui
// CHECK-NEXT:      [[LAST:%.*]] = arith.divui
// CHECK-NEXT:      scf.for %{{.*}} = [[FIRST]] to [[LAST]] step %c1 {
// CHECK:           }
// CHECK-NEXT:      simd.barrier %threads
// CHECK-NEXT:    }

// One that stores besides is left to thread 0, with its parallel loops.
func.func private @besides(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %s = arith.constant 0.5 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    simd.store %s, %x[%t + 0] : f32, memref<64xf32>
    "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%i: index):
      simd.store %s, %x[%i + 8] : f32, memref<64xf32>
      scf.reduce
    }) : (index, index, index) -> ()
  }
  func.return
}
// CHECK-LABEL: func.func private @besides(
// CHECK:         scf.if
// CHECK:           scf.for %t = %c0 to %c8 step %c1 {
// CHECK:             scf.for %{{.*}} = %c0 to %c8 step %c1 {
// CHECK-NOT:     simd.barrier

// What shares units itself is done on each thread's range; in a kernel of thread 0 on all of them.
func.func private @range(%x: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %s = arith.constant 0.5 : f32
  simd.share %c64 {
  ^bb0(%first: index, %last: index):
    scf.for %i = %first to %last step %c1 {
      simd.store %s, %x[%i + 0] : f32, memref<64xf32>
    }
  }
  func.return
}
func.func private @range_alone(%x: memref<65xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %s = arith.constant 0.5 : f32
  simd.share %c64 {
  ^bb0(%first: index, %last: index):
    scf.for %i = %first to %last step %c1 {
      simd.store %s, %x[%i + 0] : f32, memref<65xf32>
    }
  }
  simd.store %s, %x[64] : f32, memref<65xf32>
  func.return
}
// CHECK-LABEL: @range(
// CHECK-NOT:     simd.share
// CHECK:         [[FIRST:%.*]] = arith.divui
// CHECK-NEXT:    [[LAST:%.*]] = arith.divui
// CHECK-NEXT:    scf.for {{%.*}} = [[FIRST]] to [[LAST]] step %c1 {
// CHECK-LABEL: @range_alone(
// CHECK:         [[ZERO:%.*]] = arith.constant 0 : index
// CHECK:         scf.if
// CHECK:           scf.for {{%.*}} = [[ZERO]] to %c64 step %c1 {
// CHECK:           simd.store %s, %x[64]

// Loops of a condition that is the same for all threads are shared as others.
func.func private @condition(%x: memref<8xf32>, %if: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %s = arith.constant 0.5 : f32
  scf.if %if {
    "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%i: index):
      simd.store %s, %x[%i + 0] : f32, memref<8xf32>
      scf.reduce
    }) : (index, index, index) -> ()
  }
  func.return
}
// CHECK-LABEL: func.func private @condition(
// CHECK-NOT:     arith.cmpi
// CHECK:         scf.if %if {
// CHECK:           arith.divui
// CHECK:           scf.for
// CHECK-NOT:     simd.barrier
// CHECK:         func.return
