// RUN: verify-diagnostics %s

// expected-error @+1 {{a schedule has no 'blok', but algorithm, inner, register, block}}
#s = #ncnn.schedule<blok = 3>

// -----

// expected-error @+1 {{a number of a schedule must be positive}}
#s = #ncnn.schedule<block = 0>

// -----

// expected-error @+1 {{a number of a schedule must be positive}}
#s = #ncnn.schedule<register = [4, -1]>

// -----

// expected-error @+1 {{'block' is given twice}}
#s = #ncnn.schedule<block = 3, block = 4>

// -----

// expected-error @+1 {{a register tile has at most 2 extents}}
#s = #ncnn.schedule<part = <register = [4, 1, 2]>>

// -----

// expected-error @+1 {{a period has a start along each axis}}
#s = #ncnn.schedule<period = [2, 2], start = [1]>
