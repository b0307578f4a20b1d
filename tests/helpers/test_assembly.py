"""Helpers that analyse assembly work."""

from __future__ import annotations

from tests.helpers.assembly import innermost_loops

TWO_LOOPS = """\
	.text
kernel:
	pushq	%rbp
	vmovups	(%rdi), %ymm3
	jmp	.LBB0_1
.LBB0_9:
	vmovups	(%rsp), %ymm9
	jmp	.LBB0_9
.LBB0_1:
	vmovups	%ymm3, 64(%rsp)
.LBB0_2:
	vbroadcastss	(%rsi), %ymm0
	vmovups	-32(%rbp), %ymm1
	vfmadd231ps	%ymm0, %ymm1, %ymm2
	vfnmadd213ps	32(%rsp), %ymm1, %ymm2
	vmulps	%ymm0, %ymm1, %ymm4
	movq	%rax, 8(%rsp)
	testq	%rax, %rax
	je	.LBB0_3
	vmovups	%ymm2, 96(%rsp)
.LBB0_3:
	cmpq	%rax, %rcx
	jb	.LBB0_2
	cmpq	%rax, %rdx
	jb	.LBB0_1
	retq
.Lfunc_end0:
framed:
	movq	%rsp, %rbp
.LBB1_1:
	vmovaps	-32(%rbp), %zmm1
	vmulps	%zmm1, %zmm1, %zmm1
	jmp	.LBB1_2
.LBB1_2:
	decq	%rcx
	jne	.LBB1_1
	retq
.Lfunc_end1:
"""


def test_innermost_loops():
    first, second = innermost_loops(TWO_LOOPS)
    assert (first.function, first.multiply_adds, first.stack_accesses) == ("kernel", 3, 2)
    assert (second.function, second.multiply_adds, second.stack_accesses) == ("framed", 1, 1)


def test_one_access_in_sixteen_multiply_adds_is_no_spill():
    once = "\tvfmadd231ps\t%ymm0, %ymm1, %ymm2\n"
    text = "k:\n.LBB0_1:\n{}\tvmovups\t%ymm0, (%rsp)\n\tjb\t.LBB0_1\n.Lfunc_end0:\n"
    (few,) = innermost_loops(text.format(once * 15))
    (many,) = innermost_loops(text.format(once * 16))
    assert few.spills()
    assert not few.spills(free=1)
    assert not many.spills()


def test_four_accesses_a_division_are_no_spill():
    access = "\tvmovups\t%ymm0, (%rsp)\n"
    text = "k:\n.LBB0_1:\n\tvdivps\t%ymm0, %ymm1, %ymm2\n{}\tjb\t.LBB0_1\n.Lfunc_end0:\n"
    (four,) = innermost_loops(text.format(access * 4))
    (five,) = innermost_loops(text.format(access * 5))
    assert not four.spills()
    assert five.spills()
