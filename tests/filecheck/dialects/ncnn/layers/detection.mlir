// RUN: round-trip %s

// At most as many rows as asked for, or as there are boxes of all classes.
func.func @detection_output(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>) {
  %0 = ncnn.detection_output %l, %c, %p classes 3 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<24x6xf32>
  %1 = ncnn.detection_output %l, %c, %p classes 3 overlap 4.500000e-01 top 5 keep 7 confidence 2.500000e-01 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<7x6xf32>
  func.return
}

// mxnet's form.
func.func @mxnet(%l: tensor<48xf32>, %c: tensor<3x12xf32>, %p: tensor<12x4xf32>) {
  %0 = ncnn.detection_output %l, %c, %p classes -233 variances [2.000000e-01, 2.000000e-01, 3.000000e-01, 3.000000e-01] : (tensor<48xf32>, tensor<3x12xf32>, tensor<12x4xf32>) -> tensor<24x6xf32>
  func.return
}

// A row for every box at every cell.
func.func @yolo(%x: tensor<16x3x4xf32>, %y: tensor<16x6x8xf32>) {
  %0 = ncnn.yolo_detection_output %x, %y classes 3 boxes 2 confidence 5.000000e-01 overlap 6.000000e-01 biases [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00] : (tensor<16x3x4xf32>, tensor<16x6x8xf32>) -> tensor<120x6xf32>
  %1 = ncnn.yolov3_detection_output %x classes 3 boxes 2 biases [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00] mask [1.000000e+00, 0.000000e+00] scale [1.600000e+01] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return
}

// 20 classes and 5 boxes, if nothing is said.
func.func @defaults(%x: tensor<125x1x2xf32>) {
  %0 = ncnn.yolo_detection_output %x biases [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00, 9.000000e+00, 1.000000e+01] : (tensor<125x1x2xf32>) -> tensor<10x6xf32>
  func.return
}
