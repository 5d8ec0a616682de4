// Slots of registers: two whose lives meet never share one, by a slow look at every point of the function.
#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>

#include "nvptx/exec/decode/decoder_impl.hpp"
#include "nvptx/mir/text.hpp"

namespace {

using namespace lathe::nvptx;

// Random straight and branching code over few names, so that many lives begin and end.
std::string random_function(std::mt19937& rng) {
  const unsigned blocks = 1 + rng() % 7, regs = 3 + rng() % 12;
  std::string out =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<40>;\n.reg .pred %p<4>;\n";
  const auto reg = [&] { return "%r" + std::to_string(rng() % regs); };
  for (unsigned b = 0; b < blocks; ++b) {
    out += "B" + std::to_string(b) + ":\n";
    for (unsigned i = rng() % 6; i > 0; --i)
      out += (rng() % 5 == 0 ? "@%p" + std::to_string(rng() % 4) + " " : std::string()) + "add.s32 " + reg() + ", " +
             reg() + ", " + reg() + ";\n";
    if (rng() % 3 == 0) out += "setp.lt.s32 %p" + std::to_string(rng() % 4) + ", " + reg() + ", " + reg() + ";\n";
    if (rng() % 2 == 0) out += "@%p" + std::to_string(rng() % 4) + " bra B" + std::to_string(rng() % blocks) + ";\n";
    if (rng() % 5 == 0) out += "bra B" + std::to_string(rng() % blocks) + ";\n";
  }
  return out + "ret;\n}\n";
}

struct Point {
  std::set<mir::Reg> uses, defs, kills;  // kills: written in every lane
  std::vector<std::size_t> next;
};

// Every instruction as a point of its own; successors by the text.
std::vector<Point> points_of(const mir::Module& m, const mir::Function& f) {
  std::vector<std::size_t> first(f.blocks.size());
  std::size_t count = 0;
  for (std::size_t b = 0; b < f.blocks.size(); ++b) {
    first[b] = count;
    count += std::max<std::size_t>(1, f.blocks[b].insts.size());
  }
  std::vector<Point> points(count);
  for (std::size_t b = 0; b < f.blocks.size(); ++b) {
    const auto& insts = f.blocks[b].insts;
    if (insts.empty() && b + 1 < f.blocks.size()) points[first[b]].next.push_back(first[b + 1]);
    for (std::size_t i = 0; i < insts.size(); ++i) {
      Point& p = points[first[b] + i];
      mir::for_each_reg(m, f, insts[i], [&](mir::Reg r, bool def) { (def ? p.defs : p.uses).insert(r); });
      if (insts[i].guard == mir::none) p.kills = p.defs;
      const mir::OpDesc& d = m.op(insts[i].op);
      for (const mir::Operand& o : f.operands_of(insts[i]))
        if (o.kind == mir::Operand::Kind::block) p.next.push_back(first[o.a]);
      const bool ends = d.terminator && insts[i].guard == mir::none;
      if (ends) continue;
      if (i + 1 < insts.size())
        p.next.push_back(first[b] + i + 1);
      else if (b + 1 < f.blocks.size())
        p.next.push_back(first[b + 1]);
    }
  }
  return points;
}

}  // namespace

TEST_CASE("registers that are alive together have slots that do not overlap") {
  std::mt19937 rng(5);
  std::size_t shared = 0;
  for (int round = 0; round < 1500; ++round) {
    const std::string text = random_function(rng);
    mir::Module m;
    Diag diag;
    REQUIRE(mir::parse(text, "t", m, diag));
    const mir::Function& f = m.functions[0];
    std::vector<exec::Slot> slots;
    const std::uint32_t bytes = exec::assign_slots(f, m, slots);
    const std::vector<Point> points = points_of(m, f);
    std::vector<std::set<mir::Reg>> out(points.size()), in(points.size());
    for (bool again = true; again;) {
      again = false;
      for (std::size_t i = points.size(); i-- > 0;) {
        std::set<mir::Reg> live;
        for (const std::size_t n : points[i].next) live.insert(in[n].begin(), in[n].end());
        out[i] = live;
        for (const mir::Reg r : points[i].kills) live.erase(r);
        live.insert(points[i].uses.begin(), points[i].uses.end());
        // A guarded definition keeps the old value in some lanes.
        for (const mir::Reg r : points[i].defs)
          if (points[i].kills.count(r) == 0) live.insert(r);
        again |= live != in[i];
        in[i] = std::move(live);
      }
    }
    const auto size = [&](mir::Reg r) { return exec::slot_bytes(mir::bits_of(f.regs[r].type)); };
    for (std::size_t i = 0; i < points.size(); ++i) {
      std::set<mir::Reg> together = out[i];
      together.insert(points[i].defs.begin(), points[i].defs.end());
      together.insert(points[i].uses.begin(), points[i].uses.end());
      for (const mir::Reg a : together)
        for (const mir::Reg b : together) {
          if (a >= b) continue;
          const bool apart = slots[a] + size(a) <= slots[b] || slots[b] + size(b) <= slots[a];
          if (!apart)
            FAIL("round " << round << ": " << f.regs[a].name.get() << " and " << f.regs[b].name.get() << "\n" << text);
        }
    }
    std::set<exec::Slot> distinct;
    std::size_t used = 0;
    for (const exec::Slot s : slots) {
      if (s == exec::no_slot) continue;
      ++used;
      distinct.insert(s);
      CHECK(s < bytes);
    }
    shared += used - distinct.size();
  }
  CHECK(shared > 200);  // it does share
}
