// RUN: verify-diagnostics %s

func.func @main(%a: tensor<4x20xf32>, %b: tensor<2x8x20xf32>, %c: tensor<20x5xf32>, %d: tensor<8x20xf32>) {
  // expected-error @+1 {{a YOLO head has the shape [4+classes, n], [n, 5+classes] or [n, 6], not [4, 20]}}
  ncnn.detect_boxes %a confidence 0.25 overlap 0.5 most 5 : (tensor<4x20xf32>) -> tensor<5x6xf32>
  // expected-error @+1 {{not [2, 8, 20]}}
  ncnn.detect_boxes %b confidence 0.25 overlap 0.5 most 5 : (tensor<2x8x20xf32>) -> tensor<5x6xf32>
  // expected-error @+1 {{not [20, 5]}}
  ncnn.detect_boxes %c confidence 0.25 overlap 0.5 most 5 : (tensor<20x5xf32>) -> tensor<5x6xf32>
  // expected-error @+1 {{at least one box must be allowed}}
  ncnn.detect_boxes %d confidence 0.25 overlap 0.5 most 0 : (tensor<8x20xf32>) -> tensor<0x6xf32>
  // expected-error @+1 {{[4+classes+4, n], [n, 5+classes+4] or [n, 6+4], not [8, 20]}}
  ncnn.detect_boxes %d confidence 0.25 overlap 0.5 most 5 extras 4 : (tensor<8x20xf32>) -> tensor<5x10xf32>
  // expected-error @+1 {{rotated boxes need an angle behind the scores}}
  ncnn.detect_boxes %d confidence 0.25 overlap 0.5 most 5 rotated : (tensor<8x20xf32>) -> tensor<5x6xf32>
  func.return
}
