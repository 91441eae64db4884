#include "grade/seccomp_filter.h"

#if defined(__x86_64__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>
#endif

namespace grade {

#if defined(__x86_64__)

namespace {

#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

/// What reaches other processes, the kernel's inside, mounts, or a network. Sockets that were passed in still work.
constexpr long denied[] = {SYS_ptrace,
                           SYS_process_vm_readv,
                           SYS_process_vm_writev,
                           SYS_pidfd_getfd,
                           SYS_pidfd_open,
                           SYS_kcmp,
                           SYS_bpf,
                           SYS_keyctl,
                           SYS_add_key,
                           SYS_request_key,
                           SYS_perf_event_open,
                           SYS_userfaultfd,
                           SYS_io_uring_setup,
                           SYS_mount,
                           SYS_umount2,
                           SYS_pivot_root,
                           SYS_chroot,
                           SYS_fsopen,
                           SYS_fsmount,
                           SYS_move_mount,
                           SYS_open_tree,
                           SYS_mount_setattr,
                           SYS_unshare,
                           SYS_setns,
                           SYS_open_by_handle_at,
                           SYS_socket,
                           SYS_socketpair,
                           SYS_bind,
                           SYS_connect,
                           SYS_accept,
                           SYS_accept4,
                           SYS_init_module,
                           SYS_finit_module,
                           SYS_delete_module,
                           SYS_kexec_load,
                           SYS_kexec_file_load,
                           SYS_reboot,
                           SYS_swapon,
                           SYS_swapoff,
                           SYS_acct,
                           SYS_quotactl,
                           SYS_syslog,
                           SYS_personality,
                           SYS_mq_open,
                           SYS_shmget,
                           SYS_semget,
                           SYS_msgget,
                           SYS_memfd_secret,
                           SYS_modify_ldt};

/// A compiler's driver talks to its children through pipes and socket pairs.
bool compilerNeeds(long call) { return call == SYS_socketpair; }

constexpr std::uint32_t refuseWith(int reason) {
  return SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(reason) & SECCOMP_RET_DATA);
}

class Program {
 public:
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)); }
  /// `answer` when the loaded word equals `value`.
  void whenEqual(std::uint32_t value, std::uint32_t answer) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
    add(BPF_RET | BPF_K, 0, 0, answer);
  }
  void unlessEqual(std::uint32_t value, std::uint32_t answer) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, value);
    add(BPF_RET | BPF_K, 0, 0, answer);
  }
  void whenAnyBit(std::uint32_t bits, std::uint32_t answer) {
    add(BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
    add(BPF_RET | BPF_K, 0, 0, answer);
  }
  void whenNoBit(std::uint32_t bits, std::uint32_t answer) {
    add(BPF_JMP | BPF_JSET | BPF_K, 1, 0, bits);
    add(BPF_RET | BPF_K, 0, 0, answer);
  }
  /// Skips the next `steps` unless the loaded word is `value`.
  void skipUnless(std::uint32_t value, std::uint8_t steps) { add(BPF_JMP | BPF_JEQ | BPF_K, 0, steps, value); }
  void answer(std::uint32_t value) { add(BPF_RET | BPF_K, 0, 0, value); }
  std::string bytes() const {
    return {reinterpret_cast<const char*>(steps_.data()), steps_.size() * sizeof(sock_filter)};
  }

 private:
  void add(unsigned code, std::uint8_t yes, std::uint8_t no, std::uint32_t value) {
    steps_.push_back({static_cast<std::uint16_t>(code), yes, no, value});
  }
  std::vector<sock_filter> steps_;
};

}  // namespace

std::string seccompFilter(Processes processes) {
  Program program;
  program.load(offsetof(seccomp_data, arch));
  program.unlessEqual(AUDIT_ARCH_X86_64, SECCOMP_RET_KILL_PROCESS);  // 32-bit calls have other numbers
  program.load(offsetof(seccomp_data, nr));
  program.whenAnyBit(0x40000000U, refuseWith(ENOSYS));  // so have those of x32
  for (const long call : denied)
    if (processes == Processes::threadsOnly || !compilerNeeds(call))
      program.whenEqual(static_cast<std::uint32_t>(call), refuseWith(EPERM));
  // Its flags are in memory, where a filter cannot look: the C library then takes clone.
  program.whenEqual(SYS_clone3, refuseWith(ENOSYS));
  if (processes == Processes::threadsOnly) {
    program.whenEqual(SYS_fork, refuseWith(EPERM));
    program.whenEqual(SYS_vfork, refuseWith(EPERM));
  }
  // New namespaces by clone; and, for a submission, anything but a thread.
  const std::uint8_t steps = processes == Processes::threadsOnly ? 6 : 4;
  program.skipUnless(SYS_clone, steps);
  program.load(offsetof(seccomp_data, args));
  program.whenAnyBit(
      CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP,
      refuseWith(EPERM));
  if (processes == Processes::threadsOnly) program.whenNoBit(CLONE_THREAD, refuseWith(EPERM));
  program.answer(SECCOMP_RET_ALLOW);
  program.load(offsetof(seccomp_data, nr));
  program.skipUnless(SYS_ioctl, 3);
  program.load(offsetof(seccomp_data, args) + 8);  // the request's low word
  constexpr std::uint32_t pushInput = 0x5412;      // TIOCSTI types into the terminal of whoever grades
  program.whenEqual(pushInput, refuseWith(EPERM));
  program.answer(SECCOMP_RET_ALLOW);
  return program.bytes();
}

#else

std::string seccompFilter(Processes) { return ""; }

#endif

}  // namespace grade
