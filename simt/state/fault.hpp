// What stops a load or a launch, with its place in the program and among the threads.
#pragma once

#include <cstdint>
#include <string>

#include "simt/state/width.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

struct Fault {
  std::string text;        ///< one line, no final full stop: what is wrong, and what to do where that is known
  std::string file;        ///< name of the text, may be empty
  unsigned line = 0;       ///< of the text, 0 = none
  std::string function;    ///< may be empty
  bool in_thread = false;  ///< block and thread are meant
  Dim3 block{0, 0, 0}, thread{0, 0, 0};

  /// "k.ptx:12: in function 'f', block (0,0,0), thread (3,0,0): text"
  std::string to_string() const;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
