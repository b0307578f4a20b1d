// RUN: ncnnc-opt %s -p expand-batches --split-input-file --verify-diagnostics | filecheck %s

// A batch is two blobs until it is counted among the axes, in another order here. The weight is
// read by both layers.
func.func @joined(%x: tensor<24xf32>, %c: tensor<4xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [3, 2, 4] output_batch_axis 1 : (tensor<24xf32>) -> tensor<*xf32>
  %b = ncnn.binaryop add %c, %a : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>
  %y = ncnn.reshape %b shape [24] input_batch_axis 2 : (tensor<*xf32>) -> tensor<*xf32>
  %z = ncnn.relu %y : (tensor<*xf32>) -> tensor<*xf32>
  func.return %z : tensor<*xf32>
}
// CHECK-LABEL: @joined
// CHECK-SAME:    -> tensor<24xf32>
// CHECK-NEXT:    %0 = ncnn.reshape %x shape [3, 2, 4] : (tensor<24xf32>) -> tensor<3x2x4xf32>
// CHECK-NEXT:    %1 = ncnn.crop slice %0 starts [0] ends [1] axes [1] : {{.*}} -> tensor<3x1x4xf32>
// CHECK-NEXT:    %a.item0 = ncnn.reshape %1 shape [3, 4]
// CHECK-NEXT:    %2 = ncnn.crop slice %0 starts [1] ends [2] axes [1] : {{.*}} -> tensor<3x1x4xf32>
// CHECK-NEXT:    %a.item1 = ncnn.reshape %2 shape [3, 4]
// CHECK-NEXT:    %b.item0 = ncnn.binaryop add %c, %a.item0 : {{.*}} -> tensor<3x4xf32>
// CHECK-NEXT:    %b.item1 = ncnn.binaryop add %c, %a.item1 : {{.*}} -> tensor<3x4xf32>
// CHECK-NEXT:    [[A:%.*]] = ncnn.reshape %b.item0 shape [12, 1, 1]
// CHECK-NEXT:    [[B:%.*]] = ncnn.reshape %b.item1 shape [12, 1, 1]
// CHECK-NEXT:    [[C:%.*]] = ncnn.concat [[A]], [[B]] axis 1 : {{.*}} -> tensor<12x2x1xf32>
// CHECK-NEXT:    %y = ncnn.reshape [[C]] shape [24]
// CHECK-NEXT:    %z = ncnn.relu %y : (tensor<24xf32>) -> tensor<24xf32>
// CHECK-NEXT:    func.return %z : tensor<24xf32>

// -----

// Items that stay the same cells are reshaped one by one, and expressions know how many there are.
func.func @same_items(%x: tensor<24xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [2, 12] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %b = ncnn.reshape %a expression "//(12,0n),0n" : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.reshape %b shape [2, 12] input_batch_axis 0 output_batch_axis 0 : (tensor<*xf32>) -> tensor<*xf32>
  %y = ncnn.reshape %c shape [24] input_batch_axis 0 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @same_items
// CHECK:         %b.item0 = ncnn.reshape %a.item0 shape [2, 6]
// CHECK-NEXT:    %b.item1 = ncnn.reshape %a.item1 shape [2, 6]
// CHECK-NEXT:    [[C:%.*]] = ncnn.concat %1, %2 axis 1
// CHECK-NEXT:    %y = ncnn.reshape [[C]] shape [24]

// -----

// A batch may be made again, of another size, by the layer that joins one.
func.func @again(%x: tensor<24xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [2, 12] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %b = ncnn.reshape %a shape [8, 3] input_batch_axis 0 output_batch_axis -1 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %b : tensor<*xf32>
}
// CHECK-LABEL: @again
// CHECK:         ncnn.concat {{.*}} axis 1 : {{.*}} -> tensor<1x2x12xf32>
// CHECK-NEXT:    ncnn.reshape {{.*}} -> tensor<8x3x1xf32>
// CHECK-COUNT-3: ncnn.crop
// A result that is a batch has it as its outermost axis.
// CHECK:         %b = ncnn.concat {{.*}} -> tensor<3x8xf32>
// CHECK-NEXT:    func.return %b : tensor<3x8xf32>

// -----

// References lend their shape and the size of their batch; a layer with several results has as many
// batches.
func.func @references(%x: tensor<24xf32>, %v: tensor<6xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %a = ncnn.reshape %x shape [2, 3, 4] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %y = ncnn.reshape %v like %a expression "1h,1n" : (tensor<6xf32>, tensor<*xf32>) -> tensor<*xf32>
  %s, %t = ncnn.slice %a sizes [1, -233] : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %y, %t : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @references
// CHECK:         %y = ncnn.reshape %v shape [2, 3] : (tensor<6xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %s.item0, %t.item0 = ncnn.slice %a.item0
// CHECK-NEXT:    %s.item1, %t.item1 = ncnn.slice %a.item1
// CHECK:         %t = ncnn.concat {{.*}} -> tensor<2x2x4xf32>

// -----

// Batches of one are tensors as they are; nothing is known of what is made of an unknown blob.
func.func @left_alone(%x: tensor<24xf32>, %u: tensor<*xf32>) -> (tensor<2x12xf32>, tensor<*xf32>) {
  %a = ncnn.reshape %x shape [1, 2, 12] output_batch_axis 0 : (tensor<24xf32>) -> tensor<2x12xf32>
  %b = ncnn.reshape %u shape [2, 12] output_batch_axis 0 : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.relu %b : (tensor<*xf32>) -> tensor<*xf32>
  func.return %a, %c : tensor<2x12xf32>, tensor<*xf32>
}
// CHECK-LABEL: @left_alone
// CHECK-NEXT:    %a = ncnn.reshape %x shape [1, 2, 12] output_batch_axis 0
// CHECK-NEXT:    %b = ncnn.reshape %u shape [2, 12] output_batch_axis 0 : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT:    %c = ncnn.relu %b
// CHECK-NEXT:    func.return %a, %c

// -----

func.func @unequal(%x: tensor<24xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [2, 12] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %b = ncnn.reshape %x shape [3, 8] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %y = ncnn.concat %a, %b axis 0 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32> loc("cat"("m.param":7:0))
  func.return %y : tensor<*xf32>
}
// CHECK: m.param:7: layer 'cat' (Concat): takes a batch of 2 and one of 3

// -----

func.func @counted_nowhere(%x: tensor<24xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [2, 12] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %y = ncnn.reshape %a shape [2, 12] output_batch_axis 0 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK: (Reshape): its input is a batch of 2, and it has no input_batch_axis

// -----

func.func @wrong_item(%x: tensor<24xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [2, 12] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %y = ncnn.reshape %a shape [5, 2] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK: (Reshape): [12] does not fit the new shape [5, 2]

// -----

func.func @five_dimensions(%x: tensor<24xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x expression "2,3,2,1,2" output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  func.return %a : tensor<*xf32>
}
// CHECK: (Reshape): an output that is a batch of 2 blobs of 1x2x3x2 would have 5 dimensions, not 1 to 4

// -----

func.func @unknown_items(%x: tensor<24xf32>, %v: tensor<4xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [2, 12] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %b = ncnn.crop values %a of %v : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  %y = ncnn.reshape %b shape [-1] input_batch_axis 0 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK: (Reshape): the shape of the items of a batch is unknown

// -----

func.func @too_many(%x: tensor<100000xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [-1, 1] output_batch_axis 0 : (tensor<100000xf32>) -> tensor<*xf32>
  func.return %a : tensor<*xf32>
}
// CHECK: (Reshape): layers on batches would become more than 4096 layers here, with a batch of 100000
