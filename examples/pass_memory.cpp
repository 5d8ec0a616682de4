// Passes on a frame: what is only read and written by name becomes registers, what stays shares its bytes and gets its
// place, and what instructions do not reach from the frame's register they reach from another.
// Compile: g++ -std=c++20 -I include examples/pass_memory.cpp
#include <lathe/passes/color_slots.hpp>
#include <lathe/passes/frame_bases.hpp>
#include <lathe/passes/frame_layout.hpp>
#include <lathe/passes/promote_slots.hpp>
#include <lathe/program/store.hpp>

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace lathe::program;
namespace passes = lathe::passes;

struct Operation {
  std::string name;
  std::uint32_t slot = 0;  // of load, store, fill and wide: which object of the frame, 1, 2, ..
  std::int64_t offset = 0;
  Effects effects() const {
    if (name == "jump" || name == "return") return Effect::terminator;
    if (name == "load" || name.starts_with("wide")) return Effect::reads;
    if (name == "store" || name.starts_with("fill")) return Effect::writes;
    return name == "copy" ? Effect::copy : name == "show" ? Effect::side_effect : Effect::none;
  }
  std::string key() const {
    return name + (slot != 0 ? " [" + std::to_string(slot) + " + " + std::to_string(offset) + "]" : std::string());
  }
  static Operation jump() { return {"jump"}; }
};
/// A Store whose loads and stores name objects of a frame by number: what both passes ask of a client, it answers itself.
struct Code : Store<Operation> {
  static constexpr Facts facts = Store<Operation>::facts | Fact::access;
  std::map<std::uint32_t, std::uint64_t> frame;  // bytes of each object

  // A word of the frame has 4 bytes, those that are filled and read wide have 8.
  static std::uint32_t bytes_of(const Operation& o) { return o.name == "fill" ? 32 : o.name == "wide" ? 8 : 4; }
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    const Operation& o = payload(i);
    if (o.slot != 0) f(Access<ValueId>{{}, false, o.slot, o.offset, bytes_of(o), 1});
  }
  // ---- passes::SlotMemory
  bool is_slot(std::uint32_t symbol) const { return symbol != 0; }
  std::uint64_t slot_bytes(std::uint32_t symbol) const { return frame.at(symbol); }
  template <class F>
  void for_each_symbol(InstId i, F&& f) const {
    if (payload(i).slot != 0) f(payload(i).slot);
  }
  std::optional<passes::SlotAddress<ValueId>> slot_address(InstId) const { return {}; }
  std::uint32_t slot_parts(InstId i) const { return payload(i).name == "fill" ? 4 : 1; }
  // ---- passes::SlotClient: registers of four bytes
  std::optional<ValueId> make_slot(std::uint32_t bytes) {
    return bytes == 4 ? std::optional(make_value()) : std::nullopt;
  }
  InstId make_stored(InstId store, std::uint32_t, ValueId to) { return copy(to, operand(store)); }
  InstId make_loaded(InstId load, std::uint32_t, ValueId from) { return copy(operand(load), from); }
  // ---- passes::SlotFrame
  std::uint64_t slot_align(std::uint32_t) const { return 4; }
  InstId make_placed(InstId i, std::uint32_t symbol, std::int64_t offset) {
    const InstId made = clone(i);
    payload(made).slot = symbol, payload(made).offset = offset;
    return made;
  }
  void resize_slot(std::uint32_t symbol, std::uint64_t bytes) { frame[symbol] = bytes; }
  // ---- passes::FrameClient: an instruction reaches from 16 bytes below a register to 4 above it
  std::map<std::uint32_t, std::int64_t> places;  // where each object lies
  std::optional<std::int64_t> frame_place(InstId i) const {
    const Operation& o = payload(i);
    return o.slot != 0 ? std::optional(places.at(o.slot) + o.offset) : std::nullopt;
  }
  std::pair<std::int64_t, std::int64_t> frame_reach(InstId) const { return {-16, 4}; }
  ValueId base_like() const { return ValueId(0); }
  InstId make_base(ValueId to, std::int64_t offset) {
    const Operand<ValueId> one{to, Role::def};
    return make({"frame + " + std::to_string(offset)}, {&one, 1});
  }
  InstId make_based(InstId i, ValueId base, std::int64_t offset) {
    std::vector<Operand<ValueId>> operands{{base, Role::use}};
    for_each_operand(i, [&](const Operand<ValueId>& o) { operands.push_back(o); });
    return make({payload(i).name + " by base " + std::to_string(offset)}, operands);
  }

  bool touches(BlockId b, std::uint32_t symbol) const {
    bool any = false;
    for (const InstId i : instructions(b)) any |= payload(i).slot == symbol;
    return any;
  }
  InstId copy(ValueId to, ValueId from) {
    const Operand<ValueId> both[] = {{from, Role::use}, {to, Role::def}};
    return make({"copy"}, both);
  }
  ValueId operand(InstId i) const {
    ValueId out;
    for_each_operand(i, [&](const Operand<ValueId>& o) { out = o.value; });
    return out;
  }
  void append(BlockId b, Operation o, std::vector<ValueId> uses, std::vector<ValueId> results = {}) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    for (const ValueId v : results) operands.push_back({v, Role::def});
    put(make(std::move(o), operands), {b, {}});
  }
};

int main() {
  Code code;
  code.frame = {{1, 4}, {2, 32}, {3, 32}};
  const ValueId x = code.make_value(), a = code.make_value(), b = code.make_value(), c = code.make_value();
  code.add_parameter(x);
  const BlockId block = code.make_block();
  code.put_block(block, true);
  code.append(block, {"store", 1, 0}, {x});  // a word that is written and read: a register
  code.append(block, {"fill", 2, 0}, {x});   // 32 bytes at once: no register has eight of them
  code.append(block, {"wide", 2, 24}, {}, {a});
  code.append(block, {"fill", 3, 0}, {a});  // written when nobody reads the former any more
  code.append(block, {"wide", 3, 8}, {}, {b});
  code.append(block, {"load", 1, 0}, {}, {c});
  code.append(block, {"show"}, {b, c});
  code.append(block, {"return"}, {});

  passes::PromoteSlotsOptions told;
  told.explain = true;
  const auto promoted = passes::promote_slots(code, code, told);
  const auto shared = passes::color_slots(code, code);
  std::printf("%u word in a register; %u bytes of the frame were touched, %u are\n",
              static_cast<unsigned>(promoted.stats.words), static_cast<unsigned>(shared.stats.bytes_before),
              static_cast<unsigned>(shared.stats.bytes_after));
  for (const auto& k : promoted.kept)
    std::printf("%s: %s\n", code.payload(k.inst).key().c_str(), passes::slot_reason_names[static_cast<int>(k.reason)]);
  std::vector<passes::FrameObject> objects;
  for (const auto& [symbol, bytes] : code.frame)
    objects.push_back({bytes, 4, passes::FrameCategory::other, !code.touches(block, symbol)});
  const auto layout = passes::lay_out(objects);
  if (!layout || !passes::check_layout(objects, *layout).empty()) return 1;
  for (const auto& [symbol, bytes] : code.frame) code.places[symbol] = layout->offsets[code.places.size()];
  const auto based = passes::make_frame_bases(code, code);
  std::printf("the frame has %u bytes; %u places too far, %u by a register beside it\n%s",
              static_cast<unsigned>(layout->bytes), static_cast<unsigned>(based.stats.far),
              static_cast<unsigned>(based.stats.rewritten), code.text().c_str());
  return promoted.stats.words == 1 && shared.stats.bytes_after == 32 && based.stats.rewritten == 2 ? 0 : 1;
}
