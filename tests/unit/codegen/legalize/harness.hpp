// Evaluates a small DAG before and after legalization on random inputs and compares; runs both checkers on the way.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "codegen/legalize/legalize.hpp"
#include "nvptx/facts/check.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "support/dag_eval.hpp"

namespace lathe::nvptx::test {

inline Features target(unsigned sm) {
  Features f = *parse_cpu("sm_" + std::to_string(sm));
  if (f.ptx < 88 && sm >= 100) f.ptx = 88;
  if (f.ptx < 80) f.ptx = 80;
  return f;
}
inline Vt integer(std::uint32_t bits, std::uint32_t lanes = 0) { return {VtKind::integer, bits, lanes}; }

/// What an input may be.
enum class Domain { any, amount /* below the width */, nonzero, small_float };

class Case {
 public:
  Case(std::string name, const Features& features, std::uint64_t seed)
      : name_(std::move(name)), features_(features), facts_(target_facts(features)), rng_(seed) {
    entry_ = dag.get(Isd::entry, vt::chain, {});
    chain_ = entry_;
  }
  /// A value that comes in registers.
  Value input(Vt type, Domain domain = Domain::any) {
    const std::uint32_t first = next_register_;
    std::vector<Vt> parts;
    REQUIRE(facts_.types.parts(type, parts));
    next_register_ += static_cast<std::uint32_t>(parts.size());
    inputs_.push_back({type, first, domain});
    return dag.get(Isd::copy_from_reg, type, {}, {.imm = 0, .aux = first});
  }
  /// A value that is looked at.
  void output(Value v) {
    std::vector<Vt> parts;
    REQUIRE(facts_.types.parts(dag.type(v), parts));
    outputs_.push_back({dag.type(v), next_output_, Domain::any});
    ends_.push_back(dag.get(Isd::copy_to_reg, vt::chain, {entry_, v}, {.imm = 0, .aux = next_output_}));
    next_output_ += static_cast<std::uint32_t>(parts.size());
  }
  void end_with(Value chain) { ends_.push_back(chain); }
  Value entry() const { return entry_; }

  /// Compares on `rounds` random inputs after each legalization; `one` a single named failure text when it is refused.
  void run(int rounds = 3, bool operations = true) {
    dag.set_root(dag.get(Isd::token_factor, vt::chain, ends_));
    const Dag before = dag;
    Diag diag;
    std::vector<std::string> faults;
    const bool ok = legalize_types(dag, facts_, "f", diag, &faults);
    if (!ok) {
      failed(name_ + ": " + diag.messages()[0].text);
      return;
    }
    verify("types");
    check_types(dag, features_, faults);
    if (!faults.empty()) {
      failed(name_ + ": " + faults[0]);
    }
    const std::uint64_t seed = rng_();
    compare(before, seed, rounds, "types");
    if (!operations) return;
    if (!legalize_operations(dag, facts_, "f", diag, &faults)) {
      failed(name_ + ": " + diag.messages()[0].text);
      return;
    }
    verify("operations");
    check_types(dag, features_, faults);
    check_operations(dag, features_, faults);
    if (!faults.empty()) {
      failed(name_ + ": " + faults[0]);
    }
    compare(before, seed, rounds, "operations");
  }

  Dag dag;

 private:
  struct Port {
    Vt type;
    std::uint32_t first;
    Domain domain;
  };

  // One failure a case, with the DAG as it is now; the test case goes on.
  void failed(const std::string& text) {
    if (failed_) return;
    failed_ = true;
    FAIL_CHECK(text << "\n" << print(dag));
  }
  void verify(const char* when) {
    std::string text;
    dag.verify([&](NodeId id, const char* what) { text += std::to_string(id) + ": " + what + "\n"; });
    if (!text.empty()) failed(name_ + " after " + when + ": " + text);
  }

  Big random_number(std::mt19937_64& rng, Vt type, Domain domain) {
    const std::uint32_t bits = type.bits();
    const Big all = (Big(1) << bits) - 1;
    if (domain == Domain::amount) return Big(rng() % bits) & all;
    if (type.is_float()) {
      static const double values[] = {0.0, -0.0, 1.0,   -1.0,  0.5,     -0.5,       1.5,     2.5,  -2.5,
                                      3.0, 7.0,  -6.25, 100.0, -1000.0, 0.49999997, 65504.0, 1e-7, 3e38};
      if (domain == Domain::small_float) return float_bits(values[rng() % 14], type);
      switch (rng() % 4) {
        case 0:
          return float_bits(values[rng() % std::size(values)], type);
        case 1: {
          static const double odd[] = {HUGE_VAL, -HUGE_VAL, std::nan(""), 1e-310, 6e-8, -1e-40};
          return float_bits(odd[rng() % std::size(odd)], type);
        }
        case 2:
          return float_bits(static_cast<double>(static_cast<std::int64_t>(rng())) / 9.3e15, type);
        default:
          return Big(rng()) & all;
      }
    }
    Big x = 0;
    switch (rng() % 8) {
      case 0:
        x = 0;
        break;
      case 1:
        x = all;
        break;
      case 2:
        x = Big(1) << static_cast<unsigned>(rng() % bits);
        break;
      case 3:
        x = Big(rng() % 16);
        break;
      case 4:
        x = all - Big(rng() % 16);
        break;
      case 5:
        x = (Big(1) << (bits - 1)) - (rng() % 2);
        break;
      default:
        for (std::uint32_t i = 0; i < bits; i += 64) x = (x << 64) | Big(rng());
    }
    x &= all;
    if (domain == Domain::nonzero && x == 0) x = 1;
    return x;
  }

  void compare(const Dag& before, std::uint64_t seed, int rounds, const char* when) {
    for (int round = 0; round < rounds; ++round) {
      std::mt19937_64 rng(seed + static_cast<std::uint64_t>(round) * 1001);
      EvalState a, b;
      a.seed = rng();
      b.seed = rng();
      std::string shown;
      for (const Port& p : inputs_) {
        Lanes v{p.type, {}};
        for (std::uint32_t i = 0; i < std::max(1U, p.type.lanes()); ++i)
          v.lane.push_back(random_number(rng, p.type, p.domain));
        shown += to_string(v) + "  ";
        write_registers(v, p.first, a.registers, features_, rng());
      }
      b.registers = a.registers;
      std::string error;
      if (!evaluate(before, features_, a, error)) failed(name_ + ": " + error);
      if (!evaluate(dag, features_, b, error)) {
        failed(name_ + " after " + when + ": " + error);
      }
      for (const Port& p : outputs_) {
        const Lanes x = read_registers(p.type, p.first, a.out_registers, features_);
        const Lanes y = read_registers(p.type, p.first, b.out_registers, features_);
        if (!same(x, y)) {
          const std::string text =
              name_ + " after " + when + ": inputs " + shown + "\n wanted " + to_string(x) + "\n got " + to_string(y);
          failed(text);
        }
      }
      if (a.written != b.written) failed(name_ + " after " + when + ": other bytes are written");
      for (const std::uint64_t address : a.written)
        if (a.memory[address] != b.memory[address]) {
          failed(name_ + " after " + when + ": memory differs; inputs " + shown);
        }
      for (const std::uint64_t address : b.read)
        if (!a.read.contains(address)) failed(name_ + " after " + when + ": reads a byte outside");
    }
  }

  std::string name_;
  Features features_;
  TargetFacts facts_;
  std::mt19937_64 rng_;
  Value entry_, chain_;
  std::vector<Port> inputs_, outputs_;
  std::vector<Value> ends_;
  bool failed_ = false;
  std::uint32_t next_register_ = 0, next_output_ = 0;
};

inline std::string label(Isd op, Vt type) {
  return std::string(lathe::nvptx::to_string(op)) + " " + lathe::nvptx::to_string(type);
}

}  // namespace lathe::nvptx::test
