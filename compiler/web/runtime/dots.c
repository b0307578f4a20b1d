/*
 * Whether the engine adds products of int8 as it should. In code that it has not optimized yet, V8
 * 11.3 (Node 20) takes the register of a sum for something else where few are free.
 */
#include <stdbool.h>
#include <wasm_simd128.h>

enum { ROWS = 4, COLUMNS = 2, STEPS = 4, LANES = 16 };

static signed char inputs[ROWS][STEPS][LANES], weights[COLUMNS][STEPS][LANES];

static void fill(void) {
  for (int step = 0; step < STEPS; step++)
    for (int lane = 0; lane < LANES; lane++) {
      for (int row = 0; row < ROWS; row++)
        inputs[row][step][lane] = (signed char)(127 - 7 * row - 5 * step - lane % 4);
      for (int column = 0; column < COLUMNS; column++)
        weights[column][step][lane] = (signed char)(37 * lane + 11 * step - 127 * column);
    }
}

static int sum_of(int row, int column, int lane) {
  int sum = 0;
  for (int step = 0; step < STEPS; step++)
    for (int i = 4 * lane; i < 4 * lane + 4; i++)
      sum += inputs[row][step][i] * weights[column][step][i];
  return sum;
}

bool dots_are_exact(void) {
  fill();
  v128_t sums[ROWS][COLUMNS];
#pragma clang loop unroll(full)
  for (int i = 0; i < ROWS * COLUMNS; i++) sums[i / COLUMNS][i % COLUMNS] = wasm_i32x4_splat(0);
  for (int step = 0; step < STEPS; step++) {
    v128_t w[COLUMNS];
#pragma clang loop unroll(full)
    for (int column = 0; column < COLUMNS; column++)
      w[column] = wasm_v128_load(weights[column][step]);
#pragma clang loop unroll(full)
    for (int row = 0; row < ROWS; row++) {
      v128_t x = wasm_v128_load32_splat(inputs[row][step]);
#pragma clang loop unroll(full)
      for (int column = 0; column < COLUMNS; column++)
        sums[row][column] = (v128_t)__builtin_wasm_relaxed_dot_i8x16_i7x16_add_s_i32x4(
            (__i8x16)w[column], (__i8x16)x, (__i32x4)sums[row][column]);
    }
  }
  bool are_exact = true;
  for (int i = 0; i < ROWS * COLUMNS; i++) {
    int found[4];
    wasm_v128_store(found, sums[i / COLUMNS][i % COLUMNS]);
    for (int lane = 0; lane < 4; lane++)
      are_exact &= found[lane] == sum_of(i / COLUMNS, i % COLUMNS, lane);
  }
  return are_exact;
}
