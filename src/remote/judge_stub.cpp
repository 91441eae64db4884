// solve() in the judge's process: the registers and the stack go to the submission's process. `remoteSolveStub` stands
// for solve() of any parameters and of any result that fits into a register; the linker is told so.
asm(R"(
.text
.globl remoteSolveStub
.type remoteSolveStub,@function
remoteSolveStub:
  pushq %rbp
  movq %rsp, %rbp
  subq $112, %rsp
  movq %rdi, 0(%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
  movsd %xmm0, 48(%rsp)
  movsd %xmm1, 56(%rsp)
  movsd %xmm2, 64(%rsp)
  movsd %xmm3, 72(%rsp)
  movsd %xmm4, 80(%rsp)
  movsd %xmm5, 88(%rsp)
  movsd %xmm6, 96(%rsp)
  movsd %xmm7, 104(%rsp)
  movq %rsp, %rdi
  leaq 48(%rsp), %rsi
  leaq 16(%rbp), %rdx
  call gpusimCallRemote@PLT
  leave
  ret
.size remoteSolveStub, .-remoteSolveStub
.section .note.GNU-stack,"",@progbits
)");
