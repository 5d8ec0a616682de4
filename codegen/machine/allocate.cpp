#include "codegen/machine/allocate.hpp"

#include <algorithm>
#include <memory>

#include <lathe/regalloc/apply.hpp>
#include <lathe/regalloc/check.hpp>

namespace lathe::codegen::machine {

namespace {

// Registers that values may have, in one row, file by file.
struct Row {
  struct Place {
    std::uint32_t file, reg;
  };
  std::vector<Place> places;
  std::vector<std::vector<std::uint32_t>> numbers;  // per file and register; none: reserved

  explicit Row(const Registers& registers) {
    for (std::uint32_t c = 0; c < registers.files.size(); ++c) {
      const File& file = registers.files[c];
      numbers.emplace_back(file.count, none);
      for (std::uint32_t k = 0; k < file.count; ++k) {
        if (std::find(file.reserved.begin(), file.reserved.end(), k) != file.reserved.end()) continue;
        numbers[c][k] = static_cast<std::uint32_t>(places.size());
        places.push_back({c, k});
      }
    }
  }
};

// What regalloc asks.
struct Own {
  const Function* f;
  const Registers* registers;
  const Row* row;
  std::vector<std::uint32_t> lost;  // at calls

  Own(const Function& function, const Registers& r, const Row& places) : f(&function), registers(&r), row(&places) {
    for (std::uint32_t n = 0; n < row->places.size(); ++n)
      if (registers->files[row->places[n].file].lost_at_calls) lost.push_back(n);
  }
  regalloc::Machine machine() const {
    regalloc::Machine out;
    for (const Row::Place& p : row->places) out.registers.push_back(registers->files[p.file].register_name(p.reg));
    for (std::uint32_t c = 0; c < registers->files.size(); ++c) {
      const File& file = registers->files[c];
      out.classes.push_back({file.name, {}, file.slot_bytes, file.slot_align, file.swap});
      for (const std::uint32_t n : row->numbers[c])
        if (n != none) out.classes.back().registers.push_back(n);
    }
    return out;
  }
  std::uint32_t register_class(ValueId v) const { return f->register_class(v); }
  regalloc::Constraint constraint(InstId i, std::uint32_t k) const {
    if (!registers->allowed) return {};
    const std::vector<std::uint32_t> allowed = registers->allowed(*f, i, k);
    if (allowed.empty()) return {};
    std::uint32_t cls = none, at = 0;
    f->for_each_operand(i, [&](const program::Operand<ValueId>& o) {
      if (at++ == k) cls = f->register_class(o.value);
    });
    std::vector<std::uint32_t> out;
    for (const std::uint32_t r : allowed) out.push_back(r < row->numbers[cls].size() ? row->numbers[cls][r] : none);
    return out.size() == 1 ? regalloc::Constraint::fixed(out[0]) : regalloc::Constraint::among(out);
  }
  template <class F>
  void for_each_clobber(InstId i, F&& f_each) const {
    if (f->effects(i).has(program::Effect::call))
      for (const std::uint32_t n : lost) f_each(n);
  }
};

using Allocation = regalloc::Allocation<Function, Own>;

struct Maker {
  Function& f;
  const Row& row;
  std::uint32_t first_object;
  ValueId physical(std::uint32_t r) { return f.register_value(row.places[r].file, row.places[r].reg); }
  InstId move(std::uint32_t to, std::uint32_t from) { return f.make_copy(physical(to), physical(from)); }
  InstId store(std::uint32_t slot, std::uint32_t from) { return f.make_spill(physical(from), first_object + slot); }
  InstId load(std::uint32_t to, std::uint32_t slot) { return f.make_reload(physical(to), first_object + slot); }
  InstId swap(std::uint32_t a, std::uint32_t b) { return f.make_swap(physical(a), physical(b)); }
};

class Allocator {
 public:
  Allocator(Function& f, const Registers& registers, Banks* banks, const AllocationOptions& options,
            const RemarkSink& sink)
      : f_(f), registers_(registers), banks_(banks), options_(options), sink_(sink), row_(registers) {
    if (banks_ != nullptr && banks_->uniform == none) banks_ = nullptr;
    if (banks_ != nullptr) options_.plan.split_edges = false;
  }

  AllocationResult run() {
    std::unique_ptr<Allocation> found;
    for (;;) {
      ++out_.rounds;
      found = std::make_unique<Allocation>(f_, Own(f_, registers_, row_));
      sink_ ? found->run(options_.plan, sink_) : found->run(options_.plan);
      if (!found->good()) {
        out_.fault = fault(*found);
        return std::move(out_);
      }
      const std::vector<ValueId> wrong = edited_apart(*found);
      if (wrong.empty()) break;
      const std::uint64_t went = demote(f_, registers_, *banks_, wrong);
      out_.demoted += went;
      tell(wrong);
      if (went == 0) {
        out_.fault = "function '" + f_.title + "': " + f_.value_name(wrong[0]) +
                     " is in a uniform register where threads are apart, and cannot leave it";
        return std::move(out_);
      }
    }
    if (options_.verify)
      if (const auto faults = regalloc::check_plan(found->problem(), found->plan()); !faults.empty()) {
        out_.fault = "function '" + f_.title + "': a wrong plan of registers: " + faults.begin()->text;
        return std::move(out_);
      }
    apply(*found);
    return std::move(out_);
  }

 private:
  // Uniform values that the plan writes, or spills, where threads may be apart.
  std::vector<ValueId> edited_apart(const Allocation& found) const {
    std::vector<ValueId> out;
    if (banks_ == nullptr) return out;
    found.for_each_edit([&](const regalloc::EditOf<Function>& e) {
      const std::uint32_t reg = e.kind == regalloc::Edit::Kind::store ? e.from : e.to;
      if (row_.places[reg].file == banks_->uniform && banks_->is_apart(*e.at.block)) out.push_back(e.value);
    });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  void tell(const std::vector<ValueId>& values) const {
    if (!sink_) return;
    for (const ValueId v : values)
      sink_(Remark{Remark::Kind::missed,
                   "banks",
                   "TakenBack",
                   f_.title,
                   "too few uniform registers: it would be written where threads are apart",
                   {{"Value", f_.value_name(v)}}});
  }

  std::string fault(const Allocation& found) const {
    std::string out = "function '" + f_.title + "': ";
    const regalloc::Plan& plan = found.plan();
    const auto inst = found.where();
    if (found.obstacle() != regalloc::Obstacle::none) {
      out += "no registers can be given: " +
             std::string(regalloc::obstacle_names[static_cast<std::size_t>(found.obstacle())]);
    } else {
      out += "no registers: " + std::string(regalloc::refusal_names[static_cast<std::size_t>(plan.refusal)]);
      if (plan.refused_class != none) out += ", of file '" + registers_.files[plan.refused_class].name + "'";
      if (plan.refusal == regalloc::Refusal::bad_problem)
        out += ", " + regalloc::check_problem(found.problem()).begin()->text;
      if (plan.refusal == regalloc::Refusal::critical_edge)
        out += ", from " + f_.block_name(found.numbering().block(plan.refused_at)) + " to " +
               f_.block_name(found.numbering().block(plan.refused_to));
    }
    return inst ? out + ": " + text(f_, *inst, &registers_) : out;
  }

  void apply(const Allocation& found) {
    out_.stats = found.plan().stats;
    Maker make{f_, row_, static_cast<std::uint32_t>(f_.frame.size())};
    for (const regalloc::Slot& slot : found.plan().slots) f_.frame.push_back({slot.bytes, std::max(slot.align, 1U), 0});
    std::uint32_t parameters = 0;
    f_.for_each_parameter([&](ValueId) { ++parameters; });
    for (std::uint32_t k = 0; k < parameters; ++k) {
      const std::uint32_t reg = found.parameter(k);
      out_.parameters.push_back(reg == none ? ValueId() : make.physical(reg));
    }
    std::vector<BlockId> from;
    found.for_each_split([&](BlockId b, BlockId) { from.push_back(b); });
    regalloc::apply(f_, found, make);
    // Blocks of edges, which now stand at the end, go right behind where they come from: threads meet as they did.
    std::vector<BlockId> all(f_.blocks().begin(), f_.blocks().end());
    const std::size_t before = all.size() - from.size();
    for (std::size_t k = from.size(); k-- > 0;) {
      const auto at = std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(before), from[k]);
      std::optional<BlockId> next;
      bool met = false;
      for (const BlockId b : f_.blocks()) {
        if (met && !next) next = b;
        met = met || b == *at;
      }
      if (next && *next != all[before + k]) f_.put_block(all[before + k], true, next);
    }
  }

  Function& f_;
  const Registers& registers_;
  Banks* banks_;
  AllocationOptions options_;
  const RemarkSink& sink_;
  Row row_;
  AllocationResult out_;
};

}  // namespace

AllocationResult allocate(Function& function, const Registers& registers, Banks* banks,
                          const AllocationOptions& options, const RemarkSink& sink) {
  return Allocator(function, registers, banks, options, sink).run();
}

FrameLayout lay_out_frame(Function& function, std::uint64_t limit, std::uint32_t least_align) {
  FrameLayout out;
  out.align = least_align;
  std::vector<std::uint32_t> order;
  for (std::uint32_t k = 0; k < function.frame.size(); ++k) order.push_back(k);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return function.frame[a].align > function.frame[b].align; });
  const auto rounded = [](std::uint64_t n, std::uint32_t align) { return (n + align - 1) / align * align; };
  for (const std::uint32_t k : order) {
    FrameObject& object = function.frame[k];
    object.offset = rounded(out.bytes, object.align);
    if (object.bytes > limit || object.offset > limit - object.bytes) {
      out.fault = "function '" + function.title + "': its frame has more than " + std::to_string(limit) + " bytes";
      return out;
    }
    out.bytes = object.offset + object.bytes;
    out.align = std::max(out.align, object.align);
  }
  out.bytes = rounded(out.bytes, out.align);
  if (out.bytes > limit)
    out.fault = "function '" + function.title + "': its frame has more than " + std::to_string(limit) + " bytes";
  return out;
}

}  // namespace lathe::codegen::machine
