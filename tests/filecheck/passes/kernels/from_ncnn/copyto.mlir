// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @copyto(%x: tensor<4x9xf32>, %s: tensor<3xf32>, %all: tensor<4x9xf32>) -> (tensor<4x9xf32>, tensor<4x9xf32>) {
  %y = ncnn.copyto %x, %s starts [1, -3] : (tensor<4x9xf32>, tensor<3xf32>) -> tensor<4x9xf32>
  %z = ncnn.copyto %x, %all starts [1] axes [0] : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xf32>
  func.return %y, %z : tensor<4x9xf32>, tensor<4x9xf32>
}
// CHECK-LABEL: @copyto
// CHECK:         [[S:%.*]] = kernel.view %s[0] : tensor<3xf32> -> tensor<1x3xf32>
// CHECK:         [[Y:%.*]] = kernel.insert_box ins(%x, [[S]] : {{.*}}) outs(%{{.*}}) {offsets = array<i64: 1, 6>}
// CHECK-NEXT:    func.return [[Y]], %all

// Too long a row goes on in the next.
func.func @overflow(%x: tensor<4x9xf32>, %s: tensor<3xf32>) -> tensor<4x9xf32> {
  %y = ncnn.copyto %x, %s starts [1, 8] : (tensor<4x9xf32>, tensor<3xf32>) -> tensor<4x9xf32>
  func.return %y : tensor<4x9xf32>
}
// CHECK-LABEL: @overflow
// CHECK:         [[B:%.*]] = kernel.concat %{{.*}}, %s
// CHECK:         kernel.gather ins([[B]], %{{.*}} : tensor<39xf32>, tensor<4x9xi64>)

func.func @diag(%x: tensor<4x9xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
  %y = ncnn.diag %x diagonal 2 : tensor<4x9xf32> -> tensor<4xf32>
  %z = ncnn.diag %v : tensor<4xf32> -> tensor<4x4xf32>
  func.return %y, %z : tensor<4xf32>, tensor<4x4xf32>
}
// CHECK-LABEL: @diag
// CHECK:         linalg.generic
// CHECK-SAME:      affine_map<(d0) -> (((d0 * 10) + 2))>
// CHECK:         [[P:%.*]] = kernel.padding
// CHECK-NEXT:    [[R:%.*]] = kernel.view [[P]][0] : tensor<4x5x1xf32> -> tensor<4x5xf32>
// CHECK-NEXT:    kernel.view [[R]][0] : tensor<4x5xf32> -> tensor<1x16xf32>
