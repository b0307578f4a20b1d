// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"}' --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2+l2=256K"}' --split-input-file | filecheck %s --check-prefix=CACHE
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-mmx"}' 2>&1 | filecheck %s --check-prefix=UNKNOWN

// CACHE: ncnn.target = #ncnn.target<"x86-avx2+l2=256K", lanes = 8, registers = 16, l2 = 262144>
// UNKNOWN: unknown target 'x86-mmx', know x86-64, x86-avx, x86-avx2, x86-avx512

builtin.module {
}
// CHECK: builtin.module attributes {ncnn.target = #ncnn.target<"x86-avx2", lanes = 8, registers = 16, l2 = 1048576>} {

// -----

// Another target is replaced.
builtin.module attributes {ncnn.target = #ncnn.target<"x86-64", lanes = 4, registers = 16, l2 = 65536>} {
}
// CHECK-NOT: x86-64
// CHECK: ncnn.target = #ncnn.target<"x86-avx2", lanes = 8,
