// A loaded program in tables: functions, their descriptions, symbols, texts. A client derives from it for the names of registers, fills it
// with the functions here and with FunctionBuilder, and changes nothing once it runs.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simt/state/program.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

class Module : public Program {
 public:
  /// What is known of a function that runs: the machine's, the watchers', and the texts of its instructions.
  struct Entry : FunctionCode {
    Description description;
    std::vector<std::string> texts;
  };
  static constexpr std::uint32_t most_shared = 232448;  ///< bytes of a block

  // ---- filling it; all functions before the first builder
  /// As many functions; each gets its address by its name. Their names are unlike one another and those of variables.
  void add_functions(std::span<const std::string> names, const std::string& file);
  Entry& entry(std::size_t function) { return entries_[function]; }
  /// A variable of shared memory behind those before it. "" or what is wrong.
  std::string place_shared(const std::string& name, std::uint64_t bytes, std::uint64_t align);
  /// A variable in memory of its own, `kind` variable or constant, with these first bytes; the rest is 0. "" or what is wrong.
  std::string place(Memory& memory, const std::string& name, std::uint64_t bytes, std::uint64_t align, RegionKind kind,
                    std::span<const std::uint8_t> contents);
  /// For RecordOperands of kind symbol.
  std::uint64_t id_of(const std::string& name) {
    names_.push_back(name);
    return names_.size() - 1;
  }

  // ---- asking it
  const Symbol* find(const std::string& name) const;
  /// Of a kernel by its name; nullptr when it is none.
  const FunctionCode* kernel(const std::string& name) const;
  /// Of a variable in global or constant memory: its address of 64 bits, and its bytes.
  std::optional<std::pair<Address, std::uint64_t>> variable(const std::string& name) const;
  std::uint32_t shared_bytes() const { return shared_bytes_; }  ///< of variables
  /// The instruction that stands in this line of the function's text; "" when none does.
  std::string text_at(const std::string& function, std::uint32_t line) const;

  std::size_t function_count() const final { return entries_.size(); }
  const FunctionCode& function(std::size_t index) const final { return entries_[index]; }
  const Description& description(const FunctionCode& function) const final { return of(function).description; }
  void for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const final;
  const Symbol* symbol(const FunctionCode& function, std::uint64_t id, std::string& name) const final;
  std::string text(const FunctionCode& function, std::uint32_t inst) const final { return of(function).texts[inst]; }
  /// The text up to its first space.
  std::string mnemonic(const FunctionCode& function, std::uint32_t inst) const final;

 private:
  static const Entry& of(const FunctionCode& function) { return static_cast<const Entry&>(function); }
  std::vector<Entry> entries_;
  std::map<std::string, Symbol> symbols_;
  std::vector<std::string> names_;  // by id
  std::uint32_t shared_bytes_ = 0;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
