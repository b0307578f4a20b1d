// RUN: round-trip %s

// A key or a value; an array of a layer, or a layer of its own.
func.func @weights() {
  %0 = ncnn.weight <"conv.weight"> : tensor<4x3x3x3xf32>
  %1 = ncnn.weight <"c"> dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %2 = ncnn.weight <"k"> memory_data : tensor<2xf32>
  %3 = ncnn.weight <"k"> memory_data {ncnn.load_type = 0 : i64} dense<1.000000e+00> : tensor<2xf32>
  func.return
}
