// bar, barrier, barrier.cluster into codes of the machine's barriers. Source: PTX ISA 9.0, chapter 9.7.13.
#include <string>

#include "nvptx/exec/decode/decode.hpp"
#include "simt/machine/barrier.hpp"

namespace lathe::nvptx::exec {
namespace {

bool decode_cluster(Decoder& d, const Instruction& i) {
  if (i.count() != 0) return d.refuse("barrier.cluster has no operands");
  if (i.has("arrive")) {
    d.emit(run_cluster_arrive);
    return true;
  }
  if (!i.has("wait")) return d.refuse("barrier.cluster is .arrive or .wait");
  d.emit(run_cluster_wait).branch = true;
  return true;
}

}  // namespace

bool decode_barrier(Decoder& d, const Instruction& i) {
  if (i.has("cluster")) return decode_cluster(d, i);
  const bool red = i.has("red");
  std::size_t at = red ? 1 : 0;
  const std::size_t left = i.count() - std::min(i.count(), at) - (red && i.count() > 1 ? 1 : 0);
  if (left < 1 || left > 2) return d.refuse("a barrier number and at most a thread count are needed");
  Slot result = no_slot;
  std::uint32_t mode = i.has("arrive") ? barrier_arrive : barrier_sync;
  if (red) {
    mode = i.has("popc") ? barrier_count : i.has("and") ? barrier_all : barrier_any;
    if (mode == barrier_any && !i.has("or")) return d.refuse("bar.red is .popc, .and or .or");
    result = mode == barrier_count ? d.write(i.operand(0), 32) : d.write_pred(i.operand(0));
  }
  const Slot number = d.read(i.operand(at++), 32);
  const Slot count = left == 2 ? d.read(i.operand(at++), 32) : no_slot;
  if (mode == barrier_arrive && count == no_slot) return d.refuse("bar.arrive needs a thread count");
  const Slot vote = red ? d.read_pred(i.operand(at)) : no_slot;
  Code& code = d.emit(run_barrier, result, number, count, vote);
  code.x = mode;
  code.branch = true;
  return true;
}

}  // namespace lathe::nvptx::exec
