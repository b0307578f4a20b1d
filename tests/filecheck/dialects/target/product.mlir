// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s

// Of an ISA, and of one of its extensions.
// CHECK: builtin.module attributes {own = #target.product<"x86-64", "pmaddwd">, added = #target.product<"x86-avx512", "vdpbf16ps">} {
builtin.module attributes {own = #target.product<"x86-64", "pmaddwd">, added = #target.product<"x86-avx512", "vdpbf16ps">} {
}
