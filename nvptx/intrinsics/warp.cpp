// What the threads of a warp do together: votes, shuffles, matches, reductions, election.
//
// The forms without a member mask ended with sm_70. Source: PTX ISA, "shfl.sync", "vote.sync", "match.sync",
// "redux.sync", "elect.sync", "activemask".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

/// The forms without .sync: PTX 6.4 took them away from sm_70 and later.
bool need_unsynchronized(Writer& w) {
  if (w.features().sm < 70 || w.features().ptx < 64) return true;
  return w.refuse("is not there on sm_70 and later from PTX 6.4 on; use the form with .sync");
}

bool activemask_family(Name& name, Writer& w) {
  if (!name.done() || !w.need(30, 62)) return false;
  w.convergent();
  return w.simple("activemask.b32");
}

bool elect_family(Name& name, Writer& w) {
  if (!name.take("sync") || !name.done() || !w.need(90, 80)) return false;
  return w.op("elect.sync").result(0).pipe().result(1).in(0).convergent().finish();
}

bool vote_family(Name& name, Writer& w) {
  const std::string mode(name.take_one_of({"all", "any", "uni", "ballot"}));
  const bool sync = name.take("sync");
  if (mode.empty() || !name.done()) return false;
  if (sync ? !w.need(30, 60) : !need_unsynchronized(w)) return false;
  const std::string type = mode == "ballot" ? ".b32" : ".pred";
  w.op((sync ? "vote.sync." : "vote.") + mode + type).results().convergent();
  // PTX has the mask last, LLVM first.
  if (sync)
    w.in(1).in(0);
  else
    w.in(0);
  return w.finish();
}

bool match_family(Name& name, Writer& w) {
  const std::string mode(name.take_one_of({"any", "all"}));
  if (mode.empty() || !name.take("sync")) return false;
  const std::string_view form = name.take_one_of({"i32", "i64", "i32p", "i64p"});
  if (form.empty() || !name.done() || !w.need(70, 60)) return false;
  w.op("match." + mode + ".sync.b" + std::string(form.substr(1, 2))).convergent();
  if (form.ends_with("p"))
    w.result(0).pipe().result(1);
  else
    w.results();
  return w.in(1).in(0).finish();
}

/// redux.sync.{add,and,or,xor,min,max,umin,umax} on i32; redux.sync.{fmin,fmax}[.abs][.NaN] on f32.
bool redux_family(Name& name, Writer& w) {
  if (!name.take("sync")) return false;
  const std::string word(name.next());
  if (word == "fmin" || word == "fmax") {
    const bool abs = name.take("abs"), nan = name.take("NaN");
    if (!name.done()) return false;
    if (!w.need_one_of({{100, true}}, 86)) return false;
    w.convergent();
    return w.simple("redux.sync." + word.substr(1) + (abs ? ".abs" : "") + (nan ? ".NaN" : "") + ".f32");
  }
  std::string type;
  if (word == "add" || word == "min" || word == "max")
    type = ".s32";
  else if (word == "umin" || word == "umax")
    type = ".u32";
  else if (word == "and" || word == "or" || word == "xor")
    type = ".b32";
  if (type.empty() || !name.done() || !w.need(80, 70)) return false;
  w.convergent();
  return w.simple("redux.sync." + (word.front() == 'u' ? word.substr(1) : word) + type);
}

/// shfl[.sync].{up,down,bfly,idx}.{i32,f32}[p]; with p also the predicate that says whether the source lane was there.
bool shfl_family(Name& name, Writer& w) {
  const bool sync = name.take("sync");
  const std::string mode(name.take_one_of({"up", "down", "bfly", "idx"}));
  const std::string_view form = name.take_one_of({"i32", "f32", "i32p", "f32p"});
  if (mode.empty() || form.empty() || !name.done()) return false;
  if (sync ? !w.need(30, 60) : !(w.need(30, 30) && need_unsynchronized(w))) return false;
  w.op(std::string(sync ? "shfl.sync." : "shfl.") + mode + ".b32").result(0).convergent();
  if (form.ends_with("p")) w.pipe().result(1);
  // LLVM's order: mask, value, lane, clamp; PTX has the mask last.
  return sync ? w.in(1).in(2).in(3).in(0).finish() : w.in_range(0, 3).finish();
}

constexpr std::array entries = {
    FamilyEntry{"activemask", activemask_family}, FamilyEntry{"elect", elect_family}, FamilyEntry{"vote", vote_family},
    FamilyEntry{"match", match_family},           FamilyEntry{"redux", redux_family}, FamilyEntry{"shfl", shfl_family},
};

}  // namespace

std::span<const FamilyEntry> warp_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
