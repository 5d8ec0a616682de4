// The trace of one thread: every instruction that it executes, with the values that it wrote.
//
// One instruction may be several Codes; they make one step, which is complete when the thread begins another
// instruction, or the launch ends. Cost: one comparison for the warps that do not hold the thread.
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

#include "simt/watch/check_records.hpp"
#include "simt/watch/observers.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

double half_value(std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31U);
  const double mantissa = static_cast<double>(bits & 1023U);
  const double size = exponent == 31  ? (mantissa == 0 ? HUGE_VAL : std::nan(""))
                      : exponent == 0 ? std::ldexp(mantissa, -24)
                                      : std::ldexp(1024 + mantissa, exponent - 25);
  return (bits & 0x8000U) != 0 ? -size : size;
}

class Trace final : public TraceObserver {
 public:
  explicit Trace(TraceOptions options) : options_(std::move(options)), lane_(options_.thread % lane_count) {}

  const std::vector<TraceStep>& steps() const override { return steps_; }
  std::uint64_t count() const override { return count_; }
  void finish() override { complete(); }
  void end_block(const Block& block) override {
    if (block.linear == options_.block) complete();
  }
  void begin_launch(const Grid& grid) override {
    program_ = grid.program;
    records_.begin_launch(grid);
  }
  void end_launch(const Grid&) override { complete(); }

  void before(const Warp& warp, const Code& code, Mask active, Mask mask) override {
    if (!traced(warp) || (active >> lane_ & 1U) == 0) return;
    // Later Codes of the same instruction go on with its step; a backward jump to it begins another.
    if (open_ && warp.function == function_ && code.inst == code_->inst && &code > code_) {
      code_ = &code;
      return;
    }
    // A handler that waits runs its Code again; it is one execution for the reader.
    if (open_ && &code == code_ && waiting_) return;
    complete();
    if (code.inst >= warp.function->sources.size()) return;
    open_ = true;
    waiting_ = true;
    ++count_;
    function_ = warp.function;
    frame_ = warp.frame;
    code_ = &code;
    step_ = TraceStep{};
    if (count_ > options_.limit) return;
    describe(warp, code, (mask >> lane_ & 1U) == 0);
  }

  void after(const Warp& warp, const Code& code, Mask mask) override {
    if (!open_ || &code != code_ || !traced(warp)) return;
    waiting_ = false;
    if (count_ <= options_.limit && warp.frame == frame_ && (mask >> lane_ & 1U) != 0) read_values(warp, code);
  }

 private:
  bool traced(const Warp& warp) const {
    return warp.block->linear == options_.block && warp.index == options_.thread / lane_count;
  }

  void describe(const Warp& warp, const Code& code, bool skipped) {
    const CodeSource& source = warp.function->sources[code.inst];
    step_.file = warp.function->file;
    step_.function = warp.function->name;
    step_.line = source.line;
    step_.skipped = skipped;
    step_.text = program_->text(*warp.function, code.inst);
  }

  // The registers among the operands that the instruction writes, as they are now.
  void read_values(const Warp& warp, const Code& code) {
    step_.values.clear();
    const Record* r = records_.of(*warp.function, code.inst);
    if (r == nullptr) return;
    const Registers& registers = records_.description(*warp.function).registers;
    for (const RecordOperand& o : r->results)
      if (o.reg < registers.size() && registers[o.reg].slot != no_slot)
        step_.values.push_back(value(warp, registers[o.reg], o.reg, r->shown));
  }

  TraceValue value(const Warp& warp, const RegisterInfo& reg, Register number, ValueType shown) const {
    TraceValue v;
    v.name = program_->register_name(*warp.function, number);
    v.type = reg.type;
    v.low = lane_value(warp, reg, lane_);
    if (reg.type.bits == 128) v.high = warp.in<std::uint64_t>(reg.slot)[lane_count + lane_];
    // Registers are often declared as bits: the instruction knows better what they hold.
    if (shown.bits == reg.type.bits && shown.kind != ValueType::Kind::none) v.type = shown;
    return v;
  }

  void complete() {
    if (!open_) return;
    open_ = false;
    if (count_ > options_.limit) return;
    if (options_.sink)
      options_.sink(step_);
    else
      steps_.push_back(std::move(step_));
  }

  TraceOptions options_;
  unsigned lane_;
  const Program* program_ = nullptr;
  RecordTable records_;
  std::vector<TraceStep> steps_;
  TraceStep step_;
  std::uint64_t count_ = 0;
  bool open_ = false, waiting_ = false;
  const FunctionCode* function_ = nullptr;
  const Frame* frame_ = nullptr;
  const Code* code_ = nullptr;
};

std::string hex(std::uint64_t value, unsigned digits) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "%0*llx", static_cast<int>(digits), static_cast<unsigned long long>(value));
  return text.data();
}

std::string value_text(const TraceValue& v) {
  using Kind = ValueType::Kind;
  const unsigned bits = v.type.bits;
  const bool sign = v.type.kind == Kind::signed_integer, floating = v.type.kind == Kind::floating;
  if (bits == 1) return v.low != 0 ? "true" : "false";
  if (bits == 128) return "0x" + hex(v.high, 16) + hex(v.low, 16);
  std::array<char, 64> text{};
  if (v.type.parts > 1 || bits == 0)
    text[0] = 0;  // of packed types the bits
  else if (floating && bits == 32)
    std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(std::bit_cast<float>(std::uint32_t(v.low))));
  else if (floating && bits == 64)
    std::snprintf(text.data(), text.size(), "%.17g", std::bit_cast<double>(v.low));
  else if (v.type.kind == Kind::bfloat)
    std::snprintf(text.data(), text.size(), "%.4g",
                  static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(v.low) << 16)));
  else if (floating)
    std::snprintf(text.data(), text.size(), "%.5g", half_value(v.low));
  else if (sign && bits < 64)
    std::snprintf(text.data(), text.size(), "%lld",
                  static_cast<long long>(static_cast<std::int64_t>(v.low << (64 - bits)) >> (64 - bits)));
  else if (sign)
    std::snprintf(text.data(), text.size(), "%lld", static_cast<long long>(v.low));
  else
    std::snprintf(text.data(), text.size(), "%llu", static_cast<unsigned long long>(v.low));
  const std::string bits_text = "0x" + hex(v.low, bits == 0 ? 1 : bits / 4);
  return text[0] == 0 ? bits_text : std::string(text.data()) + " (" + bits_text + ")";
}

}  // namespace

std::string to_string(const TraceStep& step) {
  std::string out = step.file;
  if (step.line != 0) out += ":" + std::to_string(step.line);
  if (!out.empty()) out += ": ";
  out += step.text;
  if (step.skipped) return out + "  (guard is false)";
  for (std::size_t i = 0; i < step.values.size(); ++i)
    out += (i == 0 ? "  " : ", ") + step.values[i].name + " = " + value_text(step.values[i]);
  return out;
}

std::unique_ptr<TraceObserver> make_trace(TraceOptions options) { return std::make_unique<Trace>(std::move(options)); }

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
