#include "cudart/settings.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

using gpusim::cudart::Settings;

namespace {

Settings read(const std::map<std::string, std::string>& environment) {
  return gpusim::cudart::readSettings([&](const char* name) -> const char* {
    const auto entry = environment.find(name);
    return entry == environment.end() ? nullptr : entry->second.c_str();
  });
}

}  // namespace

TEST_CASE("an empty environment is a T4 with every check") {
  const Settings settings = read({});
  CHECK(settings.card == "t4");
  CHECK(settings.seed == 0);
  CHECK(settings.threads == 0);
  CHECK(settings.tools == 15);
  CHECK_FALSE(settings.reportLeaks);
  CHECK_FALSE(settings.verbose);
  CHECK(settings.complaints.empty());
}

TEST_CASE("each variable is read") {
  const Settings settings = read({{"GPUSIM_CARD", "h200"},
                                  {"GPUSIM_SEED", "18446744073709551615"},
                                  {"GPUSIM_THREADS", "3"},
                                  {"GPUSIM_CHECKS", "racecheck,memcheck leakcheck"},
                                  {"GPUSIM_VERBOSE", "1"}});
  CHECK(settings.card == "h200");
  CHECK(settings.seed == 18446744073709551615u);
  CHECK(settings.threads == 3);
  CHECK(settings.tools == 5);
  CHECK(settings.reportLeaks);
  CHECK(settings.verbose);
  CHECK(settings.complaints.empty());
  CHECK(read({{"GPUSIM_CHECKS", "none"}}).tools == 0);
}

TEST_CASE("a value that makes no sense is a complaint and changes nothing") {
  const Settings settings = read({{"GPUSIM_SEED", "12x"}, {"GPUSIM_THREADS", "-1"}, {"GPUSIM_CHECKS", "memchek"}});
  CHECK(settings.seed == 0);
  CHECK(settings.threads == 0);
  CHECK(settings.complaints.size() == 3);
}

TEST_CASE("devices are a number of one card, or a list of cards") {
  using List = std::vector<std::string>;
  CHECK(read({}).devices == List{"t4"});
  CHECK(read({{"GPUSIM_CARD", "l4"}, {"GPUSIM_DEVICES", "3"}}).devices == List{"l4", "l4", "l4"});
  CHECK(read({{"GPUSIM_DEVICES", "t4,h200"}}).devices == List{"t4", "h200"});
  for (const char* wrong : {"0", "17"}) {
    CHECK(read({{"GPUSIM_DEVICES", wrong}}).devices == List{"t4"});
    CHECK(read({{"GPUSIM_DEVICES", wrong}}).complaints.size() == 1);
  }
}
