// Graphs -> the toy GPU's instructions, in machine functions in SSA form. Private to the compiler.
#pragma once

#include "codegen/select/context.hpp"
#include "examples/toy_gpu/client.hpp"

namespace toy_gpu {

/// The rules, for the blocks of one function.
class Selector final : public selecting::Context {
 public:
  /// `own`: where the function's parameters are.
  Selector(machine::Function& out, bool kernel, Places own) : out_(out), kernel_(kernel), own_(std::move(own)) {}
  machine::BlockId block;      ///< the one at hand
  std::uint32_t outgoing = 0;  ///< bytes below `top` that calls use
  /// Reads a word of the parameters' bytes into a register, for who has no source to read them.
  void read_parameter(selecting::Reg to, std::uint32_t offset);

 private:
  /// An operand: a register, or what is written in place of one.
  struct Piece {
    machine::Field field;
    selecting::Reg reg = selecting::no_reg;
    bool written = false;
  };
  using Pieces = std::vector<Piece>;

  bool rule(NodeId n) override;
  bool constant(NodeId n) override;
  void move(selecting::Reg to, Value from) override;
  selecting::Reg new_register(Vt) override { return out_.make_value_of(vector).value; }
  bool same_registers(Vt a, Vt b) const override { return a.total_bits() <= 32 && b.total_bits() <= 32; }
  selecting::Reg register_count() const override { return static_cast<selecting::Reg>(out_.value_class.size()); }
  bool holds(selecting::Reg, Vt) const override { return true; }

  Piece d(Value v) { return result(def_of(v)); }
  Piece r(Value v) { return source(reg_of(v)); }
  Piece s(Value v);  ///< register or constant
  static Piece result(selecting::Reg reg) { return {{machine::Field::Kind::reg, 0, 0, 0}, reg, true}; }
  static Piece source(selecting::Reg reg) { return {{machine::Field::Kind::reg, 0, 0, 0}, reg, false}; }
  static Piece number(std::int64_t value) { return {{machine::Field::Kind::number, 0, 0, value}}; }
  Piece symbol(Operand::Kind kind, std::string_view name, std::int64_t offset);
  Piece below(Operand::Kind kind, std::int64_t offset) const;
  selecting::Reg temp() { return covering() ? selecting::no_reg : new_register(vt::i32); }
  void write(Op op, const Pieces& pieces, std::span<const machine::BlockId> targets = {});
  void jump(std::uint64_t to);

  void condition(Value v, bool& negated);
  void compare(Cond cond, Value a, Value b, bool& negated);
  bool choose(Piece to, Value v, Piece yes, Piece no);
  bool branch(NodeId n);
  bool limbs(NodeId n);
  bool alu(NodeId n);
  void address(Value v, Pieces& out);
  bool address_value(NodeId n);
  bool access(NodeId n, bool load);
  bool atomic(NodeId n);
  bool call(NodeId n);
  bool give_back(NodeId n);
  bool instruction(NodeId n);
  Op access_op(Space space, bool load, Vt in_memory, Extend extend, std::uint32_t lanes) const;

  machine::Function& out_;
  bool kernel_;
  Places own_;
  machine::ValueId code_;  ///< the condition code as it was written last
};

}  // namespace toy_gpu
