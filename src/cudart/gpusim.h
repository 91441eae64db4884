#pragma once
/* What a program may ask of the simulated device beyond the CUDA runtime API.
 *
 * The functions live in the project's libcudart. A program looks them up with dlsym(RTLD_DEFAULT, name), so that the
 * same executable runs on a card, where they are absent. All are C, all take effect at once, none throws.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1 for this interface. Absent on a card. */
int gpusimVersion(void);

/* The order of blocks and warps of every later launch. 0: ascending. Pending launches run first, under the old seed. */
void gpusimSetSeed(uint64_t seed);

/* Which checkers watch later launches: 1 memcheck, 2 initcheck, 4 racecheck, 8 synccheck. */
void gpusimSetChecks(uint32_t tools);

/* Whether later launches count sectors, wavefronts and the like, from which their modelled times come: 0 no, 1 yes, as
 * at first, 2 once the program has made an event: nobody can have seen a time before. Launches that are not counted
 * have zeros in gpusimTakeLaunches. */
void gpusimSetCounters(int mode);

/* Initcheck forgets that anyone wrote these bytes. 0, or a cudaError_t. */
int gpusimMarkUnwritten(void* devicePointer, size_t bytes);

/* Bytes that copies have moved between host and device memory since the program began: to devices in bytes[0], from
 * them in bytes[1]. Runs pending copies first. Accesses of the host to managed memory are no copies. */
void gpusimCopiedBytes(uint64_t bytes[2]);

/* From now on, managed memory that is allocated has its pages watched; so from the start with GPUSIM_PAGES=1. Returns 1
 * when they are, 0 when they cannot be. Off at first: a system call that is handed a page which is on the device fails
 * with EFAULT then. */
int gpusimWatchPages(void);

/* What happened to the pages of 64 KiB that these bytes of managed memory lie on, in counts[0] to [7]: faults of the
 * device, of the host, pages that those moved to the device, to the host, pages that prefetches moved to the device, to
 * the host, pages now on the device, on the host. With a null pointer: of all managed memory there was, without the
 * last two. Runs pending work first. Returns 1, or 0 when pages are not watched. A model:
 * src/sim/memory/managed_pages.h.
 */
int gpusimPageCounts(const void* pointer, size_t bytes, uint64_t counts[8]);

/* Host memory that a function in another process, as solve() of a graded submission is, may use while it is called: it
 * travels there with the call and back. Flags: 1, it holds pointers to device memory; 2, it does not travel back.
 * bytes = 0 takes the range that begins at `memory` back. Nothing happens where no other process is. */
void gpusimLend(void* memory, size_t bytes, unsigned flags);

/* JSON array of the findings since the last call that delivered them, one object each:
 * {"tool","kind","message","kernel","block":[x,y,z],"thread":[x,y,z],"file","line","count",
 *  "other":{"block","thread","file","line"} or null}.
 * Runs pending launches first. Returns the length without the final 0; writes and forgets only when it fits. */
size_t gpusimTakeFindings(char* json, size_t capacity);

/* JSON array with one object a launch since the last call that delivered them:
 * {"kernel","grid":[x,y,z],"block":[x,y,z],"stream", "modelled_ms", every field of gpusim::Counters in snake_case, and
 * "page_faults" (of managed memory, 0 where its pages are not watched)}. Same conventions as gpusimTakeFindings. */
size_t gpusimTakeLaunches(char* json, size_t capacity);

/* Whether later launches are sampled for gpusimTakeLines. Off at first; sampling slows a launch down. */
void gpusimSetSampling(int on);

/* JSON array with one object a kernel that was launched while sampling was on, since the last call that delivered them:
 * {"kernel","launches","grid","block","modelled_ms", and every field of gpusim::Counters, summed,
 *  "lines":[{"file","line", the counters that are not 0}],
 *  "accesses":[{"file","line","space":"global" or "shared","kind":"load", "store" or "atomic","bytes","element_bytes",
 *               "real","narrow_index","requests","units","ideal_units","lanes",
 *               "worst":{"block","thread","exists","mask","units","ideal_units","address":[32 offsets or null],
 *                        "allocation_bytes"}}],
 *  "splits":[{"file","line","splits","most":{"block","thread","exists","mask","taken"}}]}
 * after gpusim::AccessSample and BranchSample; an item that stood in an inlined function has
 * "inlined_at":[{"file","line"}], innermost call first. Same conventions as gpusimTakeFindings. */
size_t gpusimTakeLines(char* json, size_t capacity);

/* One line that says why the last refused call or the fault happened: which limit and by how much, which address of
 * what. Empty when nothing went wrong. Returns the length without the final 0; writes only when it fits. */
size_t gpusimLastErrorMessage(char* text, size_t capacity);

#ifdef __cplusplus
}
#endif
