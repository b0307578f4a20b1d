// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%x: tensor<70xi8>) -> tensor<32xi32> {
  %w = ncnn.weight <"w"> : tensor<32x70xi8>
  // CHECK:      [[W:%.*]] = ncnn.pack_weights {{.*}} into #ncnn.matvec_weights<lanes = 16, vectors = 2, pack = 1, pixels = 1, steps = 4> : tensor<32x70xi8> -> tensor<2304xi8>
  // CHECK:      [[S:%.*]] = ncnn.pack_weights {{.*}} into #ncnn.flipped_sum_starts<lanes = 16> : tensor<32x70xi8> -> tensor<2x16xi32>
  // CHECK:      kernel.matvec ins({{.*}}, [[W]], [[S]] : {{.*}}product = #target.product<"x86-avx512", "vpdpbusd">}
  %0 = ncnn.innerproduct %x, %w : tensor<70xi8>, tensor<32x70xi8> -> tensor<32xi32>
  func.return %0 : tensor<32xi32>
}
