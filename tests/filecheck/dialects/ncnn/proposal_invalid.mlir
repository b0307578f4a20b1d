// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%s: tensor<17x6x7xf32>, %b: tensor<36x6x7xf32>, %i: tensor<3xf32>) {
  // CHECK: score must have shape [18, 6, 7], not [17, 6, 7]
  %0 = ncnn.proposal %s, %b, %i : (tensor<17x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  func.return
}

// -----

func.func @main(%s: tensor<18x42xf32>, %b: tensor<36x6x7xf32>, %i: tensor<3xf32>) {
  // CHECK: score must have shape [18, h, w], not [18, 42]
  %0 = ncnn.proposal %s, %b, %i : (tensor<18x42xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  func.return
}

// -----

func.func @main(%s: tensor<18x6x7xf32>, %b: tensor<36x7x6xf32>, %i: tensor<3xf32>) {
  // CHECK: bbox must have shape [36, 6, 7], not [36, 7, 6]
  %0 = ncnn.proposal %s, %b, %i : (tensor<18x6x7xf32>, tensor<36x7x6xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  func.return
}

// -----

func.func @main(%s: tensor<18x6x7xf32>, %b: tensor<36x6x7xf32>, %i: tensor<2xf32>) {
  // CHECK: the image's height, width and scale are three values
  %0 = ncnn.proposal %s, %b, %i : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<2xf32>) -> tensor<300x1x4xf32>
  func.return
}

// -----

func.func @main(%s: tensor<18x6x7xf32>, %b: tensor<36x6x7xf32>, %i: tensor<3xf32>) {
  // CHECK: after_nms_top_n must be positive, not 0
  %0 = ncnn.proposal %s, %b, %i post 0 : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<300x1x4xf32>
  func.return
}

// -----

func.func @main(%s: tensor<18x6x7xf32>, %b: tensor<36x6x7xf32>, %i: tensor<3xf32>) {
  // CHECK: has 3 outputs, must have 1 or 2
  %0, %1, %2 = ncnn.proposal %s, %b, %i : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> (tensor<300x1x4xf32>, tensor<300x1x1xf32>, tensor<300x1x4xf32>)
  func.return
}

// -----

func.func @main(%s: tensor<18x6x7xf32>, %b: tensor<36x6x7xf32>, %i: tensor<3xf32>) {
  // CHECK: result has shape [378, 1, 4], the shape rule gives [300, 1, 4]
  %0 = ncnn.proposal %s, %b, %i : (tensor<18x6x7xf32>, tensor<36x6x7xf32>, tensor<3xf32>) -> tensor<378x1x4xf32>
  func.return
}
