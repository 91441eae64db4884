#include "harness/why_counters.h"

namespace harness {
namespace {

constexpr CounterName names[] = {
    {"global_load_requests", "global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    {"global_load_sectors", "global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"global_store_requests", "global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    {"global_store_sectors", "global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {"global_atomic_requests", "global atomic requests",
     "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum + ..._op_red.sum"},
    {"global_atomic_sectors", "global atomic sectors",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum + ..._op_red.sum"},
    {"local_load_requests", "local load requests", "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"},
    {"local_store_requests", "local store requests", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"},
    {"shared_load_requests", "shared load requests", "smsp__sass_inst_executed_op_shared_ld.sum"},
    {"shared_load_wavefronts", "shared load wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {"shared_load_conflicts", "shared load bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {"shared_store_requests", "shared store requests", "smsp__sass_inst_executed_op_shared_st.sum"},
    {"shared_store_wavefronts", "shared store wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    {"shared_store_conflicts", "shared store bank conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {"shared_atomic_requests", "shared atomic requests", "smsp__inst_executed_op_shared_atom.sum"},
    {"warp_instructions", "warp instructions (PTX)", "smsp__inst_executed.sum (of the card's own code)"},
    {"thread_instructions", "thread instructions (PTX)", "smsp__thread_inst_executed.sum (likewise)"},
    {"branches", "branches", "smsp__sass_branch_targets.sum (likewise)"},
    {"divergent_branches", "branches that split a warp", "smsp__sass_branch_targets_threads_divergent.sum (likewise)"},
    {"barriers", "barriers met by a warp", "none"},
};

}  // namespace

std::span<const CounterName> counterNames() { return names; }

}  // namespace harness
