// RUN: ncnnc-opt %s -p expand-argmax | filecheck %s

func.func @main(%x: tensor<5x7xf32>, %u: tensor<*xf32>) {
  // CHECK:      [[F:%.*]] = ncnn.reshape %x shape [35]
  // CHECK-NEXT: [[B:%.*]] = ncnn.flip [[F]] axes [0]
  // CHECK-NEXT: [[V:%.*]], [[I:%.*]] = ncnn.top_k [[B]] k 3
  // CHECK-NEXT: [[P:%.*]] = ncnn.binaryop_scalar rsub [[I]], 3.400000e+01
  // CHECK-NEXT: [[R:%.*]] = ncnn.reshape [[V]] shape [1, 3]
  // CHECK-NEXT: [[S:%.*]] = ncnn.reshape [[P]] shape [1, 3]
  // CHECK-NEXT: ncnn.concat [[R]], [[S]] {{.*}} -> tensor<2x3xf32>
  %0 = ncnn.argmax %x top 3 values : tensor<5x7xf32> -> tensor<2x3xf32>
  // CHECK:      ncnn.top_k
  // CHECK-NOT:  ncnn.concat
  %1 = ncnn.argmax %x : tensor<5x7xf32> -> tensor<1x1xf32>
  // CHECK:      ncnn.argmax %u
  %2 = ncnn.argmax %u : tensor<*xf32> -> tensor<*xf32>
  func.return
}
