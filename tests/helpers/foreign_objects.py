"""
Turn object files of macOS and Windows into those of Linux, whose functions replace theirs.

A program of it shows that the object has the places right that linkers fill in.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from ncnnc.compiler.backend.object.as_elf import as_elf
from ncnnc.compiler.backend.object.file_formats import FORMATS
from ncnnc.dialects.target.records import Target

from tests.helpers.emulated import link_emulated, run_emulated

MAIN = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "net.h"
{pool}
int main(int count, char **words) {{
  net_model *model;
  if (count != 3 || net_create(&model) || strcmp(net_target(model), words[1])) return 1;
  size_t size = net_output(model, 0)->bytes;
  void *x = malloc(net_input(model, 0)->bytes), *y = malloc(size);
  if (!fread(x, net_input(model, 0)->bytes, 1, stdin)) return 2;
  const void *inputs[] = {{x}};
  void *outputs[] = {{y}};
  /* The memory of a run is the next one's, too. */
  for (int i = 0; i < 3; i++)
    if ({run}) return 3;
  fwrite(y, size, 1, stdout);
  net_destroy(model);
  return 0;
}}
"""


def program(run: str, pool: str = "") -> str:
    """
    Return a C program that runs a network of one input and one output by an expression of C, after
    the definitions of a pool of threads. It takes the target that it expects, and how many threads.
    """
    return MAIN.format(run=run, pool=pool)


PROGRAM = program("net_run(model, inputs, outputs, atoi(words[2]))")
OWN = {
    name: f"macos_{name}"
    for name in ("open", "pthread_once", "sysctlbyname", "pthread_key_create", "__error")
}
"""Functions of macOS that differ from those of Linux."""
MACOS = """#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Its variable begins with a number of macOS's. */
int macos_pthread_once(long *once, void (*function)(void)) {
  pthread_mutex_lock(&lock);
  if (*once != 1) function();
  *once = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int macos_pthread_key_create(unsigned long *key, void (*end)(void *)) {
  pthread_key_t made;
  int status = pthread_key_create(&made, end);
  *key = made;
  return status;
}

int macos_sysctlbyname(const char *name, int *value, size_t *size, void *to, size_t bytes) {
  (void)name, (void)size, (void)to, (void)bytes;
  *value = 1;
  return 0;
}
"""
"""Defines them as macOS does."""


WINDOWS = """#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define FUNCTION(type, name, ...) \\
  type name(__VA_ARGS__);         \\
  void *__imp_##name = (void *)name;      \\
  type name(__VA_ARGS__)

/* One lock and one event are those of all. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

FUNCTION(void, AcquireSRWLockExclusive, void *one) { (void)one, pthread_mutex_lock(&lock); }
FUNCTION(void, ReleaseSRWLockExclusive, void *one) { (void)one, pthread_mutex_unlock(&lock); }
FUNCTION(int, SleepConditionVariableSRW, void *one) {
  return (void)one, !pthread_cond_wait(&changed, &lock);
}
FUNCTION(void, WakeAllConditionVariable, void *one) { (void)one, pthread_cond_broadcast(&changed); }
FUNCTION(pthread_t, CreateThread, void *a, size_t b, void *(*function)(void *), void *given) {
  pthread_t made;
  return (void)a, (void)b, pthread_create(&made, NULL, function, given) ? 0 : made;
}
FUNCTION(int, WaitForSingleObject, pthread_t thread) { return pthread_join(thread, NULL); }
FUNCTION(int, CloseHandle, pthread_t thread) { return (void)thread, 1; }
FUNCTION(unsigned, TlsAlloc, void) {
  pthread_key_t key;
  return pthread_key_create(&key, NULL), key;
}
FUNCTION(int, TlsFree, unsigned key) { return !pthread_key_delete(key); }
FUNCTION(void *, TlsGetValue, unsigned key) { return pthread_getspecific(key); }
FUNCTION(int, TlsSetValue, unsigned key, void *value) { return !pthread_setspecific(key, value); }
FUNCTION(void *, GetProcessHeap, void) { return NULL; }
FUNCTION(void *, HeapAlloc, void *heap, int flags, size_t bytes) {
  return (void)heap, (void)flags, calloc(bytes, 1);
}
FUNCTION(int, HeapFree, void *heap, int flags, void *memory) {
  return (void)heap, (void)flags, free(memory), 1;
}
FUNCTION(void *, VirtualAlloc, void *place, size_t bytes) {
  return (void)place, aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095);
}
FUNCTION(int, VirtualFree, void *memory) { return free(memory), 1; }
FUNCTION(unsigned, GetEnvironmentVariableA, const char *name) { return (void)name, 0; }
FUNCTION(int, IsProcessorFeaturePresent, unsigned number) { return number == 19 || number == 43; }
"""
"""Defines functions of kernel32."""
SHIMS = {"macos": MACOS, "windows": WINDOWS}


def linux_object(contents: bytes, target: Target) -> bytes:
    """Return the object file of Linux for one of another system."""
    made = FORMATS[target.object_format].read(contents)
    made.symbols = [
        s if s.is_defined else s._replace(name=OWN.get(s.name, s.name)) for s in made.symbols
    ]
    return as_elf(made, target.object_format, target.isa.architecture)


def run_as_linux(path: Path, name: str, threads: int, x: bytes) -> bytes:
    """Return what the code of an object file for a target writes in a program of Linux."""
    folder, target = path.parent, Target.parse(name)
    (folder / "elf.o").write_bytes(linux_object(path.read_bytes(), target))
    (folder / "main.c").write_text(PROGRAM)
    (folder / "shim.c").write_text(SHIMS[target.system.name])
    files = ("main.c", "shim.c", "elf.o")
    if target.isa.architecture == "aarch64":
        return run_emulated(link_emulated(folder, *files), name, str(threads), given=x)
    if shutil.which("cc") is None:
        pytest.skip("no cc")
    subprocess.run(["cc", *files, "-pthread", "-no-pie", "-o", "program"], cwd=folder, check=True)
    command = ["./program", name, str(threads)]
    return subprocess.run(command, cwd=folder, input=x, capture_output=True, check=True).stdout
