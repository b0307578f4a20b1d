"""Threads of Python compute what one thread does, also for several callers and on aarch64."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.code.elf import machine_family
from ncnnc.runtime.code.team_code import (
    MEET,
    NUMBER_BYTES,
    SLEEP,
    encoded,
    meeting,
    returning,
)
from ncnnc.runtime.sessions import threads

from tests.helpers.emulated import link_emulated, needs_emulator, run_emulated
from tests.helpers.small_network import CONVOLUTIONS

pytestmark = [
    pytest.mark.isa,
    pytest.mark.skipif(machine_family() not in MEET, reason="no code for this family"),
]
STATE = 0x1122334455667788
"""The address that the program replaces."""
PROGRAM = """#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { THREADS = 3, ROUNDS = 300 };
static const unsigned char code[] = {%s};
static int state[4] = {THREADS}, counts[THREADS];
static union { void *memory; void (*meet)(void); int (*number)(void); } made[2];

static void *work(void *given) {
  int *own = given, *end = counts + THREADS;
  for (int i = 0; i < ROUNDS; i++) {
    /* The others sleep now and then. */
    if (own == counts && i %% 30 == 0) usleep(20000);
    ++*own;
    made[0].meet();
    for (int *one = counts; one < end; one++)
      if (*one != i + 1) return given;
    made[0].meet();
  }
  return NULL;
}

int main(void) {
  char *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(memory, code, sizeof code);
  for (size_t i = 0; i + 8 <= sizeof code; i += 4) {
    uint64_t word, value = (uintptr_t)state;
    memcpy(&word, memory + i, 8);
    if (word == %dU) memcpy(memory + i, &value, 8);
  }
  if (mprotect(memory, 8192, PROT_READ | PROT_EXEC)) return 1;
  __builtin___clear_cache(memory, memory + 8192);
  made[0].memory = memory;
  made[1].memory = memory + sizeof code - %d;
  if (made[1].number() != 1000) return 2;
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(threads + i, NULL, work, counts + i);
  for (int i = 0; i < THREADS; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    if (failed) return 3;
  }
  return 0;
}
"""
"""Lets threads of aarch64 meet, and checks that none goes ahead."""


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    threads.openmp.cache_clear()
    monkeypatch.setattr(threads.here, "OPENMP_LIBRARIES", ())
    (tmp_path / "net.param").write_bytes(CONVOLUTIONS)
    yield ncnnc.compile(tmp_path / "net.param", random_weights=0)
    threads.openmp.cache_clear()


def test_results_have_the_same_bits(model: ncnnc.CompiledModel):
    x = np.random.default_rng(3).uniform(-1, 1, model.inputs[0].shape).astype(np.float32)
    expected = model(x)
    for count in (2, 5, 3):
        model.threads = count
        for _ in range(20):
            np.testing.assert_array_equal(model(x), expected)
    pool = threads.openmp().pool
    assert pool is not None
    with ThreadPoolExecutor(4) as callers:
        for result in callers.map(model, [x] * 40):
            np.testing.assert_array_equal(result, expected)
    assert pool._helpers == 4  # of all runs


def test_layers_of_a_run_take_one_thread(model: ncnnc.CompiledModel):
    team = threads.team(2)
    assert team is not None
    assert team.pool is not None
    team.pool._caller = threading.get_ident()
    assert threads.team(2) is None


def test_who_waits_for_long_sleeps(model: ncnnc.CompiledModel):
    team = threads.team(2)
    assert team is not None
    assert team.pool is not None
    spent = list[float]()

    def wait() -> None:
        begun = time.thread_time()
        team.pool._meet()
        spent.append(time.thread_time() - begun)

    team.pool._numbers[0] = 2
    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.3)
    team.pool._meet()
    waiting.join(10)
    assert spent
    assert spent[0] < 0.1
    assert list(team.pool._numbers) == [2, 0, 1, 0]


@pytest.mark.parametrize(("system", "family"), SLEEP)
def test_sleeping_is_called_where_it_is(system: str, family: str):
    code, places = meeting(system, family, STATE, (1, 2)), MEET[family][1:]
    for text, function, place in zip(SLEEP[system, family], (1, 2), places, strict=True):
        function_code = encoded(text, function=function)
        assert code[place : place + len(function_code)] == function_code


@needs_emulator
def test_the_barrier_of_aarch64(tmp_path: Path):
    code = meeting("linux", "aarch64", STATE) + returning("aarch64", 1000)
    text = PROGRAM % (", ".join(map(str, code)), STATE, NUMBER_BYTES)
    (tmp_path / "main.c").write_text(text)
    assert run_emulated(link_emulated(tmp_path, "main.c")) == b""
