// RUN: round-trip %s

// As many rows as asked for, or as there are boxes.
func.func @proposal(%s: tensor<18x6x7xf32>, %b: tensor<36x6x7xf32>, %i: tensor<3xf32>) {
  %0 = ncnn.proposal %s, %b, %i : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  %1, %2 = ncnn.proposal %s, %b, %i stride 8 base 4 pre 50 post 60 overlap 3.000000e-01 min 2 : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> (tensor<50x1x4xf32>, tensor<50x1x1xf32>)
  %3 = ncnn.proposal %s, %b, %i pre 0 post 1000 : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<378x1x4xf32>
  func.return
}
