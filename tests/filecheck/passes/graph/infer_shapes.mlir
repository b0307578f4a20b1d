// RUN: ncnnc-opt %s -p infer-shapes --split-input-file --verify-diagnostics | filecheck %s

// Shapes flow from the arguments to the results, and into the type of the function.
func.func @main(%x: tensor<3x8x8xf32> {ncnn.name = "data"}) -> (tensor<*xf32> {ncnn.name = "out"}) {
  %w = ncnn.weight <"conv.weight"> : tensor<4x3x3x3xf32>
  %y = ncnn.convolution %x, %w stride [2, 2] pad [1, 1, 1, 1] : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %z = ncnn.relu %y : (tensor<*xf32>) -> tensor<*xf32>
  func.return %z : tensor<*xf32>
}
// CHECK-LABEL: @main(%x: tensor<3x8x8xf32> {ncnn.name = "data"}) -> (tensor<4x4x4xf32> {ncnn.name = "out"})
// CHECK:         ncnn.convolution {{.*}} -> tensor<4x4x4xf32>
// CHECK-NEXT:    ncnn.relu %y : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
// CHECK-NEXT:    func.return %z : tensor<4x4x4xf32>

// -----

// Every result of an op gets its own shape.
func.func @several(%x: tensor<6x2x2xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %a, %b = ncnn.slice %x sizes [2, -233] : (tensor<6x2x2xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %a, %b : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @several(%x: tensor<6x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<4x2x2xf32>)
// CHECK-NEXT:    ncnn.slice %x sizes [2, -233] : (tensor<6x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<4x2x2xf32>)

// -----

// A shape that is there already stays, its layout with it.
func.func @known(%x: tensor<16x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<16x4x4xf32, #ncnn.layout<pack = 16>> {
  %y = ncnn.relu %x : (tensor<16x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<16x4x4xf32, #ncnn.layout<pack = 16>>
  func.return %y : tensor<16x4x4xf32, #ncnn.layout<pack = 16>>
}
// CHECK-LABEL: @known
// CHECK-NEXT:    ncnn.relu %x : (tensor<16x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<16x4x4xf32, #ncnn.layout<pack = 16>>

// -----

// Every function is inferred; a declaration has nothing to infer.
func.func private @declared(tensor<4xf32>) -> tensor<*xf32>
func.func @empty(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @declared(tensor<4xf32>) -> tensor<*xf32>
// CHECK-LABEL: @empty(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

// What a layer computes its shape from is not known: nor is the shape.
func.func @values(%x: tensor<4x7x9xf32>, %v: tensor<6xf32>) -> tensor<*xf32> {
  %y = ncnn.crop values %x of %v : (tensor<4x7x9xf32>, tensor<6xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @values
// CHECK-NEXT:    ncnn.crop values %x of %v : (tensor<4x7x9xf32>, tensor<6xf32>) -> tensor<*xf32>

// -----

func.func @mismatch(%x: tensor<5x8x8xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %y = ncnn.convolution %x, %w : tensor<5x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK: (Convolution): input has 5 channels, the weights are for 3

// -----

func.func @located(%x: tensor<5x1x1xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x5x3x3xf32>
  %y = ncnn.convolution %x, %w : tensor<5x1x1xf32>, tensor<4x5x3x3xf32> -> tensor<*xf32> loc("conv7"("m.param":12:0))
  func.return %y : tensor<*xf32>
}
// CHECK: m.param:12: layer 'conv7' (Convolution): kernel extent 3 exceeds the padded input of 1

// -----

func.func @huge(%x: tensor<4x4x4xf32>) -> tensor<*xf32> {
  %y = ncnn.padding constant %x before [0, 65536, 65536] : tensor<4x4x4xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK: (Padding): the output of 4x65540x65540 would have more than 2^31 elements

// -----

func.func @huge_argument(%x: tensor<65536x65536xf32>) -> tensor<65536x65536xf32> {
  func.return %x : tensor<65536x65536xf32>
}
// CHECK: argument 0 of 65536x65536 would have more than 2^31 elements

// -----

// A batch of several blobs has no shape, and neither has what is behind it.
func.func @batch(%x: tensor<24xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %x shape [2, 12] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  %y = ncnn.relu %a : (tensor<*xf32>) -> tensor<*xf32>
  %z = ncnn.reshape %x shape [1, 24] output_batch_axis 0 : (tensor<24xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @batch
// CHECK-NEXT:    %a = ncnn.reshape {{.*}} -> tensor<*xf32>
// CHECK-NEXT:    %y = ncnn.relu %a : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT:    %z = ncnn.reshape {{.*}} -> tensor<24xf32>

// -----

// Caches that are states, and empty, get heads and columns of keys and values. Their rows are those
// of P, which no other input has by itself.
#rows = affine_map<()[s0, s1] -> (4, s0, 8)>
#key = affine_map<()[s0, s1] -> (2, s0, 8)>
#value = affine_map<()[s0, s1] -> (2, s0, 6)>
func.func @states(%q: tensor<4x32x8xf32> {ncnn.extents = #rows}, %k: tensor<2x32x8xf32> {ncnn.extents = #key}, %v: tensor<2x32x6xf32> {ncnn.extents = #value}, %ck: tensor<0x0x0xf32> {ncnn.state = "nk"}, %cv: tensor<0x0x0xf32> {ncnn.state = "nv"}) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 20 : i64, planned = 32 : i64}, {name = "P", least = 0 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y, %nk, %nv = ncnn.sdpa %q, %k, %v caches %ck, %cv : tensor<0x0x0xf32>, tensor<0x0x0xf32> kv_cache : tensor<4x32x8xf32>, tensor<2x32x8xf32>, tensor<2x32x6xf32> -> tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  func.return %y, %nk, %nv : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK:       @states({{.*}} %ck: tensor<2x48x8xf32> {ncnn.state = "nk", ncnn.extents = affine_map<()[s0, s1] -> (2, s1, 8)>}, %cv: tensor<2x48x6xf32> {
// CHECK-NEXT:    ncnn.sdpa {{.*}} -> tensor<4x32x6xf32>, tensor<2x80x8xf32>, tensor<2x80x6xf32>

// -----

// With no symbol left for their rows they stay as they are.
#rows = affine_map<()[s0] -> (4, s0, 8)>
#key = affine_map<()[s0] -> (2, s0, 8)>
func.func @no_length(%q: tensor<4x32x8xf32> {ncnn.extents = #rows}, %k: tensor<2x32x8xf32> {ncnn.extents = #key}, %ck: tensor<0x0x0xf32> {ncnn.state = "nk"}, %cv: tensor<0x0x0xf32> {ncnn.state = "nv"}) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 20 : i64, planned = 32 : i64}]} {
  %y, %nk, %nv = ncnn.sdpa %q, %k, %k caches %ck, %cv : tensor<0x0x0xf32>, tensor<0x0x0xf32> kv_cache : tensor<4x32x8xf32>, tensor<2x32x8xf32>, tensor<2x32x8xf32> -> tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  func.return %y, %nk, %nv : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK:       @no_length({{.*}} %ck: tensor<0x0x0xf32> {

// -----

// A table that is cut to a dynamic length gets the rows that memory is planned for, and one more.
#rows = affine_map<()[s0] -> (s0, 1)>
func.func @table(%x: tensor<32x1xf32> {ncnn.extents = #rows}) -> (tensor<*xf32>) attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 2 : i64, planned = 32 : i64}]} {
  %t = ncnn.weight <"t"> dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = ncnn.crop expression %t of %x from "0" to "1h" along "0" : (tensor<2x1xf32>, tensor<32x1xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @table
// CHECK:         %[[LONGER:.*]] = ncnn.weight <"t.longer"> : tensor<33x1xf32>
// CHECK-NEXT:    ncnn.crop expression %[[LONGER]] of %x from "0" to "1h" along "0" {ncnn.table = array<i64: 2, 1>} : {{.*}} -> tensor<32x1xf32>

// -----

// Not one whose own extents tell where the box is.
#rows = affine_map<()[s0] -> (s0, 1)>
func.func @by_table(%x: tensor<32x1xf32> {ncnn.extents = #rows}) -> (tensor<*xf32>) attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 2 : i64, planned = 32 : i64}]} {
  %t = ncnn.weight <"t"> dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = ncnn.crop expression %t of %x from "0" to "min(0h,1h)" along "0" : (tensor<2x1xf32>, tensor<32x1xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @by_table
// CHECK:         ncnn.crop {{.*}} -> tensor<2x1xf32>

// -----

// So do those that Split hands on.
#rows = affine_map<()[s0, s1] -> (4, s0, 8)>
#key = affine_map<()[s0, s1] -> (2, s0, 8)>
#value = affine_map<()[s0, s1] -> (2, s0, 6)>
func.func @split_states(%q: tensor<4x32x8xf32> {ncnn.extents = #rows}, %k: tensor<2x32x8xf32> {ncnn.extents = #key}, %v: tensor<2x32x6xf32> {ncnn.extents = #value}, %ck: tensor<0x0x0xf32> {ncnn.state = "nk"}, %cv: tensor<0x0x0xf32> {ncnn.state = "nv"}) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 20 : i64, planned = 32 : i64}, {name = "P", least = 0 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %c0 = ncnn.split %ck : (tensor<0x0x0xf32>) -> tensor<*xf32>
  %y, %nk, %nv = ncnn.sdpa %q, %k, %v caches %c0, %cv : tensor<*xf32>, tensor<0x0x0xf32> kv_cache : tensor<4x32x8xf32>, tensor<2x32x8xf32>, tensor<2x32x6xf32> -> tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  func.return %y, %nk, %nv : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK:       @split_states({{.*}} %ck: tensor<2x48x8xf32> {ncnn.state = "nk", ncnn.extents = affine_map<()[s0, s1] -> (2, s1, 8)>}
// CHECK:         ncnn.split %ck : (tensor<2x48x8xf32>) -> tensor<2x48x8xf32>

// -----

// Only attention reads a cache that is empty: its shape follows from attention alone.
func.func @main(%q: tensor<4x3x8xf32>, %ck: tensor<0x0x0xf32> {ncnn.name = "ck"}, %cv: tensor<0x0x0xf32> {ncnn.name = "cv"}) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %a, %b = ncnn.split %ck : (tensor<0x0x0xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %y, %nk, %nv = ncnn.sdpa %q, %q, %q caches %a, %cv : tensor<*xf32>, tensor<0x0x0xf32> kv_cache : tensor<4x3x8xf32>, tensor<4x3x8xf32>, tensor<4x3x8xf32> -> tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  // expected-error @+1 {{reads 'ck', a cache of attention that has no shape; hint: --input ck=HEADS,ROWS,COLUMNS, without --state}}
  %z = ncnn.relu %b : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y, %nk, %nv, %z : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// expected-error @+1 {{argument 0 would be empty: 4x0}}
func.func @main(%x: tensor<4x0xf32>) -> tensor<*xf32> {
  %y = ncnn.relu %x : (tensor<4x0xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
