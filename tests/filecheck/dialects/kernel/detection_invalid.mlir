// RUN: verify-diagnostics %s

func.func @f0(%a: memref<2x5x3x4xf32>, %b: memref<2x2xf32>, %c: memref<2x12xf32>, %y: memref<2x6x12xf32>, %a1: memref<2x8x3x4xf32>, %b1: memref<1x2xf32>, %c1: memref<2x11xf32>, %y1: memref<2x6x13xf32>, %a2: memref<48xf32>, %b2: memref<12x3xf32>, %c2: memref<2x48xf32>, %y2: memref<2x6x5xf32>, %a3: memref<12x4xf32>, %a4: memref<12x3xf32>, %c3: memref<2x47xf32>, %b3: memref<3x12xf32>, %y3: memref<3x6x5xf32>, %a5: memref<2x6x5xf32>, %b4: memref<3x6xf32>, %y4: memref<7x6xf32>, %b5: memref<2x7x5xf32>) {
  // expected-error @+1 {{the input must be boxes,5+classes,h,w}}
  kernel.decode_yolo ins(%a, %b, %c : memref<2x5x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x6x12xf32>) {confidence = 0.5 : f32}
  // expected-error @+1 {{needs an anchor for every box and a place for every cell}}
  kernel.decode_yolo ins(%a1, %b1, %c : memref<2x8x3x4xf32>, memref<1x2xf32>, memref<2x12xf32>) outs(%y : memref<2x6x12xf32>) {confidence = 0.5 : f32}
  // expected-error @+1 {{needs an anchor for every box and a place for every cell}}
  kernel.decode_yolo ins(%a1, %b, %c1 : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x11xf32>) outs(%y : memref<2x6x12xf32>) {confidence = 0.5 : f32}
  // expected-error @+1 {{the output must be boxes,6,h*w}}
  kernel.decode_yolo ins(%a1, %b, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y1 : memref<2x6x13xf32>) {confidence = 0.5 : f32, softmax}
  // expected-error @+1 {{the output must be boxes,7,h*w}}
  kernel.decode_yolo ins(%a1, %b, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x6x12xf32>) {confidence = 0.5 : f32}
  // expected-error @+1 {{bounds need a cell_size}}
  kernel.decode_yolo ins(%a1, %b, %c : memref<2x8x3x4xf32>, memref<2x2xf32>, memref<2x12xf32>) outs(%y : memref<2x6x12xf32>) {confidence = 0.5 : f32, softmax, bounds = affine_map<()[s0] -> (2, 8, s0, 4)>}
  // expected-error @+1 {{needs corrections, scores and priors, each of two dimensions}}
  kernel.class_detections ins(%a2, %b2, %c2 : memref<48xf32>, memref<12x3xf32>, memref<2x48xf32>) outs(%y2 : memref<2x6x5xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32}
  // expected-error @+1 {{needs corrections, scores and priors, each of two dimensions}}
  kernel.class_detections ins(%a3, %b2 : memref<12x4xf32>, memref<12x3xf32>) outs(%y2 : memref<2x6x5xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32}
  // expected-error @+1 {{needs four corrections for every prior}}
  kernel.class_detections ins(%a4, %b2, %c2 : memref<12x3xf32>, memref<12x3xf32>, memref<2x48xf32>) outs(%y2 : memref<2x6x5xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32}
  // expected-error @+1 {{needs a row of priors and a row of variances}}
  kernel.class_detections ins(%a3, %b2, %c3 : memref<12x4xf32>, memref<12x3xf32>, memref<2x47xf32>) outs(%y2 : memref<2x6x5xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32}
  // expected-error @+1 {{needs a row for every prior, and four variances}}
  kernel.class_detections ins(%a3, %b3, %c2 : memref<12x4xf32>, memref<3x12xf32>, memref<2x48xf32>) outs(%y2 : memref<2x6x5xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32, variances = array<f32: 0.1, 0.1, 0.2, 0.2>}
  // expected-error @+1 {{the output must be classes-1,6,n with no more than all priors}}
  kernel.class_detections ins(%a3, %b2, %c2 : memref<12x4xf32>, memref<12x3xf32>, memref<2x48xf32>) outs(%y1 : memref<2x6x13xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32}
  // expected-error @+1 {{the output must be classes-1,6,n with no more than all priors}}
  kernel.class_detections ins(%a3, %b2, %c2 : memref<12x4xf32>, memref<12x3xf32>, memref<2x48xf32>) outs(%y3 : memref<3x6x5xf32>) {confidence = 0.5 : f32, overlap = 0.45 : f32}
  // expected-error @+1 {{the inputs must be tables t,6,n, t,7,n or t,8,n}}
  kernel.select_detections ins(%a5, %b4 : memref<2x6x5xf32>, memref<3x6xf32>) outs(%y4 : memref<7x6xf32>)
  // expected-error @+1 {{the inputs must be tables t,6,n, t,7,n or t,8,n}}
  kernel.select_detections ins(%a5, %b5 : memref<2x6x5xf32>, memref<2x7x5xf32>) outs(%y4 : memref<7x6xf32>)
  func.return
}

func.func @f1(%a: memref<2x6x5xf32>, %y: memref<7x5xf32>) {
  // expected-error @+1 {{the output must be m,6}}
  kernel.select_detections ins(%a : memref<2x6x5xf32>) outs(%y : memref<7x5xf32>)
  func.return
}
