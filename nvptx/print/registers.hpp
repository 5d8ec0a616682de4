// Names and declarations of a function's registers. Private to nvptx/print.
#pragma once

#include <vector>

#include "nvptx/mir/ir.hpp"
#include "nvptx/print/writer.hpp"

namespace lathe::nvptx::mir {

/// Registers that the parser named keep their names; the others are numbered densely by type, from 1 or from
/// above the names in use. Only registers that occur are declared.
class RegisterNames {
 public:
  RegisterNames(const Module& module, const Function& function);
  void declare(Writer& w) const;
  void write(Writer& w, Reg reg) const {
    const RegInfo& info = function_.regs[reg];
    if (!info.name.empty())
      w << info.name.get();
    else
      (w << prefixes_[class_of(info.type)]).number_unsigned(numbers_[reg]);
  }

 private:
  struct Named {
    std::string_view prefix;  // name up to its number
    Type type;
    std::uint64_t number;  // no_number: the name has none
    Reg reg;
  };
  static constexpr std::uint64_t no_number = ~std::uint64_t{0};
  static constexpr unsigned classes = 9;
  static unsigned class_of(Type type);
  void collect_named();
  void number_unnamed(const std::vector<bool>& used);
  void declare_named(Writer& w) const;

  const Function& function_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Named> named_;  // by type, prefix, number
  std::string prefixes_[classes];
  std::uint32_t counts_[classes] = {};  // numbers in use, plus one
};

}  // namespace lathe::nvptx::mir
