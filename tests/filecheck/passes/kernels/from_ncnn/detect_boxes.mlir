// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @columns(%x: tensor<8x40xf32>) -> tensor<5x6xf32> {
  // CHECK: kernel.decode_boxes ins(%x : tensor<8x40xf32>) outs({{.*}} : tensor<1x7x40xf32>) {confidence = 2.500000e-01 : f32}
  // CHECK: kernel.select_detections ins({{.*}} : tensor<1x7x40xf32>) {{.*}}by_class
  %y = ncnn.detect_boxes %x confidence 0.25 overlap 0.5 most 5 : (tensor<8x40xf32>) -> tensor<5x6xf32>
  func.return %y : tensor<5x6xf32>
}

// A box in each row: vectors are to span boxes.
func.func @rows(%x: tensor<1x40x8xf32>) -> tensor<5x6xf32> {
  // CHECK-LABEL: @rows
  // CHECK: outs({{.*}} : tensor<8x40xf32>)
  // CHECK: kernel.decode_boxes ins({{.*}} : tensor<8x40xf32>) {{.*}}object_score
  %y = ncnn.detect_boxes %x confidence 0.25 overlap 0.5 most 5 : (tensor<1x40x8xf32>) -> tensor<5x6xf32>
  func.return %y : tensor<5x6xf32>
}

// Further numbers of a box are read when it is known which boxes are the best.
func.func @pose(%x: tensor<56x1000xf32>) -> tensor<5x57xf32> {
  // CHECK-LABEL: @pose
  // CHECK: kernel.decode_boxes ins(%x : tensor<56x1000xf32>) outs({{.*}} : tensor<1x8x1000xf32>) {{.*}}extras = 51
  // CHECK: [[ROWS:%\d+]] = kernel.select_detections {{.*}} outs({{.*}} : tensor<5x7xf32>)
  // CHECK: kernel.append_columns ins([[ROWS]], %x : tensor<5x7xf32>, tensor<56x1000xf32>)
  %y = ncnn.detect_boxes %x confidence 0.25 overlap 0.5 most 5 extras 51 : (tensor<56x1000xf32>) -> tensor<5x57xf32>
  func.return %y : tensor<5x57xf32>
}

// The angle decides overlaps, and is read again with center and size.
func.func @rotated(%x: tensor<20x1000xf32>) -> tensor<5x7xf32> {
  // CHECK-LABEL: @rotated
  // CHECK: kernel.decode_boxes {{.*}}rotated
  // CHECK: kernel.select_detections {{.*}}rotated
  // CHECK: kernel.append_columns {{.*}}rotated
  %y = ncnn.detect_boxes %x confidence 0.25 overlap 0.5 most 5 extras 1 rotated : (tensor<20x1000xf32>) -> tensor<5x7xf32>
  func.return %y : tensor<5x7xf32>
}

// Heads that have chosen keep all that overlap.
func.func @final(%x: tensor<40x6xf32>) -> tensor<5x6xf32> {
  // CHECK-LABEL: @final
  // CHECK: kernel.decode_boxes {{.*}}final
  // CHECK: kernel.select_detections
  // CHECK-NOT: overlap
  %y = ncnn.detect_boxes %x confidence 0.25 overlap 0.5 most 5 : (tensor<40x6xf32>) -> tensor<5x6xf32>
  func.return %y : tensor<5x6xf32>
}
