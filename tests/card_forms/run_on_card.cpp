// Runs every form of forms.txt on the card that is there and prints what it gave, as tests/card_forms/*.txt keep it.
//
//   nvcc -std=c++20 -O1 run_on_card.cpp form.cpp operands.cpp -lcuda -o run_on_card
//   ./run_on_card forms.txt sm_90 > h200.txt         a second file name gets all results, not only the kept ones
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "form.h"

namespace {

void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char* name = nullptr;
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "%s: %s\n", what, name == nullptr ? "unknown error" : name);
  std::exit(1);
}

CUdeviceptr upload(const std::vector<std::byte>& bytes) {
  CUdeviceptr at = 0;
  check(cuMemAlloc(&at, bytes.size()), "cuMemAlloc");
  check(cuMemcpyHtoD(at, bytes.data(), bytes.size()), "cuMemcpyHtoD");
  return at;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: run_on_card forms.txt sm_NN [all_results.bin]\n");
    return 2;
  }
  std::ifstream file(arguments[1]);
  const std::string list((std::istreambuf_iterator<char>(file)), {});
  const auto forms = card_forms::readForms(list);
  std::FILE* everything = count > 3 ? std::fopen(arguments[3], "wb") : nullptr;

  CUdevice device = 0;
  CUcontext context = nullptr;
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  char name[128];
  int driver = 0;
  check(cuDeviceGetName(name, sizeof name, device), "cuDeviceGetName");
  check(cuDriverGetVersion(&driver), "cuDriverGetVersion");
  std::printf(
      "# %s, driver API %d.%d, toolkit %d.%d; %zu forms as %s, each on %zu operand sets: type, hash of all, the first "
      "%zu\n",
      name, driver / 1000, driver % 1000 / 10, CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10, forms.size(),
      arguments[2], card_forms::sets, card_forms::printedSets);

  std::string log(1 << 16, '\0');
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
  const std::string ptx = card_forms::ptxOf(forms, arguments[2]);
  CUmodule module = nullptr;
  const CUresult loaded = cuModuleLoadDataEx(&module, ptx.c_str(), 2, options, values);
  if (loaded != CUDA_SUCCESS) std::fprintf(stderr, "%s\n", log.c_str());
  check(loaded, "cuModuleLoadDataEx");

  std::map<std::pair<std::string, std::size_t>, CUdeviceptr> operands;
  CUdeviceptr out = upload(std::vector<std::byte>(card_forms::sets * 8));
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const auto& form = forms[k];
    CUdeviceptr addresses[5] = {0, 0, 0, 0, out};
    for (std::size_t operand = 0; operand < form.operands.size(); ++operand) {
      const std::string& type = form.operands[operand];
      auto& at = operands[{type, operand}];
      if (at == 0)
        at = upload(card_forms::pack(card_forms::operandValues(type, operand), card_forms::bytesOfType(type)));
      addresses[operand] = at;
    }
    CUfunction function = nullptr;
    check(cuModuleGetFunction(&function, module, ("form_" + std::to_string(k)).c_str()), "cuModuleGetFunction");
    void* parameters[] = {&addresses[0], &addresses[1], &addresses[2], &addresses[3], &addresses[4]};
    check(cuLaunchKernel(function, card_forms::sets / card_forms::threadsPerBlock, 1, 1, card_forms::threadsPerBlock, 1,
                         1, 0, nullptr, parameters, nullptr),
          "cuLaunchKernel");
    const std::size_t bytes = card_forms::bytesOfType(form.result);
    std::vector<std::byte> results(card_forms::sets * bytes);
    check(cuMemcpyDtoH(results.data(), out, results.size()), form.text.c_str());
    auto unpacked = card_forms::unpack(results, bytes);
    const std::uint64_t hash = card_forms::hashOf(unpacked, bytes);
    if (everything != nullptr) std::fwrite(results.data(), 1, results.size(), everything);
    unpacked.resize(card_forms::printedSets);
    std::fputs(card_forms::show({form.name(), form.result, hash, unpacked}).c_str(), stdout);
  }
  if (everything != nullptr) std::fclose(everything);
  return 0;
}
