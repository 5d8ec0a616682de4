// Which functions and variables a module's bodies name, and how: what the module's skeleton and the callers of a
// function have to know of all bodies. Gathered body by body, since the bodies may stand prepared in different copies
// of the module (see prepare.hpp, FunctionPreparation); so the global values go by numbers, which are those of all
// copies.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace llvm {
class Function;
class GlobalValue;
class GlobalVariable;
class Module;
}  // namespace llvm

namespace lathe::codegen::build {

/// What only the target's front ends write.
struct ModuleWords {
  std::string_view fact_prefix;  ///< variables of such names stand for facts, as those of "llvm." do; empty: none
  std::string_view call_layout;  ///< kind of metadata that gives a call a layout of its own; empty: none
};

/// The functions, variables, aliases and ifuncs of a module, numbered in this order. Intrinsics have no numbers: which of
/// them are declared depends on the bodies at hand.
class Globals {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};  ///< no number
  /// The module is not kept. O(functions, variables, aliases and ifuncs).
  explicit Globals(const llvm::Module& module, const ModuleWords& words = {});
  /// `none` for intrinsics, the only functions that come into the module later.
  std::uint32_t number(const llvm::GlobalValue* value) const {
    const auto found = numbers_.find(value);
    return found == numbers_.end() ? none : found->second;
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(numbers_.size()); }
  const ModuleWords& words() const { return words_; }  ///< as it was made with

 private:
  std::unordered_map<const llvm::GlobalValue*, std::uint32_t> numbers_;
  ModuleWords words_;
};

/// Variables of LLVM's own or of the target, which stand for facts rather than memory: they are not printed.
bool is_left_out(const llvm::GlobalVariable& variable, const ModuleWords& words);

/// What one body says.
struct BodyFacts {
  /// A value of the module that the body names.
  struct Named {
    std::uint32_t value;      ///< a number
    std::uint32_t calls = 0;  ///< direct calls of a function, by its own type
    bool otherwise = false;   ///< it is named in another way, too
  };
  std::uint32_t instructions = 0;  ///< of the body
  std::vector<Named> named;        ///< each once
};
/// O(instructions).
BodyFacts facts_of(const llvm::Function& function, const Globals& globals);

/// The facts of all bodies and of the variables' values together.
class References {
 public:
  /// `bodies` by number of the function; those of declarations are empty.
  References(const llvm::Module& module, const Globals& globals, std::vector<BodyFacts> bodies);
  /// Of a module that has all bodies.
  explicit References(const llvm::Module& module, const ModuleWords& words = {});

  /// Of a function's number; empty for a declaration.
  const BodyFacts& body(std::uint32_t function) const { return bodies_[function]; }
  /// By a body, an initial value or an alias.
  bool used(std::uint32_t value) const { return value < all_.size() && all_[value].used; }
  /// By an initial value that will be printed, or in a body before the function's own.
  bool named_early(std::uint32_t function) const {
    return all_[function].in_value || all_[function].first_body < function;
  }
  /// By direct calls alone, and not by more than a few hundred of them, so that both sides may agree on a layout of their own.
  bool only_called(std::uint32_t function) const;
  const Globals& globals() const { return globals_; }

 private:
  struct Summary {
    std::uint32_t first_body = Globals::none;
    std::uint32_t calls = 0;
    bool used = false, in_value = false, otherwise = false;
  };
  void add_values(const llvm::Module& module);

  Globals globals_;
  std::vector<BodyFacts> bodies_;
  std::vector<Summary> all_;
};

}  // namespace lathe::codegen::build
