/* Pages and files, on Windows. */
#include "windows_path.h"

#include "sessions.h"

enum { MOST_BYTES = 1 << 30 }; /* of one call */

void *take_pages(size_t bytes) {
  return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void free_pages(void *pages, size_t bytes) {
  (void)bytes;
  VirtualFree(pages, 0, MEM_RELEASE);
}

static intptr_t open_file(const char *path, DWORD access, DWORD creation) {
  wchar_t wide[MOST_UNITS];
  if (!wide_path(path, wide)) return -1;
  return (intptr_t)CreateFileW(wide, access, FILE_SHARE_READ, NULL, creation,
                               FILE_ATTRIBUTE_NORMAL, NULL);
}

intptr_t create_file(const char *path) { return open_file(path, GENERIC_WRITE, CREATE_NEW); }

bool write_piece(void *context, char *piece, size_t bytes) {
  HANDLE file = (HANDLE)*(const intptr_t *)context;
  while (bytes) {
    DWORD written, step = bytes < MOST_BYTES ? (DWORD)bytes : MOST_BYTES;
    if (!WriteFile(file, piece, step, &written, NULL) || !written) return false;
    piece += written, bytes -= written;
  }
  return true;
}

bool end_file(intptr_t file) {
  bool is_there = FlushFileBuffers((HANDLE)file);
  return CloseHandle((HANDLE)file) && is_there;
}

bool rename_file(const char *path, const char *other) {
  wchar_t from[MOST_UNITS], to[MOST_UNITS];
  if (!wide_path(path, from) || !wide_path(other, to)) return false;
  return MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

void remove_file(const char *path) {
  wchar_t wide[MOST_UNITS];
  if (wide_path(path, wide)) DeleteFileW(wide);
}

/* Read all of an open file; false if that fails. */
static bool read_all(HANDLE file, char *memory, size_t bytes) {
  while (bytes) {
    DWORD got, step = bytes < MOST_BYTES ? (DWORD)bytes : MOST_BYTES;
    if (!ReadFile(file, memory, step, &got, NULL) || !got) return false;
    memory += got, bytes -= got;
  }
  return true;
}

char *read_file(const char *path, size_t *size) {
  intptr_t number = open_file(path, GENERIC_READ, OPEN_EXISTING);
  HANDLE file = (HANDLE)number;
  if (number == -1) return NULL;
  LARGE_INTEGER end;
  bool is_file = GetFileType(file) == FILE_TYPE_DISK && GetFileSizeEx(file, &end);
  char *memory = is_file && end.QuadPart > 0 ? take_pages((size_t)end.QuadPart) : NULL;
  *size = memory ? (size_t)end.QuadPart : 0;
  bool is_read = memory && read_all(file, memory, *size);
  CloseHandle(file);
  if (memory && !is_read) free_pages(memory, *size);
  return is_read ? memory : NULL;
}
