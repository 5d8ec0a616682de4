// Tables of a target's facts: what follows from others, and what contradicts.
#include "codegen/prepare/facts.hpp"

#include <llvm/IR/DataLayout.h>

#include <bit>

namespace lathe::codegen {
namespace {

constexpr std::string_view op_names[] = {"load",     "store",    "exchange", "compare",  "add",      "sub",
                                         "and",      "nand",     "or",       "xor",      "max",      "min",
                                         "umax",     "umin",     "fadd",     "fsub",     "fmax",     "fmin",
                                         "fmaximum", "fminimum", "inc_wrap", "dec_wrap", "sub_cond", "sub_sat"};
static_assert(std::size(op_names) == static_cast<std::size_t>(AtomicOp::count));

struct TypeRow {
  std::string_view name;
  unsigned bits;
};
constexpr TypeRow type_rows[] = {{"i8", 8},    {"i16", 16}, {"i32", 32}, {"i64", 64},   {"f16", 16},
                                 {"bf16", 16}, {"f32", 32}, {"f64", 64}, {"v2f16", 32}, {"v2bf16", 32}};
static_assert(std::size(type_rows) == static_cast<std::size_t>(AtomicType::count));

template <class E, class F>
void for_each(F&& f) {
  for (unsigned i = 0; i < static_cast<unsigned>(E::count); ++i) f(static_cast<E>(i));
}

bool is_power_of_two(std::uint64_t value) { return std::has_single_bit(value); }

}  // namespace

std::string_view name_of(AtomicOp op) { return op_names[static_cast<std::size_t>(op)]; }
std::string_view name_of(AtomicType type) { return type_rows[static_cast<std::size_t>(type)].name; }
unsigned bits_of(AtomicType type) { return type_rows[static_cast<std::size_t>(type)].bits; }
AtomicType integer_of(unsigned bits) {
  return bits == 8    ? AtomicType::i8
         : bits == 16 ? AtomicType::i16
         : bits == 32 ? AtomicType::i32
         : bits == 64 ? AtomicType::i64
                      : AtomicType::count;
}

void AtomicTable::native(std::span<const AtomicOp> natives, std::span<const AtomicType> on) {
  for (const AtomicOp op : natives)
    for (const AtomicType type : on) set(op, type, 0, AtomicAction::native);
}

void AtomicTable::derive(std::size_t spaces) {
  for (std::size_t space = 0; space < spaces; ++space)
    for_each<AtomicType>([&](AtomicType type) {
      const auto compares = [&](AtomicType integer) {
        return get(AtomicOp::compare, integer, space) == AtomicAction::native;
      };
      const AtomicAction best = compares(integer_of(bits_of(type)))               ? AtomicAction::loop
                                : bits_of(type) < 32 && compares(AtomicType::i32) ? AtomicAction::word
                                                                                  : AtomicAction::refuse;
      for_each<AtomicOp>([&](AtomicOp op) {
        if (get(op, type, space) == AtomicAction::refuse) set(op, type, space, best);
      });
    });
}

bool PrepareFacts::may_alias(unsigned a, unsigned b) const {
  if (a == b) return true;
  const SpaceFacts *first = space(a), *second = space(b);
  if (first == nullptr || second == nullptr) return true;
  if (first->role == Space::generic || second->role == Space::generic) return true;
  return first->inside == b || second->inside == a;
}

int PrepareFacts::is_in(unsigned actual, unsigned asked) const {
  if (actual == asked) return 1;
  const SpaceFacts *here = space(actual), *there = space(asked);
  if (here == nullptr) return 0;
  if (here->role == Space::generic) return -1;
  if (here->inside == asked) return 1;
  if (there != nullptr && there->inside == actual) return -1;
  return here->certain ? 0 : -1;
}

unsigned PrepareFacts::question_about(unsigned number) const {
  for (const SpaceQuestion& question : space_questions)
    if (question.space == number) return question.intrinsic;
  return 0;
}
unsigned PrepareFacts::asked_by(unsigned intrinsic) const {
  for (const SpaceQuestion& question : space_questions)
    if (question.intrinsic == intrinsic) return question.space;
  return SpaceFacts::nowhere;
}

namespace {

/// Collects the first fault.
class Faults {
 public:
  void expect(bool good, const std::string& text) {
    if (!good && text_.empty()) text_ = text;
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

std::string of_space(const SpaceFacts& space) { return "space " + std::to_string(space.number) + ": "; }

void check_space(const PrepareFacts& facts, const SpaceFacts& space, Faults& faults) {
  const std::string where = of_space(space);
  faults.expect(facts.space(space.number) == &space, where + "two spaces have its number");
  faults.expect(space.role == Space::other || facts.number_of(space.role) == space.number,
                where + "another space has its role");
  faults.expect(space.pointer_bits >= 16 && space.pointer_bits <= 64, where + "pointers of 16 to 64 bits");
  faults.expect(is_power_of_two(space.widest) && space.widest <= 128, where + "the widest access is a power of two");
  faults.expect(space.alignment == 0 || (is_power_of_two(space.alignment) && space.alignment <= space.widest),
                where + "an alignment is a power of two, at most that of the widest access");
  faults.expect(space.least_offset <= 0 && space.most_offset >= 0, where + "an offset of 0 is none");
  faults.expect(!space.read_only || !space.unwritten_loads || space.role != Space::global,
                where + "global memory is written");
  faults.expect(space.role != Space::local || space.one_thread, where + "local memory is of one thread");
  faults.expect(space.role != Space::shared || !space.one_thread, where + "shared memory is of several threads");
  faults.expect(space.role != Space::constant || space.read_only, where + "constant memory is read only");
  if (space.inside != SpaceFacts::nowhere) {
    const SpaceFacts* around = facts.space(space.inside);
    faults.expect(around != nullptr && around != &space && around->role != Space::generic,
                  where + "it is inside of a space that is not there");
    faults.expect(around == nullptr || around->inside == SpaceFacts::nowhere, where + "it is inside of two spaces");
  }
  const SpaceFacts* generic = facts.space(facts.number_of(Space::generic));
  if (space.role == Space::generic || space.to_generic == ToGeneric::never) return;
  faults.expect(generic != nullptr, where + "its pointers become generic ones, which there are not");
  if (generic == nullptr) return;
  faults.expect(space.pointer_bits <= generic->pointer_bits, where + "its pointers are wider than generic ones");
  faults.expect(space.to_generic != ToGeneric::same_bits || space.pointer_bits == generic->pointer_bits,
                where + "a pointer of another width has not the same bits");
}

void check_atomics(const PrepareFacts& facts, std::size_t place, Faults& faults) {
  const SpaceFacts& space = facts.spaces[place];
  const AtomicTable& table = facts.atomics;
  const auto compares = [&](AtomicType type) {
    return type != AtomicType::count && table.get(AtomicOp::compare, type, place) == AtomicAction::native;
  };
  for_each<AtomicOp>([&](AtomicOp op) {
    for_each<AtomicType>([&](AtomicType type) {
      const AtomicAction action = table.get(op, type, place);
      const std::string what =
          of_space(space) + "atomic " + std::string(name_of(op)) + " of " + std::string(name_of(type)) + " ";
      if (action == AtomicAction::loop) {
        faults.expect(compares(integer_of(bits_of(type))), what + "is a loop of compare-and-swap, which there is not");
        faults.expect(op != AtomicOp::compare || integer_of(bits_of(type)) != type, what + "is a loop of itself");
      }
      if (action == AtomicAction::word) {
        faults.expect(bits_of(type) < 32, what + "has no word around");
        faults.expect(compares(AtomicType::i32), what + "is a loop of compare-and-swap, which there is not");
        faults.expect(
            op == AtomicOp::store || table.get(AtomicOp::load, AtomicType::i32, place) == AtomicAction::native,
            what + "reads the word around, which there is no atomic load for");
      }
    });
  });
}

void check_costs(const PrepareCosts& costs, Faults& faults) {
  faults.expect(!costs.jump_tables || costs.table_cases >= 2, "a jump table has two cases");
  faults.expect(costs.table_density_percent >= 1 && costs.table_density_percent <= 100,
                "the density of a jump table is 1 to 100 per cent");
  faults.expect(costs.bit_test_bits == 32 || costs.bit_test_bits == 64, "a bit test shifts 32 or 64 bits");
  faults.expect(is_power_of_two(costs.copy_unit) && costs.copy_unit <= 16, "copies move 1 to 16 bytes at a time");
  faults.expect(costs.copy_batch >= 1, "a copy has a load in flight");
  faults.expect(is_power_of_two(costs.frame_alignment), "the alignment of the frame is a power of two");
  faults.expect(is_power_of_two(costs.register_bytes), "a register has a power of two of bytes");
  faults.expect(costs.division_bits >= 8 && costs.division_bits <= costs.divided_bits,
                "divisions are expanded from one operation's width on");
}

void check_threads(const PrepareFacts& facts, Faults& faults) {
  for (const ThreadRegister& one : facts.thread_registers)
    faults.expect(one.axis < 3 && one.intrinsic != 0,
                  "a register of thread numbers has an intrinsic and one of three axes");
  for (const std::uint64_t most : facts.most_along)
    faults.expect(most >= 1 && most <= facts.most_threads, "an axis has 1 to as many threads as a block");
  for (const SpaceQuestion& question : facts.space_questions)
    faults.expect(question.intrinsic != 0 && facts.space(question.space) != nullptr,
                  "an intrinsic asks about a space that is not there");
  faults.expect(
      !facts.is_shared(facts.number_of(Space::shared_cluster)) || !first_name(facts.scopes, Scope::cluster).empty(),
      "memory that blocks share has a scope of its own");
}

}  // namespace

std::string fault_of(const PrepareFacts& facts) {
  Faults faults;
  faults.expect(!facts.name.empty(), "the target has a name");
  faults.expect(facts.space_count >= 1 && facts.space_count <= AtomicTable::most_spaces, "1 to 10 spaces");
  for (const SpaceFacts& space : facts.all_spaces()) check_space(facts, space, faults);
  for (std::size_t place = 0; place < facts.space_count; ++place) check_atomics(facts, place, faults);
  for (const Space role : {Space::global, Space::local})
    faults.expect(facts.number_of(role) != SpaceFacts::nowhere, "there is global memory, and memory of a thread");
  check_costs(facts.costs, faults);
  check_threads(facts, faults);
  if (facts.library != nullptr)
    for (const MathFunction& one : facts.library->functions)
      faults.expect(one.intrinsic != 0 && *one.name != 0 && !facts.library->prefix.empty(),
                    "a math function has an intrinsic, a name and the prefix of its library");
  faults.expect((facts.hooks.follows_pointer == nullptr) == (facts.hooks.in_space == nullptr),
                "intrinsics that follow their pointer are both known and rewritten");
  return std::move(faults).text();
}

std::string fault_of(const PrepareFacts& facts, const llvm::DataLayout& layout) {
  Faults faults;
  for (const SpaceFacts& space : facts.all_spaces())
    faults.expect(layout.getPointerSizeInBits(space.number) == space.pointer_bits,
                  of_space(space) + "the data layout has pointers of another width");
  const unsigned variables = layout.getAllocaAddrSpace();
  faults.expect(facts.has_role(variables, Space::local) || facts.has_role(variables, Space::generic),
                "local variables are in a space that is neither local nor generic");
  return std::move(faults).text();
}

}  // namespace lathe::codegen
