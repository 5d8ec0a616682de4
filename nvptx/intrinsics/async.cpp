// Asynchronous copies of a few bytes (cp.async) and mbarrier objects.
//
// A scoped mbarrier name reads <operation>[.parity][.tl][.relaxed].scope.S.space.P. Source: PTX ISA, "cp.async",
// "mbarrier".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

/// cp.async.{ca,cg}.shared.global.N[.s](to, from[, source bytes])
bool small_copy(std::string_view level, Name& name, Writer& w) {
  if (!name.take({"shared", "global"})) return false;
  const std::string_view size = name.take_one_of({"4", "8", "16"});
  const bool sized = name.take("s");
  if (size.empty() || (level == "cg" && size != "16") || !name.done()) return false;
  w.op("cp.async." + std::string(level) + ".shared.global");
  w.address(0).address(1).imm(size == "4" ? 4 : size == "8" ? 8 : 16);
  if (sized) w.in(2);
  return w.chained().finish();
}

bool cp_async_family(Name& name, Writer& w) {
  if (!name.take("async")) return false;
  const std::string_view word = name.take_one_of({"ca", "cg", "commit", "wait", "mbarrier"});
  if (word.empty() || !w.need(80, 70)) return false;
  if (word == "ca" || word == "cg") return small_copy(word, name, w);
  if (word == "commit") return name.take("group") && name.done() && w.op("cp.async.commit_group").chained().finish();
  if (word == "wait") {
    if (name.take("all")) return name.done() && w.op("cp.async.wait_all").chained().finish();
    return name.take("group") && name.done() && w.op("cp.async.wait_group").imm_arg(0).chained().finish();
  }
  if (!name.take("arrive")) return false;
  const bool noinc = name.take("noinc"), shared = name.take("shared");
  if (!name.done()) return false;
  w.op(std::string("cp.async.mbarrier.arrive") + (noinc ? ".noinc" : "") + (shared ? ".shared" : "") + ".b64");
  return w.address(0).convergent().finish();
}

/// The operation's words, as PTX joins them; "" when it is none.
std::string mbarrier_operation(Name& name) {
  if (name.take({"arrive", "drop", "expect", "tx"})) return "arrive_drop.expect_tx";
  if (name.take({"arrive", "drop"})) return "arrive_drop";
  if (name.take({"arrive", "expect", "tx"})) return "arrive.expect_tx";
  if (name.take("arrive")) return "arrive";
  if (name.take({"expect", "tx"})) return "expect_tx";
  if (name.take({"complete", "tx"})) return "complete_tx";
  if (name.take({"test", "wait"})) return "test_wait";
  if (name.take({"try", "wait"})) return "try_wait";
  if (name.take("init")) return "init";
  if (name.take("inval")) return "inval";
  return {};
}

/// The forms with a scope and a space.
bool scoped_mbarrier(const std::string& operation, Name& name, Writer& w) {
  const bool wait = operation.ends_with("_wait");
  const bool parity = name.take("parity");
  name.take("tl");  // a time limit: one operand more
  const bool relaxed = name.take("relaxed");
  if (!name.take("scope")) return false;
  const std::string scope(name.take_one_of({"cta", "cluster"}));
  if (scope.empty() || !name.take("space")) return false;
  const std::string_view space = name.take_one_of({"cta", "cluster"});
  if (space.empty() || !name.done()) return false;
  const bool transaction_only = operation == "expect_tx" || operation == "complete_tx";
  std::string mnemonic = "mbarrier." + operation + (parity ? ".parity" : "");
  // Acquire, release and the block's scope are the defaults; older versions cannot spell them.
  if (relaxed || transaction_only)
    mnemonic += ".relaxed." + scope;
  else if (scope == "cluster")
    mnemonic += (wait ? ".acquire." : ".release.") + scope;
  mnemonic += space == "cluster" ? ".shared::cluster.b64" : ".shared.b64";
  const bool simple_arrive = (operation == "arrive" || operation == "arrive_drop") && scope == "cta" && space == "cta";
  const bool old_wait = operation == "test_wait" && scope == "cta";
  if (relaxed && !transaction_only) {
    if (!w.need(90, 86)) return false;
  } else if (simple_arrive) {
    if (!w.need(90, 78)) return false;
  } else if (old_wait) {
    if (!w.need(80, parity ? 71 : 70)) return false;
  } else if (!w.need(90, operation == "try_wait" && scope == "cta" ? 78 : 80)) {
    return false;
  }
  w.op(mnemonic).convergent();
  if (w.results_count() != 0)
    w.results();
  else if (!transaction_only && !wait)
    w.literal("_");
  w.address(0);
  return w.in_range(1, static_cast<unsigned>(w.arguments()) - 1).finish();
}

bool mbarrier_family(Name& name, Writer& w) {
  if (name.take({"pending", "count"})) {
    return name.done() && w.need(80, 70) && w.simple("mbarrier.pending_count.b64");
  }
  const std::string operation = mbarrier_operation(name);
  if (operation.empty()) return false;
  if (name.peek() == "scope" || name.peek() == "relaxed" || name.peek() == "parity" || name.peek() == "tl")
    return scoped_mbarrier(operation, name, w);
  const bool incomplete = name.take("noComplete"), shared = name.take("shared");
  if (!name.done() || operation.ends_with("_tx") || operation == "try_wait" || !w.need(80, 70)) return false;
  w.op("mbarrier." + operation + (incomplete ? ".noComplete" : "") + (shared ? ".shared.b64" : ".b64"));
  if (w.results_count() != 0) w.results();
  w.address(0).convergent();
  return w.in_range(1, static_cast<unsigned>(w.arguments()) - 1).finish();
}

constexpr std::array entries = {
    FamilyEntry{"cp", cp_async_family},
    FamilyEntry{"mbarrier", mbarrier_family},
};

}  // namespace

std::span<const FamilyEntry> async_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
