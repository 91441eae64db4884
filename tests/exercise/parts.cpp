// The pieces around the classifier: inputs, comparison, poison, errors, ratios, JSON, options.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <unordered_set>

#include "exercise/errors.h"
#include "exercise/json.h"
#include "exercise/observations.h"
#include "exercise/options.h"
#include "exercise/ratio.h"
#include "transpose_case.h"

using namespace exercise_tests;

TEST_SUITE("inputs") {
  TEST_CASE("values are distinct whole numbers, never 0, and read back to their index") {
    for (const std::uint64_t seed : {1ULL, 2ULL, 0ULL, 987654321ULL}) {
      const DistinctValues values(seed, 100000);
      std::unordered_set<std::uint32_t> seen;
      for (std::size_t i = 0; i < values.count(); ++i) {
        const std::uint32_t value = values.at(i);
        REQUIRE(value >= 1);
        REQUIRE(value < (1U << 24));
        REQUIRE(seen.insert(value).second);
        REQUIRE(values.indexOf(value) == i);
      }
      CHECK(values.indexOf(0) == nowhere);
      CHECK(values.indexOf(1.5) == nowhere);
      CHECK(values.indexOf(-1) == nowhere);
      CHECK(values.indexOf(std::nan("")) == nowhere);
      CHECK(values.indexOf(16777216.0) == nowhere);
    }
  }

  TEST_CASE("the largest distinct count uses every value once") {
    const std::size_t count = (std::size_t{1} << 24) - 1;
    const DistinctValues values(42, count);
    REQUIRE(values.distinct());
    std::vector<bool> seen(std::size_t{1} << 24, false);
    std::size_t repeated = 0, misread = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (seen[values.at(i)]) ++repeated;
      seen[values.at(i)] = true;
      if (values.indexOf(values.at(i)) != i) ++misread;
    }
    CHECK(repeated == 0);
    CHECK(misread == 0);
    CHECK(!seen[0]);
    CHECK_FALSE(DistinctValues(42, count + 1).distinct());
    CHECK(DistinctValues(42, count + 1).indexOf(5) == nowhere);
  }

  TEST_CASE("another seed gives another matrix, the same seed the same") {
    const TransposeCase one(31, 33, 1), same(31, 33, 1), other(31, 33, 2);
    CHECK(one.in == same.in);
    CHECK(one.in != other.in);
  }

  TEST_CASE("the day's reference is the transpose") {
    const TransposeCase matrix(65, 130);
    for (std::size_t row = 0; row < 130; ++row)
      for (std::size_t col = 0; col < 65; ++col)
        REQUIRE(elementAt(matrix.problem.arrays[1].expected, ElementType::f32, row * 65 + col) ==
                static_cast<double>(matrix.in[col * 130 + row]));
  }
}

TEST_SUITE("comparison") {
  TEST_CASE("a NaN is never right, an expected zero may be zero, and tolerance is a bound") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    CHECK_FALSE(isRight(nan, 1, 0, 0));
    CHECK_FALSE(isRight(nan, 1, 1e30, 1e30));
    CHECK_FALSE(isRight(inf, 1, 1e30, 0));
    CHECK_FALSE(isRight(1, inf, 1e30, 1));
    CHECK(isRight(inf, inf, 0, 0));
    CHECK(isRight(0, 0, 0, 0));
    CHECK(isRight(-0.0, 0, 0, 0));
    CHECK_FALSE(isRight(1e-9, 0, 0, 0));
    CHECK(isRight(1.5, 1, 0.5, 0));
    CHECK_FALSE(isRight(1.6, 1, 0.5, 0));
    CHECK(isRight(110, 100, 0, 0.1));
    CHECK_FALSE(isRight(111, 100, 0, 0.1));
  }

  TEST_CASE("a poisoned output and a zeroed output both fail") {
    TransposeCase matrix(31, 33);
    CHECK(compare(matrix.problem.arrays[1], matrix.got).wrong.size() == 31 * 33);
    matrix.got = Bytes(matrix.got.size(), 0);
    CHECK(compare(matrix.problem.arrays[1], matrix.got).wrong.size() == 31 * 33);
  }

  TEST_CASE("poison is a NaN that is recognised, and no other NaN is taken for it") {
    Bytes bytes = poison(8);
    CHECK(std::isnan(elementAt(bytes, ElementType::f32, 1)));
    CHECK(isPoison(bytes, ElementType::f32, 1));
    for (const std::uint32_t word : {0x7fffffffU, 0x7fc00000U, 0xffc00000U}) {
      std::memcpy(bytes.data(), &word, sizeof word);
      CHECK(std::isnan(elementAt(bytes, ElementType::f32, 0)));
      CHECK_FALSE(isPoison(bytes, ElementType::f32, 0));
    }
  }
}

TEST_SUITE("errors") {
  TEST_CASE("a refused launch names the limits") {
    const ApiError error{9, "cudaErrorInvalidConfiguration", "invalid configuration argument", "launch", ""};
    ErrorExplanation why = explainError(error, 31, 33);
    CHECK(why.faultClass == "launch-refused");
    CHECK(contains(why.headline, "above 65,535 in y or z, or more than 1,024 threads a block"));
    why = explainError(error, 2097153, 3);
    CHECK(why.faultClass == "grid-y-limit");
    CHECK(contains(why.headline, "2,097,153 rows are 65,537 tiles of 32"));
  }

  TEST_CASE("CUDA 13 has another code for a grid past its limits") {
    ApiError error{1, "cudaErrorInvalidValue", "invalid argument", "launch", ""};
    const ErrorExplanation why = explainError(error, 524281, 3);
    CHECK(why.faultClass == "grid-y-limit");
    CHECK(contains(why.headline, "524,281 rows are 65,536 tiles of 8"));
    CHECK(explainError(error, 31, 33).faultClass == "launch-refused");
    error.detail = "53,248 bytes of shared memory";
    CHECK(explainError(error, 524281, 3).faultClass == "launch-refused");
  }

  TEST_CASE("what the device itself says goes into the line") {
    ApiError error{9, "cudaErrorInvalidConfiguration", "invalid configuration argument", "launch",
                   "block of 1,025 threads; the limit is 1,024"};
    const ErrorExplanation why = explainError(error, 2097153, 3);
    CHECK(why.faultClass == "launch-refused");
    CHECK(contains(why.headline, "block of 1,025 threads"));
  }

  TEST_CASE("a grid of 0 names the extent that was divided to nothing") {
    const auto headline = [](const std::string& detail, std::size_t rows, std::size_t cols) {
      return explainError({9, "cudaErrorInvalidConfiguration", "invalid configuration argument", "launch", detail},
                          rows, cols)
          .headline;
    };
    const std::string y = "grid.y is 0, with block.y = 32: no block would run",
                      x = "grid.x is 0, with block.x = 256: no";
    CHECK(contains(headline(y, 20, 40), "grid.y is 0: 20 rows / 32 threads rounds down to 0"));
    CHECK(contains(headline(y, 1, 1), "grid.y is 0: 1 row / 32 threads rounds down to 0"));
    CHECK(contains(headline(y, 40, 20), "grid.y is 0: 20 columns / 32 threads"));  // x and y exchanged
    CHECK(contains(headline(x, 1, 3), "grid.x is 0: 3 elements / 256 threads rounds down to 0"));
    CHECK(contains(headline(x, 500, 255), "grid.x is 0: 255 columns / 256 threads"));
    // Whatever was divided here, it was no extent.
    CHECK(contains(headline(x, 1, 300), x));
  }

  TEST_CASE("a misaligned access of rows that are no multiple of it") {
    const auto headline = [](const std::string& detail, std::size_t rows, std::size_t cols, std::size_t bytes) {
      return explainError({716, "cudaErrorMisalignedAddress", "misaligned address", "sync", detail}, rows, cols, bytes)
          .headline;
    };
    const std::string wide = "k(float const*): read of 16 bytes of global memory: address 0x74";
    CHECK(contains(headline(wide, 31, 611, 4), "rows of 611 elements are no multiple of 4, so"));
    CHECK(contains(headline(wide, 31, 611, 4), "(misaligned address): k: read of 16 bytes of global memory"));
    CHECK(contains(headline("k(double*): write of 16 bytes", 31, 611, 8), "are no multiple of 2, so"));
    CHECK(contains(headline("", 31, 611, 4), "are no multiple of 4, so"));  // a card says nothing
    for (const std::string& text :
         {headline(wide, 31, 612, 4), headline(wide, 1, 611, 4), headline("k(float*): write of 4 bytes", 31, 611, 4),
          headline("k(float*): read of 16 bytes of shared memory: offset 952", 31, 611, 4)})
      CHECK(contains(text, "a vector load needs an aligned row"));
  }

  TEST_CASE("a kernel is told by its name alone") {
    const auto headline = [](const std::string& detail) {
      return explainError({700, "cudaErrorIllegalAddress", "an illegal memory access", "sync", detail}, 1, 1).headline;
    };
    CHECK(contains(headline("void add<float, 4>(float const*, int): read of 4 bytes"), ": add: read of 4 bytes"));
    CHECK(contains(headline("ns::add(float*): read (of 4 bytes): far"), ": ns::add: read (of 4 bytes): far"));
    CHECK(contains(headline("read of 4 bytes (after free): gone"), ": read of 4 bytes (after free): gone"));
  }

  TEST_CASE("other codes") {
    CHECK(explainError({1, "cudaErrorInvalidValue", "invalid argument", "launch", ""}, 1, 1).faultClass ==
          "launch-refused");
    CHECK(explainError({1, "cudaErrorInvalidValue", "invalid argument", "launch", ""}, 2097153, 3).faultClass ==
          "grid-y-limit");
    CHECK(explainError({1, "cudaErrorInvalidValue", "invalid argument", "launch", ""}, 1, 1000003).faultClass ==
          "launch-refused");  // a vector has no y
    CHECK(explainError({1, "cudaErrorInvalidValue", "invalid argument", "launch", "53248 bytes of shared memory"}, 1, 1)
              .see == "day 13");
    CHECK(explainError({1, "cudaErrorInvalidValue", "invalid argument", "launch", "a null pointer"}, 1, 1).see ==
          "day 3");
    CHECK(explainError({2, "cudaErrorMemoryAllocation", "out of memory", "allocation", ""}, 1, 1).faultClass ==
          "out-of-memory");
    CHECK(explainError({700, "cudaErrorIllegalAddress", "an illegal memory access", "sync", ""}, 1, 1).faultClass ==
          "illegal-address");
    CHECK(explainError({710, "cudaErrorAssert", "device-side assert triggered", "sync", ""}, 1, 1).faultClass ==
          "device-assert");
    const ErrorExplanation unknown = explainError({77, "cudaErrorSomething", "something", "sync", ""}, 1, 1);
    CHECK(unknown.faultClass == "sync-error");
    CHECK(contains(unknown.headline, "cudaErrorSomething (something)"));
  }
}

TEST_SUITE("ratio") {
  TEST_CASE("the interval drops the ranks of the protocol") {
    struct Row {
      std::size_t n, low, high;
    };
    // Ranks 2 and 11 of 12, 6 and 19 of 24, 16 and 33 of 48, as a table of the sign test gives them for 98.6%.
    for (const Row row : {Row{12, 2, 11}, Row{24, 6, 19}, Row{48, 16, 33}, Row{6, 1, 6}, Row{1, 1, 1}}) {
      std::vector<double> logs;
      for (std::size_t i = row.n; i > 0; --i) logs.push_back(static_cast<double>(i));
      const Ratio ratio = ratioOf(logs);
      CHECK(std::log(ratio.interval[0]) == doctest::Approx(static_cast<double>(row.low)));
      CHECK(std::log(ratio.interval[1]) == doctest::Approx(static_cast<double>(row.high)));
      CHECK(std::log(ratio.value) == doctest::Approx((static_cast<double>(row.n) + 1) / 2));
    }
    CHECK(ratioOf({}).value == 0);
  }

  TEST_CASE("a bound is met, missed or too close to call") {
    CHECK(answerTo({1.0, 1.2}, 1.25) == Answer::met);
    CHECK(answerTo({1.0, 1.25}, 1.25) == Answer::met);
    CHECK(answerTo({1.2, 1.3}, 1.25) == Answer::tooClose);
    CHECK(answerTo({1.26, 1.3}, 1.25) == Answer::missed);
    const double nan = std::nan("");
    CHECK(answerTo({nan, nan}, 1.25) == Answer::missed);
  }

  TEST_CASE("linear drift of the clock cancels in a quad") {
    // A takes 1 and B takes 1.05, and every cell is 1% slower than the one before.
    std::vector<double> logs;
    for (int quad = 0; quad < 12; ++quad) {
      const double slow = std::pow(1.01, 4 * quad);
      const double a1 = slow, b1 = 1.05 * slow * 1.01, b2 = 1.05 * slow * 1.01 * 1.01, a2 = slow * 1.01 * 1.01 * 1.01;
      logs.push_back(0.5 * std::log(b1 * b2 / (a1 * a2)));
    }
    CHECK(ratioOf(logs).value == doctest::Approx(1.05));
  }

  TEST_CASE("what makes a figure doubtful") {
    CHECK(ceilingDoubt(0.98, 1.0, "cudaMemcpy").empty());
    CHECK(contains(ceilingDoubt(0.96, 1.0, "cudaMemcpy"), "cudaMemcpy"));
    CHECK(ceilingDoubt(0.5, 0, "").empty());
    CHECK(copyDoubt(1.05, 1.0).empty());
    CHECK(copyDoubt(0.95, 1.0).empty());
    CHECK(copyDoubt(3.0, 0).empty());
    CHECK(contains(copyDoubt(1.2, 1.0), "longer"));
    CHECK(contains(copyDoubt(0.8, 1.0), "less"));
    CHECK(throttleDoubt(12, 6).empty());
    CHECK_FALSE(throttleDoubt(12, 7).empty());
    CHECK_FALSE(isThrottled(0, 1980, 1980));
    CHECK_FALSE(isThrottled(1980, 1950, 1980));
    CHECK(isThrottled(1980, 1930, 1980));
    CHECK(isThrottled(1400, 1400, 1980));
  }
}

TEST_SUITE("text") {
  TEST_CASE("numbers and JSON") {
    CHECK(number(0) == "0");
    CHECK(number(999) == "999");
    CHECK(number(65535) == "65,535");
    CHECK(number(1234567890) == "1,234,567,890");
    CHECK(counted(1, "cell") == "1 cell");
    CHECK(span("row", 3, 3) == "row 3");
    CHECK(jsonString("a\"b\\c\n\x01") == "\"a\\\"b\\\\c\\n\\u0001\"");
    CHECK(jsonNumber(0.1) == "0.1");
    CHECK(jsonNumber(16777215) == "16777215");
    CHECK(jsonNumber(16096020) == "16096020");
    CHECK(jsonNumber(1e300) == "1e+300");
    CHECK(jsonNumber(-2.5) == "-2.5");
    CHECK(jsonNumber(std::nan("")) == "\"nan\"");
    CHECK(JsonObject().text("a", "b").count("n", 3).flag("f", true).str() == R"({"a":"b","n":3,"f":true})");
  }

  TEST_CASE("shapes") {
    Shape shape;
    REQUIRE(parseShape("31x33", shape));
    CHECK(shape == Shape(31, 33));
    CHECK(shape.str() == "31x33");
    REQUIRE(parseShape("7", shape));
    CHECK(shape.rows() == 1);
    CHECK(shape.cols() == 7);
    REQUIRE(parseShape("2x3x4", shape));
    CHECK(shape.count() == 24);
    CHECK(shape.rows() == 6);
    for (const char* bad : {"", "x", "3x", "x3", "0x3", "3x0", "-1x2", "1x2x3x4", "a", "3 x 4", "99999999999999999999",
                            "1048577x1048577"})
      CHECK_FALSE_MESSAGE(parseShape(bad, shape), bad);
  }

  TEST_CASE("options, and the token is gone from the command line") {
    std::string words[] = {"runner", "--events", "7",      "--token", "secret",   "--seed", "12",
                           "--case", "31x33",    "--time", "8x9",     "--orders", "3"};
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(&word[0]);
    const Options options = readOptions(static_cast<int>(argv.size()), argv.data());
    CHECK(options.error.empty());
    CHECK(options.events == 7);
    CHECK(options.token == "secret");
    CHECK(words[4] == std::string(6, '\0'));
    CHECK(options.seed == 12);
    REQUIRE(options.cases.size() == 1);
    CHECK(options.cases[0] == Shape(31, 33));
    CHECK(options.timed == Shape(8, 9));
    CHECK(options.orders == 3);
  }

  TEST_CASE("bad options are refused") {
    for (const char* bad : {"--case", "--bogus", "--seed"}) {
      std::string words[] = {"runner", bad, "zzz"};
      std::vector<char*> argv{&words[0][0], &words[1][0], &words[2][0]};
      CHECK_FALSE(readOptions(3, argv.data()).error.empty());
      CHECK_FALSE(readOptions(2, argv.data()).error.empty());
    }
  }
}

TEST_SUITE("observations") {
  TEST_CASE("launches and findings out of the simulator's JSON") {
    const std::vector<Launch> launches =
        readLaunches(R"json([{"kernel":"a(\"x{\")","grid":[20, 19,1],"block":[32,8,1],"x":{
    "grid" : [ 1, 1, 1 ]}},{"kernel":"b","grid":[5,1,1],"block":[256,1,1],"stream":12}])json");
    REQUIRE(launches.size() == 2);
    CHECK(launches[0].blocks() == 380);
    CHECK(launches[0].threads() == 256);
    CHECK(launches[1].grid[0] == 5);
    CHECK(launches[0].stream == 0);
    CHECK(launches[1].stream == 12);
    CHECK(readLaunches("[]").empty());

    CHECK_FALSE(readFindings("[]").any);
    FindingKinds kinds = readFindings(R"([{"tool":"racecheck","kind":"race","message":"m"}])");
    CHECK(kinds.any);
    CHECK(kinds.race);
    kinds = readFindings(R"([{"tool":"initcheck","kind":"read of unwritten shared memory","message":"m"}])");
    CHECK(kinds.unwrittenShared);
    CHECK_FALSE(kinds.race);
    kinds = readFindings(
        R"([{"tool":"initcheck","kind":"read of unwritten global memory","message":"not shared","line":31}])");
    CHECK_FALSE(kinds.unwrittenShared);
    CHECK(kinds.unwrittenGlobal);
    CHECK(kinds.unwrittenGlobalAt == "line 31");
    kinds = readFindings(R"([{"tool":"memcheck","kind":"out-of-bounds write","message":"m"}])");
    CHECK(kinds.outside);
    CHECK_FALSE(readFindings(R"([{"tool":"memcheck","kind":"leak","message":"out-of-bounds"}])").outside);
    // What reads past the end of an input may meet an output there: a race, and no missing barrier.
    const std::string past =
        R"({"tool":"memcheck","kind":"out-of-bounds read","message":"read of 4 bytes of global memory"})";
    const std::string met =
        R"({"tool":"racecheck","kind":"race","message":"a read of byte 36 of a 1340-byte allocation"})";
    const std::string shared = R"({"tool":"racecheck","kind":"race","message":"a read of shared byte 36"})";
    CHECK(readFindings("[" + met + "]").race);
    CHECK_FALSE(readFindings("[" + past + "," + met + "]").race);
    CHECK_FALSE(readFindings("[" + met + "," + past + "]").race);
    CHECK(readFindings("[" + met + "," + past + "," + shared + "]").race);
    CHECK_FALSE(readFindings(R"([{"tool":"racecheck","kind":"race","note":true}])").any);
  }
}
