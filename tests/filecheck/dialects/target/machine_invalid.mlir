// RUN: verify-diagnostics %s

// expected-error @+1 {{unknown target 'x86-mmx', know x86-64, }}
builtin.module attributes {target.machine = #target.machine<"x86-mmx", [], l2 = 1048576>} {
}

// -----

// expected-error @+1 {{unknown target suffix 'sse5', know vnni, bf16, amx, zen5, l2=SIZE, COST=NUMBER}}
builtin.module attributes {target.machine = #target.machine<"x86-avx2", ["sse5"], l2 = 1048576>} {
}

// -----

// expected-error @+1 {{'+bf16' extends x86-avx512, not x86-avx2}}
builtin.module attributes {target.machine = #target.machine<"x86-avx2", ["bf16"], l2 = 1048576>} {
}

// -----

// expected-error @+1 {{the extensions are not in order, or one stands twice}}
builtin.module attributes {target.machine = #target.machine<"x86-avx512", ["bf16", "vnni"], l2 = 1048576>} {
}

// -----

// expected-error @+1 {{pipes cannot be 2.5}}
builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576, pipes = 2.5>} {
}

// -----

// expected-error @+1 {{a cost is the record's, or there is no such cost}}
builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576, pipes = 2>} {
}
