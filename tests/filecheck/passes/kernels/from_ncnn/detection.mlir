// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Class by class, then all classes together, where overlaps are allowed.
func.func @ssd(%l: tensor<48xf32>, %c: tensor<36xf32>, %p: tensor<2x48xf32>) -> tensor<7x6xf32> {
  %0 = ncnn.detection_output %l, %c, %p classes 3 overlap 0.45 top 5 keep 7 confidence 0.25 : (tensor<48xf32>, tensor<36xf32>, tensor<2x48xf32>) -> tensor<7x6xf32>
  func.return %0 : tensor<7x6xf32>
}
// CHECK-LABEL: @ssd
// CHECK-DAG:     [[L:%.*]] = kernel.view %l[0] : tensor<48xf32> -> tensor<12x4xf32>
// CHECK-DAG:     [[C:%.*]] = kernel.view %c[0] : tensor<36xf32> -> tensor<12x3xf32>
// CHECK:         [[T:%.*]] = kernel.class_detections ins([[L]], [[C]], %p : {{.*}}) outs(%{{.*}} : tensor<2x6x5xf32>) {confidence = 2.500000e-01 : f32, overlap = 4.500000e-01 : f32}
// CHECK:         kernel.select_detections ins([[T]] : tensor<2x6x5xf32>) outs(%{{.*}} : tensor<7x6xf32>) ->

// mxnet's form: scores by class, the same variances for all priors.
func.func @mxnet(%l: tensor<48xf32>, %c: tensor<3x12xf32>, %p: tensor<12x4xf32>) -> tensor<24x6xf32> {
  %0 = ncnn.detection_output %l, %c, %p classes -233 : (tensor<48xf32>, tensor<3x12xf32>, tensor<12x4xf32>) -> tensor<24x6xf32>
  func.return %0 : tensor<24x6xf32>
}
// CHECK-LABEL: @mxnet
// CHECK:         kernel.class_detections ins(%{{.*}}, %c, %p : tensor<12x4xf32>, tensor<3x12xf32>, tensor<12x4xf32>) {{.*}}variances = array<f32: 1.000000e-01, 1.000000e-01, 2.000000e-01, 2.000000e-01>}

// Boxes of every input, then of all inputs together. A channel more than the boxes have is ignored.
func.func @yolo(%x: tensor<17x3x4xf32>, %y: tensor<16x6x8xf32>) -> tensor<120x6xf32> {
  %0 = ncnn.yolo_detection_output %x, %y classes 3 boxes 2 confidence 0.5 overlap 0.6 biases [1.0, 2.0, 3.0, 4.0] : (tensor<17x3x4xf32>, tensor<16x6x8xf32>) -> tensor<120x6xf32>
  func.return %0 : tensor<120x6xf32>
}
// CHECK-LABEL: @yolo
// CHECK:         [[X:%.*]] = kernel.view %x[0] : tensor<17x3x4xf32> -> tensor<2x8x3x4xf32>
// CHECK:         [[A:%.*]] = ncnn.weight <"anchors"> : tensor<2x2xf32>
// CHECK:         [[C:%.*]] = ncnn.weight <"cells"> : tensor<2x12xf32>
// CHECK:         [[T:%.*]] = kernel.decode_yolo ins([[X]], [[A]], [[C]] : {{.*}} outs(%{{.*}} : tensor<2x6x12xf32>) {confidence = 5.000000e-01 : f32, softmax}
// CHECK:         [[U:%.*]] = kernel.decode_yolo ins({{.*}} outs(%{{.*}} : tensor<2x6x48xf32>)
// CHECK:         kernel.select_detections ins([[T]], [[U]] : {{.*}} outs(%{{.*}} : tensor<120x6xf32>) {overlap = 6.000000e-01 : f32}

func.func @yolov3(%x: tensor<16x3x4xf32>) -> tensor<24x6xf32> {
  %0 = ncnn.yolov3_detection_output %x classes 3 boxes 2 biases [1.0, 2.0, 3.0, 4.0] mask [1.0, 0.0] scale [16.0] : (tensor<16x3x4xf32>) -> tensor<24x6xf32>
  func.return %0 : tensor<24x6xf32>
}
// CHECK-LABEL: @yolov3
// CHECK:         [[T:%.*]] = kernel.decode_yolo {{.*}} outs(%{{.*}} : tensor<2x7x12xf32>) {confidence = 1.000000e-02 : f32} ->
// CHECK:         kernel.select_detections ins([[T]] : tensor<2x7x12xf32>) outs(%{{.*}} : tensor<24x6xf32>) {overlap = 4.500000e-01 : f32}
