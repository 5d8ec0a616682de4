// What `lathe run` tells about kernels and launches: --list, --stats, --profile.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tools/lathe/json.hpp"
#include "tools/lathe/run.hpp"

namespace lathe::nvptx::cli {
namespace {

using exec::Dim3;
using exec::ProfileCounts;
using exec::ProfileRow;

constexpr std::size_t shown_instructions = 40, shown_mnemonics = 20;

std::string dims(const Dim3& d) { return fmt::format("{},{},{}", d.x, std::max(1U, d.y), std::max(1U, d.z)); }

/// "-" where there is nothing to say.
std::string some(bool there, std::string text) { return there ? std::move(text) : "-"; }

std::string row_text(const ProfileRow& row, std::uint64_t total_cost, bool instruction) {
  const ProfileCounts& c = row.counts;
  const double share = total_cost == 0 ? 0 : 100.0 * static_cast<double>(c.cost) / static_cast<double>(total_cost);
  const double requests = static_cast<double>(std::max<std::uint64_t>(1, c.requests));
  return fmt::format("{:5.1f} {:>12} {:>5.1f} {:>8} {:>6} {:>9} {:>9}  {}\n", share, c.issued, c.lanes(),
                     some(c.requests != 0, fmt::format("{:.1f}", static_cast<double>(c.sectors) / requests)),
                     some(c.sectors != 0, fmt::format("{:.0f}%", 100 * c.efficiency())),
                     some(c.shared_requests != 0, std::to_string(c.conflicts)),
                     some(c.branches != 0, std::to_string(c.divergent)),
                     instruction ? fmt::format("{}:{}: {}", row.function, row.line, row.text) : row.mnemonic);
}

constexpr char table_head[] = "cost%       issued lanes sect/req  effic conflicts divergent  ";

Json counts_json(const ProfileCounts& c) {
  Json global, shared, branches, all;
  global.add("requests", c.requests)
      .add("sectors", c.sectors)
      .add("lines", c.lines)
      .add("bytes_used", c.bytes_used)
      .add("efficiency", c.efficiency());
  shared.add("requests", c.shared_requests).add("wavefronts", c.wavefronts).add("conflicts", c.conflicts);
  branches.add("executed", c.branches).add("taken", c.taken).add("divergent", c.divergent);
  all.add("issued", c.issued)
      .add("threads", c.threads)
      .add("average_lanes", c.lanes())
      .add("cost", c.cost)
      .add("global", std::move(global))
      .add("shared", std::move(shared))
      .add("local_requests", c.local_requests)
      .add("branches", std::move(branches))
      .add("barriers", c.barriers);
  return all;
}

}  // namespace

std::string kernel_list(const std::vector<exec::KernelInfo>& kernels) {
  std::string out;
  for (const exec::KernelInfo& k : kernels) {
    out += "kernel " + k.name + "\n";
    for (std::size_t i = 0; i < k.params.size(); ++i) {
      const exec::ParamInfo& p = k.params[i];
      out += fmt::format("  {:>2}  .{:<8} {:>5} bytes, align {:<3} {}{}\n", i, p.type, p.bytes, p.align, p.name,
                         p.pointer ? "  (pointer)" : "");
    }
    if (k.static_shared != 0) out += fmt::format("  {} bytes of shared memory\n", k.static_shared);
    if (k.local != 0) out += fmt::format("  {} bytes of local memory\n", k.local);
    if (k.required_block.x != 0) out += fmt::format("  block of {} required\n", dims(k.required_block));
    if (k.max_block.x != 0) out += fmt::format("  block of {} at most\n", dims(k.max_block));
    if (k.required_cluster.x != 0) out += fmt::format("  cluster of {} required\n", dims(k.required_cluster));
  }
  return out;
}

std::string profile_table(const exec::Profile& p) {
  const ProfileCounts& t = p.total;
  std::string out = std::string(table_head) + "function:line: instruction\n";
  for (std::size_t i = 0; i < p.instructions.size() && i < shown_instructions; ++i)
    out += row_text(p.instructions[i], t.cost, true);
  if (p.instructions.size() > shown_instructions)
    out += fmt::format("... {} more; --profile=FILE.json has all\n", p.instructions.size() - shown_instructions);
  out += "\n" + std::string(table_head) + "mnemonic\n";
  for (std::size_t i = 0; i < p.mnemonics.size() && i < shown_mnemonics; ++i)
    out += row_text(p.mnemonics[i], t.cost, false);
  if (p.mnemonics.size() > shown_mnemonics) out += fmt::format("... {} more\n", p.mnemonics.size() - shown_mnemonics);
  out +=
      fmt::format("\n{} launches, {} blocks, {} warp instructions, {} thread instructions, {:.1f} lanes on average\n",
                  p.launches, p.blocks, t.issued, t.threads, t.lanes());
  if (t.requests != 0)
    out += fmt::format(
        "global memory: {} requests, {} sectors of 32 bytes ({:.2f} a request), {} lines of 128 bytes, "
        "{:.1f}% of the bytes used\n",
        t.requests, t.sectors, static_cast<double>(t.sectors) / static_cast<double>(t.requests), t.lines,
        100 * t.efficiency());
  if (t.shared_requests != 0)
    out += fmt::format("shared memory: {} requests, {} wavefronts, {} of them by bank conflicts\n", t.shared_requests,
                       t.wavefronts, t.conflicts);
  if (t.local_requests != 0) out += fmt::format("local memory: {} requests\n", t.local_requests);
  if (t.branches != 0) out += fmt::format("branches: {}, {} taken, {} divergent\n", t.branches, t.taken, t.divergent);
  if (t.barriers != 0) out += fmt::format("barriers: {} arrivals of warps, {} completed\n", t.barriers, p.barriers);
  out += "cost: latency of each issue, plus bank conflicts and sectors past the fewest possible; an estimate\n";
  return out;
}

std::string profile_json(const exec::Profile& p) {
  std::vector<Json> mnemonics, instructions;
  for (const ProfileRow& row : p.mnemonics) {
    Json entry;
    entry.add("mnemonic", row.mnemonic).add(counts_json(row.counts));
    mnemonics.push_back(std::move(entry));
  }
  for (const ProfileRow& row : p.instructions) {
    Json entry;
    entry.add("file", row.file)
        .add("function", row.function)
        .add("line", std::uint64_t{row.line})
        .add("mnemonic", row.mnemonic)
        .add("text", row.text)
        .add(counts_json(row.counts));
    instructions.push_back(std::move(entry));
  }
  Json json;
  json.add("launches", p.launches).add("blocks", p.blocks).add("barriers", p.barriers);
  json.add("total", counts_json(p.total));
  json.add("mnemonics", std::move(mnemonics)).add("instructions", std::move(instructions));
  return json.text(1) + "\n";
}

namespace {

struct Times {
  double best = 0, mean = 0, rate = 0;  ///< seconds; million instructions of threads a second
  Times(const exec::LaunchStats* stats, const std::vector<double>& seconds) {
    if (seconds.empty()) return;
    best = *std::min_element(seconds.begin(), seconds.end());
    mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
    if (stats != nullptr && best > 0) rate = static_cast<double>(stats->thread_instructions) / best * 1e-6;
  }
};

}  // namespace

Json stats_json(const exec::LaunchStats* stats, const std::vector<double>& seconds) {
  const Times times(stats, seconds);
  Json out;
  if (stats != nullptr)
    out.add("blocks", stats->blocks)
        .add("warp_instructions", stats->warp_instructions)
        .add("thread_instructions", stats->thread_instructions);
  out.add("launches", std::uint64_t{seconds.size()}).add("ms_best", times.best * 1e3).add("ms_mean", times.mean * 1e3);
  if (stats != nullptr) out.add("million_thread_instructions_per_second", times.rate);
  return out;
}

std::string stats_text(const exec::LaunchStats* stats, const std::vector<double>& seconds) {
  const auto [best, mean, rate] = Times(stats, seconds);
  std::string out;
  if (stats != nullptr)
    out = fmt::format("{:>22}  {}\n{:>22}  {}\n{:>22}  {}\n", "blocks", stats->blocks, "warp instructions",
                      stats->warp_instructions, "thread instructions", stats->thread_instructions);
  out += fmt::format("{:>22}  {:.3f} ms", "time", best * 1e3);
  out += seconds.size() > 1 ? fmt::format(" best, {:.3f} ms mean of {}\n", mean * 1e3, seconds.size()) : "\n";
  if (stats != nullptr) out += fmt::format("{:>22}  {:.1f} million a second\n", "thread instructions", rate);
  return out;
}

}  // namespace lathe::nvptx::cli
