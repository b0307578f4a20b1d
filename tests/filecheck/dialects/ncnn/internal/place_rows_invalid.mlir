// RUN: verify-diagnostics %s

func.func @main(%a: tensor<5x4xf32>, %b: tensor<5x8xf32>, %e: tensor<3xi32>, %f: tensor<2xi32>) {
  // expected-error @+1 {{detections are rows of six numbers, not [5, 4]}}
  ncnn.place_rows %a, %e from [640, 320] : (tensor<5x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  // expected-error @+1 {{the extents must be 3 numbers}}
  ncnn.place_rows %b, %f from [640, 320] : (tensor<5x8xf32>, tensor<2xi32>) -> tensor<5x8xf32>
  // expected-error @+1 {{2 numbers behind a box are no points of 3 numbers}}
  ncnn.place_rows %b, %e from [640, 320] point 3 : (tensor<5x8xf32>, tensor<3xi32>) -> tensor<5x8xf32>
  func.return
}
