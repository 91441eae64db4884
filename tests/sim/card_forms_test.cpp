// The simulator against a card: every form of tests/card_forms/forms.txt on the same operands, results bit for bit
// where the form says exact, within its bound elsewhere.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "../card_forms/form.h"
#include "launch_support.h"

namespace {

using card_forms::Form;
using card_forms::Measured;

std::string textOf(const std::string& name) {
  std::ifstream file(PROJECT_ROOT "/tests/card_forms/" + name);
  REQUIRE_MESSAGE(file.good(), name << " is missing");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Runs forms on the simulator, one after the other.
class Runner {
 public:
  Runner(const std::vector<Form>& forms, const std::string& target)
      : device_(launch_test::valueOf(gpusim::findCard("h200")), {1, 0, 0, false}),
        module_(launch_test::valueOf(device_.loadModule(card_forms::ptxOf(forms, target), "forms.ptx"))),
        out_(launch_test::valueOf(device_.allocate(card_forms::sets * 8, gpusim::MemoryKind::device))) {}

  std::size_t kernels() const { return module_->kernels.size(); }

  std::vector<std::uint64_t> results(std::size_t index, const Form& form) {
    std::vector<std::uint64_t> addresses(5, 0);
    addresses[4] = out_;
    for (std::size_t k = 0; k < form.operands.size(); ++k) addresses[k] = operand(form.operands[k], k);
    std::vector<std::byte> parameters(40);
    std::memcpy(parameters.data(), addresses.data(), parameters.size());
    gpusim::LaunchConfig config;
    config.grid.x = static_cast<std::uint32_t>(card_forms::sets / card_forms::threadsPerBlock);
    config.block.x = card_forms::threadsPerBlock;
    const auto report = launch_test::valueOf(device_.launch(module_->kernels[index], config, parameters));
    for (const auto& fault : report.fault) FAIL(form.name() << ": " << fault.message);
    const std::size_t bytes = card_forms::bytesOfType(form.result);
    std::vector<std::byte> raw(card_forms::sets * bytes);
    launch_test::valueOf(device_.copyToHost(raw.data(), out_, raw.size()));
    return card_forms::unpack(raw, bytes);
  }

 private:
  gpusim::DeviceAddress operand(const std::string& type, std::size_t position) {
    auto& at = operands_[{type, position}];
    if (at != 0) return at;
    const auto bytes = card_forms::pack(card_forms::operandValues(type, position), card_forms::bytesOfType(type));
    at = launch_test::valueOf(device_.allocate(bytes.size(), gpusim::MemoryKind::device));
    launch_test::valueOf(device_.copyToDevice(at, bytes.data(), bytes.size()));
    return at;
  }

  gpusim::Device device_;
  std::shared_ptr<const gpusim::Module> module_;
  gpusim::DeviceAddress out_;
  std::map<std::pair<std::string, std::size_t>, gpusim::DeviceAddress> operands_;
};

/// Bits of a floating-point value as an integer whose distance counts ULP; and its value.
struct Number {
  bool isNan = false;
  std::int64_t place = 0;
  double value = 0;
};
Number numberOf(std::uint64_t bits, const std::string& type) {
  if (type == "f64") {
    const double value = std::bit_cast<double>(bits);
    const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffffffffff);
    return {std::isnan(value), bits >> 63 != 0 ? -magnitude : magnitude, value};
  }
  const unsigned width = type == "f32" ? 32 : 16, mantissaBits = type == "f32" ? 23 : type == "bf16" ? 7 : 10;
  const std::uint64_t magnitude = bits & ((std::uint64_t{1} << (width - 1)) - 1);
  const auto place = static_cast<std::int64_t>(magnitude);
  const bool negative = (bits >> (width - 1) & 1) != 0;
  const int exponentBits = static_cast<int>(width - 1 - mantissaBits), bias = (1 << (exponentBits - 1)) - 1;
  const auto exponent = static_cast<int>(magnitude >> mantissaBits);
  const auto mantissa = static_cast<double>(magnitude & ((std::uint64_t{1} << mantissaBits) - 1));
  const double unit = std::ldexp(1.0, -static_cast<int>(mantissaBits));
  const bool special = exponent == (1 << exponentBits) - 1;
  double value =
      exponent == 0 ? std::ldexp(mantissa * unit, 1 - bias) : std::ldexp(1 + mantissa * unit, exponent - bias);
  if (special) value = HUGE_VAL;
  return {special && mantissa != 0, negative ? -place : place, negative ? -value : value};
}

/// How far two results are apart.
struct Distance {
  double ulps = 0, absolute = 0;
  bool isComparable = true;  // false when one is NaN and the other is not, or one is infinite
};
Distance distanceOf(std::uint64_t got, std::uint64_t expected, const std::string& type) {
  const Number a = numberOf(got, type), b = numberOf(expected, type);
  if (a.isNan || b.isNan) return {0, 0, got == expected};
  if (std::isinf(a.value) || std::isinf(b.value)) return {0, 0, got == expected};
  return {std::fabs(static_cast<double>(a.place - b.place)), std::fabs(a.value - b.value), true};
}

/// Every value that is not within the form's bound, in words; at most three.
std::string difference(const Form& form, const std::vector<std::uint64_t>& got, const Measured& measured) {
  std::string text;
  unsigned wrong = 0;
  const bool isPair = form.result.ends_with("16x2");
  const std::string type = isPair ? form.result.substr(0, form.result.size() - 2) : form.result;
  double worstUlps = 0, worstAbsolute = 0;
  for (std::size_t k = 0; k < measured.values.size(); ++k) {
    bool isRight = got[k] == measured.values[k];
    if (!isRight && !form.bound.exact) {
      isRight = true;
      for (unsigned part = 0; part < (isPair ? 2u : 1u); ++part) {
        const std::uint64_t mask = isPair ? 0xffff : ~std::uint64_t{0};
        const Distance d = distanceOf(got[k] >> (16 * part) & mask, measured.values[k] >> (16 * part) & mask, type);
        isRight = isRight && d.isComparable && (d.ulps <= form.bound.ulps || d.absolute <= form.bound.absolute);
        worstUlps = std::max(worstUlps, d.ulps);
        worstAbsolute = std::max(worstAbsolute, d.absolute);
      }
    }
    if (isRight || ++wrong > 3) continue;
    text += fmt::format("\n    set {}: {:x}, the card {:x}; of", k, got[k], measured.values[k]);
    for (std::size_t operand = 0; operand < form.operands.size(); ++operand)
      text += fmt::format(" {:x}", card_forms::operandValues(form.operands[operand], operand)[k]);
  }
  if (wrong != 0 && !form.bound.exact)
    text += fmt::format("\n    {} sets differ; largest distance {} ulp, {}", wrong, worstUlps, worstAbsolute);
  if (text.empty() && form.bound.exact &&
      card_forms::hashOf(got, card_forms::bytesOfType(form.result)) != measured.hash)
    text = "\n    a set past the kept ones differs";
  return text;
}

}  // namespace

TEST_CASE("card forms: every form loads and gives what the card gave") {
  const auto forms = card_forms::readForms(textOf("forms.txt"));
  const auto all = card_forms::readMeasured(textOf("h200.txt"));
  std::map<std::string, const Measured*> byName;
  for (const Measured& measured : all) byName[measured.name] = &measured;
  CHECK(byName.size() == all.size());
  REQUIRE(forms.size() > 1000);
  CHECK(all.size() == forms.size());
  std::set<std::string> known;  // what differs, and is written down
  std::istringstream lines(textOf("differences.txt"));
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#') known.insert(line);
  Runner runner(forms, "sm_90");
  REQUIRE(runner.kernels() == forms.size());
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const auto found = byName.find(forms[k].name());
    REQUIRE_MESSAGE(found != byName.end(), forms[k].name() << " was not run on the card");
    const std::string problem = difference(forms[k], runner.results(k, forms[k]), *found->second);
    if (known.erase(forms[k].name()) != 0)
      CHECK_MESSAGE(!problem.empty(), forms[k].name() << " is as on the card now: take it off differences.txt");
    else
      CHECK_MESSAGE(problem.empty(), forms[k].name() << problem);
  }
  for (const std::string& name : known) FAIL_CHECK("differences.txt names a form that is not there: " << name);
}
