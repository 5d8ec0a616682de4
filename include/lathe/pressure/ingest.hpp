// From the user's function to a pressure problem; the only part that is a template over the user's IR.
#pragma once

#include <map>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include <lathe/pressure/concepts.hpp>
#include <lathe/pressure/problem.hpp>

namespace lathe::pressure {

/// A problem, and the user's handles in the order of its blocks, instructions and registers: those are ids of a
/// Tracker, too.
template <class P>
struct Ingested {
  Problem problem;
  std::vector<block_of_t<P>> blocks;           ///< by number
  std::vector<inst_of_t<P>> insts;             ///< by number, of all blocks
  std::vector<detail::reg_of_t<P>> registers;  ///< by number
};

namespace detail {

// Looked up only: integers by their value, pointers and iterators by address.
template <class H>
struct HandleMap {
  using type = std::map<H, std::uint32_t>;
  static const H& key(const H& handle) { return handle; }
};
template <Hashable H>
  requires(!WordLike<H> && !std::convertible_to<H, std::uint64_t>)
struct HandleMap<H> {
  using type = std::unordered_map<H, std::uint32_t>;
  static const H& key(const H& handle) { return handle; }
};
template <class H>
  requires(WordLike<H> || std::convertible_to<H, std::uint64_t>)
struct HandleMap<H> {
  using type = std::unordered_map<std::uint64_t, std::uint32_t>;
  static std::uint64_t key(const H& handle) {
    if constexpr (WordLike<H>)
      return program::detail::word_of(handle);
    else
      return static_cast<std::uint64_t>(handle);
  }
};

template <class P>
class Ingest {
 public:
  explicit Ingest(P& function) : f_(function) {}

  Ingested<P> run() {
    if constexpr (requires { std::string(f_.name()); }) p_.name = std::string(f_.name());
    sets();
    for (auto&& block : f_.blocks()) {
      blocks_.emplace(Blocks::key(block), static_cast<std::uint32_t>(out_.blocks.size()));
      out_.blocks.push_back(block);
    }
    for (std::uint32_t b = 0; b < out_.blocks.size(); ++b) add_block(b);
    return std::move(out_);
  }

 private:
  using Blocks = HandleMap<block_of_t<P>>;
  using Registers = HandleMap<reg_of_t<P>>;

  // No two names may be equal in the text form.
  std::string unique(std::string name, std::unordered_map<std::string, std::uint32_t>& used) {
    while (!used.emplace(name, 0).second) name += "'";
    return name;
  }
  void sets() {
    for (auto&& limit : f_.limits()) {
      const auto id = static_cast<std::uint32_t>(p_.sets.size());
      Problem::Set set{"s" + std::to_string(id), static_cast<std::uint32_t>(limit), {}};
      if constexpr (requires { std::string(f_.set_name(id)); }) set.name = std::string(f_.set_name(id));
      set.name = unique(set.name, set_names_);
      if constexpr (requires { f_.steps(id).begin(); })
        for (auto&& step : f_.steps(id)) set.steps.push_back(static_cast<std::uint32_t>(step));
      p_.sets.push_back(std::move(set));
    }
  }
  void add_block(std::uint32_t b) {
    const block_of_t<P>& handle = out_.blocks[b];
    Problem::Block block;
    block.name = "b" + std::to_string(b);
    if constexpr (requires { std::string(f_.block_name(handle)); }) block.name = std::string(f_.block_name(handle));
    block.name = unique(block.name, block_names_);
    block.first = static_cast<std::uint32_t>(p_.insts.size());
    block.first_successor = static_cast<std::uint32_t>(p_.successors.size());
    block.first_live = static_cast<std::uint32_t>(p_.live.size());
    for (auto&& s : f_.successors(handle)) {
      const auto at = blocks_.find(Blocks::key(static_cast<block_of_t<P>>(s)));
      p_.successors.push_back(at == blocks_.end() ? none : at->second);  // check_problem tells
    }
    if constexpr (requires { f_.live_out(handle).begin(); })
      for (auto&& r : f_.live_out(handle)) {
        const std::uint32_t reg = number(static_cast<reg_of_t<P>>(r));
        p_.live.push_back({reg, p_.all_lanes(reg)});
      }
    for (auto&& inst : f_.insts(handle)) add_inst(inst);
    block.count = static_cast<std::uint32_t>(p_.insts.size()) - block.first;
    block.successor_count = static_cast<std::uint32_t>(p_.successors.size()) - block.first_successor;
    block.live_count = static_cast<std::uint32_t>(p_.live.size()) - block.first_live;
    p_.blocks.push_back(std::move(block));
  }
  void add_inst(const inst_of_t<P>& inst) {
    std::string op = "op";
    if constexpr (requires { std::string(f_.inst_name(inst)); }) op = std::string(f_.inst_name(inst));
    const auto [at, added] = ops_.emplace(op, static_cast<std::uint32_t>(p_.ops.size()));
    if (added) p_.ops.push_back(op);
    Problem::Inst i{at->second, static_cast<std::uint32_t>(p_.operands.size()), 0, 0};
    if constexpr (requires { static_cast<Flags>(f_.flags(inst)); }) i.flags = static_cast<Flags>(f_.flags(inst));
    for (auto&& operand : f_.operands(inst)) {
      const std::uint32_t reg = number(operand.reg);
      std::uint64_t lanes = p_.all_lanes(reg);
      if constexpr (requires { static_cast<std::uint64_t>(operand.lanes); })
        lanes = static_cast<std::uint64_t>(operand.lanes);
      const bool is_def = operand.is_def;
      p_.operands.push_back({reg, !is_def, is_def, lanes});
    }
    i.count = static_cast<std::uint32_t>(p_.operands.size()) - i.first;
    p_.insts.push_back(i);
    out_.insts.push_back(inst);
  }
  std::uint32_t number(const reg_of_t<P>& handle) {
    if (const auto at = registers_.find(Registers::key(handle)); at != registers_.end()) return at->second;
    if constexpr (requires { f_.units(handle).begin(); }) {
      std::vector<std::uint64_t> names;
      for (auto&& name : f_.units(handle)) names.push_back(static_cast<std::uint64_t>(name));
      return overlapping(handle, names);
    } else {
      std::uint32_t lanes = 1;
      if constexpr (requires { static_cast<std::uint32_t>(f_.lanes(handle)); })
        lanes = static_cast<std::uint32_t>(f_.lanes(handle));
      return plain(handle, lanes, name_of(handle));
    }
  }
  std::string name_of(const reg_of_t<P>& handle) {
    if constexpr (requires { std::string(f_.value_name(handle)); })
      return std::string(f_.value_name(handle));
    else
      return "r" + std::to_string(out_.registers.size());
  }
  // Units that no register has named before get a plain register of their own, so that what overlaps names only old
  // ones.
  std::uint32_t overlapping(const reg_of_t<P>& handle, const std::vector<std::uint64_t>& names) {
    bool all_new = true;
    for (const std::uint64_t name : names) all_new &= units_.count(name) == 0;
    if (all_new) {
      const std::uint32_t first = p_.register_unit_count();
      for (std::uint32_t k = 0; k < names.size(); ++k) units_.emplace(names[k], first + k);
      return plain(handle, static_cast<std::uint32_t>(names.size()), name_of(handle));
    }
    for (const std::uint64_t name : names)
      if (units_.emplace(name, p_.register_unit_count()).second) add_register(handle, 1, "unit" + std::to_string(name));
    Problem::Register reg;
    reg.name = unique(name_of(handle), register_names_);
    reg.first = static_cast<std::uint32_t>(p_.register_units.size());
    reg.count = static_cast<std::uint32_t>(names.size());
    reg.reserved = reserved(handle);
    for (const std::uint64_t name : names) p_.register_units.push_back(units_.at(name));
    return finish(handle, std::move(reg));
  }
  std::uint32_t plain(const reg_of_t<P>& handle, std::uint32_t lanes, const std::string& name) {
    const std::uint32_t id = add_register(handle, lanes, name);
    registers_.emplace(Registers::key(handle), id);
    return id;
  }
  std::uint32_t add_register(const reg_of_t<P>& handle, std::uint32_t lanes, const std::string& name) {
    Problem::Register reg;
    reg.name = unique(name, register_names_);
    reg.cls = type(handle);
    reg.first = static_cast<std::uint32_t>(p_.register_units.size());
    reg.count = lanes;
    reg.reserved = reserved(handle);
    for (std::uint32_t k = 0; k < lanes; ++k) {
      p_.register_units.push_back(p_.register_unit_count());
      p_.unit_class.push_back(reg.cls);
    }
    p_.registers.push_back(std::move(reg));
    out_.registers.push_back(handle);
    return static_cast<std::uint32_t>(p_.registers.size() - 1);
  }
  std::uint32_t finish(const reg_of_t<P>& handle, Problem::Register reg) {
    const auto id = static_cast<std::uint32_t>(p_.registers.size());
    p_.registers.push_back(std::move(reg));
    out_.registers.push_back(handle);
    registers_.emplace(Registers::key(handle), id);
    return id;
  }
  bool reserved(const reg_of_t<P>& handle) {
    if constexpr (requires { static_cast<bool>(f_.reserved(handle)); }) return static_cast<bool>(f_.reserved(handle));
    return false;
  }
  // Equal lists of feeds are one class.
  std::uint32_t type(const reg_of_t<P>& handle) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> key;
    for (auto&& feed : f_.feeds(handle))
      key.emplace_back(static_cast<std::uint32_t>(feed.set), static_cast<std::uint32_t>(feed.weight));
    const auto [at, added] = classes_.emplace(key, static_cast<std::uint32_t>(p_.classes.size()));
    if (added) {
      Problem::Class cls{"c" + std::to_string(at->second), {}};
      for (const auto& [set, weight] : key) cls.feeds.push_back({set, weight});
      p_.classes.push_back(std::move(cls));
    }
    return at->second;
  }

  P& f_;
  Ingested<P> out_;
  Problem& p_ = out_.problem;
  typename Blocks::type blocks_;                                                                   // looked up only
  typename Registers::type registers_;                                                             // likewise
  std::unordered_map<std::uint64_t, std::uint32_t> units_;                                         // likewise
  std::unordered_map<std::string, std::uint32_t> ops_, block_names_, register_names_, set_names_;  // likewise
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::uint32_t> classes_;
};

}  // namespace detail

/// The problem of a function, an Ingested<P>: instruction i is the i-th of the walk over blocks() and insts(),
/// registers are numbered in the order in which they are met. What is wrong with it (a successor that is no block, more than 64 lanes) is
/// told by check_problem. O(size) expected.
template <class P>
auto ingest(P& function) {
#include <lathe/pressure/register_code.def>
  if constexpr (RegisterCode<P>) return detail::Ingest<P>(function).run();
}

}  // namespace lathe::pressure
