// RUN: verify-diagnostics %s

// expected-error @+1 {{unknown target 'x86-mmx', know x86-64, }}
builtin.module attributes {product = #target.product<"x86-mmx", "pmaddwd">} {
}

// -----

// expected-error @+1 {{x86-avx2 has no product instruction 'vdpbf16ps'}}
builtin.module attributes {product = #target.product<"x86-avx2", "vdpbf16ps">} {
}
