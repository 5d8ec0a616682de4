// See expression.hpp. Operations: DWARF 2, 2.4 and 7.7; LLVM's own: LangRef, DIExpression.
#include "nvptx/debug/expression.hpp"

#include "nvptx/debug/die.hpp"

namespace lathe::nvptx::debug {
namespace {

constexpr std::uint8_t op_addr = 0x03, op_deref = 0x06, op_constu = 0x10, op_consts = 0x11, op_minus = 0x1c,
                       op_plus = 0x22, op_plus_uconst = 0x23, op_regx = 0x90, op_bregx = 0x92, op_piece = 0x93,
                       op_stack_value = 0x9f, op_swap = 0x16, op_xderef = 0x18;

// Takes offsets off the front: plus_uconst N, constu N plus, constu N minus.
std::int64_t leading_offset(std::span<const std::uint64_t>& rest) {
  std::int64_t sum = 0;
  for (;;) {
    if (rest.size() >= 2 && rest[0] == op_plus_uconst) {
      sum += static_cast<std::int64_t>(rest[1]);
      rest = rest.subspan(2);
    } else if (rest.size() >= 3 && rest[0] == op_constu && (rest[2] == op_plus || rest[2] == op_minus)) {
      sum += rest[2] == op_plus ? static_cast<std::int64_t>(rest[1]) : -static_cast<std::int64_t>(rest[1]);
      rest = rest.subspan(3);
    } else {
      return sum;
    }
  }
}

// The rest of a memory location: dereferences and offsets; false for what DWARF 2 cannot say of a place in memory.
bool append_memory(std::vector<std::uint8_t>& out, std::span<const std::uint64_t> rest) {
  while (!rest.empty()) {
    if (const std::int64_t offset = leading_offset(rest); offset > 0) {
      out.push_back(op_plus_uconst);
      append_uleb(out, static_cast<std::uint64_t>(offset));
    } else if (offset < 0) {
      out.push_back(op_consts);
      append_sleb(out, offset);
      out.push_back(op_plus);
    }
    if (rest.empty()) return true;
    if (rest.size() >= 4 && rest[0] == op_constu && rest[2] == op_swap && rest[3] == op_xderef) {
      rest = rest.subspan(4);  // the address space, which is the class
      continue;
    }
    if (rest[0] != op_deref) return false;
    out.push_back(op_deref);
    rest = rest.subspan(1);
  }
  return true;
}

}  // namespace

std::uint64_t register_number(std::string_view name) {
  if (name.size() > 8) return 0;
  std::uint64_t number = 0;
  for (const char c : name) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

std::optional<DebugPlace> in_register(std::string_view name, const Expression& expression) {
  const std::uint64_t number = register_number(name);
  if (number == 0) return std::nullopt;
  DebugPlace place;
  place.address_class = class_register;
  std::span<const std::uint64_t> rest = expression.operations;
  // The value itself, said in a roundabout way.
  if (rest.size() == 1 && rest[0] == op_stack_value) rest = {};
  place.before.push_back(rest.empty() ? op_regx : op_bregx);
  append_uleb(place.before, number);
  if (rest.empty()) return place;
  // Memory at the register: an offset, then (deref) what is there. Without a dereference the sum would be the value,
  // for which DWARF 2 has no words.
  const std::int64_t offset = leading_offset(rest);
  if (rest.empty() || rest[0] != op_deref) return std::nullopt;
  append_sleb(place.before, offset);
  place.address_class = 0;
  // The first dereference is what a memory location means.
  if (!append_memory(place.before, rest.subspan(1))) return std::nullopt;
  return place;
}

std::optional<DebugPlace> as_constant(std::int64_t number, const Expression& expression) {
  const auto& operations = expression.operations;
  if (!operations.empty() && !(operations.size() == 1 && operations[0] == op_stack_value)) return std::nullopt;
  DebugPlace place;
  place.before.push_back(op_consts);
  append_sleb(place.before, number);
  return place;
}

std::optional<DebugPlace> at_symbol(std::string_view symbol, std::uint64_t offset, std::uint8_t address_class,
                                    const Expression& expression) {
  DebugPlace place;
  place.before.push_back(op_addr);
  place.symbol = symbol;
  place.address_class = address_class;
  if (offset != 0) {
    place.after.push_back(op_plus_uconst);
    append_uleb(place.after, offset);
  }
  if (!append_memory(place.after, expression.operations)) return std::nullopt;
  return place;
}

std::optional<DebugPlace> pieces(std::span<const Fragment> fragments) {
  DebugPlace whole;
  std::uint64_t at = 0;
  const auto piece = [&](std::vector<std::uint8_t>& out, std::uint64_t bits) {
    out.push_back(op_piece);
    append_uleb(out, bits / 8);
  };
  for (const Fragment& f : fragments) {
    if (f.offset < at || f.offset % 8 != 0 || f.bits % 8 != 0) return std::nullopt;
    if (!f.place->symbol.empty() && !whole.symbol.empty()) return std::nullopt;  // one symbol fits a block
    std::vector<std::uint8_t>& first = whole.symbol.empty() ? whole.before : whole.after;
    if (f.offset > at) piece(first, f.offset - at);
    first.insert(first.end(), f.place->before.begin(), f.place->before.end());
    if (!f.place->symbol.empty()) whole.symbol = f.place->symbol;
    std::vector<std::uint8_t>& last = whole.symbol.empty() ? whole.before : whole.after;
    last.insert(last.end(), f.place->after.begin(), f.place->after.end());
    piece(last, f.bits);
    at = f.offset + f.bits;
  }
  return whole;
}

}  // namespace lathe::nvptx::debug
