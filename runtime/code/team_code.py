"""
Encode what a team of Python's threads calls: a barrier, and functions that return numbers.

The barrier calls as both System V and Windows do: it keeps all registers that either keeps, and
leaves space on the stack.
"""

from __future__ import annotations

import struct

NUMBER_BYTES = 8
"""Size of a function that returns a number."""
# push rbx; push rbp; sub rsp, 40; mov rbx, state; mov ebp, [rbx+8]
# mov eax, 1; lock xadd [rbx+4], eax; inc eax; cmp eax, [rbx]; jne wait
# mov dword [rbx+4], 0; lock inc dword [rbx+8]; jmp end
# wait: mov ecx, 10000
# spin: cmp [rbx+8], ebp; jne end; pause; dec ecx; jne spin
# yield: mov rax, give_way; call rax; cmp [rbx+8], ebp; je yield
# end: add rsp, 40; pop rbp; pop rbx; ret
X86_MEET = (
    "53 55 4883ec28 48bb {state} 8b6b08 b801000000 f00fc14304 ffc0 3b03 750d "
    "c7430400000000 f0ff4308 eb21 b910270000 396b08 7517 f390 ffc9 75f5 "
    "48b8 {give_way} ffd0 396b08 74ef 4883c428 5d 5b c3"
)
# stp x29, x30, [sp, -32]!; stp x19, x20, [sp, 16]; ldr x19, state
# add x9, x19, 4; ldr w20, [x19, 8]
# again: ldaxr w10, [x9]; add w10, w10, 1; stlxr w11, w10, [x9]; cbnz w11, again
# ldr w11, [x19]; cmp w10, w11; b.ne wait
# str wzr, [x9]; add w20, w20, 1; add x9, x19, 8; stlr w20, [x9]; b end
# wait: add x19, x19, 8; mov w10, 10000
# spin: ldar w11, [x19]; cmp w11, w20; b.ne end; yield; subs w10, w10, 1; b.ne spin
# sleep: ldr x9, give_way; blr x9; ldar w11, [x19]; cmp w11, w20; b.eq sleep
# end: ldp x19, x20, [sp, 16]; ldp x29, x30, [sp], 32; ret; nop
ARM_MEET = (
    "fd7bbea9 f35301a9 13040058 69120091 740a40b9 2afd5f88 4a050011 2afd0b88 abffff35 "
    "6b0240b9 5f010b6b c1000054 3f0100b9 94060011 69220091 34fd9f88 0e000014 "
    "73220091 0ae28452 6bfedf88 7f01146b 21010054 3f2003d5 4a050071 61ffff54 "
    "69010058 20013fd6 6bfedf88 7f01146b 80ffff54 f35341a9 fd7bc2a8 c0035fd6 1f2003d5 "
    "{state} {give_way}"
)
MEET = {"x86_64": X86_MEET, "aarch64": ARM_MEET}
"""Family of machines -> the barrier, a function of the addresses of its numbers and of a pause."""


def meeting(family: str, state: int, give_way: int) -> bytes:
    """
    Encode the barrier of a team, whose numbers are its size, the arrivals, and past meetings.

    A thread that waits spins for a moment, and then lets others run.
    """
    addresses = {"state": state, "give_way": give_way}
    words = {name: struct.pack("<Q", value).hex() for name, value in addresses.items()}
    return bytes.fromhex(MEET[family].format(**words))


def returning(family: str, number: int) -> bytes:
    """Encode a function that returns a number below 65536."""
    if family == "x86_64":  # mov eax, number; ret
        return (b"\xb8" + struct.pack("<I", number) + b"\xc3").ljust(NUMBER_BYTES, b"\xcc")
    return struct.pack("<II", 0x52800000 | number << 5, 0xD65F03C0)  # mov w0, number; ret
