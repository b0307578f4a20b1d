// RUN: verify-diagnostics %s

func.func @main(%s: tensor<17x6x7xf32>, %b: tensor<36x6x7xf32>, %i: tensor<3xf32>, %s1: tensor<18x42xf32>, %s2: tensor<18x6x7xf32>, %b1: tensor<36x7x6xf32>, %i1: tensor<2xf32>) {
  // expected-error @+1 {{score must have shape [18, 6, 7], not [17, 6, 7]}}
  ncnn.proposal %s, %b, %i : (tensor<17x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  // expected-error @+1 {{score must have shape [18, h, w], not [18, 42]}}
  ncnn.proposal %s1, %b, %i : (tensor<18x42xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  // expected-error @+1 {{bbox must have shape [36, 6, 7], not [36, 7, 6]}}
  ncnn.proposal %s2, %b1, %i : (tensor<18x6x7xf32>, tensor<36x7x6xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  // expected-error @+1 {{the image's height, width and scale are three values}}
  ncnn.proposal %s2, %b, %i1 : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<2xf32>) -> tensor<300x1x4xf32>
  // expected-error @+1 {{after_nms_top_n must be positive, not 0}}
  ncnn.proposal %s2, %b, %i post 0 : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  // expected-error @+1 {{has 3 outputs, must have 1 or 2}}
  ncnn.proposal %s2, %b, %i : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> (tensor<300x1x4xf32>, tensor<300x1x1xf32>, tensor<300x1x4xf32>)
  // expected-error @+1 {{result has shape [378, 1, 4], the shape rule gives [300, 1, 4]}}
  ncnn.proposal %s2, %b, %i : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<378x1x4xf32>
  func.return
}
