// The few cuBLAS calls that foreign programs compare themselves with, done on the host in double precision. It stands
// in for the library, which runs on a card alone, so that tools/foreign.sh can link such programs unmodified.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

namespace {

std::size_t bytesOf(cudaDataType type) {
  switch (type) {
    case CUDA_R_64F:
      return 8;
    case CUDA_R_32F:
      return 4;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    default:
      return 0;
  }
}

double load(const void* data, cudaDataType type, std::size_t i) {
  switch (type) {
    case CUDA_R_64F:
      return static_cast<const double*>(data)[i];
    case CUDA_R_32F:
      return static_cast<const float*>(data)[i];
    case CUDA_R_16F:
      return __half2float(static_cast<const __half*>(data)[i]);
    default:
      return __bfloat162float(static_cast<const __nv_bfloat16*>(data)[i]);
  }
}

void store(void* data, cudaDataType type, std::size_t i, double value) {
  switch (type) {
    case CUDA_R_64F:
      static_cast<double*>(data)[i] = value;
      break;
    case CUDA_R_32F:
      static_cast<float*>(data)[i] = static_cast<float>(value);
      break;
    case CUDA_R_16F:
      static_cast<__half*>(data)[i] = __float2half(static_cast<float>(value));
      break;
    default:
      static_cast<__nv_bfloat16*>(data)[i] = __float2bfloat16(static_cast<float>(value));
  }
}

/// A column-major matrix in device memory, brought to the host.
struct Matrix {
  cudaDataType type = CUDA_R_32F;
  std::size_t rows = 0, columns = 0, leading = 0;
  std::vector<unsigned char> bytes;

  Matrix(const void* device, cudaDataType elements, std::size_t r, std::size_t c, int ld)
      : type(elements), rows(r), columns(c), leading(static_cast<std::size_t>(ld)) {
    bytes.resize(columns == 0 ? 0 : ((columns - 1) * leading + rows) * bytesOf(type));
    ok = cudaMemcpy(bytes.data(), device, bytes.size(), cudaMemcpyDeviceToHost) == cudaSuccess;
  }
  double at(std::size_t row, std::size_t column) const { return load(bytes.data(), type, column * leading + row); }
  bool ok = false;
};

/// C = alpha op(A) op(B) + beta C; A, B and C column-major in device memory.
cublasStatus_t multiply(cublasOperation_t transA, cublasOperation_t transB, int m, int n, int k, double alpha,
                        const void* a, cudaDataType aType, int lda, const void* b, cudaDataType bType, int ldb,
                        double beta, void* c, cudaDataType cType, int ldc) {
  if (bytesOf(aType) == 0 || bytesOf(bType) == 0 || bytesOf(cType) == 0) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (cudaDeviceSynchronize() != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  const std::size_t rows = static_cast<std::size_t>(m), columns = static_cast<std::size_t>(n);
  const std::size_t depth = static_cast<std::size_t>(k);
  const bool flipA = transA != CUBLAS_OP_N, flipB = transB != CUBLAS_OP_N;
  const Matrix left(a, aType, flipA ? depth : rows, flipA ? rows : depth, lda);
  const Matrix right(b, bType, flipB ? columns : depth, flipB ? depth : columns, ldb);
  Matrix result(c, cType, rows, columns, ldc);
  if (!left.ok || !right.ok || !result.ok) return CUBLAS_STATUS_EXECUTION_FAILED;
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (std::size_t p = 0; p < depth; ++p)
        sum += (flipA ? left.at(p, i) : left.at(i, p)) * (flipB ? right.at(j, p) : right.at(p, j));
      const double old = beta == 0 ? 0 : beta * result.at(i, j);
      store(result.bytes.data(), cType, j * result.leading + i, alpha * sum + old);
    }
  }
  return cudaMemcpy(c, result.bytes.data(), result.bytes.size(), cudaMemcpyHostToDevice) == cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_EXECUTION_FAILED;
}

double scalar(const void* value, cublasComputeType_t compute) {
  if (compute == CUBLAS_COMPUTE_16F) return __half2float(*static_cast<const __half*>(value));
  if (compute == CUBLAS_COMPUTE_64F) return *static_cast<const double*>(value);
  return static_cast<double>(*static_cast<const float*>(value));
}

const void* step(const void* base, cudaDataType type, long long stride, int i) {
  return static_cast<const char*>(base) + static_cast<long long>(bytesOf(type)) * stride * i;
}

}  // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  *handle = reinterpret_cast<cublasHandle_t>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetStream_v2(cublasHandle_t, cudaStream_t) { return CUBLAS_STATUS_SUCCESS; }

cublasStatus_t cublasSgemm_v2(cublasHandle_t, cublasOperation_t transA, cublasOperation_t transB, int m, int n, int k,
                              const float* alpha, const float* a, int lda, const float* b, int ldb, const float* beta,
                              float* c, int ldc) {
  return multiply(transA, transB, m, n, k, static_cast<double>(*alpha), a, CUDA_R_32F, lda, b, CUDA_R_32F, ldb,
                  static_cast<double>(*beta), c, CUDA_R_32F, ldc);
}

cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t transA, cublasOperation_t transB, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType aType, int lda, const void* b,
                            cudaDataType bType, int ldb, const void* beta, void* c, cudaDataType cType, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t) {
  return multiply(transA, transB, m, n, k, scalar(alpha, compute), a, aType, lda, b, bType, ldb, scalar(beta, compute),
                  c, cType, ldc);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t, cublasOperation_t transA, cublasOperation_t transB, int m,
                                          int n, int k, const void* alpha, const void* a, cudaDataType aType, int lda,
                                          long long strideA, const void* b, cudaDataType bType, int ldb,
                                          long long strideB, const void* beta, void* c, cudaDataType cType, int ldc,
                                          long long strideC, int count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  for (int i = 0; i < count; ++i) {
    const cublasStatus_t status = multiply(transA, transB, m, n, k, scalar(alpha, compute), step(a, aType, strideA, i),
                                           aType, lda, step(b, bType, strideB, i), bType, ldb, scalar(beta, compute),
                                           const_cast<void*>(step(c, cType, strideC, i)), cType, ldc);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
  }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transA, cublasOperation_t transB,
                                         int m, int n, int k, const float* alpha, const float* a, int lda,
                                         long long strideA, const float* b, int ldb, long long strideB,
                                         const float* beta, float* c, int ldc, long long strideC, int count) {
  return cublasGemmStridedBatchedEx(handle, transA, transB, m, n, k, alpha, a, CUDA_R_32F, lda, strideA, b, CUDA_R_32F,
                                    ldb, strideB, beta, c, CUDA_R_32F, ldc, strideC, count, CUBLAS_COMPUTE_32F,
                                    CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasSgemv_v2(cublasHandle_t, cublasOperation_t trans, int m, int n, const float* alpha, const float* a,
                              int lda, const float* x, int, const float* beta, float* y, int) {
  const bool flip = trans != CUBLAS_OP_N;
  return multiply(trans, CUBLAS_OP_N, flip ? n : m, 1, flip ? m : n, static_cast<double>(*alpha), a, CUDA_R_32F, lda, x,
                  CUDA_R_32F, flip ? m : n, static_cast<double>(*beta), y, CUDA_R_32F, flip ? n : m);
}

// cuBLASLt: created, so that a program starts; its products are not done.
cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  *handle = reinterpret_cast<cublasLtHandle_t>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t) { return CUBLAS_STATUS_SUCCESS; }

}  // extern "C"
