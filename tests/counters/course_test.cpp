// The course's kinds of kernel, small: the simulator's counts against Nsight Compute's, launch by launch.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>

#include "program.h"

namespace {

double cell(const std::map<std::string, std::string>& row, const std::string& field) {
  const std::string& text = row.at(field);
  return text == "n/a" ? 0 : std::stod(text);
}

}  // namespace

TEST_CASE("36 small launches count as on a card") {
  REQUIRE_MESSAGE(haveCompiler(), "nvcc is needed to build tests/counters/course_kernels.cu");
  const auto card = readCsv("course_sm90.csv");
  const auto simulated = countLaunches("course_kernels", "");
  REQUIRE(card.size() == 36);
  REQUIRE(simulated.size() == card.size());
  const std::pair<const char*, const char*> exact[] = {
      {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
      {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
      {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
      {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
      {"shared_load_requests", "smsp__sass_inst_executed_op_shared_ld.sum"},
      {"shared_store_requests", "smsp__sass_inst_executed_op_shared_st.sum"},
  };
  const std::pair<const char*, const char*> close[] = {
      {"shared_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
      {"shared_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
  };
  unsigned compared = 0;
  for (std::size_t k = 0; k < card.size(); ++k) {
    CAPTURE(card[k].at("launch"));
    CAPTURE(card[k].at("kernel"));
    // Its loop runs as often as a row is long, and ptxas unrolls it in parts: docs/counters.md does the sum.
    if (card[k].at("kernel").rfind("spmvScalar", 0) == 0) continue;
    ++compared;
    for (const auto& [ours, theirs] : exact) {
      CAPTURE(theirs);
      // Where `compact` stores follows from the order in which a card ran its blocks.
      const bool ordered = card[k].at("kernel").rfind("compact", 0) != 0;
      if (ordered || std::string(ours) != "global_store_sectors") CHECK(simulated[k].at(ours) == cell(card[k], theirs));
    }
    for (const auto& [ours, theirs] : close) {
      CAPTURE(theirs);
      CHECK(std::fabs(simulated[k].at(ours) - cell(card[k], theirs)) <= 0.01 * cell(card[k], theirs));
    }
    const double requests = cell(card[k], "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum") +
                            cell(card[k], "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum");
    const double sectors = cell(card[k], "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum") +
                           cell(card[k], "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum");
    CHECK(simulated[k].at("global_atomic_requests") == requests);
    CHECK(simulated[k].at("global_atomic_sectors") == sectors);
    CHECK(simulated[k].at("local_load_requests") == cell(card[k], "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"));
    CHECK(simulated[k].at("local_store_requests") == cell(card[k], "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"));
    CHECK(simulated[k].at("shared_atomic_requests") == cell(card[k], "smsp__inst_executed_op_shared_atom.sum"));
  }
  CHECK(compared == 35);
}
