// Pressure: the curve, and what is live where it is highest.
#include <map>
#include <optional>
#include <set>
#include <string>

#include <lathe/pressure/analysis.hpp>
#include <lathe/pressure/problem.hpp>
#include <lathe/pressure/report.hpp>

#include "nvptx/mir/facts.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr std::size_t most_steps = 64;

// Where units are written and read; numbers of instructions over all blocks.
struct Mentions {
  std::vector<std::uint32_t> first_write, last_read, writes;
  explicit Mentions(const pressure::Problem& p)
      : first_write(p.register_unit_count(), pressure::none),
        last_read(p.register_unit_count(), pressure::none),
        writes(p.register_unit_count(), 0) {
    for (std::uint32_t i = 0; i < p.insts.size(); ++i)
      for (const pressure::Operand& o : p.operands_of(p.insts[i]))
        pressure::for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) {
          if (o.writes && first_write[u] == pressure::none) first_write[u] = i;
          writes[u] += o.writes ? 1 : 0;
          if (o.reads) last_read[u] = i;
        });
  }
};

/// Can values of a function of PTX be made again where they are read? By their one definition and what it reads.
class Again {
 public:
  Again(const mir::Module& module, const mir::Function& function) : m_(module), f_(function) {
    for (const mir::Block& block : f_.blocks)
      for (const mir::Inst& inst : block.insts) insts_.push_back(&inst);
    for (mir::Reg r = 0; r < f_.regs.size(); ++r) numbers_[plain(f_.regs[r].name)] = r;
    defs_.assign(f_.regs.size(), nullptr);
    several_.assign(f_.regs.size(), false);
    for (const mir::Inst* inst : insts_)
      mir::for_each_reg(m_, f_, *inst, [&](mir::Reg r, bool def) {
        if (!def || r >= defs_.size()) return;
        if (defs_[r] != nullptr) several_[r] = true;
        defs_[r] = inst;
      });
  }
  /// "yes", "yes, from what is live", or why not. `live`: names of the registers that are live where it is asked.
  const char* why(const std::string& name, const std::set<std::string>& live) const {
    const auto at = numbers_.find(name);
    const mir::Reg r = at == numbers_.end() ? mir::none : at->second;
    if (r >= defs_.size() || defs_[r] == nullptr) return "no: not written here";
    if (several_[r]) return "no: several definitions";
    const mir::Inst& inst = *defs_[r];
    if (inst.guard != mir::none) return "no: written under a guard";
    const auto effects = mir::effects_of(m_, f_, inst);
    if (effects.has(lathe::program::Effect::reads)) return "no: reads memory that may change";
    if (!effects.reusable() || m_.op(inst.op).op == mir::Op::call) return "no: not twice the same, or not to be moved";
    bool reads = false, all = true;
    mir::for_each_reg(m_, f_, inst, [&](mir::Reg used, bool def) {
      if (def) return;
      reads = true;
      all = all && used < several_.size() && !several_[used] && live.count(plain(f_.regs[used].name)) != 0;
    });
    return !reads ? "yes" : all ? "yes, from what is live" : "no: what it reads is not live";
  }

 private:
  // As problems call it.
  static std::string plain(const std::string& name) { return name.starts_with('%') ? name.substr(1) : name; }
  const mir::Module& m_;
  const mir::Function& f_;
  std::vector<const mir::Inst*> insts_, defs_;
  std::vector<bool> several_;
  std::map<std::string, mir::Reg> numbers_;
};

// Units live at a place, by a walk back from the block's end.
std::vector<std::uint32_t> live_at(const pressure::Problem& p, const pressure::Report& r, std::uint32_t block,
                                   std::uint32_t place) {
  std::set<std::uint32_t> live(r.live_out[block].begin(), r.live_out[block].end());
  const pressure::Problem::Block& b = p.blocks[block];
  for (std::uint32_t k = b.count; k > place; --k) {
    const auto operands = p.operands_of(p.insts[b.first + k - 1]);
    for (const pressure::Operand& o : operands)
      if (o.writes) pressure::for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) { live.erase(u); });
    for (const pressure::Operand& o : operands)
      if (o.reads) pressure::for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) { live.insert(u); });
  }
  if (place > 0)
    for (const pressure::Operand& o : p.operands_of(p.insts[b.first + place - 1]))
      if (o.writes) pressure::for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) { live.insert(u); });
  return {live.begin(), live.end()};
}

// The values of the highest place of a set.
Json peak_of(const pressure::Problem& p, const pressure::Report& r, std::uint32_t set, const Mentions& mentions,
             const Again* again) {
  const std::uint32_t block = r.maxima[set].block, place = r.peaks[std::size_t{block} * r.sets + set].place;
  std::vector<std::uint32_t> reg_of(p.register_unit_count(), 0);
  for (std::uint32_t reg = 0; reg < p.registers.size(); ++reg)
    if (p.registers[reg].cls != pressure::none)
      for (const std::uint32_t u : p.units_of(reg)) reg_of[u] = reg;
  const std::vector<std::uint32_t> live = live_at(p, r, block, place);
  std::set<std::string> registers;
  for (const std::uint32_t u : live) registers.insert(p.registers[reg_of[u]].name);
  std::vector<Json> values;
  for (const std::uint32_t u : live) {
    std::uint64_t weight = 0;
    for (const pressure::Feed& feed : p.feeds(u))
      if (feed.set == set) weight += feed.weight;
    if (weight == 0) continue;
    Json one;
    one.add("name", p.registers[reg_of[u]].name).add("weight", weight);
    if (mentions.first_write[u] == pressure::none)
      one.null("defined");
    else
      one.add("defined", std::uint64_t{mentions.first_write[u]});
    if (mentions.last_read[u] == pressure::none)
      one.null("last_use");
    else
      one.add("last_use", std::uint64_t{mentions.last_read[u]});
    one.add("definitions", std::uint64_t{mentions.writes[u]});
    if (again != nullptr) one.add("again", std::string(again->why(p.registers[reg_of[u]].name, registers)));
    values.push_back(std::move(one));
  }
  Json out;
  out.add("set", p.sets[set].name).add("block", std::uint64_t{block}).add("place", std::uint64_t{place});
  out.add("instruction", std::uint64_t{p.blocks.empty() ? 0 : p.blocks[block].first + place - (place > 0 ? 1 : 0)});
  return std::move(out.add("values", std::move(values)));
}

}  // namespace

Json picture_of(const pressure::Problem& p, const pressure::Report& r, const mir::Module* module,
                const mir::Function* function) {
  std::vector<Json> sets, peaks;
  const Mentions mentions(p);
  std::optional<Again> again;
  if (module != nullptr && function != nullptr) again.emplace(*module, *function);
  for (std::uint32_t s = 0; s < r.sets; ++s) {
    std::vector<std::int64_t> curve;
    for (std::size_t k = s; k < r.pressure.size(); k += r.sets) curve.push_back(r.pressure[k]);
    Json one;
    one.add("set", p.sets[s].name).numbers("curve", curve);
    std::vector<std::int64_t> steps;
    for (std::size_t k = 0; k < p.sets[s].steps.size() && k < most_steps; ++k) steps.push_back(p.sets[s].steps[k]);
    sets.push_back(std::move(one.numbers("steps", steps)));
    if (!p.blocks.empty()) peaks.push_back(peak_of(p, r, s, mentions, again ? &*again : nullptr));
  }
  std::vector<std::int64_t> counts;
  std::vector<std::string> names;
  for (const pressure::Problem::Block& block : p.blocks) counts.push_back(block.count), names.push_back(block.name);
  Json out;
  out.add("function", p.name).numbers("counts", counts).names("blocks", names).add("sets", std::move(sets));
  if (module == nullptr) {  // of PTX the page has the text
    std::vector<std::string> ops;
    for (const pressure::Problem::Inst& inst : p.insts) ops.push_back(p.ops[inst.op]);
    out.names("ops", ops);
  }
  return std::move(out.add("peaks", std::move(peaks)));
}

}  // namespace lathe::nvptx::cli
