// RUN: ncnnc-opt %s -p fuse-affine-into-normalization | filecheck %s
// RUN: verify-diagnostics %s -p fuse-affine-into-normalization

func.func @scale(%x: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  %s = ncnn.weight <"s"> dense<[2.0, 4.0]> : tensor<2xf32>
  %t = ncnn.weight <"t"> dense<[1.0, 3.0]> : tensor<2xf32>
  // expected-remark @+1 {{fuse-affine-into-normalization: InstanceNorm, Scale}}
  %a = ncnn.instancenorm %x : tensor<2x4x4xf32> -> tensor<2x4x4xf32>
  %y = ncnn.scale %a, %s bias %t : (tensor<2x4x4xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x4x4xf32>
  %b = ncnn.groupnorm %x gamma %s : tensor<2xf32> beta %t : tensor<2xf32> channels 2 eps 0.5 : tensor<2x4x4xf32> -> tensor<2x4x4xf32>
  %z = ncnn.binaryop_scalar mul %b, -2.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  func.return %y, %z : tensor<2x4x4xf32>, tensor<2x4x4xf32>
}
// CHECK-LABEL: @scale
// CHECK:         [[S:%.*]] = ncnn.weight <"InstanceNorm.gamma"> dense<[2.000000e+00, 4.000000e+00]>
// CHECK-NEXT:    [[T:%.*]] = ncnn.weight <"InstanceNorm.beta"> dense<[1.000000e+00, 3.000000e+00]>
// CHECK-NEXT:    %y = ncnn.instancenorm %x gamma [[S]] : tensor<2xf32> beta [[T]] : tensor<2xf32> :
// CHECK:         [[S:%.*]] = ncnn.weight <"GroupNorm.gamma"> dense<[-4.000000e+00, -8.000000e+00]>
// CHECK-NEXT:    [[T:%.*]] = ncnn.weight <"GroupNorm.beta"> dense<[-2.000000e+00, -6.000000e+00]>
// CHECK-NEXT:    %z = ncnn.groupnorm %x gamma [[S]] : tensor<2xf32> beta [[T]] : tensor<2xf32> channels 2 eps 5.000000e-01 :

// A matrix is one channel of InstanceNorm, and has many of Scale; another user wants what it was.
func.func @declined(%x: tensor<2x4xf32>, %g: tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<*xf32>) {
  %s = ncnn.weight <"s"> dense<[2.0, 4.0]> : tensor<2xf32>
  %h = ncnn.weight <"h"> dense<[3.0e38, 4.0]> : tensor<2xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-normalization: InstanceNorm, Scale: InstanceNorm sees 1 channels, not 2}}
  %a = ncnn.instancenorm %x : tensor<2x4xf32> -> tensor<2x4xf32>
  %y = ncnn.scale %a, %s : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-normalization: GroupNorm, Scale: the result of GroupNorm has other users}}
  %b = ncnn.groupnorm %x channels 2 : tensor<2x4xf32> -> tensor<2x4xf32>
  %z = ncnn.scale %b, %s : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-normalization: GroupNorm, Scale: the parameters of GroupNorm are not constant}}
  %c = ncnn.groupnorm %x gamma %g : tensor<2xf32> beta %s : tensor<2xf32> channels 2 : tensor<2x4xf32> -> tensor<2x4xf32>
  %d = ncnn.scale %c, %s : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-normalization: GroupNorm, Scale: the product of their factors is not finite}}
  %e = ncnn.groupnorm %x gamma %h : tensor<2xf32> beta %s : tensor<2xf32> channels 2 : tensor<2x4xf32> -> tensor<2x4xf32>
  %f = ncnn.scale %e, %s : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  %u = ncnn.noop %x : (tensor<2x4xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-normalization: InstanceNorm, Scale: the number of channels is unknown}}
  %v = ncnn.instancenorm %u : tensor<*xf32> -> tensor<*xf32>
  %w = ncnn.scale %v, %s : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  %r = ncnn.eltwise sum %z, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %y, %r, %d, %f, %w : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<*xf32>
}
// CHECK-COUNT-5: ncnn.scale
