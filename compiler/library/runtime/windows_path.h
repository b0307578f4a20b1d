/* Paths of Windows. */
#ifndef NCNNC_WINDOWS_PATH_H
#define NCNNC_WINDOWS_PATH_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { MOST_UNITS = 4096 };

/* Write a path in UTF-8 as Windows has it; 0 if that fails. */
static int wide_path(const char *path, wchar_t wide[MOST_UNITS]) {
  return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, MOST_UNITS);
}

#endif
