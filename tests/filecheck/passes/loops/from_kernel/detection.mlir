// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Vectors of cells, the last one with 4 of them. Classes are compared one by one.
func.func @yolo(%x: memref<2x8x3x4xf32>, %a: memref<2x2xf32>, %c: memref<2x12xf32>, %y: memref<2x6x12xf32>) {
  kernel.decode_yolo ins(%x, %a, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x6x12xf32>) {confidence = 0.5 : f32, softmax}
  func.return
}
// CHECK-LABEL: @yolo
// CHECK:         simd.share
// CHECK:           scf.for {{.*}} iter_args
// CHECK:             simd.load %x[{{.*}}] : memref<2x8x3x4xf32> -> vector<8xf32>
// CHECK:             simd.compare ogt
// CHECK:           scf.for {{.*}} iter_args
// CHECK:           simd.compare oge
// CHECK-COUNT-6:   simd.store {{.*}} : vector<8xf32>, memref<2x6x12xf32>
// CHECK-NOT:       simd.store
// CHECK:           simd.load %x[{{.*}}] first 4
// CHECK-COUNT-6:   simd.store {{.*}} first 4 : vector<8xf32>

// Of version 3 the area is stored besides.
func.func @yolov3(%x: memref<2x8x3x4xf32>, %a: memref<2x2xf32>, %c: memref<2x12xf32>, %y: memref<2x7x12xf32>) {
  kernel.decode_yolo ins(%x, %a, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x7x12xf32>) {confidence = 0.5 : f32}
  func.return
}
// CHECK-LABEL: @yolov3
// CHECK-COUNT-7:   simd.store {{.*}} : vector<8xf32>, memref<2x7x12xf32>
// CHECK-NOT:       simd.store
// CHECK:           simd.load %x[{{.*}}] first 4

// If rows and columns are dynamic, cells that an image does not have get a label.
func.func @dynamic(%x: memref<2x8x3x4xf32>, %a: memref<2x2xf32>, %c: memref<2x12xf32>, %y: memref<2x7x12xf32>, %s: memref<2xi64> {kernel.role = #kernel<role symbols>}) {
  kernel.decode_yolo ins(%x, %a, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x7x12xf32>) {confidence = 0.5 : f32, cell_size = 32.0 : f32, bounds = affine_map<()[s0, s1] -> (2, 8, s0, s1)>}
  func.return
}
// CHECK-LABEL: @dynamic
// CHECK:         scf.parallel
// CHECK:           scf.if
// CHECK:           simd.load %x[{{.*}}] first 4
// CHECK:           simd.convert fptosi
// CHECK-COUNT-7:   simd.store {{.*}} first 4 : vector<8xf32>, memref<2x7x12xf32>
// CHECK:           scf.for
// CHECK-NEXT:        {{.*}} = arith.addi
// CHECK-NEXT:        simd.store {{.*}} : f32, memref<2x7x12xf32>

// Numbers and scores of candidates are gathered, from groups with a sufficient score, and sorted;
// the best are decoded, and compared with those kept.
func.func @ssd(%l: memref<12x4xf32>, %s: memref<12x3xf32>, %p: memref<2x48xf32>, %y: memref<2x6x5xf32>, %w: memref<200xf32>) {
  kernel.class_detections ins(%l, %s, %p : memref<12x4xf32>, memref<12x3xf32>, memref<2x48xf32>) outs(%y : memref<2x6x5xf32>) workspace(%w : memref<200xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32}
  func.return
}
// CHECK-LABEL: @ssd
// CHECK:         simd.share
// CHECK-COUNT-8:   simd.maximum
// CHECK-NEXT:      simd.store {{.*}}, %w[182] first 3
// CHECK:           scf.for
// CHECK-COUNT-2:     simd.store %{{.*}}, %y
// CHECK:             [[BEST:%[0-9]+]] = simd.load %w[%{{[0-9]+}} + 182]
// CHECK-NEXT:        simd.compare ogt [[BEST]]
// CHECK-NEXT:        [[MANY:%[0-9]+]] = scf.if
// CHECK-COUNT-6:       simd.prefetch
// CHECK-NEXT:          scf.for
// CHECK:                 simd.load %s
// CHECK-COUNT-2:         simd.store {{.*}}, %w
// CHECK:                 arith.select
// CHECK:             [[N:%[0-9]+]] = scf.for {{.*}} iter_args({{%[0-9]+}} = [[MANY]])
// CHECK:               simd.load %s
// CHECK:             scf.while
// CHECK:               scf.while
// CHECK:                 scf.while
// CHECK:                 scf.while
// CHECK:             [[LAST:%[0-9]+]] = arith.minsi [[N]]
// CHECK-NEXT:        scf.for {{.*}} to [[LAST]]
// CHECK-COUNT-6:       simd.store {{.*}}, %w
// CHECK:             scf.while
// CHECK:               scf.while
// CHECK:                 simd.load %y
// CHECK:                 simd.compare ole
// CHECK:                 simd.reduce min {{.*}} : vector<8xi1> -> i1

// Scores of a class that are neighbours are compared as vectors.
func.func @mxnet(%l: memref<12x4xf32>, %s: memref<3x12xf32>, %p: memref<12x4xf32>, %y: memref<2x6x5xf32>, %w: memref<182xf32>) {
  kernel.class_detections ins(%l, %s, %p : memref<12x4xf32>, memref<3x12xf32>, memref<12x4xf32>) outs(%y : memref<2x6x5xf32>) workspace(%w : memref<182xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32, variances = array<f32: 0.1, 0.1, 0.2, 0.2>}
  func.return
}
// CHECK-LABEL: @mxnet
// CHECK:         simd.share
// CHECK:           [[SCORES:%[0-9]+]] = simd.load %s
// CHECK-NEXT:      simd.maximum [[SCORES]]
// CHECK-NEXT:      simd.reduce max

// Without `overlap` nothing is compared.
func.func @select(%a: memref<2x6x5xf32>, %y: memref<7x6xf32>, %w: memref<200xf32>) {
  kernel.select_detections ins(%a : memref<2x6x5xf32>) outs(%y : memref<7x6xf32>) workspace(%w : memref<200xf32>)
  func.return
}
// CHECK-LABEL: @select
// CHECK:         simd.load %a
// CHECK:         simd.store {{.*}}, %w
// CHECK:         scf.while
// CHECK-NOT:     "ole"
// CHECK:         simd.store {{.*}}, %y

// With `overlap` those kept are in planes behind what sorting needs, 60 + 128 elements, where
// vectors compare them; they are copied at the end.
func.func @select_apart(%a: memref<2x6x5xf32>, %y: memref<7x6xf32>, %w: memref<230xf32>) {
  kernel.select_detections ins(%a : memref<2x6x5xf32>) outs(%y : memref<7x6xf32>) workspace(%w : memref<230xf32>) {overlap = 0.45 : f32}
  func.return
}
// CHECK-LABEL: @select_apart
// CHECK:         scf.while
// CHECK-COUNT-4:   simd.load %w[{{.*}}] : memref<230xf32> -> vector<8xf32>
// CHECK:           arith.divf
// CHECK-NEXT:      simd.compare ole
// CHECK:           arith.divf
// CHECK-NEXT:      simd.compare ole
// CHECK:             simd.store {{.*}}, %w[{{.*}} + 35]
// CHECK:         scf.for
// CHECK-COUNT-6:   simd.store {{.*}}, %y
// CHECK:         scf.for
// CHECK-COUNT-6:   simd.store {{.*}}, %y

// Detections with areas are compared without a division.
func.func @select_sized(%a: memref<2x7x5xf32>, %y: memref<7x6xf32>, %w: memref<247xf32>) {
  kernel.select_detections ins(%a : memref<2x7x5xf32>) outs(%y : memref<7x6xf32>) workspace(%w : memref<247xf32>) {overlap = 0.45 : f32}
  func.return
}
// CHECK-LABEL: @select_sized
// CHECK:         scf.while
// CHECK-COUNT-5:   simd.load %w[{{.*}}] : memref<247xf32> -> vector<8xf32>
// CHECK-NOT:       arith.divf
// CHECK:           simd.compare ule
// CHECK:             simd.store {{.*}}, %w[{{.*}} + 42]
// CHECK:         scf.for
// CHECK-COUNT-6:   simd.store {{.*}}, %y
