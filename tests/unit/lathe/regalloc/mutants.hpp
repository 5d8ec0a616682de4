// Ways to spoil a plan. Each returns false where the plan has nothing of the kind.
#pragma once

#include <lathe/regalloc.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace regalloc_test {

using namespace lathe;
using namespace lathe::regalloc;

class Spoiler {
 public:
  Spoiler(const Problem& p, std::mt19937& engine) : p_(p), engine_(engine) {
    for (std::uint32_t i = 0; i < p.inst_count(); ++i)
      for (std::uint32_t k = 0; k < p.operands[i].size(); ++k) places_.push_back({i, k});
  }

  struct Way {
    const char* name;
    bool (Spoiler::*apply)(Plan&);
  };
  static std::vector<Way> ways() {
    return {{"an edit is missing", &Spoiler::drop},
            {"an edit stands twice, the second time elsewhere", &Spoiler::repeat},
            {"two edits changed places", &Spoiler::exchange},
            {"an edit stands at another place", &Spoiler::displace},
            {"an edit goes to another register", &Spoiler::other_to},
            {"an edit takes from another register", &Spoiler::other_from},
            {"a store goes to another slot", &Spoiler::other_store},
            {"a load takes from another slot", &Spoiler::other_load},
            {"an edit is of another value", &Spoiler::other_value},
            {"an edit is of another kind", &Spoiler::other_kind},
            {"a use is in another register", &Spoiler::other_use},
            {"a result is in another register", &Spoiler::other_result},
            {"an operand is in a register of another class", &Spoiler::other_class},
            {"a fixed operand is elsewhere", &Spoiler::not_fixed},
            {"an operand that wants a set is elsewhere", &Spoiler::not_in_set},
            {"a tie is broken", &Spoiler::untie},
            {"an early result is where a use is", &Spoiler::early},
            {"two results are in one register", &Spoiler::two_results},
            {"two slots are one", &Spoiler::one_slot},
            {"a slot is too small", &Spoiler::small_slot},
            {"a slot is not there", &Spoiler::no_slot},
            {"a phi is in another register", &Spoiler::other_phi},
            {"a phi is in another slot", &Spoiler::other_phi_slot},
            {"a split edge is another one", &Spoiler::other_split},
            {"an edge is split twice", &Spoiler::split_twice},
            {"code stands behind the end of a block", &Spoiler::behind},
            {"edits are not in order", &Spoiler::out_of_order},
            {"a swap where there is none", &Spoiler::no_swap},
            {"what cannot be made again is", &Spoiler::not_made},
            {"registers are missing", &Spoiler::too_few},
            {"a parameter is in another register", &Spoiler::other_parameter},
            {"refused, and a plan besides", &Spoiler::refused},
            {"two values changed registers at an instruction", &Spoiler::crossed}};
  }

 private:
  struct Spot {
    std::uint32_t inst, operand;
  };
  std::uint32_t pick(std::size_t below) { return static_cast<std::uint32_t>(engine_() % below); }
  std::uint32_t other_of(std::uint32_t cls, std::uint32_t reg) {
    const auto& list = p_.classes[cls].registers;
    if (list.size() < 2) return none;
    for (;;)
      if (const std::uint32_t r = list[pick(list.size())]; r != reg) return r;
  }
  std::uint32_t cls(std::uint32_t value) const { return p_.values[value].cls; }
  template <class Good>
  Edit* some_edit(Plan& plan, Good&& good) {
    std::vector<Edit*> found;
    for (Edit& e : plan.edits)
      if (good(e)) found.push_back(&e);
    return found.empty() ? nullptr : found[pick(found.size())];
  }
  // An operand that has a register, and what the problem says of it.
  template <class Good>
  std::uint32_t* some_operand(Plan& plan, Good&& good) {
    std::vector<std::uint32_t*> found;
    for (const Spot& s : places_) {
      std::uint32_t& r = plan.registers[p_.place[s.inst] + s.operand];
      if (r != none && good(p_.operands[s.inst][s.operand])) found.push_back(&r);
    }
    return found.empty() ? nullptr : found[pick(found.size())];
  }
  std::uint32_t class_of_register(std::uint32_t r) const {
    for (std::uint32_t c = 0; c < p_.classes.size(); ++c)
      if (std::count(p_.classes[c].registers.begin(), p_.classes[c].registers.end(), r) != 0) return c;
    return none;
  }
  bool set_other(std::uint32_t* reg) {
    if (reg == nullptr) return false;
    const std::uint32_t r = other_of(class_of_register(*reg), *reg);
    if (r != none) *reg = r;
    return r != none;
  }
  bool put(Plan& plan, const Edit& e) {
    const auto at = std::upper_bound(plan.edits.begin(), plan.edits.end(), e,
                                     [](const Edit& a, const Edit& b) { return a.at < b.at; });
    plan.edits.insert(at, e);
    return true;
  }

  bool drop(Plan& plan) {
    if (plan.edits.empty()) return false;
    plan.edits.erase(plan.edits.begin() + pick(plan.edits.size()));
    return true;
  }
  bool repeat(Plan& plan) {
    if (plan.edits.empty()) return false;
    Edit e = plan.edits[pick(plan.edits.size())];
    e.at = plan.edits[pick(plan.edits.size())].at;
    return put(plan, e);
  }
  bool exchange(Plan& plan) {
    for (std::size_t tries = 0; tries < 20 && plan.edits.size() > 1; ++tries) {
      const std::size_t k = pick(plan.edits.size() - 1);
      if (plan.edits[k].at != plan.edits[k + 1].at || plan.edits[k] == plan.edits[k + 1]) continue;
      std::swap(plan.edits[k], plan.edits[k + 1]);
      return true;
    }
    return false;
  }
  bool displace(Plan& plan) {
    if (plan.edits.size() < 2) return false;
    const std::uint32_t k = pick(plan.edits.size());
    Edit e = plan.edits[k];
    const Position at = plan.edits[pick(plan.edits.size())].at;
    if (at == e.at) return false;
    plan.edits.erase(plan.edits.begin() + k);
    e.at = at;
    return put(plan, e);
  }
  bool other_to(Plan& plan) {
    Edit* const e = some_edit(plan, [](const Edit& x) { return x.kind != Edit::Kind::store; });
    return e != nullptr && set_other(&e->to);
  }
  bool other_from(Plan& plan) {
    Edit* const e = some_edit(plan, [](const Edit& x) {
      return x.kind == Edit::Kind::store || x.kind == Edit::Kind::move || x.kind == Edit::Kind::swap;
    });
    return e != nullptr && set_other(&e->from);
  }
  bool other_store(Plan& plan) {
    Edit* const e = some_edit(plan, [](const Edit& x) { return x.kind == Edit::Kind::store; });
    if (e == nullptr || plan.slots.size() < 2) return false;
    e->to = (e->to + 1 + pick(plan.slots.size() - 1)) % static_cast<std::uint32_t>(plan.slots.size());
    return true;
  }
  bool other_load(Plan& plan) {
    Edit* const e = some_edit(plan, [](const Edit& x) { return x.kind == Edit::Kind::load; });
    if (e == nullptr || plan.slots.size() < 2) return false;
    e->from = (e->from + 1 + pick(plan.slots.size() - 1)) % static_cast<std::uint32_t>(plan.slots.size());
    return true;
  }
  bool other_value(Plan& plan) {
    Edit* const e = some_edit(plan, [](const Edit&) { return true; });
    if (e == nullptr) return false;
    const std::uint32_t v = pick(p_.values.size());
    if (v == e->value) return false;
    e->value = v;
    return true;
  }
  bool other_kind(Plan& plan) {
    Edit* const e =
        some_edit(plan, [](const Edit& x) { return x.kind == Edit::Kind::store || x.kind == Edit::Kind::load; });
    if (e == nullptr) return false;
    e->kind = e->kind == Edit::Kind::store ? Edit::Kind::load : Edit::Kind::store;
    std::swap(e->to, e->from);
    return true;
  }
  bool other_use(Plan& plan) {
    return set_other(some_operand(plan, [](const Operand& o) { return !o.is_def && o.want == Want::any; }));
  }
  bool other_result(Plan& plan) {
    return set_other(some_operand(plan, [](const Operand& o) { return o.is_def && o.want == Want::any; }));
  }
  bool other_class(Plan& plan) {
    std::uint32_t* const r = some_operand(plan, [](const Operand&) { return true; });
    if (r == nullptr || p_.classes.size() < 2) return false;
    const std::uint32_t c = class_of_register(*r);
    *r = p_.classes[(c + 1) % p_.classes.size()].registers[0];
    return true;
  }
  bool not_fixed(Plan& plan) {
    return set_other(some_operand(plan, [](const Operand& o) { return o.want == Want::fixed; }));
  }
  bool not_in_set(Plan& plan) {
    const Operand* found = nullptr;
    std::uint32_t* const r = some_operand(plan, [&](const Operand& o) {
      if (o.want == Want::subset) found = &o;
      return o.want == Want::subset;
    });
    if (r == nullptr) return false;
    for (const std::uint32_t x : p_.classes[class_of_register(*r)].registers)
      if (std::count(p_.sets[found->which].begin(), p_.sets[found->which].end(), x) == 0) {
        *r = x;
        return true;
      }
    return false;
  }
  bool untie(Plan& plan) {
    return set_other(some_operand(plan, [](const Operand& o) { return o.tied != none; }));
  }
  bool early(Plan& plan) {
    return beside(plan, [](const Operand& a, const Operand& b) { return a.early && !b.is_def; });
  }
  bool two_results(Plan& plan) {
    return beside(plan, [](const Operand& a, const Operand& b) { return a.is_def && b.is_def; });
  }
  bool crossed(Plan& plan) {
    for (int tries = 0; tries < 40 && !places_.empty(); ++tries) {
      const Spot& s = places_[pick(places_.size())];
      const auto all = p_.operands[s.inst];
      const std::uint32_t k = pick(all.size()), j = pick(all.size());
      std::uint32_t& a = plan.registers[p_.place[s.inst] + k];
      std::uint32_t& b = plan.registers[p_.place[s.inst] + j];
      if (a == b || a == none || b == none || cls(all[k].value) != cls(all[j].value)) continue;
      std::swap(a, b);
      return true;
    }
    return false;
  }
  template <class Good>
  bool beside(Plan& plan, Good&& good) {
    for (const Spot& s : places_) {
      const auto all = p_.operands[s.inst];
      for (std::uint32_t j = 0; j < all.size(); ++j) {
        if (j == s.operand || !good(all[s.operand], all[j]) || cls(all[j].value) != cls(all[s.operand].value)) continue;
        const std::uint32_t r = plan.registers[p_.place[s.inst] + j];
        if (r == none) continue;
        plan.registers[p_.place[s.inst] + s.operand] = r;
        return true;
      }
    }
    return false;
  }
  bool one_slot(Plan& plan) {
    if (plan.slots.size() < 2) return false;
    const std::uint32_t a = pick(plan.slots.size()), b = pick(plan.slots.size());
    if (a == b || plan.slots[a] != plan.slots[b]) return false;
    for (Edit& e : plan.edits) {
      if (e.kind == Edit::Kind::store && e.to == a) e.to = b;
      if (e.kind == Edit::Kind::load && e.from == a) e.from = b;
    }
    for (auto& place : plan.phis)
      if (place.slot == a) place.slot = b;
    return true;
  }
  bool small_slot(Plan& plan) {
    Edit* const e = some_edit(plan, [](const Edit& x) { return x.kind == Edit::Kind::store; });
    if (e == nullptr) return false;
    if (pick(2) == 0)
      plan.slots[e->to].bytes -= 1;
    else
      plan.slots[e->to].align /= 2;
    return true;
  }
  bool no_slot(Plan& plan) {
    Edit* const e = some_edit(plan, [](const Edit& x) { return x.kind == Edit::Kind::load; });
    if (e == nullptr) return false;
    e->from = static_cast<std::uint32_t>(plan.slots.size());
    return true;
  }
  bool other_phi(Plan& plan) {
    for (auto& place : plan.phis)
      if (place.reg != none && pick(2) == 0) return set_other(&place.reg);
    return false;
  }
  bool other_phi_slot(Plan& plan) {
    for (auto& place : plan.phis)
      if (place.slot != none && plan.slots.size() > 1) {
        place.slot = (place.slot + 1) % static_cast<std::uint32_t>(plan.slots.size());
        return true;
      }
    return false;
  }
  bool other_split(Plan& plan) {
    if (plan.splits.empty()) return false;
    auto& s = plan.splits[pick(plan.splits.size())];
    const Block before = s.to;
    s.to = pick(p_.block_count());
    return s.to != before;
  }
  bool split_twice(Plan& plan) {
    if (plan.splits.empty()) return false;
    plan.splits.push_back(plan.splits[pick(plan.splits.size())]);
    return true;
  }
  bool behind(Plan& plan) {
    for (int tries = 0; tries < 20 && !plan.edits.empty(); ++tries) {
      Edit e = plan.edits[pick(plan.edits.size())];
      if (e.at.block >= p_.block_count() || p_.exit(e.at.block) == p_.first[e.at.block + 1]) continue;
      e.at.inst = p_.first[e.at.block + 1];
      return put(plan, e);
    }
    return false;
  }
  bool out_of_order(Plan& plan) {
    for (std::size_t k = 0; k + 1 < plan.edits.size(); ++k)
      if (plan.edits[k].at != plan.edits[k + 1].at) {
        std::swap(plan.edits[k], plan.edits[k + 1]);
        return true;
      }
    return false;
  }
  bool no_swap(Plan& plan) {
    Edit* const e =
        some_edit(plan, [&](const Edit& x) { return x.kind == Edit::Kind::move && !p_.classes[cls(x.value)].swap; });
    if (e == nullptr) return false;
    e->kind = Edit::Kind::swap;
    return true;
  }
  bool not_made(Plan& plan) {
    Edit* const e =
        some_edit(plan, [&](const Edit& x) { return x.kind == Edit::Kind::load && p_.values[x.value].remat == none; });
    if (e == nullptr) return false;
    e->kind = Edit::Kind::make;
    return true;
  }
  bool too_few(Plan& plan) {
    if (plan.registers.empty()) return false;
    plan.registers.pop_back();
    return true;
  }
  bool other_parameter(Plan& plan) {
    return !plan.parameters.empty() && set_other(&plan.parameters[pick(plan.parameters.size())]);
  }
  bool refused(Plan& plan) {
    plan.refusal = Refusal::instruction;
    return true;
  }

  const Problem& p_;
  std::mt19937& engine_;
  std::vector<Spot> places_;
};

}  // namespace regalloc_test
