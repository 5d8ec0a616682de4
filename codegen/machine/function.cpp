#include "codegen/machine/function.hpp"

#include <algorithm>

#include "codegen/machine/registers.hpp"

namespace lathe::codegen::machine {

using Operand = program::Operand<ValueId>;

std::string Op::key() const {
  std::string out(operation->name);
  for (const Field& f : fields) {
    out += ' ';
    out += static_cast<char>('a' + static_cast<int>(f.kind));
    out += std::to_string(f.part) + "." + std::to_string(f.index);
    if (f.value != 0) out += "." + std::to_string(f.value);
  }
  return out;
}

ValueId Function::make_value_of(std::uint32_t cls) {
  const ValueId made = program::Store<Op>::make_value();
  value_class.push_back(static_cast<std::uint8_t>(cls));
  value_register.push_back(none);
  return made;
}

ValueId Function::register_value(std::uint32_t cls, std::uint32_t reg) {
  if (registers_.size() <= cls) registers_.resize(cls + 1);
  if (registers_[cls].size() <= reg) registers_[cls].resize(reg + 1);
  if (!registers_[cls][reg]) {
    registers_[cls][reg] = make_value_of(cls);
    value_register[registers_[cls][reg].value] = reg;
  }
  return registers_[cls][reg];
}

std::uint32_t Function::name_index(std::string_view text) {
  const auto at = static_cast<std::uint32_t>(std::find(names.begin(), names.end(), text) - names.begin());
  if (at == names.size()) names.emplace_back(text);
  return at;
}

std::uint32_t Function::frame_object(std::uint64_t bytes, std::uint32_t align) {
  frame.push_back({bytes, align, 0});
  return static_cast<std::uint32_t>(frame.size() - 1);
}

InstId Function::add(BlockId at, const Operation& operation, std::span<const Operand> values,
                     std::span<const Field> fields, std::span<const BlockId> targets) {
  const InstId made = make(Op{&operation, {fields.begin(), fields.end()}}, values, targets);
  put(made, {at, {}});
  return made;
}

BlockId Function::add_block() {
  const BlockId made = make_block();
  put_block(made, true);
  return made;
}

InstId Function::add_jump(BlockId at, BlockId to) {
  const InstId made = make(Op::jump(), {}, std::span(&to, 1));
  put(made, {at, {}});
  return made;
}

InstId Function::add_phi(BlockId at, ValueId result, std::span<const std::pair<BlockId, ValueId>> incoming) {
  const Operand operands[] = {def(result)};
  const InstId made = make(Op{&operation::phi, {}}, operands);
  const auto all = instructions(at);
  put(made, {at, all.empty() ? std::nullopt : std::optional<InstId>(*all.begin())});
  set_incoming(made, incoming);
  return made;
}

InstId Function::make_copy(ValueId to, ValueId from) {
  const Operand operands[] = {def(to), use(from)};
  return make(Op{&operation::copy, {reg(0), reg(1)}}, operands);
}

InstId Function::make_spill(ValueId from, std::uint32_t object) {
  const Operand operands[] = {use(from)};
  return make(Op{&operation::spill, {reg(0), {Field::Kind::frame, 0, object, 0}}}, operands);
}

InstId Function::make_reload(ValueId to, std::uint32_t object) {
  const Operand operands[] = {def(to)};
  return make(Op{&operation::reload, {reg(0), {Field::Kind::frame, 0, object, 0}}}, operands);
}

InstId Function::make_swap(ValueId a, ValueId b) {
  const Operand operands[] = {def(a), def(b), use(a), use(b)};
  return make(Op{&operation::swap, {reg(0), reg(1), reg(2), reg(3)}}, operands);
}

namespace {

class Printer {
 public:
  Printer(const Function& function, const Registers* registers) : f_(function), registers_(registers) {}

  std::string inst(InstId i) const {
    std::vector<Operand> operands;
    f_.for_each_operand(i, [&](const Operand& o) { operands.push_back(o); });
    std::string out;
    for (const Operand& o : operands)
      if (o.is_def()) out += (out.empty() ? "" : ", ") + value(o.value, true);
    out += out.empty() ? "" : " = ";
    out += f_.payload(i).operation->name;
    std::string between = " ";
    const auto part = [&](const std::string& text) {
      out += between + text;
      between = ", ";
    };
    for (const Field& field : f_.payload(i).fields)
      if (!(field.kind == Field::Kind::reg && field.index < operands.size() && operands[field.index].is_def()))
        part(this->field(i, field, operands));
    f_.for_each_incoming(i, [&](BlockId from, ValueId v) { part("[" + f_.block_name(from) + ": " + value(v) + "]"); });
    if (f_.payload(i).operation == &operation::jump)
      for (const BlockId to : f_.targets(i))
        if (f_.payload(i).fields.empty()) part(f_.block_name(to));
    for (const Operand& o : operands)
      if (!o.is_def() && o.implicit) part("(" + value(o.value) + ")");
    return out;
  }

 private:
  std::string value(ValueId v, bool with_class = false) const {
    const std::uint32_t cls = f_.register_class(v), number = f_.register_of(v);
    const File* file = registers_ != nullptr && cls < registers_->files.size() ? &registers_->files[cls] : nullptr;
    if (number != none)
      return file != nullptr ? file->register_name(number) : "r" + std::to_string(cls) + "." + std::to_string(number);
    return f_.value_name(v) + (!with_class ? "" : ":" + (file != nullptr ? file->prefix : std::to_string(cls)));
  }
  std::string field(InstId i, const Field& field, const std::vector<Operand>& operands) const {
    const std::string more = field.value == 0 ? "" : (field.value > 0 ? "+" : "") + std::to_string(field.value);
    switch (field.kind) {
      case Field::Kind::reg:
        return field.index < operands.size() ? value(operands[field.index].value) + more : "?";
      case Field::Kind::number:
        return std::to_string(field.value);
      case Field::Kind::symbol:
        return (field.index < f_.names.size() ? f_.names[field.index] : "?") + more;
      case Field::Kind::frame:
        return "frame" + std::to_string(field.index) + more;
      case Field::Kind::block:
        return field.index < f_.targets(i).size() ? f_.block_name(f_.targets(i)[field.index]) : "?";
      case Field::Kind::other:
        break;
    }
    return "<" + std::to_string(field.index) + more + ">";
  }

  const Function& f_;
  const Registers* registers_;
};

}  // namespace

std::string text(const Function& function, InstId inst, const Registers* registers) {
  return Printer(function, registers).inst(inst);
}

std::string text(const Function& function, const Registers* registers) {
  const Printer printer(function, registers);
  std::string out = "function " + function.title + "\n";
  for (std::size_t k = 0; k < function.frame.size(); ++k)
    out += "  frame" + std::to_string(k) + ": " + std::to_string(function.frame[k].bytes) + " bytes, align " +
           std::to_string(function.frame[k].align) + ", at " + std::to_string(function.frame[k].offset) + "\n";
  for (const BlockId b : function.blocks()) {
    out += function.block_name(b) + ":\n";
    for (const InstId i : function.instructions(b)) out += "  " + printer.inst(i) + "\n";
  }
  return out;
}

}  // namespace lathe::codegen::machine
