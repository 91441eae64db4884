#include "harness/json.h"

#include <doctest/doctest.h>

using harness::Json;
using harness::jsonString;
using harness::parseJson;
using harness::toJson;

TEST_CASE("json: what is JSON is read and written back") {
  for (const char* text :
       {"null", "true", "[]", "{}", "[1,-2.5e3,\"a\"]", "{\"a\":{\"b\":[false]},\"c\":\"\"}", "18446744073709551615"}) {
    CAPTURE(text);
    const auto value = parseJson(text);
    REQUIRE(value);
    CHECK(toJson(*value) == text);
  }
}

TEST_CASE("json: what is not JSON is refused") {
  for (const char* text : {"",      " ",   "nul", "{",       "}",      "[1,]",        "{\"a\"}",     "{\"a\":1,}",
                           "{a:1}", "'a'", "\"a", "\"\\x\"", "\"\n\"", "01",          "1.",          ".5",
                           "+1",    "1e",  "nan", "1 2",     "[1]x",   "\"\\ud800\"", "\"\\u12g4\"", "passed"}) {
    CAPTURE(text);
    CHECK_FALSE(parseJson(text));
  }
}

TEST_CASE("json: nesting past any event's is refused, not followed") {
  CHECK(parseJson(std::string(30, '[') + std::string(30, ']')));
  CHECK_FALSE(parseJson(std::string(100000, '[')));
}

TEST_CASE("json: a seed of 64 bits stays exact") {
  CHECK(parseJson("18446744073709551615")->count() == 18446744073709551615ULL);
  CHECK_FALSE(parseJson("18446744073709551616")->count());
  CHECK_FALSE(parseJson("-1")->count());
  CHECK_FALSE(parseJson("1.0")->count());
  CHECK_FALSE(parseJson("\"1\"")->count());
}

TEST_CASE("json: escapes") {
  CHECK(parseJson("\"\\u00e9\\n\\ud83d\\ude00\\\"\"")->string() == std::string("\xC3\xA9\n\xF0\x9F\x98\x80\""));
  CHECK(jsonString("a\"b\\c\n\t\x01") == "\"a\\\"b\\\\c\\n\\t\\u0001\"");
  CHECK(jsonString("\xC3\xA9") == "\"\xC3\xA9\"");
  CHECK(jsonString("\xFFx") == "\"\xEF\xBF\xBDx\"");
}
