// See function.hpp.
#include "nvptx/debug/function.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "nvptx/debug/expression.hpp"
#include "nvptx/debug/flow.hpp"
#include "nvptx/debug/plan.hpp"
#include "nvptx/print/registers.hpp"

namespace lathe::nvptx::debug {

std::string label(std::uint32_t function, std::uint32_t number) {
  const std::string f = std::to_string(function);
  if (number == DebugRecord::begin) return "$L__func_begin" + f;
  if (number == DebugRecord::end) return "$L__func_end" + f;
  return "$L__tmp" + f + "_" + std::to_string(number - 2);
}

namespace {

class Finisher {
 public:
  Finisher(mir::Module& module, mir::Function& function, std::uint32_t number, const Plan& plan,
           const FunctionNotes& notes)
      : m_(module), f_(function), plan_(plan), notes_(notes), number_(number) {}

  DebugRecord run() {
    name_depot();
    number_instructions();
    record_.present = true;
    record_.scope = notes_.scope;
    scopes();
    labels();
    variables();
    write_labels();
    return std::move(record_);
  }

 private:
  // All functions have a depot of one name; the sections want it of each.
  void name_depot() {
    const auto depot = std::find_if(f_.variables.begin(), f_.variables.end(),
                                    [](const mir::Variable& v) { return v.name == "__local_depot"; });
    if (depot == f_.variables.end()) return;
    const mir::NameId old = m_.name(depot->name);
    depot->name += std::to_string(number_);
    depot_ = depot->name;
    const mir::NameId made = m_.name(depot_);
    for (mir::Operand& o : f_.operands)
      if ((o.kind == mir::Operand::Kind::symbol || o.kind == mir::Operand::Kind::mem_sym) && o.a == old) o.a = made;
  }

  // Where a label may stand instead of before instruction i: not inside braces. What begins in there begins behind
  // them, what ends in there ends before them.
  void number_instructions() {
    std::uint32_t count = 0;
    for (const mir::Block& block : f_.blocks) {
      starts_.push_back(count);
      count += static_cast<std::uint32_t>(block.insts.size());
    }
    starts_.push_back(count);
    opened_.resize(count + 1);
    closed_.resize(count + 1);
    std::vector<bool> inside(count + 1, false), says(count + 1, false);
    std::uint32_t depth = 0, at = 0, opened = 0;
    for (const mir::Block& block : f_.blocks)
      for (const mir::Inst& inst : block.insts) {
        const mir::Op op = m_.op(inst.op).op;
        inside[at] = depth != 0;
        says[at] = is_value(m_, f_, inst);
        opened_[at] = depth == 0 ? at : opened;
        if (op == mir::Op::p_open && depth++ == 0) opened = at;
        if (op == mir::Op::p_close && depth > 0) --depth;
        ++at;
      }
    opened_[at] = at;
    // A `$value` is nothing in the text: what stands for it is the instruction behind.
    for (std::uint32_t i = count + 1, next = count; i-- > 0;) {
      if (!inside[i] && !says[i]) next = i;
      closed_[i] = next;
      if (!inside[i]) opened_[i] = next;
    }
  }
  bool inside_braces(std::uint32_t at) const { return opened_[at] < at; }
  std::uint32_t label_at(std::uint32_t position) {
    if (position <= closed_[0]) return DebugRecord::begin;
    if (position == starts_.back()) return DebugRecord::end;
    const auto [found, fresh] = labels_.try_emplace(position, 0);
    if (fresh) found->second = static_cast<std::uint32_t>(labels_.size() + 1);
    return found->second;
  }

  // ---- scopes ------------------------------------------------------------------------------------

  void scopes() {
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> ranges;
    std::uint32_t at = 0, begin = 0, current = 0;
    const auto close = [&](std::uint32_t end) {
      for (std::uint32_t s = current; s != 0 && begin != end; s = plan_.scopes()[s].parent) {
        auto& list = ranges[s];
        if (!list.empty() && list.back().second == begin)
          list.back().second = end;
        else
          list.emplace_back(begin, end);
      }
      begin = end;
    };
    for (const mir::Block& block : f_.blocks)
      for (const mir::Inst& inst : block.insts) {
        if (inst.loc != 0 && !is_value(m_, f_, inst) && !inside_braces(at) && notes_.scopes[inst.loc] != current) {
          close(at);
          current = notes_.scopes[inst.loc];
        }
        ++at;
      }
    close(at);
    for (const auto& [scope, list] : ranges) {
      if (scope == notes_.scope) continue;
      DebugRecord::Scope made{scope, {}};
      for (const auto& [from, to] : list) made.ranges.push_back({label_at(from), label_at(to)});
      record_.scopes.push_back(std::move(made));
    }
  }

  // ---- labels of the source ------------------------------------------------------------------------

  void labels() {
    std::uint32_t at = 0;
    for (const mir::Block& block : f_.blocks)
      for (const mir::Inst& inst : block.insts) {
        if (const std::uint32_t value = value_of(m_, f_, inst);
            value != mir::none && notes_.values[value].kind == DebugValue::Kind::label)
          record_.labels.push_back({notes_.values[value].variable, label_at(closed_[at])});
        ++at;
      }
  }

  // ---- variables ---------------------------------------------------------------------------------

  std::optional<DebugPlace> place_of(const DebugValue& value, std::string_view register_name) const {
    const Expression& expression = plan_.expressions()[value.expression];
    switch (value.kind) {
      case DebugValue::Kind::none:
      case DebugValue::Kind::label:
        return std::nullopt;
      case DebugValue::Kind::reg:
        return in_register(register_name, expression);
      case DebugValue::Kind::constant:
        return as_constant(value.number, expression);
      case DebugValue::Kind::frame:
        // A pass that moves bytes, or makes registers of them, does not say where each of the source's variables is now.
        if (depot_.empty() || f_.frame_moved) return std::nullopt;
        return at_symbol(depot_, static_cast<std::uint64_t>(value.number), class_local, expression);
      case DebugValue::Kind::param:
        return at_symbol(f_.params[static_cast<std::size_t>(value.number)].name, 0, class_param, expression);
    }
    return std::nullopt;
  }

  struct Stay {
    std::uint32_t from, to;  // positions
    DebugPlace place;
    std::uint64_t fragment_offset, fragment_bits;
  };

  void variables() {
    std::map<std::uint32_t, std::vector<Stay>> stays;
    const std::uint32_t end = starts_.back();
    const auto add = [&](const DebugValue& value, std::string_view name, std::uint32_t from, std::uint32_t to) {
      const Expression& e = plan_.expressions()[value.expression];
      auto& list = stays[value.variable];
      if (auto place = place_of(value, name); place && from < to)
        list.push_back({from, to, std::move(*place), e.fragment_offset, e.fragment_bits});
    };
    for (const DebugValue& value : notes_.objects) add(value, {}, 0, end);
    if (!notes_.values.empty()) {
      const std::vector<ValueRange> ranges = value_ranges(m_, f_, plan_.expressions(), notes_);
      drop_values();  // they name registers that are not in the text
      const mir::RegisterNames names(m_, f_);
      std::string text;
      for (const ValueRange& range : ranges) {
        text.clear();
        if (range.reg != mir::none && notes_.values[range.value].kind == DebugValue::Kind::reg) {
          mir::Writer writer(text);
          names.write(writer, range.reg);
        }
        add(notes_.values[range.value], text, range.from, range.to);
      }
    }
    for (auto& [variable, list] : stays) record_.variables.push_back({variable, joined(list)});
  }

  // In the order of the text, neighbours with one place as one, fragments put together.
  std::vector<DebugRecord::Stay> joined(std::vector<Stay>& list) {
    for (Stay& s : list) {
      s.from = closed_[s.from];
      s.to = opened_[s.to];
    }
    std::erase_if(list, [](const Stay& s) { return s.from >= s.to; });
    std::set<std::uint32_t> ends;
    for (const Stay& s : list) ends.insert({s.from, s.to});
    std::vector<DebugRecord::Stay> out;
    std::uint32_t last_end = mir::none;
    for (auto at = ends.begin(); at != ends.end() && std::next(at) != ends.end(); ++at) {
      auto place = place_between(list, *at);
      if (!place) continue;
      const DebugRecord::Range range{label_at(*at), label_at(*std::next(at))};
      if (last_end == *at && out.back().place == *place)
        out.back().range.to = range.to;
      else
        out.push_back({range, std::move(*place)});
      last_end = *std::next(at);
    }
    return out;
  }
  static std::optional<DebugPlace> place_between(const std::vector<Stay>& list, std::uint32_t at) {
    std::vector<Fragment> fragments;
    for (const Stay& s : list) {
      if (s.from > at || s.to <= at) continue;
      if (s.fragment_bits == 0) return s.place;
      fragments.push_back({s.fragment_offset, s.fragment_bits, &s.place});
    }
    std::sort(fragments.begin(), fragments.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
    return fragments.empty() ? std::nullopt : pieces(fragments);
  }

  // Their places are kept until the labels are written.
  void drop_values() {
    for (mir::Block& block : f_.blocks)
      for (mir::Inst& inst : block.insts)
        if (is_value(m_, f_, inst)) inst.count = 1;
  }

  // ---- labels ------------------------------------------------------------------------------------

  mir::Inst line(const std::string& text, std::uint32_t location = 0) {
    mir::Operand slot;
    slot.kind = mir::Operand::Kind::text;
    slot.a = m_.name(text);
    mir::Inst inst = f_.make(m_.intern(mir::pseudo::raw), {&slot, 1});
    inst.loc = location;
    return inst;
  }

  void write_labels() {
    auto next = labels_.begin();
    std::uint32_t at = 0;
    for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
      std::vector<mir::Inst> insts;
      if (b == 0) insts.push_back(line(label(number_, DebugRecord::begin) + ":", notes_.start));
      for (const mir::Inst& inst : f_.blocks[b].insts) {
        for (; next != labels_.end() && next->first == at; ++next)
          insts.push_back(line(label(number_, next->second) + ":"));
        if (!is_value(m_, f_, inst)) insts.push_back(inst);
        ++at;
      }
      if (b + 1 == f_.blocks.size()) insts.push_back(line(label(number_, DebugRecord::end) + ":"));
      f_.blocks[b].insts = std::move(insts);
    }
  }

  mir::Module& m_;
  mir::Function& f_;
  const Plan& plan_;
  const FunctionNotes& notes_;
  const std::uint32_t number_;
  DebugRecord record_;
  std::string depot_;
  std::vector<std::uint32_t> starts_;              // of each block, and the end
  std::vector<std::uint32_t> opened_, closed_;     // by position
  std::map<std::uint32_t, std::uint32_t> labels_;  // position -> number
};

}  // namespace

DebugRecord finish_function(mir::Module& module, mir::Function& function, std::uint32_t number, const Plan& plan,
                            const FunctionNotes& notes) {
  if (notes.scope == 0 || function.blocks.empty()) return {};
  return Finisher(module, function, number, plan, notes).run();
}

}  // namespace lathe::nvptx::debug
