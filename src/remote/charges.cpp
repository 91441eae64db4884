#include "remote/charges.h"

namespace gpusim::remote {

void Charges::copy(Way way, DeviceAddress at, std::size_t bytes) {
  const DeviceAddress step = at - last_;
  const bool goesOn = way == way_ && pieces_ > 0 && (pieces_ == 1 || step == step_);
  const bool onDevice = way == Way::onDevice;
  seconds_ += device_.modelledCopySeconds(bytes, onDevice);
  if (goesOn) seconds_ -= device_.modelledCopySeconds(0, onDevice);
  pieces_ = goesOn ? pieces_ + 1 : 1;
  way_ = way;
  last_ = at;
  step_ = step;
}

void Charges::launch(double seconds) {
  seconds_ += seconds;
  pieces_ = 0;
  way_ = Way::other;
}

}  // namespace gpusim::remote
