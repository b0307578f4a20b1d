/* Map files: the functions of linux_mapping.c and macos_mapping.c. */
#ifndef NCNNC_POSIX_MAPPING_H
#define NCNNC_POSIX_MAPPING_H

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

const char *map_file(const char *path, size_t wanted, int *status) {
  /* O_NONBLOCK: a FIFO is not waited for. */
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  *status = NCNNC_ERROR_FILE;
  if (file < 0) return NULL;
  off_t size = lseek(file, 0, SEEK_END);
  void *mapping = MAP_FAILED;
  if (size >= 0 && (size_t)size != wanted)
    *status = NCNNC_ERROR_WEIGHTS;
  else if (size >= 0)
    mapping = mmap(NULL, wanted, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  return mapping == MAP_FAILED ? NULL : mapping;
}

void unmap_file(const char *mapping, size_t bytes) { munmap((void *)mapping, bytes); }

#endif
