#pragma once
// What a descriptor's other end can show.

namespace harness {

/// Color only for people: on a terminal, without NO_COLOR (no-color.org), with a TERM that has any.
bool wantsColor(int descriptor);

/// Whether a line of progress may be written over: someone watches, and the terminal can.
bool canWriteOver(int descriptor);

}  // namespace harness
