// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},convert-kernel-to-loops' | filecheck %s

// Of 16 cells of each channel come seven columns, rounded before they are shuffled; the first seven
// read cells from the first on, the last two those up to the last.
func.func @main(%x: memref<3x7x64xf32>, %y: memref<1x7x30x16xbf16>) {
  kernel.unfold_columns ins(%x : memref<3x7x64xf32>) outs(%y : memref<1x7x30x16xbf16>) {kernel = 3 : i64, stride = 2 : i64, before = 1 : i64}
  func.return
}
// CHECK-LABEL: @main
// CHECK:         "scf.parallel"
// CHECK:         [[A:%.*]] = simd.load %x[{{.*}}] : memref<3x7x64xf32> -> vector<16xf32>
// CHECK:         simd.convert truncf [[A]]
// CHECK-COUNT-3: simd.store {{.*}} : vector<32xbf16>
// CHECK:         simd.store {{.*}} : vector<16xbf16>
// CHECK:         scf.for
// CHECK:           simd.load %x[{{.*}} + 448]
// CHECK:           simd.load %x[{{.*}} + 896]
// CHECK-COUNT-3:   simd.store {{.*}} : vector<32xbf16>
// CHECK:         simd.load %x[{{.*}}]
// CHECK:         simd.store {{.*}} : vector<32xbf16>
// CHECK-NOT:     simd.store
