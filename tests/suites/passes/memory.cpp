// Passes on memory: loads that are there already, objects of the frame, handles to what has a name.
#include <lathe/passes/color_slots.hpp>
#include <lathe/passes/frame_bases.hpp>
#include <lathe/passes/frame_layout.hpp>
#include <lathe/passes/name_handles.hpp>
#include <lathe/passes/promote_slots.hpp>
#include <lathe/passes/redundant_loads.hpp>
#include <lathe/passes/unwritten_loads.hpp>

#include "suites/passes/suite.hpp"
#include "unit/lathe/passes/slot_makers.hpp"
#include "unit/lathe/passes/toy_clients.hpp"
#include "unit/lathe/passes/toy_frames.hpp"

namespace suite {
namespace {

const auto with_slots = [](const EditFunction& f, std::uint32_t steps) {
  return slot_functions::run_with_slots(f, steps);
};

Verdict redundant_loads(std::uint32_t n) {
  Pair<> pair(n, form_of(n), passes_test::load_some);
  passes::RedundantLoadsOptions options;
  options.fuel = fuel_of(pair.knobs);
  options.hoist = pair.knobs.below(2) == 0;
  options.sink = pair.knobs.below(2) == 0;
  passes_test::ToyLoads client{pair.behind};
  return pair.judge(passes::redundant_loads(pair.behind, client, options).changes, false);
}
Verdict name_handles(std::uint32_t n) {
  Pair<> pair(n, n % 2 == 0 ? Form::ssa : Form::left);  // its client makes nothing under a guard
  passes::NameHandlesOptions options;
  options.fuel = fuel_of(pair.knobs);
  passes_test::ToyHandles client(pair.behind);
  return pair.judge(passes::name_handles(pair.behind, client, options).changes);
}
Verdict promote_slots(std::uint32_t n) {
  Pair<> pair(n, n % 2 == 0 ? Form::ssa : Form::left,
              [&](EditFunction& f, Random& random) { slot_functions::ObjectMaker(f, random, n % 3 != 0); });
  passes::PromoteSlotsOptions options;
  options.fuel = fuel_of(pair.knobs);
  slot_functions::Phis phis{{pair.behind}};
  slot_functions::Slots slots{pair.behind};
  const auto changes = n % 4 < 2 && n % 2 == 0 ? passes::promote_slots(pair.behind, phis, options).changes
                                               : passes::promote_slots(pair.behind, slots, options).changes;
  return pair.judge(changes, false, with_slots);
}
Verdict color_slots(std::uint32_t n) {
  std::map<std::uint32_t, ValueId> root;
  Pair<> pair(n, n % 2 == 0 ? Form::ssa : Form::left,
              [&](EditFunction& f, Random& random) { root = slot_functions::FrameMaker(f, random).root; });
  passes::ColorSlotsOptions options;
  options.fuel = fuel_of(pair.knobs);
  slot_functions::Frame frame{{pair.behind}, root};
  frame.align = pair.knobs.below(2) == 0 ? 8 : 2;
  return pair.judge(passes::color_slots(pair.behind, frame, options).changes, false, with_slots);
}
Verdict frame_bases(std::uint32_t n) {
  Random random(n * 2U + 1U);
  const toy::SsaFunction ssa = random.next();
  passes_test::Framed before(ssa, n), behind(ssa, n);
  passes::FrameBasesOptions options;
  options.fuel = fuel_of(random);
  options.least = 1 + random.below(3);
  return ran(before.f, behind.f, passes::make_frame_bases(behind.f, behind, options).changes, random);
}
// Objects of which some are only read, at their begin and behind it. All of their memory is zero before the function runs.
struct ReadObjects {
  EditFunction& f;
  Random& random;
  program::Spot<BlockId, InstId> at = {};
  std::vector<ValueId> words = {};
  std::vector<std::pair<ValueId, std::uint32_t>> bases = {};  // and their objects
  using Op = toy::MachineInst::Op;

  void put(Op op, const std::vector<ValueId>& reads, const std::vector<ValueId>& writes, std::int64_t constant) {
    f.put(slot_functions::instruction(f, op, reads, writes, constant), at);
  }
  ValueId made(Op op, const std::vector<ValueId>& reads, std::int64_t constant) {
    const ValueId out = f.make_value();
    put(op, reads, {out}, constant);
    return out;
  }
  void make() {
    const BlockId entry = *f.blocks().begin();
    at.block = entry;
    for (const InstId i : f.instructions(entry)) {
      if (f.is_plain(i, Op::set)) words.emplace_back(f.inst(i).writes[0]);
      at.before = i;
    }
    const ValueId two = made(Op::set, {}, 2);
    for (std::uint32_t o = 0; o < slot_functions::objects; ++o) {
      bases.emplace_back(made(Op::set, {}, slot_functions::first_address + o * slot_functions::apart), o);
      bases.emplace_back(made(Op::add, {bases.back().first, two}, 0), o);
    }
    const std::uint32_t written = random.below(1U << slot_functions::objects);
    for (const BlockId b : std::vector<BlockId>(f.blocks().begin(), f.blocks().end()))
      for (const InstId i : std::vector<InstId>(f.instructions(b).begin(), f.instructions(b).end())) {
        if (b == entry || f.payload(i).kind == toy::FrameOp::Kind::phi || random.below(3) != 0) continue;
        at = {b, i};
        const auto [base, object] = bases[random.below(static_cast<std::uint32_t>(bases.size()))];
        const std::int64_t offset = random.below(3);
        if ((written >> object & 1) != 0 && random.below(2) == 0) {
          put(Op::store, {base, words[random.below(static_cast<std::uint32_t>(words.size()))]}, {}, offset);
          continue;
        }
        std::vector<ValueId> out(1 + random.below(2));
        for (ValueId& v : out) v = f.make_value();
        put(Op::load, {base}, out, offset);
        for (const ValueId v : out) put(Op::show, {v}, {}, 0);
      }
  }
};
// What is proved to be written by nobody is what was there: zeros stand for the load.
struct Unwritten {
  EditFunction& f;
  slot_functions::Slots slots{f};
  std::vector<std::pair<ValueId, std::uint32_t>> bases;
  using Op = toy::MachineInst::Op;
  bool candidate(InstId i) const {
    return f.is_plain(i, Op::load) &&
           std::any_of(bases.begin(), bases.end(), [&](const auto& b) { return b.first.value == f.inst(i).reads[0]; });
  }
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&& from) const {
    const auto address = slots.slot_address(i);
    if (address && address->from)
      from(*address->from);
    else
      own(address ? address->symbol : 0U);  // 0: all other memory
    return true;
  }
  static std::uint32_t object(std::uint32_t symbol) { return 100 + symbol; }
  static bool apart(std::uint32_t a, std::uint32_t b) { return a != b; }
  static bool quiet(InstId) { return false; }
  std::vector<InstId> make_unwritten(InstId i) {
    std::vector<InstId> out;
    for (const toy::Register r : f.inst(i).writes) out.push_back(passes_test::make_set(f, 0, ValueId(r)));
    return out;
  }
};
Verdict unwritten_loads(std::uint32_t n) {
  std::vector<std::pair<ValueId, std::uint32_t>> bases;
  Pair<> pair(n, n % 2 == 0 ? Form::ssa : Form::left, [&](EditFunction& f, Random& random) {
    ReadObjects objects{f, random};
    objects.make();
    bases = objects.bases;
  });
  passes::UnwrittenLoadsOptions options;
  options.fuel = fuel_of(pair.knobs);
  Unwritten client{pair.behind, {pair.behind}, bases};
  return pair.judge(passes::unwritten_loads(pair.behind, client, options).changes, false, with_slots);
}
// No function but a frame: as many objects as come, of any size and category, judged by the checker of the layout.
Verdict frame_layout(std::uint32_t n) {
  Random random(n * 2U + 1U);
  std::vector<passes::FrameObject> objects(random.below(13));
  for (passes::FrameObject& o : objects) {
    o.bytes = random.below(4) == 0 ? 0 : random.below(100);
    o.align = std::uint64_t{1} << random.below(6);
    o.category = static_cast<passes::FrameCategory>(random.below(6));
    o.dead = random.below(8) == 0;
  }
  passes::FrameLayoutOptions options;
  options.start = random.below(3) * random.below(40);
  options.grows_down = random.below(2) == 0;
  options.by_alignment = random.below(2) == 0;
  options.most = random.below(4) == 0 ? random.below(300) : options.most;
  auto layout = passes::lay_out(std::span<const passes::FrameObject>(objects), options);
  Verdict out;
  out.changed = layout && !objects.empty();
  if (!layout) {  // all objects, and what alignment can cost
    std::uint64_t bytes = options.start;
    for (const passes::FrameObject& o : objects) bytes += o.dead ? 0 : o.bytes + o.align;
    if (bytes <= options.most) out.fault = "a frame that fits has no layout";
    return out;
  }
  if (spoils() && !objects.empty()) layout->offsets[random.below(static_cast<std::uint32_t>(objects.size()))] += 1;
  out.fault = passes::check_layout(objects, *layout, options);
  if (layout->bytes > options.most) out.fault = "larger than it may be";
  return out;
}

const Add all[] = {{"redundant_loads", redundant_loads}, {"name_handles", name_handles},
                   {"promote_slots", promote_slots},     {"color_slots", color_slots},
                   {"frame_bases", frame_bases},         {"unwritten_loads", unwritten_loads},
                   {"frame_layout", frame_layout}};

}  // namespace
}  // namespace suite
