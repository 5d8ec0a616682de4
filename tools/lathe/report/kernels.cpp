// See kernels.hpp.
#include "tools/lathe/report/kernels.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "nvptx/mir/facts.hpp"
#include "nvptx/views/launch.hpp"

namespace lathe::nvptx::cli {
namespace {

// Bytes of a variable as it is declared; arrays without a bound are the launch's.
std::uint64_t bytes_of(const mir::Variable& v) {
  std::uint64_t bytes = mir::bits_of(v.type) / 8 * v.vector;
  for (const std::uint64_t n : v.dims) bytes *= n;
  return bytes;
}

/// Which variables of a space a function reaches, its callees included: each once, as one layout has them.
class Reached {
 public:
  Reached(const mir::Module& module, mir::Space space) : module_(module), space_(space) {
    for (const mir::Variable& v : module.variables) global_[v.name] = &v;
    for (const mir::Function& f : module.functions)
      if (!f.blocks.empty()) functions_[f.name] = &f;
  }
  std::uint64_t bytes(const mir::Function& function) {
    add(function);
    return bytes_;
  }

 private:
  void add(const mir::Function& f) {
    if (!seen_.insert(f.name).second) return;
    for (const mir::Variable& v : f.variables)
      if (v.space == space_) take(v);
    for (const mir::Operand& o : f.operands) {
      if (o.kind != mir::Operand::Kind::symbol && o.kind != mir::Operand::Kind::mem_sym) continue;
      const std::string& name = module_.name(o.a);
      if (const auto at = global_.find(name); at != global_.end() && at->second->space == space_)
        if (seen_.insert(name).second) take(*at->second);
      if (const auto at = functions_.find(name); at != functions_.end()) add(*at->second);
    }
  }
  void take(const mir::Variable& v) {
    const std::uint64_t align = std::max<std::uint64_t>(1, v.align != 0 ? v.align : mir::bits_of(v.type) / 8);
    bytes_ = (bytes_ + align - 1) / align * align + bytes_of(v);
  }
  const mir::Module& module_;
  mir::Space space_;
  std::map<std::string_view, const mir::Variable*> global_;
  std::map<std::string_view, const mir::Function*> functions_;
  std::set<std::string> seen_;
  std::uint64_t bytes_ = 0;
};

const char* to_string(Occupancy::Limit limit) {
  static constexpr const char* names[] = {"warps", "blocks", "registers", "shared", "unlaunchable"};
  return names[static_cast<int>(limit)];
}

std::uint32_t shared_bytes(const KernelRow& row) {
  const std::uint64_t fixed = row.ptxas && row.ptxas->shared ? *row.ptxas->shared : row.shared;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(fixed + row.dynamic_shared, 1U << 30));
}

// Where the number of blocks changes, {value, blocks} behind each other, from `first` to `last`.
template <class F>
std::vector<std::int64_t> stairs(unsigned first, unsigned last, unsigned by, F&& blocks) {
  std::vector<std::int64_t> out;
  for (unsigned at = first; at <= last; at += by)
    if (const std::int64_t now = blocks(at); out.empty() || out.back() != now) {
      out.push_back(at);
      out.push_back(now);
    }
  return out;
}

// Warps that a lower step would win for each register that it asks for.
double gain_of(const KernelRow& row) {
  if (!row.next) return 0;
  const std::uint64_t save = row.registers_taken() - row.next->registers;
  return static_cast<double>(row.next->warps - row.occupancy.warps) /
         static_cast<double>(std::max<std::uint64_t>(1, save));
}

}  // namespace

KernelRow row_of(const mir::Module& module, const mir::Function& function, const LaunchGuess& guess) {
  KernelRow row;
  row.function = function.name;
  row.kernel = function.kernel;
  for (const mir::Block& block : function.blocks) row.instructions += block.insts.size();
  row.shared = Reached(module, mir::Space::shared).bytes(function);
  for (const mir::Variable& v : function.variables)
    if (v.space == mir::Space::local) row.local += bytes_of(v);
  const MirLaunch launch = launch_of(function);
  row.threads = launch.exact_threads != 0  ? launch.exact_threads
                : launch.most_threads != 0 ? launch.most_threads
                                           : guess.threads;
  row.threads_by = launch.exact_threads != 0 ? "reqntid" : launch.most_threads != 0 ? "maxntid" : "--block";
  row.dynamic_shared = guess.shared;
  return row;
}

void settle_occupancy(const Multiprocessor& machine, KernelRow& row) {
  const auto taken = static_cast<unsigned>(std::min<std::uint64_t>(row.registers_taken(), 1U << 16));
  const unsigned shared = shared_bytes(row);
  row.occupancy = occupancy(machine, taken, row.threads, shared);
  row.next.reset();
  row.slack.reset();
  for (unsigned fewer = std::min(taken, machine.thread_registers + 1); fewer-- > 1;)
    if (const unsigned warps = occupancy(machine, fewer, row.threads, shared).warps; warps > row.occupancy.warps) {
      row.next = RegisterStep{fewer, warps};
      break;
    }
  if (row.occupancy.blocks == 0) return;
  unsigned more = taken;
  while (more < machine.thread_registers &&
         occupancy(machine, more + 1, row.threads, shared).warps >= row.occupancy.warps)
    ++more;
  row.slack = more - taken;
}

void settle_time(const Multiprocessor& machine, const mir::Module& module, const mir::Function& function,
                 const Profiled* profiled, KernelRow& row) {
  row.time.reset();
  if (!row.kernel || row.occupancy.warps == 0) return;
  MirThroughputOptions options;
  options.warps = std::max(row.occupancy.warps / machine.partitions, 1U);
  const auto answer = [&] {
    const auto problem = throughput_problem(module, function, options);
    return throughput_json(problem, flow::throughput::analyse(problem));
  };
  row.time.emplace().answer = answer();
  if (profiled == nullptr) return;
  if (const auto at = profiled->find(function.name); at != profiled->end()) {
    options.lines = at->second;
    row.time->profiled = answer();
  }
}

void sort_by_gain(std::vector<KernelRow>& rows) {
  const auto key = [](const KernelRow& r) {
    return std::make_tuple(r.kernel, r.spilled().value_or(0), gain_of(r), r.instructions);
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const KernelRow& a, const KernelRow& b) { return key(a) > key(b); });
}

std::map<std::string, std::optional<double>> figures_of(const Multiprocessor& machine, const KernelRow& row) {
  std::map<std::string, std::optional<double>> out;
  const auto add = [&](const char* name, const auto& value) { out[name] = static_cast<double>(value); };
  const auto maybe = [&](const char* name, const std::optional<std::uint64_t>& value) {
    out[name] = value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  };
  const PtxasFigures none;
  const PtxasFigures& ptxas = row.ptxas ? *row.ptxas : none;
  add("instructions", row.instructions);
  add("registers", row.registers);
  add("predicates", row.predicates);
  add("shared", row.shared);
  add("local", row.local);
  maybe("registers_ptxas", ptxas.registers);
  maybe("barriers_ptxas", ptxas.barriers);
  maybe("shared_ptxas", ptxas.shared ? ptxas.shared : ptxas.registers ? std::optional<std::uint64_t>(0) : std::nullopt);
  maybe("constant_ptxas", ptxas.constant);
  maybe("stack", ptxas.stack);
  maybe("spill_stores", ptxas.spill_stores);
  maybe("spill_loads", ptxas.spill_loads);
  maybe("sass_bytes", ptxas.sass_bytes);
  if (!row.kernel) return out;
  add("threads", row.threads);
  add("dynamic_shared", row.dynamic_shared);
  add("blocks", row.occupancy.blocks);
  add("warps", row.occupancy.warps);
  add("occupancy", static_cast<double>(row.occupancy.warps) / machine.warps);
  maybe("next_registers", row.next ? std::optional<std::uint64_t>(row.next->registers) : std::nullopt);
  maybe("next_warps", row.next ? std::optional<std::uint64_t>(row.next->warps) : std::nullopt);
  maybe("to_next", row.next ? std::optional(row.registers_taken() - row.next->registers) : std::nullopt);
  maybe("slack", row.slack);
  add("gain", gain_of(row));
  out["cycles"] = row.time ? row.time->answer.member("cycles").figure() : std::nullopt;
  out["cycles_together"] = row.time ? row.time->answer.member("together").figure() : std::nullopt;
  out["cycles_profiled"] =
      row.time && row.time->profiled ? row.time->profiled->member("together").figure() : std::nullopt;
  return out;
}

Json to_json(const Multiprocessor& machine, const KernelRow& row) {
  const auto add = [](Json& to, const std::map<std::string, std::optional<double>>& figures) {
    for (const auto& [name, value] : figures)
      if (!value)
        to.null(name.c_str());
      else if (*value == static_cast<double>(static_cast<std::int64_t>(*value)))
        to.number(name.c_str(), static_cast<std::int64_t>(*value));
      else
        to.add(name.c_str(), *value);
  };
  Json out;
  out.add("function", row.function).flag("kernel", row.kernel);
  add(out, figures_of(machine, row));
  if (row.kernel) {
    out.add("threads_by", row.threads_by).add("limit", std::string(to_string(row.occupancy.limit)));
    out.add("occupancy_by", std::string(row.ptxas && row.ptxas->registers ? "ptxas" : "estimate"));
    if (row.time) {
      out.add("bound", row.time->answer.member("bound").word()).add("time", row.time->answer.copy());
      if (row.time->profiled) out.add("time_profiled", row.time->profiled->copy());
    }
    const auto taken = static_cast<unsigned>(std::min<std::uint64_t>(row.registers_taken(), 1U << 16));
    const unsigned shared = shared_bytes(row);
    out.numbers("stairs_registers", stairs(1, machine.thread_registers, 1, [&](unsigned registers) {
                  return occupancy(machine, registers, row.threads, shared).blocks;
                }));
    out.numbers("stairs_shared", stairs(0, machine.block_shared, machine.shared_granule, [&](unsigned bytes) {
                  return occupancy(machine, taken, row.threads, bytes).blocks;
                }));
    out.numbers("stairs_threads",
                stairs(Multiprocessor::warp, machine.block_threads, Multiprocessor::warp,
                       [&](unsigned threads) { return occupancy(machine, taken, threads, shared).blocks; }));
  }
  if (!row.was.empty()) {
    Json was;
    add(was, row.was);
    out.add("was", std::move(was));
  }
  return out;
}

}  // namespace lathe::nvptx::cli
