// RUN: round-trip %s

func.func @main(%a: tensor<84x8400xf32>, %b: tensor<1x25200x85xf32>, %c: tensor<300x6xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.detect_boxes %a confidence 2.500000e-01 overlap 7.000000e-01 most 300 : (tensor<84x8400xf32>) -> tensor<300x6xf32>
  %1 = ncnn.detect_boxes %b confidence 2.500000e-01 overlap 7.000000e-01 most 300 : (tensor<1x25200x85xf32>) -> tensor<300x6xf32>
  %2 = ncnn.detect_boxes %c confidence 2.500000e-01 overlap 7.000000e-01 most 10 : (tensor<300x6xf32>) -> tensor<10x6xf32>
  %3 = ncnn.detect_boxes %u confidence 2.500000e-01 overlap 7.000000e-01 most 300 : (tensor<*xf32>) -> tensor<*xf32>
  %4 = ncnn.detect_boxes %a confidence 2.500000e-01 overlap 7.000000e-01 most 300 extras 51 : (tensor<84x8400xf32>) -> tensor<300x57xf32>
  %5 = ncnn.detect_boxes %a confidence 2.500000e-01 overlap 7.000000e-01 most 300 extras 1 rotated : (tensor<84x8400xf32>) -> tensor<300x7xf32>
  func.return
}
