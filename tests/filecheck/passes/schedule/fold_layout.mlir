// RUN: ncnnc-opt %s -p fold-layout | filecheck %s
// REQUIREMENT: L11, L13

// There and back again is nothing; a conversion of a conversion starts from the first layout.
func.func @chains(%x: tensor<32x4x4xf32, #ncnn.layout<pack = 16>>)
    -> (tensor<32x4x4xf32, #ncnn.layout<pack = 16>>, tensor<32x4x4xf32, #ncnn.layout<pack = 8>>) {
  %a = ncnn.convert_layout %x : tensor<32x4x4xf32, #ncnn.layout<pack = 16>> -> tensor<32x4x4xf32>
  %b = ncnn.convert_layout %a : tensor<32x4x4xf32> -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  %c = ncnn.convert_layout %a : tensor<32x4x4xf32> -> tensor<32x4x4xf32, #ncnn.layout<pack = 8>>
  %d = ncnn.relu %b : (tensor<32x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  %e = ncnn.relu %c : (tensor<32x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<32x4x4xf32, #ncnn.layout<pack = 8>>
  func.return %d, %e : tensor<32x4x4xf32, #ncnn.layout<pack = 16>>, tensor<32x4x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @chains
// CHECK-NEXT:    [[C:%.*]] = ncnn.convert_layout %x : {{.*}} -> tensor<32x4x4xf32, #ncnn.layout<pack = 8>>
// CHECK-NEXT:    ncnn.relu %x
// CHECK-NEXT:    ncnn.relu [[C]]
// CHECK-NEXT:    func.return

func.func @identity(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = ncnn.convert_layout %x : tensor<4xf32> -> tensor<4xf32>
  func.return %a : tensor<4xf32>
}
// CHECK-LABEL: @identity
// CHECK-NEXT:    func.return %x

// Equal conversions are made once; different ones stay.
func.func @shared(%x: tensor<32x4x4xf32>)
    -> (tensor<32x4x4xf32, #ncnn.layout<pack = 16>>, tensor<32x4x4xf32, #ncnn.layout<pack = 16>>, tensor<32x4x4xf32, #ncnn.layout<pack = 4>>) {
  %a = ncnn.convert_layout %x : tensor<32x4x4xf32> -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  %b = ncnn.relu %a : (tensor<32x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  %c = ncnn.convert_layout %x : tensor<32x4x4xf32> -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  %d = ncnn.sigmoid %c : (tensor<32x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  %e = ncnn.convert_layout %x : tensor<32x4x4xf32> -> tensor<32x4x4xf32, #ncnn.layout<pack = 4>>
  %f = ncnn.tanh %e : (tensor<32x4x4xf32, #ncnn.layout<pack = 4>>) -> tensor<32x4x4xf32, #ncnn.layout<pack = 4>>
  func.return %b, %d, %f : tensor<32x4x4xf32, #ncnn.layout<pack = 16>>, tensor<32x4x4xf32, #ncnn.layout<pack = 16>>, tensor<32x4x4xf32, #ncnn.layout<pack = 4>>
}
// CHECK-LABEL: @shared
// CHECK-NEXT:    %a = ncnn.convert_layout %x
// CHECK-NEXT:    ncnn.relu %a
// CHECK-NEXT:    ncnn.sigmoid %a
// CHECK-NEXT:    %e = ncnn.convert_layout %x
// CHECK-NEXT:    ncnn.tanh %e
// CHECK-NEXT:    func.return
