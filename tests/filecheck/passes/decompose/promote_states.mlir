// RUN: ncnnc-opt %s -p promote-states --split-input-file --verify-diagnostics | filecheck %s

// A state that grows is appended to, and returned no more.
#past = affine_map<()[s0, s1] -> (2, s1, 8)>
#new = affine_map<()[s0, s1] -> (2, s0, 8)>
#all = affine_map<()[s0, s1] -> (2, s0 + s1, 8)>
func.func @main(%c: tensor<2x64x8xf32> {ncnn.name = "c", ncnn.state = "c1", ncnn.extents = #past}, %k: tensor<2x32x8xf32> {ncnn.extents = #new}) -> (tensor<2x96x8xf32> {ncnn.name = "y", ncnn.extents = #all}, tensor<2x96x8xf32> {ncnn.name = "c1", ncnn.extents = #all}) {
  %c1 = ncnn.concat %c, %k axis 1 : (tensor<2x64x8xf32>, tensor<2x32x8xf32>) -> tensor<2x96x8xf32>
  %y = ncnn.sigmoid %c1 : (tensor<2x96x8xf32>) -> tensor<2x96x8xf32>
  func.return %y, %c1 : tensor<2x96x8xf32>, tensor<2x96x8xf32>
}
// CHECK:       func.func @main(%c: tensor<2x96x8xf32> {ncnn.name = "c", ncnn.state = "c1", ncnn.extents = affine_map<()[s0, s1] -> (2, (s0 + s1), 8)>}, %k
// CHECK-SAME:    -> (tensor<2x96x8xf32> {ncnn.name = "y", ncnn.extents = affine_map<()[s0, s1] -> (2, (s0 + s1), 8)>}) {
// CHECK-NEXT:    [[C:%.*]] = ncnn.append %c, %k axis 1 : tensor<2x96x8xf32>, tensor<2x32x8xf32> -> tensor<2x96x8xf32>
// CHECK-NEXT:    [[Y:%.*]] = ncnn.sigmoid [[C]]
// CHECK-NEXT:    func.return [[Y]] : tensor<2x96x8xf32>

// -----

// One of a fixed size stays an input and an output.
func.func @main(%h: tensor<8xf32> {ncnn.state = "h1"}) -> (tensor<8xf32> {ncnn.name = "h1"}) {
  %h1 = ncnn.sigmoid %h : (tensor<8xf32>) -> tensor<8xf32>
  func.return %h1 : tensor<8xf32>
}
// CHECK:       func.func @main(%h: tensor<8xf32> {ncnn.state = "h1"}) -> (tensor<8xf32> {ncnn.name = "h1"})
// CHECK-NEXT:    ncnn.sigmoid

// -----

// What is no state stays.
#past = affine_map<()[s0] -> (s0, 8)>
func.func @main(%c: tensor<64x8xf32> {ncnn.extents = #past}, %k: tensor<1x8xf32>) -> tensor<65x8xf32> {
  %c1 = ncnn.concat %c, %k axis 0 : (tensor<64x8xf32>, tensor<1x8xf32>) -> tensor<65x8xf32>
  func.return %c1 : tensor<65x8xf32>
}
// CHECK:       func.func @main
// CHECK-NEXT:    ncnn.concat

// -----

func.func @main(%h: tensor<8xf32> {ncnn.name = "h", ncnn.state = "h1"}, %o: tensor<1xf32>) -> (tensor<9xf32> {ncnn.name = "h1"}) {
  %h1 = ncnn.concat %o, %h : (tensor<1xf32>, tensor<8xf32>) -> tensor<9xf32>
  // expected-error @+1 {{state 'h' changes from [8] to [9]; hint: a state is concatenated with new rows, or replaced by a value of its shape}}
  func.return %h1 : tensor<9xf32>
}

// -----

#past = affine_map<()[s0] -> (s0, 8)>
func.func @main(%h: tensor<64x8xf32> {ncnn.name = "h", ncnn.state = "h1", ncnn.extents = #past}) -> (tensor<64x8xf32> {ncnn.name = "h1", ncnn.extents = #past}) {
  %h1 = ncnn.sigmoid %h : (tensor<64x8xf32>) -> tensor<64x8xf32>
  // expected-error @+1 {{state 'h' has extents known at run time}}
  func.return %h1 : tensor<64x8xf32>
}

// -----

#past = affine_map<()[s0] -> (s0, 8)>
#all = affine_map<()[s0] -> (s0 + 1, 8)>
func.func @main(%c: tensor<64x8xf32> {ncnn.name = "c", ncnn.state = "c1", ncnn.extents = #past}, %k: tensor<1x8xf32>) -> (tensor<65x8xf32> {ncnn.name = "c1", ncnn.extents = #all}, tensor<64x8xf32>) {
  // expected-error @+1 {{state 'c' has other readers}}
  %c1 = ncnn.concat %c, %k axis 0 : (tensor<64x8xf32>, tensor<1x8xf32>) -> tensor<65x8xf32>
  %y = ncnn.sigmoid %c : (tensor<64x8xf32>) -> tensor<64x8xf32>
  func.return %c1, %y : tensor<65x8xf32>, tensor<64x8xf32>
}

// -----

// Without an extent known at run time, there is no number of rows to go on from.
func.func @main(%c: tensor<2x64x8xf32> {ncnn.name = "c", ncnn.state = "c1"}, %k: tensor<2x1x8xf32>) -> (tensor<2x65x8xf32> {ncnn.name = "c1"}) {
  // expected-error @+1 {{state 'c' grows from 64 to 65, which is static; hint: --input c=2,P,8 --dim P=0..4096}}
  %c1 = ncnn.concat %c, %k axis 1 : (tensor<2x64x8xf32>, tensor<2x1x8xf32>) -> tensor<2x65x8xf32>
  func.return %c1 : tensor<2x65x8xf32>
}

// -----

// A session has one number of rows.
#past = affine_map<()[s0, s1, s2] -> (2, s1, 8)>
#other = affine_map<()[s0, s1, s2] -> (2, s2, 8)>
#new = affine_map<()[s0, s1, s2] -> (2, s0, 8)>
#all = affine_map<()[s0, s1, s2] -> (2, s0 + s1, 8)>
#more = affine_map<()[s0, s1, s2] -> (2, s0 + s2, 8)>
func.func @main(%c: tensor<2x64x8xf32> {ncnn.name = "c", ncnn.state = "c1", ncnn.extents = #past}, %d: tensor<2x64x8xf32> {ncnn.name = "d", ncnn.state = "d1", ncnn.extents = #other}, %k: tensor<2x32x8xf32> {ncnn.extents = #new}) -> (tensor<2x96x8xf32> {ncnn.name = "c1", ncnn.extents = #all}, tensor<2x96x8xf32> {ncnn.name = "d1", ncnn.extents = #more}) {
  %c1 = ncnn.concat %c, %k axis 1 : (tensor<2x64x8xf32>, tensor<2x32x8xf32>) -> tensor<2x96x8xf32>
  // expected-error @+1 {{states grow alike, not 'c' from s1 to (s0 + s1) rows and 'd' from s2 to (s0 + s2) rows; hint: one --dim for all of them}}
  %d1 = ncnn.concat %d, %k axis 1 : (tensor<2x64x8xf32>, tensor<2x32x8xf32>) -> tensor<2x96x8xf32>
  func.return %c1, %d1 : tensor<2x96x8xf32>, tensor<2x96x8xf32>
}

// -----

// Nor has it those of rows that each run gives.
#past = affine_map<()[s0, s1, s2, s3] -> (2, s1, 8)>
#other = affine_map<()[s0, s1, s2, s3] -> (2, s3, 8)>
#new = affine_map<()[s0, s1, s2, s3] -> (2, s0, 8)>
#frames = affine_map<()[s0, s1, s2, s3] -> (2, s2, 8)>
#all = affine_map<()[s0, s1, s2, s3] -> (2, s0 + s1, 8)>
#more = affine_map<()[s0, s1, s2, s3] -> (2, s2 + s3, 8)>
func.func @main(%c: tensor<2x64x8xf32> {ncnn.name = "c", ncnn.state = "c1", ncnn.extents = #past}, %d: tensor<2x64x8xf32> {ncnn.name = "d", ncnn.state = "d1", ncnn.extents = #other}, %k: tensor<2x32x8xf32> {ncnn.extents = #new}, %f: tensor<2x16x8xf32> {ncnn.extents = #frames}) -> (tensor<2x96x8xf32> {ncnn.name = "c1", ncnn.extents = #all}, tensor<2x80x8xf32> {ncnn.name = "d1", ncnn.extents = #more}) attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 32 : i64, planned = 32 : i64}, {name = "P", least = 0 : i64, most = 64 : i64, planned = 64 : i64}, {name = "E", least = 1 : i64, most = 16 : i64, planned = 16 : i64}, {name = "C", least = 0 : i64, most = 64 : i64, planned = 64 : i64}]} {
  %c1 = ncnn.concat %c, %k axis 1 : (tensor<2x64x8xf32>, tensor<2x32x8xf32>) -> tensor<2x96x8xf32>
  // expected-error @+1 {{states grow alike, not 'c' from P to (T + P) rows and 'd' from C to (E + C) rows; hint: one --dim for all of them, or for those that one run fills, of rows from 0}}
  %d1 = ncnn.concat %d, %f axis 1 : (tensor<2x64x8xf32>, tensor<2x16x8xf32>) -> tensor<2x80x8xf32>
  func.return %c1, %d1 : tensor<2x96x8xf32>, tensor<2x80x8xf32>
}

// -----

// States that one run fills have another number of rows: later runs give none.
#past = affine_map<()[s0, s1, s2, s3] -> (2, s1, 8)>
#other = affine_map<()[s0, s1, s2, s3] -> (2, s3, 8)>
#new = affine_map<()[s0, s1, s2, s3] -> (2, s0, 8)>
#frames = affine_map<()[s0, s1, s2, s3] -> (2, s2, 8)>
#all = affine_map<()[s0, s1, s2, s3] -> (2, s0 + s1, 8)>
#more = affine_map<()[s0, s1, s2, s3] -> (2, s2 + s3, 8)>
func.func @main(%c: tensor<2x64x8xf32> {ncnn.name = "c", ncnn.state = "c1", ncnn.extents = #past}, %d: tensor<2x64x8xf32> {ncnn.name = "d", ncnn.state = "d1", ncnn.extents = #other}, %k: tensor<2x32x8xf32> {ncnn.extents = #new}, %f: tensor<2x16x8xf32> {ncnn.extents = #frames}) -> (tensor<2x96x8xf32> {ncnn.name = "c1", ncnn.extents = #all}, tensor<2x80x8xf32> {ncnn.name = "d1", ncnn.extents = #more}) attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 32 : i64, planned = 32 : i64}, {name = "P", least = 0 : i64, most = 64 : i64, planned = 64 : i64}, {name = "E", least = 0 : i64, most = 16 : i64, planned = 16 : i64}, {name = "C", least = 0 : i64, most = 64 : i64, planned = 64 : i64}]} {
  %c1 = ncnn.concat %c, %k axis 1 : (tensor<2x64x8xf32>, tensor<2x32x8xf32>) -> tensor<2x96x8xf32>
  %d1 = ncnn.concat %d, %f axis 1 : (tensor<2x64x8xf32>, tensor<2x16x8xf32>) -> tensor<2x80x8xf32>
  func.return %c1, %d1 : tensor<2x96x8xf32>, tensor<2x80x8xf32>
}
// CHECK:       func.func @main(%c: tensor<2x96x8xf32> {{.*}}, %d: tensor<2x80x8xf32> {{.*}} {
// CHECK-NEXT:    ncnn.append %c, %k axis 1
// CHECK-NEXT:    ncnn.append %d, %f axis 1
// CHECK-NEXT:    func.return

// -----

// An empty cache that got no shape.
func.func @main(%c: tensor<0x0x0xf32> {ncnn.name = "c", ncnn.state = "c1"}, %k: tensor<2x1x8xf32>) -> (tensor<2x1x8xf32> {ncnn.name = "c1"}) {
  %c1 = ncnn.sigmoid %k : (tensor<2x1x8xf32>) -> tensor<2x1x8xf32>
  // expected-error @+1 {{state 'c' has no shape, and not one --dim that no input has; hint: --input c=2,P,8 --dim P=0..4096}}
  func.return %c1 : tensor<2x1x8xf32>
}
