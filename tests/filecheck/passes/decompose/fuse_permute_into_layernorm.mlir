// RUN: ncnnc-opt %s -p fuse-permute-into-layernorm,dce | filecheck %s

func.func @image(%x: tensor<8x4x5xf32>, %g: tensor<8xf32>) -> tensor<8x4x5xf32> {
  %a = ncnn.permute %x order 3 : tensor<8x4x5xf32> -> tensor<4x5x8xf32>
  %b = ncnn.layernorm %a gamma %g : tensor<8xf32> beta %g : tensor<8xf32> size 8 eps 1.0e-6 : tensor<4x5x8xf32> -> tensor<4x5x8xf32>
  %y = ncnn.permute %b order 4 : tensor<4x5x8xf32> -> tensor<8x4x5xf32>
  func.return %y : tensor<8x4x5xf32>
}
// CHECK-LABEL: @image
// CHECK-NEXT:    %y = ncnn.channel_norm %x gamma %g : tensor<8xf32> beta %g : tensor<8xf32> eps 1.000000e-06 centred
// CHECK-NEXT:    func.return %y

func.func @sequence(%x: tensor<8x5xf32>) -> tensor<8x5xf32> {
  %a = ncnn.permute %x order 1 : tensor<8x5xf32> -> tensor<5x8xf32>
  %b = ncnn.rmsnorm %a size 8 eps 0.5 : tensor<5x8xf32> -> tensor<5x8xf32>
  %y = ncnn.permute %b order 1 : tensor<5x8xf32> -> tensor<8x5xf32>
  func.return %y : tensor<8x5xf32>
}
// CHECK-LABEL: @sequence
// CHECK-NEXT:    %y = ncnn.channel_norm %x eps 5.000000e-01 :
// CHECK-NEXT:    func.return %y

// What is read in the other order, too, stays.
func.func @used(%x: tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<5x8xf32>) {
  %a = ncnn.permute %x order 1 : tensor<8x5xf32> -> tensor<5x8xf32>
  %b = ncnn.layernorm %a size 8 : tensor<5x8xf32> -> tensor<5x8xf32>
  %y = ncnn.permute %b order 1 : tensor<5x8xf32> -> tensor<8x5xf32>
  func.return %y, %b : tensor<8x5xf32>, tensor<5x8xf32>
}
// CHECK-LABEL: @used
// CHECK:         ncnn.layernorm

// Other axes are in front, or behind.
func.func @axes(%x: tensor<8x4x5xf32>) -> (tensor<5x8x4xf32>, tensor<8x4x5xf32>) {
  %a = ncnn.permute %x order 3 : tensor<8x4x5xf32> -> tensor<4x5x8xf32>
  %b = ncnn.layernorm %a size 8 : tensor<4x5x8xf32> -> tensor<4x5x8xf32>
  %y = ncnn.permute %b order 3 : tensor<4x5x8xf32> -> tensor<5x8x4xf32>
  %c = ncnn.permute %x order 2 : tensor<8x4x5xf32> -> tensor<4x8x5xf32>
  %d = ncnn.layernorm %c size 5 : tensor<4x8x5xf32> -> tensor<4x8x5xf32>
  %z = ncnn.permute %d order 2 : tensor<4x8x5xf32> -> tensor<8x4x5xf32>
  func.return %y, %z : tensor<5x8x4xf32>, tensor<8x4x5xf32>
}
// CHECK-LABEL: @axes
// CHECK-COUNT-2: ncnn.layernorm

// Not only the channels are normalised.
func.func @run(%x: tensor<8x4x5xf32>) -> tensor<8x4x5xf32> {
  %a = ncnn.permute %x order 3 : tensor<8x4x5xf32> -> tensor<4x5x8xf32>
  %b = ncnn.layernorm %a size 40 : tensor<4x5x8xf32> -> tensor<4x5x8xf32>
  %y = ncnn.permute %b order 4 : tensor<4x5x8xf32> -> tensor<8x4x5xf32>
  func.return %y : tensor<8x4x5xf32>
}
// CHECK-LABEL: @run
// CHECK:         ncnn.layernorm
