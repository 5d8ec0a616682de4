// Register names: dense numbers by class, and the names of parsed PTX as ranges where they are dense.
// Cost: O(instructions + named log named).
#include "nvptx/print/registers.hpp"

#include <algorithm>
#include <charconv>
#include <set>

namespace lathe::nvptx::mir {
namespace {

struct Class {
  std::string_view prefix, type;
};
constexpr Class class_table[] = {{"%p", "pred"}, {"%rc", "b8"},  {"%rs", "b16"},  {"%r", "b32"}, {"%f", "f32"},
                                 {"%rd", "b64"}, {"%fd", "f64"}, {"%rq", "b128"}, {"%x", "b32"}};

}  // namespace

unsigned RegisterNames::class_of(Type type) {
  switch (type) {
    case Type::pred:
      return 0;
    case Type::f32:
      return 4;
    case Type::f64:
      return 6;
    default:
      break;
  }
  switch (bits_of(type)) {
    case 8:
      return 1;
    case 16:
      return 2;
    case 32:
      return 3;
    case 64:
      return 5;
    case 128:
      return 7;
    default:
      return 8;
  }
}

RegisterNames::RegisterNames(const Module& module, const Function& function) : function_(function) {
  std::vector<bool> used(function.regs.size(), false);
  for (const Block& block : function.blocks)
    for (const Inst& inst : block.insts)
      for_each_reg(module, function, inst, [&](Reg reg, bool) {
        if (reg < used.size()) used[reg] = true;
      });
  for (unsigned c = 0; c < classes; ++c) prefixes_[c] = class_table[c].prefix;
  std::vector<std::string_view> params;
  for (const auto* list : {&function.params, &function.results})
    for (const Variable& v : *list)
      if (v.space == Space::reg) params.push_back(v.name);
  std::sort(params.begin(), params.end());
  for (Reg reg = 0; reg < function.regs.size(); ++reg) {
    const RegInfo& info = function.regs[reg];
    if (!used[reg] || info.name.empty()) continue;
    if (!params.empty() && std::binary_search(params.begin(), params.end(), std::string_view(info.name.get())))
      continue;
    named_.push_back({info.name.get(), info.type, no_number, reg});
  }
  if (!named_.empty()) collect_named();
  number_unnamed(used);
}

// Splits names into prefix and number, and keeps the prefixes of new numbers clear of them.
void RegisterNames::collect_named() {
  for (Named& n : named_) {
    std::size_t digits = n.prefix.size();
    while (digits > 1 && n.prefix[digits - 1] >= '0' && n.prefix[digits - 1] <= '9') --digits;
    const std::string_view tail = n.prefix.substr(digits);
    const bool canonical = !tail.empty() && tail.size() <= 9 && (tail[0] != '0' || tail.size() == 1);
    if (!canonical) continue;
    std::uint64_t number = 0;
    std::from_chars(tail.data(), tail.data() + tail.size(), number);
    n.number = number;
    n.prefix = n.prefix.substr(0, digits);
  }
  std::sort(named_.begin(), named_.end(), [](const Named& a, const Named& b) {
    return std::tie(a.type, a.prefix, a.number, a.reg) < std::tie(b.type, b.prefix, b.number, b.reg);
  });
  for (unsigned c = 0; c < classes; ++c) {
    // Another prefix when this one is in use with another type or with odd names.
    const auto clash = [&](const std::string& prefix) {
      Type type = Type::none;  // a range has one type
      for (const Named& n : named_) {
        if (n.number == no_number) {
          const std::string_view rest =
              n.prefix.substr(0, prefix.size()) == prefix ? n.prefix.substr(prefix.size()) : "-";
          if (rest.empty() || (rest[0] >= '0' && rest[0] <= '9')) return true;
        } else if (n.prefix == prefix) {
          if (class_of(n.type) != c || (type != Type::none && type != n.type)) return true;
          type = n.type;
        }
      }
      return false;
    };
    while (clash(prefixes_[c])) prefixes_[c] += 'n';
    for (const Named& n : named_)
      if (n.number != no_number && n.prefix == prefixes_[c])
        counts_[c] = std::max(counts_[c], static_cast<std::uint32_t>(n.number));
  }
}

void RegisterNames::number_unnamed(const std::vector<bool>& used) {
  numbers_.resize(function_.regs.size(), 0);
  for (Reg reg = 0; reg < function_.regs.size(); ++reg) {
    const RegInfo& info = function_.regs[reg];
    if (used[reg] && info.name.empty()) numbers_[reg] = ++counts_[class_of(info.type)];
  }
}

// Names of one prefix and type as a range %r<N> when they are dense, else one by one.
void RegisterNames::declare_named(Writer& w) const {
  std::set<std::string_view> seen_prefix, shared_prefix;  // prefixes used with several types cannot be ranges
  for (std::size_t i = 0; i < named_.size();) {
    std::size_t end = i;
    while (end < named_.size() && named_[end].prefix == named_[i].prefix && named_[end].type == named_[i].type) ++end;
    if (!seen_prefix.insert(named_[i].prefix).second) shared_prefix.insert(named_[i].prefix);
    i = end;
  }
  for (std::size_t i = 0; i < named_.size();) {
    std::size_t end = i;
    while (end < named_.size() && named_[end].prefix == named_[i].prefix && named_[end].type == named_[i].type) ++end;
    const std::uint64_t last = named_[end - 1].number;
    const bool numbered = named_[i].number != no_number && last != no_number;
    w << "\t.reg ." << to_string(named_[i].type) << " \t";
    const unsigned c = class_of(named_[i].type);
    const bool merged = named_[i].prefix == prefixes_[c];  // the unnamed ones come after these
    if (numbered && shared_prefix.count(named_[i].prefix) == 0 && (last < 4 * (end - i) + 64 || merged)) {
      const std::uint64_t top = merged ? std::max<std::uint64_t>(last, counts_[c]) : last;
      (w << named_[i].prefix << '<').number_unsigned(top + 1) << ">;\n";
    } else {
      for (std::size_t k = i; k < end; ++k) w << (k == i ? "" : ", ") << function_.regs[named_[k].reg].name.get();
      w << ";\n";
    }
    i = end;
  }
}

void RegisterNames::declare(Writer& w) const {
  declare_named(w);
  for (unsigned c = 0; c < classes; ++c) {
    if (counts_[c] == 0) continue;
    const bool merged = std::any_of(named_.begin(), named_.end(),
                                    [&](const Named& n) { return n.number != no_number && n.prefix == prefixes_[c]; });
    if (merged) continue;
    (w << "\t.reg ." << class_table[c].type << " \t" << prefixes_[c] << '<').number_unsigned(counts_[c] + 1) << ">;\n";
  }
}

}  // namespace lathe::nvptx::mir
