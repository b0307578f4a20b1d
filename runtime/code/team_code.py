"""
Encode what a team of Python's threads calls: a barrier, and functions that return numbers.

The barrier calls as both System V and Windows do: it keeps all registers that either keeps, and
leaves space on the stack. Who waits in it spins for a moment, and then sleeps until the system
wakes it.
"""

from __future__ import annotations

import struct

NUMBERS = 4
"""Numbers of 32 bits of a team: its size, arrivals, past meetings, and sleepers."""
NUMBER_BYTES = 8
"""Size of a function that returns a number."""
# push rbx; push rbp; sub rsp, 40; mov rbx, state; mov ebp, [rbx+8]
# mov eax, 1; lock xadd [rbx+4], eax; inc eax; cmp eax, [rbx]; jne wait
# mov dword [rbx+4], 0; lock inc dword [rbx+8]; cmp dword [rbx+12], 0; je end; call wake; jmp end
# wait: mov ecx, 10000
# spin: cmp [rbx+8], ebp; jne end; pause; dec ecx; jne spin
# lock inc dword [rbx+12]
# again: cmp [rbx+8], ebp; jne woken; call sleep; jmp again
# woken: lock dec dword [rbx+12]
# end: add rsp, 40; pop rbp; pop rbx; ret
X86_MEET = (
    "53 55 4883ec28 48bb {state} 8b6b08 b801000000 f00fc14304 ffc0 3b03 7518 "
    "c7430400000000 f0ff4308 837b0c00 742b e867000000 eb24 "
    "b910270000 396b08 751a f390 ffc9 75f5 "
    "f0ff430c 396b08 7507 e817000000 ebf4 f0ff4b0c 4883c428 5d 5b c3"
)
# stp x29, x30, [sp, -32]!; stp x19, x20, [sp, 16]; ldr x19, state; ldr w20, [x19, 8]
# add x9, x19, 4; arrive: ldaxr w10, [x9]; add w10, w10, 1; stlxr w11, w10, [x9]; cbnz w11, arrive
# ldr w11, [x19]; cmp w10, w11; b.ne wait
# str wzr, [x9]; add x9, x19, 8
# next: ldaxr w10, [x9]; add w10, w10, 1; stlxr w11, w10, [x9]; cbnz w11, next
# dmb ish; ldr w11, [x19, 12]; cbz w11, end; bl wake; b end
# wait: add x9, x19, 8; mov w10, 10000
# spin: ldar w11, [x9]; cmp w11, w20; b.ne end; yield; subs w10, w10, 1; b.ne spin
# add x9, x19, 12; doze: ldaxr w10, [x9]; add w10, w10, 1; stlxr w11, w10, [x9]; cbnz w11, doze
# dmb ish; again: add x9, x19, 8; ldar w11, [x9]; cmp w11, w20; b.ne woken; bl sleep; b again
# woken: add x9, x19, 12
# rise: ldaxr w10, [x9]; sub w10, w10, 1; stlxr w11, w10, [x9]; cbnz w11, rise
# end: ldp x19, x20, [sp, 16]; ldp x29, x30, [sp], 32; ret; nop
ARM_MEET = (
    "fd7bbea9 f35301a9 53060058 740a40b9 69120091 2afd5f88 4a050011 2afd0b88 abffff35 "
    "6b0240b9 5f010b6b 81010054 3f0100b9 69220091 2afd5f88 4a050011 2afd0b88 abffff35 "
    "bf3b03d5 6b0e40b9 8b030034 31000094 1a000014 69220091 0ae28452 "
    "2bfddf88 7f01146b a1020054 3f2003d5 4a050071 61ffff54 "
    "69320091 2afd5f88 4a050011 2afd0b88 abffff35 "
    "bf3b03d5 69220091 2bfddf88 7f01146b 61000054 0d000094 fbffff17 "
    "69320091 2afd5f88 4a050051 2afd0b88 abffff35 f35341a9 fd7bc2a8 c0035fd6 1f2003d5 {state}"
)
MEET = {"x86_64": (X86_MEET, 112, 160), "aarch64": (ARM_MEET, 216, 280)}
"""Family of machines -> the barrier, and the places of its functions `sleep` and `wake`."""

SLEEP = {
    # futex(meetings, FUTEX_WAIT_PRIVATE, meeting, NULL); futex(meetings, FUTEX_WAKE_PRIVATE, all)
    # lea rdi, [rbx+8]; mov esi, 128; mov edx, ebp; xor r10d, r10d; mov eax, 202; syscall; ret
    # lea rdi, [rbx+8]; mov esi, 129; mov edx, 0x7fffffff; mov eax, 202; syscall; ret
    ("linux", "x86_64"): (
        "488d7b08 be80000000 89ea 4531d2 b8ca000000 0f05 c3",
        "488d7b08 be81000000 baffffff7f b8ca000000 0f05 c3",
    ),
    # add x0, x19, 8; mov w1, 128; mov w2, w20; mov x3, 0; mov x8, 98; svc 0; ret
    # add x0, x19, 8; mov w1, 129; mov w2, 0x7fffffff; mov x8, 98; svc 0; ret
    ("linux", "aarch64"): (
        "60220091 01108052 e203142a 030080d2 480c80d2 010000d4 c0035fd6",
        "60220091 21108052 0200b012 480c80d2 010000d4 c0035fd6",
    ),
    # WaitOnAddress(meetings, &meeting, 4, INFINITE); WakeByAddressAll(meetings)
    # sub rsp, 40; mov [rsp+32], ebp; lea rcx, [rbx+8]; lea rdx, [rsp+32]; mov r8d, 4; mov r9d, -1
    # mov rax, function; call rax; add rsp, 40; ret
    # sub rsp, 40; lea rcx, [rbx+8]; mov rax, function; call rax; add rsp, 40; ret
    ("windows", "x86_64"): (
        "4883ec28 896c2420 488d4b08 488d542420 41b804000000 41b9ffffffff 48b8 {function} ffd0 "
        "4883c428 c3",
        "4883ec28 488d4b08 48b8 {function} ffd0 4883c428 c3",
    ),
    # stp x29, x30, [sp, -32]!; str w20, [sp, 16]; add x0, x19, 8; add x1, sp, 16; mov w2, 4
    # mov w3, -1; ldr x9, function; blr x9; ldp x29, x30, [sp], 32; ret
    # stp x29, x30, [sp, -16]!; add x0, x19, 8; ldr x9, function; blr x9; ldp x29, x30, [sp], 16
    # ret
    ("windows", "aarch64"): (
        "fd7bbea9 f41300b9 60220091 e1430091 82008052 03008012 89000058 20013fd6 fd7bc2a8 c0035fd6 "
        "{function}",
        "fd7bbfa9 60220091 89000058 20013fd6 fd7bc1a8 c0035fd6 {function}",
    ),
    # __ulock_wait(UL_COMPARE_AND_WAIT, meetings, meeting, 0)
    # __ulock_wake(UL_COMPARE_AND_WAIT | ULF_WAKE_ALL, meetings, 0)
    # sub rsp, 8; mov edi, 1; lea rsi, [rbx+8]; mov edx, ebp; xor ecx, ecx; mov rax, function
    # call rax; add rsp, 8; ret
    # sub rsp, 8; mov edi, 0x101; lea rsi, [rbx+8]; xor edx, edx; mov rax, function; call rax
    # add rsp, 8; ret
    ("macos", "x86_64"): (
        "4883ec08 bf01000000 488d7308 89ea 31c9 48b8 {function} ffd0 4883c408 c3",
        "4883ec08 bf01010000 488d7308 31d2 48b8 {function} ffd0 4883c408 c3",
    ),
    # stp x29, x30, [sp, -16]!; mov w0, 1; add x1, x19, 8; mov w2, w20; mov w3, 0; ldr x9, function
    # blr x9; ldp x29, x30, [sp], 16; ret; nop
    # stp x29, x30, [sp, -16]!; mov w0, 0x101; add x1, x19, 8; mov x2, 0; ldr x9, function; blr x9
    # ldp x29, x30, [sp], 16; ret
    ("macos", "aarch64"): (
        "fd7bbfa9 20008052 61220091 e203142a 03008052 a9000058 20013fd6 fd7bc1a8 c0035fd6 1f2003d5 "
        "{function}",
        "fd7bbfa9 20208052 61220091 020080d2 89000058 20013fd6 fd7bc1a8 c0035fd6 {function}",
    ),
}
"""System and family -> functions that sleep while the meeting is under way, and wake all others."""


def meeting(system: str, family: str, state: int, functions: tuple[int, int] = (0, 0)) -> bytes:
    """
    Encode the barrier of a team that has its numbers at an address.

    `functions` are the addresses of the system's functions that sleep and wake, where it has such.
    """
    main, *places = MEET[family]
    code = encoded(main, state=state)
    for text, function, place in zip(SLEEP[system, family], functions, places, strict=True):
        code = code.ljust(place, b"\0") + encoded(text, function=function)
    return code.ljust(-(-len(code) // NUMBER_BYTES) * NUMBER_BYTES, b"\0")


def encoded(text: str, **addresses: int) -> bytes:
    """Return the bytes of digits, with addresses in place of their names."""
    words = {name: struct.pack("<Q", value).hex() for name, value in addresses.items()}
    return bytes.fromhex(text.format(**words))


def returning(family: str, number: int) -> bytes:
    """Encode a function that returns a number below 65536."""
    if family == "x86_64":  # mov eax, number; ret
        return (b"\xb8" + struct.pack("<I", number) + b"\xc3").ljust(NUMBER_BYTES, b"\xcc")
    return struct.pack("<II", 0x52800000 | number << 5, 0xD65F03C0)  # mov w0, number; ret
