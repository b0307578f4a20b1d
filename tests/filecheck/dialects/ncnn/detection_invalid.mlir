// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>) {
  // CHECK: needs a class beside the background, num_class is 1
  %0 = ncnn.detection_output %l, %c, %p classes 1 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>) {
  // CHECK: nms_top_k must be positive, not 0
  %0 = ncnn.detection_output %l, %c, %p classes 3 top 0 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>) {
  // CHECK: keep_top_k must be positive, not -1
  %0 = ncnn.detection_output %l, %c, %p classes 3 keep -1 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<48xf32>) {
  // CHECK: priors must have shape [2, 4 * n], not [48]
  %0 = ncnn.detection_output %l, %c, %p classes 3 : (tensor<48xf32>, tensor<36xf32>, tensor<48xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%l: tensor<48xf32>, %c: tensor<35xf32>, %p: tensor<2x48xf32>) {
  // CHECK: 12 priors need 36 values, not 35
  %0 = ncnn.detection_output %l, %c, %p classes 3 : (tensor<48xf32>, tensor<35xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%l: tensor<47xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>) {
  // CHECK: 12 priors need 48 values, not 47
  %0 = ncnn.detection_output %l, %c, %p classes 3 : (tensor<47xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>) {
  // CHECK: needs 4 variances, not 2
  %0 = ncnn.detection_output %l, %c, %p classes 3 variances [0.1, 0.2] : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

// mxnet's form.
func.func @main(%l: tensor<48xf32>, %c: tensor<3x12xf32>, %p: tensor<2x48xf32>) {
  // CHECK: priors must have shape [n, 4], not [2, 48]
  %0 = ncnn.detection_output %l, %c, %p classes -233 : (tensor<48xf32>, tensor<3x12xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%l: tensor<48xf32>, %c: tensor<12x3xf32>, %p: tensor<12x4xf32>) {
  // CHECK: confidence must have shape [classes, 12], not [12, 3]
  %0 = ncnn.detection_output %l, %c, %p classes -233 : (tensor<48xf32>, tensor<12x3xf32>, tensor<12x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>) {
  // CHECK: result has shape [100, 6], the shape rule gives [24, 6]
  %0 = ncnn.detection_output %l, %c, %p classes 3 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<100x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<15x3x4xf32>) {
  // CHECK: an input must have shape [16, h, w], not [15, 3, 4]
  %0 = ncnn.yolo_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] : (tensor<15x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x12xf32>) {
  // CHECK: an input must have shape [16, h, w], not [16, 12]
  %0 = ncnn.yolo_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] : (tensor<16x12xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x3x4xf32>) {
  // CHECK: num_box must be positive, not 0
  %0 = ncnn.yolo_detection_output %x classes 3 boxes 0 biases [1.0, 2.0, 3.0, 4.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x3x4xf32>) {
  // CHECK: num_class must be positive, not 0
  %0 = ncnn.yolo_detection_output %x classes 0 boxes 2 biases [1.0, 2.0, 3.0, 4.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x3x4xf32>) {
  // CHECK: 2 boxes need 4 biases, not 2
  %0 = ncnn.yolo_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x3x4xf32>) {
  // CHECK: anchors_scale has 0 values, fewer than inputs
  %0 = ncnn.yolov3_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0, 1.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x3x4xf32>) {
  // CHECK: mask has 1 values, the inputs' boxes need 2
  %0 = ncnn.yolov3_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0] scale [8.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x3x4xf32>) {
  // CHECK: mask holds 2, which is none of the 2 biases
  %0 = ncnn.yolov3_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0, 2.0] scale [8.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x3x4xf32>) {
  // CHECK: mask holds 0.5, which is none of the 2 biases
  %0 = ncnn.yolov3_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0, 0.5] scale [8.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x3x4xf32>) {
  // CHECK: anchors_scale 0.25 makes the image empty
  %0 = ncnn.yolov3_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [0.0, 1.0] scale [0.25] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}
