// RUN: ncnnc-opt %s --split-input-file --parsing-diagnostics --verify-diagnostics | filecheck %s

// CHECK: a schedule has no 'blok', but register, block
#s = #ncnn.schedule<blok = 3>

// -----

// CHECK: a number of a schedule must be positive
#s = #ncnn.schedule<block = 0>

// -----

// CHECK: a number of a schedule must be positive
#s = #ncnn.schedule<register = [4, -1]>

// -----

// CHECK: 'block' is given twice
#s = #ncnn.schedule<block = 3, block = 4>

// -----

// CHECK: a register tile has at most 2 extents
#s = #ncnn.schedule<part = <register = [4, 1, 2]>>
