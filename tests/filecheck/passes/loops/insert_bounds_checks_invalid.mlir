// RUN: ncnnc-opt %s -p insert-bounds-checks --split-input-file --verify-diagnostics | filecheck %s

// CHECK: @main has no arena, which plan-memory adds
func.func @main() {
  func.return
}

// -----

// CHECK: a view of memref<16xf32> at 64 leaves 100 bytes
func.func @main(%arena: memref<100xi8> {kernel.role = #kernel<role arena>}) {
  %c64 = arith.constant 64 : index
  %0 = memref.view %arena[%c64][] : memref<100xi8> to memref<16xf32>
  func.return
}

// -----

// CHECK: the size of a buffer of memref<?xf32> is unknown
func.func private @kernel(%x: memref<?xf32>) {
  func.return
}
func.func @main(%x: memref<?xf32>, %arena: memref<1xi8> {kernel.role = #kernel<role arena>}) {
  func.call @kernel(%x) : (memref<?xf32>) -> ()
  func.return
}
