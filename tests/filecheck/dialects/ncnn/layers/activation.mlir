// RUN: round-trip %s

// Activations, with parameters as by default and otherwise.
func.func @main(%x: tensor<4x6x8xf32>, %one: tensor<1xf32>, %four: tensor<4xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.absval %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %1 = ncnn.absval %u : (tensor<*xf32>) -> tensor<*xf32>
  %2 = ncnn.bnll %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %3 = ncnn.celu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %4 = ncnn.celu %x alpha 5.000000e-01 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %5 = ncnn.clip %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %6 = ncnn.clip %x min 0.000000e+00 max 6.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %7 = ncnn.elu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %8 = ncnn.elu %x alpha 1.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %9 = ncnn.erf %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %10 = ncnn.gelu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %11 = ncnn.gelu %x fast : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %12 = ncnn.hardsigmoid %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %13 = ncnn.hardsigmoid %x alpha 1.250000e-01 beta 2.500000e-01 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %14 = ncnn.hardswish %x alpha 1.250000e-01 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %15 = ncnn.mish %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %16 = ncnn.prelu %x, %one : (tensor<4x6x8xf32>, tensor<1xf32>) -> tensor<4x6x8xf32>
  %17 = ncnn.prelu %x, %four : (tensor<4x6x8xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %18 = ncnn.relu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %19 = ncnn.relu %x slope 1.000000e-01 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %20 = ncnn.selu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %21 = ncnn.selu %x alpha 1.500000e+00 scale 2.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %22 = ncnn.shrink %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %23 = ncnn.shrink %x bias 1.000000e+00 lambd 2.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %24 = ncnn.sigmoid %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %25 = ncnn.softplus %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %26 = ncnn.swish %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %27 = ncnn.tanh %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %28 = ncnn.threshold %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %29 = ncnn.threshold %x threshold 5.000000e-01 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  func.return
}
