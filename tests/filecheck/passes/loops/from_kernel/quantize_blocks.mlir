// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// A block of 32 and a last one of 11: the largest magnitude, integers, their sum, and zeros behind them.
func.func @blocks(%x: memref<7x43xf32>, %y: memref<7x48xi16>, %f: memref<7x2xf32>, %s: memref<7x2xi32>) {
  kernel.quantize_blocks ins(%x : memref<7x43xf32>) outs(%y, %f, %s : memref<7x48xi16>, memref<7x2xf32>, memref<7x2xi32>) {size = 32 : i64, offset = 8 : i64}
  func.return
}
// CHECK-LABEL:   @blocks
// CHECK-DAG:       [[MOST:%.*]] = arith.constant dense<1.270000e+02> : vector<8xf32>
// CHECK-DAG:       [[OFFSET:%.*]] = arith.constant dense<-8> : vector<8xi32>
// CHECK:           "scf.parallel"
// CHECK-COUNT-4:     math.absf
// CHECK:             simd.shuffle %{{.*}} [4, 5, 6, 7, 0, 1, 2, 3]
// CHECK-NEXT:        [[LARGEST:%.*]] = simd.maximum
// CHECK:             [[SCALE:%.*]] = arith.divf [[MOST]], [[LARGEST]]
// CHECK:             [[BYTES:%.*]] = arith.maxsi
// CHECK-NEXT:        [[APART:%.*]] = simd.shuffle [[BYTES]], [[BYTES]] [0, 2, 1, 3, 4, 6, 5, 7]
// CHECK-NEXT:        [[WIDE:%.*]] = simd.convert extsi [[APART]] : vector<8xi8> -> vector<8xi16>
// CHECK-NEXT:        simd.store [[WIDE]], %y
// CHECK:             [[FACTOR:%.*]] = arith.divf %{{.*}}, [[SCALE]]
// CHECK:             [[F:%.*]] = simd.shuffle [[FACTOR]], [[FACTOR]] [0]
// CHECK-NEXT:        simd.store [[F]], %f
// CHECK:             [[START:%.*]] = arith.muli %{{.*}}, [[OFFSET]]
// CHECK-NEXT:        [[S:%.*]] = simd.shuffle [[START]], [[START]] [0]
// CHECK-NEXT:        simd.store [[S]], %s
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
// CHECK-COUNT-5:     arith.maxsi {{.*}} : vector<8xi32>
// CHECK:             [[FIRST:%.*]] = arith.maxsi %{{.*}} : vector<8xi8>
// CHECK-NEXT:        simd.store [[FIRST]], %y
// CHECK-NEXT:        [[WIDE:%.*]] = simd.convert extsi [[FIRST]] : vector<8xi8> -> vector<8xi32>
// CHECK:             [[FLOATS:%.*]] = simd.convert sitofp [[WIDE]]
// CHECK-NEXT:        [[LEFT:%.*]] = arith.subf %{{.*}}, [[FLOATS]]
// CHECK-NEXT:        arith.mulf [[LEFT]], [[RATIO]]
// CHECK:             [[SECOND:%.*]] = arith.maxsi %{{.*}} : vector<8xi8>
// CHECK-NEXT:        simd.store [[SECOND]], %y

// Four blocks at a time: parts of four lanes take their halves of two vectors, then of two pairs, until lane l is of
// block l; a fifth block alone.
func.func @fours(%x: memref<2x160xf32>, %y: memref<2x160xi8>, %f: memref<2x5xf32>, %s: memref<2x5xi32>) {
  kernel.quantize_blocks ins(%x : memref<2x160xf32>) outs(%y, %f, %s : memref<2x160xi8>, memref<2x5xf32>, memref<2x5xi32>) {size = 32 : i64, offset = 128 : i64}
  func.return
}
// CHECK-LABEL:   @fours
// CHECK-COUNT-16:    math.absf
// CHECK:             [[A:%.*]] = simd.shuffle {{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK-NEXT:        [[B:%.*]] = simd.shuffle {{.*}} [2, 10, 3, 11, 6, 14, 7, 15]
// CHECK-NEXT:        [[C:%.*]] = simd.maximum [[A]], [[B]]
// CHECK:             [[D:%.*]] = simd.maximum
// CHECK:             simd.shuffle [[C]], [[D]] [0, 1, 8, 9, 4, 5, 12, 13]
// CHECK-NEXT:        simd.shuffle [[C]], [[D]] [2, 3, 10, 11, 6, 7, 14, 15]
// CHECK:             [[SCALES:%.*]] = arith.divf
// CHECK-NEXT:        simd.shuffle [[SCALES]], [[SCALES]] [0, 0, 0, 0, 4, 4, 4, 4]
// CHECK-NEXT:        simd.shuffle [[SCALES]], [[SCALES]] [1, 1, 1, 1, 5, 5, 5, 5]
// CHECK:             simd.store %{{.*}}, %f[{{.*}}] : vector<4xf32>
// CHECK:             simd.store %{{.*}}, %s[{{.*}}] : vector<4xi32>
// CHECK-COUNT-4:     math.absf
// CHECK:             simd.store %{{.*}}, %f[{{.*}}] : vector<1xf32>
