// The pictures that are little more than the problem's own tables. See pictures.hpp.
#include "tools/lathe/report/pictures.hpp"

#include <algorithm>
#include <map>

#include <lathe/flow/problem.hpp>
#include <lathe/group/problem.hpp>
#include <lathe/outline/problem.hpp>
#include <lathe/thinlto/problem.hpp>

#include "nvptx/mir/facts.hpp"

namespace lathe::nvptx::cli {

Json picture_of(const group::Problem& p) {
  std::vector<std::int64_t> blocks, candidates;
  std::vector<std::string> kinds;
  for (const group::Kind& kind : p.kinds) kinds.push_back(kind.name);
  for (const group::Block& block : p.blocks) blocks.push_back(block.count);
  for (const group::Candidate& c : p.candidates) {
    candidates.push_back(c.inst);
    candidates.push_back(c.kind);
    candidates.push_back(static_cast<std::int64_t>(c.key & 0x1fffffffffffffULL));  // what a script can hold
    candidates.push_back(c.order);
    candidates.push_back(c.size);
    candidates.push_back(c.align);
  }
  Json out;
  out.names("kinds", kinds).numbers("blocks", blocks).numbers("candidates", candidates);
  return out;
}

Json picture_of(const outline::Problem& p) {
  std::vector<std::string> functions;
  std::vector<std::int64_t> blocks;
  for (const outline::Problem::Function& f : p.functions) functions.push_back(f.name);
  for (const outline::Problem::Block& block : p.blocks) {
    std::int64_t bytes = 0;
    for (std::uint32_t i = block.first; i < block.first + block.count; ++i) bytes += p.insts[i].bytes;
    blocks.push_back(block.function);
    blocks.push_back(block.count);
    blocks.push_back(bytes);
  }
  Json out;
  out.names("functions", functions).numbers("blocks", blocks);
  return out;
}

Json picture_of(const flow::Problem& p) {
  std::vector<std::int64_t> edges, counts;
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    counts.push_back(static_cast<std::int64_t>(p.blocks[b].insts.size()));
    for (const flow::Problem::Edge& e : p.blocks[b].successors) {
      edges.push_back(b);
      edges.push_back(e.to);
    }
  }
  Json out;
  out.add("function", p.name).numbers("counts", counts).numbers("edges", edges);
  return out;
}

Json picture_of(const thinlto::Problem& p) {
  std::vector<std::uint32_t> owner(p.values.size(), thinlto::none);  // the first module that defines it
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
    if (owner[p.summaries[s].value] == thinlto::none) owner[p.summaries[s].value] = p.summaries[s].module;
  std::vector<Json> modules;
  for (const thinlto::Module& m : p.modules) {
    std::uint64_t functions = 0, instructions = 0;
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) {
      functions += p.summaries[s].kind == thinlto::Kind::function;
      instructions += p.summaries[s].instructions;
    }
    Json one;
    modules.push_back(std::move(one.add("name", m.name).add("functions", functions).add("instructions", instructions)));
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> calls;  // module to module
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
    for (const std::uint32_t value : p.calls_of(s))
      if (owner[value] != thinlto::none) ++calls[{p.summaries[s].module, owner[value]}];
  std::vector<std::int64_t> flat;
  for (const auto& [ends, count] : calls) {
    flat.push_back(ends.first);
    flat.push_back(ends.second);
    flat.push_back(count);
  }
  Json out;
  return std::move(out.add("modules", std::move(modules)).numbers("calls", flat));
}

namespace {

// What keeps the grouper from looking at an access at all; null: nothing does, or it is no load or store.
const char* no_candidate(const mir::Module& module, const mir::Function& function, const mir::Inst& inst,
                         const mir::OpDesc& d) {
  if (d.op != mir::Op::ld && d.op != mir::Op::st) return "not a plain load or store";
  if (d.is_volatile) return "volatile or ordered";
  if (inst.guard != mir::none) return "under a guard";
  if (d.vector != 1) return "joined already";
  if (mir::access_bytes(d) > 8) return "as wide as can be";
  if (mir::address_of(module, function, inst) == nullptr) return "its address is not understood";
  using enum mir::Space;
  if (d.space != global && d.space != shared && d.space != local && d.space != constant && d.space != generic)
    return "parameters are not joined";
  return nullptr;
}

// Barriers, fences and calls are ordered like accesses, and are none.
bool orders_alone(const mir::OpDesc& d) {
  for (const std::string_view word : {"bar", "barrier", "membar", "fence", "call", "mbarrier", "griddepcontrol"})
    if (d.text == word || (d.text.starts_with(word) && d.text[word.size()] == '.')) return true;
  return false;
}

// The mnemonic's words that speak of caches and order.
std::string cache_words(const mir::OpDesc& d) {
  std::string out;
  for (const std::string& word : d.modifiers)
    if (word == "nc" || word == "ca" || word == "cg" || word == "cs" || word == "lu" || word == "cv" || word == "wb" ||
        word == "wt" || word == "volatile" || word == "relaxed" || word == "acquire" || word == "release" ||
        word.starts_with("L1") || word.starts_with("L2"))
      out += (out.empty() ? "" : " ") + word;
  return out;
}

}  // namespace

std::vector<Json> accesses_of(const mir::Module& module, const mir::Function& function) {
  std::vector<Json> out;
  std::uint64_t number = 0;
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b)
    for (const mir::Inst& inst : function.blocks[b].insts) {
      const mir::OpDesc& d = module.op(inst.op);
      const std::uint64_t at = number++;
      if ((!d.reads_memory && !d.writes_memory) || d.space == mir::Space::none || d.space == mir::Space::param ||
          orders_alone(d))
        continue;
      Json one;
      one.add("instruction", at).add("block", std::uint64_t{b}).add("op", d.text);
      one.add("space", std::string(mir::to_string(d.space))).add("bytes", std::uint64_t{mir::access_bytes(d)});
      one.flag("reads", d.reads_memory).flag("writes", d.writes_memory).add("cache", cache_words(d));
      if (const char* const why = no_candidate(module, function, inst, d)) one.add("left", std::string(why));
      if (inst.line != 0) one.add("line", std::uint64_t{inst.line});
      out.push_back(std::move(one));
    }
  return out;
}

std::vector<Json> code_of(const mir::Module& m, const std::string& wanted) {
  std::vector<Json> out;
  for (const mir::Function& f : m.functions) {
    if (f.blocks.empty() || (!wanted.empty() && f.name != wanted)) continue;
    std::vector<std::int64_t> lines, files, sources, counts;
    std::vector<std::string> labels;
    for (const mir::Block& block : f.blocks) {
      counts.push_back(static_cast<std::int64_t>(block.insts.size()));
      labels.push_back(block.label);
      for (const mir::Inst& inst : block.insts) {
        lines.push_back(inst.line);
        const mir::Location none;
        const mir::Location& at = inst.loc < f.locations.size() ? f.locations[inst.loc] : none;
        files.push_back(at.line != 0 ? at.file : 0);
        sources.push_back(at.line);
      }
    }
    Json one;
    one.add("function", f.name).flag("kernel", f.kernel).numbers("counts", counts).names("labels", labels);
    one.numbers("lines", lines);
    if (std::ranges::any_of(sources, [](std::int64_t line) { return line != 0; }))
      one.numbers("files", files).numbers("source_lines", sources);
    one.add("accesses", accesses_of(m, f));
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace lathe::nvptx::cli
