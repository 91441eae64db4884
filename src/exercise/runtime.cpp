// The exercise runtime, compiled once for all days: no kernel, no day.
#include "exercise/runner.h"
