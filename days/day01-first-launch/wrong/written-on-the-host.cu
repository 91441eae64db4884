// expect verdict: did not run
// The host writes through a pointer that belongs to the device.

void solve(unsigned* out, unsigned blocks, unsigned threads) {
  for (unsigned i = 0; i < blocks * threads; ++i) out[i] = i;
}
