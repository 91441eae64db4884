// Device functions that stay functions, against the same functions on the host: structures by value, recursion,
// function pointers, virtual functions, alloca, malloc and printf. Prints the device's printf and one line a part.
#include <cstdio>
#include <cstdlib>

struct Big {
  int v[12];
  double d;
};
__host__ __device__ __noinline__ Big turn(int n, Big b) {
  b.v[n % 12] += n;
  b.d += n;
  return b;
}
__host__ __device__ __noinline__ int pick(Big b, int n) { return b.v[n]; }
__host__ __device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

struct Shape {
  int id;
  __host__ __device__ explicit Shape(int i) : id(i) {}
  __host__ __device__ virtual int area(int x) const = 0;
  __host__ __device__ virtual ~Shape() {}
};
struct Square : Shape {
  using Shape::Shape;
  __host__ __device__ int area(int x) const override { return x * x + id; }
};
struct Disc : Shape {
  using Shape::Shape;
  __host__ __device__ int area(int x) const override { return 3 * x * x - id; }
};

using Operation = int (*)(int, int);
__host__ __device__ int plus(int a, int b) { return a + b; }
__host__ __device__ int times(int a, int b) { return a * b; }
__device__ Operation table[2] = {plus, times};

__host__ __device__ int structures(int t, const Big& big) {
  const Big turned = turn(t, big);
  return turned.v[t % 12] + pick(turned, (t + 1) % 12) + static_cast<int>(turned.d);
}
__host__ __device__ int shapes(int t) {
  Shape* shape = t % 3 == 0 ? static_cast<Shape*>(new Square(t)) : new Disc(t);
  const int area = shape->area(t + 1);
  delete shape;
  return area;
}
__host__ __device__ int stack(int t) {
  char* bytes = static_cast<char*>(alloca(16 + t));
  for (int i = 0; i < 16 + t; ++i) bytes[i] = static_cast<char>(i);
  int sum = 0;
  for (int i = 0; i < 16 + t; ++i) sum += bytes[i * 7 % (16 + t)];
  return sum;
}

constexpr int parts = 5;
__global__ void everything(int* out, Big big) {
  const int t = static_cast<int>(threadIdx.x);
  out[t] = structures(t, big);
  out[32 + t] = fibonacci(t % 12);
  out[64 + t] = table[t & 1](t, 3);
  out[96 + t] = shapes(t);
  out[128 + t] = stack(t);
  if (t == 5)
    printf("%d %s %5.2f %c %lld %% |%5d|%-5d|%05d|%x|%e\n", t, "text", 1.5, 'x', -123456789012LL, 42, 42, 42, 255u,
           0.5);
}

int main() {
  Big big{};
  for (int i = 0; i < 12; ++i) big.v[i] = i * 10;
  big.d = 0.5;
  int* out = nullptr;
  cudaMallocManaged(&out, parts * 32 * sizeof(int));
  everything<<<1, 32>>>(out, big);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess || cudaGetLastError() != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }
  const char* names[parts] = {"structures", "recursion", "pointers", "virtual", "alloca"};
  int wrong = 0;
  for (int p = 0; p < parts; ++p) {
    int bad = 0;
    for (int t = 0; t < 32; ++t) {
      const int expected = p == 0   ? structures(t, big)
                           : p == 1 ? fibonacci(t % 12)
                           : p == 2 ? (t & 1 ? times(t, 3) : plus(t, 3))
                           : p == 3 ? shapes(t)
                                    : stack(t);
      bad += out[32 * p + t] != expected;
    }
    std::printf("%s: %s\n", names[p], bad == 0 ? "ok" : "wrong");
    wrong += bad;
  }
  return wrong == 0 ? 0 : 1;
}
