// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"}' --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2+l2=256K"}' --split-input-file | filecheck %s --check-prefix=CACHE
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16+vnni"}' --split-input-file | filecheck %s --check-prefix=EXTENDED
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-mmx"}' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx2+bf16"}' 2>&1 | filecheck %s --check-prefix=UNFIT

// CACHE: target.machine = #target.machine<"x86-avx2", [], l2 = 262144>
// EXTENDED: target.machine = #target.machine<"x86-avx512", ["vnni", "bf16"], l2 = 1048576>
// UNKNOWN: unknown target 'x86-mmx', know x86-64, {{.*}}x86-avx512
// UNFIT: '+bf16' extends x86-avx512, not x86-avx2

builtin.module {
}
// CHECK: builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {

// -----

// Another target is replaced.
builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 65536>} {
}
// CHECK-NOT: x86-64
// CHECK: target.machine = #target.machine<"x86-avx2", [],
