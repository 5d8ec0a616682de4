// Random straight lines of operations, from bytes: every byte string is a problem.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/bits/problem.hpp>

namespace bits_test {

class RandomProblem {
 public:
  explicit RandomProblem(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  lathe::bits::Problem make(std::uint32_t lines) {
    using lathe::bits::Op;
    for (std::uint32_t i = 0; i < 3; ++i) leaf(Op::input);
    leaf(Op::constant);
    for (std::uint32_t i = 0; i < lines; ++i) {
      const std::uint32_t kind = next();
      if (kind % 8 == 0)
        leaf(kind % 16 == 0 ? Op::constant : Op::input);
      else
        operation(static_cast<Op>(2 + next() % (lathe::bits::op_count - 2)));
    }
    problem_.lines.back().root = true;
    problem_.lines[next() % problem_.lines.size()].root = true;
    return std::move(problem_);
  }

 private:
  std::uint32_t next() { return at_ < bytes_.size() ? bytes_[at_++] : static_cast<std::uint32_t>(at_++ * 37 % 251); }
  void leaf(lathe::bits::Op op) {
    static constexpr unsigned widths[] = {1, 8, 8, 16, 32, 32, 64, 13};
    lathe::bits::Operation<> o{.op = op, .width = widths[next() % 8]};
    if (op == lathe::bits::Op::constant) {
      const std::uint64_t v = next();
      o.value = (next() % 2 != 0 ? ~v : v << next() % 64) & lathe::bits::low_mask<std::uint64_t>(o.width);
    }
    problem_.lines.push_back({o, {}, false});
  }
  // Takes any operands and looks for a width and a number that fit; when there is none the line is left out.
  void operation(lathe::bits::Op op) {
    lathe::bits::Line line;
    std::vector<unsigned> widths;
    for (unsigned i = 0; i < lathe::bits::operand_count(op); ++i) {
      // Near values are likelier, and those of the first operand's width preferred.
      std::uint32_t pick = 0;
      for (int tries = 0; tries < 6; ++tries) {
        pick = static_cast<std::uint32_t>(problem_.lines.size()) - 1 -
               next() % std::min<std::uint32_t>(static_cast<std::uint32_t>(problem_.lines.size()), 12);
        const unsigned wanted = op == lathe::bits::Op::select && i == 0 ? 1 : i == 0 ? 0 : widths.back();
        const unsigned width = problem_.lines[pick].operation.width;
        if (wanted == 0 || width == wanted || (op == lathe::bits::Op::select && i == 1)) break;
      }
      line.operands.push_back(pick);
      widths.push_back(problem_.lines[pick].operation.width);
    }
    lathe::bits::Operation<>& o = line.operation;
    o.op = op;
    if (lathe::bits::is_shift(op)) o.over = static_cast<lathe::bits::Overshift>(next() % 3);
    const bool sum = op == lathe::bits::Op::add || op == lathe::bits::Op::sub;
    o.no_signed_wrap = sum && next() % 8 == 0;
    o.no_unsigned_wrap = (sum || op == lathe::bits::Op::mul) && next() % 8 == 0;
    for (const unsigned width : {widths.back(), widths.front(), 1U, 8U, 16U, 32U, 64U}) {
      o.width = op == lathe::bits::Op::concat ? widths.front() + widths.back() : width;
      const bool numbered =
          op == lathe::bits::Op::extract || op == lathe::bits::Op::insert || op == lathe::bits::Op::sext_in_reg;
      o.number = numbered ? next() % 64 : 0;
      if (lathe::bits::misfit(o, std::span<const unsigned>(widths), 64) != nullptr) continue;
      problem_.lines.push_back(std::move(line));
      return;
    }
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  lathe::bits::Problem problem_;
};

}  // namespace bits_test
