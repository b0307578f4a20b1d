// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

// Activations, with parameters as by default and otherwise.
func.func @main(%x: tensor<4x6x8xf32>, %one: tensor<1xf32>, %four: tensor<4xf32>, %u: tensor<*xf32>) {
  // CHECK: ncnn.absval %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %0 = ncnn.absval %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.absval %u : (tensor<*xf32>) -> tensor<*xf32>
  %1 = ncnn.absval %u : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: ncnn.bnll %x :
  %2 = ncnn.bnll %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.celu %x : (tensor
  %3 = ncnn.celu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.celu %x alpha 5.000000e-01 :
  %4 = ncnn.celu %x alpha 0.5 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.clip %x : (tensor
  %5 = ncnn.clip %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.clip %x min 0.000000e+00 max 6.000000e+00 :
  %6 = ncnn.clip %x min 0.0 max 6.0 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.elu %x : (tensor
  %7 = ncnn.elu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.elu %x alpha 1.000000e+00 :
  %8 = ncnn.elu %x alpha 1.0 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.erf %x :
  %9 = ncnn.erf %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.gelu %x : (tensor
  %10 = ncnn.gelu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.gelu %x fast :
  %11 = ncnn.gelu %x fast : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.hardsigmoid %x : (tensor
  %12 = ncnn.hardsigmoid %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.hardsigmoid %x alpha 1.250000e-01 beta 2.500000e-01 :
  %13 = ncnn.hardsigmoid %x alpha 0.125 beta 0.25 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.hardswish %x alpha 1.250000e-01 :
  %14 = ncnn.hardswish %x alpha 0.125 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.mish %x :
  %15 = ncnn.mish %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.prelu %x, %one : (tensor<4x6x8xf32>, tensor<1xf32>) -> tensor<4x6x8xf32>
  %16 = ncnn.prelu %x, %one : (tensor<4x6x8xf32>, tensor<1xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.prelu %x, %four : (tensor<4x6x8xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %17 = ncnn.prelu %x, %four : (tensor<4x6x8xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.relu %x : (tensor
  %18 = ncnn.relu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.relu %x slope 1.000000e-01 :
  %19 = ncnn.relu %x slope 0.1 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.selu %x : (tensor
  %20 = ncnn.selu %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.selu %x alpha 1.500000e+00 scale 2.000000e+00 :
  %21 = ncnn.selu %x alpha 1.5 scale 2.0 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.shrink %x : (tensor
  %22 = ncnn.shrink %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.shrink %x bias 1.000000e+00 lambd 2.000000e+00 :
  %23 = ncnn.shrink %x bias 1.0 lambd 2.0 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.sigmoid %x :
  %24 = ncnn.sigmoid %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.softplus %x :
  %25 = ncnn.softplus %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.swish %x :
  %26 = ncnn.swish %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.tanh %x :
  %27 = ncnn.tanh %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.threshold %x : (tensor
  %28 = ncnn.threshold %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: ncnn.threshold %x threshold 5.000000e-01 :
  %29 = ncnn.threshold %x threshold 0.5 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  func.return
}
