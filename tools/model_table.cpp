// Prints the tables of docs/time-model.md from the files of a folder: measured-h200.csv and work-h200.csv,
// published-t4.csv and work-t4.csv.
#include <cstdio>

#include "../tests/model/table.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: model_table FOLDER-OF-MEASURED FOLDER-OF-WORK\n");
    return 2;
  }
  const std::string measured = argv[1], work = argv[2];
  const auto h200 = gpusim::findCard("h200"), t4 = gpusim::findCard("t4");
  if (!h200 || !t4) return 1;
  const std::vector<model::Row> rows = model::compare(*h200, measured + "/measured-h200.csv", work + "/work-h200.csv");
  if (rows.empty()) {
    std::fprintf(stderr, "model_table: %s does not have every kernel that was measured\n", work.c_str());
    return 1;
  }
  std::printf("H200: measured, and modelled\n\n%s\nT4: published, and modelled\n\n%s", model::table(rows).c_str(),
              model::publishedTable(*t4, measured + "/published-t4.csv", work + "/work-t4.csv").c_str());
}
