// day17-arithmetic-intensity: the whole exercise in one file, made by `make starters`. solve() comes first. It can be pasted back:
// ./harness day17 --from FILE.
//
//   nvcc -std=c++17 -O3 -arch=sm_75 day17-arithmetic-intensity.cu -o day17 && ./day17
//
// In Compiler Explorer: paste all of it, language CUDA C++, an NVCC of 12.6 or later, options
// -std=c++17 -arch=sm_75 -Xcompiler -g0 -DLARGEST_CASE=2000000; or let `./harness explorer day17` open it there.
// LARGEST_CASE leaves out every case of more cells. --no-timing stops when every case is right; --case and
// --seed as for the harness.
#ifndef EXERCISE_SOLVED_ABOVE  // a file that has its own solve() may include this one for the rest

// Day 17: predict, then measure, which of five kernels memory holds back.
//
// launch(kernel) starts one of seven kernels on the default stream and returns at once. x, y and out are arrays of
// floats in device memory, a, b and c are side x side floats.
//
//   0  copy               out[i] = x[i], i < n
//   1  multiply-adds      65,536 threads do `steps` multiply-adds each, in registers
//   2  saxpy              out[i] = s * x[i] + y[i], i < n
//   3  short polynomial   8 multiply-adds on x[i] into out[i], i < n
//   4  long polynomial    `steps` multiply-adds on x[i] into out[i], i < (n + 15) / 16
//   5  scatter            out[(i * 4099) % n] = 2 * x[i], i < n
//   6  product            c = a b, one thread an element, without a tile
//
// Kernel 0 measures the memory roof, kernel 1 the arithmetic roof. Fill in, for each kernel:
//
//   flop[k]           operations of one launch: an addition or a multiplication is one, a multiply-add two
//   bytes[k]          bytes that have to cross memory at the least: every input once, every output once
//   milliseconds[k]   one launch, as on day 9; the first launch of a kernel is slow
//   predicted[k]      from the counts and the two roofs: 0 memory is the lower roof, 1 arithmetic is
//   measured[k]       from the time: the same when the kernel reaches at least half of that roof, otherwise 2
//
// flop[0] and bytes[1] are not looked at, and neither are predictions for kernels 0 and 1.
//
// The version below counts a multiply-add as one, takes what a thread asks for as what crosses memory, and guesses.
#include <cuda_runtime.h>

#include <cstddef>

constexpr int kernels = 7;

void solve(size_t n, int steps, size_t side, void (*launch)(int kernel), double* flop, double* bytes,
           double* milliseconds, int* predicted, int* measured) {
  const double elements = static_cast<double>(n);
  const double fewer = static_cast<double>((n + 15) / 16);
  const double products = static_cast<double>(side) * static_cast<double>(side) * static_cast<double>(side);
  const double countedFlop[kernels] = {0, 65536.0 * steps, elements, 8 * elements, steps * fewer, elements, products};
  const double countedBytes[kernels] = {8 * elements, 0,           12 * elements, 8 * elements, 8 * fewer,
                                        8 * elements, 8 * products};
  for (int k = 0; k < kernels; ++k) {
    flop[k] = countedFlop[k];
    bytes[k] = countedBytes[k];
    launch(k);
    milliseconds[k] = 1;
    predicted[k] = 0;
    measured[k] = 0;
  }
}

// ================================================================================================================
// The rest need not be read: the ladder of shapes, the comparison, the names of faults and the timing.
// ================================================================================================================
#endif  // EXERCISE_SOLVED_ABOVE
#ifndef EXERCISE_IN_HARNESS  // which brings all of it itself
#pragma nv_diag_suppress 177, 550, 1675
#pragma GCC optimize("O1")
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>
namespace exercise {
inline std::uint64_t splitmix64(std::uint64_t& state) {
state += 0x9e3779b97f4a7c15ULL;
std::uint64_t z = state;
z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
return z ^ (z >> 31);
}
inline std::uint64_t derivedSeed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
std::uint64_t state = seed ^ (a * 0xd1342543de82ef95ULL) ^ (b * 0x2545f4914f6cdd1dULL);
splitmix64(state);
return splitmix64(state);
}
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
class DistinctValues {
public:
DistinctValues() = default;
DistinctValues(std::uint64_t seed, std::size_t count) : count_(count) {
std::uint64_t state = seed;
for (Round& round : rounds_) {
round.factor = static_cast<std::uint32_t>(splitmix64(state) & mask) | 1U;
round.offset = static_cast<std::uint32_t>(splitmix64(state) & mask);
round.inverse = inverseOf(round.factor);
}
zeroAt_ = unmix(0);
}
std::size_t count() const { return count_; }
bool distinct() const { return count_ <= mask; }
std::uint32_t at(std::size_t index) const {
const std::uint32_t value = mix(static_cast<std::uint32_t>(index) & mask);
return value != 0 ? value : mix(mask);
}
std::size_t indexOf(double value) const {
if (!distinct() || !(value >= 1) || !(value <= static_cast<double>(mask))) return nowhere;
const std::uint32_t whole = static_cast<std::uint32_t>(value);
if (static_cast<double>(whole) != value) return nowhere;
std::uint32_t index = unmix(whole);
if (index == mask) index = zeroAt_;
return index < count_ ? index : nowhere;
}
private:
static constexpr std::uint32_t mask = (1U << 24) - 1;
struct Round {
std::uint32_t factor = 1, offset = 0, inverse = 1;
};
static std::uint32_t inverseOf(std::uint32_t odd) {
std::uint32_t inverse = odd;
for (int i = 0; i < 4; ++i) inverse *= 2U - odd * inverse;
return inverse & mask;
}
std::uint32_t mix(std::uint32_t x) const {
for (const Round& round : rounds_) {
x = (x * round.factor + round.offset) & mask;
x ^= x >> 12;
}
return x;
}
std::uint32_t unmix(std::uint32_t x) const {
for (std::size_t i = roundCount; i-- > 0;) {
x ^= x >> 12;
x = ((x - rounds_[i].offset) * rounds_[i].inverse) & mask;
}
return x;
}
static constexpr std::size_t roundCount = 2;
Round rounds_[roundCount];
std::size_t count_ = 0;
std::uint32_t zeroAt_ = 0;
};
}
namespace exercise {
class Draw {
public:
explicit Draw(std::uint64_t seed) : state_(seed) {}
std::size_t below(std::size_t count) { return static_cast<std::size_t>(splitmix64(state_) % count); }
double unit() { return static_cast<double>(splitmix64(state_) >> 11) * (1.0 / 9007199254740992.0); }
private:
std::uint64_t state_;
};
inline std::vector<double> wholeNumbers(std::uint64_t seed, std::size_t count, std::size_t most) {
Draw draw(seed);
std::vector<double> out(count);
for (double& value : out) {
const double size = static_cast<double>(1 + draw.below(most));
value = draw.below(2) == 0 ? size : -size;
}
return out;
}
inline std::size_t mostForExactSum(std::size_t terms) {
return std::max<std::size_t>(1, ((std::size_t{1} << 24) - 1) / std::max<std::size_t>(terms, 1));
}
inline std::vector<double> awkwardReals(std::uint64_t seed, std::size_t count) {
Draw draw(seed);
std::vector<double> out(count);
for (std::size_t i = 0; i < count; ++i) {
const std::size_t kind = draw.below(16);
const double value = 2 * draw.unit() - 1;
if (kind == 0)
out[i] = 0;
else if (kind == 1)
out[i] = value * 1e-12;
else if (kind < 6 && i > 0)
out[i] = -out[i - 1] * (1 + value / 1024);
else
out[i] = value;
}
if (count > 3) out[draw.below(count)] = 2000;
for (double& value : out) value = static_cast<double>(static_cast<float>(value));
return out;
}
}
#include <cstring>
#include <functional>
#include <sys/mman.h>
#include <cstdlib>
#include <new>
namespace exercise {
class Bytes {
public:
Bytes() = default;
explicit Bytes(std::size_t size) : data_(allocate(size)), size_(size) {}
Bytes(std::size_t size, unsigned char value) : Bytes(size) {
if (size > 0) std::memset(data_, value, size);
}
Bytes(const Bytes& other) : Bytes(other.size_) {
if (size_ > 0) std::memcpy(data_, other.data_, size_);
}
Bytes(Bytes&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
Bytes& operator=(Bytes other) noexcept {
std::swap(data_, other.data_);
std::swap(size_, other.size_);
return *this;
}
~Bytes() { std::free(data_); }
unsigned char* data() { return data_; }
const unsigned char* data() const { return data_; }
std::size_t size() const { return size_; }
bool empty() const { return size_ == 0; }
unsigned char& operator[](std::size_t index) { return data_[index]; }
unsigned char operator[](std::size_t index) const { return data_[index]; }
bool operator==(const Bytes& other) const {
return size_ == other.size_ && (size_ == 0 || std::memcmp(data_, other.data_, size_) == 0);
}
bool operator!=(const Bytes& other) const { return !(*this == other); }
private:
static unsigned char* allocate(std::size_t size) {
if (size == 0) return nullptr;
constexpr std::size_t largePage = std::size_t{2} << 20;
void* at = nullptr;
if (size < 2 * largePage) {
at = std::malloc(size);
} else {
const std::size_t rounded = (size + largePage - 1) / largePage * largePage;
at = std::aligned_alloc(largePage, rounded);
#ifdef MADV_HUGEPAGE
if (at != nullptr) madvise(at, rounded, MADV_HUGEPAGE);
#endif
}
if (at == nullptr) throw std::bad_alloc();
return static_cast<unsigned char*>(at);
}
unsigned char* data_ = nullptr;
std::size_t size_ = 0;
};
template <class T>
T* elementsOf(Bytes& bytes) {
return reinterpret_cast<T*>(bytes.data());
}
}
namespace exercise {
inline double halfToDouble(std::uint16_t bits) {
const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
const int exponent = (bits >> 10) & 31;
const double fraction = bits & 1023U;
if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
if (exponent == 0) return sign * std::ldexp(fraction, -24);
return sign * std::ldexp(1024 + fraction, exponent - 25);
}
inline std::uint16_t halfOf(double value) {
const std::uint16_t sign = std::signbit(value) ? 0x8000U : 0;
const double size = std::fabs(value);
if (std::isnan(value)) return 0x7fff;
if (size >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00U);
if (size < std::ldexp(1.0, -14))
return static_cast<std::uint16_t>(sign | static_cast<unsigned>(std::nearbyint(std::ldexp(size, 24))));
int exponent = 0;
std::frexp(size, &exponent);
const unsigned fraction = static_cast<unsigned>(std::nearbyint(std::ldexp(size, 11 - exponent)));
return static_cast<std::uint16_t>(sign | ((static_cast<unsigned>(exponent + 13) << 10) + fraction));
}
}
#include <memory>
#include <array>
namespace exercise {
struct Shape {
std::array<std::size_t, 3> extent{1, 1, 1};
std::size_t rank = 0;
Shape() = default;
explicit Shape(std::size_t n) : extent{n, 1, 1}, rank(1) {}
Shape(std::size_t rows, std::size_t cols) : extent{rows, cols, 1}, rank(2) {}
Shape(std::size_t depth, std::size_t rows, std::size_t cols) : extent{depth, rows, cols}, rank(3) {}
std::size_t count() const { return extent[0] * extent[1] * extent[2]; }
std::size_t cols() const { return rank == 0 ? 1 : extent[rank - 1]; }
std::size_t rows() const { return cols() == 0 ? 0 : count() / cols(); }
std::string str() const {
std::string out;
for (std::size_t i = 0; i < rank; ++i) out += (i == 0 ? "" : "x") + std::to_string(extent[i]);
return out;
}
bool operator==(const Shape& other) const { return rank == other.rank && extent == other.extent; }
};
inline bool parseShape(const std::string& text, Shape& out) {
Shape shape;
std::size_t at = 0;
std::uint64_t count = 1;
while (at < text.size()) {
std::uint64_t value = 0;
const std::size_t start = at;
for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
if (value > (std::uint64_t{1} << 40)) return false;
}
if (at == start || value == 0 || shape.rank == 3) return false;
if (value > (std::uint64_t{1} << 40) / count) return false;
count *= value;
shape.extent[shape.rank++] = static_cast<std::size_t>(value);
if (at == text.size()) break;
if (text[at] != 'x' || at + 1 == text.size()) return false;
++at;
}
if (shape.rank == 0) return false;
out = shape;
return true;
}
}
namespace exercise {
struct Term {
double value = 0;
std::size_t place = 0;
};
enum class Fold { sum, maximum };
struct Terms {
Fold fold = Fold::sum;
std::string noun = "term";
std::size_t length = 0;
bool ragged = false;
std::function<void(std::size_t cell, std::vector<Term>& out)> of;
};
struct Product {
std::size_t m = 0, n = 0, k = 0;
std::vector<double> a, b;
};
struct SparseRows {
std::vector<std::size_t> offsets, columns;
std::vector<double> values, x;
};
enum class Meaning {
values,
inclusiveScan,
exclusiveScan,
sorted,
carried,
kept,
normalized,
rowOffsets,
};
struct Mistake {
std::string faultClass, headline, see;
std::vector<double> values;
};
struct Relation {
Meaning meaning = Meaning::values;
std::vector<double> input;
std::vector<unsigned char> passes;
std::vector<double> groups;
std::size_t used = 0;
std::vector<std::size_t> rowStarts;
Terms terms;
std::shared_ptr<const Product> product;
std::shared_ptr<const SparseRows> sparse;
std::vector<Mistake> mistakes;
std::function<double(std::size_t x, std::size_t y)> elementwise;
};
}
namespace exercise {
inline std::string number(std::uint64_t value) {
std::string digits = std::to_string(value);
for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
return digits;
}
inline std::string counted(std::uint64_t count, const std::string& noun) {
return number(count) + " " + noun + (count == 1 ? "" : "s");
}
inline std::string span(const std::string& noun, std::uint64_t first, std::uint64_t last) {
if (first == last) return noun + " " + number(first);
return noun + "s " + number(first) + " to " + number(last);
}
inline std::string valueText(double value) {
if (std::isnan(value)) return "nan";
if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
char buffer[40];
if (value == std::floor(value) && std::fabs(value) < 9007199254740992.0) {
std::snprintf(buffer, sizeof buffer, "%.0f", value);
return buffer;
}
for (int digits = 6; digits <= 17; ++digits) {
std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
double back = 0;
if (std::sscanf(buffer, "%lf", &back) == 1 && back == value) break;
}
return buffer;
}
}
namespace exercise {
enum class ElementType { f32, f64, i32, u32, u8, f16 };
inline std::size_t bytesOf(ElementType type) {
switch (type) {
case ElementType::f64:
return 8;
case ElementType::u8:
return 1;
case ElementType::f16:
return 2;
case ElementType::f32:
case ElementType::i32:
case ElementType::u32:
break;
}
return 4;
}
enum class Role { input, output, inOut, scratch };
inline bool startsUnwritten(Role role) { return role == Role::output || role == Role::scratch; }
enum class Side { device, host, managed };
struct Array {
std::string name;
Role role = Role::input;
ElementType type = ElementType::f32;
Shape shape;
Bytes initial;
Bytes expected;
double absoluteTolerance = 0;
double relativeTolerance = 0;
std::vector<double> allowed;
std::vector<double> scale;
std::function<std::string(std::size_t row, std::size_t col)> cellName;
Relation relation;
std::size_t bytes() const { return shape.count() * bytesOf(type); }
bool compared() const { return role == Role::output || role == Role::inOut; }
};
struct Problem {
Shape shape;
Side side = Side::device;
std::vector<Array> arrays;
std::vector<double> scalars;
DistinctValues traced;
std::size_t tracedInput = 0;
};
inline std::string placeWords(const Shape& shape, std::size_t index) {
if (shape.rank == 1) return "element " + number(index);
const std::size_t row = index / shape.cols();
const std::string col = ", column " + number(index % shape.cols());
if (shape.rank != 3) return "row " + number(row) + col;
return "plane " + number(row / shape.extent[1]) + ", row " + number(row % shape.extent[1]) + col;
}
inline double elementAt(const Bytes& bytes, ElementType type, std::size_t index) {
const unsigned char* at = bytes.data() + index * bytesOf(type);
switch (type) {
case ElementType::f32: {
float value;
std::memcpy(&value, at, sizeof value);
return static_cast<double>(value);
}
case ElementType::f64: {
double value;
std::memcpy(&value, at, sizeof value);
return value;
}
case ElementType::i32: {
std::int32_t value;
std::memcpy(&value, at, sizeof value);
return value;
}
case ElementType::u32: {
std::uint32_t value;
std::memcpy(&value, at, sizeof value);
return value;
}
case ElementType::f16: {
std::uint16_t bits;
std::memcpy(&bits, at, sizeof bits);
return halfToDouble(bits);
}
case ElementType::u8:
break;
}
return *at;
}
inline double allowedAt(const Array& array, std::size_t index) {
return array.allowed.empty() ? array.absoluteTolerance : array.allowed[index];
}
constexpr std::uint32_t poisonWord = 0x7fdead13U;
inline Bytes poison(std::size_t bytes) {
Bytes out(bytes);
const std::size_t whole = bytes / sizeof poisonWord;
std::fill(elementsOf<std::uint32_t>(out), elementsOf<std::uint32_t>(out) + whole, poisonWord);
for (std::size_t i = whole * 4; i < bytes; ++i) out[i] = static_cast<unsigned char>(poisonWord >> (8 * (i % 4)));
return out;
}
inline bool isPoison(const Bytes& bytes, ElementType type, std::size_t index) {
const std::size_t size = bytesOf(type);
for (std::size_t i = index * size; i < (index + 1) * size; ++i)
if (bytes[i] != static_cast<unsigned char>(poisonWord >> (8 * (i % 4)))) return false;
return true;
}
}
namespace exercise {
inline double unitRoundoff(ElementType type) {
switch (type) {
case ElementType::f32:
return std::ldexp(1.0, -24);
case ElementType::f64:
return std::ldexp(1.0, -53);
case ElementType::f16:
return std::ldexp(1.0, -11);
case ElementType::i32:
case ElementType::u32:
case ElementType::u8:
break;
}
return 0;
}
inline double sumTolerance(ElementType type, std::size_t terms, double sumOfAbsolutes) {
const double nu = static_cast<double>(terms + 2) * unitRoundoff(type);
return nu < 1 ? nu / (1 - nu) * sumOfAbsolutes : HUGE_VAL;
}
inline void tolerateSums(Array& array, bool exact) {
const std::size_t total = array.shape.count();
array.allowed.assign(total, 0);
array.scale.assign(total, 0);
std::vector<Term> terms;
for (std::size_t cell = 0; cell < total; ++cell) {
terms.clear();
array.relation.terms.of(cell, terms);
for (const Term& term : terms) array.scale[cell] += std::fabs(term.value);
if (!exact) array.allowed[cell] = sumTolerance(array.type, terms.size(), array.scale[cell]);
}
}
}
namespace exercise {
inline void storeElement(Bytes& bytes, ElementType type, std::size_t index, double value) {
unsigned char* at = bytes.data() + index * bytesOf(type);
const auto put = [&](auto stored) { std::memcpy(at, &stored, sizeof stored); };
switch (type) {
case ElementType::f32:
return put(static_cast<float>(value));
case ElementType::f64:
return put(value);
case ElementType::i32:
return put(static_cast<std::int32_t>(value));
case ElementType::u32:
return put(static_cast<std::uint32_t>(value));
case ElementType::u8:
return put(static_cast<std::uint8_t>(value));
case ElementType::f16:
return put(halfOf(value));
}
}
inline Bytes bytesOfValues(ElementType type, const std::vector<double>& values) {
Bytes bytes(values.size() * bytesOf(type));
for (std::size_t i = 0; i < values.size(); ++i) storeElement(bytes, type, i, values[i]);
return bytes;
}
inline Array inputArray(std::string name, ElementType type, const Shape& shape, const std::vector<double>& values) {
Array array;
array.name = std::move(name);
array.role = Role::input;
array.type = type;
array.shape = shape;
array.initial = bytesOfValues(type, values);
return array;
}
inline Array outputArray(std::string name, ElementType type, const Shape& shape, const std::vector<double>& values) {
Array array;
array.name = std::move(name);
array.role = Role::output;
array.type = type;
array.shape = shape;
array.expected = bytesOfValues(type, values);
return array;
}
inline Array inOutArray(std::string name, ElementType type, const Shape& shape, const std::vector<double>& before,
const std::vector<double>& after) {
Array array = outputArray(std::move(name), type, shape, after);
array.role = Role::inOut;
array.initial = bytesOfValues(type, before);
return array;
}
inline Array scratchArray(std::string name, ElementType type, const Shape& shape) {
Array array;
array.name = std::move(name);
array.role = Role::scratch;
array.type = type;
array.shape = shape;
return array;
}
inline std::vector<double> foldValues(const Terms& terms, std::size_t count) {
std::vector<double> values(count);
std::vector<Term> of;
for (std::size_t cell = 0; cell < count; ++cell) {
of.clear();
terms.of(cell, of);
values[cell] = terms.fold == Fold::sum ? 0 : -HUGE_VAL;
for (const Term& term : of)
values[cell] = terms.fold == Fold::sum ? values[cell] + term.value : std::max(values[cell], term.value);
}
return values;
}
inline Array foldArray(std::string name, ElementType type, const Shape& shape, Terms terms, bool exact) {
Array array = outputArray(std::move(name), type, shape, foldValues(terms, shape.count()));
const bool rounds = !exact && terms.fold == Fold::sum;
array.relation.terms = std::move(terms);
tolerateSums(array, !rounds);
return array;
}
inline Array keptArray(std::string name, ElementType type, const std::vector<double>& in,
const std::vector<unsigned char>& passes) {
std::vector<double> kept;
for (std::size_t i = 0; i < in.size(); ++i)
if (passes[i]) kept.push_back(in[i]);
Relation relation;
relation.meaning = Meaning::kept;
relation.input = in;
relation.passes = passes;
relation.used = kept.size();
std::vector<double> allowed(in.size(), HUGE_VAL);
std::fill(allowed.begin(), allowed.begin() + static_cast<std::ptrdiff_t>(kept.size()), 0.0);
kept.resize(in.size(), 0);
Array array = outputArray(std::move(name), type, Shape(in.size()), kept);
array.relation = std::move(relation);
array.allowed = std::move(allowed);
return array;
}
inline Array keptRowsArray(std::string name, ElementType type, const std::vector<double>& in,
const std::vector<unsigned char>& passes, const std::vector<std::size_t>& starts) {
Array array = keptArray(std::move(name), type, in, passes);
array.relation.rowStarts = starts;
array.cellName = [name = array.name, starts](std::size_t, std::size_t element) {
const auto next = std::upper_bound(starts.begin(), starts.end(), element);
const std::size_t row = static_cast<std::size_t>(next - starts.begin()) - 1;
return name + ", row " + number(row) + ", entry " + number(element - starts[row]);
};
return array;
}
inline Array rowOffsetsArray(std::string name, const std::vector<std::size_t>& starts) {
Array array = outputArray(std::move(name), ElementType::u32, Shape(starts.size()),
std::vector<double>(starts.begin(), starts.end()));
array.relation.meaning = Meaning::rowOffsets;
array.relation.input.assign(starts.size(), 0);
for (std::size_t row = 0; row + 1 < starts.size(); ++row)
array.relation.input[row] = static_cast<double>(starts[row + 1] - starts[row]);
return array;
}
}
namespace exercise {
struct Diagnosis {
std::string faultClass = "unexplained";
std::string headline, see;
std::vector<std::string> others;
std::string second;
};
}
void solve(std::size_t n, int steps, std::size_t side, void (*launch)(int kernel), double* flop, double* bytes,
double* milliseconds, int* predicted, int* measured);
namespace day17 {
enum Kernel : std::size_t { copy, multiplyAdds, saxpy, shortPolynomial, longPolynomial, scatter, product, kernelCount };
constexpr const char* names[kernelCount] = {"copy",    "multiply-adds", "saxpy", "short polynomial", "long polynomial",
"scatter", "product"};
constexpr std::size_t addThreads = 65536;
constexpr std::size_t shortSteps = 8;
enum Bound { memory, arithmetic, neither };
struct Row {
double flop = 0, bytes = 0, milliseconds = 0;
int predicted = -1, measured = -1;
};
struct Work {
std::size_t n = 0, steps = 0, side = 0;
std::size_t fewer() const { return (n + 15) / 16; }
};
inline Row countsOf(Kernel kernel, const Work& work) {
const double n = static_cast<double>(work.n), steps = static_cast<double>(work.steps);
const double side = static_cast<double>(work.side), fewer = static_cast<double>(work.fewer());
Row row;
switch (kernel) {
case copy:
row.bytes = 8 * n;
break;
case multiplyAdds:
row.flop = 2 * steps * addThreads;
row.bytes = 4 * addThreads;
break;
case saxpy:
row.flop = 2 * n;
row.bytes = 12 * n;
break;
case shortPolynomial:
row.flop = 2 * shortSteps * n;
row.bytes = 8 * n;
break;
case longPolynomial:
row.flop = 2 * steps * fewer;
row.bytes = 8 * fewer;
break;
case scatter:
row.flop = n;
row.bytes = 8 * n;
break;
case product:
row.flop = 2 * side * side * side;
row.bytes = 12 * side * side;
break;
case kernelCount:
break;
}
return row;
}
struct Observed {
Work work;
Row rows[kernelCount];
std::vector<double> onDevice[kernelCount];
double part = 0.15;
double between = 0.02;
bool waited = true;
};
inline bool near(double got, double want, double part) { return std::fabs(got - want) <= part * std::fabs(want); }
inline double medianOf(std::vector<double> times) {
if (times.size() > 1) times.erase(times.begin());
std::sort(times.begin(), times.end());
return times.empty() ? 0 : times[times.size() / 2];
}
struct Roofs {
double bytes = 0, flop = 0;
double ridge() const { return flop / bytes; }
};
inline Roofs roofsOf(const Observed& seen) {
return {countsOf(copy, seen.work).bytes / medianOf(seen.onDevice[copy]),
countsOf(multiplyAdds, seen.work).flop / medianOf(seen.onDevice[multiplyAdds])};
}
inline exercise::Diagnosis diagnosisOf(const char* faultClass, std::string headline, const char* see = "day 17") {
exercise::Diagnosis out;
out.faultClass = faultClass;
out.headline = std::move(headline);
out.see = see;
return out;
}
inline std::string digits(double value, const char* format) {
char text[64];
std::snprintf(text, sizeof text, format, value);
return text;
}
inline std::string called(std::size_t kernel) {
return "kernel " + std::to_string(kernel) + " (" + names[kernel] + ")";
}
inline std::optional<exercise::Diagnosis> wrongFlop(const Observed& seen, Kernel kernel) {
const double got = seen.rows[kernel].flop, want = countsOf(kernel, seen.work).flop;
if (kernel == copy || near(got, want, 1e-6)) return std::nullopt;
std::string text =
called(kernel) + ": you count " + digits(got, "%.0f") + " operations a launch, it does " + digits(want, "%.0f");
const auto is = [&](double value) { return near(got, value, 1e-6); };
if (is(want / 2))
text += ": half of them, and a multiply-add is two";
else if (is(want / static_cast<double>(seen.work.n)) || is(want / static_cast<double>(seen.work.fewer())))
text += ": yours are those of one element";
else if (kernel == longPolynomial &&
is(want / static_cast<double>(seen.work.fewer()) * static_cast<double>(seen.work.n)))
text += ": it has n / 16 elements, rounded up, and not n";
else if (kernel == product && is(2 * static_cast<double>(seen.work.side * seen.work.side)))
text += ": each of the side x side elements is a sum of side products";
return diagnosisOf("flop-count", text);
}
inline std::optional<exercise::Diagnosis> wrongBytes(const Observed& seen, Kernel kernel) {
const double got = seen.rows[kernel].bytes, want = countsOf(kernel, seen.work).bytes;
if (kernel == multiplyAdds || near(got, want, 1e-6)) return std::nullopt;
const double n = static_cast<double>(seen.work.n), side = static_cast<double>(seen.work.side);
std::string text = called(kernel) + ": you count " + digits(got, "%.0f") + " bytes a launch, at the least " +
digits(want, "%.0f") + " have to cross memory";
const auto is = [&](double value) { return near(got, value, 1e-6); };
const char* faultClass = "byte-count";
if (is(want / 4)) {
text += ": yours are elements, and a float has 4 bytes";
} else if (is(want / static_cast<double>(seen.work.n)) || is(want / static_cast<double>(seen.work.fewer()))) {
text += ": yours are those of one element";
} else if (kernel == product && got > 7.9 * side * side * side) {
faultClass = "bytes-asked";
text += ": yours are what the threads ask for; each element of the three matrices crosses once at the least";
} else if (kernel == scatter && got > want) {
faultClass = "sectors-counted";
text += ": yours count whole sectors; at the least only the 8 useful bytes of an element cross";
} else if (kernel == longPolynomial && is(8 * n)) {
text += ": it has n / 16 elements, rounded up, and not n";
} else if (is(want / 2) || (kernel == saxpy && (is(4 * n) || is(8 * n))) ||
(kernel == product && (is(8 * side * side) || is(4 * side * side)))) {
text += ": every array counts, what is read and what is written";
}
return diagnosisOf(faultClass, text);
}
inline std::optional<exercise::Diagnosis> wrongTime(const Observed& seen, Kernel kernel) {
const double got = seen.rows[kernel].milliseconds;
const std::vector<double>& all = seen.onDevice[kernel];
if (all.empty())
return diagnosisOf("never-launched", called(kernel) + " was never launched, so there was nothing to measure");
const double median = medianOf(all);
const auto first = all.begin() + (all.size() > 1 ? 1 : 0);
const double least = *std::min_element(first, all.end()), most = *std::max_element(first, all.end());
const bool onlyFirst = all.size() == 1;
if (!onlyFirst && got >= (1 - seen.part) * least && got <= (1 + seen.part) * most + seen.between) return std::nullopt;
std::string text = called(kernel) + ": you measured " + digits(got, "%.4f") + " ms, ";
double sum = 0;
for (const double time : all) sum += time;
const auto is = [&](double value) { return near(got, value, 0.1); };
const auto ofAnother = [&]() -> std::optional<exercise::Diagnosis> {
for (std::size_t other = 0; other < kernelCount; ++other)
if (other != kernel && !seen.onDevice[other].empty() && is(medianOf(seen.onDevice[other])))
return diagnosisOf("another-kernel", text + "yours is the time of " + called(other));
return std::nullopt;
};
if (onlyFirst && !is(all[0]))
if (auto another = ofAnother()) return another;
if (onlyFirst)
return diagnosisOf("warm-up-included",
text + "and launched it once: the first launch is several times as slow; warm up first",
"day 9");
text += "a launch takes " + digits(median, "%.4f") + " ms: ";
if (!seen.waited)
return diagnosisOf("no-synchronize", text + "solve() returned while a kernel was still running", "day 9");
if (is(median / 1000)) return diagnosisOf("wrong-unit", text + "these are seconds", "day 9");
if (is(median * 1000)) return diagnosisOf("wrong-unit", text + "these are microseconds", "day 9");
if (is(all[0]) || is(sum / static_cast<double>(all.size())))
return diagnosisOf("warm-up-included", text + "the slow first launch is in it; warm up first", "day 9");
if (is(sum - all[0]) || is(sum))
return diagnosisOf("total-of-the-runs", text + "these are all launches together", "day 9");
if (auto another = ofAnother()) return another;
return diagnosisOf("wrong-time", text + "put an event on either side of the launch, and wait for the second",
"day 9");
}
constexpr const char* bounds[] = {"memory", "arithmetic", "neither"};
inline std::string boundWord(int bound) {
return bound >= memory && bound <= neither ? bounds[bound] : std::to_string(bound);
}
inline std::string intensityWords(const Observed& seen, Kernel kernel) {
const Row counts = countsOf(kernel, seen.work);
return called(kernel) + " does " + digits(counts.flop / counts.bytes, "%.3g") +
" FLOP a byte, and the roofs meet at " + digits(roofsOf(seen).ridge(), "%.3g");
}
inline int rightPrediction(const Observed& seen, Kernel kernel) {
const Row counts = countsOf(kernel, seen.work);
return counts.flop / counts.bytes < roofsOf(seen).ridge() ? memory : arithmetic;
}
inline double reached(const Observed& seen, Kernel kernel) {
const Row counts = countsOf(kernel, seen.work);
const Roofs roofs = roofsOf(seen);
return std::max(counts.bytes / roofs.bytes, counts.flop / roofs.flop) / medianOf(seen.onDevice[kernel]);
}
inline std::optional<exercise::Diagnosis> wrongPrediction(const Observed& seen, Kernel kernel) {
const Row counts = countsOf(kernel, seen.work);
const int got = seen.rows[kernel].predicted, want = rightPrediction(seen, kernel);
if (got == want) return std::nullopt;
if (near(counts.flop / counts.bytes, roofsOf(seen).ridge(), seen.part) && (got == memory || got == arithmetic))
return std::nullopt;
bool allTurned = true;
for (std::size_t k = saxpy; k < kernelCount; ++k)
allTurned = allTurned && seen.rows[k].predicted == 1 - rightPrediction(seen, static_cast<Kernel>(k));
if (allTurned)
return diagnosisOf("sides-exchanged", "all five predictions are the wrong way round: " +
intensityWords(seen, kernel) + "; below that, memory is the lower roof");
return diagnosisOf("wrong-prediction", intensityWords(seen, kernel) + ": " + bounds[want] +
" is the lower roof there, and you predicted " + boundWord(got));
}
inline std::optional<exercise::Diagnosis> wrongMeasurement(const Observed& seen, Kernel kernel) {
const double part = reached(seen, kernel);
const int got = seen.rows[kernel].measured, by = rightPrediction(seen, kernel), want = part < 0.5 ? neither : by;
if (got == want || (near(part, 0.5, seen.part) && (got == by || got == neither))) return std::nullopt;
const Row counts = countsOf(kernel, seen.work);
if (got == 1 - by && near(counts.flop / counts.bytes, roofsOf(seen).ridge(), seen.part)) return std::nullopt;
bool repeated = got == by;
for (std::size_t k = saxpy; k < kernelCount; ++k)
repeated = repeated && seen.rows[k].measured == seen.rows[k].predicted;
const std::string text = called(kernel) + " reaches " + digits(100 * part, "%.0f") + "% of what the " + bounds[by] +
" roof allows: " + (want == neither ? "neither roof explains its time" : bounds[want]) +
", and you say " + boundWord(got);
if (repeated) return diagnosisOf("prediction-repeated", text + "; your five answers repeat the predictions");
return diagnosisOf("wrong-measurement", text);
}
inline std::optional<exercise::Diagnosis> firstWrong(const Observed& seen) {
const auto each = [&](auto check, std::size_t from) -> std::optional<exercise::Diagnosis> {
for (std::size_t k = from; k < kernelCount; ++k)
if (auto found = check(seen, static_cast<Kernel>(k))) return found;
return std::nullopt;
};
if (auto found = each(wrongFlop, copy)) return found;
if (auto found = each(wrongBytes, copy)) return found;
if (auto found = each(wrongTime, copy)) return found;
if (auto found = each(wrongPrediction, saxpy)) return found;
return each(wrongMeasurement, saxpy);
}
inline std::vector<double> encoded(const Observed& seen) {
std::vector<double> out{firstWrong(seen) ? 0.0 : 1.0,
static_cast<double>(seen.work.n),
static_cast<double>(seen.work.steps),
static_cast<double>(seen.work.side),
seen.part,
seen.between,
seen.waited ? 1.0 : 0.0};
for (std::size_t k = 0; k < kernelCount; ++k) {
const Row& row = seen.rows[k];
const std::vector<double>& times = seen.onDevice[k];
double sum = 0, least = 0, most = 0;
for (std::size_t i = 0; i < times.size(); ++i) {
sum += times[i];
if (i == 0) continue;
least = i == 1 ? times[i] : std::min(least, times[i]);
most = std::max(most, times[i]);
}
out.insert(out.end(), {row.flop, row.bytes, row.milliseconds, static_cast<double>(row.predicted),
static_cast<double>(row.measured), static_cast<double>(times.size()),
times.empty() ? 0 : times[0], medianOf(times), least, most, sum});
}
return out;
}
constexpr std::size_t headFields = 7, rowFields = 11;
inline Observed decoded(const std::vector<double>& from) {
Observed seen;
seen.work = {static_cast<std::size_t>(from[1]), static_cast<std::size_t>(from[2]), static_cast<std::size_t>(from[3])};
seen.part = from[4];
seen.between = from[5];
seen.waited = from[6] != 0;
for (std::size_t k = 0; k < kernelCount; ++k) {
const double* const row = from.data() + headFields + k * rowFields;
seen.rows[k] = {row[0], row[1], row[2], static_cast<int>(row[3]), static_cast<int>(row[4])};
const std::size_t launches = static_cast<std::size_t>(row[5]);
if (launches == 0) continue;
std::vector<double> times(launches, row[7]);
times[0] = row[6];
if (launches > 2) times[1] = row[8];
if (launches > 3) times[2] = row[9];
seen.onDevice[k] = std::move(times);
}
return seen;
}
inline exercise::Problem tableProblem(const exercise::Shape& shape, std::uint64_t seed) {
using namespace exercise;
Problem problem;
problem.shape = shape;
problem.scalars = {static_cast<double>(seed % 7)};
std::vector<double> expected(headFields + kernelCount * rowFields, 0);
expected[0] = 1;
problem.arrays.push_back(outputArray("table", ElementType::f64, Shape(expected.size()), expected));
problem.arrays[0].allowed.assign(expected.size(), HUGE_VAL);
problem.arrays[0].allowed[0] = 0;
problem.arrays[0].cellName = [](std::size_t, std::size_t) { return std::string("the table, right (1) or not (0)"); };
return problem;
}
}
#ifdef __CUDACC__
#include <cuda_runtime.h>
namespace exercise {
static __global__ void copyQuads(const uint4* in, uint4* out, std::size_t quads) {
const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < quads; i += stride)
out[i] = in[i];
}
static __global__ void waitAndCount(long long* cyclesAndNanoseconds) {
#ifdef __CUDA_ARCH__
long long began = 0, now = 0;
asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(began));
const long long first = clock64();
do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
while (now - began < 100000);
cyclesAndNanoseconds[0] = clock64() - first;
cyclesAndNanoseconds[1] = now - began;
#else
static_cast<void>(cyclesAndNanoseconds);
#endif
}
static __global__ void waitForHost(volatile int* flags, long long nanoseconds) {
#ifdef __CUDA_ARCH__
long long began = 0, now = 0;
asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(began));
while (flags[0] == 0) {
asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
if (now - began < nanoseconds) continue;
flags[1] = 1;
return;
}
#else
static_cast<void>(flags), static_cast<void>(nanoseconds);
#endif
}
inline void launchWideCopy(const void* from, void* to, std::size_t bytes) {
const std::size_t quads = bytes / sizeof(uint4);
const unsigned blocks = static_cast<unsigned>(std::min<std::size_t>((quads + 255) / 256, std::size_t{1} << 20));
copyQuads<<<std::max(blocks, 1U), 256>>>(static_cast<const uint4*>(from), static_cast<uint4*>(to), quads);
}
inline void launchClock(long long* cyclesAndNanoseconds) { waitAndCount<<<1, 1>>>(cyclesAndNanoseconds); }
inline void launchHold(volatile int* flags, long long nanoseconds) { waitForHost<<<1, 1>>>(flags, nanoseconds); }
}
namespace exercise {
struct Order {
std::uint64_t seed = 0;
const char* name = "";
};
constexpr unsigned orderCount = 8;
inline Order orderOf(unsigned run, std::uint64_t bits) {
struct Policy {
std::uint64_t lowBits;
const char* name;
};
static constexpr Policy policies[orderCount - 1] = {
{2, "blocks and warps in reverse"},
{3, "a lone warp far ahead"},
{4, "a lone warp far behind"},
{5, "several blocks in turns"},
{1, "warps in turns"},
{6, "one block last"},
{7, "one block first"},
};
if (run == 0) return {0, "ascending"};
const Policy& policy = policies[(run - 1) % (orderCount - 1)];
return {((bits | 8) & ~std::uint64_t{7}) | policy.lowBits, policy.name};
}
inline unsigned ordersFor(const Shape& shape) {
constexpr std::size_t small = std::size_t{1} << 12, middling = std::size_t{1} << 20;
return shape.count() <= small ? orderCount : shape.count() <= middling ? 3 : 1;
}
}
namespace exercise {
struct DevicePointer {
void* at = nullptr;
template <class T>
operator T*() const {
return static_cast<T*>(at);
}
};
static __global__ void copyWords(const unsigned* in, unsigned* out, std::size_t words) {
const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < words; i += stride)
out[i] = in[i];
}
template <class Day>
struct DayDefaults {
using Shape = exercise::Shape;
using Problem = exercise::Problem;
using Pointers = std::vector<void*>;
static Shape timedShape() {
const std::vector<Shape> ladder = Day::ladder();
return *std::max_element(ladder.begin(), ladder.end(),
[](const Shape& a, const Shape& b) { return a.count() < b.count(); });
}
static std::uint64_t bytesMoved(const Problem& problem) {
std::uint64_t bytes = 0;
for (const Array& array : problem.arrays) bytes += array.bytes() * (array.role == Role::inOut ? 2 : 1);
return bytes;
}
static unsigned orders(const Shape& shape) { return exercise::ordersFor(shape); }
static void copy(const Problem& problem, const Pointers& pointers) {
std::size_t out = 0;
while (!problem.arrays[out].compared()) ++out;
const std::size_t words = std::min(problem.arrays[0].bytes(), problem.arrays[out].bytes()) / sizeof(unsigned);
const unsigned blocks = static_cast<unsigned>(std::min<std::size_t>((words + 255) / 256, 65535));
copyWords<<<std::max(blocks, 1U), 256>>>(static_cast<const unsigned*>(pointers[0]),
static_cast<unsigned*>(pointers[out]), words);
}
static void wideCopy(const void* from, void* to, std::size_t bytes) { launchWideCopy(from, to, bytes); }
static void clock(long long* cyclesAndNanoseconds) { launchClock(cyclesAndNanoseconds); }
static void hold(volatile int* flags, long long nanoseconds) { launchHold(flags, nanoseconds); }
static void naive(const Problem& problem, const Pointers& pointers) { Day::copy(problem, pointers); }
static std::optional<Diagnosis> explain(const Problem&, std::size_t, const Bytes&) { return std::nullopt; }
};
}
#include <dlfcn.h>
namespace exercise {
struct PageFaults {
std::uint64_t ofDevice = 0, ofHost = 0;
};
class Simulator {
public:
Simulator() {
find(version_, "gpusimVersion");
find(setSeed_, "gpusimSetSeed");
find(setChecks_, "gpusimSetChecks");
find(setCounters_, "gpusimSetCounters");
find(markUnwritten_, "gpusimMarkUnwritten");
find(copiedBytes_, "gpusimCopiedBytes");
find(watchPages_, "gpusimWatchPages");
find(pageCounts_, "gpusimPageCounts");
find(takeFindings_, "gpusimTakeFindings");
find(takeLaunches_, "gpusimTakeLaunches");
find(setSampling_, "gpusimSetSampling");
find(takeLines_, "gpusimTakeLines");
find(lastErrorMessage_, "gpusimLastErrorMessage");
}
bool present() const { return version_ != nullptr; }
void setSeed(std::uint64_t seed) const {
if (setSeed_ != nullptr) setSeed_(seed);
}
void setChecks(bool on) const {
if (setChecks_ != nullptr) setChecks_(on ? 15U : 0U);
}
void addressesOnly() const {
if (setChecks_ != nullptr) setChecks_(1U);
}
void countAll() const {
if (setCounters_ != nullptr) setCounters_(1);
}
void countForEvents() const {
if (setCounters_ != nullptr) setCounters_(2);
}
void valuesOnly() const {
if (setChecks_ != nullptr) setChecks_(1U);
if (setCounters_ != nullptr) setCounters_(0);
}
void markUnwritten(void* device, std::size_t bytes) const {
if (markUnwritten_ != nullptr) markUnwritten_(device, bytes);
}
bool copiedBytes(std::uint64_t (&bytes)[2]) const {
if (copiedBytes_ != nullptr) copiedBytes_(bytes);
return copiedBytes_ != nullptr;
}
void watchPages() const {
if (watchPages_ != nullptr) watchPages_();
}
bool pageFaults(const void* managed, std::size_t bytes, PageFaults& faults) const {
std::uint64_t counts[8] = {};
if (pageCounts_ == nullptr || pageCounts_(managed, bytes, counts) == 0) return false;
faults.ofDevice = counts[0];
faults.ofHost = counts[1];
return true;
}
std::string takeFindings() const { return take(takeFindings_); }
std::string takeLaunches() const { return take(takeLaunches_); }
std::string takeLines() const { return take(takeLines_); }
void setSampling(bool on) const {
if (setSampling_ != nullptr) setSampling_(on ? 1 : 0);
}
std::string lastErrorMessage() const {
const std::string message = take(lastErrorMessage_);
return message == "[]" ? "" : message;
}
private:
using Take = std::size_t (*)(char*, std::size_t);
template <class Function>
static void find(Function& function, const char* name) {
function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}
static std::string take(Take function) {
if (function == nullptr) return "[]";
std::string json(1U << 14, '\0');
for (;;) {
const std::size_t length = function(&json[0], json.size());
if (length < json.size()) {
json.resize(length);
for (char& c : json)
if (c == '\n') c = ' ';
return json.empty() ? "[]" : json;
}
json.assign(length + 1, '\0');
}
}
int (*version_)() = nullptr;
void (*setSeed_)(std::uint64_t) = nullptr;
void (*setChecks_)(std::uint32_t) = nullptr;
void (*copiedBytes_)(std::uint64_t*) = nullptr;
int (*markUnwritten_)(void*, std::size_t) = nullptr;
int (*watchPages_)() = nullptr;
int (*pageCounts_)(const void*, std::size_t, std::uint64_t*) = nullptr;
void (*setSampling_)(int) = nullptr;
void (*setCounters_)(int) = nullptr;
Take takeLines_ = nullptr;
Take takeFindings_ = nullptr, takeLaunches_ = nullptr, lastErrorMessage_ = nullptr;
};
}
namespace day17 {
constexpr unsigned threads = 256;
static __global__ void copyKernel(const float* x, float* y, std::size_t n) {
const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
if (i < n) y[i] = x[i];
}
static __global__ void multiplyAddKernel(float* y, unsigned quarters, float c) {
float values[4] = {1, 2, 3, static_cast<float>(threadIdx.x)};
for (unsigned step = 0; step < quarters; ++step)
for (float& value : values) value = fmaf(value, c, c);
y[blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x] = values[0] + values[1] + values[2] + values[3];
}
static __global__ void saxpyKernel(float s, const float* x, const float* y, float* out, std::size_t n) {
const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
if (i < n) out[i] = s * x[i] + y[i];
}
static __global__ void polynomialKernel(const float* x, float* y, unsigned steps, float c, std::size_t n) {
const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
if (i >= n) return;
const float at = x[i];
float value = c;
for (unsigned step = 0; step < steps; ++step) value = fmaf(value, at, c);
y[i] = value;
}
static __global__ void scatterKernel(const float* x, float* y, std::size_t n) {
const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
if (i < n) y[i * 4099 % n] = 2 * x[i];
}
static __global__ void productKernel(const float* a, const float* b, float* c, std::size_t side) {
const std::size_t row = blockIdx.y * static_cast<std::size_t>(blockDim.y) + threadIdx.y;
const std::size_t col = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
if (row >= side || col >= side) return;
float sum = 0;
for (std::size_t l = 0; l < side; ++l) sum += a[row * side + l] * b[l * side + col];
c[row * side + col] = sum;
}
struct Session {
Work work;
float *x = nullptr, *y = nullptr, *out = nullptr;
std::vector<cudaEvent_t> begin[kernelCount], end[kernelCount];
bool allocate() {
const std::size_t floats = std::max({work.n, work.side * work.side, addThreads});
for (float** const array : {&x, &y, &out}) {
if (cudaMalloc(array, floats * sizeof(float)) != cudaSuccess) return false;
cudaMemset(*array, 0, floats * sizeof(float));
}
return true;
}
void start(Kernel kernel) const {
const auto blocks = [](std::size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); };
const unsigned steps = static_cast<unsigned>(work.steps), side = static_cast<unsigned>((work.side + 31) / 32);
switch (kernel) {
case copy:
return copyKernel<<<blocks(work.n), threads>>>(x, out, work.n);
case multiplyAdds:
return multiplyAddKernel<<<blocks(addThreads), threads>>>(out, steps / 4, 0.5F);
case saxpy:
return saxpyKernel<<<blocks(work.n), threads>>>(3, x, y, out, work.n);
case shortPolynomial:
return polynomialKernel<<<blocks(work.n), threads>>>(x, out, shortSteps, 0.5F, work.n);
case longPolynomial:
return polynomialKernel<<<blocks(work.fewer()), threads>>>(x, out, steps, 0.5F, work.fewer());
case scatter:
return scatterKernel<<<blocks(work.n), threads>>>(x, out, work.n);
case product:
return productKernel<<<dim3(side, side), dim3(32, 32)>>>(x, y, out, work.side);
case kernelCount:
break;
}
}
void launch(int number) {
if (number < 0 || number >= static_cast<int>(kernelCount)) return;
const Kernel kernel = static_cast<Kernel>(number);
const bool first = begin[kernel].empty();
begin[kernel].push_back(nullptr);
end[kernel].push_back(nullptr);
cudaEventCreate(&begin[kernel].back());
cudaEventCreate(&end[kernel].back());
cudaEventRecord(begin[kernel].back());
for (int repeat = 0; repeat < (first ? 6 : 1); ++repeat) start(kernel);
cudaEventRecord(end[kernel].back());
}
};
inline Session*& session() {
static Session* current = nullptr;
return current;
}
inline void launchOfSession(int kernel) { session()->launch(kernel); }
inline Observed observeSolve(Session& own) {
Observed seen;
seen.work = own.work;
session() = &own;
double flop[kernelCount] = {}, bytes[kernelCount] = {}, milliseconds[kernelCount] = {};
int predicted[kernelCount], measured[kernelCount];
std::fill(predicted, predicted + kernelCount, -1);
std::fill(measured, measured + kernelCount, -1);
::solve(own.work.n, static_cast<int>(own.work.steps), own.work.side, launchOfSession, flop, bytes, milliseconds,
predicted, measured);
session() = nullptr;
seen.waited = cudaStreamQuery(nullptr) != cudaErrorNotReady;
if (cudaPeekAtLastError() == cudaErrorNotReady) cudaGetLastError();
cudaDeviceSynchronize();
for (std::size_t k = 0; k < kernelCount; ++k) {
seen.rows[k] = {flop[k], bytes[k], milliseconds[k], predicted[k], measured[k]};
for (std::size_t i = 0; i < own.begin[k].size(); ++i) {
float elapsed = 0;
cudaEventElapsedTime(&elapsed, own.begin[k][i], own.end[k][i]);
seen.onDevice[k].push_back(static_cast<double>(elapsed));
cudaEventDestroy(own.begin[k][i]);
cudaEventDestroy(own.end[k][i]);
}
}
return seen;
}
}
struct Day : exercise::DayDefaults<Day> {
static constexpr const char* name = "day17";
static std::vector<Shape> ladder() { return {Shape(131101), Shape(1048583)}; }
static unsigned orders(const Shape&) { return 1; }
static Problem problem(const Shape& shape, std::uint64_t seed) { return day17::tableProblem(shape, seed); }
static void solve(const Problem& problem, const Pointers& at) {
const exercise::Simulator simulator;
const bool simulated = simulator.present();
day17::Session own;
constexpr std::size_t leastOnCard = std::size_t{1} << 25;
own.work.n = simulated ? problem.shape.count() : std::max(64 * problem.shape.count(), leastOnCard + 29);
own.work.steps = (simulated ? 480 : 16 * 960) + (simulated ? 4 : 64) * static_cast<std::size_t>(problem.scalars[0]);
own.work.side = simulated ? 289 : 1021;
if (own.allocate()) {
simulator.addressesOnly();
day17::Observed seen = day17::observeSolve(own);
simulator.setChecks(true);
if (simulated) seen.part = 0.02, seen.between = 0;
const std::vector<double> fields = day17::encoded(seen);
cudaMemcpy(at[0], fields.data(), fields.size() * sizeof(double), cudaMemcpyHostToDevice);
}
for (float* const array : {own.x, own.y, own.out}) cudaFree(array);
}
static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t array,
const exercise::Bytes& got) {
std::vector<double> fields(problem.arrays[array].shape.count());
for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = exercise::elementAt(got, problem.arrays[array].type, i);
return day17::firstWrong(day17::decoded(fields));
}
};
#endif
namespace exercise {
struct Exercise {
const char* name;
std::vector<Shape> (*ladder)();
Shape (*timedShape)();
Problem (*problem)(const Shape& shape, std::uint64_t seed);
void (*solve)(const Problem& problem, const std::vector<void*>& pointers);
void (*naive)(const Problem& problem, const std::vector<void*>& pointers);
void (*copy)(const Problem& problem, const std::vector<void*>& pointers);
std::uint64_t (*bytesMoved)(const Problem& problem);
unsigned (*orders)(const Shape& shape);
std::optional<Diagnosis> (*explain)(const Problem& problem, std::size_t array, const Bytes& got);
void (*wideCopy)(const void* from, void* to, std::size_t bytes);
void (*clock)(long long* cyclesAndNanoseconds);
void (*hold)(volatile int* flags, long long nanoseconds);
};
template <class Day>
Exercise exerciseOf() {
return {Day::name,       Day::ladder, Day::timedShape, Day::problem,  Day::solve, Day::naive, Day::copy,
Day::bytesMoved, Day::orders, Day::explain,    Day::wideCopy, Day::clock, Day::hold};
}
struct Standalone;
int runExercise(const Exercise& day, int argc, char** argv, const Standalone* plan = nullptr);
}
#ifndef __CUDA_ARCH__
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <chrono>
#include <csignal>
namespace exercise {
inline bool isRight(double got, double expected, double absoluteTolerance, double relativeTolerance) {
if (got == expected) return true;
if (std::isnan(expected)) return std::isnan(got);
if (std::isinf(expected)) return false;
return std::fabs(got - expected) <= absoluteTolerance + relativeTolerance * std::fabs(expected);
}
struct Comparison {
std::size_t total = 0;
std::vector<std::size_t> wrong;
};
inline std::size_t comparedElements(const Array& array) {
return array.relation.meaning == Meaning::kept ? array.relation.used : array.shape.count();
}
inline Comparison compare(const Array& array, const Bytes& got) {
Comparison result;
result.total = array.shape.count();
if (got == array.expected) return result;
for (std::size_t i = 0; i < comparedElements(array); ++i) {
const double expected = elementAt(array.expected, array.type, i);
const bool right = isRight(elementAt(got, array.type, i), expected, allowedAt(array, i), array.relativeTolerance);
const bool untouched = std::isnan(expected) && isPoison(got, array.type, i);
if (!right || untouched) result.wrong.push_back(i);
}
return result;
}
}
namespace exercise {
struct Launch {
std::array<std::uint64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
std::uint64_t stream = 0;
std::uint64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
std::uint64_t threads() const { return block[0] * block[1] * block[2]; }
};
struct Facts {
std::size_t rows = 0, cols = 0, inRows = 0, inCols = 0;
Shape shape;
std::string name;
ElementType type = ElementType::f32;
std::vector<double> got, expected;
std::vector<std::uint8_t> wrong;
std::vector<std::uint8_t> unwritten;
std::vector<std::uint8_t> settled;
std::vector<std::uint8_t> kept;
const Relation* relation = nullptr;
std::vector<double> allowed;
std::vector<double> scale;
std::vector<std::size_t> source, expectedSource;
std::vector<double> previous;
std::vector<double> again;
std::vector<double> overZeros;
std::vector<double> overOnes;
std::vector<double> other, otherExpected;
std::size_t orders = 0, answers = 0;
std::vector<Launch> launches;
bool launchesKnown = false;
bool raceFound = false;
bool outsideFound = false;
bool leftEarlyFound = false;
bool unwrittenSharedReadFound = false;
bool unwrittenGlobalReadFound = false;
std::string unwrittenGlobalReadAt;
std::string outsideAt;
std::string raceMissing;
std::size_t total() const { return rows * cols; }
std::size_t row(std::size_t cell) const { return cell / cols; }
std::size_t col(std::size_t cell) const { return cell % cols; }
bool traceable() const { return !source.empty(); }
Meaning meaning() const { return relation != nullptr ? relation->meaning : Meaning::values; }
double slack(std::size_t cell, double value) const {
return (allowed.empty() ? 0 : allowed[cell]) + unitRoundoff(type) * std::fabs(value);
}
bool holds(std::size_t cell, double value) const {
if (!std::isfinite(value)) return got[cell] == value;
return std::fabs(got[cell] - value) <= slack(cell, value);
}
bool wroteWrong(std::size_t cell) const { return wrong[cell] && !unwritten[cell]; }
bool right(std::size_t cell) const { return !wrong[cell] && (settled.empty() || !settled[cell]); }
std::size_t wrongCount() const {
std::size_t count = 0;
for (const std::uint8_t w : wrong) count += w;
return count;
}
};
inline Facts gatherFacts(const Problem& problem, const Array& array, const Bytes& got) {
Facts facts;
facts.rows = array.shape.rows();
facts.cols = array.shape.cols();
facts.shape = array.shape;
facts.type = array.type;
facts.relation = &array.relation;
facts.scale = array.scale;
const std::size_t total = array.shape.count();
facts.got.resize(total);
facts.expected.resize(total);
facts.wrong.assign(total, 0);
facts.unwritten.assign(total, 0);
for (const std::size_t cell : compare(array, got).wrong) {
facts.wrong[cell] = 1;
facts.unwritten[cell] = array.role == Role::output && isPoison(got, array.type, cell) ? 1 : 0;
}
if (array.role == Role::inOut) {
const std::size_t size = bytesOf(array.type);
facts.kept.resize(total);
for (std::size_t i = 0; i < total; ++i)
facts.kept[i] = std::memcmp(got.data() + i * size, array.initial.data() + i * size, size) == 0 ? 1 : 0;
}
for (std::size_t i = 0; i < total; ++i) {
facts.got[i] = elementAt(got, array.type, i);
facts.expected[i] = elementAt(array.expected, array.type, i);
}
if (!array.allowed.empty() || array.absoluteTolerance > 0 || array.relativeTolerance > 0) {
facts.allowed.resize(total);
for (std::size_t i = 0; i < total; ++i)
facts.allowed[i] = allowedAt(array, i) + array.relativeTolerance * std::fabs(facts.expected[i]);
}
std::size_t outputs = 0;
for (const Array& other : problem.arrays) outputs += other.compared() ? 1 : 0;
if (outputs > 1) facts.name = array.name;
if (problem.traced.count() > 0 && problem.traced.distinct()) {
facts.inRows = problem.arrays[problem.tracedInput].shape.rows();
facts.inCols = problem.arrays[problem.tracedInput].shape.cols();
facts.source.resize(total);
facts.expectedSource.resize(total);
for (std::size_t i = 0; i < total; ++i) {
facts.source[i] = problem.traced.indexOf(facts.got[i]);
facts.expectedSource[i] = problem.traced.indexOf(facts.expected[i]);
}
}
return facts;
}
inline std::vector<double> valuesOf(const Array& array, const Bytes& bytes) {
std::vector<double> out(array.shape.count());
for (std::size_t i = 0; i < out.size(); ++i) out[i] = elementAt(bytes, array.type, i);
return out;
}
}
namespace exercise {
struct Explanation {
std::string faultClass;
std::string headline;
std::string see;
std::vector<std::uint8_t> explained;
};
using Explained = std::optional<Explanation>;
template <class Says>
std::vector<std::uint8_t> cellsWhere(const Facts& facts, Says says) {
std::vector<std::uint8_t> out(facts.total(), 0);
for (std::size_t cell = 0; cell < facts.total(); ++cell) out[cell] = facts.wrong[cell] && says(cell) ? 1 : 0;
return out;
}
class Holes {
public:
explicit Holes(const Facts& facts) : facts_(facts) {
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wrong[cell]) continue;
if (facts.unwritten[cell]) ++unwritten_;
if (!facts.kept.empty() && facts.kept[cell]) ++kept_;
if (facts.got[cell] == 0 && facts.expected[cell] != 0) ++zeros_;
}
useKept_ = unwritten_ == 0 && kept_ > 0;
useZeros_ = unwritten_ == 0 && !useKept_;
}
std::size_t count() const { return useZeros_ ? zeros_ : useKept_ ? kept_ : unwritten_; }
bool zeros() const { return useZeros_; }
bool at(std::size_t cell) const {
if (!facts_.wrong[cell]) return false;
if (useKept_) return facts_.kept[cell] != 0;
return useZeros_ ? facts_.got[cell] == 0 && facts_.expected[cell] != 0 : facts_.unwritten[cell] != 0;
}
std::string verb(bool plural) const {
if (useKept_) return plural ? "still hold what they held before" : "still holds what it held before";
if (useZeros_) return plural ? "hold 0" : "holds 0";
return plural ? "were never written" : "was never written";
}
bool mayBeEither(std::size_t cell) const {
if (useKept_) return facts_.kept[cell] != 0 && facts_.right(cell);
return useZeros_ && facts_.got[cell] == 0 && facts_.expected[cell] == 0;
}
template <class Hole>
bool areExactly(Hole hole) const {
for (std::size_t cell = 0; cell < facts_.total(); ++cell) {
if (hole(cell) == at(cell)) continue;
if (!facts_.allowed.empty() && std::isinf(facts_.allowed[cell])) continue;
if (mayBeEither(cell)) continue;
return false;
}
return true;
}
private:
const Facts& facts_;
std::size_t unwritten_ = 0, kept_ = 0, zeros_ = 0;
bool useKept_ = false, useZeros_ = false;
};
struct Fit {
std::size_t explained = 0;
std::size_t open = 0;
bool broken = false;
bool holds() const { return !broken && explained >= 2 && (explained >= open || explained >= 16); }
};
template <class Predict>
Fit fitSources(const Facts& facts, Predict predict) {
Fit fit;
if (!facts.traceable()) {
fit.broken = true;
return fit;
}
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wrong[cell] || facts.unwritten[cell]) continue;
const std::size_t predicted = predict(cell);
if (predicted == nowhere) {
++fit.open;
} else if (facts.source[cell] == predicted) {
++fit.explained;
} else {
fit.broken = true;
return fit;
}
}
return fit;
}
template <class Predict>
std::vector<std::uint8_t> cellsExplained(const Facts& facts, Predict predict) {
return cellsWhere(facts, [&](std::size_t cell) {
if (facts.unwritten[cell]) return false;
const std::size_t predicted = predict(cell);
return predicted == nowhere || predicted == facts.source[cell];
});
}
template <class Predict>
std::string example(const Facts& facts, Predict predict) {
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
const std::size_t source = facts.source[cell];
if (!facts.wrong[cell] || facts.unwritten[cell] || source == nowhere || source != predict(cell)) continue;
return " (out[" + std::to_string(facts.row(cell)) + "][" + std::to_string(facts.col(cell)) + "] holds in[" +
std::to_string(source / facts.inCols) + "][" + std::to_string(source % facts.inCols) + "])";
}
return "";
}
inline std::vector<std::size_t> tileSides(const Facts& facts) {
std::vector<std::size_t> sides;
const auto add = [&](std::size_t side) {
for (const std::size_t known : sides)
if (known == side) return;
if (side >= 2 && side <= 128) sides.push_back(side);
};
for (const Launch& launch : facts.launches) add(static_cast<std::size_t>(launch.block[0]));
for (const std::size_t side : {std::size_t{32}, std::size_t{64}, std::size_t{16}, std::size_t{8}, std::size_t{128}})
add(side);
return sides;
}
inline std::string cellWords(const Facts& facts, std::size_t cell) { return placeWords(facts.shape, cell); }
struct Box {
std::size_t firstRow = 0, lastRow = 0, firstCol = 0, lastCol = 0, cells = 0;
std::size_t planeRows = 0;
bool vector = false;
std::string str() const {
if (vector) return span("element", firstCol, lastCol);
const std::string cols = ", " + span("column", firstCol, lastCol);
if (planeRows == 0) return span("row", firstRow, lastRow) + cols;
return span("plane", firstRow / planeRows, lastRow / planeRows) + cols;
}
};
inline Box boundingBox(const Facts& facts, const std::vector<std::uint8_t>& mask) {
Box box;
box.vector = facts.shape.rank == 1;
box.planeRows = facts.shape.rank == 3 ? facts.shape.extent[1] : 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!mask[cell]) continue;
const std::size_t row = facts.row(cell), col = facts.col(cell);
if (box.cells == 0) {
box.firstRow = box.lastRow = row;
box.firstCol = box.lastCol = col;
}
if (row < box.firstRow) box.firstRow = row;
if (row > box.lastRow) box.lastRow = row;
if (col < box.firstCol) box.firstCol = col;
if (col > box.lastCol) box.lastCol = col;
++box.cells;
}
return box;
}
}
namespace exercise {
struct Suffix {
std::size_t rows = 0, cols = 0;
};
inline std::optional<Suffix> suffixOf(const Facts& facts, const Holes& holes) {
if (holes.count() == 0) return std::nullopt;
Suffix suffix{facts.rows, facts.cols};
for (std::size_t row = 0; row < facts.rows && suffix.rows == facts.rows; ++row)
if (holes.at(row * facts.cols)) suffix.rows = row;
for (std::size_t col = 0; col < facts.cols && suffix.cols == facts.cols; ++col)
if (holes.at(col)) suffix.cols = col;
if (suffix.rows == 0 || suffix.cols == 0) return std::nullopt;
const bool exact = holes.areExactly(
[&](std::size_t cell) { return facts.row(cell) >= suffix.rows || facts.col(cell) >= suffix.cols; });
return exact ? std::optional<Suffix>(suffix) : std::nullopt;
}
inline std::string columnNoun(const Facts& facts) { return facts.shape.rank == 1 ? "element" : "column"; }
inline std::string suffixWords(const Facts& facts, const Suffix& suffix) {
std::string words;
if (suffix.rows < facts.rows) words = span("row", suffix.rows, facts.rows - 1);
if (suffix.cols < facts.cols)
words += (words.empty() ? "" : " and ") + span(columnNoun(facts), suffix.cols, facts.cols - 1);
return words;
}
inline bool suffixIsPlural(const Facts& facts, const Suffix& suffix) {
return (facts.rows - suffix.rows) + (facts.cols - suffix.cols) > 1;
}
struct FlatSuffix {
std::size_t from = 0;
bool ofInput = false;
};
inline std::optional<FlatSuffix> flatSuffixOf(const Facts& facts, const Holes& holes) {
if (holes.count() == 0) return std::nullopt;
std::size_t firstOut = facts.total(), firstIn = nowhere;
for (std::size_t cell = facts.total(); cell-- > 0;) {
if (!holes.at(cell)) continue;
firstOut = cell;
if (facts.traceable()) firstIn = std::min(firstIn, facts.expectedSource[cell]);
}
if (firstOut > 0 && holes.areExactly([&](std::size_t cell) { return cell >= firstOut; }))
return FlatSuffix{firstOut, false};
if (firstIn != nowhere && firstIn > 0 &&
holes.areExactly([&](std::size_t cell) { return facts.expectedSource[cell] >= firstIn; })) {
return FlatSuffix{firstIn, true};
}
return std::nullopt;
}
inline std::optional<std::size_t> wholeTilesOf(const Facts& facts, std::size_t written, std::size_t total) {
if (written == 0 || written >= total) return std::nullopt;
std::vector<std::size_t> sides = tileSides(facts);
for (const Launch& launch : facts.launches)
if (launch.block[1] >= 2) sides.push_back(static_cast<std::size_t>(launch.block[1]));
for (const std::size_t side : sides)
if (total / side * side == written) return side;
return std::nullopt;
}
struct GridEnd {
std::uint64_t blocks = 0, width = 0;
std::array<std::uint64_t, 3> grid{1, 1, 1};
bool swapped(std::uint64_t needed) const {
return needed != blocks && ((grid[0] == blocks && grid[1] == needed) || (grid[1] == blocks && grid[0] == needed));
}
};
inline bool gridCovers(const Facts& facts) {
const bool turned = facts.traceable() && facts.inRows == facts.cols && facts.inCols == facts.rows;
const std::uint64_t rows = turned ? facts.inRows : facts.rows, cols = turned ? facts.inCols : facts.cols;
for (const Launch& launch : facts.launches)
if (launch.grid[0] * launch.block[0] >= cols && launch.grid[1] * launch.block[1] >= rows) return true;
return false;
}
inline std::optional<GridEnd> gridEndsAt(const Facts& facts, std::size_t written, std::size_t side) {
if (gridCovers(facts)) return std::nullopt;
for (const Launch& launch : facts.launches)
for (const std::uint64_t width : {launch.block[0], launch.block[1], std::uint64_t{side}})
for (const std::uint64_t blocks : launch.grid)
if (width > 1 && blocks * width == written) return GridEnd{blocks, width, launch.grid};
return std::nullopt;
}
inline std::string indexEndsAt(const Facts& facts, std::size_t written, std::size_t total) {
for (const Launch& launch : facts.launches)
for (std::size_t axis = 0; axis < 3; ++axis) {
const std::uint64_t blocks = launch.grid[axis], width = launch.block[axis];
if (width < 2 || blocks < 2 || blocks * width < total) continue;
const char* const letter = axis == 0 ? "x" : axis == 1 ? "y" : "z";
const std::string own = std::string(": the index lacks its factor blockDim.") + letter;
if (written == blocks + width - 1)
return ", where blockIdx." + std::string(letter) + " + threadIdx." + letter + " ends in " +
counted(blocks, "block") + " of " + number(width) + own;
if (written == blocks)
return ", as many as there are blocks of " + number(width) + own + ", or threadIdx." + letter;
}
return "";
}
struct Periodic {
std::size_t period = 0;
std::vector<std::uint8_t> hole;
std::size_t holes() const { return static_cast<std::size_t>(std::count(hole.begin(), hole.end(), std::uint8_t{1})); }
std::size_t written() const { return period - holes(); }
std::size_t first(bool wanted) const {
return static_cast<std::size_t>(std::find(hole.begin(), hole.end(), wanted ? 1 : 0) - hole.begin());
}
bool oneRun() const {
std::size_t changes = 0;
for (std::size_t i = 0; i < period; ++i) changes += hole[i] != hole[(i + 1) % period] ? 1 : 0;
return changes == 2;
}
};
template <class Index>
std::optional<Periodic> periodOf(const Facts& facts, const Holes& holes, std::size_t count, Index index) {
bool anyHole = false, anyWritten = false;
for (std::size_t cell = 0; cell < facts.total() && !(anyHole && anyWritten); ++cell) {
if (holes.mayBeEither(cell)) continue;
(holes.at(cell) ? anyHole : anyWritten) = true;
}
if (!anyHole || !anyWritten) return std::nullopt;
std::vector<std::size_t> periods;
for (std::size_t k = 2; k <= 64; ++k) periods.push_back(k);
for (const std::size_t k : {std::size_t{96}, std::size_t{128}, std::size_t{256}, std::size_t{512}, std::size_t{1024}})
periods.push_back(k);
for (const std::size_t k : periods) {
if (k * 3 > count) break;
constexpr std::uint8_t unseen = 2;
Periodic found{k, std::vector<std::uint8_t>(k, unseen)};
bool uniform = true;
for (std::size_t cell = 0; cell < facts.total() && uniform; ++cell) {
if (holes.mayBeEither(cell)) continue;
std::uint8_t& state = found.hole[index(cell) % k];
const std::uint8_t now = holes.at(cell) ? 1 : 0;
if (state == unseen) state = now;
uniform = state == now;
}
uniform = uniform && std::count(found.hole.begin(), found.hole.end(), unseen) == 0;
if (uniform && found.holes() > 0 && found.written() > 0) return found;
}
return std::nullopt;
}
}
namespace exercise {
constexpr std::size_t gridLimitYZ = 65535;
namespace detail {
inline Explained gridYLimitOfInput(const Facts& facts, const Holes& holes) {
const std::optional<FlatSuffix> flat = flatSuffixOf(facts, holes);
if (!flat || !flat->ofInput || flat->from % facts.inCols != 0) return std::nullopt;
const std::size_t end = flat->from / facts.inCols;
if (end % gridLimitYZ != 0 || end / gridLimitYZ > 1024) return std::nullopt;
return Explanation{"grid-y-limit",
"what belongs to the input's rows from " + number(end) +
" on was never written: 65,535 blocks of " + number(end / gridLimitYZ) +
" end there, and a grid has no more than 65,535 in y or z; put the " + "long axis on x",
"day 8", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
}
inline Explained gridYLimit(const Facts& facts) {
const Holes holes(facts);
const std::optional<Suffix> suffix = suffixOf(facts, holes);
if (!suffix) return detail::gridYLimitOfInput(facts, holes);
const bool byRow = suffix->rows < facts.rows;
const std::size_t end = byRow ? suffix->rows : suffix->cols;
if (end % gridLimitYZ != 0 || end / gridLimitYZ > 1024) return std::nullopt;
const std::size_t side = end / gridLimitYZ;
return Explanation{"grid-y-limit",
suffixWords(facts, *suffix) + " " + holes.verb(suffixIsPlural(facts, *suffix)) +
": 65,535 blocks of " + number(side) + " end at " + number(end) +
", and a grid has no more than 65,535 in y or z; put the long axis on x",
"day 8", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
inline std::optional<std::string> gridYLimitOfLaunch(std::size_t inRows, std::size_t inCols) {
const std::size_t longest = inRows > inCols ? inRows : inCols;
for (const std::size_t side : {std::size_t{32}, std::size_t{16}, std::size_t{8}}) {
const std::size_t tiles = (longest + side - 1) / side;
if (tiles <= gridLimitYZ) continue;
return number(longest) + (inRows > inCols ? " rows" : " columns") + " are " + number(tiles) + " tiles of " +
number(side) + ", and a grid has no more than 65,535 blocks in y or z; put the long axis on x";
}
return std::nullopt;
}
}
namespace exercise {
struct ApiError {
int code = 0;
std::string name, text, where;
std::string detail;
};
struct ErrorExplanation {
std::string faultClass, headline, see;
};
namespace detail {
inline std::optional<std::size_t> numberAfter(const std::string& text, const std::string& words) {
const std::size_t at = text.find(words);
if (at == std::string::npos || text.find_first_of("0123456789", at + words.size()) != at + words.size())
return std::nullopt;
return std::stoull(text.substr(at + words.size()));
}
inline std::string emptyGrid(const std::string& detail, std::size_t inRows, std::size_t inCols) {
for (const std::string axis : {"x", "y", "z"}) {
const auto threads = numberAfter(detail, "grid." + axis + " is 0, with block." + axis + " = ");
if (!threads) continue;
std::vector<std::pair<std::size_t, std::string>> extents{{inCols, inRows > 1 ? "column" : "element"}};
if (inRows > 1 || axis != "x") extents.insert(axis == "x" ? extents.end() : extents.begin(), {inRows, "row"});
for (const auto& [extent, noun] : extents)
if (extent < *threads)
return "grid." + axis + " is 0: " + counted(extent, noun) + " / " + number(*threads) +
" threads rounds down to 0, so no block would run; round up";
}
return "";
}
inline std::string withShortKernel(const std::string& detail) {
const std::size_t colon = detail.find("): "), open = detail.find_first_of("(<");
if (colon == std::string::npos || open > colon) return detail;
const std::string name = detail.substr(0, open);
const std::size_t start = name.rfind("void ", 0) == 0 ? 5 : 0;
if (name.find(' ', start) != std::string::npos) return detail;
return name.substr(start) + detail.substr(colon + 1);
}
inline std::string unalignedRows(const std::string& detail, std::size_t inRows, std::size_t inCols,
std::size_t elementBytes) {
std::size_t access = 16;
for (const char* verb : {"read of ", "write of ", "atomic of "})
if (const auto bytes = numberAfter(detail, verb)) access = *bytes;
if (detail.find("of shared memory") != std::string::npos) return "";
if (inRows <= 1 || elementBytes == 0 || access <= elementBytes || inCols * elementBytes % access == 0) return "";
return "rows of " + counted(inCols, "element") + " are no multiple of " + number(access / elementBytes) +
", so a vector access meets unaligned ones";
}
}
inline ErrorExplanation explainError(const ApiError& error, std::size_t inRows, std::size_t inCols,
std::size_t elementBytes = 4) {
constexpr int invalidValue = 1, memoryAllocation = 2, invalidConfiguration = 9, invalidDeviceFunction = 98;
constexpr int noKernelImage = 209, unsupportedPtx = 222, illegalAddress = 700, outOfResources = 701, timeout = 702;
constexpr int assertion = 710, misaligned = 716, launchFailure = 719;
const std::string reported = " (" + error.text + ")";
const std::string told = error.detail.empty() ? "" : ": " + detail::withShortKernel(error.detail);
switch (error.code) {
case invalidConfiguration: {
const std::string refused = "the launch was refused" + reported;
if (const auto limit = gridYLimitOfLaunch(inRows, inCols);
limit && (error.detail.empty() || error.detail.find("grid") != std::string::npos))
return {"grid-y-limit", refused + ": " + *limit, "day 8"};
if (const std::string empty = detail::emptyGrid(error.detail, inRows, inCols); !empty.empty())
return {"launch-refused", refused + ": " + empty, "day 3"};
if (!told.empty()) return {"launch-refused", refused + told + ", so the kernel did not run", "day 3"};
return {"launch-refused",
refused + ": a grid dimension of 0, or above 65,535 in y or z, or more than 1,024 threads a block",
"day 3"};
}
case invalidValue:
if (!told.empty())
return {"launch-refused", "a call or launch was refused" + reported + told,
error.detail.find("shared memory") != std::string::npos ? "day 13" : "day 3"};
if (const auto limit = gridYLimitOfLaunch(inRows, inCols); limit && inRows > 1 && error.where == "launch")
return {"grid-y-limit", "the launch was refused" + reported + ": " + *limit, "day 8"};
return {"launch-refused",
"a call or launch was refused" + reported +
": for a launch, most often more than 49,152 bytes of shared memory a block without "
"cudaFuncSetAttribute(..., cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
"day 13"};
case memoryAllocation:
return {"out-of-memory", "an allocation in solve() failed" + reported + told + ", and its result was not checked",
"day 4"};
case outOfResources:
return {"launch-refused",
"the launch was refused" + reported +
(told.empty() ? ": registers per thread times threads a block do not fit the card" : told),
"day 44"};
case invalidDeviceFunction:
case noKernelImage:
case unsupportedPtx:
return {"no-kernel-image", "no kernel for this device" + reported + told + ": build for its architecture",
"day 6"};
case illegalAddress:
if (error.detail.find("of shared memory") != std::string::npos)
return {"illegal-address", "the kernel went outside its block's shared memory" + told + reported, "day 13"};
if (error.detail.find("of local memory") != std::string::npos)
return {"illegal-address", "the kernel went outside an array of its own thread" + told + reported, "day 5"};
return {"illegal-address",
"the kernel used an address that nobody allocated" + reported +
(told.empty() ? ": an index past the end, or a host pointer" : told),
"day 5"};
case misaligned: {
const std::string rows = detail::unalignedRows(error.detail, inRows, inCols, elementBytes);
if (!rows.empty()) return {"misaligned-address", rows + reported + told, "day 18"};
return {"misaligned-address",
"the kernel used an address that is no multiple of the access size" + reported + told +
": a vector load needs an aligned row",
"day 18"};
}
case assertion:
return {"device-assert", "an assert() in the kernel failed" + reported + told, "day 3"};
case timeout:
return {"launch-timeout", "the kernel was stopped" + reported + told + ": no thread could go on", "day 14"};
case launchFailure:
return {"launch-failure", "the kernel failed while it ran" + reported + told, "day 3"};
default:
return {error.where + "-error", "solve() left " + error.name + reported + told, "day 3"};
}
}
}
namespace exercise {
inline std::string jsonString(const std::string& text) {
std::string out = "\"";
for (const char c : text) {
if (c == '"' || c == '\\') {
out += '\\';
out += c;
} else if (c == '\n') {
out += "\\n";
} else if (static_cast<unsigned char>(c) < 0x20) {
char escape[8];
std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
out += escape;
} else {
out += c;
}
}
return out + "\"";
}
inline std::string jsonNumber(double value) {
return std::isfinite(value) ? valueText(value) : jsonString(valueText(value));
}
inline std::string jsonStrings(const std::vector<std::string>& texts) {
std::string out;
for (const std::string& text : texts) out += (out.empty() ? "" : ",") + jsonString(text);
return "[" + out + "]";
}
class JsonObject {
public:
JsonObject& text(const std::string& key, const std::string& value) { return raw(key, jsonString(value)); }
JsonObject& count(const std::string& key, std::uint64_t value) { return raw(key, std::to_string(value)); }
JsonObject& real(const std::string& key, double value) { return raw(key, jsonNumber(value)); }
JsonObject& flag(const std::string& key, bool value) { return raw(key, value ? "true" : "false"); }
JsonObject& raw(const std::string& key, const std::string& value) {
body_ += (body_.empty() ? "" : ",") + jsonString(key) + ":" + value;
return *this;
}
std::string str() const { return "{" + body_ + "}"; }
private:
std::string body_;
};
}
namespace exercise {
struct HostAccount {
bool copiesCounted = false;
std::uint64_t toDevice = 0, toHost = 0;
std::uint64_t leaked = 0;
};
struct NeededCopies {
std::uint64_t toDevice = 0, toHost = 0;
};
inline NeededCopies neededCopies(const Problem& problem) {
NeededCopies needed;
for (const Array& array : problem.arrays) {
if (!startsUnwritten(array.role)) needed.toDevice += array.bytes();
if (array.compared()) needed.toHost += array.bytes();
}
return needed;
}
class AccountWatch {
public:
explicit AccountWatch(const Simulator& simulator) : simulator_(simulator), before_(freeBytes()) {
counted_ = simulator_.copiedBytes(copied_);
}
HostAccount read() const {
HostAccount account;
std::uint64_t now[2] = {};
account.copiesCounted = counted_ && simulator_.copiedBytes(now);
if (account.copiesCounted) {
account.toDevice = now[0] - copied_[0];
account.toHost = now[1] - copied_[1];
}
const std::uint64_t left = freeBytes();
account.leaked = left < before_ ? before_ - left : 0;
return account;
}
private:
static std::uint64_t freeBytes() {
std::size_t free = 0, total = 0;
return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
}
const Simulator& simulator_;
std::uint64_t before_ = 0;
std::uint64_t copied_[2] = {};
bool counted_ = false;
};
inline std::string withLeak(const std::string& findings, std::uint64_t bytes) {
const std::string leak = JsonObject()
.text("tool", "leakcheck")
.text("kind", "leak")
.text("message", counted(bytes, "byte") + " of device memory that solve() allocated " +
(bytes == 1 ? "was" : "were") + " not freed when it returned")
.raw("block", "[0,0,0]")
.raw("thread", "[0,0,0]")
.str();
const std::size_t end = findings.rfind(']');
const bool empty = findings.find('{') == std::string::npos;
return findings.substr(0, end) + (empty ? "" : ",") + leak + "]";
}
}
namespace exercise {
inline std::vector<std::string> jsonElements(const std::string& array) {
std::vector<std::string> elements;
std::size_t start = 0;
int depth = 0;
bool quoted = false;
for (std::size_t i = 0; i < array.size(); ++i) {
const char c = array[i];
if (quoted) {
if (c == '\\')
++i;
else if (c == '"')
quoted = false;
continue;
}
if (c == '"') quoted = true;
if (c == '{' && depth++ == 0) start = i;
if (c == '}' && --depth == 0) elements.push_back(array.substr(start, i + 1 - start));
}
return elements;
}
inline std::string jsonAfter(const std::string& object, const std::string& key) {
std::size_t at = object.find("\"" + key + "\":");
if (at == std::string::npos) return "";
at += key.size() + 3;
while (at < object.size() && object[at] == ' ') ++at;
return object.substr(at);
}
inline std::vector<Launch> readLaunches(const std::string& json) {
std::vector<Launch> launches;
const auto triple = [](const std::string& text, std::array<std::uint64_t, 3>& out) {
std::size_t at = text.empty() ? 0 : 1;
for (std::uint64_t& value : out) {
value = 0;
while (at < text.size() && (text[at] < '0' || text[at] > '9')) ++at;
for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
}
};
for (const std::string& object : jsonElements(json)) {
const std::string grid = jsonAfter(object, "grid"), block = jsonAfter(object, "block");
if (grid.empty() || block.empty()) continue;
Launch launch;
triple(grid, launch.grid);
triple(block, launch.block);
launch.stream = std::strtoull(jsonAfter(object, "stream").c_str(), nullptr, 10);
launches.push_back(launch);
}
return launches;
}
struct FindingKinds {
bool any = false;
bool race = false, unwrittenShared = false, unwrittenGlobal = false;
bool outside = false;
bool leftEarly = false;
std::string unwrittenGlobalAt;
std::string outsideAt;
std::string raceMissing;
};
inline std::string atLine(std::uint64_t line) { return line > 0 ? " at line " + number(line) : ""; }
inline std::string missingBetween(const std::string& message, std::uint64_t line, std::uint64_t other) {
const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
if (says("use an atomic")) return "an atomic is missing" + atLine(line);
const std::string what = says("no __syncwarp()") && !says("__syncthreads()") ? "a __syncwarp()"
: says("no __syncwarp()")                           ? "a __syncwarp() or __syncthreads()"
: says("no __syncthreads()")                        ? "a __syncthreads()"
: "a barrier or an atomic";
if (line == 0 || other == 0) return what + " is missing";
if (line == other) return what + " is missing between two threads at line " + number(line);
return what + " is missing between line " + number(std::min(line, other)) + " and line " +
number(std::max(line, other));
}
inline FindingKinds readFindings(const std::string& json) {
FindingKinds kinds;
bool globalRace = false, readOutside = false;
for (const std::string& object : jsonElements(json)) {
if (jsonAfter(object, "note").compare(0, 4, "true") == 0) continue;
kinds.any = true;
const std::string tool = jsonAfter(object, "tool"), kind = jsonAfter(object, "kind");
const auto lineIn = [](const std::string& text) {
return std::strtoull(jsonAfter(text, "line").c_str(), nullptr, 10);
};
const std::uint64_t line = lineIn(object);
if (kind.compare(0, 20, "\"barrier left early\"") == 0) kinds.leftEarly = true;
const std::string message = jsonAfter(object, "message");
const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
if (tool.compare(0, 10, "\"racecheck") == 0) {
(says("-byte allocation") ? globalRace : kinds.race) = true;
if (kinds.raceMissing.empty())
kinds.raceMissing =
missingBetween(message.substr(0, message.find('"', 1)), line, lineIn(jsonAfter(object, "other")));
}
if (tool.compare(0, 9, "\"memcheck") == 0 && kind.compare(0, 14, "\"out-of-bounds") == 0) {
kinds.outside = true;
if (kinds.outsideAt.empty() && line > 0) kinds.outsideAt = "line " + number(line);
readOutside = readOutside || (kind.compare(0, 19, "\"out-of-bounds read") == 0 && says("of global memory"));
}
if (tool.compare(0, 10, "\"initcheck") == 0) {
const bool shared = kind.substr(0, kind.find('"', 1)).find("shared") != std::string::npos;
(shared ? kinds.unwrittenShared : kinds.unwrittenGlobal) = true;
if (!shared && line > 0 && kinds.unwrittenGlobalAt.empty()) kinds.unwrittenGlobalAt = "line " + number(line);
}
}
kinds.race = kinds.race || (globalRace && !readOutside);
if (!kinds.race) kinds.raceMissing.clear();
return kinds;
}
}
namespace exercise {
class Lent {
public:
enum Kind : unsigned { readAndWrite = 0, devicePointers = 1, readOnly = 2 };
Lent(const void* memory, std::size_t bytes, Kind kind) : memory_(const_cast<void*>(memory)) {
if (lend() != nullptr && bytes > 0) lend()(memory_, bytes, kind);
}
~Lent() {
if (lend() != nullptr && memory_ != nullptr) lend()(memory_, 0, 0);
}
Lent(Lent&& other) noexcept : memory_(other.memory_) { other.memory_ = nullptr; }
Lent(const Lent&) = delete;
Lent& operator=(const Lent&) = delete;
Lent& operator=(Lent&&) = delete;
private:
using Lend = void (*)(void*, std::size_t, unsigned);
static Lend lend() {
static const Lend found = reinterpret_cast<Lend>(dlsym(RTLD_DEFAULT, "gpusimLend"));
return found;
}
void* memory_;
};
}
namespace exercise {
class PlacedArray {
public:
PlacedArray(Side side, std::size_t bytes, bool guarded)
: side_(side), bytes_(bytes), guard_(guarded ? guardBytes : 0) {
const std::size_t whole = bytes_ + 2 * guard_;
if (side_ == Side::host) {
base_ = std::aligned_alloc(alignment, (whole + alignment - 1) / alignment * alignment);
if (base_ == nullptr) error_ = cudaErrorMemoryAllocation;
if (base_ != nullptr) std::memset(base_, guardByte, whole);
if (base_ != nullptr) lent_.emplace(base_, whole, Lent::readAndWrite);
return;
}
if (side_ == Side::managed) {
error_ = cudaMallocManaged(&base_, whole);
if (error_ == cudaSuccess && guard_ > 0) std::memset(base_, guardByte, whole);
return;
}
error_ = cudaMalloc(&base_, whole);
if (error_ == cudaSuccess && guard_ > 0) error_ = cudaMemset(base_, guardByte, whole);
}
~PlacedArray() {
if (side_ == Side::host)
std::free(base_);
else if (base_ != nullptr)
cudaFree(base_);
}
PlacedArray(PlacedArray&& other) noexcept
: side_(other.side_),
base_(std::exchange(other.base_, nullptr)),
bytes_(other.bytes_),
guard_(other.guard_),
error_(other.error_),
lent_(std::move(other.lent_)) {}
PlacedArray& operator=(PlacedArray&&) = delete;
PlacedArray(const PlacedArray&) = delete;
PlacedArray& operator=(const PlacedArray&) = delete;
cudaError_t error() const { return error_; }
void* data() const { return static_cast<unsigned char*>(base_) + guard_; }
std::size_t bytes() const { return bytes_; }
cudaError_t upload(const Bytes& from) { return copy(data(), from.data(), bytes_, cudaMemcpyHostToDevice); }
cudaError_t download(Bytes& to) const {
to = Bytes(bytes_);
return copy(to.data(), data(), bytes_, cudaMemcpyDeviceToHost);
}
bool brokenGuard(long long& at) const {
if (guard_ == 0) return false;
Bytes zone(guard_);
for (const bool front : {true, false}) {
const unsigned char* from = static_cast<unsigned char*>(base_) + (front ? 0 : guard_ + bytes_);
if (copy(zone.data(), from, guard_, cudaMemcpyDeviceToHost) != cudaSuccess) return false;
for (std::size_t i = 0; i < guard_; ++i) {
if (zone[i] == guardByte) continue;
at = static_cast<long long>(i) + (front ? -static_cast<long long>(guard_) : static_cast<long long>(bytes_));
return true;
}
}
return false;
}
private:
static constexpr std::size_t alignment = 256;
static constexpr std::size_t guardBytes = 64 * 1024;
static constexpr unsigned char guardByte = 0xa7;
cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) const {
if (side_ == Side::device) return cudaMemcpy(to, from, bytes, kind);
std::memcpy(to, from, bytes);
return cudaSuccess;
}
Side side_ = Side::device;
void* base_ = nullptr;
std::size_t bytes_ = 0, guard_ = 0;
cudaError_t error_ = cudaSuccess;
std::optional<Lent> lent_;
};
}
namespace exercise {
struct PageAccount {
std::string array;
std::uint64_t pages = 0;
PageFaults faults;
};
class PageWatch {
public:
explicit PageWatch(const Simulator& simulator) : simulator_(simulator) {}
void open(const std::string& name, const PlacedArray& array) {
Entry entry;
entry.account.array = name;
entry.account.pages = (array.bytes() + pageBytes - 1) / pageBytes;
entry.at = array.data();
entry.bytes = array.bytes();
if (simulator_.pageFaults(entry.at, entry.bytes, entry.before)) entries_.push_back(entry);
}
std::vector<PageAccount> read() const {
std::vector<PageAccount> accounts;
for (const Entry& entry : entries_) {
PageFaults now;
if (!simulator_.pageFaults(entry.at, entry.bytes, now)) continue;
accounts.push_back(entry.account);
accounts.back().faults.ofDevice = now.ofDevice - entry.before.ofDevice;
accounts.back().faults.ofHost = now.ofHost - entry.before.ofHost;
}
return accounts;
}
private:
static constexpr std::size_t pageBytes = 64 * 1024;
struct Entry {
PageAccount account;
const void* at = nullptr;
std::size_t bytes = 0;
PageFaults before;
};
const Simulator& simulator_;
std::vector<Entry> entries_;
};
}
namespace exercise {
enum class Fill { poison, zeros, ones };
struct Start {
Fill fill = Fill::poison;
std::size_t array = 0;
Fill of(std::size_t i) const { return i == array ? fill : Fill::poison; }
};
struct Spoiled {
std::string array, headline;
std::size_t row = 0, col = 0;
long long byte = 0;
};
struct CallResult {
std::optional<ApiError> error;
bool ours = false;
std::vector<Bytes> after;
std::vector<Spoiled> inputsChanged, guardsBroken;
std::string findings = "[]", launches = "[]";
HostAccount account;
std::vector<PageAccount> pages;
double seconds = 0;
};
inline ApiError describeError(cudaError_t code, const std::string& where, const Simulator& simulator) {
ApiError error;
error.code = static_cast<int>(code);
error.name = cudaGetErrorName(code);
error.text = cudaGetErrorString(code);
error.where = code == cudaErrorMemoryAllocation ? "allocation" : where;
error.detail = simulator.lastErrorMessage();
return error;
}
inline Bytes startOf(const Array& array, Fill fill) {
if (!startsUnwritten(array.role)) return array.initial;
if (fill == Fill::poison) return poison(array.bytes());
Bytes bytes(array.bytes(), static_cast<unsigned char>(0));
if (fill == Fill::zeros) return bytes;
for (std::size_t i = 0; i < array.shape.count(); ++i) {
unsigned char* at = bytes.data() + i * bytesOf(array.type);
const float f = 1;
const double d = 1;
if (array.type == ElementType::f32)
std::memcpy(at, &f, sizeof f);
else if (array.type == ElementType::f64)
std::memcpy(at, &d, sizeof d);
else
*at = 1;
}
return bytes;
}
inline std::vector<PlacedArray> placeArrays(const Problem& problem, Start start, const Simulator& simulator,
cudaError_t& error) {
std::vector<PlacedArray> arrays;
arrays.reserve(problem.arrays.size());
error = cudaSuccess;
for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
const Array& array = problem.arrays[i];
const bool host = problem.side == Side::host;
if (problem.side == Side::managed) simulator.watchPages();
arrays.emplace_back(problem.side, array.bytes(), host || !simulator.present());
error = arrays.back().error();
if (error == cudaSuccess) {
error = arrays.back().upload(startOf(array, start.of(i)));
}
if (error != cudaSuccess) return {};
if (problem.side == Side::device && startsUnwritten(array.role) && start.of(i) == Fill::poison)
simulator.markUnwritten(arrays.back().data(), array.bytes());
}
return arrays;
}
inline std::vector<void*> pointersOf(const std::vector<PlacedArray>& arrays) {
std::vector<void*> pointers;
for (const PlacedArray& array : arrays) pointers.push_back(array.data());
return pointers;
}
namespace detail {
inline void inspect(const Problem& problem, const std::vector<PlacedArray>& device, CallResult& result) {
for (std::size_t i = 0; i < device.size(); ++i) {
const Array& array = problem.arrays[i];
long long at = 0;
if (device[i].brokenGuard(at)) {
Spoiled spoiled;
spoiled.array = array.name;
spoiled.byte = at;
const std::uint64_t distance =
static_cast<std::uint64_t>(at < 0 ? -at : at - static_cast<long long>(device[i].bytes()) + 1);
spoiled.headline = "wrote outside its buffer: " + counted(distance, "byte") +
(at < 0 ? " before the first" : " past the last") + " byte of " + array.name + ", which has " +
counted(device[i].bytes(), "byte");
result.guardsBroken.push_back(spoiled);
}
if (array.role != Role::input || result.after[i] == array.initial) continue;
Spoiled spoiled;
spoiled.array = array.name;
std::size_t changed = 0, first = 0;
const std::size_t size = bytesOf(array.type);
for (std::size_t e = array.shape.count(); e-- > 0;) {
if (std::memcmp(result.after[i].data() + e * size, array.initial.data() + e * size, size) == 0) continue;
++changed;
first = e;
}
spoiled.row = first / array.shape.cols();
spoiled.col = first % array.shape.cols();
spoiled.headline = "changed its input: " + counted(changed, "element") + " of " + array.name +
(changed == 1 ? " differs" : " differ") + " after the call, the first at row " +
number(spoiled.row) + ", column " + number(spoiled.col) + " (" +
valueText(elementAt(result.after[i], array.type, first)) + ", was " +
valueText(elementAt(array.initial, array.type, first)) + ")";
result.inputsChanged.push_back(spoiled);
}
}
inline std::uint64_t repeatedLeak(const Exercise& day, const Problem& problem, const std::vector<void*>& pointers,
const Simulator& simulator) {
std::uint64_t each = 0;
for (int call = 0; call < 3; ++call) {
const AccountWatch watch(simulator);
day.solve(problem, pointers);
if (cudaDeviceSynchronize() != cudaSuccess) return 0;
const std::uint64_t leaked = watch.read().leaked;
if (leaked == 0 || (call > 0 && leaked != each)) return 0;
each = leaked;
}
return each;
}
}
inline CallResult callSolve(const Exercise& day, const Problem& problem, Start outputs, std::uint64_t orderSeed,
const Simulator& simulator) {
CallResult result;
cudaError_t code = cudaSuccess;
const std::vector<PlacedArray> device = placeArrays(problem, outputs, simulator, code);
if (code == cudaSuccess) code = cudaDeviceSynchronize();
if (code != cudaSuccess) {
result.error = describeError(code, "allocation", simulator);
result.ours = true;
return result;
}
simulator.setSeed(orderSeed);
simulator.takeFindings();
simulator.takeLaunches();
cudaGetLastError();
const AccountWatch watch(simulator);
PageWatch pages(simulator);
if (problem.side == Side::managed)
for (std::size_t i = 0; i < device.size(); ++i) pages.open(problem.arrays[i].name, device[i]);
const auto start = std::chrono::steady_clock::now();
day.solve(problem, pointersOf(device));
const cudaError_t launchError = cudaGetLastError();
if (launchError != cudaSuccess) result.error = describeError(launchError, "launch", simulator);
const cudaError_t syncError = cudaDeviceSynchronize();
if (launchError == cudaSuccess && syncError != cudaSuccess)
result.error = describeError(syncError, "sync", simulator);
result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
cudaGetLastError();
result.findings = simulator.takeFindings();
result.launches = simulator.takeLaunches();
if (result.error) return result;
if (problem.side == Side::host) result.account = watch.read();
result.after.resize(device.size());
for (const bool results : {true, false}) {
for (std::size_t i = 0; i < device.size(); ++i) {
if (problem.arrays[i].compared() != results) continue;
code = device[i].download(result.after[i]);
if (code != cudaSuccess) {
result.error = describeError(code, "sync", simulator);
return result;
}
}
if (results) result.pages = pages.read();
}
detail::inspect(problem, device, result);
if (result.account.leaked > 0 && !simulator.present())
result.account.leaked = detail::repeatedLeak(day, problem, pointersOf(device), simulator);
simulator.takeFindings();
if (result.account.leaked > 0) result.findings = withLeak(result.findings, result.account.leaked);
return result;
}
}
namespace exercise {
constexpr std::size_t mapColumns = 64, mapRows = 16;
namespace detail {
inline std::size_t worstPlane(const Array& array, const Comparison& comparison) {
if (array.shape.rank != 3) return 0;
const std::size_t plane = array.shape.extent[1] * array.shape.extent[2];
std::vector<std::size_t> wrong(array.shape.extent[0], 0);
for (const std::size_t cell : comparison.wrong) ++wrong[cell / plane];
return static_cast<std::size_t>(std::max_element(wrong.begin(), wrong.end()) - wrong.begin());
}
}
inline std::vector<std::string> drawMap(const Array& array, const Bytes& got, const Comparison& comparison) {
const std::size_t total = array.shape.count();
if (total < 2) return {};
const bool vector = array.shape.rank == 1;
const std::size_t plane = array.shape.rank == 3 ? array.shape.extent[1] * array.shape.extent[2] : total;
const std::size_t first = detail::worstPlane(array, comparison) * plane;
const std::size_t perLine =
std::min(total, std::max(mapColumns, (total / mapRows + mapColumns - 1) / mapColumns * mapColumns));
const std::size_t cols = vector ? perLine : array.shape.cols(), rows = (plane + cols - 1) / cols;
const std::size_t boxCols = (cols + mapColumns - 1) / mapColumns, boxRows = (rows + mapRows - 1) / mapRows;
const std::size_t width = (cols + boxCols - 1) / boxCols, height = (rows + boxRows - 1) / boxRows;
struct BoxCount {
std::size_t cells = 0, wrong = 0, holes = 0;
};
std::vector<BoxCount> boxes(width * height);
const auto boxOf = [&](std::size_t cell) -> BoxCount& {
return boxes[cell / cols / boxRows * width + cell % cols / boxCols];
};
for (std::size_t cell = 0; cell < plane; ++cell) ++boxOf(cell).cells;
for (const std::size_t cell : comparison.wrong) {
if (cell < first || cell >= first + plane) continue;
BoxCount& box = boxOf(cell - first);
++box.wrong;
box.holes += array.role == Role::output && isPoison(got, array.type, cell) ? 1 : 0;
}
std::vector<std::string> lines;
for (std::size_t row = 0; row < height; ++row) {
std::string line;
for (std::size_t col = 0; col < width; ++col) {
const BoxCount& box = boxes[row * width + col];
line += box.cells == 0           ? ' '
: box.wrong == 0         ? '.'
: box.holes == box.cells ? 'o'
: box.wrong == box.cells ? '#'
: '%';
}
lines.push_back(line);
}
std::string legend = ". right, # wrong, o never written, % both right and wrong";
const std::string size = vector ? counted(boxCols * boxRows, "element")
: std::to_string(boxRows) + " x " + std::to_string(boxCols) + " cells";
legend += "; a character is " + size;
if (vector && rows > 1) legend += ", a line " + counted(cols * boxRows, "element");
if (array.shape.rank == 3) legend += "; plane " + number(first / plane) + " of " + number(array.shape.extent[0]);
lines.push_back(legend);
return lines;
}
}
namespace exercise {
inline Explained accumulated(const Facts& facts) {
const auto rounded = [&](double sum) {
return facts.type == ElementType::f32 ? static_cast<double>(static_cast<float>(sum)) : sum;
};
const auto isAbout = [&](std::size_t cell, double got, double value) {
return got == rounded(value) || std::fabs(got - value) <= 2 * facts.slack(cell, value);
};
const auto everyWrongCell = [&](auto holds) {
for (std::size_t cell = 0; cell < facts.total(); ++cell)
if (facts.wrong[cell] && !holds(cell)) return false;
return true;
};
const std::size_t count = facts.wrongCount();
const std::string cells = count == 1 ? "the wrong cell" : "all " + number(count) + " wrong cells";
if (!facts.previous.empty() && everyWrongCell([&](std::size_t cell) {
return facts.previous[cell] != 0 && facts.got[cell] == rounded(facts.expected[cell] + facts.previous[cell]);
})) {
return Explanation{"accumulated",
"the result was added to the previous call's: " + cells + (count == 1 ? " holds" : " hold") +
" the right value plus what the call before left; clear what you add to",
"day 25", facts.wrong};
}
if (!facts.overZeros.empty() && !facts.overOnes.empty() && everyWrongCell([&](std::size_t cell) {
return isAbout(cell, facts.overZeros[cell], facts.expected[cell]) &&
isAbout(cell, facts.overOnes[cell], facts.expected[cell] + 1);
})) {
return Explanation{"accumulated",
"the result was added to what the output held: over an output of zeros " + cells +
(count == 1 ? " is" : " are") +
" right, over ones 1 too large; the output is not cleared for you",
"day 25", facts.wrong};
}
return std::nullopt;
}
}
namespace exercise {
template <class Predict>
Fit fitAnswers(const Facts& facts, Predict predict) {
Fit fit;
for (const bool wrongOnes : {true, false}) {
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (wrongOnes ? !facts.wroteWrong(cell) : !facts.right(cell)) continue;
const std::size_t from = predict(cell);
if (from == nowhere) {
fit.open += wrongOnes ? 1 : 0;
} else if (!facts.holds(cell, facts.expected[from])) {
fit.broken = true;
return fit;
} else if (wrongOnes && from != cell) {
++fit.explained;
}
}
if (wrongOnes && !fit.holds()) break;
}
return fit;
}
template <class Predict>
std::vector<std::uint8_t> answersExplained(const Facts& facts, Predict predict) {
return cellsWhere(facts, [&](std::size_t cell) {
if (facts.unwritten[cell]) return false;
const std::size_t from = predict(cell);
return from == nowhere || facts.holds(cell, facts.expected[from]);
});
}
inline std::string place(const Facts& facts, std::size_t cell) {
const std::size_t cols = facts.cols, rows = facts.shape.rank == 3 ? facts.shape.extent[1] : facts.rows;
std::string out = "[" + std::to_string(cell % cols) + "]";
if (facts.shape.rank == 1) return out;
out = "[" + std::to_string(cell / cols % rows) + "]" + out;
return facts.shape.rank == 3 ? "[" + std::to_string(cell / cols / rows) + "]" + out : out;
}
template <class Predict>
std::string answerExample(const Facts& facts, Predict predict) {
const std::string name = facts.name.empty() ? "out" : facts.name;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wroteWrong(cell)) continue;
const std::size_t from = predict(cell);
if (from == nowhere || !facts.holds(cell, facts.expected[from])) continue;
return " (" + name + place(facts, cell) + " holds what belongs into " + name + place(facts, from) + ")";
}
return "";
}
inline bool isBlockExtent(const Facts& facts, std::size_t size) {
for (const Launch& launch : facts.launches) {
if (launch.threads() == size) return true;
for (const std::uint64_t extent : launch.block)
if (extent == size) return true;
}
return false;
}
inline std::vector<std::size_t> blockSizes(const Facts& facts) {
std::vector<std::size_t> sizes;
const auto add = [&](std::uint64_t size) {
for (const std::size_t known : sizes)
if (known == size) return;
if (size >= 2) sizes.push_back(static_cast<std::size_t>(size));
};
for (const Launch& launch : facts.launches) {
add(launch.threads());
for (const std::uint64_t extent : launch.block) add(extent);
}
for (const std::size_t size : {256, 128, 512, 1024, 64, 32, 16, 8}) add(size);
return sizes;
}
}
namespace exercise {
inline bool hasTerms(const Facts& facts) { return facts.relation != nullptr && facts.relation->terms.of != nullptr; }
inline bool foldsAnAxis(const Facts& facts) {
return hasTerms(facts) && (facts.relation->terms.length > 0 || facts.relation->terms.ragged);
}
class TermsOf {
public:
explicit TermsOf(const Facts& facts) : terms_(facts.relation->terms) {}
const std::vector<Term>& at(std::size_t cell) {
buffer_.clear();
terms_.of(cell, buffer_);
length_ = terms_.ragged ? buffer_.size() : terms_.length;
return buffer_;
}
std::size_t length() const { return length_; }
std::size_t counted() const { return counted_; }
template <class Weight>
double fold(std::size_t cell, Weight weight) {
at(cell);
const bool sum = terms_.fold == Fold::sum;
double folded = sum ? 0 : -HUGE_VAL;
counted_ = 0;
for (std::size_t i = 0; i < buffer_.size(); ++i) {
const double times = weight(i, buffer_[i], length_);
counted_ += times != 0 ? 1 : 0;
if (sum)
folded += times * buffer_[i].value;
else if (times != 0 && buffer_[i].value > folded)
folded = buffer_[i].value;
}
return folded;
}
private:
const Terms& terms_;
std::vector<Term> buffer_;
std::size_t length_ = 0, counted_ = 0;
};
template <class Weight>
bool allFold(const Facts& facts, Weight weight) {
if (!hasTerms(facts)) return false;
TermsOf terms(facts);
std::size_t explained = 0;
for (const bool wrongOnes : {true, false}) {
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (wrongOnes ? !facts.wroteWrong(cell) : !facts.right(cell)) continue;
if (!facts.holds(cell, terms.fold(cell, weight))) return false;
explained += wrongOnes && terms.counted() > 0 ? 1 : 0;
}
if (explained == 0) return false;
}
return true;
}
inline std::vector<std::uint8_t> writtenWrong(const Facts& facts) {
return cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; });
}
inline std::string cellsFold(const Facts& facts) {
const Box box = boundingBox(facts, writtenWrong(facts));
const bool one = box.cells == 1, sum = facts.relation->terms.fold == Fold::sum;
const std::string verb =
sum ? (one ? " adds up" : " add up") : (one ? " takes the largest of" : " take the largest of");
return (one ? "the wrong cell" : "all " + number(box.cells) + " wrong cells") + verb;
}
inline std::string nouns(const Facts& facts) {
const std::string& noun = facts.relation->terms.noun;
if (noun.back() == 'y') return noun.substr(0, noun.size() - 1) + "ies";
return noun + "s";
}
inline Explanation foldExplanation(const Facts& facts, const char* faultClass, const std::string& headline,
const char* see) {
return {faultClass, headline, see, writtenWrong(facts)};
}
inline std::vector<std::size_t> partSizes(const Facts& facts) {
std::vector<std::size_t> sizes = blockSizes(facts);
sizes.push_back(4);
sizes.push_back(2);
return sizes;
}
}
namespace exercise {
namespace detail {
inline std::size_t borderDistance(const Facts& facts, std::size_t cell) {
const std::size_t col = facts.col(cell), row = facts.row(cell);
const std::size_t across = std::min(col, facts.cols - 1 - col);
return facts.rows == 1 ? across : std::min(across, std::min(row, facts.rows - 1 - row));
}
inline std::optional<std::size_t> borderWidth(const Facts& facts, const std::vector<std::uint8_t>& mask) {
std::size_t width = 0, cells = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!mask[cell]) continue;
width = std::max(width, borderDistance(facts, cell) + 1);
++cells;
}
constexpr std::size_t widest = 4;
if (cells == 0 || width > widest || cells * 2 > facts.total()) return std::nullopt;
if (facts.cols < 4 * width || (facts.rows > 1 && facts.rows < 4 * width)) return std::nullopt;
return width;
}
inline std::string borderWords(std::size_t width) {
return width == 1 ? "on the border of the output"
: "within " + std::to_string(width) + " cells of the output's border";
}
}
inline Explained borderUnwritten(const Facts& facts) {
if (facts.shape.rank == 3) return std::nullopt;
const Holes holes(facts);
if (holes.count() == 0) return std::nullopt;
const auto mask = cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); });
const auto width = detail::borderWidth(facts, mask);
if (!width || !holes.areExactly([&](std::size_t cell) { return detail::borderDistance(facts, cell) < *width; }))
return std::nullopt;
return Explanation{"border-unwritten",
"the cells " + detail::borderWords(*width) + " " + holes.verb(true) + ": " +
number(holes.count()) + " of " + number(facts.total()) + "; they have results too",
"day 61", mask};
}
inline Explained borderCells(const Facts& facts) {
if (!hasTerms(facts) || foldsAnAxis(facts) || facts.shape.rank == 3) return std::nullopt;
const auto mask = writtenWrong(facts);
const auto width = detail::borderWidth(facts, mask);
if (!width) return std::nullopt;
const Box box = boundingBox(facts, mask);
return Explanation{"border-cells",
"only cells " + detail::borderWords(*width) + " are wrong: " + counted(box.cells, "cell") +
" in " + box.str() + "; what counts as the neighbor outside is not the right value",
"day 61", mask};
}
}
namespace exercise {
inline Explained copiedNotTransposed(const Facts& facts) {
if (!facts.traceable() || facts.inRows != facts.cols || facts.inCols != facts.rows) return std::nullopt;
for (std::size_t cell = 0; cell < facts.total(); ++cell)
if (facts.expectedSource[cell] != facts.col(cell) * facts.inCols + facts.row(cell)) return std::nullopt;
const auto sameCell = [&](std::size_t cell) {
const std::size_t row = facts.row(cell), col = facts.col(cell);
return row < facts.inRows && col < facts.inCols ? row * facts.inCols + col : nowhere;
};
const auto sameIndex = [](std::size_t cell) { return cell; };
const bool cells = fitSources(facts, sameCell).holds();
if (!cells && !fitSources(facts, sameIndex).holds()) return std::nullopt;
if (cells) {
return Explanation{
"copied-not-transposed",
"copied, not transposed: out[r][c] holds in[r][c], right only on the diagonal" + example(facts, sameCell),
"day 12", cellsExplained(facts, sameCell)};
}
return Explanation{
"copied-not-transposed",
"copied, not transposed: the output holds the input in the input's own order" + example(facts, sameIndex),
"day 12", cellsExplained(facts, sameIndex)};
}
}
namespace exercise {
namespace detail {
inline Explained tooSmallCounts(const Facts& facts, double least) {
if (!hasTerms(facts) || facts.relation->terms.fold != Fold::sum) return std::nullopt;
TermsOf terms(facts);
double lost = 0, all = 0;
std::size_t most = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
for (const Term& term : terms.at(cell))
if (term.value < 0) return std::nullopt;
if (!facts.wroteWrong(cell)) continue;
if (!(facts.got[cell] >= least) || !(facts.got[cell] < facts.expected[cell])) return std::nullopt;
most = std::max(most, terms.at(cell).size());
lost += facts.expected[cell] - facts.got[cell];
all += facts.expected[cell];
}
if (lost == 0) return std::nullopt;
return Explanation{
"lost-updates",
"updates were lost: " + (facts.raceMissing.empty() ? "an atomic or a barrier is missing" : facts.raceMissing) +
", and one count gets up to " + counted(most, "update") + "; all wrong counts are too small, by " +
valueText(lost) + " of " + valueText(all) + " together",
"day 26", writtenWrong(facts)};
}
}
inline Explained lostUpdates(const Facts& facts) {
bool differs = facts.raceFound;
for (std::size_t cell = 0; cell < facts.again.size(); ++cell)
differs = differs || facts.again[cell] != facts.got[cell];
return differs ? detail::tooSmallCounts(facts, 0) : std::nullopt;
}
inline Explained lostUpdatesInStep(const Facts& facts) { return detail::tooSmallCounts(facts, 1); }
inline Explained integerOverflow(const Facts& facts) {
if (facts.type == ElementType::f32 || facts.type == ElementType::f64 || facts.type == ElementType::f16)
return std::nullopt;
for (const int bits : {8, 16, 32}) {
const double wrap = std::ldexp(1.0, bits);
std::size_t cells = 0;
bool fits = true;
for (std::size_t cell = 0; cell < facts.total() && fits; ++cell) {
if (!facts.wroteWrong(cell)) {
fits = !facts.right(cell) || std::fabs(facts.expected[cell]) < wrap;
continue;
}
const double off = (facts.expected[cell] - facts.got[cell]) / wrap;
fits = off == std::floor(off) && std::fabs(facts.got[cell]) < wrap && std::fabs(facts.expected[cell]) >= wrap / 2;
++cells;
}
if (!fits || cells == 0) continue;
return Explanation{"integer-overflow",
"a counter of " + std::to_string(bits) + " bits overflowed: " + counted(cells, "wrong cell") +
(cells == 1 ? " is" : " are") + " off by multiples of " + valueText(wrap) +
", and no value that fits is wrong",
"day 26", writtenWrong(facts)};
}
return std::nullopt;
}
inline Explained accumulatorNotReset(const Facts& facts) {
std::vector<std::size_t> strides{facts.cols, 1};
for (const Launch& launch : facts.launches)
strides.push_back(static_cast<std::size_t>(launch.blocks() * launch.threads()));
for (const std::size_t size : blockSizes(facts)) {
strides.push_back(size);
strides.push_back(size * facts.cols);
}
for (const std::size_t stride : strides) {
std::size_t cells = 0;
bool fits = stride < facts.total();
for (std::size_t cell = 0; cell < facts.total() && fits; ++cell) {
if (!facts.wroteWrong(cell)) continue;
fits = cell >= stride && facts.wrong[cell] && !facts.unwritten[cell - stride] &&
(facts.holds(cell, facts.expected[cell] + facts.got[cell - stride]) ||
std::fabs(facts.got[cell] - facts.expected[cell] - facts.got[cell - stride]) <=
facts.slack(cell, facts.got[cell]) + facts.slack(cell - stride, facts.got[cell - stride]));
++cells;
}
if (!fits || cells < 2) continue;
const std::string where =
stride == facts.cols && facts.rows > 1 ? "the row above" : counted(stride, "cell") + " before";
return Explanation{"accumulator-not-reset",
"the sum is not cleared between two results: each of the " + counted(cells, "wrong cell") +
" is the right value plus what was left " +
(stride == facts.cols && facts.rows > 1 ? "in " : "") + where,
"day 16", writtenWrong(facts)};
}
return std::nullopt;
}
inline Explained wrongIdentity(const Facts& facts) {
if (!hasTerms(facts) || facts.relation->terms.fold != Fold::maximum) return std::nullopt;
TermsOf terms(facts);
std::size_t cells = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wroteWrong(cell)) continue;
if (facts.got[cell] != 0 || !(facts.expected[cell] < 0)) return std::nullopt;
++cells;
}
if (cells == 0) return std::nullopt;
return Explanation{"wrong-identity",
"the maximum starts at 0: " + counted(cells, "cell") + (cells == 1 ? " holds" : " hold") +
" 0 though all elements are below it; start from the first element or from -infinity",
"day 23", writtenWrong(facts)};
}
inline Explained offByOneResult(const Facts& facts) {
if (facts.total() != 1 || !facts.wroteWrong(0)) return std::nullopt;
if (facts.type == ElementType::f32 || facts.type == ElementType::f64 || facts.type == ElementType::f16)
return std::nullopt;
const double off = facts.got[0] - facts.expected[0];
if (std::fabs(off) != 1) return std::nullopt;
return Explanation{"off-by-one-result",
"the number is off by one: " + valueText(facts.got[0]) + " where " + valueText(facts.expected[0]) +
" is right" + (off < 0 ? "; a last index is not a count" : ""),
"day 31", facts.wrong};
}
}
namespace exercise {
inline Explained leftEarly(const Facts& facts) {
if (!facts.leftEarlyFound || facts.raceFound || facts.outsideFound || facts.shape.rank == 3) return std::nullopt;
for (const Launch& launch : facts.launches) {
const std::size_t width = static_cast<std::size_t>(launch.block[0]);
const std::size_t height = facts.rows == 1 ? 1 : static_cast<std::size_t>(launch.block[1]);
const auto inPartialBlock = [&](std::size_t cell) {
return facts.col(cell) >= facts.cols / width * width || facts.row(cell) >= facts.rows / height * height;
};
const auto claimed =
cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell] && inPartialBlock(cell); });
const Box box = boundingBox(facts, claimed);
if (box.cells == 0 || box.cells != facts.wrongCount()) continue;
return Explanation{"left-early",
"threads returned before a __syncthreads() that the rest of their block waits at, and what they "
"should have left in shared memory is missing: " +
counted(box.cells, "cell") + " wrong, all in blocks that reach past the end (" + box.str() +
")",
"day 14", claimed};
}
return std::nullopt;
}
inline Explained earlyReturn(const Facts& facts) {
const Holes holes(facts);
if (holes.count() == 0 || facts.inRows != facts.cols || facts.inCols != facts.rows) return std::nullopt;
for (const std::size_t side : tileSides(facts)) {
const auto lost = [&](std::size_t cell) {
const std::size_t row = facts.row(cell), col = facts.col(cell);
const std::size_t height = std::min(side, facts.inRows - col / side * side);
const std::size_t width = std::min(side, facts.inCols - row / side * side);
return row % side >= height || col % side >= width;
};
if (!holes.areExactly(lost)) continue;
const std::vector<std::uint8_t> explained = cellsWhere(facts, lost);
const Box box = boundingBox(facts, explained);
return Explanation{
"early-return",
counted(holes.count(), "cell") + " of partial tiles " + holes.verb(holes.count() > 1) + " (" + box.str() +
"): in a tile of " + std::to_string(side) + " x " + std::to_string(side) +
", threads whose input element is outside the matrix returned, though they have an output to write",
"day 14", explained};
}
return std::nullopt;
}
}
namespace exercise {
inline Explained everyKthElement(const Facts& facts) {
const Holes holes(facts);
const auto along = [&](std::size_t count, auto index, const std::string& what) -> Explained {
const std::optional<Periodic> period = periodOf(facts, holes, count, index);
if (!period || (period->written() != 1 && period->holes() != 1)) return std::nullopt;
const bool alone = period->written() == 1;
const std::string which = number(period->first(!alone));
return Explanation{"every-kth-element",
"of every " + number(period->period) + " " + what + (alone ? " only number " : " number ") +
which + (alone ? " was written" : " " + holes.verb(false)) +
" (counting from 0): " + counted(holes.count(), "cell") +
(alone ? " " + holes.verb(holes.count() > 1) : "") + "; a stride skips elements",
"day 7", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
};
const std::size_t plane = facts.shape.rank == 3 ? facts.shape.extent[1] * facts.cols : facts.total();
if (facts.shape.rank == 3) {
if (Explained found = along(
facts.shape.extent[0], [&](std::size_t cell) { return cell / plane; }, "planes"))
return found;
if (Explained found = along(
facts.shape.extent[1], [&](std::size_t cell) { return cell % plane / facts.cols; }, "rows of each plane"))
return found;
}
if (Explained found = along(
facts.rows, [&](std::size_t cell) { return facts.row(cell); }, "rows"))
return found;
if (Explained found = along(
facts.cols, [&](std::size_t cell) { return facts.col(cell); }, "columns"))
return found;
if (facts.traceable()) {
const auto source = [&](std::size_t cell) { return facts.expectedSource[cell]; };
if (Explained found = along(facts.total(), source, "elements of the input")) return found;
}
return along(
facts.total(), [](std::size_t cell) { return cell; }, "elements of the output");
}
}
namespace exercise {
namespace detail {
struct TileSize {
std::size_t rows = 1, cols = 1;
std::string str() const {
return rows == 1 ? number(cols) + " elements" : std::to_string(rows) + " x " + std::to_string(cols);
}
};
inline std::vector<TileSize> blockTiles(const Facts& facts) {
std::vector<TileSize> tiles;
for (const Launch& launch : facts.launches) {
const std::size_t x = static_cast<std::size_t>(launch.block[0]), y = static_cast<std::size_t>(launch.block[1]);
if (facts.rows == 1 && x >= 8) tiles.push_back({1, x});
if (facts.rows > 1 && x >= 4 && y >= 4) tiles.push_back({y, x});
if (facts.rows > 1 && x >= 4 && y < x) tiles.push_back({x, x});
}
if (!facts.launches.empty()) return tiles;
for (const std::size_t side : {16, 32, 8}) tiles.push_back({side, side});
return tiles;
}
inline Explained haloAsZero(const Facts& facts) {
if (!hasTerms(facts) || foldsAnAxis(facts)) return std::nullopt;
for (const TileSize& tile : blockTiles(facts)) {
TermsOf terms(facts);
const auto tileOf = [&](std::size_t at) {
return std::pair<std::size_t, std::size_t>{at / facts.cols / tile.rows, at % facts.cols / tile.cols};
};
std::size_t explained = 0;
bool fits = true;
for (std::size_t cell = 0; cell < facts.total() && fits; ++cell) {
if (!facts.wroteWrong(cell) && !facts.right(cell)) continue;
fits = facts.holds(cell, terms.fold(cell, [&](std::size_t, const Term& term, std::size_t) {
return term.place == nowhere || tileOf(term.place) == tileOf(cell) ? 1 : 0;
}));
explained += facts.wrong[cell];
}
if (!fits || explained == 0) continue;
return foldExplanation(facts, "halo-cells",
"cells along the edges of the " + tile.str() + " tiles are wrong: " + cellsFold(facts) +
" only " + nouns(facts) + " from its own tile; what lies in the next tile counts 0",
"day 61");
}
return std::nullopt;
}
}
namespace detail {
struct EdgeLines {
std::size_t low = 0, high = 0;
std::size_t count() const { return low + high; }
};
inline EdgeLines edgeLines(const std::vector<std::size_t>& wrongOn, const std::vector<std::size_t>& cellsOn) {
const std::size_t widest = wrongOn.size() / 4;
const auto bad = [&](std::size_t i) { return wrongOn[i] > 0 && wrongOn[i] * 10 >= cellsOn[i] * 6; };
EdgeLines lines;
while (lines.low < widest && bad(lines.low)) ++lines.low;
while (lines.high < widest && bad(wrongOn.size() - 1 - lines.high)) ++lines.high;
return lines;
}
inline std::string edgeWords(const EdgeLines& lines, const std::string& noun) {
const auto side = [&](const char* which, std::size_t count) {
return std::string("the ") + which + " " + (count == 1 ? noun : std::to_string(count) + " " + noun + "s");
};
if (lines.low == 0) return side("last", lines.high);
return side("first", lines.low) + (lines.high == 0 ? "" : " and " + side("last", lines.high));
}
}
inline Explained haloCells(const Facts& facts) {
if (Explained found = detail::haloAsZero(facts)) return found;
if (!hasTerms(facts) || foldsAnAxis(facts) || facts.shape.rank == 3) return std::nullopt;
for (const detail::TileSize& tile : detail::blockTiles(facts)) {
if (tile.rows > facts.rows || tile.cols > facts.cols || 2 * tile.rows * tile.cols > facts.total()) continue;
std::vector<std::size_t> rowWrong(tile.rows, 0), rowCells(tile.rows, 0), colWrong(tile.cols, 0),
colCells(tile.cols, 0);
const auto rowLine = [&](std::size_t cell) { return facts.row(cell) % tile.rows; };
const auto colLine = [&](std::size_t cell) { return facts.col(cell) % tile.cols; };
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
++rowCells[rowLine(cell)];
++colCells[colLine(cell)];
rowWrong[rowLine(cell)] += facts.wroteWrong(cell) ? 1 : 0;
colWrong[colLine(cell)] += facts.wroteWrong(cell) ? 1 : 0;
}
const detail::EdgeLines rows = tile.rows > 1 ? detail::edgeLines(rowWrong, rowCells) : detail::EdgeLines();
const detail::EdgeLines cols = detail::edgeLines(colWrong, colCells);
if (rows.count() + cols.count() == 0) continue;
const auto explained = cellsWhere(facts, [&](std::size_t cell) {
return !facts.unwritten[cell] && (rowLine(cell) < rows.low || rowLine(cell) + rows.high >= tile.rows ||
colLine(cell) < cols.low || colLine(cell) + cols.high >= tile.cols);
});
const Box all = boundingBox(facts, writtenWrong(facts)), there = boundingBox(facts, explained);
if (there.cells != all.cells || there.cells < 2) continue;
std::string which = cols.count() > 0 ? detail::edgeWords(cols, (facts.shape.rank == 1 ? "element" : "column")) : "";
if (rows.count() > 0) which += (which.empty() ? "" : " and ") + detail::edgeWords(rows, "row");
return Explanation{"halo-cells",
"only cells along the edges of the " + tile.str() + " tiles are wrong: " + number(all.cells) +
" cells, all in " + which +
" of their tile; a value from the next tile is not the right one",
"day 61", explained};
}
return std::nullopt;
}
}
namespace exercise {
inline Explained indexOverflow(const Facts& facts) {
const Holes holes(facts);
if (holes.count() == 0) return std::nullopt;
std::size_t first = 0;
while (!holes.at(first)) ++first;
std::string limit;
for (const unsigned bits : {15U, 16U, 31U, 32U}) {
const std::uint64_t elements = std::uint64_t{1} << bits;
if (first == elements) limit = "index " + number(first) + " is 2^" + std::to_string(bits);
if (bits >= 31 && first == elements / bytesOf(facts.type))
limit = "byte " + number(elements) + " is 2^" + std::to_string(bits);
}
if (limit.empty() || !holes.areExactly([&](std::size_t cell) { return cell >= first; })) return std::nullopt;
for (const Launch& launch : facts.launches)
if (launch.blocks() * launch.threads() == first) return std::nullopt;
return Explanation{"index-overflow",
"elements from index " + number(first) + " on " + holes.verb(true) + ": " + limit +
", where an index of that many bits starts again from 0",
"day 5", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
}
namespace exercise {
namespace detail {
inline std::int64_t ordinal(double value, ElementType type) {
const auto placed = [](auto bits, std::int64_t least) { return bits >= 0 ? std::int64_t{bits} : least - bits; };
if (type == ElementType::f16) return placed(static_cast<std::int16_t>(halfOf(value)), INT16_MIN);
if (type == ElementType::f32) {
const float narrow = static_cast<float>(value);
std::int32_t bits;
std::memcpy(&bits, &narrow, sizeof bits);
return placed(bits, INT32_MIN);
}
std::int64_t bits;
std::memcpy(&bits, &value, sizeof bits);
return placed(bits, INT64_MIN);
}
inline int bitsKept(double largestError) {
return largestError > 0 ? static_cast<int>(std::floor(-std::log2(largestError))) : 53;
}
inline std::string formatOf(int bits, ElementType type) {
if (type == ElementType::f64 && bits >= 21 && bits <= 25) return ", and a float keeps 24";
if (type != ElementType::f16 && bits >= 9 && bits <= 12) return ", and a half keeps 11";
return "";
}
}
inline Explained lowBits(const Facts& facts) {
if (facts.type != ElementType::f32 && facts.type != ElementType::f64 && facts.type != ElementType::f16)
return std::nullopt;
std::vector<std::uint64_t> apart;
std::uint64_t most = 0;
std::size_t worst = 0;
double largest = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wroteWrong(cell)) continue;
const double got = facts.got[cell], expected = facts.expected[cell];
const double measure = facts.scale.empty() ? std::fabs(expected) : facts.scale[cell];
if (!(std::fabs(got - expected) <= measure / (facts.scale.empty() ? 1024 : 512))) return std::nullopt;
if (measure > 0) largest = std::max(largest, std::fabs(got - expected) / measure);
const std::int64_t distance = detail::ordinal(got, facts.type) - detail::ordinal(expected, facts.type);
apart.push_back(static_cast<std::uint64_t>(distance < 0 ? -distance : distance));
if (apart.back() <= most) continue;
most = apart.back();
worst = cell;
}
if (apart.empty()) return std::nullopt;
std::nth_element(apart.begin(), apart.begin() + static_cast<std::ptrdiff_t>(apart.size() / 2), apart.end());
const std::uint64_t median = apart[apart.size() / 2];
return Explanation{"low-bits",
"off only in the low bits: " + counted(apart.size(), "cell") + " by at most " + number(most) +
" ULP (worst at " + cellWords(facts, worst) + "), half of them by " + number(median) +
" or less; " + std::to_string(detail::bitsKept(largest)) + " bits are right" +
detail::formatOf(detail::bitsKept(largest), facts.type) + ": precision, not logic",
"day 50", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}
}
namespace exercise {
inline Explained reversed(const Facts& facts) {
const std::size_t rows = facts.shape.rank == 3 ? facts.shape.extent[1] : facts.rows, cols = facts.cols;
const std::size_t plane = rows * cols;
struct Axis {
std::string words;
std::function<std::size_t(std::size_t)> from;
bool applies;
};
const Axis axes[] = {
{"the elements are in the opposite order, last to first",
[&](std::size_t cell) { return facts.total() - 1 - cell; }, true},
{"each row is in the opposite order",
[&](std::size_t cell) { return cell / cols * cols + cols - 1 - cell % cols; }, cols > 1 && facts.rows > 1},
{"the rows are in the opposite order",
[&](std::size_t cell) { return cell / plane * plane + (rows - 1 - cell / cols % rows) * cols + cell % cols; },
rows > 1},
{"the planes are in the opposite order",
[&](std::size_t cell) { return (facts.shape.extent[0] - 1 - cell / plane) * plane + cell % plane; },
facts.shape.rank == 3 && facts.shape.extent[0] > 1}};
for (const Axis& axis : axes) {
if (!axis.applies || !fitAnswers(facts, axis.from).holds()) continue;
return Explanation{"reversed", axis.words + answerExample(facts, axis.from), "day 8",
answersExplained(facts, axis.from)};
}
return std::nullopt;
}
inline Explained resultTransposed(const Facts& facts) {
if (facts.shape.rank != 2 || facts.rows < 2 || facts.cols < 2 || facts.traceable()) return std::nullopt;
const auto from = [&](std::size_t cell) { return cell % facts.rows * facts.cols + cell / facts.rows; };
if (!fitAnswers(facts, from).holds()) return std::nullopt;
return Explanation{"result-transposed",
"the results are right and stored as the transpose: rows and columns of the output are swapped" +
answerExample(facts, from),
"day 8", answersExplained(facts, from)};
}
inline Explained localIndex(const Facts& facts) {
if (facts.rows != 1 && facts.shape.rank != 1) return std::nullopt;
const auto* const f =
facts.relation != nullptr && facts.relation->elementwise ? &facts.relation->elementwise : nullptr;
for (const std::size_t size : blockSizes(facts)) {
if (size < 8 || size * 2 > facts.total()) continue;
for (const int operands : {3, 1, 2}) {
if (operands != 3 && f == nullptr) continue;
std::size_t explained = 0;
bool fits = true;
for (std::size_t i = 0; i < facts.total() && fits; ++i) {
if (!facts.wroteWrong(i) && !facts.right(i)) continue;
const std::size_t local = i % size;
fits = facts.holds(i, operands == 3 ? facts.expected[local]
: (*f)((operands & 1) != 0 ? local : i, (operands & 2) != 0 ? local : i));
explained += facts.wrong[i];
}
if (!fits || explained < 2) continue;
const std::string what = operands == 3   ? "every block holds"
: operands == 1 ? "the first operand is"
: "the second operand is";
return Explanation{"local-index",
what + " block 0's: an index counts the " + number(size) +
" threads of a block and not those of the blocks before, so index " + number(size) +
" repeats index 0",
"day 2", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}
}
return std::nullopt;
}
inline Explained oneResultForSeveral(const Facts& facts) {
if (facts.shape.rank == 3 || facts.traceable()) return std::nullopt;
for (const std::size_t group : {2, 4, 8, 16, 32}) {
if (group * 2 > facts.cols) break;
const auto from = [&](std::size_t cell) { return cell - facts.col(cell) % group; };
if (!fitAnswers(facts, from).holds()) continue;
return Explanation{"one-result-for-several",
"each " + number(group) + " neighbors hold the result of the first of them" +
answerExample(facts, from) + ": one variable is stored for " + number(group) + " elements",
"day 18", answersExplained(facts, from)};
}
return std::nullopt;
}
inline Explained threadNotInIndex(const Facts& facts) {
if (facts.rows != 1 || facts.total() < 3 || facts.relation == nullptr || !facts.relation->elementwise)
return std::nullopt;
const auto& f = facts.relation->elementwise;
std::vector<std::size_t> sizes{facts.total()};
for (const std::size_t size : blockSizes(facts))
if (size >= 8 && size * 2 <= facts.total()) sizes.push_back(size);
for (const std::size_t size : sizes)
for (const unsigned operands : {1U, 2U, 3U}) {
std::size_t explained = 0;
bool fits = true;
for (std::size_t i = 0; i < facts.total() && fits; ++i) {
if (!facts.wroteWrong(i) && !facts.right(i)) continue;
fits = facts.holds(i, f((operands & 1) != 0 ? i / size : i, (operands & 2) != 0 ? i / size : i));
explained += facts.wrong[i];
}
if (!fits || explained < 2) continue;
const std::string what = operands == 3   ? "of both operands"
: operands == 1 ? "of the first operand"
: "of the second operand";
return Explanation{"thread-not-in-index",
(size == facts.total()
? "every element is made with element 0 "
: "the elements of block b, " + number(size) + " of them, are all made with element b ") +
what + ": its index leaves out the thread along x",
"day 2", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}
return std::nullopt;
}
inline Explained copiedInput(const Facts& facts) {
std::size_t copied = 0, wrong = 0;
const bool traced = facts.traceable() && facts.inRows * facts.inCols == facts.total();
const bool given = facts.relation != nullptr && facts.relation->input.size() == facts.total();
if (!traced && !given) return std::nullopt;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wroteWrong(cell) && !facts.right(cell)) continue;
if (traced ? facts.source[cell] != cell : facts.got[cell] != facts.relation->input[cell]) return std::nullopt;
++copied;
wrong += facts.wrong[cell];
}
if (wrong < 2) return std::nullopt;
return Explanation{"copied",
"the output is a copy of the input, in its own order: " + number(copied) + " elements, of which " +
number(copied - wrong) + " belong there",
"day 4", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}
inline Explained ignoresInput(const Facts& facts) {
if (facts.other.empty()) return std::nullopt;
std::size_t cells = 0, due = 0, indices = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wroteWrong(cell)) continue;
if (facts.got[cell] != facts.other[cell]) return std::nullopt;
++cells;
due += facts.otherExpected[cell] != facts.expected[cell] ? 1 : 0;
indices += facts.got[cell] == static_cast<double>(cell) ? 1 : 0;
}
if (cells < 2 || due * 2 < cells) return std::nullopt;
bool zeros = true;
for (std::size_t cell = 0; cell < facts.total(); ++cell)
zeros = zeros && (!facts.wroteWrong(cell) || facts.got[cell] == 0);
if (zeros) return std::nullopt;
return Explanation{"ignores-input",
"the output does not depend on the input: " + counted(cells, "wrong cell") +
" hold the same for other inputs" + (indices == cells ? ", each its own index" : ""),
"day 5", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}
}
namespace exercise {
inline Explained misplacedInTile(const Facts& facts) {
if (!facts.traceable() || facts.shape.rank != 2 || facts.raceFound || facts.outsideFound) return std::nullopt;
for (const std::size_t side : tileSides(facts)) {
if (side < 8 || (facts.inRows <= side && facts.inCols <= side)) continue;
const auto tileOf = [&](std::size_t element) {
return std::pair<std::size_t, std::size_t>{element / facts.inCols / side, element % facts.inCols / side};
};
std::size_t moved = 0, unknown = 0, foreign = 0;
bool broken = false;
for (std::size_t cell = 0; cell < facts.total() && !broken; ++cell) {
if (!facts.wroteWrong(cell)) continue;
const std::size_t source = facts.source[cell], expected = facts.expectedSource[cell];
if (expected == nowhere) {
broken = true;
} else if (source != nowhere && tileOf(source) == tileOf(expected)) {
++moved;
} else {
const auto [tileRow, tileCol] = tileOf(expected);
const bool whole = (tileRow + 1) * side <= facts.inRows && (tileCol + 1) * side <= facts.inCols;
broken = whole && (source != nowhere || !facts.unwrittenSharedReadFound);
++unknown;
foreign += source != nowhere ? 1 : 0;
}
}
constexpr std::size_t beyondChance = 16;
if (broken || moved < beyondChance || moved < unknown || moved < 4 * foreign) continue;
const auto isMoved = [&](std::size_t cell) {
const std::size_t source = facts.source[cell];
return source != nowhere && tileOf(source) == tileOf(facts.expectedSource[cell]);
};
return Explanation{
"misplaced-in-tile",
"the tile is filled by one rule and read by another: " + counted(moved, "wrong cell") +
(moved == 1 ? " holds" : " hold") + " an element of the right " + std::to_string(side) + " x " +
std::to_string(side) + " tile, from another place in it" +
example(facts, [&](std::size_t cell) { return isMoved(cell) ? facts.source[cell] : nowhere; }),
"day 15", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}
return std::nullopt;
}
}
namespace exercise {
inline Explained nanSpread(const Facts& facts) {
const std::vector<std::uint8_t> explained = cellsWhere(facts, [&](std::size_t cell) {
return !facts.unwritten[cell] && !std::isfinite(facts.got[cell]) && std::isfinite(facts.expected[cell]);
});
const Box box = boundingBox(facts, explained);
if (box.cells == 0) return std::nullopt;
std::size_t first = 0;
while (!explained[first]) ++first;
return Explanation{"nan-spread",
"NaN or infinity in " + counted(box.cells, "cell") + ", first at " + cellWords(facts, first) +
", all within " + box.str() + "; the input has none",
"day 50", explained};
}
}
namespace exercise {
namespace detail {
inline Explained neighbourAnswers(const Facts& facts) {
for (const std::size_t side : tileSides(facts)) {
for (const bool byColumn : {true, false}) {
for (const bool forward : {true, false}) {
if (side * 2 > (byColumn ? facts.cols : facts.rows)) continue;
const std::size_t step = byColumn ? 1 : facts.cols;
const auto from = [&](std::size_t cell) {
const std::size_t at = byColumn ? facts.col(cell) : facts.row(cell);
const std::size_t end = byColumn ? facts.cols : facts.rows;
if (at % side == (forward ? side - 1 : 0) || (forward && at + 1 == end)) return nowhere;
return forward ? cell + step : cell - step;
};
if (!fitAnswers(facts, from).holds()) continue;
const std::string which = byColumn ? (forward ? "right" : "left") : (forward ? "lower" : "upper");
return Explanation{"neighbour-value",
"an index into the tile is off by one: inside each tile of " + std::to_string(side) +
" a wrong cell holds what belongs into its " + which + " neighbor" +
answerExample(facts, from),
"day 13", answersExplained(facts, from)};
}
}
}
return std::nullopt;
}
}
inline Explained neighbourValue(const Facts& facts) {
if (!facts.traceable()) return detail::neighbourAnswers(facts);
for (const std::size_t side : tileSides(facts)) {
for (const bool byColumn : {true, false}) {
for (const bool forward : {true, false}) {
const auto predict = [&](std::size_t cell) {
const std::size_t expected = facts.expectedSource[cell];
if (expected == nowhere) return nowhere;
std::size_t row = expected / facts.inCols, col = expected % facts.inCols;
std::size_t& moving = byColumn ? col : row;
const std::size_t limit = byColumn ? facts.inCols : facts.inRows;
const bool atEdge = moving % side == (forward ? side - 1 : 0);
if (!atEdge) {
moving = forward ? moving + 1 : moving - 1;
return moving < limit ? row * facts.inCols + col : nowhere;
}
const std::size_t next = byColumn ? expected + (forward ? 1 : nowhere)
: expected + (forward ? facts.inCols : nowhere - facts.inCols + 1);
if (facts.source[cell] == next) return expected;
moving = forward ? moving + 1 - side : moving + side - 1;
const std::size_t wrapped = row * facts.inCols + col;
return moving < limit && facts.source[cell] == wrapped ? wrapped : nowhere;
};
if (!fitSources(facts, predict).holds()) continue;
const std::string which = byColumn ? (forward ? "right" : "left") : (forward ? "lower" : "upper");
return Explanation{"neighbour-value",
"an index into the tile is off by one: inside each " + std::to_string(side) + " x " +
std::to_string(side) + " tile a wrong cell holds the " + which + " neighbor's element" +
example(facts, predict),
"day 13", cellsExplained(facts, predict)};
}
}
}
return std::nullopt;
}
}
namespace exercise {
inline Explained nothingWritten(const Facts& facts) {
for (const std::uint8_t untouched : facts.kept.empty() ? facts.unwritten : facts.kept)
if (!untouched) return std::nullopt;
const std::string size =
facts.shape.rank == 1 ? "" : std::to_string(facts.rows) + " x " + std::to_string(facts.cols) + " ";
const std::string output = size + "output ";
std::string headline = facts.total() == 1 ? "nothing was written: the one cell of the " + output +
"still holds what it held before the call"
: "nothing was written: all " + number(facts.total()) + " cells of the " +
output + "still hold what they held before the call";
if (facts.launchesKnown) {
headline += facts.launches.empty()
? "; solve() launched no kernel"
: "; solve() launched " + counted(facts.launches.size(), "kernel") + ", which wrote none of them";
}
return Explanation{"nothing-written", headline, "day 3", facts.wrong};
}
}
namespace exercise {
inline std::optional<std::array<std::size_t, 3>> writtenBoxOf(const Facts& facts, const Holes& holes) {
if (facts.shape.rank != 3 || holes.count() == 0) return std::nullopt;
const std::array<std::size_t, 3> extent = facts.shape.extent;
const std::size_t plane = extent[1] * extent[2];
std::array<std::size_t, 3> written = extent;
const std::array<std::size_t, 3> stride{plane, extent[2], 1};
for (std::size_t axis = 0; axis < 3; ++axis)
for (std::size_t at = extent[axis]; at-- > 0;)
if (holes.at(at * stride[axis])) written[axis] = at;
if (written[0] == 0 || written[1] == 0 || written[2] == 0) return std::nullopt;
const bool exact = holes.areExactly([&](std::size_t cell) {
return cell / plane >= written[0] || cell / extent[2] % extent[1] >= written[1] || cell % extent[2] >= written[2];
});
return exact ? std::optional(written) : std::nullopt;
}
inline std::string pastBoxWords(const Facts& facts, const std::array<std::size_t, 3>& written) {
const char* const nouns[] = {"plane", "row", "column"};
std::string words;
for (std::size_t axis = 0; axis < 3; ++axis) {
if (written[axis] == facts.shape.extent[axis]) continue;
words += (words.empty() ? "" : " and ") + span(nouns[axis], written[axis], facts.shape.extent[axis] - 1) +
(axis == 1 ? " of each plane" : "");
}
return words;
}
inline bool pastBoxIsPlural(const Facts& facts, const std::array<std::size_t, 3>& written) {
std::size_t past = written[1] < facts.shape.extent[1] ? 2 : 0;
for (std::size_t axis = 0; axis < 3; ++axis) past += facts.shape.extent[axis] - written[axis];
return past > 1;
}
}
namespace exercise {
inline Explained sameCellsByEachBlock(const Facts& facts, const Holes& holes) {
if (!facts.launchesKnown || facts.launches.size() != 1 || facts.rows != 1) return std::nullopt;
const Launch& launch = facts.launches[0];
const std::uint64_t threads = launch.block[0];
if (launch.blocks() < 2 || launch.block[1] != 1 || launch.block[2] != 1) return std::nullopt;
const std::optional<Suffix> suffix = suffixOf(facts, holes);
if (!suffix || suffix->cols != threads) return std::nullopt;
return Explanation{"one-block-only",
"one block's elements only: the first " + number(threads) + " of " + number(facts.total()) +
" were written, and the grid has " + number(launch.blocks()) + " blocks of " +
number(threads) + ": each block wrote the same ones, as an index without blockIdx makes it",
"day 2", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
inline Explained oneBlockOnly(const Facts& facts) {
const Holes holes(facts);
if (holes.count() == 0 || holes.count() == facts.total()) return std::nullopt;
if (const Explained same = sameCellsByEachBlock(facts, holes)) return same;
std::uint64_t blocks = 0;
for (const Launch& launch : facts.launches) blocks += launch.blocks();
if (facts.launchesKnown && blocks != 1) return std::nullopt;
const auto box = facts.launchesKnown ? writtenBoxOf(facts, holes) : std::nullopt;
if (box) {
return Explanation{"one-block-only",
"one block's cells only: " + std::to_string((*box)[0]) + " x " + std::to_string((*box)[1]) +
" x " + std::to_string((*box)[2]) + " cells were written, " +
counted(holes.count(), "other cell") + " " + holes.verb(holes.count() > 1) +
"; the grid has 1 block",
"day 2", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
const std::optional<Suffix> suffix = suffixOf(facts, holes);
const std::optional<FlatSuffix> flat = flatSuffixOf(facts, holes);
const std::string tail = facts.launchesKnown ? "; the grid has 1 block" : "";
const auto explained = cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); });
if (suffix && (facts.launchesKnown || (suffix->rows <= 64 && suffix->cols <= 64 && suffix->rows < facts.rows &&
suffix->cols < facts.cols))) {
return Explanation{
"one-block-only",
"one block's cells only: " + (facts.shape.rank == 1 ? "" : span("row", 0, suffix->rows - 1) + ", ") +
span(columnNoun(facts), 0, suffix->cols - 1) + " were written, " + counted(holes.count(), "other cell") +
" " + holes.verb(holes.count() > 1) + tail,
"day 2", explained};
}
const bool blockSized = flat && flat->from <= 1024 && flat->from % 32 == 0 && flat->from * 2 <= facts.total();
if (flat && (facts.launchesKnown || blockSized)) {
return Explanation{"one-block-only",
"one block's elements only: the first " + number(flat->from) + " of " + number(facts.total()) +
" were written, " + counted(holes.count(), "other cell") + " " +
holes.verb(holes.count() > 1) + tail,
"day 2", explained};
}
return std::nullopt;
}
}
namespace exercise {
inline Explained oneThreadABlock(const Facts& facts) {
const Holes holes(facts);
if (holes.count() == 0 || holes.count() * 4 < facts.total() * 3) return std::nullopt;
const auto explained = [&] { return cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); }); };
std::size_t corner = 0;
while (corner < facts.total() && holes.at(corner)) ++corner;
if (corner == facts.total()) return std::nullopt;
const std::size_t row = facts.row(corner), col = facts.col(corner);
std::size_t down = row + 1, across = col + 1;
while (down < facts.rows && holes.at(down * facts.cols + col)) ++down;
while (across < facts.cols && holes.at(row * facts.cols + across)) ++across;
const std::size_t rowStep = down - row, colStep = across - col;
const bool both = down < facts.rows && across < facts.cols && rowStep >= 2 && colStep >= 2;
if (both && row < rowStep && col < colStep && holes.areExactly([&](std::size_t cell) {
return facts.row(cell) % rowStep != row || facts.col(cell) % colStep != col;
})) {
return Explanation{"one-thread-a-block",
"one element a block: only row " + number(row) + ", column " + number(col) + " of each " +
std::to_string(rowStep) + " x " + std::to_string(colStep) + " block was written, " +
counted(holes.count(), "cell") + " " + holes.verb(true),
"day 2", explained()};
}
const auto along = [&](auto index, const std::string& whose) -> Explained {
const std::optional<Periodic> period = periodOf(facts, holes, facts.total(), index);
if (!period || period->written() != 1 || period->period % 32 != 0) return std::nullopt;
return Explanation{"one-thread-a-block",
"one element a block: only element " + number(period->first(false)) + " of every " +
number(period->period) + " of the " + whose + " was written, " +
counted(holes.count(), "cell") + " " + holes.verb(true),
"day 2", explained()};
};
if (facts.traceable()) {
if (Explained found = along([&](std::size_t cell) { return facts.expectedSource[cell]; }, "input")) return found;
}
return along([](std::size_t cell) { return cell; }, "output");
}
}
namespace exercise {
namespace detail {
template <class Predict>
Fit fitPredicted(const Facts& facts, Predict predict) {
Fit fit;
for (const bool wrongOnes : {true, false}) {
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (wrongOnes ? !facts.wroteWrong(cell) : !facts.right(cell)) continue;
const double value = predict(cell);
if (std::isnan(value)) {
fit.open += wrongOnes ? 1 : 0;
} else if (!facts.holds(cell, value)) {
fit.broken = true;
return fit;
} else {
fit.explained += wrongOnes ? 1 : 0;
}
}
}
return fit;
}
inline double nearestSum(const Facts& facts, std::size_t cell, double sum, double absolutes, std::size_t terms) {
const bool rounds = !facts.allowed.empty() && facts.allowed[cell] > 0;
const double slack = rounds ? sumTolerance(facts.type, terms, absolutes) : 0;
return std::fabs(facts.got[cell] - sum) <= slack ? facts.got[cell] : sum;
}
struct ProductReading {
const char* faultClass;
std::string headline;
std::function<std::size_t(std::size_t row, std::size_t col, std::size_t l)> a, b;
};
inline std::vector<ProductReading> productReadings(const Product& p) {
const std::size_t m = p.m, n = p.n, k = p.k;
const auto a = [k](std::size_t row, std::size_t, std::size_t l) { return row * k + l; };
const auto b = [n](std::size_t, std::size_t col, std::size_t l) { return l * n + col; };
const auto stride = [](bool left, std::size_t length) {
return [left, length](std::size_t row, std::size_t col, std::size_t l) {
return left ? row * length + l : l * length + col;
};
};
const std::string only = ", which is right only where the two are equal";
const auto words = [&](const char* operand, std::size_t taken, std::size_t right) {
return std::string("rows of ") + operand + " are taken to be " + number(taken) + " elements long instead of " +
number(right) + ": the leading dimension is another extent's" + only;
};
return {
{"operand-transposed", "b is read as its transpose: column by column where its rows are meant", a,
[k](std::size_t, std::size_t col, std::size_t l) { return col * k + l; }},
{"operand-transposed", "a is read as its transpose: column by column where its rows are meant",
[m](std::size_t row, std::size_t, std::size_t l) { return l * m + row; }, b},
{"leading-dimension", words("a", m, k), stride(true, m), b},
{"leading-dimension", words("a", n, k), stride(true, n), b},
{"leading-dimension", words("b", k, n), a, stride(false, k)},
{"leading-dimension", words("b", m, n), a, stride(false, m)},
};
}
}
namespace detail {
inline Explained productReading(const Facts& facts, const std::string& faultClass, const char* see) {
if (facts.relation == nullptr || facts.relation->product == nullptr) return std::nullopt;
const Product& p = *facts.relation->product;
for (const ProductReading& reading : productReadings(p)) {
if (reading.faultClass != faultClass) continue;
const auto predict = [&](std::size_t cell) {
const std::size_t row = cell / p.n, col = cell % p.n;
double sum = 0, absolutes = 0;
for (std::size_t l = 0; l < p.k; ++l) {
const std::size_t atA = reading.a(row, col, l), atB = reading.b(row, col, l);
if (atA >= p.a.size() || atB >= p.b.size()) return std::nan("");
sum += p.a[atA] * p.b[atB];
absolutes += std::fabs(p.a[atA] * p.b[atB]);
}
return nearestSum(facts, cell, sum, absolutes, p.k);
};
if (fitPredicted(facts, predict).holds())
return Explanation{reading.faultClass, reading.headline, see, writtenWrong(facts)};
}
return std::nullopt;
}
}
inline Explained operandTransposed(const Facts& facts) {
return detail::productReading(facts, "operand-transposed", "day 16");
}
inline Explained leadingDimension(const Facts& facts) {
return detail::productReading(facts, "leading-dimension", "day 16");
}
inline Explained operandShifted(const Facts& facts) {
if (facts.relation == nullptr || facts.relation->elementwise == nullptr) return std::nullopt;
const std::size_t n = facts.total();
struct Reading {
std::string words;
std::function<std::size_t(std::size_t)> at;
};
const Reading readings[] = {{"one element further on", [](std::size_t i) { return i + 1; }},
{"one element further back", [n](std::size_t i) { return i > 0 ? i - 1 : n; }},
{"counted from the end", [n](std::size_t i) { return n - 1 - i; }}};
for (const Reading& reading : readings) {
for (const bool first : {true, false}) {
const auto predict = [&](std::size_t i) {
const std::size_t at = reading.at(i);
if (at >= n) return std::nan("");
return first ? facts.relation->elementwise(at, i) : facts.relation->elementwise(i, at);
};
Fit fit;
for (std::size_t i = 0; i < n && !fit.broken; ++i) {
if (!facts.wroteWrong(i)) continue;
const double value = predict(i);
if (std::isnan(value))
++fit.open;
else if (facts.holds(i, value))
++fit.explained;
else
fit.broken = true;
}
if (!fit.holds()) continue;
return Explanation{"operand-shifted",
std::string("the ") + (first ? "first" : "second") + " operand is read " + reading.words +
": all " + number(fit.explained) + " wrong cells follow from that",
"day 5", writtenWrong(facts)};
}
}
return std::nullopt;
}
inline Explained gatherMissing(const Facts& facts) {
if (facts.relation == nullptr || facts.relation->sparse == nullptr) return std::nullopt;
const SparseRows& rows = *facts.relation->sparse;
const std::size_t n = rows.x.size();
struct Reading {
const char* words;
std::function<std::size_t(std::size_t row, std::size_t entry)> at;
};
const Reading readings[] = {{"the entry's number", [n](std::size_t, std::size_t entry) { return entry % n; }},
{"the row", [](std::size_t row, std::size_t) { return row; }},
{"the entry's number in its row",
[&](std::size_t row, std::size_t entry) { return (entry - rows.offsets[row]) % n; }}};
for (const Reading& reading : readings) {
const auto predict = [&](std::size_t row) {
double sum = 0;
for (std::size_t j = rows.offsets[row]; j < rows.offsets[row + 1]; ++j)
sum += rows.values[j] * rows.x[reading.at(row, j)];
return sum;
};
if (!detail::fitPredicted(facts, predict).holds()) continue;
return Explanation{"gather-missing",
std::string("x is read at ") + reading.words + " instead of at the entry's column", "day 67",
writtenWrong(facts)};
}
return std::nullopt;
}
inline Explained daysOwnMistake(const Facts& facts) {
if (facts.relation == nullptr) return std::nullopt;
for (const Mistake& mistake : facts.relation->mistakes) {
if (mistake.values.size() != facts.total()) continue;
if (!detail::fitPredicted(facts, [&](std::size_t cell) { return mistake.values[cell]; }).holds()) continue;
return Explanation{mistake.faultClass, mistake.headline, mistake.see, writtenWrong(facts)};
}
return std::nullopt;
}
}
namespace exercise {
namespace detail {
inline std::string missingOrder(const Facts& facts) {
if (facts.outsideFound) {
const std::string text = "a guard is missing" + (facts.outsideAt.empty() ? "" : " at " + facts.outsideAt) +
": some accesses fell outside their buffers";
for (const Launch& launch : facts.launches) {
if (facts.shape.rank == 3) break;
const std::uint64_t x = launch.block[0], y = launch.block[1];
if (y == 1 ? facts.rows != 1 || facts.cols % x == 0 : facts.cols % x == 0 && facts.rows % y == 0) continue;
return text + ", where blocks of " + number(x) + (y == 1 ? "" : " x " + number(y)) + " do not divide " +
facts.shape.str();
}
return text;
}
if (facts.raceFound && !facts.raceMissing.empty()) return facts.raceMissing;
if (facts.raceFound || !facts.launchesKnown) return "a barrier or an atomic is missing";
std::vector<std::uint64_t> streams;
for (const Launch& launch : facts.launches)
if (std::find(streams.begin(), streams.end(), launch.stream) == streams.end()) streams.push_back(launch.stream);
if (streams.size() > 1)
return "an event or a wait is missing: the launches are in " + number(streams.size()) +
" streams, and one needs what another leaves";
return "no two threads of one launch race, so look at what orders launches and copies (a stream that should wait), "
"or at who comes first at an atomic";
}
inline Explained orderMatters(const Facts& facts, bool last) {
std::size_t differ = 0, rightBefore = 0;
for (std::size_t cell = 0; cell < facts.again.size(); ++cell) {
const double first = facts.got[cell], second = facts.again[cell];
if (first == second || (std::isnan(first) && std::isnan(second))) continue;
const double size = std::max(std::fabs(first), facts.scale.empty() ? 0 : facts.scale[cell]);
if (!facts.raceFound && !facts.scale.empty() && std::fabs(first - second) <= 1e-3 * size) continue;
++differ;
if (second == facts.expected[cell]) ++rightBefore;
}
if (differ == 0 && !facts.raceFound) return std::nullopt;
const bool elsewhere = differ == 0 && facts.meaning() == Meaning::rowOffsets;
if (elsewhere != last) return std::nullopt;
const std::string wrong = counted(facts.wrongCount(), "cell") + " wrong";
if (differ == 0) {
return Explanation{"order-dependent",
(facts.raceMissing.empty() ? "a barrier or an atomic is missing" : facts.raceMissing) +
": two threads use one cell in any order (" + wrong + ")",
"day 14", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}
std::string headline = detail::missingOrder(facts) +
"; the answer depends on the order in which blocks and warps run: with the same input, " +
counted(differ, "cell") + " differ" + (differ == 1 ? "s" : "") + " between two runs";
if (rightBefore > 0)
headline += ", and " + number(rightBefore) + (rightBefore == 1 ? " was" : " were") + " right in the other one";
if (facts.answers > 1)
headline += " (" + number(facts.orders) + " orders gave " + number(facts.answers) + " answers)";
return Explanation{"order-dependent", headline, facts.outsideFound ? "day 5" : "day 14",
cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}
}
inline Explained orderDependent(const Facts& facts) { return detail::orderMatters(facts, false); }
inline Explained orderDependentAnyhow(const Facts& facts) { return detail::orderMatters(facts, true); }
}
namespace exercise {
inline Explained outsideAccess(const Facts& facts) {
if (!facts.outsideFound) return std::nullopt;
const std::size_t wrong = facts.wrongCount();
return Explanation{"outside-access",
"an index leads outside its buffer" + (facts.outsideAt.empty() ? "" : " at " + facts.outsideAt) +
": what " + counted(wrong, "wrong cell") + (wrong == 1 ? " lacks" : " lack") +
" was stored or looked for there; print the index, negative ones and those past the end",
"day 5", facts.wrong};
}
}
namespace exercise {
inline Explained partOfEachTile(const Facts& facts) {
const Holes holes(facts);
const auto along = [&](std::size_t count, auto index, const std::string& noun) -> Explained {
const std::optional<Periodic> period = periodOf(facts, holes, count, index);
if (!period || !period->oneRun()) return std::nullopt;
std::size_t start = 0;
while (period->hole[start] || !period->hole[(start + period->period - 1) % period->period]) ++start;
const std::string which = start == 0 ? "the first " + number(period->written())
: number(period->written()) + " from " + noun + " " + number(start) + " on";
return Explanation{"part-of-each-tile",
"only " + which + " of every " + number(period->period) + " " + noun +
"s were written: " + counted(holes.count(), "cell") + " " + holes.verb(holes.count() > 1) +
"; each block covers a part of its tile",
"day 13", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
};
if (Explained found = along(
facts.rows, [&](std::size_t cell) { return facts.row(cell); }, "row"))
return found;
return along(
facts.cols, [&](std::size_t cell) { return facts.col(cell); }, columnNoun(facts));
}
}
namespace exercise {
inline Explained lastPartMissing(const Facts& facts) {
if (!foldsAnAxis(facts)) return std::nullopt;
for (const std::size_t size : partSizes(facts)) {
const std::size_t length = facts.relation->terms.length;
if (length > 0 && (length % size == 0 || length < 2 * size)) continue;
if (length > 0 && length % size == 1 && !isBlockExtent(facts, size)) continue;
const auto keeps = [&](std::size_t, const Term& term, std::size_t all) {
return term.place < all / size * size ? 1 : 0;
};
if (!allFold(facts, keeps)) continue;
const std::string rest = length > 0
? ": " + number(length % size) + " of " + number(length) + " " + nouns(facts) +
", what remains after " + number(length / size) + " parts of " + number(size)
: ": what remains of a row after parts of " + number(size);
const std::string multiples = "; right only for multiples of " + number(size);
return foldExplanation(facts, "last-part-missing", "the last part is not in the sum" + rest + multiples, "day 16");
}
return std::nullopt;
}
namespace detail {
inline std::string partialsLost(const Facts& facts, std::size_t summed) {
if (facts.launches.size() < 2 || facts.relation->terms.length == 0) return "";
const Launch &first = facts.launches.front(), &last = facts.launches.back();
const std::uint64_t partials = first.blocks(), added = last.threads();
if (last.blocks() != 1 || added >= partials || added * first.threads() != summed) return "";
return "partial sums " + number(added) + " to " + number(partials - 1) + " are not added: the last launch has " +
counted(added, "thread") + " for the " + number(partials) + " blocks of the first";
}
}
inline Explained firstPartOnly(const Facts& facts) {
if (!foldsAnAxis(facts)) return std::nullopt;
std::vector<std::size_t> sizes = partSizes(facts);
for (const Launch& launch : facts.launches)
sizes.push_back(static_cast<std::size_t>(launch.blocks() * launch.threads()));
for (const std::size_t size : {65536, 16384, 32768, 131072, 262144, 1048576}) sizes.push_back(size);
for (const std::size_t size : sizes) {
if (!facts.relation->terms.ragged && size >= facts.relation->terms.length) continue;
const auto keeps = [&](std::size_t, const Term& term, std::size_t) { return term.place < size ? 1 : 0; };
if (!allFold(facts, keeps)) continue;
const std::size_t length = facts.relation->terms.length;
const std::string of = length > 0 ? " of " + number(length) : " of each row";
const std::string lost = detail::partialsLost(facts, size);
return foldExplanation(facts, "first-part-only",
(lost.empty() ? "the first part only" : lost) + ": " + cellsFold(facts) + " the first " +
number(size) + of + " " + nouns(facts) +
(lost.empty() ? "; what other blocks or turns of the loop should add is missing" : ""),
"day 24");
}
return std::nullopt;
}
inline Explained lastPartOnly(const Facts& facts) {
if (!foldsAnAxis(facts) || facts.relation->terms.ragged) return std::nullopt;
const std::size_t length = facts.relation->terms.length;
for (const std::size_t size : partSizes(facts)) {
if (size < 4 || length <= size) continue;
const std::size_t from = (length - 1) / size * size;
const auto keeps = [&](std::size_t, const Term& term, std::size_t) { return term.place >= from ? 1 : 0; };
if (!allFold(facts, keeps)) continue;
return foldExplanation(facts, "last-part-only",
"the last part only: " + cellsFold(facts) + " the last " + number(length - from) + " of " +
number(length) + " " + nouns(facts) + ", what comes after parts of " + number(size) +
"; the sum starts again with every part",
"day 16");
}
return std::nullopt;
}
inline Explained warpZeroPart(const Facts& facts) {
if (!foldsAnAxis(facts)) return std::nullopt;
for (const std::size_t size : blockSizes(facts)) {
if (size <= 32) continue;
const auto keeps = [&](std::size_t, const Term& term, std::size_t) { return term.place % size < 32 ? 1 : 0; };
if (allFold(facts, keeps))
return foldExplanation(facts, "warp-0-part",
"only warp 0's part of each block: " + cellsFold(facts) + " the first 32 of every " +
number(size) + " " + nouns(facts),
"day 24");
}
return std::nullopt;
}
inline Explained laneZeroPart(const Facts& facts) {
if (!foldsAnAxis(facts)) return std::nullopt;
if (!allFold(facts, [](std::size_t, const Term& term, std::size_t) { return term.place % 32 == 0 ? 1 : 0; }))
return std::nullopt;
return foldExplanation(facts, "lane-0-part",
"only lane 0's part of each warp: " + cellsFold(facts) + " the first of every 32 " +
nouns(facts) + "; the other lanes' values never reach lane 0",
"day 22");
}
inline Explained threadZeroPart(const Facts& facts) {
if (!foldsAnAxis(facts)) return std::nullopt;
for (const std::size_t size : blockSizes(facts)) {
if (size <= 32) continue;
const auto keeps = [&](std::size_t, const Term& term, std::size_t) { return term.place % size == 0 ? 1 : 0; };
if (allFold(facts, keeps))
return foldExplanation(facts, "thread-0-part",
"only thread 0's part of each block: " + cellsFold(facts) + " the first of every " +
number(size) + " " + nouns(facts) + "; the block's own sum is missing",
"day 24");
}
return std::nullopt;
}
inline Explained partOfTheTerms(const Facts& facts) {
if (!foldsAnAxis(facts)) return std::nullopt;
for (std::size_t period = 2; period <= 1024; period *= 2) {
for (std::size_t kept = 1; kept < period; kept *= 2) {
for (const bool first : {true, false}) {
const std::size_t from = first ? 0 : period - kept;
const auto keeps = [&](std::size_t, const Term& term, std::size_t) {
return term.place % period >= from && term.place % period < from + kept ? 1 : 0;
};
if (!allFold(facts, keeps)) continue;
return foldExplanation(facts, "part-of-the-terms",
cellsFold(facts) + " only " + (first ? "the first " : "the last ") + number(kept) +
" of every " + number(period) + " " + nouns(facts) +
"; a step of the tree or of the loop leaves out the rest",
"day 24");
}
}
}
return std::nullopt;
}
inline Explained countedTwice(const Facts& facts) {
if (!hasTerms(facts) || facts.relation->terms.fold != Fold::sum) return std::nullopt;
std::vector<std::size_t> factors = partSizes(facts);
factors.insert(factors.begin(), {2, 3});
for (const Launch& launch : facts.launches) factors.push_back(static_cast<std::size_t>(launch.blocks()));
for (const std::size_t factor : factors) {
if (factor < 2) continue;
const double times = static_cast<double>(factor);
if (!allFold(facts, [&](std::size_t, const Term&, std::size_t) { return times; })) continue;
return foldExplanation(facts, "counted-twice",
"each " + facts.relation->terms.noun + " is counted " +
(factor == 2 ? std::string("twice") : number(factor) + " times") + ": " +
cellsFold(facts) + " to " + number(factor) + " times the right value",
"day 25");
}
return std::nullopt;
}
inline Explained samePartByAllBlocks(const Facts& facts) {
if (!foldsAnAxis(facts) || facts.relation->terms.fold != Fold::sum) return std::nullopt;
for (const Launch& launch : facts.launches) {
const std::uint64_t blocks = launch.blocks(), threads = launch.threads();
if (blocks < 2 || threads < 2) continue;
const std::uint64_t all = blocks * threads;
const auto weight = [&](std::size_t, const Term& term, std::size_t) {
return term.place % all < threads ? static_cast<double>(blocks) : 0.0;
};
if (!allFold(facts, weight)) continue;
return foldExplanation(facts, "same-part-by-all-blocks",
"all " + number(blocks) + " blocks add the same part: " + cellsFold(facts) + " " +
nouns(facts) + " 0 to " + number(threads - 1) + " " + number(blocks) +
" times and the others not at all; blockIdx is not in the index",
"day 2");
}
return std::nullopt;
}
}
namespace exercise {
inline Explained partialTileUnwritten(const Facts& facts) {
if (facts.shape.rank == 3) return std::nullopt;
const Holes holes(facts);
const std::optional<Suffix> suffix = suffixOf(facts, holes);
if (!suffix) return std::nullopt;
if (facts.rows == 1 && facts.cols - suffix->cols < 4 && suffix->cols % 4 == 0) return std::nullopt;
std::string rest, sides;
const auto axis = [&](std::size_t written, std::size_t total, const std::string& noun) {
if (written == total) return true;
const std::optional<std::size_t> side = wholeTilesOf(facts, written, total);
if (!side || gridEndsAt(facts, written, *side)) return false;
rest += (rest.empty() ? "" : " and ") + number(total - written) + " of " + counted(total, noun) +
", what remains after " + counted(written / *side, "tile") + " of " + number(*side);
if (sides != number(*side)) sides += (sides.empty() ? "" : " and ") + number(*side);
return true;
};
if (!axis(suffix->rows, facts.rows, "row") || !axis(suffix->cols, facts.cols, columnNoun(facts))) return std::nullopt;
const bool byRow = suffix->rows < facts.rows, byCol = suffix->cols < facts.cols;
return Explanation{"partial-tile-unwritten",
"the last partial tile " +
std::string(byRow && byCol    ? "in both directions"
: byRow           ? "by row"
: facts.rows == 1 ? "at the end"
: "by column") +
" is skipped, right only for multiples of " + sides + "; " + suffixWords(facts, *suffix) +
" " + holes.verb(suffixIsPlural(facts, *suffix)) + ": " + rest,
"day 8", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
}
namespace exercise {
namespace detail {
inline std::string whyBoxEnds(const Facts& facts, const std::array<std::size_t, 3>& written) {
bool tooShort = false;
for (std::size_t axis = 0; axis < 3; ++axis) {
const std::size_t extent = facts.shape.extent[axis];
if (written[axis] == extent) continue;
if (const std::string index = indexEndsAt(facts, written[axis], extent); !index.empty()) return index;
bool covered = false;
for (const Launch& launch : facts.launches)
covered = covered || launch.grid[2 - axis] * launch.block[2 - axis] >= extent;
tooShort = tooShort || !covered;
}
return tooShort ? "; the grid is too short along that axis" : "; the grid has threads enough along that axis";
}
inline std::size_t groupOf(const Facts& facts, std::size_t written, std::size_t total) {
if (facts.rows != 1) return 0;
for (const std::size_t group : {std::size_t{4}, std::size_t{2}}) {
if (written % group != 0 || total - written >= group) continue;
bool fewer = facts.launches.empty();
for (const Launch& launch : facts.launches) {
const std::uint64_t threads = launch.blocks() * launch.threads();
fewer = fewer || threads * group < total + group * launch.threads();
}
if (fewer) return group;
}
return 0;
}
}
inline Explained pastNUnwritten(const Facts& facts) {
const Holes holes(facts);
if (const auto written = writtenBoxOf(facts, holes)) {
return Explanation{"past-n-unwritten",
pastBoxWords(facts, *written) + " " + holes.verb(pastBoxIsPlural(facts, *written)) + ": " +
number(holes.count()) + " of " + counted(facts.total(), "cell") +
detail::whyBoxEnds(facts, *written),
"day 2", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
if (const std::optional<Suffix> suffix = suffixOf(facts, holes)) {
std::string why;
const auto axis = [&](std::size_t written, std::size_t total, const std::string& noun) {
if (written == total) return;
why += (why.empty() ? ": " : " and ") + number(total - written) + " of " + counted(total, noun);
const std::optional<std::size_t> side = wholeTilesOf(facts, written, total);
if (const std::optional<GridEnd> end = gridEndsAt(facts, written, side.value_or(1))) {
why += ", past the grid's " + counted(end->blocks, "block") + " of " + number(end->width);
const std::size_t needed = (total + end->width - 1) / end->width;
why += ", where " + number(needed) + " are needed";
if (end->swapped(needed)) why += "; are x and y swapped? The grid has as many along its other axis";
} else if (const std::string index = indexEndsAt(facts, written, total); !index.empty()) {
why += index;
} else if (const std::size_t group = detail::groupOf(facts, written, total); group != 0) {
why += ", what remains after " + counted(written / group, "group") + " of " + number(group) +
": whoever takes several elements a thread needs a tail";
} else if (side && (facts.launches.empty() || isBlockExtent(facts, *side))) {
why += ", what remains after " + counted(written / *side, "tile") + " of " + number(*side);
}
};
axis(suffix->rows, facts.rows, "row");
axis(suffix->cols, facts.cols, columnNoun(facts));
return Explanation{"past-n-unwritten",
suffixWords(facts, *suffix) + " " + holes.verb(suffixIsPlural(facts, *suffix)) + why, "day 5",
cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
const std::optional<FlatSuffix> flat = flatSuffixOf(facts, holes);
if (!flat) return std::nullopt;
std::string why;
for (const std::size_t side :
{std::size_t{1024}, std::size_t{512}, std::size_t{256}, std::size_t{128}, std::size_t{64}, std::size_t{32}}) {
if (flat->from != facts.total() / side * side) continue;
why = ", what remains after " + counted(flat->from / side, "block") + " of " + number(side);
break;
}
return Explanation{"past-n-unwritten",
std::string("elements from ") + (flat->ofInput ? "input" : "output") + " index " +
number(flat->from) + " on " + holes.verb(true) + ": " + number(holes.count()) + " of " +
counted(facts.total(), "cell") + why,
"day 5", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
}
namespace exercise {
inline Explained previousOutput(const Facts& facts) {
if (facts.previous.empty()) return std::nullopt;
for (std::size_t cell = 0; cell < facts.total(); ++cell)
if (facts.wrong[cell] && (facts.unwritten[cell] || !(facts.got[cell] == facts.previous[cell]))) return std::nullopt;
const std::size_t count = facts.wrongCount();
return Explanation{"previous-output",
"the output does not follow the input: " + counted(count, "wrong cell") +
(count == 1 ? " holds" : " hold") + " what the previous call left for other inputs",
"day 4", facts.wrong};
}
}
namespace exercise {
namespace detail {
inline bool isSort(const Facts& facts) {
return facts.meaning() == Meaning::sorted && facts.relation->input.size() == facts.total();
}
inline std::vector<double> sortedCopy(std::vector<double> values) {
std::sort(values.begin(), values.end());
return values;
}
inline bool sameElements(const Facts& facts) {
for (const std::uint8_t hole : facts.unwritten)
if (hole) return false;
for (const double value : facts.got)
if (std::isnan(value)) return false;
return sortedCopy(facts.got) == sortedCopy(facts.relation->input);
}
inline bool gotIs(const Facts& facts, const std::vector<double>& values) { return facts.got == values; }
template <class KeyOf>
std::vector<double> orderedBy(const Facts& facts, KeyOf keyOf) {
std::vector<double> out = facts.relation->input;
std::stable_sort(out.begin(), out.end(), [&](double a, double b) { return keyOf(a) < keyOf(b); });
return out;
}
inline std::uint32_t bitsOf(const Facts& facts, double value) {
if (facts.type == ElementType::f32) {
const float narrow = static_cast<float>(value);
std::uint32_t bits;
std::memcpy(&bits, &narrow, sizeof bits);
return bits;
}
return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}
}
inline Explained sortedWithinBlocks(const Facts& facts) {
if (!detail::isSort(facts)) return std::nullopt;
const std::vector<double>& in = facts.relation->input;
std::vector<std::size_t> sizes;
for (const std::size_t size : blockSizes(facts))
for (std::size_t run = size; run < facts.total(); run *= 2) sizes.push_back(run);
std::sort(sizes.rbegin(), sizes.rend());
for (const std::size_t size : sizes) {
bool fits = true;
for (std::size_t start = 0; start < in.size() && fits; start += size) {
const std::size_t end = std::min(start + size, in.size());
const auto at = [&](const std::vector<double>& from, std::size_t i) {
return from.begin() + static_cast<std::ptrdiff_t>(i);
};
fits = detail::sortedCopy({at(in, start), at(in, end)}) ==
std::vector<double>(at(facts.got, start), at(facts.got, end));
}
if (!fits) continue;
return Explanation{"sorted-within-blocks",
"sorted within runs of " + number(size) + " and not across them: " +
counted((in.size() + size - 1) / size, "run") + " that were never merged",
"day 66", facts.wrong};
}
return std::nullopt;
}
inline Explained sortedAsUnsigned(const Facts& facts) {
if (!detail::isSort(facts)) return std::nullopt;
if (!detail::gotIs(facts, detail::orderedBy(facts, [&](double value) { return detail::bitsOf(facts, value); })))
return std::nullopt;
std::size_t negative = 0;
for (const double value : facts.got) negative += value < 0 ? 1 : 0;
return Explanation{
"sorted-as-unsigned",
"sorted by bits, as unsigned numbers are: the " + counted(negative, "negative key") + " stand behind the others",
"day 65", facts.wrong};
}
inline Explained sortedByPart(const Facts& facts) {
if (!detail::isSort(facts)) return std::nullopt;
for (unsigned bits = 28; bits >= 4; bits -= 4) {
for (const bool low : {true, false}) {
const auto part = [&](double value) {
const std::uint32_t all = detail::bitsOf(facts, value) ^ (low ? 0 : 0x80000000U);
return low ? all & ((1U << bits) - 1) : all >> (32 - bits);
};
if (!detail::gotIs(facts, detail::orderedBy(facts, part))) continue;
return Explanation{"sorted-by-part-of-the-key",
std::string("sorted by the ") + (low ? "low " : "high ") + std::to_string(bits) +
" bits of the keys alone: passes over the other bits are missing",
"day 65", facts.wrong};
}
}
return std::nullopt;
}
inline Explained almostSorted(const Facts& facts) {
if (!detail::isSort(facts) || facts.total() < 3 || !detail::sameElements(facts)) return std::nullopt;
std::size_t descents = 0, first = 0;
for (std::size_t i = facts.total() - 1; i-- > 0;) {
if (!(facts.got[i] > facts.got[i + 1])) continue;
++descents;
first = i;
}
if (descents == 0 || descents * 3 > facts.total()) return std::nullopt;
return Explanation{"almost-sorted",
"all elements are there, and not yet in order: " + number(descents) + " of " +
number(facts.total() - 1) + " neighbors are the wrong way round, the first at index " +
number(first) + "; rounds are missing",
"day 64", facts.wrong};
}
inline Explained paddingSortedIn(const Facts& facts) {
if (!detail::isSort(facts) || facts.total() < 3 || !std::is_sorted(facts.got.begin(), facts.got.end()))
return std::nullopt;
const std::vector<double>& keys = facts.expected;
std::size_t key = 0, padded = 0;
double padding = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (facts.unwritten[cell] || std::isnan(facts.got[cell])) return std::nullopt;
if (facts.got[cell] == keys[key]) {
++key;
} else if (padded == 0 || facts.got[cell] == padding) {
padding = facts.got[cell];
++padded;
} else {
return std::nullopt;
}
}
if (padded < 2 || key == 0) return std::nullopt;
return Explanation{"padding-sorted-in",
counted(padded, "place") + " hold " + valueText(padding) +
", which no key is: what the keys were padded with is sorted in among them; pad with a value "
"that no key is above",
"day 66", facts.wrong};
}
inline Explained notStable(const Facts& facts) {
if (facts.meaning() != Meaning::carried || facts.relation->groups.size() != facts.total()) return std::nullopt;
const std::vector<double>& groups = facts.relation->groups;
std::size_t changed = 0;
for (std::size_t start = 0; start < facts.total();) {
std::size_t end = start;
while (end < facts.total() && groups[end] == groups[start]) ++end;
const auto part = [&](const std::vector<double>& from) {
return std::vector<double>(from.begin() + static_cast<std::ptrdiff_t>(start),
from.begin() + static_cast<std::ptrdiff_t>(end));
};
for (std::size_t i = start; i < end; ++i)
if (facts.unwritten[i] || std::isnan(facts.got[i])) return std::nullopt;
if (detail::sortedCopy(part(facts.got)) != detail::sortedCopy(part(facts.expected))) return std::nullopt;
changed += part(facts.got) != part(facts.expected) ? 1 : 0;
start = end;
}
return Explanation{"not-stable",
"not stable: values of equal keys have changed places, in " + counted(changed, "group") +
" of equal keys; everything else is in order",
"day 65", facts.wrong};
}
}
namespace exercise {
namespace detail {
class RaggedRows {
public:
explicit RaggedRows(const Facts& facts) : facts_(facts) {}
bool known() const { return facts_.meaning() == Meaning::kept && count() > 0; }
std::size_t count() const {
const std::size_t starts = facts_.relation == nullptr ? 0 : facts_.relation->rowStarts.size();
return starts == 0 ? 0 : starts - 1;
}
std::size_t start(std::size_t row) const { return facts_.relation->rowStarts[row]; }
std::size_t length(std::size_t row) const { return start(row + 1) - start(row); }
std::size_t used() const { return start(count()); }
std::vector<double> of(std::size_t row, const std::vector<double>& from) const {
return {from.begin() + static_cast<std::ptrdiff_t>(start(row)),
from.begin() + static_cast<std::ptrdiff_t>(start(row + 1))};
}
bool allWritten() const {
return std::find(facts_.unwritten.begin(), facts_.unwritten.end(), std::uint8_t{1}) == facts_.unwritten.end();
}
private:
const Facts& facts_;
};
}
inline Explained rowsMoved(const Facts& facts) {
const detail::RaggedRows rows(facts);
if (!rows.known() || rows.count() < 3) return std::nullopt;
for (const bool next : {true, false}) {
std::vector<std::uint8_t> claimed(rows.used(), 0), held(rows.used(), 0);
for (std::size_t row = next ? 0 : 1; row < rows.count(); ++row) {
const std::size_t to = rows.start(next ? row + 1 : row - 1);
for (std::size_t entry = 0; entry < rows.length(row) && to + entry < rows.used(); ++entry) {
claimed[to + entry] = 1;
if (facts.holds(to + entry, facts.expected[rows.start(row) + entry])) held[to + entry] = 1;
}
}
std::size_t explained = 0;
bool fits = true;
for (std::size_t cell = 0; cell < rows.used() && fits; ++cell) {
fits = claimed[cell] ? held[cell] != 0 : !facts.wroteWrong(cell) || !next;
explained += held[cell] && facts.wrong[cell] ? 1 : 0;
}
if (!fits || explained < 4) continue;
return Explanation{"rows-moved",
std::string("each row is stored where the ") + (next ? "next" : "previous") +
" one should start: the entries of row r lie from offset r " + (next ? "+" : "-") +
" 1 on, " + counted(explained, "wrong cell") + " among them",
"day 67", facts.wrong};
}
return std::nullopt;
}
inline Explained rowOrderLost(const Facts& facts) {
const detail::RaggedRows rows(facts);
if (!rows.known() || !rows.allWritten() || facts.raceFound) return std::nullopt;
std::size_t changed = 0, backwards = 0, first = 0;
for (std::size_t row = 0; row < rows.count(); ++row) {
const std::vector<double> got = rows.of(row, facts.got), due = rows.of(row, facts.expected);
if (got == due) continue;
if (detail::sortedCopy(got) != detail::sortedCopy(due)) return std::nullopt;
if (changed++ == 0) first = row;
backwards += std::equal(got.begin(), got.end(), due.rbegin()) ? 1 : 0;
}
if (changed == 0) return std::nullopt;
const bool reversed = backwards == changed && facts.wrongCount() > 2 * changed;
return Explanation{
"row-order-lost",
"every row holds the right entries, and " + number(changed) + " of " + counted(rows.count(), "row") +
(changed == 1 ? " has" : " have") + " them in another order, row " + number(first) + " first: " +
(reversed ? "from the last to the first" : "places within a row are given out in the order of arrival"),
"day 67", facts.wrong};
}
inline Explained longRowsCut(const Facts& facts) {
const detail::RaggedRows rows(facts);
if (!rows.known()) return std::nullopt;
const Holes holes(facts);
if (holes.count() == 0) return std::nullopt;
std::size_t length = nowhere, cut = 0, first = 0;
for (std::size_t row = 0; row < rows.count(); ++row) {
std::size_t entry = 0;
while (entry < rows.length(row) && !holes.at(rows.start(row) + entry)) ++entry;
if (entry == rows.length(row)) continue;
if (cut++ == 0) first = row;
length = std::min(length, entry);
}
if (cut == 0 || length == 0) return std::nullopt;
for (std::size_t row = 0; row < rows.count(); ++row)
for (std::size_t entry = 0; entry < rows.length(row); ++entry) {
const std::size_t cell = rows.start(row) + entry;
if (holes.at(cell) != (entry >= length) && !holes.mayBeEither(cell)) return std::nullopt;
}
return Explanation{"long-rows-cut",
"rows end after " + number(length) + " entries: of " + counted(cut, "longer row") + ", row " +
number(first) + " first, " + number(holes.count()) +
(holes.count() == 1 ? " entry" : " entries") + " behind " + holes.verb(holes.count() > 1),
"day 67", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
inline Explained numbersFromElsewhere(const Facts& facts) {
const detail::RaggedRows rows(facts);
if (!rows.known() || (facts.type != ElementType::u32 && facts.type != ElementType::i32)) return std::nullopt;
const auto all = [&](auto predict) {
std::size_t explained = 0;
for (std::size_t row = 0; row < rows.count(); ++row)
for (std::size_t cell = rows.start(row); cell < rows.start(row + 1); ++cell) {
if (!facts.wroteWrong(cell) && !facts.right(cell)) continue;
if (facts.got[cell] != predict(row, facts.expected[cell])) return std::size_t{0};
explained += facts.wrong[cell];
}
return explained;
};
const std::vector<std::uint8_t> written = cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; });
for (const std::size_t size : blockSizes(facts)) {
const std::size_t explained =
all([&](std::size_t, double due) { return std::fmod(due, static_cast<double>(size)); });
if (explained < 2) continue;
return Explanation{"numbers-from-elsewhere",
"each number is counted within its tile of " + number(size) + " and not from the row's start: " +
number(explained) + " cells hold the right number less a multiple of " + number(size),
"day 67", written};
}
for (std::size_t row = 1; row < rows.count(); ++row) {
if (rows.length(row) == 0 || !facts.wroteWrong(rows.start(row))) continue;
const double width = (facts.got[rows.start(row)] - facts.expected[rows.start(row)]) / static_cast<double>(row);
const std::size_t explained =
all([&](std::size_t of, double due) { return due + static_cast<double>(of) * width; });
if (explained < 2) return std::nullopt;
return Explanation{"numbers-from-elsewhere",
"each number is counted from the start of the matrix and not of its row: " + number(explained) +
" cells hold the right number plus " + valueText(width) + " times that of their row",
"day 67", written};
}
return std::nullopt;
}
}
namespace exercise {
namespace detail {
inline bool isRowOffsets(const Facts& facts) {
return facts.meaning() == Meaning::rowOffsets && facts.relation->input.size() == facts.total() && facts.total() > 1;
}
inline std::size_t rowsOf(const Facts& facts) { return facts.total() - 1; }
}
inline Explained lastOffsetMissing(const Facts& facts) {
if (!detail::isRowOffsets(facts) || facts.wrongCount() != 1) return std::nullopt;
const std::size_t last = detail::rowsOf(facts);
if (!facts.wrong[last] || (!facts.unwritten[last] && facts.got[last] != 0)) return std::nullopt;
return Explanation{"last-offset-missing",
"offset " + number(last) + (facts.unwritten[last] ? " was never written" : " holds 0") + ": " +
counted(last, "row") + (last == 1 ? " has " : " have ") + number(last + 1) +
" offsets, and the last one, where the last row ends, is the number of entries: " +
valueText(facts.expected[last]),
"day 67", facts.wrong};
}
inline Explained emptyRowsWithoutOffset(const Facts& facts) {
if (!detail::isRowOffsets(facts)) return std::nullopt;
const Holes holes(facts);
if (holes.count() == 0 || holes.zeros()) return std::nullopt;
const auto empty = [&](std::size_t row) { return row < detail::rowsOf(facts) && facts.relation->input[row] == 0; };
if (!holes.areExactly(empty)) return std::nullopt;
const std::size_t count = holes.count();
return Explanation{"empty-rows-unwritten",
counted(count, "row") + " without any entry " + (count == 1 ? "has" : "have") +
" no offset: an empty row starts where the next one does, and somebody has to store it",
"day 67", facts.unwritten};
}
inline Explained emptyRowsSqueezed(const Facts& facts) {
if (!detail::isRowOffsets(facts)) return std::nullopt;
std::size_t next = 0, firstEmpty = facts.total();
for (std::size_t row = 0; row < facts.total(); ++row) {
const bool empty = row < detail::rowsOf(facts) && facts.relation->input[row] == 0;
if (empty && firstEmpty == facts.total()) firstEmpty = row;
if (empty) continue;
if (facts.unwritten[next] || facts.got[next] != facts.expected[row]) return std::nullopt;
++next;
}
if (next == facts.total()) return std::nullopt;
return Explanation{"empty-rows-squeezed",
"the offsets of the rows that have entries follow each other: " + number(next) + " where " +
number(facts.total()) + " are due, since the " + counted(facts.total() - next, "empty row") +
", row " + number(firstEmpty) + " first, need offsets too",
"day 67", facts.wrong};
}
inline Explained rowCountsWrong(const Facts& facts) {
if (!detail::isRowOffsets(facts) || facts.got[0] != 0) return std::nullopt;
const std::size_t rows = detail::rowsOf(facts);
std::size_t wrongRows = 0, first = 0, more = 0, emptyWrong = 0, longestRight = 0, enoughRight = 0,
shortestWrong = nowhere;
double firstCount = 0;
bool alike = true;
for (std::size_t row = 0; row < rows; ++row) {
if (facts.unwritten[row + 1]) return std::nullopt;
const double count = facts.got[row + 1] - facts.got[row], due = facts.relation->input[row];
if (count < 0) return std::nullopt;
const std::size_t entries = static_cast<std::size_t>(due);
if (count == due) {
longestRight = std::max(longestRight, entries);
enoughRight += entries > 0 ? 1 : 0;
continue;
}
if (wrongRows++ == 0) {
first = row;
firstCount = count;
}
alike = alike && count == firstCount;
more += count > due ? 1 : 0;
emptyWrong += entries == 0 ? 1 : 0;
shortestWrong = std::min(shortestWrong, entries);
}
if (wrongRows == 0) return std::nullopt;
if (wrongRows * 2 > rows && more > 0 && more < wrongRows) return std::nullopt;
const double due = facts.relation->input[first];
std::string why;
if (alike && more == 0 && firstCount > 0 && longestRight <= static_cast<std::size_t>(firstCount) && wrongRows > 1)
why = "; no row is counted longer than " + valueText(firstCount);
else if (emptyWrong == wrongRows && alike)
why = wrongRows == 1 ? "; it is empty" : "; they are the empty rows, each counted as " + valueText(firstCount);
else if (wrongRows > 1 && enoughRight >= 3 && longestRight < shortestWrong)
why = "; they are the rows of " + number(shortestWrong) + " and more entries";
return Explanation{"row-counts-wrong",
number(wrongRows) + " of " + counted(rows, "row") + (wrongRows == 1 ? " is" : " are") +
" miscounted" + (first + 1 < rows ? ", and the rows behind start at the wrong place" : "") +
": row " + number(first) + " has " + valueText(due) + (due == 1 ? " entry" : " entries") +
" and is counted as " + valueText(firstCount) + why,
"day 67", facts.wrong};
}
}
namespace exercise {
inline Explained expOverflow(const Facts& facts) {
if (facts.meaning() != Meaning::normalized || facts.relation->input.size() != facts.total()) return std::nullopt;
const double limit = std::log(3.4028234e38);
std::size_t badRows = 0, badCells = 0;
for (std::size_t row = 0; row < facts.rows; ++row) {
bool large = false, finite = true;
for (std::size_t cell = row * facts.cols; cell < (row + 1) * facts.cols; ++cell) {
large = large || facts.relation->input[cell] > limit;
if (!facts.wroteWrong(cell)) continue;
if (std::isfinite(facts.got[cell]) && facts.got[cell] != 0) return std::nullopt;
finite = finite && std::isfinite(facts.got[cell]);
++badCells;
}
if (!large && !finite) return std::nullopt;
badRows += finite ? 0 : 1;
}
if (badRows == 0) return std::nullopt;
return Explanation{
"exp-overflow",
"exp() overflows: " + counted(badCells, "wrong cell") + " in " + counted(badRows, "row") +
", all of which have an element above 88.7, where a float's exp() is infinite; subtract the row's "
"largest element first",
"day 83", writtenWrong(facts)};
}
inline Explained normalizedByColumn(const Facts& facts) {
if (facts.meaning() != Meaning::normalized || facts.rows < 2 || facts.cols < 2) return std::nullopt;
for (std::size_t col = 0; col < facts.cols; ++col) {
double sum = 0;
for (std::size_t row = 0; row < facts.rows; ++row) sum += facts.got[row * facts.cols + col];
if (!(std::fabs(sum - 1) < 1e-4)) return std::nullopt;
}
return Explanation{"normalized-by-column",
"the columns add up to 1 and the rows do not: rows and columns are swapped in the sums", "day 83",
writtenWrong(facts)};
}
inline Explained rowFactor(const Facts& facts) {
if (facts.meaning() != Meaning::normalized || facts.cols < 2) return std::nullopt;
double least = HUGE_VAL, most = -HUGE_VAL;
std::size_t rows = 0;
for (std::size_t row = 0; row < facts.rows; ++row) {
double low = HUGE_VAL, high = -HUGE_VAL;
std::size_t wrong = 0;
for (std::size_t cell = row * facts.cols; cell < (row + 1) * facts.cols; ++cell) {
if (facts.unwritten[cell] || facts.expected[cell] == 0) continue;
const double factor = facts.got[cell] / facts.expected[cell];
if (!std::isfinite(factor) || factor == 0) return std::nullopt;
low = std::min(low, factor);
high = std::max(high, factor);
wrong += facts.wrong[cell];
}
if (wrong == 0) continue;
if (!(high - low <= 1e-4 * std::fabs(high))) return std::nullopt;
least = std::min(least, low);
most = std::max(most, high);
++rows;
}
if (rows == 0) return std::nullopt;
const auto shortText = [](double value) {
char text[32];
std::snprintf(text, sizeof text, "%.4g", value);
return std::string(text);
};
return Explanation{"row-factor",
"each of " + counted(rows, "wrong row") + " is right up to one factor (" + shortText(least) +
" to " + shortText(most) + "): what the row is divided by is wrong",
"day 83", writtenWrong(facts)};
}
inline Explained emptyRowsUnwritten(const Facts& facts) {
if (!hasTerms(facts)) return std::nullopt;
const Holes holes(facts);
if (holes.count() == 0 || holes.zeros()) return std::nullopt;
TermsOf terms(facts);
if (!holes.areExactly([&](std::size_t cell) { return terms.at(cell).empty(); })) return std::nullopt;
return Explanation{"empty-rows-unwritten",
counted(holes.count(), "cell") + " without any " + facts.relation->terms.noun + " " +
holes.verb(holes.count() > 1) + ": a sum of nothing is 0, and somebody has to store it",
"day 67", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
}
namespace exercise {
namespace detail {
class RunningSums {
public:
explicit RunningSums(const Facts& facts) : facts_(facts) {
if (facts.meaning() != Meaning::inclusiveScan && facts.meaning() != Meaning::exclusiveScan &&
facts.meaning() != Meaning::rowOffsets)
return;
input_ = &facts.relation->input;
before_.assign(input_->size() + 1, 0);
for (std::size_t i = 0; i < input_->size(); ++i) before_[i + 1] = before_[i] + (*input_)[i];
}
bool known() const { return input_ != nullptr && input_->size() == facts_.total(); }
bool inclusive() const { return facts_.meaning() == Meaning::inclusiveScan; }
double element(std::size_t i) const { return (*input_)[i]; }
double sum(std::size_t from, std::size_t to) const { return before_[to] - before_[from]; }
std::size_t end(std::size_t i) const { return inclusive() ? i + 1 : i; }
template <class Predict>
bool all(Predict predict) const {
std::size_t explained = 0;
for (std::size_t i = 0; i < facts_.total(); ++i) {
if (!facts_.wroteWrong(i) && !facts_.right(i)) continue;
if (!facts_.holds(i, predict(i))) return false;
explained += facts_.wrong[i];
}
return explained > 0;
}
std::vector<std::size_t> blocks() const {
std::vector<std::size_t> sizes;
for (const std::size_t size : blockSizes(facts_))
if (size >= 8 && size < facts_.total()) sizes.push_back(size);
return sizes;
}
Explanation explanation(const char* faultClass, const std::string& headline, const char* see) const {
return {faultClass, headline, see, cellsWhere(facts_, [&](std::size_t cell) { return !facts_.unwritten[cell]; })};
}
private:
const Facts& facts_;
const std::vector<double>* input_ = nullptr;
std::vector<double> before_;
};
}
inline Explained exclusiveInclusive(const Facts& facts) {
const detail::RunningSums scan(facts);
if (!scan.known()) return std::nullopt;
if (!scan.all([&](std::size_t i) { return scan.sum(0, scan.inclusive() ? i : i + 1); })) return std::nullopt;
return scan.explanation("exclusive-inclusive-mixed",
facts.meaning() == Meaning::rowOffsets
? "an inclusive scan where an exclusive one is asked for: each offset is where its row "
"ends, not where it starts"
: scan.inclusive()
? "an exclusive scan where an inclusive one is asked for: each cell lacks its own "
"element, the first holds 0"
: "an inclusive scan where an exclusive one is asked for: each cell has its own "
"element too many, the first is not 0",
"day 28");
}
inline Explained scanBackwards(const Facts& facts) {
const detail::RunningSums scan(facts);
if (!scan.known() || facts.total() < 3) return std::nullopt;
if (!scan.all([&](std::size_t i) { return scan.sum(scan.inclusive() ? i : i + 1, facts.total()); }))
return std::nullopt;
return scan.explanation("scan-backwards", "the running sums start at the last element instead of the first",
"day 28");
}
inline Explained scanWithinBlocks(const Facts& facts) {
const detail::RunningSums scan(facts);
if (!scan.known()) return std::nullopt;
for (const std::size_t size : scan.blocks()) {
const auto start = [&](std::size_t i) { return i / size * size; };
if (!scan.all([&](std::size_t i) { return scan.sum(start(i), std::max(scan.end(i), start(i))); })) continue;
const std::string unit = size == 32 ? "warp" : "block";
return scan.explanation("scan-within-blocks",
"right within each " + unit + " of " + number(size) + " and not across: from index " +
number(size) + " on, the sums of the " + unit + "s before are missing",
"day 29");
}
return std::nullopt;
}
inline Explained scanPreviousBlock(const Facts& facts) {
const detail::RunningSums scan(facts);
if (!scan.known()) return std::nullopt;
for (const std::size_t size : scan.blocks()) {
const auto start = [&](std::size_t i) { return i / size > 0 ? (i / size - 1) * size : 0; };
if (!scan.all([&](std::size_t i) { return scan.sum(start(i), std::max(scan.end(i), start(i))); })) continue;
return scan.explanation("scan-previous-block-only",
"each block of " + number(size) +
" adds the total of the one block before it: right up to index " +
number(2 * size - 1) + ", then the blocks further back are missing",
"day 29");
}
return std::nullopt;
}
inline Explained scanStepMissing(const Facts& facts) {
const detail::RunningSums scan(facts);
if (!scan.known()) return std::nullopt;
std::vector<std::size_t> sizes = scan.blocks();
sizes.push_back(facts.total());
for (const std::size_t size : sizes) {
for (std::size_t window = 1; window < size; window *= 2) {
const auto within = [&](std::size_t i) {
const std::size_t start = i / size * size, end = std::max(scan.end(i), start);
return scan.sum(std::max(start, end > window ? end - window : 0), end);
};
std::vector<double> starts(facts.total() / size + 2, 0);
for (std::size_t block = 0; (block + 1) * size <= facts.total(); ++block) {
const std::size_t end = (block + 1) * size;
starts[block + 1] = starts[block] + scan.sum(end - window, end);
}
if (!scan.all([&](std::size_t i) { return starts[i / size] + within(i); })) continue;
return scan.explanation("scan-step-missing",
"the steps of the scan end too early: each cell adds up only the last " + number(window) +
" elements of its block of " + number(size),
"day 28");
}
}
return std::nullopt;
}
inline Explained blockOffsetWrong(const Facts& facts) {
const detail::RunningSums scan(facts);
if (!scan.known()) return std::nullopt;
for (const std::size_t size : scan.blocks()) {
if (facts.total() < 2 * size) continue;
std::size_t blocks = 0, wrongBlocks = 0, first = 0;
double firstOff = 0;
bool constant = true, same = true, twice = true;
for (std::size_t start = 0; start < facts.total() && constant; start += size, ++blocks) {
const double off = facts.got[start] - facts.expected[start];
for (std::size_t i = start; i < std::min(start + size, facts.total()) && constant; ++i)
constant = !facts.unwritten[i] && facts.holds(i, facts.expected[i] + off);
twice = twice && off == scan.sum(0, start);
if (off == 0) continue;
if (wrongBlocks++ == 0) {
first = start;
firstOff = off;
}
same = same && off == firstOff;
}
if (!constant || wrongBlocks == 0 || (same && wrongBlocks == blocks)) continue;
return scan.explanation("block-offset-wrong",
"right within each block of " + number(size) + ", but the blocks start from wrong sums: " +
number(wrongBlocks) + " of " + counted(blocks, "block") + ", the first at index " +
number(first) + ", where all cells are off by " + valueText(firstOff) +
(twice ? ": by the sum of all blocks before, which is added twice" : ""),
"day 29");
}
return std::nullopt;
}
}
namespace exercise {
namespace detail {
inline bool isKept(const Facts& facts) { return facts.meaning() == Meaning::kept; }
inline std::vector<double> wanted(const Facts& facts) {
std::vector<double> out = facts.expected;
if (isKept(facts)) out.resize(facts.relation->used);
return out;
}
inline std::vector<double> written(const Facts& facts) {
std::vector<double> out;
const std::size_t used = isKept(facts) ? facts.relation->used : facts.total();
for (std::size_t cell = 0; cell < used; ++cell)
if (!facts.unwritten[cell]) out.push_back(facts.got[cell]);
return out;
}
inline bool rearranges(const Facts& facts) {
return isKept(facts) || facts.meaning() == Meaning::sorted || facts.meaning() == Meaning::carried;
}
}
inline Explained complementKept(const Facts& facts) {
if (!detail::isKept(facts)) return std::nullopt;
std::vector<double> gone;
for (std::size_t i = 0; i < facts.relation->input.size(); ++i)
if (!facts.relation->passes[i]) gone.push_back(facts.relation->input[i]);
const std::size_t compared = std::min(gone.size(), facts.relation->used);
if (compared < 2) return std::nullopt;
for (std::size_t i = 0; i < compared; ++i)
if (facts.got[i] != gone[i]) return std::nullopt;
return Explanation{"complement-kept",
"the wrong half was kept: the output holds the " + counted(gone.size(), "element") +
" that fail the test, in order",
"day 31", facts.wrong};
}
inline Explained extraKept(const Facts& facts) {
if (!detail::isKept(facts)) return std::nullopt;
const std::vector<double>& in = facts.relation->input;
std::size_t at = 0, extra = 0;
double value = 0;
bool alike = true;
for (std::size_t cell = 0; cell < facts.relation->used; ++cell) {
while (at < in.size() && in[at] != facts.got[cell]) {
if (facts.relation->passes[at]) return std::nullopt;
++at;
}
if (at == in.size()) return std::nullopt;
if (!facts.relation->passes[at]) {
alike = alike && (extra == 0 || in[at] == value);
value = in[at];
++extra;
}
++at;
}
if (extra == 0) return std::nullopt;
return Explanation{"extra-elements-kept",
"elements were kept that fail the test: " + number(extra) + " among the first " +
number(facts.relation->used) + (alike ? ", all of them " + valueText(value) : "") +
"; the test lets the boundary through",
"day 31", facts.wrong};
}
inline Explained gapsLeft(const Facts& facts) {
if (!detail::isKept(facts)) return std::nullopt;
std::size_t inPlace = 0, gaps = 0;
for (std::size_t cell = 0; cell < facts.relation->used; ++cell) {
if (facts.relation->passes[cell]) {
if (facts.got[cell] != facts.relation->input[cell]) return std::nullopt;
++inPlace;
} else {
if (!facts.unwritten[cell] && facts.got[cell] != 0) return std::nullopt;
++gaps;
}
}
if (inPlace == 0 || gaps == 0) return std::nullopt;
return Explanation{"gaps-left",
"nothing was moved together: each kept element stands at its old index, with " +
counted(gaps, "gap") + " among the first " + number(facts.relation->used),
"day 31", facts.wrong};
}
inline Explained elementsLost(const Facts& facts) {
if (!detail::rearranges(facts)) return std::nullopt;
const std::vector<double> wanted = detail::sortedCopy(detail::wanted(facts)),
there = detail::sortedCopy(detail::written(facts));
const std::size_t holes = wanted.size() - there.size();
if (holes == 0 && (facts.raceFound || !facts.again.empty())) {
for (std::size_t cell = 0; cell < facts.again.size(); ++cell)
if (facts.again[cell] != facts.got[cell]) return std::nullopt;
if (facts.raceFound) return std::nullopt;
}
std::vector<double> lost;
std::set_difference(wanted.begin(), wanted.end(), there.begin(), there.end(), std::back_inserter(lost));
std::vector<double> extra;
std::set_difference(there.begin(), there.end(), wanted.begin(), wanted.end(), std::back_inserter(extra));
if (lost.empty()) return std::nullopt;
const std::vector<double> input = detail::sortedCopy(facts.relation->input);
for (const double value : extra)
if (!std::binary_search(input.begin(), input.end(), value)) return std::nullopt;
std::size_t firstHole = 0, after = 0;
while (firstHole < facts.total() && !facts.unwritten[firstHole]) ++firstHole;
for (std::size_t cell = firstHole; cell < wanted.size(); ++cell) after += facts.unwritten[cell];
if (holes > 0 && extra.empty() && after == wanted.size() - firstHole && facts.wrongCount() == holes)
return std::nullopt;
return Explanation{"elements-lost",
counted(lost.size(), "element") + (lost.size() == 1 ? " is" : " are") + " lost (the first is " +
valueText(lost[0]) + ")" +
(extra.empty() ? "" : " and " + counted(extra.size(), "element") + " too many") +
(holes > 0 ? ", and " + counted(holes, "place") + (holes == 1 ? " was" : " were") +
" never written: several elements were sent to one place"
: ": some elements are at several places, others at none"),
"day 31", facts.wrong};
}
namespace detail {
inline Explained anotherOrder(const Facts& facts) {
const std::vector<double> wanted = detail::wanted(facts), there = detail::written(facts);
if (there.size() != wanted.size() || detail::sortedCopy(wanted) != detail::sortedCopy(there)) return std::nullopt;
std::size_t first = 0;
while (first < wanted.size() && !facts.wrong[first]) ++first;
return Explanation{"order-lost",
"the right elements in another order: all " + number(wanted.size()) + " are there, " +
number(facts.wrongCount()) + " of them at another index, the first at " + number(first) +
"; places are given out in the order of arrival",
"day 31", facts.wrong};
}
}
inline Explained orderLost(const Facts& facts) {
return detail::isKept(facts) && !facts.raceFound ? detail::anotherOrder(facts) : std::nullopt;
}
inline Explained orderLostAnyhow(const Facts& facts) {
const bool saidBefore = detail::isKept(facts) && !facts.raceFound;
return detail::rearranges(facts) && !saidBefore ? detail::anotherOrder(facts) : std::nullopt;
}
}
namespace exercise {
namespace detail {
inline Explained shiftedAnswers(const Facts& facts) {
const std::size_t rows = facts.shape.rank == 3 ? facts.shape.extent[1] : facts.rows, plane = rows * facts.cols;
struct Step {
std::size_t cells;
const char *further, *back;
bool applies;
};
const bool vector = facts.rows == 1;
const Step steps[] = {
{1, vector ? "one element further on" : "one column to the right",
vector ? "one element before" : "one column to the left", facts.cols > 1},
{facts.cols, "one row below", "one row above", rows > 1},
{plane, "one plane further on", "one plane before", facts.shape.rank == 3 && facts.shape.extent[0] > 1}};
for (const Step& step : steps) {
if (!step.applies) continue;
for (const bool further : {true, false}) {
const auto from = [&](std::size_t cell) {
const std::size_t line = step.cells == 1 ? facts.cols : step.cells == plane ? facts.total() : plane;
const std::size_t at = cell % line;
if (further) return at + step.cells < line ? cell + step.cells : nowhere;
return at >= step.cells ? cell - step.cells : nowhere;
};
if (!fitAnswers(facts, from).holds()) continue;
return Explanation{"shifted-by-one",
std::string("shifted by one: each wrong cell holds what belongs ") +
(further ? step.further : step.back) + answerExample(facts, from),
"day 5", answersExplained(facts, from)};
}
}
return std::nullopt;
}
}
inline Explained shiftedByOne(const Facts& facts) {
if (!facts.traceable() || facts.shape.rank == 3) return detail::shiftedAnswers(facts);
struct Direction {
std::size_t rowStep, colStep;
const char* words;
};
constexpr std::size_t back = static_cast<std::size_t>(-1);
const Direction directions[] = {{0, 1, "one column to the right"},
{0, back, "one column to the left"},
{1, 0, "one row below"},
{back, 0, "one row above"}};
for (const Direction& direction : directions) {
const auto within = [&](std::size_t cell) {
const std::size_t expected = facts.expectedSource[cell];
if (expected == nowhere) return nowhere;
const std::size_t row = expected / facts.inCols + direction.rowStep;
const std::size_t col = expected % facts.inCols + direction.colStep;
return row < facts.inRows && col < facts.inCols ? row * facts.inCols + col : nowhere;
};
const auto flat = [&](std::size_t cell) {
const std::size_t expected = facts.expectedSource[cell];
if (expected == nowhere) return nowhere;
const std::size_t index = expected + direction.rowStep * facts.inCols + direction.colStep;
return index < facts.inRows * facts.inCols ? index : nowhere;
};
const bool runsOn = fitSources(facts, flat).holds();
if (!runsOn && !fitSources(facts, within).holds()) continue;
return Explanation{"shifted-by-one",
std::string("shifted by one: each wrong cell holds the input element ") + direction.words +
" of the right one" + (runsOn ? example(facts, flat) : example(facts, within)),
"day 5", runsOn ? cellsExplained(facts, flat) : cellsExplained(facts, within)};
}
return std::nullopt;
}
}
namespace exercise {
struct SingleTerm {
std::size_t number = 0;
bool last = false;
double factor = 0;
};
namespace detail {
inline std::optional<SingleTerm> singleTerm(const Facts& facts, std::size_t number, bool last) {
const auto at = [&](std::size_t count) { return last ? count - 1 : number; };
TermsOf terms(facts);
double largest = 0, factor = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wroteWrong(cell)) continue;
const std::vector<Term>& of = terms.at(cell);
if (of.size() <= (last ? 0 : number)) return std::nullopt;
const double value = of[at(of.size())].value;
if (!(std::fabs(value) > largest)) continue;
largest = std::fabs(value);
factor = 1 + (facts.got[cell] - facts.expected[cell]) / value;
}
if (largest == 0) return std::nullopt;
const double simple = std::round(factor * 4) / 4;
if (!(std::fabs(factor - simple) < 1e-3) || simple == 1 || std::fabs(simple) > 16) return std::nullopt;
std::vector<Term> of;
const auto weight = [&](std::size_t i, const Term&, std::size_t) { return i == number && !last ? simple : 1.0; };
const auto lastWeight = [&](std::size_t i, const Term& term, std::size_t length) {
return facts.relation->terms.length > 0 ? (term.place + 1 == length ? simple : 1.0)
: (i + 1 == length ? simple : 1.0);
};
if (!(last ? allFold(facts, lastWeight) : allFold(facts, weight))) return std::nullopt;
return SingleTerm{number, last, simple};
}
inline std::optional<SingleTerm> anySingleTerm(const Facts& facts) {
if (!hasTerms(facts) || facts.relation->terms.fold != Fold::sum) return std::nullopt;
TermsOf terms(facts);
std::size_t most = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) most = std::max(most, terms.at(cell).size());
constexpr std::size_t fewTerms = 16;
for (std::size_t i = 0; i < (most <= fewTerms && !facts.relation->terms.ragged ? most : 1); ++i)
if (const auto found = singleTerm(facts, i, false)) return found;
if (foldsAnAxis(facts)) return singleTerm(facts, 0, true);
return std::nullopt;
}
inline std::string whichTerm(const Facts& facts, const SingleTerm& term) {
const std::string& noun = facts.relation->terms.noun;
if (term.last) return "the last " + noun;
if (term.number == 0 && foldsAnAxis(facts)) return "the first " + noun;
return noun + " number " + number(term.number) + " (counting from 0)";
}
}
inline Explained termMissing(const Facts& facts) {
const auto term = detail::anySingleTerm(facts);
if (!term || term->factor != 0) return std::nullopt;
return foldExplanation(
facts, "term-missing",
detail::whichTerm(facts, *term) + " is missing from each sum: " + cellsFold(facts) + " everything else",
"day 24");
}
inline Explained termSign(const Facts& facts) {
const auto term = detail::anySingleTerm(facts);
if (!term || term->factor != -1) return std::nullopt;
return foldExplanation(facts, "term-sign",
detail::whichTerm(facts, *term) + " has the wrong sign: " + cellsFold(facts) +
" everything, with that one the other way round",
"day 61");
}
inline Explained termWeight(const Facts& facts) {
const auto term = detail::anySingleTerm(facts);
if (!term || term->factor == 0 || term->factor == -1) return std::nullopt;
return foldExplanation(facts, "term-weight",
detail::whichTerm(facts, *term) + " counts " + valueText(term->factor) +
" times what it should, in every wrong cell",
"day 61");
}
}
namespace exercise {
inline Explained staleShared(const Facts& facts) {
if (facts.raceFound) return std::nullopt;
const auto written = cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; });
const Box box = boundingBox(facts, written);
if (box.cells == 0) return std::nullopt;
if (facts.unwrittenSharedReadFound) {
return Explanation{"stale-shared",
"shared memory was read that this block had not written: " + counted(box.cells, "wrong cell") +
" in " + box.str() + (box.cells == 1 ? " holds" : " hold") + " whatever was left there",
"day 13", written};
}
if (!facts.traceable()) return std::nullopt;
for (const std::size_t side : tileSides(facts)) {
const auto tileOf = [&](std::size_t element) {
return std::pair<std::size_t, std::size_t>{element / facts.inCols / side, element % facts.inCols / side};
};
const auto samePlace = [&](std::size_t cell) {
const std::size_t source = facts.source[cell], expected = facts.expectedSource[cell];
if (source == nowhere || expected == nowhere) return false;
return source / facts.inCols % side == expected / facts.inCols % side &&
source % facts.inCols % side == expected % facts.inCols % side && tileOf(source) != tileOf(expected);
};
std::size_t leftovers = 0, others = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!written[cell]) continue;
if (samePlace(cell)) {
++leftovers;
} else if (facts.source[cell] == nowhere) {
++others;
} else {
leftovers = 0;
others = box.cells;
break;
}
}
if (leftovers < 2 || leftovers < others) continue;
return Explanation{
"stale-shared",
"values left by another block: " + number(leftovers) + " of " + counted(box.cells, "wrong cell") +
" hold the element from the same place of another " + std::to_string(side) + " x " + std::to_string(side) +
" tile, so this block never wrote that cell of shared memory" +
example(facts, [&](std::size_t cell) { return samePlace(cell) ? facts.source[cell] : nowhere; }),
"day 13",
cellsWhere(facts, [&](std::size_t cell) { return samePlace(cell) || facts.source[cell] == nowhere; })};
}
return std::nullopt;
}
}
namespace exercise {
inline Explained swappedStride(const Facts& facts) {
if (!facts.traceable() || facts.inRows == facts.inCols) return std::nullopt;
const std::size_t rows = facts.inRows, cols = facts.inCols, count = rows * cols;
const auto reading = [&](std::size_t cell) {
const std::size_t expected = facts.expectedSource[cell];
if (expected == nowhere) return nowhere;
const std::size_t index = expected / cols * rows + expected % cols;
return index < count ? index : nowhere;
};
const std::string sizes =
", right only for square matrices (here " + std::to_string(rows) + " x " + std::to_string(cols) + ")";
if (fitSources(facts, reading).holds()) {
return Explanation{"swapped-stride",
"the input is read with a stride of " + number(rows) + " elements a row where " + number(cols) +
" is right: rows and columns are swapped" + sizes + example(facts, reading),
"day 12", cellsExplained(facts, reading)};
}
const auto writing = [&](std::size_t cell) {
std::size_t last = nowhere;
for (std::size_t row = cell % cols, col = cell / cols; row < rows; row += cols, --col) {
if (col < cols) {
last = row * cols + col;
if (last == facts.source[cell]) break;
}
if (col == 0) break;
}
return last;
};
if (!fitSources(facts, writing).holds()) return std::nullopt;
for (std::size_t cell = 0; cell < facts.total(); ++cell)
if (facts.wrong[cell] && facts.unwritten[cell] && writing(cell) != nowhere) return std::nullopt;
return Explanation{"swapped-stride",
"the output is written with a stride of " + number(cols) + " elements a row where " +
number(rows) + " is right: rows and columns are swapped" + sizes + example(facts, writing),
"day 12", cellsWhere(facts, [&](std::size_t cell) {
return facts.unwritten[cell] || facts.source[cell] == writing(cell);
})};
}
}
namespace exercise {
inline Explained tileUnwritten(const Facts& facts) {
const Holes holes(facts);
if (holes.count() == 0) return std::nullopt;
for (const std::size_t side : tileSides(facts)) {
const std::size_t tileRows = (facts.rows + side - 1) / side, tileCols = (facts.cols + side - 1) / side;
if (tileRows * tileCols < 2) continue;
std::vector<std::uint8_t> missing(tileRows * tileCols, 0);
for (std::size_t cell = 0; cell < facts.total(); ++cell)
if (holes.at(cell)) missing[facts.row(cell) / side * tileCols + facts.col(cell) / side] = 1;
std::size_t tiles = 0, first = nowhere;
for (std::size_t tile = 0; tile < missing.size(); ++tile) {
if (!missing[tile]) continue;
if (first == nowhere) first = tile;
++tiles;
}
if (tiles * 2 > missing.size()) continue;
const bool whole = holes.areExactly(
[&](std::size_t cell) { return missing[facts.row(cell) / side * tileCols + facts.col(cell) / side] != 0; });
if (!whole) continue;
const std::size_t row = first / tileCols, col = first % tileCols;
const std::size_t lastRow = std::min(facts.rows, (row + 1) * side) - 1;
const std::size_t lastCol = std::min(facts.cols, (col + 1) * side) - 1;
const std::string place = "(" + number(row) + ", " + number(col) + ") of the output";
const std::string extent = span("row", row * side, lastRow) + ", " + span("column", col * side, lastCol);
const std::string size = std::to_string(side) + " x " + std::to_string(side);
return Explanation{"tile-unwritten",
tiles == 1 ? "one " + size + " tile " + holes.verb(false) + ": tile " + place + ", " + extent
: counted(tiles, size + " tile") + " of " + number(missing.size()) + " " +
holes.verb(true) + ", the first is tile " + place + ", " + extent,
"day 8", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}
return std::nullopt;
}
}
namespace exercise {
inline Explained tilesMovedNotTransposed(const Facts& facts) {
if (facts.inRows != facts.cols || facts.inCols != facts.rows) return std::nullopt;
for (const std::size_t side : tileSides(facts)) {
const auto predict = [&](std::size_t cell) {
const std::size_t row = facts.row(cell), col = facts.col(cell);
const std::size_t inRow = col / side * side + row % side;
const std::size_t inCol = row / side * side + col % side;
return inRow < facts.inRows && inCol < facts.inCols ? inRow * facts.inCols + inCol : nowhere;
};
if (!fitSources(facts, predict).holds()) continue;
const std::string tile = std::to_string(side) + " x " + std::to_string(side);
return Explanation{"tiles-moved-not-transposed",
"every value is from the right " + tile + " tile, but the tile is not transposed inside" +
example(facts, predict),
"day 13", cellsExplained(facts, predict)};
}
return std::nullopt;
}
}
namespace exercise {
namespace detail {
struct TileStep {
std::size_t aRow, aCol, bRow, bCol;
bool counted;
};
struct TileReading {
const char* faultClass;
std::string headline;
std::function<TileStep(std::size_t row, std::size_t col, std::size_t first, std::size_t l)> step;
};
inline std::vector<TileReading> tileReadings(const Product& p, std::size_t t) {
const std::size_t m = p.m, n = p.n;
const auto tiles = "the " + number(t) + " x " + number(t) + " tile of ";
const auto turned = [t](bool a, bool b) {
return [=](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
return TileStep{a ? row / t * t + l : row, a ? first + row % t : first + l, b ? first + col % t : first + l,
b ? col / t * t + l : col, true};
};
};
const auto fixed = [](bool a) {
return [=](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
return TileStep{row, a ? l : first + l, a ? first + l : l, col, true};
};
};
const auto guarded = [=](bool a, bool b) {
return [=](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
const bool loadedA = !a || col / t * t + l < n, loadedB = !b || row / t * t + l < m;
return TileStep{row, first + l, first + l, col, loadedA && loadedB};
};
};
const std::string columns = " read column by column where its rows are meant";
const std::string stays = " stays where it is while the other one moves on along k";
const auto edge = [t](const char* which) {
return "wrong where " + number(t) + " x " + number(t) + " tiles reach over " + which +
": threads whose result is outside load nothing, and the others miss it";
};
return {
{"tile-turned", tiles + "a is" + columns, turned(true, false)},
{"tile-turned", tiles + "b is" + columns, turned(false, true)},
{"tile-turned", "both " + number(t) + " x " + number(t) + " tiles are" + columns, turned(true, true)},
{"tile-not-moved", tiles + "a" + stays + ": columns 0 to " + number(t - 1) + " of a every time", fixed(true)},
{"tile-not-moved", tiles + "b" + stays + ": rows 0 to " + number(t - 1) + " of b every time", fixed(false)},
{"edge-tiles-part-loaded", edge("an edge"), guarded(true, true)},
{"edge-tiles-part-loaded", edge("the right edge"), guarded(true, false)},
{"edge-tiles-part-loaded", edge("the lower edge"), guarded(false, true)},
};
}
inline Explained tileReading(const Facts& facts, const std::string& faultClass) {
if (facts.relation == nullptr || facts.relation->product == nullptr) return std::nullopt;
const Product& p = *facts.relation->product;
for (const std::size_t side : tileSides(facts)) {
if (side < 4) continue;
for (const TileReading& reading : tileReadings(p, side)) {
if (reading.faultClass != faultClass) continue;
const auto predict = [&](std::size_t cell) {
double sum = 0, absolutes = 0;
for (std::size_t first = 0; first < p.k; first += side)
for (std::size_t l = 0; l < side; ++l) {
const TileStep step = reading.step(cell / p.n, cell % p.n, first, l);
if (!step.counted || step.aRow >= p.m || step.aCol >= p.k || step.bRow >= p.k || step.bCol >= p.n) continue;
const double term = p.a[step.aRow * p.k + step.aCol] * p.b[step.bRow * p.n + step.bCol];
sum += term;
absolutes += std::fabs(term);
}
return nearestSum(facts, cell, sum, absolutes, p.k);
};
if (fitPredicted(facts, predict).holds())
return Explanation{reading.faultClass, reading.headline, "day 16", writtenWrong(facts)};
}
}
return std::nullopt;
}
}
inline Explained tileTurned(const Facts& facts) { return detail::tileReading(facts, "tile-turned"); }
inline Explained tileNotMoved(const Facts& facts) { return detail::tileReading(facts, "tile-not-moved"); }
inline Explained edgeTilesPartLoaded(const Facts& facts) {
return detail::tileReading(facts, "edge-tiles-part-loaded");
}
}
namespace exercise {
inline Explained unwrittenRead(const Facts& facts) {
if (!facts.unwrittenGlobalReadFound) return std::nullopt;
const bool floating =
facts.type == ElementType::f16 || facts.type == ElementType::f32 || facts.type == ElementType::f64;
const std::vector<std::uint8_t> explained = cellsWhere(facts, [&](std::size_t cell) {
return !facts.unwritten[cell] && (!floating || !std::isfinite(facts.got[cell]));
});
const Box box = boundingBox(facts, explained);
if (box.cells == 0) return std::nullopt;
const std::string where = facts.unwrittenGlobalReadAt.empty() ? "the kernel" : facts.unwrittenGlobalReadAt;
return Explanation{"unwritten-read",
where + " reads device memory that nobody has written, and " + counted(box.cells, "cell") + " (" +
box.str() + ")" + (box.cells == 1 ? " depends" : " depend") +
" on it; write it first, or do not read past what was written",
"day 4", explained};
}
}
namespace exercise {
inline Explained transposedWithinTiles(const Facts& facts) {
if (facts.inRows != facts.cols || facts.inCols != facts.rows) return std::nullopt;
for (const std::size_t side : tileSides(facts)) {
const auto predict = [&](std::size_t cell) {
const std::size_t row = facts.row(cell), col = facts.col(cell);
const std::size_t inRow = row / side * side + col % side;
const std::size_t inCol = col / side * side + row % side;
return inRow < facts.inRows && inCol < facts.inCols ? inRow * facts.inCols + inCol : nowhere;
};
if (!fitSources(facts, predict).holds()) continue;
const std::string tile = std::to_string(side) + " x " + std::to_string(side);
return Explanation{"transposed-within-tiles",
"each " + tile + " tile is transposed but was not moved: tile (a, b) must go to tile (b, a)" +
example(facts, predict),
"day 13", cellsExplained(facts, predict)};
}
return std::nullopt;
}
}
namespace exercise {
inline Explained writtenZero(const Facts& facts) {
const std::vector<std::uint8_t> explained = cellsWhere(facts, [&](std::size_t cell) {
return !facts.unwritten[cell] && facts.got[cell] == 0 && facts.expected[cell] != 0;
});
const Box box = boundingBox(facts, explained);
if (box.cells == 0) return std::nullopt;
const bool all = box.cells == facts.total();
return Explanation{
"written-zero",
(all ? "every cell was written, and holds 0: " + counted(box.cells, "cell")
: counted(box.cells, "cell") + " of " + number(facts.total()) + (box.cells == 1 ? " holds" : " hold") +
" 0 where the input has no 0, all within " + box.str()),
"day 4", explained};
}
}
namespace exercise {
struct FaultClass {
const char* name;
Explained (*fits)(const Facts&);
};
inline const std::vector<FaultClass>& faultClasses() {
static const std::vector<FaultClass> classes{
{"days-own-mistake", daysOwnMistake},
{"nothing-written", nothingWritten},
{"accumulated", accumulated},
{"previous-output", previousOutput},
{"copied-not-transposed", copiedNotTransposed},
{"copied", copiedInput},
{"transposed-within-tiles", transposedWithinTiles},
{"tiles-moved-not-transposed", tilesMovedNotTransposed},
{"swapped-stride", swappedStride},
{"exclusive-inclusive-mixed", exclusiveInclusive},
{"shifted-by-one", shiftedByOne},
{"neighbour-value", neighbourValue},
{"reversed", reversed},
{"result-transposed", resultTransposed},
{"local-index", localIndex},
{"thread-not-in-index", threadNotInIndex},
{"one-result-for-several", oneResultForSeveral},
{"misplaced-in-tile", misplacedInTile},
{"not-stable", notStable},
{"rows-moved", rowsMoved},
{"row-order-lost", rowOrderLost},
{"long-rows-cut", longRowsCut},
{"numbers-from-elsewhere", numbersFromElsewhere},
{"complement-kept", complementKept},
{"extra-elements-kept", extraKept},
{"gaps-left", gapsLeft},
{"elements-lost", elementsLost},
{"order-lost", orderLost},
{"lost-updates", lostUpdates},
{"left-early", leftEarly},
{"stale-shared", staleShared},
{"order-dependent", orderDependent},
{"unwritten-read", unwrittenRead},
{"ignores-input", ignoresInput},
{"last-part-missing", lastPartMissing},
{"first-part-only", firstPartOnly},
{"last-part-only", lastPartOnly},
{"term-missing", termMissing},
{"term-sign", termSign},
{"term-weight", termWeight},
{"warp-0-part", warpZeroPart},
{"lane-0-part", laneZeroPart},
{"thread-0-part", threadZeroPart},
{"part-of-the-terms", partOfTheTerms},
{"same-part-by-all-blocks", samePartByAllBlocks},
{"counted-twice", countedTwice},
{"wrong-identity", wrongIdentity},
{"accumulator-not-reset", accumulatorNotReset},
{"integer-overflow", integerOverflow},
{"off-by-one-result", offByOneResult},
{"lost-updates-in-step", lostUpdatesInStep},
{"operand-transposed", operandTransposed},
{"leading-dimension", leadingDimension},
{"tile-turned", tileTurned},
{"tile-not-moved", tileNotMoved},
{"edge-tiles-part-loaded", edgeTilesPartLoaded},
{"operand-shifted", operandShifted},
{"gather-missing", gatherMissing},
{"scan-backwards", scanBackwards},
{"scan-within-blocks", scanWithinBlocks},
{"scan-previous-block-only", scanPreviousBlock},
{"scan-step-missing", scanStepMissing},
{"block-offset-wrong", blockOffsetWrong},
{"empty-rows-squeezed", emptyRowsSqueezed},
{"last-offset-missing", lastOffsetMissing},
{"empty-rows-without-offset", emptyRowsWithoutOffset},
{"row-counts-wrong", rowCountsWrong},
{"order-dependent-anyhow", orderDependentAnyhow},
{"sorted-within-blocks", sortedWithinBlocks},
{"sorted-as-unsigned", sortedAsUnsigned},
{"sorted-by-part-of-the-key", sortedByPart},
{"padding-sorted-in", paddingSortedIn},
{"almost-sorted", almostSorted},
{"order-lost-anyhow", orderLostAnyhow},
{"exp-overflow", expOverflow},
{"normalized-by-column", normalizedByColumn},
{"row-factor", rowFactor},
{"outside-access", outsideAccess},
{"border-cells", borderCells},
{"halo-cells", haloCells},
{"border-unwritten", borderUnwritten},
{"empty-rows-unwritten", emptyRowsUnwritten},
{"one-block-only", oneBlockOnly},
{"grid-y-limit", gridYLimit},
{"index-overflow", indexOverflow},
{"early-return", earlyReturn},
{"partial-tile-unwritten", partialTileUnwritten},
{"past-n-unwritten", pastNUnwritten},
{"one-thread-a-block", oneThreadABlock},
{"every-kth-element", everyKthElement},
{"part-of-each-tile", partOfEachTile},
{"tile-unwritten", tileUnwritten},
{"written-zero", writtenZero},
{"nan-spread", nanSpread},
{"low-bits", lowBits},
};
return classes;
}
inline Explained firstThatFits(const Facts& facts, const std::vector<FaultClass>& classes) {
for (const FaultClass& faultClass : classes)
if (Explained found = faultClass.fits(facts)) return found;
return std::nullopt;
}
inline std::string secondThatFits(const Facts& facts, const std::string& first,
const std::vector<FaultClass>& classes) {
for (const FaultClass& faultClass : classes)
if (const Explained found = faultClass.fits(facts); found && found->faultClass != first) return found->faultClass;
return "";
}
namespace detail {
inline std::string unexplainedRest(const Facts& facts, std::size_t open, bool first) {
const Box box = boundingBox(facts, facts.wrong);
std::size_t untouched = 0;
for (const std::uint8_t hole : facts.unwritten) untouched += hole;
std::string rest = counted(open, first ? "wrong cell" : "more wrong cell") + " of " + number(facts.total()) +
(open == 1 ? " fits" : " fit") + " no pattern that the harness knows: " + box.str();
if (untouched > 0)
rest += "; " + number(untouched) + " of them " + (untouched == 1 ? "was" : "were") + " never written";
return rest;
}
}
inline Diagnosis classify(Facts facts, const std::vector<FaultClass>& classes = faultClasses()) {
const std::size_t wrong = facts.wrongCount();
std::vector<Explanation> found;
std::string second;
std::size_t open = wrong;
facts.settled.resize(facts.total(), 0);
while (open > 0 && found.size() < 3) {
const Explained next = firstThatFits(facts, classes);
if (!next) break;
if (found.empty()) second = secondThatFits(facts, next->faultClass, classes);
std::size_t explained = 0;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wrong[cell] || !next->explained[cell]) continue;
facts.wrong[cell] = facts.unwritten[cell] = 0;
facts.settled[cell] = 1;
++explained;
}
if (explained == 0) break;
open -= explained;
found.push_back(*next);
}
Diagnosis diagnosis;
const std::string rest = open > 0 ? detail::unexplainedRest(facts, open, found.empty()) : "";
const std::string name = facts.name.empty() ? "" : facts.name + ": ";
if (open * 2 > wrong || found.empty()) {
diagnosis.headline = name + rest;
for (const Explanation& explanation : found) {
diagnosis.headline += "; also: " + explanation.headline;
diagnosis.others.push_back(explanation.faultClass);
}
return diagnosis;
}
diagnosis.faultClass = found[0].faultClass;
diagnosis.headline = name + found[0].headline;
diagnosis.see = found[0].see;
diagnosis.second = second;
for (std::size_t i = 1; i < found.size(); ++i) {
diagnosis.headline += "; also: " + found[i].headline;
diagnosis.others.push_back(found[i].faultClass);
}
if (open > 0) diagnosis.headline += "; also: " + rest;
return diagnosis;
}
inline std::optional<std::string> headlineOf(const std::string& faultClass, const Facts& facts) {
for (const FaultClass& candidate : faultClasses()) {
const Explained explained = candidate.fits(facts);
if (explained && explained->faultClass == faultClass)
return (facts.name.empty() ? "" : facts.name + ": ") + explained->headline;
}
return std::nullopt;
}
}
namespace exercise {
constexpr double affordableSeconds = 2;
constexpr std::size_t largestWitness = std::size_t{1} << 20;
inline void countAnswers(const Exercise& day, const Problem& problem, std::size_t array, const Bytes& first,
std::uint64_t bits, const Simulator& simulator, Facts& facts) {
std::vector<Bytes> answers{first};
double spent = 0;
for (unsigned run = 0; run < orderCount && spent < affordableSeconds; ++run) {
const CallResult call = callSolve(day, problem, {}, orderOf(run, bits).seed, simulator);
if (call.error) break;
spent += call.seconds;
++facts.orders;
if (std::find(answers.begin(), answers.end(), call.after[array]) == answers.end())
answers.push_back(call.after[array]);
}
facts.answers = answers.size();
if (answers.size() > 1) facts.again = valuesOf(problem.arrays[array], answers[1]);
}
inline Facts observe(const Exercise& day, const Problem& problem, std::size_t array, const CallResult& call,
std::uint64_t orderSeed, const Bytes& previous, bool furtherCalls, const Simulator& simulator) {
const Array& of = problem.arrays[array];
Facts facts = gatherFacts(problem, of, call.after[array]);
if (previous.size() == of.bytes()) facts.previous = valuesOf(of, previous);
facts.launchesKnown = simulator.present();
facts.launches = readLaunches(call.launches);
const FindingKinds kinds = readFindings(call.findings);
facts.raceFound = kinds.race;
facts.outsideFound = kinds.outside;
facts.leftEarlyFound = kinds.leftEarly;
facts.unwrittenSharedReadFound = kinds.unwrittenShared;
facts.unwrittenGlobalReadFound = kinds.unwrittenGlobal;
facts.unwrittenGlobalReadAt = kinds.unwrittenGlobalAt;
facts.outsideAt = kinds.outsideAt;
facts.raceMissing = kinds.raceMissing;
if (!furtherCalls || call.seconds > affordableSeconds) return facts;
const auto further = [&](Fill fill, std::uint64_t seed, std::vector<double>& out) {
const CallResult again = callSolve(day, problem, {fill, array}, seed, simulator);
if (again.error) return false;
out = valuesOf(of, again.after[array]);
return true;
};
bool wroteWrong = false, mayAddUp = false;
for (std::size_t cell = 0; cell < facts.total(); ++cell) {
if (!facts.wrong[cell] || facts.unwritten[cell]) continue;
wroteWrong = true;
mayAddUp = mayAddUp || facts.unwrittenGlobalReadFound || std::isnan(facts.got[cell]);
}
const bool hidden = of.type != ElementType::f32 && of.type != ElementType::f16;
mayAddUp = mayAddUp || (wroteWrong && hidden && !simulator.present());
if (!wroteWrong && facts.total() > largestWitness) return facts;
if (!further(Fill::poison, orderSeed + 1, facts.again)) return facts;
const bool differs = !std::equal(facts.got.begin(), facts.got.end(), facts.again.begin(),
[](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
if (simulator.present() && (day.orders(problem.shape) == orderCount || differs))
countAnswers(day, problem, array, call.after[array], orderSeed, simulator, facts);
if (mayAddUp && further(Fill::zeros, orderSeed, facts.overZeros)) further(Fill::ones, orderSeed, facts.overOnes);
if (!wroteWrong || facts.total() > largestWitness) return facts;
const Problem other = day.problem(problem.shape, derivedSeed(orderSeed, problem.shape.count(), 13));
if (other.arrays.size() != problem.arrays.size() || !(other.arrays[array].shape == of.shape)) return facts;
const CallResult elsewhere = callSolve(day, other, {}, orderSeed, simulator);
if (elsewhere.error) return facts;
facts.other = valuesOf(of, elsewhere.after[array]);
facts.otherExpected = valuesOf(of, other.arrays[array].expected);
return facts;
}
inline std::optional<std::size_t> firstWrongArray(const Problem& problem, const CallResult& call) {
for (std::size_t i = 0; i < problem.arrays.size(); ++i)
if (problem.arrays[i].compared() && !compare(problem.arrays[i], call.after[i]).wrong.empty()) return i;
return std::nullopt;
}
template <class Begin>
Diagnosis diagnose(const Exercise& day, const Problem& problem, const Facts& facts, std::uint64_t seed,
const Simulator& simulator, Begin begin) {
const Diagnosis here = classify(facts);
std::vector<Shape> witnesses = day.ladder();
std::sort(witnesses.begin(), witnesses.end(), [](const Shape& a, const Shape& b) { return a.count() > b.count(); });
for (const Shape& shape : witnesses) {
if (shape.count() > largestWitness) continue;
if (shape.count() <= problem.shape.count()) break;
const std::uint64_t witnessSeed = derivedSeed(seed, shape.count(), 7);
const Problem larger = day.problem(shape, witnessSeed);
begin(shape);
const CallResult call = callSolve(day, larger, {}, witnessSeed, simulator);
if (call.error) break;
const std::optional<std::size_t> wrong = firstWrongArray(larger, call);
if (!wrong) continue;
if (std::optional<Diagnosis> own = day.explain(larger, *wrong, call.after[*wrong])) {
own->headline = "at " + shape.str() + ": " + own->headline;
return *own;
}
Diagnosis there = classify(observe(day, larger, *wrong, call, witnessSeed, {}, true, simulator));
if (there.faultClass == "unexplained") continue;
if (there.faultClass == here.faultClass) return here;
const std::optional<std::string> headline = headlineOf(there.faultClass, facts);
there.headline = headline ? *headline : "at " + shape.str() + ": " + there.headline;
return there;
}
return here;
}
}
#include <unistd.h>
#include <cerrno>
namespace exercise {
struct Tally {
bool simulated = false;
bool error = false, outOfMemory = false, tookTooLong = false;
bool wrong = false, inputChanged = false, guardBroken = false;
bool fault = false;
std::uint64_t pageFaults = 0;
double copiesToIdeal = 0;
bool timed = false, modelled = false;
double ratioToCopy = 0, ratioToNaive = 0;
std::array<double, 2> interval{0, 0}, intervalToNaive{0, 0};
Shape timedShape;
std::uint64_t bytes = 0;
std::string launches;
void copied(std::uint64_t bytesMoved, std::uint64_t bytesNeeded) {
const double none = bytesMoved == 0 ? 0 : HUGE_VAL;
const double ratio = bytesNeeded == 0 ? none : static_cast<double>(bytesMoved) / static_cast<double>(bytesNeeded);
copiesToIdeal = std::max(copiesToIdeal, ratio);
}
};
}
namespace exercise {
struct DeviceFacts {
bool simulated = false;
std::string card, compute, driver, runtime;
std::uint64_t l2Bytes = 0;
};
struct CallName {
Shape shape;
std::size_t k = 0, of = 0;
std::uint64_t seed = 0;
unsigned run = 0;
std::string order;
};
struct WrongCell {
std::size_t row = 0, col = 0;
double got = 0, expected = 0;
bool unwritten = false;
std::string place;
};
struct CaseOutcome {
std::size_t wrong = 0, total = 0;
std::vector<WrongCell> cells;
std::string faultClass, headline, see;
std::vector<std::string> also;
std::vector<std::string> map;
};
struct TimingResult {
Shape shape;
bool modelled = false;
double copyMilliseconds = 0, naiveMilliseconds = 0, solveMilliseconds = 0;
double ratioToCopy = 0;
double ratioToNaive = 0;
std::array<double, 2> interval{0, 0}, intervalToNaive{0, 0};
std::uint64_t bytes = 0;
std::string launches;
double l2Multiple = 0;
double ceilingMilliseconds = 0;
std::string ceilingName;
std::size_t quads = 0, droppedQuads = 0;
double clockMegahertz = 0;
std::string warning;
};
struct WhyOutcome {
std::string kernels = "[]";
std::string map;
std::string error;
std::uint64_t wrong = 0, total = 0, bytes = 0;
};
class Report {
public:
Report(int events, std::string token, std::string day)
: events_(events), token_(std::move(token)), day_(std::move(day)) {}
const Tally& tally() const { return tally_; }
void hello(const DeviceFacts& device, std::uint64_t seed) {
tally_.simulated = device.simulated;
if (events_ < 0) {
std::printf("%s on %s (%s), seed %llu\n", day_.c_str(), device.card.c_str(),
device.simulated ? "simulated" : ("compute capability " + device.compute).c_str(),
static_cast<unsigned long long>(seed));
return;
}
send("hello", JsonObject()
.text("day", day_)
.text("device", device.simulated ? "sim" : "gpu")
.text("card", device.card)
.text("compute", device.compute)
.count("l2_bytes", device.l2Bytes)
.text("driver", device.driver)
.text("runtime", device.runtime));
}
void caseBegin(const CallName& call) {
if (events_ < 0) return;
JsonObject event;
event.text("case", call.shape.str()).count("k", call.k).count("of", call.of);
event.count("seed", call.seed).count("run", call.run);
if (!call.order.empty()) event.text("order", call.order);
send("case_begin", event);
}
void caseEnd(const CallName& call, const CaseOutcome& outcome) {
tally_.wrong = tally_.wrong || outcome.wrong > 0;
if (events_ < 0) return printCase(call, outcome);
JsonObject event;
event.text("case", call.shape.str()).count("seed", call.seed).count("run", call.run);
event.count("wrong", outcome.wrong).count("total", outcome.total);
if (outcome.wrong > 0) {
std::string cells;
for (const WrongCell& cell : outcome.cells) {
JsonObject object;
object.count("row", cell.row).count("col", cell.col);
if (cell.unwritten)
object.text("got", "unwritten");
else
object.real("got", cell.got);
object.real("expected", cell.expected).text("place", cell.place);
cells += (cells.empty() ? "" : ",") + object.str();
}
event.raw("cells", "[" + cells + "]").text("fault_class", outcome.faultClass);
event.text("headline", outcome.headline).text("see", outcome.see);
event.raw("also", jsonStrings(outcome.also)).raw("map", jsonStrings(outcome.map));
}
send("case_end", event);
}
void apiError(const CallName& call, const ApiError& error, const ErrorExplanation& why) {
tally_.error = true;
tally_.outOfMemory = tally_.outOfMemory || why.faultClass == "out-of-memory";
tally_.tookTooLong = tally_.tookTooLong || error.name == "cudaErrorLaunchTimeout";
if (events_ < 0) return printFault(call, why.headline);
send("api_error", JsonObject()
.text("case", call.shape.str())
.text("name", error.name)
.count("code", static_cast<std::uint64_t>(error.code))
.text("text", error.text)
.text("where", error.where)
.text("fault_class", why.faultClass)
.text("headline", why.headline)
.text("see", why.see));
}
void inputChanged(const CallName& call, std::size_t row, std::size_t col, const std::string& headline) {
tally_.inputChanged = true;
if (events_ < 0) return printFault(call, headline);
send("input_changed", JsonObject()
.text("case", call.shape.str())
.count("row", row)
.count("col", col)
.text("fault_class", "changed-input")
.text("headline", headline));
}
void guardBroken(const CallName& call, const std::string& buffer, long long byte, const std::string& headline) {
tally_.guardBroken = true;
if (events_ < 0) return printFault(call, headline);
send("guard_broken", JsonObject()
.text("case", call.shape.str())
.text("buffer", buffer)
.raw("byte", std::to_string(byte))
.text("fault_class", "wrote-outside")
.text("headline", headline));
}
void findings(const CallName& call, const std::string& json) {
tally_.fault = tally_.fault || readFindings(json).any;
if (events_ < 0) return printFindings(call, json);
send("findings", JsonObject().text("case", call.shape.str()).count("seed", call.seed).raw("findings", json));
}
void timing(const TimingResult& timing) {
tally_.timed = true;
tally_.ratioToCopy = timing.ratioToCopy;
tally_.ratioToNaive = timing.ratioToNaive;
tally_.interval = timing.interval;
tally_.intervalToNaive = timing.intervalToNaive;
tally_.modelled = timing.modelled;
tally_.timedShape = timing.shape;
tally_.bytes = timing.bytes;
tally_.launches = timing.launches;
if (events_ < 0) return printTiming(timing);
JsonObject event;
event.text("case", timing.shape.str()).flag("modelled", timing.modelled);
event.real("copy_ms", timing.copyMilliseconds).real("naive_ms", timing.naiveMilliseconds);
event.real("solve_ms", timing.solveMilliseconds);
event.real("ratio_to_copy", timing.ratioToCopy).real("ratio_to_naive", timing.ratioToNaive);
event.raw("interval", "[" + jsonNumber(timing.interval[0]) + "," + jsonNumber(timing.interval[1]) + "]");
event.raw("interval_to_naive",
"[" + jsonNumber(timing.intervalToNaive[0]) + "," + jsonNumber(timing.intervalToNaive[1]) + "]");
event.count("bytes", timing.bytes).real("l2_multiple", timing.l2Multiple);
if (timing.ceilingMilliseconds > 0)
event.real("ceiling_ms", timing.ceilingMilliseconds).text("ceiling", timing.ceilingName);
if (timing.quads > 0) event.count("quads", timing.quads).count("dropped_quads", timing.droppedQuads);
if (timing.clockMegahertz > 0) event.real("clock_mhz", timing.clockMegahertz);
if (!timing.launches.empty()) event.raw("launches", timing.launches);
if (!timing.warning.empty()) event.text("warning", timing.warning);
send("timing", event);
}
void why(const CallName& call, const WhyOutcome& why) {
if (events_ < 0) {
std::printf("%s\n", why.kernels.c_str());
return;
}
JsonObject event;
event.text("case", call.shape.str()).count("seed", call.seed).count("bytes", why.bytes);
event.count("wrong", why.wrong).count("total", why.total).raw("kernels", why.kernels);
if (!why.map.empty()) event.raw("map", why.map);
if (!why.error.empty()) event.text("error", why.error);
send("why", event);
}
void copies(const CallName& call, const HostAccount& account, const NeededCopies& needed) {
tally_.copied(account.toDevice, needed.toDevice);
tally_.copied(account.toHost, needed.toHost);
if (events_ < 0) return;
send("copies", JsonObject()
.text("case", call.shape.str())
.count("to_device", account.toDevice)
.count("to_host", account.toHost)
.count("needed_to_device", needed.toDevice)
.count("needed_to_host", needed.toHost));
}
void pages(const CallName& call, const std::vector<PageAccount>& accounts) {
std::string arrays;
std::uint64_t faults = 0;
for (const PageAccount& account : accounts) {
faults += account.faults.ofDevice + account.faults.ofHost;
if (events_ < 0) {
if (call.run == 0 && account.faults.ofDevice + account.faults.ofHost > 0)
std::printf("  case %s: page faults on %s: %s of the kernel, %s of the host\n", call.shape.str().c_str(),
account.array.c_str(), number(account.faults.ofDevice).c_str(),
number(account.faults.ofHost).c_str());
continue;
}
arrays += (arrays.empty() ? "" : ",") + JsonObject()
.text("name", account.array)
.count("pages", account.pages)
.count("kernel_faults", account.faults.ofDevice)
.count("host_faults", account.faults.ofHost)
.str();
}
tally_.pageFaults = std::max(tally_.pageFaults, faults);
if (events_ >= 0) send("pages", JsonObject().text("case", call.shape.str()).raw("arrays", "[" + arrays + "]"));
}
void goodbye(std::size_t cases) {
if (events_ >= 0) send("goodbye", JsonObject().count("cases", cases));
}
private:
void send(const std::string& name, const JsonObject& fields) {
JsonObject head;
head.text("token", token_).count("n", next_++).text("event", name);
const std::string body = fields.str(), start = head.str();
const std::string line = start.substr(0, start.size() - 1) + (body.size() > 2 ? "," : "") + body.substr(1) + "\n";
for (std::size_t done = 0; done < line.size();) {
const ssize_t written = write(events_, line.data() + done, line.size() - done);
if (written < 0 && errno == EINTR) continue;
if (written <= 0) _exit(74);
done += static_cast<std::size_t>(written);
}
}
void printCase(const CallName& call, const CaseOutcome& outcome) const {
if (outcome.wrong == 0) {
if (call.run > 0) return;
std::printf("  case %zu of %zu, %s: right\n", call.k, call.of, call.shape.str().c_str());
return;
}
std::printf("  case %zu of %zu, %s, run %u, seed %llu: %s of %s wrong\n", call.k, call.of, call.shape.str().c_str(),
call.run, static_cast<unsigned long long>(call.seed), number(outcome.wrong).c_str(),
counted(outcome.total, "cell").c_str());
for (const WrongCell& cell : outcome.cells) {
std::printf("    %s: got %s, expected %s\n", cell.place.c_str(),
cell.unwritten ? "nothing (never written)" : valueText(cell.got).c_str(),
valueText(cell.expected).c_str());
}
std::printf("  %s%s%s%s\n", outcome.headline.c_str(), outcome.see.empty() ? "" : " (see ", outcome.see.c_str(),
outcome.see.empty() ? "" : ")");
for (const std::string& line : outcome.map) std::printf("    %s\n", line.c_str());
}
static void printFault(const CallName& call, const std::string& headline) {
std::printf("  case %zu of %zu, %s: %s\n", call.k, call.of, call.shape.str().c_str(), headline.c_str());
}
static void printFindings(const CallName& call, const std::string& json) {
const auto word = [](const std::string& object, const char* key) {
const std::string after = jsonAfter(object, key);
return after.size() > 1 && after[0] == '"' ? after.substr(1, after.find('"', 1) - 1) : "";
};
for (const std::string& object : jsonElements(json)) {
const std::string after = jsonAfter(object, "line"),
line = after.substr(0, after.find_first_not_of("0123456789"));
printFault(call, word(object, "tool") + ": " + word(object, "kind") +
(line.empty() || line == "0" ? "" : " at line " + line) + ": " + word(object, "message"));
}
}
static void printTiming(const TimingResult& timing) {
const auto line = [&](const char* name, double milliseconds) {
std::printf("  %-6s %9.4f ms  %8.1f GB/s  %5.2fx\n", name, milliseconds,
static_cast<double>(timing.bytes) / milliseconds / 1e6, milliseconds / timing.copyMilliseconds);
};
std::printf("%s, %s\n", timing.shape.str().c_str(), timing.modelled ? "modelled" : "measured");
if (timing.ceilingMilliseconds > 0) line("best", timing.ceilingMilliseconds);
line("copy", timing.copyMilliseconds);
line("naive", timing.naiveMilliseconds);
line("solve", timing.solveMilliseconds);
std::printf("  %.3f times the copy's time (%.3f to %.3f), %.2f times as fast as the naive kernel\n",
timing.ratioToCopy, timing.interval[0], timing.interval[1], timing.ratioToNaive);
if (!timing.warning.empty()) std::printf("  warning: %s\n", timing.warning.c_str());
}
Tally tally_;
int events_;
std::string token_, day_;
std::uint64_t next_ = 0;
};
}
namespace exercise {
inline std::string wrongMapJson(const Array& array, const Bytes& got) {
constexpr std::size_t mostRows = 48, mostCols = 64;
const std::size_t rows = array.shape.rows(), cols = array.shape.cols();
const std::size_t fieldRows = (rows + mostRows - 1) / mostRows, fieldCols = (cols + mostCols - 1) / mostCols;
const std::size_t down = (rows + fieldRows - 1) / fieldRows, across = (cols + fieldCols - 1) / fieldCols;
std::vector<std::uint64_t> wrong(down * across), unwritten(down * across);
for (const std::size_t cell : compare(array, got).wrong) {
const std::size_t field = cell / cols / fieldRows * across + cell % cols / fieldCols;
++wrong[field];
if (array.role == Role::output && isPoison(got, array.type, cell)) ++unwritten[field];
}
const auto table = [&](const std::vector<std::uint64_t>& counts) {
std::string text;
for (std::size_t row = 0; row < down; ++row) {
text += row == 0 ? "[" : ",[";
for (std::size_t col = 0; col < across; ++col)
text += (col == 0 ? "" : ",") + std::to_string(counts[row * across + col]);
text += "]";
}
return "[" + text + "]";
};
return JsonObject()
.text("array", array.name)
.count("rows", rows)
.count("cols", cols)
.count("field_rows", fieldRows)
.count("field_cols", fieldCols)
.raw("wrong", table(wrong))
.raw("unwritten", table(unwritten))
.str();
}
}
namespace exercise {
inline void explain(const Exercise& day, const Shape& shape, CallName name, std::uint64_t seed,
const Simulator& simulator, Report& report) {
name.shape = shape;
const Problem problem = day.problem(shape, derivedSeed(seed, shape.count(), 1));
report.caseBegin(name);
simulator.setChecks(false);
simulator.takeLines();
simulator.setSampling(true);
const CallResult call = callSolve(day, problem, {}, 0, simulator);
WhyOutcome why;
why.kernels = simulator.takeLines();
simulator.setSampling(false);
why.bytes = day.bytesMoved(problem);
if (call.error) {
why.error = call.error->detail.empty() ? call.error->text : call.error->detail;
} else {
for (const Array& array : problem.arrays) why.total += array.compared() ? array.shape.count() : 0;
for (std::size_t i = 0; i < problem.arrays.size(); ++i)
if (problem.arrays[i].compared()) why.wrong += compare(problem.arrays[i], call.after[i]).wrong.size();
if (const std::optional<std::size_t> wrong = firstWrongArray(problem, call))
why.map = wrongMapJson(problem.arrays[*wrong], call.after[*wrong]);
}
report.why(name, why);
}
}
namespace exercise {
struct Options {
int events = -1;
std::string token;
bool seedGiven = false;
std::uint64_t seed = 0;
std::vector<Shape> cases;
bool timing = true;
bool why = false;
Shape timed;
unsigned orders = 0;
bool brief = false;
bool all = false;
std::string device;
std::string error;
};
inline Options readOptions(int argc, char** argv) {
Options options;
const auto wholeNumber = [](const char* text, std::uint64_t& out) {
char* end = nullptr;
out = std::strtoull(text, &end, 10);
return *text >= '0' && *text <= '9' && *end == '\0';
};
for (int i = 1; i < argc; ++i) {
const std::string option = argv[i];
if (option == "--no-timing") {
options.timing = false;
continue;
}
if (option == "--why") {
options.why = true;
continue;
}
if (option == "--all") {
options.all = true;
continue;
}
if (option == "--brief") {
options.brief = true;
continue;
}
if (i + 1 == argc) {
options.error = option + ": unknown, or its value is missing";
return options;
}
char* value = argv[++i];
std::uint64_t parsed = 0;
bool good = true;
if (option == "--events") {
good = wholeNumber(value, parsed) && parsed < 65536;
options.events = static_cast<int>(parsed);
} else if (option == "--token") {
options.token = value;
std::memset(value, 0, std::strlen(value));
} else if (option == "--seed") {
good = options.seedGiven = wholeNumber(value, options.seed);
} else if (option == "--case") {
Shape shape;
good = parseShape(value, shape);
options.cases.push_back(shape);
} else if (option == "--time") {
good = parseShape(value, options.timed);
} else if (option == "--orders") {
good = wholeNumber(value, parsed) && parsed >= 1 && parsed <= 1000;
options.orders = static_cast<unsigned>(parsed);
} else if (option == "--device") {
options.device = value;
good = options.device == "sim" || options.device == "gpu";
} else {
good = false;
}
if (!good) {
options.error = option + " " + value + ": not understood";
return options;
}
}
return options;
}
}
namespace exercise {
struct DerivedCounter {
const char *name, *words;
std::vector<const char*> over, under;
};
inline const std::vector<DerivedCounter>& derivedCounters() {
static const std::vector<DerivedCounter> all{
{"sectors_per_request",
"sectors a global request",
{"global_load_sectors", "global_store_sectors"},
{"global_load_requests", "global_store_requests"}},
{"sectors_per_load", "sectors a global load", {"global_load_sectors"}, {"global_load_requests"}},
{"sectors_per_store", "sectors a global store", {"global_store_sectors"}, {"global_store_requests"}},
{"global_requests", "global requests", {"global_load_requests", "global_store_requests"}, {}},
{"global_sectors", "global sectors", {"global_load_sectors", "global_store_sectors"}, {}},
{"bank_conflicts", "bank conflicts", {"shared_load_conflicts", "shared_store_conflicts"}, {}},
{"active_lanes", "active lanes an instruction", {"thread_instructions"}, {"warp_instructions"}},
};
return all;
}
class BoundExpression {
public:
BoundExpression(std::string text, std::vector<std::string> names, std::vector<std::uint64_t> values)
: text_(std::move(text)), names_(std::move(names)), values_(std::move(values)) {}
std::optional<double> value() {
const double result = sum();
skip();
if (!failed_ && at_ != text_.size()) failed_ = true;
return failed_ ? std::nullopt : std::optional(result);
}
private:
void skip() {
while (at_ < text_.size() && text_[at_] == ' ') ++at_;
}
bool take(char wanted) {
skip();
if (at_ == text_.size() || text_[at_] != wanted) return false;
++at_;
return true;
}
bool isDigit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
double sum() {
double left = product();
while (!failed_) {
if (take('+'))
left += product();
else if (take('-'))
left -= product();
else
break;
}
return left;
}
double product() {
double left = power();
while (!failed_) {
if (take('*'))
left *= power();
else if (take('/'))
left /= power();
else
break;
}
return left;
}
double power() {
const double base = factor();
return take('^') ? std::pow(base, factor()) : base;
}
double factor() {
if (take('(')) {
if (++depth_ > deepest) failed_ = true;
const double inner = failed_ ? 0 : sum();
--depth_;
if (!take(')')) failed_ = true;
return inner;
}
skip();
if (isDigit()) {
const std::size_t first = at_;
while (isDigit() || (at_ < text_.size() && text_[at_] == '.')) ++at_;
const std::string number = text_.substr(first, at_ - first);
char* end = nullptr;
const double value = std::strtod(number.c_str(), &end);
failed_ = failed_ || *end != '\0';
return value;
}
const std::size_t start = at_;
while (at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z') ++at_;
const auto name = std::find(names_.begin(), names_.end(), text_.substr(start, at_ - start));
if (name != names_.end()) return static_cast<double>(values_[static_cast<std::size_t>(name - names_.begin())]);
failed_ = true;
return 0;
}
static constexpr int deepest = 32;
std::string text_;
std::vector<std::string> names_;
std::vector<std::uint64_t> values_;
std::size_t at_ = 0;
int depth_ = 0;
bool failed_ = false;
};
template <class Sum>
double countIn(const std::string& counter, const Sum& sum) {
const auto added = [&](const std::vector<const char*>& fields) {
std::uint64_t total = 0;
for (const char* field : fields) total += sum(field);
return static_cast<double>(total);
};
for (const DerivedCounter& derived : derivedCounters()) {
if (derived.name != counter) continue;
if (derived.under.empty()) return added(derived.over);
const double under = added(derived.under);
return under == 0 ? 0 : added(derived.over) / under;
}
return static_cast<double>(sum(counter.c_str()));
}
inline bool meets(double count, const std::string& comparison, double bound) {
return comparison == "<="   ? count <= bound
: comparison == ">=" ? count >= bound
: comparison == "<"  ? count < bound
: comparison == ">"  ? count > bound
: count == bound;
}
}
namespace exercise {
inline double medianOf(std::vector<double> values) {
if (values.empty()) return 0;
std::sort(values.begin(), values.end());
const std::size_t half = values.size() / 2;
return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}
struct Ratio {
double value = 0;
std::array<double, 2> interval{0, 0};
};
inline Ratio ratioOf(std::vector<double> logRatios) {
Ratio ratio;
if (logRatios.empty()) return ratio;
std::sort(logRatios.begin(), logRatios.end());
const std::size_t n = logRatios.size();
const double coverage = 0.986;
std::size_t drop = 0;
double tail = 0, term = std::pow(0.5, static_cast<double>(n));
for (std::size_t k = 0; k < n / 2; ++k) {
tail += term;
if (2 * tail > 1 - coverage) break;
drop = k;
term *= static_cast<double>(n - k) / static_cast<double>(k + 1);
}
ratio.value = std::exp(medianOf(logRatios));
ratio.interval = {std::exp(logRatios[drop]), std::exp(logRatios[n - 1 - drop])};
return ratio;
}
enum class Answer { met, missed, tooClose };
inline Answer answerTo(const std::array<double, 2>& interval, double most) {
if (interval[1] <= most) return Answer::met;
return interval[0] <= most ? Answer::tooClose : Answer::missed;
}
inline Answer answerToLeast(const std::array<double, 2>& interval, double least) {
if (interval[0] >= least) return Answer::met;
return interval[1] >= least ? Answer::tooClose : Answer::missed;
}
inline bool isTooClose(bool met, bool modelled, Answer answer) {
return !met && !modelled && answer == Answer::tooClose;
}
inline std::string ceilingDoubt(double solve, double ceiling, const std::string& name) {
if (!(ceiling > 0) || !(solve < 0.97 * ceiling)) return "";
return "faster than the card's fastest copy of as many bytes (" + name +
"): it moves fewer bytes than the exercise has, or finds them in a cache";
}
inline std::string copyDoubt(double copy, double calibrated) {
if (!(calibrated > 0) || (copy <= 1.1 * calibrated && copy >= calibrated / 1.1)) return "";
return copy > calibrated ? "the copy took longer beside solve() than before it: something else uses the card"
: "the copy took less time beside solve() than before it: the card was busy or cold then";
}
inline bool isThrottled(double before, double after, double nominal) {
if (!(before > 0) || !(after > 0)) return false;
const double low = std::min(before, after), high = std::max(before, after);
return high > 1.02 * low || low < 0.75 * nominal;
}
inline std::string throttleDoubt(std::size_t kept, std::size_t dropped) {
if (2 * dropped <= kept) return "";
return "the card's clock changed during the measurement, or stayed below 75% of its own";
}
}
namespace exercise {
struct StandaloneCount {
std::string counter, comparison, bound;
};
struct Standalone {
bool timed = true;
double minimumL2Multiple = 0;
std::vector<Shape> timingShapes;
double fasterThanNaive = 0, ratioToCopy = 0;
double sectorsToIdeal = 0, sectorsAStore = 0;
double copiedToIdeal = 0;
double pageFaults = -1;
std::vector<StandaloneCount> counts;
std::vector<std::string> extents;
unsigned timeLimitSeconds = 0;
std::size_t largestCase = 0;
bool hasCounts() const {
return sectorsToIdeal > 0 || sectorsAStore > 0 || copiedToIdeal > 0 || pageFaults >= 0 || !counts.empty();
}
};
namespace detail {
struct Verdict {
int status;
const char* words;
};
constexpr Verdict passed{0, "passed"}, didNotRun{20, "did not run"}, outOfMemory{24, "did not run"},
timedOut{30, "timed out"}, wrong{40, "wrong"}, unsafe{41, "unsafe"},
notFaster{50, "correct, no faster than the naive kernel"}, shortOfTarget{51, "correct, short of the target"};
inline std::uint64_t sumOf(const Tally& tally, const std::string& field) {
std::uint64_t sum = 0;
for (const std::string& launch : jsonElements(tally.launches))
sum += std::strtoull(jsonAfter(launch, field).c_str(), nullptr, 10);
return sum;
}
inline std::vector<std::string> missedCounts(const Tally& tally, const Standalone& plan) {
std::vector<std::string> missed;
if (jsonElements(tally.launches).empty()) return missed;
const Shape& shape = tally.timedShape;
const std::vector<std::uint64_t> extents(shape.extent.begin(), shape.extent.begin() + shape.rank);
for (const StandaloneCount& goal : plan.counts) {
const double count = countIn(goal.counter, [&](const char* field) { return sumOf(tally, field); });
const double bound = BoundExpression(goal.bound, plan.extents, extents).value().value_or(0);
if (meets(count, goal.comparison, bound)) continue;
char line[200];
std::snprintf(line, sizeof line, "%s is %.10g, the goal is %s %.10g", goal.counter.c_str(), count,
goal.comparison.c_str(), bound);
missed.emplace_back(line);
}
return missed;
}
inline double sectorsToIdeal(const Tally& tally) {
const double sectors = countIn("global_sectors", [&](const char* field) { return sumOf(tally, field); });
return tally.bytes == 0 ? 0 : sectors * 32 / static_cast<double>(tally.bytes);
}
inline double sectorsAStore(const Tally& tally) {
return countIn("sectors_per_store", [&](const char* field) { return sumOf(tally, field); });
}
inline bool isCloseToCopyGoal(const Tally& tally, const Standalone& plan) {
return tally.timed && plan.ratioToCopy > 0 &&
isTooClose(tally.ratioToCopy <= plan.ratioToCopy, tally.modelled, answerTo(tally.interval, plan.ratioToCopy));
}
inline bool isCloseToNaiveGoal(const Tally& tally, const Standalone& plan) {
return tally.timed && isTooClose(tally.ratioToNaive >= plan.fasterThanNaive, tally.modelled,
answerToLeast(tally.intervalToNaive, plan.fasterThanNaive));
}
inline Verdict verdictOf(const Tally& tally, const Standalone& plan) {
if (tally.outOfMemory) return outOfMemory;
if (tally.tookTooLong) return timedOut;
if (tally.error) return didNotRun;
if (tally.wrong || tally.inputChanged) return wrong;
if (tally.guardBroken || tally.fault) return unsafe;
if (plan.copiedToIdeal > 0 && tally.copiesToIdeal > plan.copiedToIdeal) return shortOfTarget;
if (plan.pageFaults >= 0 && static_cast<double>(tally.pageFaults) > plan.pageFaults) return shortOfTarget;
if (!tally.timed) return passed;
if (!missedCounts(tally, plan).empty()) return shortOfTarget;
if (!(tally.ratioToNaive >= plan.fasterThanNaive) && !isCloseToNaiveGoal(tally, plan)) return notFaster;
if (plan.ratioToCopy > 0 && !(tally.ratioToCopy <= plan.ratioToCopy) && !isCloseToCopyGoal(tally, plan))
return shortOfTarget;
if (plan.sectorsToIdeal > 0 && !(sectorsToIdeal(tally) <= plan.sectorsToIdeal)) return shortOfTarget;
if (plan.sectorsAStore > 0 && !(sectorsAStore(tally) <= plan.sectorsAStore)) return shortOfTarget;
return passed;
}
}
}
namespace exercise {
namespace detail {
inline void sayAndEnd(const char* text, std::size_t length, int status) {
if (write(STDOUT_FILENO, text, length) < 0) _exit(status);
_exit(status);
}
inline void onCrash(int) {
constexpr char text[] = "verdict: did not run (the program crashed: host code used a pointer it may not)\n";
sayAndEnd(text, sizeof text - 1, 21);
}
inline void onAlarm(int) {
constexpr char text[] = "verdict: timed out\n";
sayAndEnd(text, sizeof text - 1, 30);
}
inline void watchOver(const Standalone& plan) {
std::setvbuf(stdout, nullptr, _IOLBF, 0);
std::signal(SIGSEGV, onCrash);
std::signal(SIGBUS, onCrash);
std::signal(SIGALRM, onAlarm);
alarm(plan.timeLimitSeconds);
}
inline std::vector<Shape> keptCases(std::vector<Shape> ladder, std::size_t largest) {
if (largest == 0) return ladder;
while (ladder.size() > 1 && ladder.back().count() > largest) ladder.pop_back();
return ladder;
}
inline Shape timedShapeFor(const Exercise& day, const Standalone& plan, std::uint64_t l2Bytes) {
if (plan.timingShapes.empty()) return day.timedShape();
const Shape& first = plan.timingShapes.front();
const double bytesPerCell =
static_cast<double>(day.bytesMoved(day.problem(first, 1))) / static_cast<double>(first.count());
for (const Shape& shape : plan.timingShapes)
if (bytesPerCell * static_cast<double>(shape.count()) >= plan.minimumL2Multiple * static_cast<double>(l2Bytes))
return shape;
return plan.timingShapes.back();
}
inline int tellVerdict(const Tally& tally, const Standalone& plan) {
const Verdict verdict = verdictOf(tally, plan);
if (tally.timed && (plan.fasterThanNaive > 0 || plan.ratioToCopy > 0)) {
std::printf("  goals: at least %.2f times as fast as the naive kernel", plan.fasterThanNaive);
if (plan.ratioToCopy > 0) std::printf(", at most %.2f times the copy's time", plan.ratioToCopy);
std::printf("\n");
}
for (const std::string& line : missedCounts(tally, plan)) std::printf("  %s\n", line.c_str());
const auto doubt = [](const std::array<double, 2>& interval, double goal) {
std::printf("  %.3f to %.3f, too close to the goal of %.2f to call, which counts as met\n", interval[0],
interval[1], goal);
};
if (verdict.status == passed.status && isCloseToNaiveGoal(tally, plan))
doubt(tally.intervalToNaive, plan.fasterThanNaive);
if (verdict.status == passed.status && isCloseToCopyGoal(tally, plan)) doubt(tally.interval, plan.ratioToCopy);
if (verdict.status == passed.status && plan.hasCounts() && !tally.simulated)
std::printf("  The day has goals in counts as well, which ./harness judges on the simulator.\n");
std::printf("verdict: %s\n", verdict.words);
return verdict.status;
}
}
}
namespace exercise {
constexpr double trustedL2Multiple = 4;
inline std::string cacheWarning(const Problem& problem, double multiple) {
if (!(multiple < trustedL2Multiple)) return "";
for (const Array& array : problem.arrays)
if (array.relation.product != nullptr) return "";
char text[256];
std::snprintf(text, sizeof text,
"%s moves %.1f times what the card's L2 cache holds: part of that never reaches memory, and the GB/s "
"are the cache's as well (%.0f times would do)",
problem.shape.str().c_str(), multiple, trustedL2Multiple);
return text;
}
}
namespace exercise {
class ClockReader {
public:
explicit ClockReader(void (*launch)(long long*)) : launch_(launch) {
if (cudaMalloc(reinterpret_cast<void**>(&device_), sizeof(long long) * 2) != cudaSuccess) device_ = nullptr;
}
~ClockReader() { cudaFree(device_); }
ClockReader(const ClockReader&) = delete;
ClockReader& operator=(const ClockReader&) = delete;
double megahertz() const {
if (device_ == nullptr) return 0;
launch_(device_);
long long read[2] = {0, 0};
if (cudaMemcpy(read, device_, sizeof read, cudaMemcpyDeviceToHost) != cudaSuccess || read[1] <= 0) return 0;
return static_cast<double>(read[0]) * 1e3 / static_cast<double>(read[1]);
}
private:
void (*launch_)(long long*);
long long* device_ = nullptr;
};
class StreamHold {
public:
explicit StreamHold(void (*launch)(volatile int*, long long)) : launch_(launch) {
void* flags = nullptr;
if (cudaHostAlloc(&flags, 2 * sizeof(int), cudaHostAllocMapped) == cudaSuccess) flags_ = static_cast<int*>(flags);
}
~StreamHold() {
if (flags_ != nullptr) cudaFreeHost(const_cast<int*>(flags_));
}
StreamHold(const StreamHold&) = delete;
StreamHold& operator=(const StreamHold&) = delete;
void begin() {
if (flags_ == nullptr) return;
flags_[0] = flags_[1] = 0;
launch_(flags_, 20000000);
}
void release() {
if (flags_ != nullptr) flags_[0] = 1;
}
bool gaveUp() const { return flags_ != nullptr && flags_[1] != 0; }
private:
void (*launch_)(volatile int*, long long);
volatile int* flags_ = nullptr;
};
inline void forgetPersistingLines() {
if (cudaCtxResetPersistingL2Cache() != cudaSuccess) cudaGetLastError();
}
struct CeilingBuffers {
std::size_t bytes = 0;
std::vector<void*> from, to;
std::size_t next = 0;
CeilingBuffers() = default;
CeilingBuffers(const CeilingBuffers&) = delete;
CeilingBuffers& operator=(const CeilingBuffers&) = delete;
~CeilingBuffers() {
for (const auto* side : {&from, &to})
for (void* buffer : *side) cudaFree(buffer);
}
bool allocate(std::uint64_t moved, std::size_t pairs) {
bytes = static_cast<std::size_t>(moved / 2 / sizeof(uint4) * sizeof(uint4));
for (std::size_t i = 0; bytes != 0 && i < pairs; ++i)
for (auto* side : {&from, &to}) {
void* buffer = nullptr;
if (cudaMalloc(&buffer, bytes) != cudaSuccess) {
cudaGetLastError();
bytes = 0;
return false;
}
side->push_back(buffer);
cudaMemset(buffer, static_cast<int>(37 + 11 * i), bytes);
}
return bytes != 0;
}
void copy(void (*wide)(const void*, void*, std::size_t)) {
const std::size_t i = next++ % from.size();
if (wide != nullptr)
wide(from[i], to[i], bytes);
else
cudaMemcpyAsync(to[i], from[i], bytes, cudaMemcpyDeviceToDevice);
}
};
}
namespace exercise {
struct TimingOutcome {
std::optional<ApiError> error;
bool ours = false;
std::optional<std::size_t> wrongArray;
Problem problem;
CallResult call;
TimingResult result;
};
namespace detail {
enum class Contender { copy, naive, solve, ceiling };
inline void launch(const Exercise& day, Contender contender, const Problem& problem,
const std::vector<void*>& pointers) {
switch (contender) {
case Contender::ceiling:
return;
case Contender::copy:
return day.copy(problem, pointers);
case Contender::naive:
return day.naive(problem, pointers);
case Contender::solve:
return day.solve(problem, pointers);
}
}
struct Sets {
std::vector<Problem> problems;
std::vector<std::vector<PlacedArray>> device;
std::size_t next = 0;
cudaError_t error = cudaSuccess;
CeilingBuffers ceiling;
bool ceilingIsWide = true;
std::optional<StreamHold> hold;
bool held[4] = {true, true, true, true};
};
enum class Clocking { modelled, open, held };
constexpr std::size_t mostHeldLaunches = 100;
inline double timeCell(const Exercise& day, Contender contender, Sets& sets, std::size_t launches,
Clocking clocking = Clocking::open) {
bool& mayHold = sets.held[static_cast<int>(contender)];
const bool held = clocking == Clocking::held && mayHold && sets.hold;
if (held) launches = std::min(launches, mostHeldLaunches);
std::vector<cudaEvent_t> events(2 * launches);
for (cudaEvent_t& event : events)
if ((sets.error = cudaEventCreate(&event)) != cudaSuccess) return -1;
if (clocking != Clocking::modelled) forgetPersistingLines();
if (held) sets.hold->begin();
const auto start = std::chrono::steady_clock::now();
for (std::size_t i = 0; i < launches; ++i) {
const std::size_t set = sets.next++ % sets.problems.size();
cudaEventRecord(events[2 * i]);
if (contender == Contender::ceiling)
sets.ceiling.copy(sets.ceilingIsWide ? day.wideCopy : nullptr);
else
launch(day, contender, sets.problems[set], pointersOf(sets.device[set]));
cudaEventRecord(events[2 * i + 1]);
}
if (held) sets.hold->release();
sets.error = cudaGetLastError();
if (const cudaError_t late = cudaDeviceSynchronize(); sets.error == cudaSuccess) sets.error = late;
const bool good = sets.error == cudaSuccess;
const double wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
std::vector<double> times;
for (std::size_t i = 0; i < launches; ++i) {
float milliseconds = 0;
if (good) cudaEventElapsedTime(&milliseconds, events[2 * i], events[2 * i + 1]);
times.push_back(static_cast<double>(milliseconds));
}
for (const cudaEvent_t event : events) cudaEventDestroy(event);
if (!good) return -1;
if (held && sets.hold->gaveUp()) {
mayHold = false;
return timeCell(day, contender, sets, launches);
}
if (clocking == Clocking::modelled || held) return medianOf(times);
const double perLaunch = wall / static_cast<double>(launches), inEvents = medianOf(times);
if (!(perLaunch > 1.5 * inEvents + 0.05)) return inEvents;
mayHold = false;
return perLaunch;
}
inline double calibrate(const Exercise& day, Sets& sets) {
std::vector<double> cells;
for (int cell = 0; cell < 5; ++cell) cells.push_back(timeCell(day, Contender::copy, sets, 20));
return *std::min_element(cells.begin(), cells.end()) < 0 ? -1 : medianOf(cells);
}
inline void findCeiling(const Exercise& day, Sets& sets, TimingResult& out) {
if (sets.ceiling.bytes == 0) return;
double best[2] = {0, 0};
for (const bool wide : {true, false}) {
sets.ceilingIsWide = wide;
timeCell(day, Contender::ceiling, sets, 5);
best[wide ? 1 : 0] = timeCell(day, Contender::ceiling, sets, 20);
}
sets.ceilingIsWide = best[1] <= best[0];
out.ceilingName = sets.ceilingIsWide ? "16-byte copy" : "cudaMemcpy";
}
inline bool measure(const Exercise& day, Sets& sets, double calibrated, TimingResult& out) {
const double first = timeCell(day, Contender::copy, sets, 20);
if (first < 0) return false;
const std::size_t launches = std::max<std::size_t>(5, static_cast<std::size_t>(5.0 / std::max(first, 0.001)) + 1);
const auto start = std::chrono::steady_clock::now();
const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
while (elapsed() < 0.3)
for (const Contender contender : {Contender::copy, Contender::solve, Contender::naive})
if (sets.held[static_cast<int>(contender)] = true; timeCell(day, contender, sets, 5) < 0) return false;
findCeiling(day, sets, out);
const ClockReader clock(day.clock);
sets.hold.emplace(day.hold);
int nominalKilohertz = 0;
cudaDeviceGetAttribute(&nominalKilohertz, cudaDevAttrClockRate, 0);
std::vector<double> toCopy, toNaive, copies, naives, solves, ceilings, clocks;
constexpr std::size_t looks[] = {12, 24, 48};
constexpr double budgetSeconds = 10;
for (const std::size_t quads : looks) {
while (toCopy.size() < quads && (toCopy.size() < 6 || elapsed() < budgetSeconds)) {
Contender order[] = {Contender::copy,    Contender::solve, Contender::naive, Contender::ceiling,
Contender::ceiling, Contender::naive, Contender::solve, Contender::copy};
if ((toCopy.size() + out.droppedQuads) % 2 == 1) {
std::swap(order[0], order[1]);
std::swap(order[6], order[7]);
}
double product[4] = {1, 1, 1, 1};
const double before = clock.megahertz();
for (const Contender contender : order) {
if (contender == Contender::ceiling && sets.ceiling.bytes == 0) continue;
const bool fast = contender == Contender::copy || contender == Contender::ceiling;
const double time =
timeCell(day, contender, sets, fast ? launches : std::min<std::size_t>(launches, 20), Clocking::held);
if (!(time > 0)) return false;
product[static_cast<int>(contender)] *= time;
}
const double after = clock.megahertz();
if (isThrottled(before, after, nominalKilohertz / 1e3) && out.droppedQuads < looks[0]) {
++out.droppedQuads;
continue;
}
clocks.push_back(std::min(before, after));
const double copy = std::sqrt(product[0]), naive = std::sqrt(product[1]), solve = std::sqrt(product[2]);
toCopy.push_back(std::log(solve / copy));
toNaive.push_back(std::log(naive / solve));
copies.push_back(copy);
naives.push_back(naive);
solves.push_back(solve);
if (sets.ceiling.bytes != 0) ceilings.push_back(std::sqrt(product[3]));
}
const Ratio ratio = ratioOf(toCopy);
out.ratioToCopy = ratio.value;
out.interval = ratio.interval;
if (ratio.interval[1] - ratio.interval[0] <= 0.02 * ratio.value || elapsed() >= budgetSeconds) break;
}
out.quads = toCopy.size();
const Ratio ratioToNaive = ratioOf(toNaive);
out.ratioToNaive = ratioToNaive.value;
out.intervalToNaive = ratioToNaive.interval;
out.copyMilliseconds = medianOf(copies);
out.naiveMilliseconds = medianOf(naives);
out.solveMilliseconds = medianOf(solves);
out.ceilingMilliseconds = medianOf(ceilings);
out.clockMegahertz = medianOf(clocks);
for (const std::string& doubt :
{ceilingDoubt(out.solveMilliseconds, out.ceilingMilliseconds, out.ceilingName),
copyDoubt(out.copyMilliseconds, calibrated), throttleDoubt(out.quads, out.droppedQuads)})
if (!doubt.empty()) out.warning += (out.warning.empty() ? "" : "; ") + doubt;
return true;
}
inline bool model(const Exercise& day, Sets& sets, const Simulator& simulator, TimingResult& out) {
simulator.setChecks(false);
simulator.countAll();
simulator.takeLaunches();
out.modelled = true;
out.copyMilliseconds = timeCell(day, Contender::copy, sets, 1, Clocking::modelled);
out.naiveMilliseconds = timeCell(day, Contender::naive, sets, 1, Clocking::modelled);
simulator.takeLaunches();
for (std::size_t i = 0; i < sets.device[0].size(); ++i)
if (sets.problems[0].arrays[i].role != Role::input)
sets.device[0][i].upload(startOf(sets.problems[0].arrays[i], Fill::poison));
out.solveMilliseconds = timeCell(day, Contender::solve, sets, 1, Clocking::modelled);
out.launches = simulator.takeLaunches();
simulator.setChecks(true);
if (!(out.copyMilliseconds > 0) || !(out.naiveMilliseconds > 0) || !(out.solveMilliseconds > 0)) return false;
out.ratioToCopy = out.solveMilliseconds / out.copyMilliseconds;
out.ratioToNaive = out.naiveMilliseconds / out.solveMilliseconds;
out.interval = {out.ratioToCopy, out.ratioToCopy};
out.intervalToNaive = {out.ratioToNaive, out.ratioToNaive};
return true;
}
}
inline double calibrateCopy(const Exercise& day, const Shape& shape, std::uint64_t seed, std::uint64_t l2Bytes,
const Simulator& simulator) {
detail::Sets sets;
const Problem drawn = day.problem(shape, seed);
const std::uint64_t wanted = std::max<std::uint64_t>(2, 3 * l2Bytes / day.bytesMoved(drawn) + 1);
for (std::uint64_t i = 0; i < wanted; ++i) {
sets.problems.push_back(drawn);
cudaError_t code = cudaSuccess;
sets.device.push_back(placeArrays(drawn, {}, simulator, code));
if (code != cudaSuccess) {
cudaGetLastError();
return 0;
}
}
return std::max(0.0, detail::calibrate(day, sets));
}
inline TimingOutcome timeSolve(const Exercise& day, const Shape& shape, std::uint64_t seed, std::uint64_t l2Bytes,
double calibrated, const Simulator& simulator) {
TimingOutcome outcome;
detail::Sets sets;
const auto addSet = [&](std::uint64_t index) {
sets.problems.push_back(day.problem(shape, derivedSeed(seed, index, 11)));
cudaError_t code = cudaSuccess;
sets.device.push_back(placeArrays(sets.problems.back(), {}, simulator, code));
if (code != cudaSuccess) outcome.error = describeError(code, "allocation", simulator);
outcome.ours = code != cudaSuccess;
return code == cudaSuccess;
};
if (!addSet(0)) return outcome;
const std::uint64_t bytes = day.bytesMoved(sets.problems[0]);
if (!simulator.present()) {
const std::uint64_t wanted = std::max<std::uint64_t>(2, 3 * l2Bytes / bytes + 1);
for (std::uint64_t i = 1; i < wanted; ++i)
if (!addSet(i)) return outcome;
sets.ceiling.allocate(bytes, static_cast<std::size_t>(wanted));
}
outcome.result.shape = shape;
outcome.result.bytes = bytes;
outcome.result.l2Multiple = l2Bytes > 0 ? static_cast<double>(bytes) / static_cast<double>(l2Bytes) : 0;
if (l2Bytes > 0) outcome.result.warning = cacheWarning(sets.problems[0], outcome.result.l2Multiple);
const bool timed = simulator.present() ? detail::model(day, sets, simulator, outcome.result)
: detail::measure(day, sets, calibrated, outcome.result);
if (!timed) {
const cudaError_t code = sets.error == cudaSuccess ? cudaErrorUnknown : sets.error;
outcome.error = describeError(code, "sync", simulator);
return outcome;
}
for (std::size_t set = 0; set < sets.problems.size(); ++set) {
const Problem& problem = sets.problems[set];
CallResult call;
call.after.resize(problem.arrays.size());
for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
PlacedArray& array = sets.device[set][i];
if (!simulator.present() && problem.arrays[i].role != Role::input)
array.upload(startOf(problem.arrays[i], Fill::poison));
}
if (!simulator.present()) day.solve(problem, pointersOf(sets.device[set]));
const cudaError_t code = cudaDeviceSynchronize();
if (code != cudaSuccess) {
outcome.error = describeError(code, "sync", simulator);
return outcome;
}
for (std::size_t i = 0; i < problem.arrays.size(); ++i)
if (problem.arrays[i].compared()) sets.device[set][i].download(call.after[i]);
for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
if (!problem.arrays[i].compared() || compare(problem.arrays[i], call.after[i]).wrong.empty()) continue;
outcome.wrongArray = i;
outcome.problem = problem;
outcome.call = call;
return outcome;
}
}
return outcome;
}
}
namespace exercise {
namespace detail {
inline std::string versionText(int version) {
return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}
inline cudaError_t describeDevice(const Simulator& simulator, DeviceFacts& facts) {
cudaDeviceProp properties{};
const cudaError_t code = cudaGetDeviceProperties(&properties, 0);
if (code != cudaSuccess) return code;
int driver = 0, runtime = 0;
cudaDriverGetVersion(&driver);
cudaRuntimeGetVersion(&runtime);
facts.simulated = simulator.present();
facts.card = properties.name;
facts.compute = std::to_string(properties.major) + "." + std::to_string(properties.minor);
facts.driver = versionText(driver);
facts.runtime = versionText(runtime);
facts.l2Bytes = static_cast<std::uint64_t>(std::max(properties.l2CacheSize, 0));
return cudaSuccess;
}
inline CaseOutcome outcomeOf(const Problem& problem, std::size_t array, const CallResult& call,
const Diagnosis& diagnosis) {
const Array& of = problem.arrays[array];
const Comparison comparison = compare(of, call.after[array]);
CaseOutcome outcome;
outcome.wrong = comparison.wrong.size();
outcome.total = comparison.total;
const auto outputs =
std::count_if(problem.arrays.begin(), problem.arrays.end(), [](const Array& one) { return one.compared(); });
for (std::size_t i = 0; i < comparison.wrong.size() && i < 10; ++i) {
const std::size_t cell = comparison.wrong[i];
const std::size_t row = cell / of.shape.cols(), col = cell % of.shape.cols();
const std::string place = of.cellName ? of.cellName(row, col) : placeWords(of.shape, cell);
outcome.cells.push_back({row, col, elementAt(call.after[array], of.type, cell),
elementAt(of.expected, of.type, cell),
of.role == Role::output && isPoison(call.after[array], of.type, cell),
outputs > 1 && !of.cellName ? of.name + ", " + place : place});
}
outcome.faultClass = diagnosis.faultClass;
outcome.headline = diagnosis.headline;
outcome.see = diagnosis.see;
outcome.also = diagnosis.others;
if (!diagnosis.second.empty()) outcome.also.push_back(diagnosis.second);
if (outcome.wrong > 0) outcome.map = drawMap(of, call.after[array], comparison);
return outcome;
}
inline std::size_t totalCells(const Problem& problem) {
std::size_t total = 0;
for (const Array& array : problem.arrays) total += array.compared() ? array.shape.count() : 0;
return total;
}
inline const Array* firstInput(const Problem& problem) {
for (const Array& array : problem.arrays)
if (!startsUnwritten(array.role)) return &array;
return nullptr;
}
inline void reportError(Report& report, const CallName& name, const Problem& problem, const ApiError& error,
bool ours) {
const Array* input = firstInput(problem);
const Shape& shape = input != nullptr ? input->shape : problem.shape;
ErrorExplanation why = explainError(error, shape.rows(), shape.cols(), input != nullptr ? bytesOf(input->type) : 4);
if (ours)
why = {"out-of-memory", "the device has no room for case " + name.shape.str() + " (" + error.text + ")", "day 4"};
report.apiError(name, error, why);
}
}
enum class CaseResult { right, suspicious, wrong, failed };
inline CaseResult runCase(const Exercise& day, const Shape& shape, CallName name, std::uint64_t seed,
const Options& options, const Simulator& simulator, Report& report) {
const unsigned most = simulator.present() ? day.orders(shape) : 2;
const unsigned runs = options.orders != 0 ? options.orders : most;
std::vector<Bytes> previous;
bool suspicious = false;
name.shape = shape;
for (unsigned run = 0; run < runs; ++run) {
name.run = run;
const std::uint64_t callSeed = derivedSeed(seed, shape.count(), run + 1);
const Problem problem = day.problem(shape, callSeed);
const Order order = orderOf(run, callSeed);
name.order = simulator.present() ? order.name : "";
report.caseBegin(name);
CallResult call = callSolve(day, problem, {}, order.seed, simulator);
const FindingKinds findings = readFindings(call.findings);
if (call.findings.size() > 2) report.findings(name, call.findings);
if (call.error) {
detail::reportError(report, name, problem, *call.error, call.ours);
return CaseResult::failed;
}
for (const Spoiled& spoiled : call.inputsChanged)
report.inputChanged(name, spoiled.row, spoiled.col, spoiled.headline);
for (const Spoiled& spoiled : call.guardsBroken)
report.guardBroken(name, spoiled.array, spoiled.byte, spoiled.headline);
const std::optional<std::size_t> wrong = firstWrongArray(problem, call);
if (wrong) {
if (options.brief) {
report.caseEnd(name, detail::outcomeOf(problem, *wrong, call, Diagnosis()));
return CaseResult::wrong;
}
if (const std::optional<Diagnosis> own = day.explain(problem, *wrong, call.after[*wrong])) {
report.caseEnd(name, detail::outcomeOf(problem, *wrong, call, *own));
return CaseResult::wrong;
}
const Bytes before = previous.empty() ? Bytes() : previous[*wrong];
const Facts facts = observe(day, problem, *wrong, call, order.seed, before, true, simulator);
const Diagnosis diagnosis = diagnose(day, problem, facts, seed, simulator, [&](const Shape& larger) {
CallName witness = name;
witness.shape = larger;
report.caseBegin(witness);
});
report.caseEnd(name, detail::outcomeOf(problem, *wrong, call, diagnosis));
return CaseResult::wrong;
}
CaseOutcome right;
right.total = detail::totalCells(problem);
report.caseEnd(name, right);
if (!call.pages.empty()) report.pages(name, call.pages);
if (call.account.copiesCounted) report.copies(name, call.account, neededCopies(problem));
if (!call.inputsChanged.empty() || !call.guardsBroken.empty()) return CaseResult::wrong;
suspicious = suspicious || findings.any;
previous = std::move(call.after);
}
return suspicious ? CaseResult::suspicious : CaseResult::right;
}
inline bool runTiming(const Exercise& day, const Shape& shape, CallName name, std::uint64_t seed, std::uint64_t l2Bytes,
double calibrated, const Simulator& simulator, Report& report) {
name.shape = shape;
name.run = 0;
const std::uint64_t timingSeed = derivedSeed(seed, shape.count(), 5);
report.caseBegin(name);
simulator.setSeed(0);
const TimingOutcome outcome = timeSolve(day, shape, timingSeed, l2Bytes, calibrated, simulator);
if (outcome.error) {
detail::reportError(report, name, day.problem(shape, timingSeed), *outcome.error, outcome.ours);
return false;
}
if (outcome.wrongArray) {
const Facts facts = gatherFacts(outcome.problem, outcome.problem.arrays[*outcome.wrongArray],
outcome.call.after[*outcome.wrongArray]);
const std::optional<Diagnosis> own =
day.explain(outcome.problem, *outcome.wrongArray, outcome.call.after[*outcome.wrongArray]);
Diagnosis diagnosis = own ? *own : classify(facts);
diagnosis.headline = "right before the timing, wrong in the timed calls: " + diagnosis.headline;
report.caseEnd(name, detail::outcomeOf(outcome.problem, *outcome.wrongArray, outcome.call, diagnosis));
return false;
}
report.timing(outcome.result);
return true;
}
int runExercise(const Exercise& day, int argc, char** argv, const Standalone* plan) {
Options options = readOptions(argc, argv);
if (!options.error.empty()) {
std::fprintf(stderr, "%s: %s\n", day.name, options.error.c_str());
return 2;
}
#ifdef __GLIBC__
if (mallopt(M_MMAP_THRESHOLD, 1 << 30) == 0) mallopt(M_MMAP_THRESHOLD, 32 << 20);
mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
std::signal(SIGPIPE, SIG_IGN);
const Simulator simulator;
if ((options.device == "sim" && !simulator.present()) || (options.device == "gpu" && simulator.present())) {
std::fprintf(stderr, "%s: --device %s, but the CUDA runtime library that was loaded is the %s's\n", day.name,
options.device.c_str(), simulator.present() ? "simulator" : "card");
return 4;
}
DeviceFacts device;
const cudaError_t code = detail::describeDevice(simulator, device);
if (code != cudaSuccess) {
std::fprintf(stderr, "%s: no CUDA device: %s\n", day.name, cudaGetErrorString(code));
return 4;
}
const std::uint64_t seed =
options.seedGiven
? options.seed
: static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) % 1000000000;
Report report(options.events, options.token, day.name);
report.hello(device, seed);
std::vector<Shape> ladder = options.cases.empty() ? day.ladder() : options.cases;
std::stable_sort(ladder.begin(), ladder.end(), [](const Shape& a, const Shape& b) { return a.count() < b.count(); });
if (plan != nullptr) {
detail::watchOver(*plan);
if (options.cases.empty()) ladder = detail::keptCases(ladder, plan->largestCase);
options.timing = options.timing && plan->timed;
if (options.timing && options.timed.rank == 0)
options.timed = detail::timedShapeFor(day, *plan, simulator.present() ? 0 : device.l2Bytes);
}
CallName name;
name.seed = seed;
name.of = ladder.size();
if (options.why) {
name.k = name.of = 1;
explain(day, options.cases.empty() ? day.timedShape() : ladder.back(), name, seed, simulator, report);
report.goodbye(1);
return 0;
}
if (options.all)
simulator.valuesOnly();
else
simulator.countForEvents();
bool suspicious = false, failed = false;
const Shape timed = options.timed.rank > 0 ? options.timed : day.timedShape();
const double calibrated =
options.timing && !simulator.present()
? calibrateCopy(day, timed, derivedSeed(seed, timed.count(), 6), device.l2Bytes, simulator)
: 0;
for (const Shape& shape : ladder) {
if (suspicious && shape.count() > largestWitness && !options.all) break;
++name.k;
const CaseResult result = runCase(day, shape, name, seed, options, simulator, report);
failed = failed || result == CaseResult::wrong || result == CaseResult::failed;
if (result == CaseResult::failed || (failed && !options.all)) break;
suspicious = suspicious || result == CaseResult::suspicious;
}
if (!failed && !suspicious && options.timing) {
failed = !runTiming(day, timed, name, seed, device.l2Bytes, calibrated, simulator, report);
}
report.goodbye(name.k);
if (plan != nullptr) return detail::tellVerdict(report.tally(), *plan);
return options.events < 0 && (failed || suspicious) ? 1 : 0;
}
}
#ifndef LARGEST_CASE
#define LARGEST_CASE 0
#endif
int main(int argc, char** argv) {
  exercise::Standalone plan;
  plan.timed = false;
  plan.minimumL2Multiple = 0;
  plan.timingShapes = {};
  plan.fasterThanNaive = 0;
  plan.ratioToCopy = 0;
  plan.sectorsToIdeal = 0;
  plan.sectorsAStore = 0;
  plan.copiedToIdeal = 0;
  plan.pageFaults = -1;
  plan.extents.push_back("n");
  plan.timeLimitSeconds = 120;
  plan.largestCase = LARGEST_CASE;
  return exercise::runExercise(exercise::exerciseOf<Day>(), argc, argv, &plan);
}
#endif
#endif
