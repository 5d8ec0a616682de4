// mbarrier, fences, cluster addresses, launch control into codes; copies are in decode_async_copy.cpp.
// Source: PTX ISA 9.0, 9.7.9.21, 9.7.9.22, 9.7.13.4, 9.7.13.15 to 9.7.13.17.
#include "nvptx/exec/decode/decode_async.hpp"

#include <algorithm>
#include <string>

#include "nvptx/exec/operate/async.hpp"

namespace lathe::nvptx::exec {
namespace async_decode {

using mir::Operand;
using Kind = Operand::Kind;

bool only(Decoder& d, const Instruction& i, std::initializer_list<std::string_view> known) {
  for (const std::string& m : i.desc.modifiers)
    if (std::find(known.begin(), known.end(), m) == known.end()) return d.refuse("modifier '." + m + "'");
  return true;
}

bool operands(Decoder& d, const Instruction& i, std::size_t least, std::size_t most) {
  if (i.count() >= least && i.count() <= most) return true;
  return d.refuse("does not take " + std::to_string(i.count()) + " operands");
}

Slot address(Decoder& d, const Instruction& i, std::size_t index, Space space, bool& fine) {
  return address(d, i.operand(index), space, fine);
}

Slot address(Decoder& d, const Operand& operand, Space space, bool& fine) {
  const AddressOperand a = d.address(operand, space);
  if (!a.valid) fine = false;
  if (a.valid && (a.in_frame || a.space == Space::local || a.space == Space::param))
    fine = d.refuse("an address of local memory or of a parameter");
  if (!fine) return d.temp(64);
  if (a.base == no_slot) return d.spread(static_cast<std::uint64_t>(a.offset), 64);
  if (a.base_bits == 64 && a.offset == 0) return a.base;
  Code& add = d.emit(run_async_address, d.temp(64), a.base);
  add.imm = static_cast<std::uint64_t>(a.offset);
  add.y = a.base_bits;
  return add.d;
}

AccessRequest mbarrier_access(const Instruction& i) {
  AccessRequest request;
  request.space = i.desc.space == mir::Space::shared ? Space::shared : Space::generic;
  request.kind = AccessKind::sync;
  request.bytes = request.align = 8;
  request.cluster = i.has("shared::cluster");
  return request;
}

namespace {

bool emit_mbarrier(Decoder& d, const Instruction& i, Handler run, Slot to, Slot at, Slot value, std::uint32_t flags) {
  Code& code = d.emit(run, to, at, value);
  code.x = mbarrier_access(i).pack();
  code.y = flags;
  return true;
}

bool arrive(Decoder& d, const Instruction& i, bool drop) {
  const bool expect = i.has("expect_tx"), stay = i.has("noComplete");
  if (!operands(d, i, expect || stay ? 3 : 2, 3)) return false;
  bool fine = true;
  const bool sink = i.operand(0).kind == Kind::sink;
  if (!sink && i.has("shared::cluster")) return d.refuse("a result of an arrival at .shared::cluster: write '_'");
  const Slot to = sink ? no_slot : d.write(i.operand(0), 64);
  const Slot at = address(d, i, 1, memory_space(i.desc.space), fine);
  const Slot count = i.count() == 3 ? d.read(i.operand(2), 32) : d.spread(1, 32);
  const std::uint32_t flags = (stay ? mbar_stay : 0U) | (drop ? mbar_drop : 0U) | (expect ? mbar_expect : 0U);
  return fine && emit_mbarrier(d, i, run_mbarrier_arrive, to, at, count, flags);
}

bool wait(Decoder& d, const Instruction& i, bool may_suspend) {
  if (!operands(d, i, 3, may_suspend ? 4 : 3)) return false;
  bool fine = true;
  const bool parity = i.has("parity");
  const Slot to = d.write_pred(i.operand(0));
  const Slot at = address(d, i, 1, memory_space(i.desc.space), fine);
  const Slot value = d.read(i.operand(2), parity ? 32 : 64);
  if (i.count() == 4) d.read(i.operand(3), 32);  // the hint of how long to wait
  return fine && emit_mbarrier(d, i, run_mbarrier_wait, to, at, value, parity ? mbar_parity : 0U);
}

bool mbarrier(Decoder& d, const Instruction& i) {
  if (!only(d, i,
            {"init",     "inval",         "expect_tx",  "complete_tx", "arrive",          "arrive_drop", "test_wait",
             "try_wait", "pending_count", "noComplete", "parity",      "acquire",         "release",     "relaxed",
             "cta",      "cluster",       "shared",     "shared::cta", "shared::cluster", "b64"}))
    return false;
  if (!i.has("b64")) return d.refuse("works on .b64 only");
  const std::string& what = i.desc.modifiers[0];
  if (what == "arrive" || what == "arrive_drop") return arrive(d, i, what == "arrive_drop");
  if (what == "test_wait" || what == "try_wait") return wait(d, i, what == "try_wait");
  if (what == "pending_count") {
    if (!operands(d, i, 2, 2)) return false;
    d.emit(run_mbarrier_pending, d.write(i.operand(0), 32), d.read(i.operand(1), 64));
    return true;
  }
  bool fine = true;
  if (what == "inval") {
    if (!operands(d, i, 1, 1)) return false;
    const Slot at = address(d, i, 0, memory_space(i.desc.space), fine);
    return fine && emit_mbarrier(d, i, run_mbarrier_inval, no_slot, at, no_slot, 0);
  }
  const Handler run = what == "init"          ? run_mbarrier_init
                      : what == "expect_tx"   ? run_mbarrier_expect
                      : what == "complete_tx" ? run_mbarrier_complete
                                              : nullptr;
  if (run == nullptr) return d.refuse("the operation '." + what + "'");
  if (!operands(d, i, 2, 2)) return false;
  const Slot at = address(d, i, 0, memory_space(i.desc.space), fine);
  const Slot count = d.read(i.operand(1), 32);
  return fine && emit_mbarrier(d, i, run, no_slot, at, count, 0);
}

bool fence(Decoder& d, const Instruction& i) {
  if (!only(d, i,
            {"sc",
             "acq_rel",
             "acquire",
             "release",
             "relaxed",
             "cta",
             "cluster",
             "gpu",
             "sys",
             "gl",
             "proxy",
             "alias",
             "async",
             "async::generic",
             "generic::async",
             "tensormap::generic",
             "generic",
             "global",
             "shared::cta",
             "shared::cluster",
             "mbarrier_init",
             "sync_restrict::shared::cta",
             "sync_restrict::shared::cluster"}))
    return false;
  const bool ranged = i.has("tensormap::generic") && i.has("acquire");
  if (!operands(d, i, ranged ? 2 : 0, ranged ? 2 : 0)) return false;
  d.emit(run_fence);
  return true;
}

// 32 or 64 after refuse() or not: the width of mapa's and getctarank's address.
unsigned address_bits(Decoder& d, const Instruction& i) {
  if (i.desc.type == mir::Type::u32) return 32;
  if (i.desc.type == mir::Type::u64) return 64;
  d.refuse("takes .u32 or .u64");
  return 0;
}

bool cluster_address(Decoder& d, const Instruction& i) {
  const bool map = i.desc.op == mir::Op::mapa, by_space = i.has("shared::cluster");
  const unsigned bits = address_bits(d, i);
  if (bits == 0 || !only(d, i, {"shared::cluster", "u32", "u64"}) || !operands(d, i, map ? 3 : 2, map ? 3 : 2))
    return false;
  if (!by_space && i.operand(1).kind == Kind::symbol)
    return d.refuse("a variable as a generic address: .shared::cluster is meant");
  const Slot from = d.read(i.operand(1), bits);
  const Slot rank = map ? d.read(i.operand(2), 32) : no_slot;
  Code& code = d.emit(map ? run_mapa : run_getctarank, d.write(i.operand(0), map ? bits : 32), from, rank);
  code.x = by_space ? 1 : 0;
  code.y = bits;
  return true;
}

bool launch_control(Decoder& d, const Instruction& i) {
  const std::string& what = i.desc.modifiers.empty() ? i.desc.text : i.desc.modifiers[0];
  if (!operands(d, i, 2, 2)) return false;
  if (what == "try_cancel") {
    if (!only(
            d, i,
            {"try_cancel", "async", "shared::cta", "mbarrier::complete_tx::bytes", "multicast::cluster::all", "b128"}))
      return false;
    if (!i.has("shared::cta")) return d.refuse("without .shared::cta");
    bool fine = true;
    const Slot to = address(d, i, 0, Space::shared, fine), barrier = address(d, i, 1, Space::shared, fine);
    if (!fine) return false;
    d.emit(run_try_cancel, no_slot, to, barrier).y = i.has("multicast::cluster::all") ? 1 : 0;
    return true;
  }
  if (what != "query_cancel") return d.refuse("the operation '." + what + "'");
  const Slot response = d.read(i.operand(1), 128);
  if (i.has("is_canceled")) {
    const Slot to = d.write_pred(i.operand(0));
    d.emit(run_is_canceled, to, response);
    return true;
  }
  if (!i.has("get_first_ctaid") && !i.has("get_first_ctaid::x") && !i.has("get_first_ctaid::y") &&
      !i.has("get_first_ctaid::z"))
    return d.refuse("what to query is not known");
  for (const Operand& o : i.elements(0)) d.write(o, 32);
  d.emit(run_first_ctaid, no_slot, response);
  return true;
}

// Hints to the hardware that change nothing here.
bool no_effect(Decoder& d, const Instruction& i) {
  const bool registers = i.desc.op == mir::Op::setmaxnreg;
  if (registers) {
    std::int64_t count = 0;
    if (!only(d, i, {"inc", "dec", "sync", "aligned", "u32"}) || !operands(d, i, 1, 1)) return false;
    if (!d.constant(i.operand(0), count)) return d.refuse("the count of registers is no constant");
  } else if (!only(d, i, {"launch_dependents", "wait"}) || !operands(d, i, 0, 0)) {
    return false;
  }
  d.emit(run_nothing);
  return true;
}

}  // namespace
}  // namespace async_decode

bool decode_async(Decoder& d, const Instruction& i) {
  using mir::Op;
  if (i.desc.modifiers.empty()) return d.refuse("needs modifiers");
  switch (i.desc.op) {
    case Op::cp:
      return async_decode::copy(d, i);
    case Op::st:
    case Op::red:
      return async_decode::async_store(d, i);
    case Op::mbarrier:
      return async_decode::mbarrier(d, i);
    case Op::fence:
    case Op::membar:
      return async_decode::fence(d, i);
    case Op::mapa:
    case Op::getctarank:
      return async_decode::cluster_address(d, i);
    case Op::clusterlaunchcontrol:
      return async_decode::launch_control(d, i);
    case Op::griddepcontrol:
    case Op::setmaxnreg:
      return async_decode::no_effect(d, i);
    case Op::multimem:
      return async_decode::multimem(d, i);
    case Op::tensormap:
      return async_decode::tensor_map(d, i);
    default:
      return d.refuse("not an asynchronous operation that can be run");
  }
}

}  // namespace lathe::nvptx::exec
