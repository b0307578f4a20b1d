// RUN: verify-diagnostics %s

func.func @main(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>, %p1: tensor<48xf32>, %c1: tensor<35xf32>, %l1: tensor<47xf32>, %c2: tensor<3x12xf32>, %c3: tensor<12x3xf32>, %p2: tensor<12x4xf32>, %x: tensor<15x3x4xf32>, %x1: tensor<16x12xf32>, %x2: tensor<16x3x4xf32>) {
  // expected-error @+1 {{needs a class beside the background, num_class is 1}}
  ncnn.detection_output %l, %c, %p classes 1 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{nms_top_k must be positive, not 0}}
  ncnn.detection_output %l, %c, %p classes 3 top 0 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{keep_top_k must be positive, not -1}}
  ncnn.detection_output %l, %c, %p classes 3 keep -1 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{priors must have shape [2, 4 * n], not [48]}}
  ncnn.detection_output %l, %c, %p1 classes 3 : (tensor<48xf32>, tensor<36xf32>, tensor<48xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{12 priors need 36 values, not 35}}
  ncnn.detection_output %l, %c1, %p classes 3 : (tensor<48xf32>, tensor<35xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{12 priors need 48 values, not 47}}
  ncnn.detection_output %l1, %c, %p classes 3 : (tensor<47xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{needs 4 variances, not 2}}
  ncnn.detection_output %l, %c, %p classes 3 variances [0.1, 0.2] : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{priors must have shape [n, 4], not [2, 48]}}
  ncnn.detection_output %l, %c2, %p classes -233 : (tensor<48xf32>, tensor<3x12xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{confidence must have shape [classes, 12], not [12, 3]}}
  ncnn.detection_output %l, %c3, %p2 classes -233 : (tensor<48xf32>, tensor<12x3xf32>, tensor<12x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{result has shape [100, 6], the shape rule gives [24, 6]}}
  ncnn.detection_output %l, %c, %p classes 3 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<100x6xf32>
  // expected-error @+1 {{an input must have shape [16, h, w], not [15, 3, 4]}}
  ncnn.yolo_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] : (tensor<15x3x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{an input must have shape [16, h, w], not [16, 12]}}
  ncnn.yolo_detection_output %x1 classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] : (tensor<16x12xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{num_box must be positive, not 0}}
  ncnn.yolo_detection_output %x2 classes 3 boxes 0 biases [1.0, 2.0, 3.0, 4.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{num_class must be positive, not 0}}
  ncnn.yolo_detection_output %x2 classes 0 boxes 2 biases [1.0, 2.0, 3.0, 4.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{2 boxes need 4 biases, not 2}}
  ncnn.yolo_detection_output %x2 classes 3 boxes 2 biases [1.0, 2.0, 3.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{anchors_scale has 0 values, fewer than inputs}}
  ncnn.yolov3_detection_output %x2 classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0, 1.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{mask has 1 values, the inputs' boxes need 2}}
  ncnn.yolov3_detection_output %x2 classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0] scale [8.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{mask holds 2, not one of the 2 biases}}
  ncnn.yolov3_detection_output %x2 classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0, 2.0] scale [8.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{mask holds 0.5, not one of the 2 biases}}
  ncnn.yolov3_detection_output %x2 classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0, 0.5] scale [8.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  // expected-error @+1 {{anchors_scale 0.25 makes the image empty}}
  ncnn.yolov3_detection_output %x2 classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0, 1.0] scale [0.25] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}
