// One operation, legalized for a target and executed on edge cases and random inputs against the host's answer.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "codegen/dag/interpret.hpp"
#include "codegen/legalize/legalize.hpp"
#include "codegen/legalize/library.hpp"
#include "support/block_eval.hpp"

namespace lathe::codegen::testing {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

inline Wide ones(std::uint32_t bits) { return bits >= 128 ? ~Wide(0) : (Wide(1) << bits) - 1; }
inline SignedWide signed_of(Wide v, std::uint32_t bits) {
  return bits < 128 && (v >> (bits - 1) & 1) != 0 ? static_cast<SignedWide>(v | ~ones(bits))
                                                  : static_cast<SignedWide>(v);
}
inline bool is_nan(Wide bits, Vt t) {
  const std::uint32_t mantissa = t.kind() == VtKind::bfloat ? 7 : t.bits() == 16 ? 10 : t.bits() == 32 ? 23 : 52;
  return t.is_float() && (bits & ones(t.bits() - 1)) > ones(t.bits() - 1) - ones(mantissa);
}

/// What is asked of a target, and what the host says: `answer` fills the results; false: no result is wrong.
struct Question {
  std::string name;
  Isd op = Isd::count;
  std::vector<Vt> results, operands;
  std::uint64_t imm = 0;
  std::function<bool(const std::vector<Wide>& in, std::vector<Wide>& out)> answer;
};

struct Random {
  std::uint64_t state = 1;
  std::uint64_t next() {
    std::uint64_t x = state += 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
  }
};

/// Numbers at which something ends: of integers, and of floats as bits.
inline std::vector<Wide> edges(Vt t) {
  std::vector<Wide> out;
  const std::uint32_t w = t.bits();
  const Wide all = ones(w);
  if (!t.is_float()) {
    for (const int near : {0, 1, -1, 2, -2, 3, 7, 10, 31, 32, 33, 63, 64, 65})
      out.push_back(static_cast<Wide>(static_cast<SignedWide>(near)) & all);
    for (std::uint32_t at = 15; at < w; at += at % 16 == 15 ? 1 : 15) {
      out.push_back((Wide(1) << at) & all);
      out.push_back(ones(at));
      out.push_back((all ^ ones(at)) & all);
      out.push_back(((Wide(1) << at) + 1) & all);
    }
    out.push_back(Wide(1) << (w - 1));
    out.push_back(ones(w - 1));
    return out;
  }
  const std::uint32_t m = t.kind() == VtKind::bfloat ? 7 : w == 16 ? 10 : w == 32 ? 23 : 52;
  const Wide exponents = ones(w - 1 - m), one = (exponents >> 1) << m;
  for (const Wide sign : {Wide(0), Wide(1) << (w - 1)})
    for (const Wide size : {Wide(0),
                            Wide(1),
                            Wide(2),
                            ones(m),
                            Wide(1) << m,
                            (Wide(1) << m) + 1,
                            (Wide(2) << m) - 1,
                            one,
                            one + 1,
                            one - 1,
                            one + ones(m),
                            one + (Wide(1) << m),
                            one + (Wide(3) << (m - 1)),
                            one - (Wide(1) << m),
                            one - (Wide(1) << (m - 1)),
                            one + (Wide(m) << m),
                            one + (Wide(m) << m) + 1,
                            one + (Wide(m - 1) << m) + 1,
                            one + (Wide(m + 1) << m),
                            (exponents << m) - 1,
                            exponents << m,
                            (exponents << m) + 1,
                            (exponents << m) | (Wide(1) << (m - 1)),
                            (exponents << m) | ones(m)})
      out.push_back(sign | size);
  return out;
}

inline Wide random_value(Vt t, Random& r, Wide before) {
  const std::uint32_t w = t.bits();
  Wide x = Wide(r.next()) << 64 | r.next();
  const std::uint64_t how = r.next();
  if (t.is_float()) {
    const std::uint32_t m = t.kind() == VtKind::bfloat ? 7 : w == 16 ? 10 : w == 32 ? 23 : 52;
    switch (how % 8) {
      case 0:  // near another exponent, so that digits cancel or just do not meet
        x = (before & (ones(w - 1 - m) << m)) + (Wide(how >> 8 & 63) << m) - (Wide(how >> 16 & 63) << m) +
            (x & (ones(m) | Wide(1) << (w - 1)));
        break;
      case 1:  // few digits
        x = (x & ~ones(m)) | ((x & ones(m)) & (ones(m) ^ ones(static_cast<std::uint32_t>(how >> 8 % m))));
        break;
      case 2:  // a neighbour
        x = before + (how >> 8 & 7) - 3;
        break;
      case 3:  // around 1
        x = ((ones(w - 2 - m) << m) + (Wide(how >> 8 & 15) << m) - (Wide(how >> 16 & 15) << m)) |
            (x & (ones(m) | Wide(1) << (w - 1)));
        break;
      case 4:  // the neighbour of the other sign
        x = (before + (how >> 8 & 3)) ^ Wide(1) << (w - 1);
        break;
      default:
        break;
    }
    return x & ones(w);
  }
  switch (how % 6) {
    case 0:  // short
      return (x & ones(1 + static_cast<std::uint32_t>(how >> 8) % w)) & ones(w);
    case 1:
      return (~(x & ones(1 + static_cast<std::uint32_t>(how >> 8) % w))) & ones(w);
    case 2:
      return (before + (how >> 8 & 3) - 1) & ones(w);
    case 3:
      return (Wide(1) << (how >> 8) % w) & ones(w);
    default:
      return x & ones(w);
  }
}

/// Executes questions on one target.
class Expansion {
 public:
  Expansion(std::string name, const TargetFacts& facts) : name_(std::move(name)), facts_(facts) {
    const TargetFacts plain = inline_facts(facts);
    for (const LibraryFunction& f : facts.library.functions) {
      Dag dag;
      const bool has_body = library_body(facts, f, dag);
      REQUIRE_MESSAGE(has_body, f.name);
      REQUIRE_MESSAGE(legalize(dag, plain), f.name << ": " << error_);
      bodies_.push_back(std::make_unique<BlockProgram>(dag, facts.numeric, library_, error_));
      REQUIRE_MESSAGE(error_.empty(), f.name << ": " << error_);
      library_[f.name] = bodies_.back().get();
    }
  }

  /// `inputs` random ones, and pairs of edges (of the first two operands). Returns how many were executed.
  std::uint64_t ask(const Question& q, std::uint64_t inputs) {
    Dag dag;
    const Value entry = dag.get(Isd::entry, vt::chain, {});
    std::vector<Value> in, ends;
    std::uint32_t next = 0;
    for (const Vt t : q.operands) {
      in.push_back(dag.get(Isd::copy_from_reg, t, {}, {.imm = 0, .aux = next}));
      next += parts(t);
    }
    const NodeId id = dag.add(q.op, q.results, in, {.imm = q.imm});
    next = 0;
    for (std::uint32_t i = 0; i < q.results.size(); ++i) {
      ends.push_back(dag.get(Isd::copy_to_reg, vt::chain, {entry, Value{id, i}}, {.imm = 0, .aux = next}));
      next += parts(q.results[i]);
    }
    dag.set_root(dag.get(Isd::token_factor, vt::chain, ends));
    error_.clear();
    if (!legalize(dag, facts_)) return failed(q);
    const BlockProgram program(dag, facts_.numeric, library_, error_);
    nodes = program.nodes();
    if (!error_.empty()) return failed(q);
    agree(dag, program, q);
    Random random{q.results[0].raw * 977ULL + static_cast<std::uint64_t>(q.op) * 31 + q.imm};
    std::vector<Wide> values(q.operands.size());
    std::uint64_t count = 0;
    const std::vector<Wide> first = edges(q.operands[0]),
                            second = q.operands.size() > 1 ? edges(q.operands[1]) : std::vector<Wide>{0};
    const auto fill = [&](std::size_t from) {
      for (std::size_t i = from; i < values.size(); ++i)
        values[i] = random_value(q.operands[i], random, i == 0 ? values[0] : values[i - 1]);
    };
    bool ok = true;
    // All pairs where there are few; of many, each edge with every third one of the other operand.
    const std::size_t step = first.size() * second.size() > 1000 ? 3 : 1;
    for (std::size_t i = 0; i < first.size(); ++i)
      for (std::size_t j = i % step; j < second.size(); j += step) {
        const Wide a = first[i], b = second[j];
        values[0] = a;
        if (values.size() > 1) values[1] = b;
        fill(2);
        if (values.size() > 2 && random.next() % 2 == 0)
          values[2] = edges(q.operands[2])[random.next() % edges(q.operands[2]).size()];
        ++count;
        if (ok) ok = same(program, q, values, random.next());
      }
    for (std::uint64_t i = 0; i < inputs && ok; ++i) {
      fill(0);
      ++count;
      ok = same(program, q, values, random.next());
    }
    return count;
  }

  std::uint64_t agreed = 0;  ///< results on which the two interpreters were compared
  std::size_t nodes = 0;     ///< of the last question's block, registers in and out included
  /// What is done to the block before types, before operations are legalized, and at the end (0, 1, 2).
  std::function<void(Dag& dag, unsigned stage)> rewrite;

 private:
  std::uint64_t failed(const Question& q) const {
    FAIL_CHECK(name_ << ", " << q.name << ": " << error_);
    return 0;
  }
  std::uint32_t parts(Vt t) const {
    std::vector<Vt> out;
    REQUIRE_MESSAGE(facts_.types.parts(t, out), name_ << " cannot hold " << to_string(t));
    return static_cast<std::uint32_t>(out.size());
  }
  // Both legalizations with the library's checkers, and each node afterwards one that the facts call native.
  bool legalize(Dag& dag, const TargetFacts& facts) {
    Diag diag;
    std::vector<std::string> faults;
    const auto change = [&](unsigned stage) {
      if (rewrite) rewrite(dag, stage);
      return true;
    };
    if (!change(0) || !legalize_types(dag, facts, "f", diag, &faults) || !change(1) ||
        !legalize_operations(dag, facts, "f", diag, &faults) || !change(2))
      return error_ = diag.messages()[0].text, false;
    for (NodeId id = 0; id < dag.size(); ++id) {
      if (!dag.alive(id) || dag.use_count(id) == 0) continue;
      for (const Vt t : dag.types(id))
        if (!facts.types.holds(t)) faults.push_back("a value of type " + to_string(t));
      const Vt type = deciding_type(dag, id);
      dag::Action action = facts.types.number(type) == 0 ? dag::Action::legal : facts.action(dag.op(id), type);
      if (action == dag::Action::custom)
        action =
            facts.custom_action(dag.op(id), dag.types(id)[0], dag.type(dag.operand(id, 0)),
                                dag.operand_count(id) > 1 ? dag.type(dag.operand(id, 1)) : Vt{}, dag.payload(id).imm);
      if (action != dag::Action::legal)
        faults.push_back(std::string(to_string(dag.op(id))) + " " + to_string(type) + " was left");
    }
    if (!faults.empty()) error_ = faults[0];
    return faults.empty();
  }
  // The graph's own interpreter, which shares nothing with the other, gives the same on inputs of its choice.
  void agree(const Dag& dag, const BlockProgram& program, const Question& q) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      DagInterp interpreter(facts_.numeric);
      std::vector<std::uint64_t> in, out;
      const auto each = [&](Isd op, auto&& f) {
        for (NodeId id = 0; id < dag.size(); ++id)
          if (dag.alive(id) && dag.op(id) == op) f(id);
      };
      each(Isd::copy_from_reg, [&](NodeId id) {
        const std::uint32_t number = dag.payload(id).aux;
        if (number >= in.size()) in.resize(number + 1);
        in[number] = interpreter.value(dag, {id, 0}, seed).lanes[0].bits;
      });
      program.run(in, out, seed);
      each(Isd::copy_to_reg, [&](NodeId id) {
        const InterpValue v = interpreter.value(dag, dag.operand(id, 1), seed);
        if (v.unknown || v.lanes[0].poison) return;
        ++agreed;
        const std::uint64_t got = out[dag.payload(id).aux];
        const bool nan = is_nan(got, v.type) && is_nan(v.lanes[0].bits, v.type);
        CHECK_MESSAGE((nan || ((got ^ v.lanes[0].bits) & ~v.lanes[0].loose) == 0),
                      name_ << ", " << q.name << ": the interpreters differ");
      });
    }
  }
  void write(Vt t, Wide v, std::vector<std::uint64_t>& registers, Random& garbage) const {
    std::vector<Vt> out;
    facts_.types.parts(t, out);
    std::uint32_t at = 0;
    for (const Vt part : out) {
      std::uint64_t bits = static_cast<std::uint64_t>(v >> at);
      if (at + part.bits() > t.bits()) bits |= garbage.next() << (t.bits() - at);
      registers.push_back(bits & static_cast<std::uint64_t>(ones(part.bits())));
      at += part.bits();
    }
  }
  bool same(const BlockProgram& program, const Question& q, const std::vector<Wide>& in, std::uint64_t seed) {
    std::vector<Wide> wanted(q.results.size());
    if (!q.answer(in, wanted)) return true;
    Random garbage{seed};
    registers_.clear();
    for (std::size_t i = 0; i < in.size(); ++i) write(q.operands[i], in[i], registers_, garbage);
    program.run(registers_, out_, seed);
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < q.results.size(); ++i) {
      std::vector<Vt> held;
      facts_.types.parts(q.results[i], held);
      Wide got = 0;
      std::uint32_t bit = 0;
      for (const Vt part : held) got |= Wide(out_[at++]) << bit, bit += part.bits();
      const Vt t = q.results[i];
      got &= ones(t.bits());
      if (got == (wanted[i] & ones(t.bits())) || (is_nan(got, t) && is_nan(wanted[i], t))) continue;
      std::string text;
      for (const Wide v : in) text += " " + hex(v);
      FAIL_CHECK(name_ << ", " << q.name << " of" << text << ": wanted " << hex(wanted[i] & ones(t.bits())) << ", got "
                       << hex(got));
      return false;
    }
    return true;
  }
  static std::string hex(Wide v) {
    std::string out;
    do out.insert(out.begin(), "0123456789abcdef"[v & 15]);
    while ((v >>= 4) != 0);
    return "0x" + out;
  }

  std::string name_, error_;
  TargetFacts facts_;
  std::map<std::string, const BlockProgram*> library_;
  std::vector<std::unique_ptr<BlockProgram>> bodies_;
  std::vector<std::uint64_t> registers_, out_;
};

}  // namespace lathe::codegen::testing
