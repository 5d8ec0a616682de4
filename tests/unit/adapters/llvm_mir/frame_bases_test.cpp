// Registers for far parts of a frame on machine functions of LLVM, beside its own localstackalloc. To the equivalence checker an
// access is shown by its place in the frame, whatever register it is made from.
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "adapters/llvm_mir/frame_bases.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

constexpr Target risc = {"riscv64-linux-gnu", "generic-rv64"};

std::string n(int k) { return std::to_string(k); }
// Small objects with large ones between; of each `bytes` a word is written in one block and read, the other way round, in two more.
std::string frames(int objects, int bytes, const char* type, const std::string& space = "") {
  const std::string t = type, pointer = "ptr" + space, where = space.empty() ? "" : "," + space;
  std::string out = "declare void @keep(" + pointer + ")\ndefine void @frames(i64 %n, " + t + " %v) {\nentry:\n";
  for (int k = 0; k < objects; ++k)
    out +=
        "  %a" + n(k) + " = alloca " + t + where + "\n  %b" + n(k) + " = alloca [" + n(bytes) + " x i8]" + where + "\n";
  for (int k = 0; k < objects; ++k)
    out += "  call void @keep(" + pointer + " %b" + n(k) + ")\n  store volatile " + t + " %v, " + pointer + " %a" +
           n(k) + "\n";
  out += "  %c = icmp sgt i64 %n, 3\n  br i1 %c, label %more, label %end\nmore:\n";
  for (int k = objects; k-- > 0;) out += "  %r" + n(k) + " = load volatile " + t + ", " + pointer + " %a" + n(k) + "\n";
  out += "  br label %end\nend:\n";
  for (int k = 0; k < objects; k += 2)
    out += "  %s" + n(k) + " = load volatile " + t + ", " + pointer + " %a" + n(k) + "\n";
  return out + "  ret void\n}\n";
}
using Map = std::map<int, std::int64_t>;
Map places_of(const llvm::MachineFunction& f) {
  Map out;
  const llvm::MachineFrameInfo& frame = f.getFrameInfo();
  for (int k = 0; k < frame.getLocalFrameObjectCount(); ++k) out.insert(frame.getLocalFrameObjectMap(k));
  return out;
}

// Accesses of the frame by their places; what only makes an address of it is nothing.
class ByPlaceInFrame : public View {
 public:
  ByPlaceInFrame(llvm::MachineFunction& f, const Map& places) : View(f), places_(places) {}
  std::optional<std::int64_t> place(Inst i) const {
    llvm::SmallVector<const llvm::MachineOperand*, 4> bases;
    std::int64_t offset = 0;
    bool scalable = false;
    llvm::LocationSize width = llvm::LocationSize::beforeOrAfterPointer();
    if (!i->mayLoadOrStore() || i->isCall() ||
        !instructions_.getMemOperandsWithOffsetWidth(*i, bases, offset, scalable, width, &registers_) ||
        bases.size() != 1)
      return {};
    if (bases[0]->isFI()) return places_.at(bases[0]->getIndex()) + offset;
    if (!bases[0]->isReg() || !bases[0]->getReg().isVirtual()) return {};
    const llvm::MachineInstr* const made = f_.getRegInfo().getUniqueVRegDef(bases[0]->getReg());
    if (made == nullptr || made->mayLoadOrStore() || made->getNumOperands() < 3 || !made->getOperand(1).isFI())
      return {};
    return places_.at(made->getOperand(1).getIndex()) + made->getOperand(2).getImm() + offset;
  }
  std::string key(Inst i) const {
    const auto at = place(i);
    if (!at) return View::key(i);
    std::string name = instructions_.getName(i->getOpcode()).str();
    for (const char* unscaled : {"LDU", "STU"})  // AArch64: the same with an offset of another form
      if (name.starts_with(unscaled)) name = name.substr(0, 2) + name.substr(3);
    if (name.ends_with("ui")) name.erase(name.size() - 2, 1);
    return name + " at " + std::to_string(*at);
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    if (!place(i)) return View::for_each_operand(i, f);
    const llvm::MachineOperand& value = i->getOperand(0);
    f(program::Operand<Value>{value.getReg().id(), value.isDef() ? program::Role::def : program::Role::use});
  }

 private:
  const Map& places_;
};

struct Count {
  unsigned bases = 0, far = 0;
};
// Instructions that make an address in the frame, and accesses that name it where the target would have a base.
Count count(llvm::MachineFunction& f, const Map& places) {
  Count out;
  for (llvm::MachineBasicBlock& b : f)
    for (llvm::MachineInstr& i : b)
      for (const llvm::MachineOperand& o : i.operands()) {
        if (!o.isFI()) continue;
        if (i.mayLoadOrStore())
          out.far += f.getSubtarget().getRegisterInfo()->needsFrameBaseReg(&i, places.at(o.getIndex()));
        else
          ++out.bases;
      }
  return out;
}
std::unique_ptr<Program> compile_text(const std::string& text, const Target& t, LoadOptions options) {
  options.triple = t.triple;
  options.cpu = t.cpu;
  std::string error;
  auto program = load_text(text, "frames.ll", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  return program;
}

}  // namespace

TEST_CASE("frame bases: no more of them than LLVM's, nothing far is left, LLVM takes it, and the same is done") {
  for (const Target& t : {arm, risc}) {
    CAPTURE(std::string(t.triple));
    unsigned all = 0, all_llvms = 0;
    for (const char* type : {"i64", "i8"})
      for (const int bytes : {700, 3000, 20000}) {
        CAPTURE(std::string(type));
        CAPTURE(bytes);
        const std::string text = frames(24, bytes, type);
        const auto program = compile_text(text, t, before("localstackalloc")),
                   other = compile_text(text, t, before("localstackalloc")),
                   llvm = compile_text(text, t, after("localstackalloc"));
        llvm::MachineFunction &f = *program->functions()[0], &like = *other->functions()[0],
                              &theirs = *llvm->functions()[0];
        const passes::FrameBasesStats stats = make_frame_bases(f);
        const Map map = places_of(f), their_map = places_of(theirs);
        const Count was = count(like, map), now = count(f, map), llvms = count(theirs, their_map);
        all += stats.bases, all_llvms += llvms.bases - was.bases;
        CHECK(stats.bases > 0);
        CHECK(now.bases - was.bases == stats.bases);
        CHECK(stats.rewritten + now.far == stats.references);
        CHECK(now.far == llvms.far);
        CHECK(now.bases <= llvms.bases);
        CHECK(f.getFrameInfo().getUseLocalStackAllocationBlock());
        CHECK(map == their_map);
        CHECK(faults_of(f) == "");
        const auto same = program::equal::run(ByPlaceInFrame(like, map), ByPlaceInFrame(f, map));
        CHECK((same.equal() && same.ended != 0));
      }
    MESSAGE(std::string(t.triple) << ": " << all << " bases, LLVM " << all_llvms);
    CHECK(all <
          all_llvms);  // LLVM's stand at the first reference, so half of what RISC-V's instructions reach is not used
  }
}

TEST_CASE("frame bases: targets of several instructions for one, and frames that have their places, are left alone") {
  for (const Target& t : {x86, amd}) {
    CAPTURE(std::string(t.triple));
    const auto program = compile_text(frames(4, 7000, "i32", t.triple == amd.triple ? " addrspace(5)" : ""), t,
                                      before("localstackalloc"));
    CHECK(make_frame_bases(*program->functions()[0]).references == 0);
  }
  const auto placed = compile_text(frames(24, 3000, "i64"), arm, after("localstackalloc"));
  CHECK(!FrameCode::wanted(*placed->functions()[0]));
}

TEST_CASE("frame bases: one that stands elsewhere than is said is found") {
  struct Damaged : FrameCode {
    using FrameCode::FrameCode;
    Inst make_base(Value to, std::int64_t at) { return FrameCode::make_base(to, at + grain); }
  };
  const std::string text = frames(24, 3000, "i64");
  const auto program = compile_text(text, arm, before("localstackalloc")),
             other = compile_text(text, arm, before("localstackalloc"));
  llvm::MachineFunction &f = *program->functions()[0], &like = *other->functions()[0];
  {
    Damaged code(f);
    CHECK(passes::make_frame_bases(code, code).stats.bases > 0);
  }
  const Map map = places_of(f);
  CHECK(program::equal::run(ByPlaceInFrame(like, map), ByPlaceInFrame(f, map)).differs());
}
