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
