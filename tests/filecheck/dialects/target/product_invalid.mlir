// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: unknown target 'x86-mmx', know x86-64, {{.*}}x86-avx512
builtin.module attributes {product = #target.product<"x86-mmx", "pmaddwd">} {
}

// -----

// CHECK: x86-avx2 has no product instruction 'vdpbf16ps'
builtin.module attributes {product = #target.product<"x86-avx2", "vdpbf16ps">} {
}
