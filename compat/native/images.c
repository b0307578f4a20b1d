/*
Images in ncnn's numbers; all sizes are those of a call. Sources: ncnn, mat_pixel.cpp,
mat_pixel_resize.cpp (bilinear in fixed point), mat.cpp (substract_mean_normalize), interp.cpp.
*/
#include <stdbool.h>
#include <stdint.h>

typedef uint8_t pixel __attribute__((vector_size(4)));
typedef int16_t sums __attribute__((vector_size(8)));
typedef int32_t numbers __attribute__((vector_size(16)));

enum { ONE = 1 << 11, FORMULA = 6 };

/* Of the places along an axis: the first of two neighbouring pixels, in bytes or rows, and weights. */
struct taps {
  int32_t *first, *near, *far;
};

static void find_taps(struct taps taps, int64_t count, int64_t size, int32_t step) {
  double scale = (double)size / (double)count;
  int32_t last = size > 2 ? (int32_t)size - 2 : 0;
  for (int64_t i = 0; i < count; i++) {
    float place = (float)(((double)(int32_t)i + 0.5) * scale - 0.5);
    place = place > 0.0f ? place : 0.0f;
    int32_t first = (int32_t)place;
    float after = place - (float)first;
    after = first >= size - 1 ? 1.0f : after;
    first = first >= size - 1 ? last : first;
    taps.first[i] = first * step;
    taps.near[i] = (int32_t)((1.0f - after) * (float)ONE + 0.5f);
    taps.far[i] = (int32_t)(after * (float)ONE + 0.5f);
  }
}

/* The sums of a row of one pixel, which is its own neighbour. */
static void sum_alone(const uint8_t *row, struct taps taps, int64_t count, int32_t channels,
                      int16_t *result) {
  for (int64_t x = 0; x < count; x++)
    for (int32_t c = 0; c < channels; c++)
      *result++ = (int16_t)((row[c] * taps.near[x] + row[c] * taps.far[x]) >> 4);
}

/* Both neighbours are read at once. */
static void sum_one(const uint8_t *row, struct taps taps, int64_t count, int16_t *result) {
  for (int64_t x = 0; x < count; x++) {
    uint8_t pair[2];
    __builtin_memcpy(pair, row + taps.first[x], 2);
    result[x] = (int16_t)((pair[0] * taps.near[x] + pair[1] * taps.far[x]) >> 4);
  }
}

static void put_sums(pixel near, pixel far, struct taps taps, int64_t x, int16_t *result) {
  numbers total = __builtin_convertvector(near, numbers) * taps.near[x] +
                  __builtin_convertvector(far, numbers) * taps.far[x];
  sums found = __builtin_convertvector(total >> 4, sums);
  __builtin_memcpy(result, &found, sizeof found);
}

/* The fourth number of each pixel is not one of the row, and is overwritten by the next. */
static void sum_three(const uint8_t *row, struct taps taps, int64_t count, int16_t *result) {
  for (int64_t x = 0; x < count; x++) {
    pixel near, far;
    __builtin_memcpy(&near, row + taps.first[x], 4);
    __builtin_memcpy(&far, row + taps.first[x] + 2, 4);
    put_sums(near, __builtin_shufflevector(far, far, 1, 2, 3, 3), taps, x, result + 3 * x);
  }
}

static void sum_four(const uint8_t *row, struct taps taps, int64_t count, int16_t *result) {
  for (int64_t x = 0; x < count; x++) {
    pixel near, far;
    __builtin_memcpy(&near, row + taps.first[x], 4);
    __builtin_memcpy(&far, row + taps.first[x] + 4, 4);
    put_sums(near, far, taps, x, result + 4 * x);
  }
}

static void sum_row(const uint8_t *row, int64_t columns, struct taps taps, int64_t count,
                    int32_t channels, int16_t *result) {
  if (columns < 2)
    sum_alone(row, taps, count, channels, result);
  else if (channels == 1)
    sum_one(row, taps, count, result);
  else if (channels == 3)
    sum_three(row, taps, count, result);
  else
    sum_four(row, taps, count, result);
}

static void mix_rows(const int16_t *above, const int16_t *below, int16_t near, int16_t far,
                     int64_t count, uint8_t *result) {
  for (int64_t i = 0; i < count; i++) {
    int16_t first = (int16_t)((above[i] * near) >> 16), second = (int16_t)((below[i] * far) >> 16);
    result[i] = (uint8_t)((first + second + 2) >> 2);
  }
}

static inline void convert(const uint8_t *row, int64_t count, int32_t step, const int32_t *formula,
                           float *result) {
  int32_t used = (formula[0] != 0) + (formula[1] != 0) + (formula[2] != 0) + (formula[3] != 0);
  if (used == 1) {
    row += formula[1] ? 1 : formula[2] ? 2 : formula[3] ? 3 : 0;
    for (int64_t x = 0; x < count; x++) result[x] = row[x * step];
  } else if (used) {
    int32_t a = formula[0], b = formula[1], c = formula[2], shift = formula[4];
    for (int64_t x = 0; x < count; x++) {
      const uint8_t *at = row + x * step;
      result[x] = (float)((at[0] * a + at[1] * b + at[2] * c) >> shift);
    }
  } else {
    float value = (float)formula[5];
    for (int64_t x = 0; x < count; x++) result[x] = value;
  }
}

/* A row of pixels as rows of channels; a formula has weights of bytes, a shift and a constant. */
static void convert_row(const uint8_t *row, int64_t count, int32_t channels,
                        const int32_t *formulas, int64_t made, int64_t plane, float *result) {
  for (int64_t c = 0; c < made; c++, result += plane, formulas += FORMULA)
    if (channels == 1)
      convert(row, count, 1, formulas, result);
    else if (channels == 3)
      convert(row, count, 3, formulas, result);
    else
      convert(row, count, 4, formulas, result);
}

void convert_pixels(const uint8_t *pixels, int64_t stride, int64_t rows, int64_t columns,
                    int64_t channels, const int32_t *formulas, int64_t made, float *blob) {
  for (int64_t y = 0; y < rows; y++)
    convert_row(pixels + y * stride, columns, (int32_t)channels, formulas, made, rows * columns,
                blob + y * columns);
}

/* The workspace has `3 * (height + width) + 2 * (channels * width + 8)` numbers. */
void resize_pixels(const uint8_t *pixels, int64_t stride, int64_t rows, int64_t columns,
                   int64_t channels, const int32_t *formulas, int64_t made, float *blob,
                   int64_t height, int64_t width, int32_t *workspace) {
  struct taps down = {workspace, workspace + height, workspace + 2 * height};
  workspace += 3 * height;
  struct taps across = {workspace, workspace + width, workspace + 2 * width};
  workspace += 3 * width;
  int64_t count = width * channels;
  int16_t *kept[2] = {(int16_t *)workspace, (int16_t *)workspace + count + 8};
  uint8_t *mixed = (uint8_t *)(workspace + count + 8);
  int64_t held[2] = {-1, -1};
  find_taps(down, height, rows, 1);
  find_taps(across, width, columns, (int32_t)channels);
  for (int64_t y = 0; y < height; y++) {
    int64_t needed[2] = {down.first[y], down.first[y] + (rows > 1)};
    if (needed[0] == held[1]) {
      int16_t *spare = kept[0];
      kept[0] = kept[1], kept[1] = spare;
      held[1] = held[0], held[0] = needed[0];
    }
    for (int i = 0; i < 2; i++)
      if (held[i] != needed[i]) {
        sum_row(pixels + needed[i] * stride, columns, across, width, (int32_t)channels, kept[i]);
        held[i] = needed[i];
      }
    mix_rows(kept[0], kept[1], (int16_t)down.near[y], (int16_t)down.far[y], count, mixed);
    convert_row(mixed, width, (int32_t)channels, formulas, made, height * width,
                blob + y * width);
  }
}

void scale_and_shift(float *values, int64_t count, float scale, float shift) {
  for (int64_t i = 0; i < count; i++) values[i] = __builtin_fmaf(values[i], scale, shift);
}

/* Of the places along an axis: so many neighbouring elements, and the weight of each. */
struct samples {
  const int64_t *at;
  const float *weights;
  int64_t count, taps;
};

static inline void sample(const float *row, struct samples across, int64_t taps, float *result) {
  for (int64_t x = 0; x < across.count; x++) {
    const int64_t *at = across.at + x * taps;
    const float *weights = across.weights + x * taps;
    float total = row[at[0]] * weights[0];
    for (int64_t t = 1; t < taps; t++) total += row[at[t]] * weights[t];
    result[x] = total;
  }
}

static void sample_row(const float *row, struct samples across, float *result) {
  if (across.taps == 1)
    sample(row, across, 1, result);
  else if (across.taps == 2)
    sample(row, across, 2, result);
  else
    sample(row, across, 4, result);
}

static inline void mix(const float *const *kept, const float *weights, int64_t taps, int64_t count,
                       float *result) {
  const float *rows[4];
  float factors[4];
  for (int64_t t = 0; t < taps; t++) rows[t] = kept[t], factors[t] = weights[t];
  for (int64_t x = 0; x < count; x++) {
    float total = rows[0][x] * factors[0];
    for (int64_t t = 1; t < taps; t++) total += rows[t][x] * factors[t];
    result[x] = total;
  }
}

static void mix_floats(const float *const *kept, const float *weights, int64_t taps,
                        int64_t count, float *result) {
  if (taps == 1)
    mix(kept, weights, 1, count, result);
  else if (taps == 2)
    mix(kept, weights, 2, count, result);
  else
    mix(kept, weights, 4, count, result);
}

/*
 * One, two or four taps along each axis; fewer rows are made first, since these are vectors. The
 * workspace has a row of the plane, or four of the result.
 */
void resize_plane(const float *plane, int64_t columns, const struct samples *axes, float *result,
                  float *workspace) {
  struct samples down = axes[0], across = axes[1];
  int64_t held[] = {-1, -1, -1, -1}, width = across.count, taps = down.taps;
  bool is_smaller = down.at[down.count * taps - 1] >= down.count;
  for (int64_t y = 0; y < down.count; y++, result += width) {
    const int64_t *at = down.at + y * taps;
    const float *kept[4] = {0}, *weights = down.weights + y * taps;
    if (is_smaller) {
      for (int64_t t = 0; t < taps; t++) kept[t] = plane + at[t] * columns;
      mix_floats(kept, weights, taps, columns, workspace);
      sample_row(workspace, across, result);
      continue;
    }
    for (int64_t t = 0; t < taps; t++) {
      int64_t place = at[t] & 3;
      float *row = workspace + place * width;
      if (held[place] != at[t]) sample_row(plane + at[t] * columns, across, row);
      held[place] = at[t], kept[t] = row;
    }
    mix_floats(kept, weights, taps, width, result);
  }
}
