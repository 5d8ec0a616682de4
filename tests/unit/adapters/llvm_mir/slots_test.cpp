// Spill slots that share their places, on machine functions of LLVM behind allocation, beside its own stack-slot-coloring. To the
// equivalence checker memory at another place is other memory, so slots are shown to it as registers.
#include <string>
#include <utility>
#include <vector>

#include "adapters/llvm_mir/slots.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// Values that are read one behind the other and written the other way round, more than there are registers; then others.
std::string spills(int phases, int values, const char* type) {
  const auto n = [](int k) { return std::to_string(k); };
  const std::string t = type;
  std::string out = "define void @spills(ptr %p, ptr %q, i64 %n) {\nentry:\n";
  for (int phase = 0; phase < phases; ++phase) {
    const std::string s = n(phase) + "_";
    for (int k = 0; k < values; ++k)
      out += "  %p" + s + n(k) + " = getelementptr " + t + ", ptr %p, i64 " + n(k) + "\n  %v" + s + n(k) +
             " = load volatile " + t + ", ptr %p" + s + n(k) + "\n";
    for (int k = values; k-- > 0;)
      out += "  %q" + s + n(k) + " = getelementptr " + t + ", ptr %q, i64 " + n(k) + "\n  store volatile " + t + " %v" +
             s + n(k) + ", ptr %q" + s + n(k) + "\n";
    if (phase + 1 < phases)
      out += "  %c" + s + " = icmp sgt i64 %n, " + n(phase) + "\n  br i1 %c" + s + ", label %b" + s +
             ", label %end\nb" + s + ":\n";
  }
  return out + "  br label %end\nend:\n  ret void\n}\n";
}

// Slots are registers, loads and stores of them copies.
class AsRegisters : public View {
 public:
  explicit AsRegisters(llvm::MachineFunction& f) : View(f) {}
  program::Effects effects(Inst i) const { return slot(*i) ? program::Effects() : View::effects(i); }
  std::string key(Inst i) const {
    if (!slot(*i)) return View::key(i);
    std::string text = instructions_.getName(i->getOpcode()).str();
    llvm::raw_string_ostream to(text);
    for (const llvm::MachineOperand& o : i->operands())
      if (o.isImm()) to << ' ' << o.getImm();
    return i->mayStore() ? "to slot" : i->getNumExplicitDefs() == 1 && plain(*i) ? "of slot" : text;
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    const auto s = slot(*i);
    if (s && i->mayLoad()) f(program::Operand<Value>{*s, program::Role::use});
    View::for_each_operand(i, f);
    if (s && i->mayStore()) f(program::Operand<Value>{*s, program::Role::def});
  }
  template <class F>
  void for_each_access(Inst i, F&& f) const {
    if (!slot(*i)) View::for_each_access(i, f);
  }

 private:
  bool plain(const llvm::MachineInstr& i) const {
    int n = 0;
    return instructions_.isLoadFromStackSlot(i, n).isValid();
  }
  static std::optional<Value> slot(const llvm::MachineInstr& i) {
    if (!i.mayLoadOrStore()) return {};
    for (const llvm::MachineOperand& o : i.operands())
      if (o.isFI()) return Value{(1U << 30) + static_cast<unsigned>(o.getIndex())};
    return {};
  }
};
std::pair<unsigned, std::int64_t> spill_slots(const llvm::MachineFunction& f) {
  unsigned slots = 0;
  std::int64_t bytes = 0;
  const llvm::MachineFrameInfo& frame = f.getFrameInfo();
  for (int n = 0; n < frame.getObjectIndexEnd(); ++n)
    if (frame.isSpillSlotObjectIndex(n) && !frame.isDeadObjectIndex(n)) ++slots, bytes += frame.getObjectSize(n);
  return {slots, bytes};
}
std::unique_ptr<Program> compile_text(const std::string& text, const Target& t, LoadOptions options) {
  options.triple = t.triple;
  options.cpu = t.cpu;
  std::string error;
  auto program = load_text(text, "spills.ll", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  return program;
}

}  // namespace

TEST_CASE("slots: they share places as LLVM's do, LLVM takes it, and the same is done") {
  for (const Target& t : {x86, arm, riscv})
    for (const char* type : {"i64", "i32", "double"}) {
      CAPTURE(std::string(t.triple));
      CAPTURE(std::string(type));
      const std::string text = spills(3, 48, type);
      const auto program = compile_text(text, t, before("stack-slot-coloring")),
                 other = compile_text(text, t, before("stack-slot-coloring")),
                 llvm = compile_text(text, t, after("stack-slot-coloring"));
      llvm::MachineFunction &f = *program->functions()[0], &like = *other->functions()[0];
      const auto before = spill_slots(f);
      const passes::ColorSlotsStats stats = color_spill_slots(f);
      const auto behind = spill_slots(f), theirs = spill_slots(*llvm->functions()[0]);
      CHECK(stats.moved > 0);
      CHECK(before.first - behind.first == stats.gone);
      CHECK(behind.first < before.first);
      CHECK(behind.second <= theirs.second + 4);  // LLVM puts a small one where a larger one was, too
      CHECK(behind.first <= theirs.first + 1);
      CHECK(faults_of(f) == "");
      CHECK(program::equal::run(AsRegisters(like), AsRegisters(f)).equal());
    }
}

TEST_CASE("slots: two that live at once in one place are found") {
  const auto program = compile_text(spills(3, 48, "i64"), x86, before("stack-slot-coloring")),
             other = compile_text(spills(3, 48, "i64"), x86, before("stack-slot-coloring"));
  llvm::MachineFunction &f = *program->functions()[0], &like = *other->functions()[0];
  std::optional<int> first;
  for (llvm::MachineBasicBlock& b : f)
    for (llvm::MachineInstr& i : b)
      for (llvm::MachineOperand& o : i.operands()) {
        if (!o.isFI() || !f.getFrameInfo().isSpillSlotObjectIndex(o.getIndex())) continue;
        if (!first) first = o.getIndex();
        if (o.getIndex() == *first + 1) o.setIndex(*first);
      }
  CHECK(program::equal::run(AsRegisters(like), AsRegisters(f)).differs());
}
