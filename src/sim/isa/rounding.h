#pragma once
// Rounding modes: how an instruction names one, and how a loop over lanes runs under one.
#include <cfenv>
#include <cstdint>

#include "sim/isa/lanes.h"

namespace gpusim {

enum class Rounding : std::uint8_t { nearest, zero, down, up };

/// Takes .rn, .rz, .rm or .rp; nothing when none is there.
inline std::optional<Rounding> takeRounding(DecodeContext& context) {
  const int which = context.takeOne({"rn", "rz", "rm", "rp"});
  return which < 0 ? std::nullopt : std::optional(static_cast<Rounding>(which));
}
/// Takes .rni, .rzi, .rmi or .rpi: rounding to a whole number.
inline std::optional<Rounding> takeWholeRounding(DecodeContext& context) {
  const int which = context.takeOne({"rni", "rzi", "rmi", "rpi"});
  return which < 0 ? std::nullopt : std::optional(static_cast<Rounding>(which));
}

constexpr int hostMode(Rounding rounding) {
  constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  return modes[static_cast<unsigned>(rounding)];
}

/// Handlers whose host arithmetic runs under another mode than to-nearest, set around the 32 lanes.
template <class Handlers, Rounding Mode>
struct Rounded {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const int before = std::fegetround();
    std::fesetround(hostMode(Mode));
    void (*volatile through)(Warp&, const Instruction&) =
        Handlers::template run<Full>;  // nothing may move across the mode switch
    through(warp, instruction);
    std::fesetround(before);
  }
};

/// Sets `Handlers`, under `rounding`.
template <class Handlers>
void setRounded(DecodeContext& context, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
      return setHandlers<Handlers>(context);
    case Rounding::zero:
      return setHandlers<Rounded<Handlers, Rounding::zero>>(context);
    case Rounding::down:
      return setHandlers<Rounded<Handlers, Rounding::down>>(context);
    case Rounding::up:
      return setHandlers<Rounded<Handlers, Rounding::up>>(context);
  }
}

}  // namespace gpusim
