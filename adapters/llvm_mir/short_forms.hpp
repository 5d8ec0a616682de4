// What x86's last step before the encoder writes shorter: LLVM keeps `addl $124, %ebx` with 32 bits for the constant until
// it lowers to MC, and takes the form with eight there, so a size by the encoder alone says six bytes for three. And what
// has a name of its own until then (jumps to functions, half of a product), of which the encoder makes nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCFixup.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/TargetParser/Triple.h>

namespace lathe::llvm_mir {

/// The shorter forms of x86's instructions, found by LLVM's names of them: constants of eight bits, shifts by one, the
/// accumulator's own; and what jumps to functions and `mulx` of a high half are lowered to. Nothing on other targets. Left out: forms by swapped operands of VEX, and those for 32-bit code alone.
/// Source of what is shortened: LLVM's llvm/lib/Target/X86/MCTargetDesc/X86EncodingOptimization.cpp, which is no public
/// header. `unit_adapters_llvm_mir` holds sizes against code that LLVM assembles.
class ShortForms {
 public:
  /// O(instructions of the target) on x86.
  ShortForms(const llvm::Triple& triple, const llvm::MCInstrInfo& names, const llvm::MCRegisterInfo& registers)
      : registers_(&registers) {
    if (!triple.isX86()) return;
    llvm::StringMap<unsigned> known;
    for (unsigned o = 0; o < names.getNumOpcodes(); ++o) known[names.getName(o)] = o;
    for (const auto& entry : known) add(entry.getKey().str(), entry.getValue(), known);
  }
  /// Writes the form that LLVM would choose. O(1).
  void shorten(llvm::MCInst& inst) const {
    if (const unsigned* const o = find(lowered_, inst); o != nullptr) return inst.setOpcode(*o);
    if (const unsigned* const o = find(doubled_, inst); o != nullptr) {  // both halves into one register
      inst.insert(inst.begin(), inst.getOperand(0));
      return inst.setOpcode(*o);
    }
    const unsigned count = inst.getNumOperands();
    if (count == 0 || !inst.getOperand(count - 1).isImm()) return;
    const std::int64_t constant = inst.getOperand(count - 1).getImm();
    if (const unsigned* const o = find(by_one_, inst); o != nullptr && constant == 1) {
      inst.setOpcode(*o);
      inst.erase(inst.begin() + (count - 1));
      return;
    }
    if (const unsigned* const o = find(eight_bits_, inst); o != nullptr && llvm::isInt<8>(constant))
      return inst.setOpcode(*o);
    if (const unsigned* const o = find(accumulator_, inst); o != nullptr && in_accumulator(inst)) {
      inst.setOpcode(*o);
      inst.erase(inst.begin(), inst.begin() + (count - 1));
    }
  }
  /// Bytes that the encoder makes of that form.
  std::uint32_t bytes(llvm::MCInst inst, const llvm::MCCodeEmitter& encoder,
                      const llvm::MCSubtargetInfo& subtarget) const {
    shorten(inst);
    llvm::SmallVector<char, 16> bytes;
    llvm::SmallVector<llvm::MCFixup, 4> fixups;
    encoder.encodeInstruction(inst, bytes, fixups, subtarget);
    return static_cast<std::uint32_t>(bytes.size());
  }

 private:
  using Forms = llvm::DenseMap<unsigned, unsigned>;

  static const unsigned* find(const Forms& forms, const llvm::MCInst& inst) {
    const auto at = forms.find(inst.getOpcode());
    return at == forms.end() ? nullptr : &at->second;
  }
  bool in_accumulator(const llvm::MCInst& inst) const {
    if (!inst.getOperand(0).isReg()) return false;
    const llvm::StringRef name = registers_->getName(inst.getOperand(0).getReg());
    return name == "AL" || name == "AX" || name == "EAX" || name == "RAX";
  }

  void add(const std::string& name, unsigned opcode, const llvm::StringMap<unsigned>& known) {
    const auto put = [&](Forms& forms, const std::string& other) {
      if (const auto at = known.find(other); at != known.end()) forms[opcode] = at->second;
    };
    const llvm::StringRef n = name;
    if (n.starts_with("TAILJMP")) return put(lowered_, jump_of(n.drop_front(7)));
    if (n.starts_with("MULX") && n.contains('H')) {
      std::string whole = name;
      return put(doubled_, whole.erase(whole.find('H'), 1));
    }
    if (n.ends_with("32ri") || n.ends_with("16ri") || n.ends_with("32mi") || n.ends_with("16mi") ||
        n.ends_with("rri") || n.ends_with("rmi") || n.ends_with("PUSH16i") || n.ends_with("PUSH32i"))
      put(eight_bits_, name + "8");
    if (n.ends_with("i32")) put(eight_bits_, name.substr(0, name.size() - 2) + "8");  // of 64: the constant has 32 bits
    for (const auto& [from, to] : std::array<std::pair<const char*, const char*>, 2>{{{"ri", "r1"}, {"mi", "m1"}}})
      if (n.ends_with(from) && is_shift(n)) put(by_one_, name.substr(0, name.size() - 2) + to);
    for (const auto& [from, to] : std::array<std::pair<const char*, const char*>, 4>{
             {{"8ri", "8i8"}, {"16ri", "16i16"}, {"32ri", "32i32"}, {"64ri32", "64i32"}}})
      if (n.ends_with(from)) put(accumulator_, n.drop_back(llvm::StringRef(from).size()).str() + to);
  }
  // What TAILJMP with such a rest of its name becomes: by an address that the linker knows, by register or by memory.
  static std::string jump_of(llvm::StringRef rest) {
    if (rest.starts_with("d")) return rest.ends_with("_CC") ? "JCC_4" : "JMP_4";
    return std::string("JMP") + (rest.contains("64") ? "64" : "32") + rest.front() +
           (rest.ends_with("_REX") ? "_REX" : "");
  }
  static bool is_shift(llvm::StringRef name) {
    for (const char* shift : {"SHL", "SHR", "SAR", "ROL", "ROR", "RCL", "RCR"})
      if (name.starts_with(shift) && name.size() > 3 && llvm::isDigit(name[3])) return true;
    return false;
  }

  const llvm::MCRegisterInfo* registers_;
  Forms eight_bits_, by_one_, accumulator_, lowered_, doubled_;  // by opcode
};

}  // namespace lathe::llvm_mir
