// RUN: ncnnc-opt %s -p 'attach-target{target=x86-avx2},store-states-in-panels' --split-input-file | filecheck %s

#rows = affine_map<()[s0, s1] -> (2, s0, 16)>
#both = affine_map<()[s0, s1] -> (2, s0 + s1, 16)>

// Keys are rows of panels, of values the columns are: vectors are those of the reader's schedule.
func.func @main(%q: tensor<2x32x16xf32> {ncnn.extents = #rows}, %n: tensor<2x32x16xf32> {ncnn.extents = #rows}, %ck: tensor<2x80x16xf32> {ncnn.state = "nk", ncnn.extents = #both}, %cv: tensor<2x80x16xf32> {ncnn.state = "nv", ncnn.extents = #both}) -> tensor<2x32x16xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 20 : i64, planned = 32 : i64}, {name = "P", least = 0 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %k = ncnn.append %ck, %n axis 1 : tensor<2x80x16xf32>, tensor<2x32x16xf32> -> tensor<2x80x16xf32>
  %v = ncnn.append %cv, %n axis 1 : tensor<2x80x16xf32>, tensor<2x32x16xf32> -> tensor<2x80x16xf32>
  %0 = ncnn.sdpa %q, %k, %v schedule <scores = <register = [4, 3], block = 32>, values = <register = [6, 2]>> : tensor<2x32x16xf32>, tensor<2x80x16xf32>, tensor<2x80x16xf32> -> tensor<2x32x16xf32>
  func.return %0 : tensor<2x32x16xf32>
}
// CHECK:       @main({{.*}} %ck: tensor<2x80x16xf32> {{{.*}}ncnn.panels = array<i64: 8, 3, 1>}, %cv: tensor<2x80x16xf32> {{{.*}}ncnn.panels = array<i64: 8, 2, 2>})
// CHECK-NEXT:    ncnn.append %ck, %n axis 1 panels [8, 3] :
// CHECK-NEXT:    ncnn.append %cv, %n axis 1 panels [8, 2] transposed :

// -----

#rows = affine_map<()[s0, s1] -> (2, s0, 16)>
#both = affine_map<()[s0, s1] -> (2, s0 + s1, 16)>

// A state that something else reads, or that is keys and values, stays as it is; one of columns that
// are no whole vectors, too.
func.func @main(%q: tensor<2x32x16xf32> {ncnn.extents = #rows}, %q12: tensor<2x32x12xf32>, %n: tensor<2x32x16xf32> {ncnn.extents = #rows}, %n12: tensor<2x32x12xf32>, %c0: tensor<2x80x16xf32> {ncnn.state = "n0", ncnn.extents = #both}, %c1: tensor<2x80x16xf32> {ncnn.state = "n1", ncnn.extents = #both}, %c2: tensor<2x80x12xf32> {ncnn.state = "n2"}) -> (tensor<2x80x16xf32>, tensor<2x32x16xf32>, tensor<2x32x12xf32>) {
  %0 = ncnn.append %c0, %n axis 1 : tensor<2x80x16xf32>, tensor<2x32x16xf32> -> tensor<2x80x16xf32>
  %1 = ncnn.sigmoid %0 : (tensor<2x80x16xf32>) -> tensor<2x80x16xf32>
  %2 = ncnn.append %c1, %n axis 1 : tensor<2x80x16xf32>, tensor<2x32x16xf32> -> tensor<2x80x16xf32>
  %3 = ncnn.sdpa %q, %2, %2 schedule <scores = <register = [4, 3]>, values = <register = [6, 2]>> : tensor<2x32x16xf32>, tensor<2x80x16xf32>, tensor<2x80x16xf32> -> tensor<2x32x16xf32>
  %4 = ncnn.append %c2, %n12 axis 1 : tensor<2x80x12xf32>, tensor<2x32x12xf32> -> tensor<2x80x12xf32>
  %5 = ncnn.sdpa %q12, %c2, %4 schedule <scores = <register = [4, 3]>, values = <register = [6, 2]>> : tensor<2x32x12xf32>, tensor<2x80x12xf32>, tensor<2x80x12xf32> -> tensor<2x32x12xf32>
  func.return %1, %3, %5 : tensor<2x80x16xf32>, tensor<2x32x16xf32>, tensor<2x32x12xf32>
}
// CHECK-COUNT-3: ncnn.append {{.*}} axis 1 :
