// What makes errors about concepts short.
#pragma once

namespace lathe {

/// A concept as a static_assert wants it: compilers tell of a bare one at length why it does not hold.
consteval bool told(bool holds) { return holds; }

}  // namespace lathe
