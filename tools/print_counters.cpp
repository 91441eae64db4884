// Linked into a program by capture_evidence.sh: on the simulator, prints what every distinct launch counted, after the
// program's own output. On a card it prints nothing. The program's source stays as it is.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

using TakeLaunches = std::size_t (*)(char*, std::size_t);
using PageCounts = int (*)(const void*, std::size_t, unsigned long long*);

// The objects of a JSON array, as text. Kernel names hold no braces, so counting them is enough here.
std::vector<std::string> splitObjects(const std::string& json) {
  std::vector<std::string> objects;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '{' && depth++ == 0) {
      start = i;
    } else if (json[i] == '}' && --depth == 0) {
      objects.push_back(json.substr(start, i - start + 1));
    }
  }
  return objects;
}

// The text of `name`'s value up to its end; "?" when there is no such field.
std::string field(const std::string& object, const std::string& name) {
  const std::string key = "\"" + name + "\":";
  const std::size_t found = object.find(key);
  if (found == std::string::npos) {
    return "?";
  }
  std::size_t begin = object.find_first_not_of(' ', found + key.size());
  const char opening = object[begin];
  const char* ends = opening == '"' ? "\"" : opening == '[' ? "]" : ",}";
  begin += opening == '"' || opening == '[' ? 1u : 0u;
  return object.substr(begin, object.find_first_of(ends, begin) - begin);
}

// With GPUSIM_PAGES=1: who met pages of managed memory on the other side.
void printPageFaults(const std::vector<std::string>& objects) {
  const PageCounts pageCounts = reinterpret_cast<PageCounts>(dlsym(RTLD_DEFAULT, "gpusimPageCounts"));
  unsigned long long counts[8] = {};
  if (pageCounts == nullptr || pageCounts(nullptr, 0, counts) == 0) {
    return;
  }
  struct Row {
    std::string kernel;
    unsigned long long launches = 0, faults = 0;
  };
  std::vector<Row> rows;
  for (const std::string& object : objects) {
    const std::string name = field(object, "kernel");
    const std::string kernel = name.substr(0, name.find('('));
    std::size_t at = 0;
    while (at < rows.size() && rows[at].kernel != kernel) {
      ++at;
    }
    if (at == rows.size()) {
      rows.push_back({kernel});
    }
    ++rows[at].launches;
    rows[at].faults += std::strtoull(field(object, "page_faults").c_str(), nullptr, 10);
  }
  std::printf("\nsimulated page faults on managed memory, in the model's pages of 64 KiB (docs/counters.md)\n");
  std::printf("%-22s %8s %12s\n", "kernel", "launches", "page faults");
  for (const Row& row : rows) {
    std::printf("%-22s %8llu %12llu\n", row.kernel.c_str(), row.launches, row.faults);
  }
  std::printf("%-22s %8s %12llu\n", "the host", "", counts[1]);
  std::printf("prefetched: %llu pages to the device, %llu to the host\n", counts[4], counts[5]);
}

void printCounters() {
  void* const symbol = dlsym(RTLD_DEFAULT, "gpusimTakeLaunches");
  if (symbol == nullptr) {
    return;  // a card
  }
  const TakeLaunches takeLaunches = reinterpret_cast<TakeLaunches>(symbol);
  std::string json(takeLaunches(nullptr, 0) + 1, '\0');
  takeLaunches(&json[0], json.size());

  const char* const counters[] = {"global_load_requests",    "global_load_sectors",    "global_store_requests",
                                  "global_store_sectors",    "shared_load_wavefronts", "shared_load_conflicts",
                                  "shared_store_wavefronts", "shared_store_conflicts"};
  std::vector<std::string> rows;
  std::map<std::string, unsigned> launches;
  const std::vector<std::string> objects = splitObjects(json);
  for (const std::string& object : objects) {
    const std::string kernel = field(object, "kernel");
    std::string grid = field(object, "grid");
    std::string row;
    char cell[64];
    std::snprintf(cell, sizeof(cell), "%-22s %-9s", kernel.substr(0, kernel.find('(')).c_str(),
                  grid.substr(0, grid.rfind(',')).c_str());
    row = cell;
    for (const char* counter : counters) {
      std::snprintf(cell, sizeof(cell), " %10s", field(object, counter).c_str());
      row += cell;
    }
    if (launches[row]++ == 0) {
      rows.push_back(row);
    }
  }

  std::printf("\nsimulated counters of one launch, exact (docs/counters.md)\n");
  std::printf("%-22s %-9s %21s %21s %21s %21s\n", "", "", "global load", "global store", "shared load", "shared store");
  std::printf("%-22s %-9s %10s %10s %10s %10s %10s %10s %10s %10s %8s\n", "kernel", "grid", "requests", "sectors",
              "requests", "sectors", "wavefronts", "conflicts", "wavefronts", "conflicts", "launches");
  for (const std::string& row : rows) {
    std::printf("%s %8u\n", row.c_str(), launches[row]);
  }
  printPageFaults(objects);
}

// Registered from a constructor of the program itself, so it runs at exit before the runtime library is torn down. A
// program may start itself as a child to show how it ends; asking for the child's launches would wait for them, so only
// the first of a family prints.
int registerOnce() {
  constexpr const char* mark = "PRINT_COUNTERS_IN_PARENT";
  if (std::getenv(mark) != nullptr) return 0;
  setenv(mark, "1", 1);
  return std::atexit(printCounters);
}

const int registered = registerOnce();

}  // namespace
