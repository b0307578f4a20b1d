// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},convert-kernel-to-loops' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},convert-kernel-to-loops' -t llvm-ir | filecheck %s --check-prefix=LLVM

// Weights in float16 are widened where they are loaded; everything else is float32.
func.func @matvec(%x: memref<1x64xf32>, %w: memref<1024xf16>, %y: memref<1x16xf32>) {
  kernel.matvec ins(%x, %w : memref<1x64xf32>, memref<1024xf16>) outs(%y : memref<1x16xf32>) {lanes = 16 : i64, register = array<i64: 1, 1>}
  func.return
}
// CHECK-LABEL: @matvec
// CHECK:         [[W:%.*]] = simd.load %w[{{.*}}] : memref<1024xf16> -> vector<16xf16>
// CHECK-NEXT:    [[WIDE:%.*]] = simd.convert extf [[W]] : vector<16xf16> -> vector<16xf32>
// CHECK:         simd.fma {{.*}}, [[WIDE]], {{.*}} : vector<16xf32>

// LLVM: load <16 x half>, ptr {{.*}}, align 2
// LLVM: fpext <16 x half> {{.*}} to <16 x float>
