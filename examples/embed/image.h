/* Reads PGM and PPM images, and makes of them what a network takes. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdio.h>
#include <stdlib.h>

typedef struct image {
  int width, height, channels;
  unsigned char *pixels; /* rows of pixels, each of 1 or 3 channels (red, green, blue) */
} image;

/* The next number of the head of a file; -1 if there is none. */
static inline int image_number(FILE *file) {
  int c = getc(file), value = -1;
  while (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '#') {
    while (c == '#') {
      while (c != '\n' && c != EOF) c = getc(file);
    }
    c = getc(file);
  }
  for (; c >= '0' && c <= '9' && value < 100000; c = getc(file)) {
    value = (value < 0 ? 0 : 10 * value) + (c - '0');
  }
  return value;
}

/* Read a binary PGM (P5) or PPM (P6) file of 8 bits; 0 if that worked, and pixels must be freed. */
static inline int image_read(image *result, const char *path) {
  FILE *file = fopen(path, "rb");
  int status = -1;
  result->pixels = NULL;
  if (file == NULL) return -1;
  if (getc(file) == 'P') {
    int kind = getc(file);
    result->channels = kind == '5' ? 1 : 3;
    result->width = image_number(file);
    result->height = image_number(file);
    int is_known = kind == '5' || kind == '6';
    if (is_known && result->width > 0 && result->height > 0 && image_number(file) == 255) {
      size_t size = (size_t)result->width * (size_t)result->height * (size_t)result->channels;
      result->pixels = (unsigned char *)malloc(size);
      if (result->pixels && fread(result->pixels, 1, size, file) == size) status = 0;
    }
  }
  fclose(file);
  if (status) free(result->pixels);
  return status;
}

/* A channel of a pixel; of three channels as one their grey value. */
static inline float image_at(const image *from, int channels, int channel, int x, int y) {
  const unsigned char *pixel = from->pixels + ((size_t)y * from->width + x) * from->channels;
  if (from->channels == channels) return pixel[channel];
  if (from->channels == 1) return pixel[0];
  return 0.299f * pixel[0] + 0.587f * pixel[1] + 0.114f * pixel[2];
}

/* Where a position of the result lies in the image: between two pixels, and how near the second. */
static inline float image_between(int to, int extent, int wanted, int *first, int *second) {
  float at = ((float)to + 0.5f) * (float)extent / (float)wanted - 0.5f;
  if (at < 0) at = 0;
  *first = (int)at < extent - 1 ? (int)at : extent - 1;
  *second = *first + 1 < extent ? *first + 1 : *first;
  return at - (float)*first;
}

/* Resize (bilinear) to c,h,w floats, (pixel - mean) * norm of each channel. */
static inline void image_to_blob(const image *from, float *blob, int channels, int height, int width,
                                 const float *mean, const float *norm) {
  for (int y = 0; y < height; y++) {
    int top, bottom;
    float down = image_between(y, from->height, height, &top, &bottom);
    for (int x = 0; x < width; x++) {
      int left, right;
      float over = image_between(x, from->width, width, &left, &right);
      for (int c = 0; c < channels; c++) {
        float upper = (1 - over) * image_at(from, channels, c, left, top) +
                      over * image_at(from, channels, c, right, top);
        float lower = (1 - over) * image_at(from, channels, c, left, bottom) +
                      over * image_at(from, channels, c, right, bottom);
        float pixel = (1 - down) * upper + down * lower;
        blob[((size_t)c * height + y) * width + x] = (pixel - mean[c]) * norm[c];
      }
    }
  }
}

#endif
