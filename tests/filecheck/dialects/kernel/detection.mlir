// RUN: round-trip %s

func.func @yolo(%x: memref<2x8x3x4xf32>, %a: memref<2x2xf32>, %c: memref<2x12xf32>, %y: memref<2x6x12xf32>) {
  kernel.decode_yolo ins(%x, %a, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x6x12xf32>) {confidence = 5.000000e-01 : f32, softmax}
  func.return
}

func.func @yolov3(%x: memref<2x8x3x4xf32>, %a: memref<2x2xf32>, %c: memref<2x12xf32>, %y: memref<2x7x12xf32>) {
  kernel.decode_yolo ins(%x, %a, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x7x12xf32>) {confidence = 5.000000e-01 : f32}
  func.return
}

func.func @dynamic(%x: memref<2x8x3x4xf32>, %a: memref<2x2xf32>, %c: memref<2x12xf32>, %y: memref<2x7x12xf32>, %z: memref<24x6xf32>) {
  kernel.decode_yolo ins(%x, %a, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x7x12xf32>) {confidence = 5.000000e-01 : f32, cell_size = 3.200000e+01 : f32, bounds = affine_map<()[s0, s1] -> (2, 8, s0, s1)>}
  kernel.select_detections ins(%y : memref<2x7x12xf32>) outs(%z : memref<24x6xf32>) {overlap = 4.500000e-01 : f32, bounds = affine_map<()[s0, s1] -> ((s0 * 8), 6)>}
  func.return
}

func.func @ssd(%l: memref<12x4xf32>, %s: memref<12x3xf32>, %t: memref<3x12xf32>, %p: memref<2x48xf32>, %q: memref<12x4xf32>, %y: memref<2x6x5xf32>) {
  kernel.class_detections ins(%l, %s, %p : memref<12x4xf32>, memref<12x3xf32>, memref<2x48xf32>) outs(%y : memref<2x6x5xf32>) {confidence = 5.000000e-01 : f32, overlap = 4.500000e-01 : f32}
  kernel.class_detections ins(%l, %t, %q : memref<12x4xf32>, memref<3x12xf32>, memref<12x4xf32>) outs(%y : memref<2x6x5xf32>) {confidence = 5.000000e-01 : f32, overlap = 4.500000e-01 : f32, variances = array<f32: 1.000000e-01, 1.000000e-01, 2.000000e-01, 2.000000e-01>}
  func.return
}

func.func @select(%a: memref<2x6x5xf32>, %b: memref<1x6x3xf32>, %c: memref<2x7x5xf32>, %y: memref<7x6xf32>) {
  kernel.select_detections ins(%a, %b : memref<2x6x5xf32>, memref<1x6x3xf32>) outs(%y : memref<7x6xf32>) {overlap = 4.500000e-01 : f32}
  kernel.select_detections ins(%a : memref<2x6x5xf32>) outs(%y : memref<7x6xf32>)
  kernel.select_detections ins(%c : memref<2x7x5xf32>) outs(%y : memref<7x6xf32>) {overlap = 4.500000e-01 : f32}
  func.return
}
