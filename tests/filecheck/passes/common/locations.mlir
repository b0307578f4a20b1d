// RUN: ncnnc-opt %s -p fuse-batchnorm-scale,fuse-convolution-batchnorm,fuse-convolution-activation --print-debuginfo | filecheck %s

// Merged ops speak of all their layers, in order; parts of weight expressions of the layer they come from.
func.func @main(%x: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<2x2x1x1xf32>
  %p = ncnn.weight <"p"> : tensor<2xf32>
  %a = ncnn.convolution %x, %w : tensor<2x4x4xf32>, tensor<2x2x1x1xf32> -> tensor<2x4x4xf32> loc("conv"("m.param":3:0))
  %b = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x4x4xf32> loc("bn"("m.param":4:0))
  %c = ncnn.scale %b, %p : (tensor<2x4x4xf32>, tensor<2xf32>) -> tensor<2x4x4xf32> loc("scale"("m.param":5:0))
  %y = ncnn.relu %c : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32> loc("relu"("m.param":6:0))
  func.return %y : tensor<2x4x4xf32>
}
// CHECK:      ncnn.scale %p, %p {{.*}} loc("scale"("m.param":5:0))
// CHECK:      ncnn.batchnorm %w, {{.*}} loc(fused["bn"("m.param":4:0), "scale"("m.param":5:0)])
// CHECK:      %y = ncnn.convolution {{.*}} loc(fused["conv"("m.param":3:0), "bn"("m.param":4:0), "scale"("m.param":5:0), "relu"("m.param":6:0)])
