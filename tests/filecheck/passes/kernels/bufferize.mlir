// RUN: ncnnc-opt %s -p bufferize --split-input-file --verify-diagnostics | filecheck %s

// An intermediate value is an allocation, the result the caller's memory, the weights one argument.
func.func @main(%x: tensor<24x4x4xf32> {ncnn.name = "data"}) -> (tensor<24x4x4xf32> {ncnn.name = "prob"}) {
  %w = ncnn.weight <"w"> : tensor<3xf32>
  %unused = ncnn.weight <"unused"> : tensor<7xf32>
  %v = ncnn.weight <"v"> : tensor<16xf32>
  %0 = tensor.empty() : tensor<2x4x4x16xf32>
  %1 = kernel.pack ins(%x : tensor<24x4x4xf32>) outs(%0 : tensor<2x4x4x16xf32>) -> tensor<2x4x4x16xf32>
  %2 = tensor.empty() : tensor<2x4x4x16xf32>
  %3 = kernel.depthwise ins(%1, %v, %w : tensor<2x4x4x16xf32>, tensor<16xf32>, tensor<3xf32>) outs(%2 : tensor<2x4x4x16xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64} -> tensor<2x4x4x16xf32>
  %4 = tensor.empty() : tensor<24x4x4xf32>
  %5 = kernel.unpack ins(%3 : tensor<2x4x4x16xf32>) outs(%4 : tensor<24x4x4xf32>) -> tensor<24x4x4xf32>
  func.return %5 : tensor<24x4x4xf32>
}
// CHECK-LABEL: @main(
// CHECK-SAME:    [[X:%.*]]: memref<24x4x4xf32> {ncnn.name = "data", kernel.role = #kernel<role input>}, [[Y:%.*]]: memref<24x4x4xf32> {ncnn.name = "prob", kernel.role = #kernel<role output>}, %weights: memref<128xi8> {kernel.role = #kernel<role weights>}
// CHECK-NEXT:    [[A:%.*]] = memref.alloc() : memref<512xf32>
// CHECK-NEXT:    [[A0:%.*]] = kernel.view [[A]][0] : memref<512xf32> -> memref<2x4x4x16xf32>
// CHECK-NEXT:    kernel.pack ins([[X]] : memref<24x4x4xf32>) outs([[A0]] : memref<2x4x4x16xf32>)
// CHECK:         [[C64:%.*]] = arith.constant 64 : index
// CHECK-NEXT:    [[V:%.*]] = memref.view %weights[[[C64]]][] {ncnn.key = "v"} : memref<128xi8> to memref<16xf32>
// CHECK-NEXT:    [[C0:%.*]] = arith.constant 0 : index
// CHECK-NEXT:    [[W:%.*]] = memref.view %weights[[[C0]]][] {ncnn.key = "w"} : memref<128xi8> to memref<3xf32>
// CHECK:         kernel.depthwise ins({{.*}}, [[V]], [[W]] :
// CHECK:         kernel.unpack ins({{.*}}) outs([[Y]] : memref<24x4x4xf32>)
// CHECK-NEXT:    func.return

// -----

// A concatenation that is returned: its operands are written in place, one after the other. What is
// there a second time, or somebody else's memory, is copied.
func.func @concat(%x: tensor<1x4xf32>, %t: tensor<2x4xf32>) -> tensor<7x4xf32> {
  %0 = tensor.empty() : tensor<2x4xf32>
  %1 = kernel.copy ins(%t : tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = kernel.concat %1, %x, %1 : tensor<2x4xf32>, tensor<1x4xf32>, tensor<2x4xf32> -> tensor<5x4xf32>
  %3 = tensor.empty() : tensor<2x4xf32>
  %4 = kernel.copy ins(%t : tensor<2x4xf32>) outs(%3 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %5 = kernel.concat %2, %4 : tensor<5x4xf32>, tensor<2x4xf32> -> tensor<7x4xf32>
  func.return %5 : tensor<7x4xf32>
}
// CHECK-LABEL: @concat(
// CHECK-SAME:    [[X:%.*]]: memref<1x4xf32> {kernel.role = #kernel<role input>}, [[T:%.*]]: memref<2x4xf32> {{.*}}, [[Y:%.*]]: memref<7x4xf32> {{.*}}, %weights: memref<1xi8>
// CHECK-NOT:     memref.alloc
// CHECK:         [[A:%.*]] = kernel.view [[Y]][0] : memref<7x4xf32> -> memref<2x4xf32>
// CHECK-NEXT:    kernel.copy ins([[T]] : {{.*}}) outs([[A]]
// CHECK:         [[B:%.*]] = kernel.view [[Y]][8] : memref<7x4xf32> -> memref<1x4xf32>
// CHECK-NEXT:    kernel.copy ins([[X]] : {{.*}}) outs([[B]]
// CHECK-NEXT:    [[A2:%.*]] = kernel.view [[Y]][0]
// CHECK-NEXT:    [[C:%.*]] = kernel.view [[Y]][12] : memref<7x4xf32> -> memref<2x4xf32>
// CHECK-NEXT:    kernel.copy ins([[A2]] : {{.*}}) outs([[C]]
// CHECK-NEXT:    [[D:%.*]] = kernel.view [[Y]][20] : memref<7x4xf32> -> memref<2x4xf32>
// CHECK-NEXT:    kernel.copy ins([[T]] : {{.*}}) outs([[D]]
// CHECK-NEXT:    func.return

// -----

// Returned: an argument, a weight, one value twice, a part of a value. All but one are copies.
func.func @returns(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  %w = ncnn.weight <"w"> : tensor<3xf32>
  %0 = tensor.empty() : tensor<4xf32>
  %1 = kernel.copy ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = kernel.view %1[2] : tensor<4xf32> -> tensor<2xf32>
  func.return %x, %w, %1, %1, %2 : tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}
// CHECK-LABEL: @returns(
// CHECK-SAME:    [[X:%[0-9]+]]: {{.*}}, [[R0:%[0-9]+]]: {{.*}}, [[R1:%[0-9]+]]: memref<3xf32> {{.*}}, [[R2:%[0-9]+]]: {{.*}}, [[R3:%[0-9]+]]: {{.*}}, [[R4:%[0-9]+]]: memref<2xf32> {{.*}}, %weights
// CHECK-NEXT:    kernel.copy ins([[X]] : {{.*}}) outs([[R2]] :
// CHECK-NEXT:    kernel.copy ins([[X]] : {{.*}}) outs([[R0]] :
// CHECK:         [[W:%.*]] = memref.view %weights
// CHECK-NEXT:    kernel.copy ins([[W]] : {{.*}}) outs([[R1]] :
// CHECK-NEXT:    kernel.copy ins([[R2]] : {{.*}}) outs([[R3]] :
// CHECK-NEXT:    [[PART:%.*]] = kernel.view [[R2]][2] : memref<4xf32> -> memref<2xf32>
// CHECK-NEXT:    kernel.copy ins([[PART]] : {{.*}}) outs([[R4]] :
// CHECK-NEXT:    func.return

// -----

// A view of a weight is the weight's memory.
func.func @view_of_weight() -> tensor<2x2xf32> {
  %w = ncnn.weight <"w"> : tensor<8xf32>
  %v = kernel.view %w[4] : tensor<8xf32> -> tensor<2x2xf32>
  %0 = tensor.empty() : tensor<2x2xf32>
  %1 = kernel.copy ins(%v : tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  func.return %1 : tensor<2x2xf32>
}
// CHECK-LABEL: @view_of_weight(
// CHECK-NOT:     memref.alloc
// CHECK:         [[W:%.*]] = memref.view %weights{{.*}} {ncnn.key = "w"}
// CHECK-NEXT:    [[V:%.*]] = kernel.view [[W]][4] : memref<8xf32> -> memref<2x2xf32>
// CHECK-NEXT:    kernel.copy ins([[V]]

// -----

func.func @graph_op(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: ncnn.relu cannot be bufferized
  %0 = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// Buffers have the type of their tensors, and weights lie aligned by bytes.
func.func @types(%x: tensor<24x4x4xi8>) -> tensor<24x4x4xi8> {
  %w = ncnn.weight <"w"> : tensor<100xi8>
  %v = ncnn.weight <"v"> : tensor<384xbf16>
  %0 = tensor.empty() : tensor<2x4x4x16xi8>
  %1 = kernel.pack ins(%x : tensor<24x4x4xi8>) outs(%0 : tensor<2x4x4x16xi8>) -> tensor<2x4x4x16xi8>
  %2 = tensor.empty() : tensor<24x4x4xi8>
  %3 = kernel.unpack ins(%1 : tensor<2x4x4x16xi8>) outs(%2 : tensor<24x4x4xi8>) -> tensor<24x4x4xi8>
  %4 = tensor.empty() : tensor<384xbf16>
  %5 = kernel.copy ins(%v : tensor<384xbf16>) outs(%4 : tensor<384xbf16>) -> tensor<384xbf16>
  %6 = tensor.empty() : tensor<100xi8>
  %7 = kernel.copy ins(%w : tensor<100xi8>) outs(%6 : tensor<100xi8>) -> tensor<100xi8>
  func.return %3 : tensor<24x4x4xi8>
}
// CHECK-LABEL: @types(
// CHECK-SAME:    %weights: memref<896xi8>
// CHECK:         memref.alloc() : memref<512xi8>
// CHECK:         [[V_AT:%.*]] = arith.constant 128 : index
// CHECK-NEXT:    memref.view %weights[[[V_AT]]][] {ncnn.key = "v"} : memref<896xi8> to memref<384xbf16>
// CHECK:         memref.alloc() : memref<384xbf16>

// -----

// Weights of one key and type lie in one place.
func.func @same_weights(%x: tensor<4xf32>) -> tensor<4xf32> {
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %w = ncnn.weight <"v"> : tensor<4xf32>
  %0 = tensor.empty() : tensor<4xf32>
  %1 = kernel.copy ins(%v : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = kernel.copy ins(%w : tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  func.return %2 : tensor<4xf32>
}
// CHECK-LABEL: @same_weights(
// CHECK-SAME:    %weights: memref<64xi8>
// CHECK:         [[V:%.*]] = memref.view %weights{{.*}} {ncnn.key = "v"}
// CHECK-NOT:     memref.view
// CHECK:         kernel.copy ins([[V]] :
// CHECK-NEXT:    kernel.copy ins([[V]] :

// -----

// The symbols of a graph are an argument, and what ops say of bounds is kept.
#rows = affine_map<()[s0] -> (s0, 6)>
func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 3 : i64, planned = 4 : i64}]} {
  %0 = tensor.empty() : tensor<4x6xf32>
  %1 = kernel.normalize_rows ins(%x : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {eps = 1.0 : f32, bounds = #rows} -> tensor<4x6xf32>
  func.return %1 : tensor<4x6xf32>
}
// CHECK:       @main({{.*}}, %symbols: memref<1xi64> {kernel.role = #kernel<role symbols>}, %weights
// CHECK:         kernel.normalize_rows {{.*}} {eps = 1.000000e+00 : f32, bounds = affine_map<()[s0] -> (s0, 6)>}
