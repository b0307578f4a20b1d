// RUN: ncnnc-opt %s -p insert-split | filecheck %s

// Every user gets a copy of its own, also one that reads a value twice; results are users.
// CHECK-LABEL: @users
// CHECK-NEXT:   %0, %1 = ncnn.split %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:   %y = ncnn.binaryop add %0, %1
// CHECK-NEXT:   %2, %3 = ncnn.split %y
// CHECK-NEXT:   %r = ncnn.relu %2
// CHECK-NEXT:   func.return %r, %3
func.func @users(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = ncnn.binaryop add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = ncnn.relu %y : (tensor<4xf32>) -> tensor<4xf32>
  func.return %r, %y : tensor<4xf32>, tensor<4xf32>
}

// A value under two names of outputs.
// CHECK-LABEL: @two_names
// CHECK:        %0, %1 = ncnn.split %r
// CHECK-NEXT:   func.return %0, %1
func.func @two_names(%x: tensor<4xf32>) -> (tensor<4xf32> {ncnn.name = "a"}, tensor<4xf32> {ncnn.name = "b"}) {
  %r = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %r, %r : tensor<4xf32>, tensor<4xf32>
}

// An input that is an output keeps both names.
// CHECK-LABEL: @renamed
// CHECK-NEXT:   %0 = ncnn.split %x : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   func.return %0, %y
func.func @renamed(%x: tensor<4xf32> {ncnn.name = "in"}, %y: tensor<4xf32> {ncnn.name = "same"}) -> (tensor<4xf32> {ncnn.name = "out"}, tensor<4xf32> {ncnn.name = "same"}) {
  func.return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// An input that layers read is there under its own name anyway.
// CHECK-LABEL: @itself
// CHECK-NEXT:   %y = ncnn.relu %x
// CHECK-NEXT:   func.return %x, %y
func.func @itself(%x: tensor<4xf32> {ncnn.name = "in"}) -> (tensor<4xf32> {ncnn.name = "in"}, tensor<4xf32> {ncnn.name = "y"}) {
  %y = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// Arrays that a layer stores are no blobs: two layers may share them.
// CHECK-LABEL: @stored
// CHECK-NOT:    ncnn.split
// CHECK:        func.return
func.func @stored(%x: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<2x2x1x1xf32>
  %y = ncnn.convolution %x, %w : tensor<2x4x4xf32>, tensor<2x2x1x1xf32> -> tensor<2x4x4xf32>
  %z = ncnn.convolution %y, %w : tensor<2x4x4xf32>, tensor<2x2x1x1xf32> -> tensor<2x4x4xf32>
  func.return %z : tensor<2x4x4xf32>
}

// A constant that is a blob is one for every user; shapes may be unknown.
// CHECK-LABEL: @constant
// CHECK-NEXT:   %c = ncnn.weight <"c"> : tensor<4xf32>
// CHECK-NEXT:   %0, %1 = ncnn.split %c
// CHECK-NEXT:   %y = ncnn.binaryop add %x, %0
// CHECK-NEXT:   %z = ncnn.binaryop mul %y, %1
func.func @constant(%x: tensor<*xf32>) -> tensor<*xf32> {
  %c = ncnn.weight <"c"> : tensor<4xf32>
  %y = ncnn.binaryop add %x, %c : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  %z = ncnn.binaryop mul %y, %c : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %z : tensor<*xf32>
}
