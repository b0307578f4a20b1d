// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s

// CHECK: builtin.module attributes {target.machine = #target.machine<"x86-avx512", ["vnni", "bf16"], l2 = 2097152>} {
builtin.module attributes {target.machine = #target.machine<"x86-avx512", ["vnni", "bf16"], l2 = 2097152>} {
}
