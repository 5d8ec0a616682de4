// One View serves outline, pressure, flow and opt, whatever its handles are.
#include <doctest/doctest.h>

#include <algorithm>
#include <list>
#include <map>
#include <string>
#include <vector>

#include <lathe/flow.hpp>
#include <lathe/flow/of_view.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/opt/of_view.hpp>
#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/outline/of_view.hpp>
#include <lathe/pressure.hpp>
#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/of_view.hpp>

namespace families_test {

using namespace lathe;

// Code whose handles are what H makes of numbers: blocks 0, 1 and 2; 1 is a loop. The sequence "mul, sub" stands in
// each block, with other registers; nobody reads what "vain" writes.
struct Row {
  const char* key;
  std::vector<unsigned> uses, defs;
  program::Effects effects;
};
const std::vector<std::vector<Row>>& code() {
  using program::Effect;
  static const std::vector<std::vector<Row>> rows = {
      {{"set", {}, {1}, {}}, {"mul", {1, 1}, {2}, {}}, {"sub", {2, 1}, {3}, {}}, {"store", {3}, {}, Effect::writes}},
      {{"mul", {3, 3}, {4}, {}},
       {"sub", {4, 3}, {5}, {}},
       {"store", {5}, {}, Effect::writes},
       {"vain", {4}, {7}, {}},
       {"branch", {5}, {}, Effect::terminator}},
      {{"mul", {5, 5}, {6}, {}},
       {"sub", {6, 5}, {2}, {}},
       {"store", {2}, {}, Effect::writes},
       {"ret", {}, {}, Effect::terminator}}};
  return rows;
}

enum class BlockName : std::uint8_t {};
enum class InstName : std::uint16_t {};
enum class Register : std::int32_t {};
struct Enums {
  using Block = BlockName;
  using Inst = InstName;
  using Value = Register;
  Block block(unsigned n) const { return Block(200 + n); }
  Inst inst(unsigned n) const { return Inst(7 * n); }
  Value value(unsigned n) const { return Value(-1 - static_cast<int>(n)); }
};
struct Pointers {
  using Block = const int*;
  using Inst = const int*;
  using Value = const int*;
  std::vector<int> cells = std::vector<int>(40);
  Block block(unsigned n) const { return &cells[3 - n]; }  // addresses fall where numbers rise
  Inst inst(unsigned n) const { return &cells[30 - n]; }
  Value value(unsigned n) const { return &cells[39 - n]; }
};
struct Iterators {
  using Block = std::list<int>::const_iterator;
  using Inst = Block;
  using Value = Block;
  std::list<int> cells = std::list<int>(40);
  Block block(unsigned n) const { return std::next(cells.begin(), n); }
  Inst inst(unsigned n) const { return std::next(cells.begin(), 3 + n); }
  Value value(unsigned n) const { return std::next(cells.begin(), 30 + n); }
};

template <class H>
class CodeView {
 public:
  using Block = typename H::Block;
  using Inst = typename H::Inst;
  using Value = typename H::Value;
  static constexpr program::Facts facts = {};
  explicit CodeView(const H& handles) : h_(handles) {
    unsigned next = 0;
    for (unsigned b = 0; b < 3; ++b) {
      blocks_.push_back(h_.block(b));
      insts_.emplace_back();
      for (const Row& row : code()[b]) {
        insts_.back().push_back(h_.inst(next++));
        rows_.push_back(&row);
      }
    }
  }
  const std::vector<Block>& blocks() const { return blocks_; }
  const std::vector<Inst>& instructions(Block b) const { return insts_[number(b)]; }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    const unsigned n = number(b);
    if (n == 1) f(blocks_[1]);
    if (n < 2) f(blocks_[n + 1]);
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    using program::Operand, program::Role;
    for (const unsigned v : row(i).uses) f(Operand<Value>{h_.value(v), Role::use});
    for (const unsigned v : row(i).defs) f(Operand<Value>{h_.value(v), Role::def});
  }
  program::Effects effects(Inst i) const { return row(i).effects; }
  std::string_view key(Inst i) const { return row(i).key; }
  const Row& row(Inst i) const {
    unsigned n = 0;
    while (!(h_.inst(n) == i)) ++n;
    return *rows_[n];
  }

 private:
  unsigned number(Block b) const {
    unsigned n = 0;
    while (!(blocks_[n] == b)) ++n;
    return n;
  }
  const H& h_;
  std::vector<Block> blocks_;
  std::vector<std::vector<Inst>> insts_;
  std::vector<const Row*> rows_;
};

template <class V>
struct Costs {
  using Signature = outline::view_signature_t<V>;
  using Place = outline::view_place_t<V>;
  const V* view;
  mutable bool places_known = true;
  bool legal(std::uint32_t, const program::inst_t<V>& i) const {
    return !view->effects(i).has(program::Effect::terminator);
  }
  std::uint32_t call_bytes(const Signature&, const Place& at) const {
    places_known &= at.first != nullptr && at.block->function == at.first->function &&
                    std::string(view->row(at.first->handle).key) != "ret";
    return 1;
  }
  std::uint32_t frame_bytes(const Signature&) const { return 1; }
};

// Takes down what it is told, in the user's handles.
template <class P>
struct Recorder {
  std::vector<outline::site_of_t<P>> made, replaced;
  int create(const outline::OutlinedFunction&, const outline::site_of_t<P>& first) {
    made.push_back(first);
    return static_cast<int>(made.size());
  }
  void replace(const outline::site_of_t<P>& site, int) { replaced.push_back(site); }
};

template <class H>
void check_families() {
  const H h;
  using V = CodeView<H>;
  static_assert(program::is_view<V>());
  const V view(h);

  const flow::OfView<V> of(view);
  const flow::Problem p = flow::ingest(of);
  const flow::Report report = flow::analyse(p);
  CHECK(flow::check_report(p, report).empty());
  REQUIRE(report.loops.loops.size() == 1);
  CHECK((of.block(report.loops.loops[0].header) == h.block(1)));
  REQUIRE(report.live.live_in[2].size() == 1);
  CHECK((of.variable(report.live.live_in[2][0]) == h.value(5)));

  const pressure::OneSet registers{3};
  pressure::OfView<V, pressure::OneSet> pressed(view, registers);
  const auto taken = pressure::ingest(pressed);
  REQUIRE(pressure::check_problem(taken.problem).empty());
  CHECK((taken.insts[4] == h.inst(4)));
  CHECK((taken.registers[0] == h.value(1)));
  CHECK(pressure::analyse(taken.problem).maxima[0].pressure == 3);  // 3, 4 and 5 in the loop

  const auto dead = opt::dead_code(view);
  REQUIRE(dead.size() == 1);
  CHECK((dead[0] == h.inst(7)));
  struct Editor {
    std::vector<std::pair<typename H::Block, typename H::Inst>> gone;
    void erase(typename H::Block b, const std::vector<typename H::Inst>& list) {
      for (const auto& i : list) gone.emplace_back(b, i);
    }
  } editor;
  CHECK(opt::delete_dead_code(view, editor) == 1);
  REQUIRE(editor.gone.size() == 1);
  CHECK((editor.gone[0].first == h.block(1)));
  CHECK((editor.gone[0].second == h.inst(7)));

  const Costs<V> costs{&view};
  using P = outline::OfView<V, Costs<V>>;
  P program(std::vector<outline::Member<V>>{{&view}}, costs);
  const auto in = outline::ingest(program);
  REQUIRE(outline::check_problem(in.problem).empty());
  outline::CostsOf told(program, in);
  const outline::Plan plan = outline::plan(program, in);
  CHECK(outline::check_plan(in.problem, plan, told).str() == "");
  CHECK(program.own().places_known);
  REQUIRE(plan.rounds.size() == 1);
  Recorder<P> recorder;
  outline::apply(recorder, in, plan.rounds[0]);
  REQUIRE(recorder.made.size() == 1);
  REQUIRE(recorder.replaced.size() == 3);
  // mul, sub, store: one value in, the loop's and the first's difference out.
  const auto& last = recorder.replaced[0];
  CHECK((last.block.handle == h.block(2)));
  CHECK((last.first.handle == h.inst(9)));
  CHECK(last.at == 0);
  CHECK(last.length == 3);
  REQUIRE(last.arguments.size() == 1);
  CHECK((last.arguments[0] == h.value(5)));
  CHECK((recorder.made[0].first.handle == h.inst(1)));
  CHECK(recorder.made[0].at == 1);
}

TEST_CASE("enums, pointers and iterators are handles in outline, pressure, flow and opt") {
  check_families<Enums>();
  check_families<Pointers>();
  check_families<Iterators>();
}

}  // namespace families_test
