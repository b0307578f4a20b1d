// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// A block of 32 and a last one of 11: the largest magnitude, integers, their sum, and zeros behind them.
func.func @blocks(%x: memref<7x43xf32>, %y: memref<7x48xi16>, %f: memref<7x2xf32>, %s: memref<7x2xi32>) {
  kernel.quantize_blocks ins(%x : memref<7x43xf32>) outs(%y, %f, %s : memref<7x48xi16>, memref<7x2xf32>, memref<7x2xi32>) {size = 32 : i64, offset = 8 : i64}
  func.return
}
// CHECK-LABEL:   @blocks
// CHECK-DAG:       [[MOST:%.*]] = arith.constant 1.270000e+02 : f32
// CHECK-DAG:       [[OFFSET:%.*]] = arith.constant -8 : i32
// CHECK:           "scf.parallel"
// CHECK-COUNT-4:     math.absf
// CHECK:             [[LARGEST:%.*]] = simd.reduce
// CHECK-NEXT:        [[SCALE:%.*]] = arith.divf [[MOST]], [[LARGEST]]
// CHECK:             [[BYTES:%.*]] = arith.maxsi
// CHECK-NEXT:        [[APART:%.*]] = simd.shuffle [[BYTES]], [[BYTES]] [0, 2, 1, 3, 4, 6, 5, 7]
// CHECK-NEXT:        [[WIDE:%.*]] = simd.convert extsi [[APART]] : vector<8xi8> -> vector<8xi16>
// CHECK-NEXT:        simd.store [[WIDE]], %y
// CHECK:             [[SUM:%.*]] = simd.reduce
// CHECK:             [[FACTOR:%.*]] = arith.divf %{{.*}}, [[SCALE]]
// CHECK:             simd.store [[FACTOR]], %f
// CHECK:             [[START:%.*]] = arith.muli [[SUM]], [[OFFSET]]
// CHECK:             simd.store [[START]], %s
// CHECK:             simd.load %x[{{.*}}] first 3
// CHECK:             simd.store %{{.*}}, %y[{{.*}}] first 4
// CHECK:             simd.store %{{.*}}, %y[{{.*}} + 44] : vector<4xi16>

// Two digits: what the integers of the first leave, 254 times, becomes those of the second, in a row of its own;
// magnitudes are compared as integers, in which order no NaN is lost.
func.func @digits(%x: memref<3x16xf32>, %y: memref<6x16xi8>, %f: memref<6x1xf32>, %s: memref<6x1xi32>) {
  kernel.quantize_blocks ins(%x : memref<3x16xf32>) outs(%y, %f, %s : memref<6x16xi8>, memref<6x1xf32>, memref<6x1xi32>) {size = 32 : i64, offset = 8 : i64, digits = 2 : i64}
  func.return
}
// CHECK-LABEL:   @digits
// CHECK-DAG:       [[RATIO:%.*]] = arith.constant dense<2.540000e+02> : vector<8xf32>
// CHECK:           "scf.parallel"
// CHECK-COUNT-2:     arith.maxsi
// CHECK:             simd.reduce max %{{.*}} : vector<8xi32> -> i32
// CHECK:             [[FIRST:%.*]] = arith.maxsi %{{.*}} : vector<8xi8>
// CHECK-NEXT:        simd.store [[FIRST]], %y
// CHECK-NEXT:        [[WIDE:%.*]] = simd.convert extsi [[FIRST]] : vector<8xi8> -> vector<8xi32>
// CHECK:             [[FLOATS:%.*]] = simd.convert sitofp [[WIDE]]
// CHECK-NEXT:        [[LEFT:%.*]] = arith.subf %{{.*}}, [[FLOATS]]
// CHECK-NEXT:        arith.mulf [[LEFT]], [[RATIO]]
// CHECK:             [[SECOND:%.*]] = arith.maxsi %{{.*}} : vector<8xi8>
// CHECK-NEXT:        simd.store [[SECOND]], %y
