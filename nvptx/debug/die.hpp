// A tree of debugging information entries (DWARF 2), and its text: PTX's sections .debug_abbrev and .debug_info.
//
// Knows no LLVM: tags, attributes and forms are numbers of the standard (DWARF Debugging Information Format, version 2,
// 1993, section 7). PTX's own: strings stand in the entry (DW_FORM_string), addresses and offsets into other sections
// are symbols, and numbers are written as .b8, .b16, .b32, .b64. Cost: linear.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/debug/record.hpp"

namespace lathe::nvptx::debug {

/// Forms that are written. A string is text; a label is text too, and holds 8 bytes (addr) or 4 (data4).
enum class Form : std::uint8_t {
  addr = 0x01,
  data2 = 0x05,
  data4 = 0x06,
  data8 = 0x07,
  string = 0x08,
  block1 = 0x0a,
  data1 = 0x0b,
  flag = 0x0c,
  sdata = 0x0d,
  udata = 0x0f,
  ref4 = 0x13
};

struct Die {
  struct Attribute {
    std::uint16_t name = 0;  ///< DW_AT_
    Form form = Form::data1;
    std::uint64_t number = 0;
    std::string text;
    const Die* target = nullptr;  ///< of ref4
    DebugPlace place;             ///< of block1
  };
  std::uint16_t tag = 0;  ///< DW_TAG_
  std::vector<Attribute> attributes;
  std::vector<Die*> children;
  std::uint32_t offset = 0, abbreviation = 0;  ///< set by the writer

  void number(std::uint16_t name, std::uint64_t value);  ///< the smallest of data1, data2, data4, data8
  void number(std::uint16_t name, Form form, std::uint64_t value);
  void flag(std::uint16_t name) { number(name, Form::flag, 1); }
  void string(std::uint16_t name, std::string_view text);  ///< nothing when it is empty
  void label(std::uint16_t name, Form form, std::string text);
  void refer(std::uint16_t name, const Die& target);
  void block(std::uint16_t name, DebugPlace place);
};

/// One compile unit: its entries, all reached from root().
class Unit {
 public:
  Unit() { entries_.emplace_back(); }
  Die& root() { return entries_.front(); }
  const Die& root() const { return entries_.front(); }
  Die& add(Die& parent, std::uint16_t tag);

  /// Tables of its names for debuggers (names.hpp).
  enum class Names : std::uint8_t { none, plain, with_kinds } names = Names::none;
  bool names_are_global = false;        ///< a name of a type means one type in all units: C++
  std::uint32_t offset = 0, bytes = 0;  ///< in .debug_info, set by the writer

 private:
  std::deque<Die> entries_;  // addresses stay
};

/// Sections `.debug_abbrev` and `.debug_info` of all units.
std::string write_units(std::deque<Unit>& units);
/// Lines of .b8 for these bytes.
void write_bytes(std::string& out, const std::vector<std::uint8_t>& bytes);
/// A place as a block: the number of bytes in `size_bytes` bytes (1 or 2), then the bytes.
void write_place(std::string& out, const DebugPlace& place, unsigned size_bytes);
std::uint32_t size_of(const DebugPlace& place);

void append_uleb(std::vector<std::uint8_t>& out, std::uint64_t value);
void append_sleb(std::vector<std::uint8_t>& out, std::int64_t value);

}  // namespace lathe::nvptx::debug
