// main() of a submission's program. `remoteSolve` is the learner's solve(): the linker is told its symbol.
extern "C" void remoteSolve();
extern "C" int gpusimRemoteProcess(void* solve);

int main() { return gpusimRemoteProcess(reinterpret_cast<void*>(&remoteSolve)); }
