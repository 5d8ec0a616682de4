#include "nvptx/exec/state/register_parameters.hpp"

#include <string>
#include <utility>
#include <vector>

namespace lathe::nvptx::exec {
namespace {

using mir::Operand;

class Lowering {
 public:
  Lowering(mir::Module& module, mir::Function& function) : m_(module), f_(function) {}

  void run() {
    const auto arguments = take(f_.params), results = take(f_.results);
    if (f_.blocks.empty() || (arguments.empty() && results.empty())) return;
    if (!results.empty()) store_results(results);
    std::vector<mir::Inst> loads;
    for (const auto& [name, reg] : arguments) {
      const Operand slots[] = {Operand::make_reg(reg), Operand::make_mem_sym(name)};
      loads.push_back(f_.make(access("ld.param.", reg), slots));
    }
    if (!loads.empty()) add_entry(std::move(loads));
  }

 private:
  using Parameter = std::pair<mir::NameId, mir::Reg>;

  std::vector<Parameter> take(std::vector<mir::Variable>& list) {
    std::vector<Parameter> out;
    for (mir::Variable& v : list) {
      if (v.space != mir::Space::reg || v.type == mir::Type::pred) continue;
      for (mir::Reg r = 0; r < f_.regs.size(); ++r)
        if (f_.regs[r].name == v.name) {
          out.emplace_back(m_.name(v.name), r);
          break;
        }
      v.space = mir::Space::param;
    }
    return out;
  }
  // A block of its own: a loop may lead back to the old one.
  void add_entry(std::vector<mir::Inst> insts) {
    f_.blocks.insert(f_.blocks.begin(), {{}, std::move(insts)});
    for (Operand& o : f_.operands)
      if (o.kind == Operand::Kind::block) ++o.a;
    for (mir::Table& table : f_.tables)
      for (mir::BlockId& target : table.targets) ++target;
  }
  mir::OpId access(const char* what, mir::Reg reg) {
    return m_.intern(what + ("b" + std::to_string(mir::bits_of(f_.regs[reg].type))));
  }
  void store_results(const std::vector<Parameter>& results) {
    for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
      std::vector<mir::Inst> out;
      const auto store = [&](std::uint32_t line) {
        for (const auto& [name, reg] : results) {
          const Operand slots[] = {Operand::make_mem_sym(name), Operand::make_reg(reg)};
          out.push_back(f_.make(access("st.param.", reg), slots));
          out.back().line = line;
        }
      };
      bool ends = false;
      for (const mir::Inst& inst : f_.blocks[b].insts) {
        if (m_.op(inst.op).op == mir::Op::ret) store(inst.line);
        ends = m_.op(inst.op).terminator && inst.guard == mir::none;
        out.push_back(inst);
      }
      if (!ends && b + 1 == f_.blocks.size()) store(0);  // control that runs off the end returns
      f_.blocks[b].insts = std::move(out);
    }
  }

  mir::Module& m_;
  mir::Function& f_;
};

}  // namespace

void lower_register_parameters(mir::Module& module) {
  for (mir::Function& f : module.functions)
    if (!f.kernel) Lowering(module, f).run();
}

}  // namespace lathe::nvptx::exec
