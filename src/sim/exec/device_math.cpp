#include "sim/exec/device_math.h"

#include <cmath>
#include <cstring>
#include <numbers>
#include <type_traits>
#include <utility>

namespace gpusim {
namespace {

/// A value of a frame's place: the low bytes of eight.
template <class T>
T valueOf(std::uint64_t place) {
  T value;
  std::memcpy(&value, &place, sizeof value);
  return value;
}

/// result = F(arguments...) for the lanes that call.
template <auto F, class... Arguments>
void compute(Warp& warp, const Instruction& instruction) {
  if (instruction.operand[0].base == Operand::none) return;
  auto* out = warp.at<std::uint64_t>(instruction.operand[0]);
  const auto ofLane = [&]<std::size_t... K>(unsigned lane, std::index_sequence<K...>) {
    return F(valueOf<Arguments>(warp.at<const std::uint64_t>(instruction.operand[K + 1])[lane])...);
  };
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((warp.mask >> lane & 1) == 0) continue;
    const auto result = ofLane(lane, std::index_sequence_for<Arguments...>{});
    out[lane] = 0;
    std::memcpy(&out[lane], &result, sizeof result);
  }
}

/// A function for both precisions: "sin" is __nv_sin and __nv_sinf.
struct Row {
  std::string_view name;
  BuiltinCall ofFloat, ofDouble;
};

template <auto F>
constexpr Row one(std::string_view name) {
  return {name, {name, 1, false, compute<F, float>}, {name, 1, false, compute<F, double>}};
}
template <auto F>
constexpr Row two(std::string_view name) {
  return {name, {name, 2, false, compute<F, float, float>}, {name, 2, false, compute<F, double, double>}};
}
template <auto F>
constexpr Row three(std::string_view name) {
  return {
      name, {name, 3, false, compute<F, float, float, float>}, {name, 3, false, compute<F, double, double, double>}};
}
template <auto F>
constexpr Row four(std::string_view name) {
  return {name,
          {name, 4, false, compute<F, float, float, float, float>},
          {name, 4, false, compute<F, double, double, double, double>}};
}
template <auto F>
constexpr Row withInteger(std::string_view name) {
  return {name, {name, 2, false, compute<F, float, int>}, {name, 2, false, compute<F, double, int>}};
}

/// sin(pi a) and cos(pi a): the argument is reduced before it is multiplied, so that whole numbers give whole results.
template <class T>
T sineOfPi(T a) {
  const T rest = std::remainder(a, T{2});
  if (rest == std::trunc(rest)) return std::copysign(T{0}, a);
  return static_cast<T>(std::sin(std::numbers::pi_v<double> * static_cast<double>(rest)));
}
template <class T>
T cosineOfPi(T a) {
  const T rest = std::fabs(std::remainder(a, T{2}));
  if (rest == T{0.5}) return T{0};
  return static_cast<T>(std::cos(std::numbers::pi_v<double> * static_cast<double>(rest)));
}

/// The root of the sum of squares, without overflow on the way.
template <class T>
T lengthOf(T a, T b, T c, T d) {
  return static_cast<T>(std::hypot(std::hypot(static_cast<long double>(a), static_cast<long double>(b)),
                                   std::hypot(static_cast<long double>(c), static_cast<long double>(d))));
}

constexpr Row rows[] = {
    one<[](auto a) { return std::sin(a); }>("sin"),
    one<[](auto a) { return std::cos(a); }>("cos"),
    one<[](auto a) { return std::tan(a); }>("tan"),
    one<[](auto a) { return std::asin(a); }>("asin"),
    one<[](auto a) { return std::acos(a); }>("acos"),
    one<[](auto a) { return std::atan(a); }>("atan"),
    one<[](auto a) { return std::sinh(a); }>("sinh"),
    one<[](auto a) { return std::cosh(a); }>("cosh"),
    one<[](auto a) { return std::tanh(a); }>("tanh"),
    one<[](auto a) { return std::asinh(a); }>("asinh"),
    one<[](auto a) { return std::acosh(a); }>("acosh"),
    one<[](auto a) { return std::atanh(a); }>("atanh"),
    one<[](auto a) { return sineOfPi(a); }>("sinpi"),
    one<[](auto a) { return cosineOfPi(a); }>("cospi"),
    one<[](auto a) { return std::exp(a); }>("exp"),
    one<[](auto a) { return std::exp2(a); }>("exp2"),
    one<[](auto a) { return static_cast<decltype(a)>(std::pow(10.0L, static_cast<long double>(a))); }>("exp10"),
    one<[](auto a) { return std::expm1(a); }>("expm1"),
    one<[](auto a) { return std::log(a); }>("log"),
    one<[](auto a) { return std::log2(a); }>("log2"),
    one<[](auto a) { return std::log10(a); }>("log10"),
    one<[](auto a) { return std::log1p(a); }>("log1p"),
    one<[](auto a) { return std::logb(a); }>("logb"),
    one<[](auto a) { return std::ilogb(a); }>("ilogb"),
    one<[](auto a) { return std::cbrt(a); }>("cbrt"),
    one<[](auto a) { return 1 / std::cbrt(a); }>("rcbrt"),
    one<[](auto a) { return std::erf(a); }>("erf"),
    one<[](auto a) { return std::erfc(a); }>("erfc"),
    one<[](auto a) { return std::erfc(-a * std::numbers::sqrt2_v<decltype(a)> / 2) / 2; }>("normcdf"),
    one<[](auto a) { return std::lgamma(a); }>("lgamma"),
    one<[](auto a) { return std::tgamma(a); }>("tgamma"),
    two<[](auto a, auto b) { return std::atan2(a, b); }>("atan2"),
    two<[](auto a, auto b) { return std::pow(a, b); }>("pow"),
    two<[](auto a, auto b) { return std::fmod(a, b); }>("fmod"),
    two<[](auto a, auto b) { return std::remainder(a, b); }>("remainder"),
    two<[](auto a, auto b) { return std::hypot(a, b); }>("hypot"),
    two<[](auto a, auto b) { return 1 / std::hypot(a, b); }>("rhypot"),
    two<[](auto a, auto b) { return std::nextafter(a, b); }>("nextafter"),
    three<[](auto a, auto b, auto c) { return lengthOf(a, b, c, decltype(a){0}); }>("norm3d"),
    three<[](auto a, auto b, auto c) { return 1 / lengthOf(a, b, c, decltype(a){0}); }>("rnorm3d"),
    four<[](auto a, auto b, auto c, auto d) { return lengthOf(a, b, c, d); }>("norm4d"),
    four<[](auto a, auto b, auto c, auto d) { return 1 / lengthOf(a, b, c, d); }>("rnorm4d"),
    withInteger<[](auto a, int n) { return std::ldexp(a, n); }>("ldexp"),
    withInteger<[](auto a, int n) { return std::scalbn(a, n); }>("scalbn"),
    withInteger<[](auto a, int n) { return static_cast<decltype(a)>(std::pow(a, static_cast<double>(n))); }>("powi"),
};

const Row* rowOf(std::string_view name) {
  for (const Row& row : rows)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace

const BuiltinCall* findDeviceMath(std::string_view name) {
  constexpr std::string_view prefix = "__nv_";
  if (!name.starts_with(prefix)) return nullptr;
  name.remove_prefix(prefix.size());
  // The whole name first: erf ends like a function of float.
  if (const Row* row = rowOf(name)) return &row->ofDouble;
  if (!name.ends_with('f')) return nullptr;
  name.remove_suffix(1);
  const Row* row = rowOf(name);
  return row != nullptr ? &row->ofFloat : nullptr;
}

}  // namespace gpusim
