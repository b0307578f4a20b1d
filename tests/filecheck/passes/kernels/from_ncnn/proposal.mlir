// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// The last nine channels of the scores are those of objects; channels beyond them are ignored.
func.func @both(%s: tensor<19x6x7xf32>, %b: tensor<37x6x7xf32>, %i: tensor<3xf32>) -> (tensor<50x1x4xf32>, tensor<50x1x1xf32>) {
  %0, %1 = ncnn.proposal %s, %b, %i pre 60 post 50 overlap 0.5 min 2 : (tensor<19x6x7xf32>, tensor<37x6x7xf32>, tensor<3xf32>) -> (tensor<50x1x4xf32>, tensor<50x1x1xf32>)
  func.return %0, %1 : tensor<50x1x4xf32>, tensor<50x1x1xf32>
}
// CHECK-LABEL: @both
// CHECK:         [[B:%.*]] = kernel.view %b[0] : tensor<37x6x7xf32> -> tensor<9x4x42xf32>
// CHECK:         [[S:%.*]] = kernel.view %s[378] : tensor<19x6x7xf32> -> tensor<9x42xf32>
// CHECK:         [[A:%.*]] = ncnn.weight <"anchors"> : tensor<9x2xf32>
// CHECK:         [[C:%.*]] = ncnn.weight <"centres"> : tensor<2x42xf32>
// CHECK:         [[T:%.*]] = kernel.decode_proposals ins([[B]], [[S]], [[A]], [[C]], %i : {{.*}}) outs(%{{.*}} : tensor<9x6x42xf32>) {min_size = 2 : i64}
// CHECK:         [[R:%.*]], [[P:%.*]] = kernel.select_proposals ins([[T]] : tensor<9x6x42xf32>) outs(%{{.*}}, %{{.*}} : tensor<50x4xf32>, tensor<50x1xf32>) {candidates = 60 : i64, overlap = 5.000000e-01 : f32}
// CHECK:         kernel.view [[R]][0] : tensor<50x4xf32> -> tensor<50x1x4xf32>
// CHECK:         kernel.view [[P]][0] : tensor<50x1xf32> -> tensor<50x1x1xf32>

// Scores that nobody asks for.
func.func @rois(%s: tensor<18x2x1xf32>, %b: tensor<36x2x1xf32>, %i: tensor<1x4xf32>) -> tensor<18x1x4xf32> {
  %0 = ncnn.proposal %s, %b, %i : (tensor<18x2x1xf32>, tensor<36x2x1xf32>, tensor<1x4xf32>) -> tensor<18x1x4xf32>
  func.return %0 : tensor<18x1x4xf32>
}
// CHECK-LABEL: @rois
// CHECK:         kernel.view %i[0] : tensor<1x4xf32> -> tensor<3xf32>
// CHECK:         kernel.select_proposals {{.*}} {candidates = 18 : i64
// CHECK-NOT:     tensor<18x1x1xf32>
