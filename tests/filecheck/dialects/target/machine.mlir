// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s

// CHECK: builtin.module attributes {target.machine = #target.machine<"x86-avx512", ["vnni", "bf16"], l2 = 2097152>} {
builtin.module attributes {target.machine = #target.machine<"x86-avx512", ["vnni", "bf16"], l2 = 2097152>} {
}

// CHECK: #target.machine<"x86-avx2", [], l2 = 1048576, pipe_bytes = 64, memory_bandwidth = 4.5>
builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576, memory_bandwidth = 4.5, pipe_bytes = 64>} {
}
