/* Map files, on Windows. */
#include "windows_path.h"

#include "runtime.h"

/* Open a file that nobody writes to as long as it is mapped. */
static HANDLE open_file(const char *path) {
  wchar_t wide[MOST_UNITS];
  if (!wide_path(path, wide)) return INVALID_HANDLE_VALUE;
  return CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING,
                     FILE_ATTRIBUTE_NORMAL, NULL);
}

const char *map_file(const char *path, size_t wanted, int *status) {
  HANDLE file = open_file(path);
  *status = NCNNC_ERROR_FILE;
  if (file == INVALID_HANDLE_VALUE) return NULL;
  LARGE_INTEGER size;
  void *view = NULL;
  bool is_file = GetFileType(file) == FILE_TYPE_DISK && GetFileSizeEx(file, &size);
  if (is_file && (size_t)size.QuadPart != wanted) {
    *status = NCNNC_ERROR_WEIGHTS;
  } else if (is_file) {
    HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    if (mapping) {
      view = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, wanted);
      CloseHandle(mapping);
    }
  }
  CloseHandle(file);
  return view;
}

void unmap_file(const char *mapping, size_t bytes) {
  (void)bytes;
  UnmapViewOfFile(mapping);
}
