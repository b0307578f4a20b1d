/* Pages and files: the functions of linux_files.c and macos_files.c. */
#ifndef NCNNC_POSIX_FILES_H
#define NCNNC_POSIX_FILES_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sessions.h"

void *take_pages(size_t bytes) {
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

void free_pages(void *pages, size_t bytes) { munmap(pages, bytes); }

bool write_piece(void *context, char *piece, size_t bytes) {
  int file = (int)*(const intptr_t *)context;
  while (bytes) {
    ssize_t written = write(file, piece, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    piece += written, bytes -= (size_t)written;
  }
  return true;
}

intptr_t create_file(const char *path) {
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

bool end_file(intptr_t file) {
  bool is_there = fsync((int)file) == 0;
  return close((int)file) == 0 && is_there;
}

bool rename_file(const char *path, const char *other) { return rename(path, other) == 0; }

void remove_file(const char *path) { unlink(path); }

char *read_file(const char *path, size_t *size) {
  /* O_NONBLOCK: a FIFO is not waited for. */
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return NULL;
  off_t end = lseek(file, 0, SEEK_END);
  char *memory = end > 0 ? take_pages((size_t)end) : NULL;
  size_t taken = 0;
  *size = memory ? (size_t)end : 0;
  while (taken < *size) {
    ssize_t got = pread(file, memory + taken, *size - taken, (off_t)taken);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    taken += (size_t)got;
  }
  close(file);
  if (memory && taken == *size) return memory;
  if (memory) free_pages(memory, *size);
  return NULL;
}

#endif
