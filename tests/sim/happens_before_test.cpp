#include "sim/plugins/happens_before.h"

#include <doctest/doctest.h>

using gpusim::SyncBoard;
using gpusim::SyncGraph;
using gpusim::SyncNode;

namespace {

/// A release of `block` that knows all that `before` knows.
const SyncNode* release(SyncGraph& graph, std::uint64_t block, const SyncNode* before) {
  SyncNode node;
  node.block = block;
  node.epoch = 10;
  if (before != nullptr) node.before.push_back(before);
  return graph.add(std::move(node));
}

}  // namespace

TEST_CASE("happens-before: what a release covers is found, near and far, and nothing else") {
  SyncBoard board(0);
  SyncGraph graph(board);
  const SyncNode* last = nullptr;
  for (std::uint64_t block = 0; block < 1000; ++block) last = release(graph, block, last);
  for (int again = 0; again < 2; ++again) {
    CHECK(graph.covers(last, 999, 0, 9));
    CHECK(graph.covers(last, 0, 0, 9));
    CHECK_FALSE(graph.covers(last, 0, 0, 10));
    CHECK_FALSE(graph.covers(last, 1000, 0, 9));
  }
  CHECK_FALSE(graph.covers(nullptr, 0, 0, 0));
  CHECK_FALSE(board.lost);
}

TEST_CASE("happens-before: more questions than can be answered make the checker silent, and end") {
  SyncBoard board(0);
  SyncGraph graph(board);
  const SyncNode* last = nullptr;
  // Each question begins at a node of its own, so nothing that was looked up serves another.
  for (std::uint64_t block = 0; block < 20000 && !board.lost; ++block) {
    last = release(graph, block, last);
    graph.covers(last, 1000000, 0, 0);
  }
  CHECK(board.lost);
  CHECK(graph.covers(last, 1000000, 0, 0));
}
